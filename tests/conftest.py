"""What all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

import game.bots  # noqa: F401  keeps arithmetic to one thread, before any test loads numpy

# Time on a shared machine says nothing about the code: no test fails for being slow.
settings.register_profile("house", deadline=None, print_blob=True)
settings.load_profile("house")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One worker more than there are cores: one of them mostly waits for windows and browsers."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ or not cores else cores + 1

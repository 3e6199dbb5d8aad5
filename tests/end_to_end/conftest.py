"""The stage as a fixture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.stage import Stage, open_stage, require_tools


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    """An English screen; its pictures stay in the test's temporary directory."""
    require_tools()
    with open_stage(tmp_path) as opened:
        yield opened

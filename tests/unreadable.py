"""A folder whose files only another user may see, whoever runs the tests."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest


def close_folder(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let the system refuse to describe what is in a folder."""
    stat = os.stat

    def refuse(path: Any, *rest: Any, **options: Any) -> os.stat_result:
        if not isinstance(path, int) and folder in Path(os.fsdecode(path)).parents:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return stat(path, *rest, **options)

    monkeypatch.setattr(os, "stat", refuse)

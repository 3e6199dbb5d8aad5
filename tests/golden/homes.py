"""The folder of a player that commit 13ede01f left, in `home-1`, laid out in a temporary folder.

`home-1/make.py.txt` made it, by that commit's classes. Its files never change.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Final

HOME_1: Final = Path(__file__).parent / "home-1"

LEFT_AT: Final = datetime(2026, 11, 21, 18, 0, tzinfo=timezone(timedelta(hours=1)))
"""The time at which the program was left."""


@dataclass(frozen=True)
class LaidOutHome:
    """The folders: the player's `home`, Ben's tables `elsewhere`, and the `shared` folder of both.

    `expected` is what commit 13ede01f read in them.
    """

    home: Path
    elsewhere: Path
    shared: Path
    expected: dict[str, Any]


def lay_out(folder: Path) -> LaidOutHome:
    """Write the home of commit 13ede01f to a folder."""
    shutil.copytree(HOME_1, folder, dirs_exist_ok=True)
    (folder / "make.py.txt").unlink()
    home = folder / "home"
    sql = home / "profile.sql"
    for name in ("profile.db", "profile.backup.db"):
        with closing(sqlite3.connect(home / name)) as database:
            database.executescript(sql.read_text(encoding="utf-8"))
    sql.unlink()
    shared = json.dumps(str(folder / "shared"))[1:-1]
    for path in folder.rglob("table.json"):
        text = path.read_text(encoding="utf-8").replace("@SHARED@", shared)
        path.write_text(text, encoding="utf-8")
    # The open match was opened again, and its file is not the youngest.
    for age, path in enumerate(sorted(home.glob("*.json"), reverse=True)):
        when = LEFT_AT.timestamp() - 60 * age
        os.utime(path, (when, when))
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    return LaidOutHome(home, folder / "elsewhere", folder / "shared", expected)

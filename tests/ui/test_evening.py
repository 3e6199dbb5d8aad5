"""An evening in the real scenes with a failing disk: nothing seen is lost, all loss is reported.

Some 450 operations are requested from a hundred places in the code. Every third is tried the first
time it runs, in one of the nine ways, which take turns; each way meets the whole evening. `python
-m tests.ui.evening` tries every operation in every way.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pygame
import pytest

from game.storage.problems import ProblemKind
from tests.storage.faults import first_of_each
from tests.ui.evening import ALL_WAYS, Evening, Ground

NOBODY = 65534


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    """Somewhere to play."""
    with tempfile.TemporaryDirectory() as name:
        yield Ground(Path(name))


@pytest.mark.slow
@pytest.mark.parametrize("way", ALL_WAYS)
def test_an_evening_on_a_bad_disk(ground: Ground, way: str) -> None:
    places = first_of_each(ground.trails)
    assert len(places) > 80
    for n in places[6 * ALL_WAYS.index(way) + 1 :: 6 * len(ALL_WAYS)]:
        ground.fail(n, way)


@pytest.mark.slow
@pytest.mark.parametrize(
    "clock",
    [
        datetime(1970, 1, 1, 0, 30, tzinfo=timezone(timedelta(hours=2))),
        datetime(1999, 12, 31, 23, 0, tzinfo=UTC),
        datetime(2025, 12, 31, 23, 0, tzinfo=timezone(timedelta(hours=-5))),
    ],
    ids=lambda clock: str(clock.year),
)
def test_an_evening_before_the_first_deal_of_the_day(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, clock: datetime
) -> None:
    stopped = type("Stopped", (datetime,), {"now": classmethod(lambda _: clock)})
    monkeypatch.setattr("game.storage.store.datetime", stopped)
    evening = Evening()
    ground.spend(evening, tmp_path)
    assert evening.told == set()
    assert len(evening.finished) == 1
    ground.check(evening, tmp_path, may_lose=False)


@contextmanager
def somebody_else() -> Iterator[None]:
    """Run the block as a user without privileges, if the tests run as root."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


@pytest.fixture
def open_ground(ground: Ground, tmp_path: Path) -> Iterator[Path]:
    """A folder that others reach, every scene of an evening loaded, and a home played in."""
    assert ground.trails
    with somebody_else():
        if not os.access(pygame.__file__, os.R_OK, effective_ids=True):
            pytest.skip("what is installed is closed to other users")
    for folder in (tmp_path, *tmp_path.parents[:2], ground.folder):
        folder.chmod(folder.stat().st_mode | 0o055)
    with tempfile.TemporaryDirectory(dir=Path("/tmp")) as name:
        Path(name).chmod(0o755)
        shutil.copytree(ground.folder / "whole", Path(name) / "home")
        yield Path(name)


FOREIGN = {
    "folder of somebody else": (("home", 0o555),),
    "folder that cannot be read": (("home", 0o000),),
    "settings of somebody else": (("home/settings.json", 0o000), ("home", 0o555)),
}


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="users and modes are POSIX")
@pytest.mark.parametrize("modes", FOREIGN.values(), ids=FOREIGN)
def test_a_profile_of_somebody_else_is_played_from_and_told(
    ground: Ground, open_ground: Path, modes: tuple[tuple[str, int], ...]
) -> None:
    home = open_ground / "home"
    for file in home.iterdir():
        file.chmod(0o444)
    for name, mode in modes:
        (open_ground / name).chmod(mode)
    before = {path.name: path.read_bytes() for path in home.iterdir() if path.is_file()}
    guest = Evening()
    with somebody_else():
        ground.spend(guest, home)
    assert ProblemKind.READ_ONLY in guest.told
    assert len(guest.finished) == 1
    assert {path.name: path.read_bytes() for path in home.iterdir() if path.is_file()} == before


@pytest.mark.slow
def test_a_folder_that_vanishes_while_a_match_is_played(ground: Ground) -> None:
    home = ground.folder / "vanishing"
    evening = Evening(mishap=lambda: shutil.rmtree(home))
    ground.spend(evening, home)
    # It is made again by the next tile that is placed.
    ground.check(evening, home, may_lose=False)


@pytest.mark.slow
def test_a_folder_that_something_else_takes_the_place_of(ground: Ground) -> None:
    home = ground.folder / "taken"

    def replace() -> None:
        shutil.rmtree(home)
        home.write_text("mine")

    evening = Evening(mishap=replace)
    ground.spend(evening, home)
    assert evening.told & {ProblemKind.UNSAVED, ProblemKind.READ_ONLY}
    assert ProblemKind.ONLY_HERE in evening.told
    assert len(evening.finished) == 1
    assert home.read_text() == "mine"


FILES = {
    "settings.json": "storage/test_settings.py::test_any_byte_of_the_settings_may_be_another",
    "autosave.json": "storage/test_autosave.py::test_a_mutilated_autosave_never_raises",
    "waiting.json": "storage/test_waiting.py::test_each_damaged_one_is_lost_alone_and_told",
    "profile.db": "storage/test_database.py::test_no_flipped_byte_stops_the_game",
    "profile.backup.db": (
        "storage/test_database.py"
        "::test_a_damaged_backup_of_a_damaged_history_is_read_as_far_as_it_goes"
    ),
    "unshown.json": "storage/test_problems.py::test_an_odd_list_of_problems_is_none",
    ".window.lock": "storage/test_one_window.py::test_a_lock_that_nobody_holds_locks_nobody_out",
    "apart/table.json": "net/test_store.py::test_a_damaged_seating_is_refused_by_its_file",
    "apart/journal.jsonl": (
        "net/test_journal.py::test_damage_is_put_aside_and_what_is_before_it_stays"
    ),
    "apart/requests.json": "net/test_store.py::test_damaged_requests_are_put_aside",
    "apart/notices.json": "ui/scenes/test_title.py::test_the_menu_tells_which_games_wait",
    "apart/lock": "net/test_store.py::test_one_program_writes_in_a_store",
}
"""Every file that is written and read again, and where it is damaged. Keys, seats, drafts of a
setup and the language are settings; days, goals, challenges and puzzles are read from the history;
the round called for the box is an autosave's `meta`, damaged in `ui/scenes/test_damage.py`. Guests'
files are never written, and what is saved for others is never read.
"""


def test_every_file_of_a_home_is_damaged_somewhere(ground: Ground) -> None:
    assert ground.trails
    # Matches that wait have a file each, named by its number or identity.
    written = {
        re.sub(r"-[0-9a-f]+(?=\.json)", "", path.name)
        for path in (ground.folder / "whole").iterdir()
        if path.is_file()
    }
    assert written <= set(FILES)
    tests = Path(__file__).parent.parent
    for place in FILES.values():
        file, _, name = place.partition("::")
        assert f"def {name}(" in (tests / file).read_text(encoding="utf-8")

"""Problems of damaged files wait until the window has shown them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.locale import Language, load_catalogue
from game.storage.places import HOME_VARIABLE, find_places
from game.storage.problems import Problem, ProblemKind, Problems
from game.storage.settings import Settings
from game.storage.store import open_storage, with_identity
from tests.storage.matches import play_match

WHEN = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with settings, a match in the history, and two that wait."""
    home = tmp_path / "home"
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    with closing(open_storage(find_places())) as store:
        store.settings.save(Settings(player_name="Ana"))
        store.profile.add_match(play_match("1"), WHEN)
        for seed in "23":
            match = play_match(seed, placements=4)
            store.save_match(
                match.__class__(match.rules, match.players, match.rounds, with_identity(None))
            )
    return home


def garbage(name: str) -> Callable[[Path], None]:
    def write(home: Path) -> None:
        (home / name).write_bytes(b"garbage" * 300)

    return write


def test_what_was_kept_aside_waits_until_it_is_told(home: Path) -> None:
    garbage("profile.db")(home)
    garbage("settings.json")(home)
    with closing(open_storage(find_places())) as store:
        for problem in store.settings.load()[1]:
            store.problems.add(problem)
        assert store.problems.take() is not None
        # The program is killed before it shows the second.
    with closing(open_storage(find_places())) as store:
        store.problems.recall()
        assert [problem.path.name for problem in store.problems.unshown] == ["settings.kept-1.json"]


@pytest.mark.parametrize("text", ["", "x", "{}", "[5]", '[["corrupt", 5], ["x", "y"]]', "[" * 9999])
def test_an_odd_list_of_problems_is_none(home: Path, text: str) -> None:
    find_places().unshown.write_text(text)
    with closing(open_storage(find_places())) as store:
        store.problems.recall()
        assert len(store.problems.unshown) <= 1


@pytest.mark.parametrize("language", Language)
def test_every_problem_has_its_sentence(language: Language) -> None:
    words = load_catalogue(language)
    for kind in ProblemKind:
        problem = Problem(kind, Path("/home/ana/profile.db"), "1")
        assert words.text(f"storage.problem.{kind.value}", **problem.values)


def test_what_works_again_is_told_anew_and_nothing_else() -> None:
    mended, other = (
        Problem(kind, Path("x")) for kind in (ProblemKind.UNSAVED, ProblemKind.READ_ONLY)
    )
    problems = Problems()
    for problem in (mended, other):
        problems.add(problem)
    problems.mend(ProblemKind.UNSAVED)
    for problem in (mended, other):
        problems.add(problem)
    assert list(problems.unshown) == [other, mended]


LASTING = ("corrupt", "partly", "missing", "gone", "match", "climb", "newer")
"""The kinds after which a file was moved aside, written again, or left to a newer game."""


def test_what_happened_to_a_file_outlives_the_program_until_it_is_shown(tmp_path: Path) -> None:
    lists = tmp_path / "unshown.json"
    for number, kind in enumerate(ProblemKind):
        # A file elsewhere keeps its folder.
        place = (tmp_path if number % 2 else Path("/elsewhere")) / f"{kind.value}.json"
        Problems(lists).add(Problem(kind, place))
        again = Problems(lists)
        again.recall()
        expected = [Problem(kind, place)] if kind.value in LASTING else []
        assert list(again.unshown) == expected
        again.recall()
        assert list(again.unshown) == expected, "each once"
        assert again.take() == next(iter(expected), None)
        assert not lists.exists()
        assert again.take() is None


def test_each_of_several_problems_waits_until_it_is_shown(tmp_path: Path) -> None:
    lists = tmp_path / "home" / "unshown.json"
    one, two, three = (
        Problem(ProblemKind.MATCH, place / f"{place.name}.json")
        for place in (lists.parent, tmp_path, tmp_path / "other")
    )
    passing = Problem(ProblemKind.UNSAVED, lists)
    for problem in (one, passing, two):
        Problems(lists).add(problem)
    again = Problems(lists)
    again.recall()
    assert again.unshown == (one, two)
    again.add(passing)
    # Another program's, in the meantime.
    Problems(lists).add(three)
    assert [again.take() for _ in range(3)] == [one, two, passing]
    last = Problems(lists)
    last.recall()
    assert last.unshown == (three,)


def test_a_list_of_version_1_calls_a_climb_a_run(tmp_path: Path) -> None:
    lists = tmp_path / "unshown.json"
    lists.write_text('[["run", "run.kept-1.json"], ["odd-value", "x"]]', encoding="utf-8")
    problems = Problems(lists)
    problems.recall()
    assert problems.unshown == (Problem(ProblemKind.CLIMB, tmp_path / "run.kept-1.json"),)


def test_problems_that_read_alike_are_shown_once(tmp_path: Path) -> None:
    """Problems of one folder that cannot be written, or of one file that was moved aside."""
    home, other, problems = tmp_path / "home", tmp_path / "other", Problems()
    for kind, path, is_new in (
        (ProblemKind.READ_ONLY, home / "profile.db", True),
        (ProblemKind.READ_ONLY, home / "settings.json", False),
        (ProblemKind.READ_ONLY, other / "settings.json", True),
        (ProblemKind.MATCH, home / "autosave.kept-1.json", True),
        (ProblemKind.MATCH, home / "autosave.kept-2.json", True),
        (ProblemKind.MATCH, other / "autosave.kept-2.json", False),
        (ProblemKind.CLIMB, home / "autosave.kept-2.json", True),
    ):
        before = len(problems.unshown)
        problems.add(Problem(kind, path))
        assert (len(problems.unshown) > before) is is_new, (kind, path)


def test_each_kind_has_the_values_of_its_sentence() -> None:
    path = Path("home") / "games" / "profile.db"
    file, folder = {"file": "profile.db"}, {"file": str(Path("home") / "games")}
    aside = (ProblemKind.CORRUPT, ProblemKind.PARTLY, ProblemKind.MATCH, ProblemKind.CLIMB)
    of_file = {*aside, ProblemKind.NEWER, ProblemKind.UNREAD}
    values = {kind: file if kind in of_file else {} for kind in ProblemKind}
    values |= {ProblemKind.READ_ONLY: folder, ProblemKind.ODD_VALUE: {"names": "theme, volume"}}
    assert {kind: Problem(kind, path, "theme, volume").values for kind in ProblemKind} == values

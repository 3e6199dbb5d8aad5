"""Records that another program wrote: whatever value is at any place, nothing fails.

Each value of a record, its `meta` at any depth included, is replaced by each kind of JSON value.
The record goes through every command, the history and the window: it is refused in one line that
names the place, or it is shown.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterable, Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from game.__main__ import main
from game.bots.service.process import PICTURE_ARGUMENT
from game.cli.describing import describe_match
from game.locale import Language, load_catalogue
from game.page.data import page_data
from game.page.holders import find_holders, word_holders
from game.page.possible import Possible
from game.page.result import describe_result
from game.play.own_seats import own_seats, people_here, seat_of_honour
from game.play.table import TableSetup
from game.rules.errors import FormatError
from game.rules.match import Match, Player
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.storage.places import HOME_VARIABLE
from game.storage.store import Storage
from tests.rules.fuzz import read as read_or_refuse
from tests.rules.mutations import inside
from tests.storage.matches import play_match

pytestmark = pytest.mark.slow

KINDS: tuple[Any, ...] = (
    None, True, False, 0, -1, 5, 10**400, 1.5, 1e300, "", "x", "2026-11-21", "\u202e\x00\x1b[31m",
    "9" * 300, "x" * 9000, "\ud800", [], [5], ["x"], [[]], [{}], {}, {"a": 1}, {"\ud800": 1},
)  # fmt: skip
"""Every kind of JSON value, and of text."""

META: dict[str, Any] = {
    "id": "0123456789abcdef",
    "table": json.loads(
        TableSetup(Ruleset(), (Player("Ana"), Player("Bob")), "7", "standard").to_meta()
    )["table"]
    | {
        "answer_seconds": 30,
        "substitutes": ["greedy"],
        "marks": ["coached", "timed"],
        "daily": "2026-11-21",
        "begun": "2026-11-21T12:00:00+01:00",
        "challenge": "line-1",
    },
    "apart": {
        "table": "ab" * 16,
        "own": [0],
        "placed_for": [{"round": 1, "call": 2, "seat": 1}],
        "substitutes": [
            {"seat": 1, "after_call": 3, "left": "Bob", "came": "Zoë", "why": "left"},
        ],
    },
}


def odd_metas() -> Iterator[tuple[str, dict[str, Any]]]:
    """`META` with one value replaced, for every place and kind, and what was done."""
    for path in places_in(META):
        for kind in KINDS:
            tree = deepcopy(META)
            inside(tree, path[:-1])[path[-1]] = deepcopy(kind)
            yield f"{'.'.join(map(str, path))} = {str(kind)[:20]!r}", tree


def places_in(value: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path to each value inside a tree."""
    steps = value if isinstance(value, dict) else range(len(value) if type(value) is list else 0)
    for step in steps:
        yield (*at, step)
        yield from places_in(value[step], (*at, step))


def with_meta(record: dict[str, Any], meta: Any) -> Match | None:
    """Return the match with this `meta`; None where the reader refuses it, as it must for halves
    of characters.
    """
    text = json.dumps(record | {"meta": meta})
    if "\\ud800" not in text:
        return parse_record(text)
    with pytest.raises(FormatError, match=r"^meta: not Unicode"):
        parse_record(text)
    return None


def check(record: dict[str, Any], store: Storage) -> bool:
    """Show a record in every way that reckons nothing; whether the reader takes it."""
    match = read_or_refuse(json.dumps(record))
    if match is None:
        return False
    catalogue = load_catalogue(Language.ENGLISH)
    assert set(own_seats(match)) <= set(people_here(match)) <= {0, 1}
    assert all(word_holders(holders, catalogue) for holders in find_holders(match))
    TableSetup.from_match(match).to_meta(match.meta)
    assert list(describe_match(match, catalogue))
    if match.is_complete:
        list(describe_result(match, 0, catalogue, possible=None, daily=None))
        page_data(match, seat_of_honour(match), Language.ENGLISH)
        assert store.profile.add_match(match) is not None
    assert print_record(parse_record(print_record(match))) == print_record(match)
    return True


def odd_records() -> Iterator[tuple[str, dict[str, Any]]]:
    """A record with each of its values, `meta` at any depth included, replaced by each kind."""
    whole = json.loads(print_record(play_match(names=("Ana", "Bob")))) | {"meta": META}
    for path in places_in(whole):
        for kind in KINDS:
            tree = deepcopy(whole)
            inside(tree, path[:-1])[path[-1]] = deepcopy(kind)
            yield f"{'.'.join(map(str, path))} = {str(kind)[:20]!r}", tree


def test_every_kind_of_value_in_any_place_is_shown_or_refused() -> None:
    """A sample; `python -m tests.test_foreign_records` tries all of them, in some minutes."""
    record = json.loads(print_record(play_match(names=("Ana", "Bob"))))
    sample = Random(3).sample([tree for _, tree in odd_records()], 30)
    metas = Random(3).sample([meta for _, meta in odd_metas()], 40)
    try_all([*sample, *(record | {"meta": meta} for meta in metas)])


def try_all(records: Iterable[dict[str, Any]]) -> None:
    """Show each record, and then everything that the history took of them."""
    store = Storage.in_memory()
    taken = 0
    for record in records:
        try:
            taken += check(record, store)
        except Exception as error:
            raise AssertionError(json.dumps(record)) from error
    assert taken
    played = store.profile.last_matches()
    assert played
    assert [store.profile.match(one.id) for one in played]


COMMANDS: tuple[tuple[str, ...], ...] = (
    ("score",),
    ("score", "--json"),
    ("score", "--text"),
    ("page", "-f"),
)


def go_through_commands(record: dict[str, Any], folder: Path, *, is_drawn: bool) -> None:
    """Give a record to every command that takes one: 0, or a complaint in one line.

    A finished one is drawn as well, which takes longer than all others.
    """
    path = folder / "match.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    match = read_or_refuse(json.dumps(record))
    for command, *words in COMMANDS:
        made = ("-o", str(folder / "made.html")) if command == "page" else ()
        status, err = run_quietly(command, str(path), *words, *made)
        is_scored = command == "score" and "--text" not in words
        is_fit = match is not None and (match.is_complete or is_scored)
        assert (status, err.count("\n")) == ((0, 0) if is_fit else (2, 1)), (words, err, record)
    if is_drawn and match is not None and match.is_complete:
        drawing = ("en", "", "", str(path), "-o", str(folder / "p.png"))
        assert run_quietly(PICTURE_ARGUMENT, *drawing) == (0, "")


def run_quietly(*arguments: str) -> tuple[int, str]:
    """Run a command in this process; its status, and what it says on standard error."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(arguments)
        err.flush()
    return status, err.buffer.getvalue().decode()


def reckon_nothing(match: Match, seat: int, on_progress: object = None) -> Possible:
    """Stand in for `possible_of`, which takes half a second a round and reads no `meta`."""
    return Possible((), 200.0, 180.0)


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty home, and nothing to reckon."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.setattr("game.cli.score.possible_of", reckon_nothing)
    monkeypatch.setattr("game.page.making.possible_of", reckon_nothing)
    return tmp_path


def test_a_sample_goes_through_every_command(home: Path) -> None:
    record = json.loads(print_record(play_match(names=("Ana", "Bob"))))
    sample = Random(1).sample([tree for _, tree in odd_records()], 8)
    metas = Random(1).sample([meta for _, meta in odd_metas()], 4)
    for number, tree in enumerate([*(record | {"meta": meta} for meta in metas), *sample]):
        go_through_commands(tree, home, is_drawn=number < 2)


if __name__ == "__main__":
    records = [record for _, record in odd_records()]
    try_all(records)
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        empty = home.__wrapped__(patch, Path(folder))  # type: ignore[attr-defined]
        for number, record in enumerate(records):
            go_through_commands(record, empty, is_drawn=number % 20 == 0)

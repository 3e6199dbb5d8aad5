"""A seat at one screen whose player leaves it to a computer (V3): record, results, storage."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.locale import Language, load_catalogue
from game.page.holders import find_holders, word_holders
from game.play.keeper import LocalKeeper
from game.play.own_seats import own_seats, seat_of_honour
from game.play.table import TableSetup
from game.play.table_control import MatchFlow, ScreenPassed, TableControl
from game.play.table_game import Phase, TableGame
from game.progress.level import first_own_seat
from game.rules.match import Match, Player
from game.rules.match_score import score_match
from game.rules.meta import read_substitutes
from game.rules.record import parse_record, print_record
from game.storage.profile import Profile
from tests.play.engines import ScriptedEngines, first_legal
from tests.play.playing import ANA, BEN, OTTO, sit
from tests.rules.referee import judge

CLEO = Player("Cleo")
RULES = (
    "classic free single none",
    "classic free pairs none",
    "classic free mail none",
    "daffodil-4 free single rays",
    "classic free single best-ray rounds=2",
)


def _control(game: TableGame) -> TableControl:
    return TableControl(game, ScriptedEngines(), lambda: 0.0, MatchFlow(lambda: 0.0))


def _steps(control: TableControl) -> Iterator[TableGame]:
    """Play a match to its end, a step at a time."""
    game = control.game
    for _ in range(2_000):
        yield game
        match game.phase():
            case Phase.MATCH_OVER:
                return
            case Phase.ACT:
                (move,) = first_legal(game.match, game.view)
                control.place(move.tile, move.space)
            case Phase.CLOSE:
                control.close_or_go_on()
            case Phase.ROUND_OVER:
                game.begin_round()
            case _:
                control.advance(0.1, is_moving=False)
    raise AssertionError("it never ends")


def left_after(rules: str, leaver: int, calls: int, **options: object) -> Match:
    """A match of Ana, Ben and Otto, whose person at a seat leaves once so many calls are made."""
    game = sit(ANA, BEN, OTTO, rules=rules, **options)
    control = _control(game)
    for _ in _steps(control):
        made = sum(len(played.calls) for played in game.match.rounds)
        if made == calls and leaver in game.can_be_left() and not game.successor(leaver):
            control.leave_seat(leaver)
            assert not game.is_person(leaver)
            assert game.view != leaver
    return game.match


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("leaver", [0, 1])
def test_v3_a_computer_plays_to_the_end_and_the_second_referee_agrees(
    rules: str, leaver: int
) -> None:
    match = left_after(rules, leaver, 5)
    assert match.is_complete
    record = print_record(match)
    judged = judge(json.loads(record))
    assert judged["complete"]
    totals = [player["total"] for player in judged["players"]]
    assert totals == [player.total for player in score_match(match).players]
    assert parse_record(record) == match
    (note,) = json.loads(record)["meta"]["substitutes"]
    name = (ANA, BEN)[leaver].name
    assert (note["seat"], note["left"], note["came"], note["why"]) == (
        leaver,
        name,
        "beaver",
        "left",
    )
    assert note["after_call"] in (4, 5)
    assert own_seats(match) == (1 - leaver,)
    assert seat_of_honour(match) == 1 - leaver
    assert first_own_seat(match) == (None if leaver == 0 else 0)


def test_v3_records_and_averages_are_nobodys_and_results_name_both() -> None:
    match = left_after(RULES[0], 0, 7)
    profile = Profile(None)
    profile.add_match(match)
    (played,) = profile.last_matches()
    assert [result.is_human for result in played.results] == [False, True, False]
    assert not played.counts
    assert profile.best(RULES[0]) is None
    assert profile.mean(RULES[0]) is None
    words = {
        Language.ENGLISH: "Ana, then Beaver",
        Language.GERMAN: "Ana, dann Biber",
        Language.FRENCH: "Ana, puis Castor",
        Language.ROMANIAN: "Ana, apoi Castorul",
    }
    holders = find_holders(match)
    for language, wanted in words.items():
        assert word_holders(holders[0], load_catalogue(language)) == wanted
    assert [len(held) for held in holders] == [2, 1, 1]


def test_v3_the_table_s_own_substitutes_come_first() -> None:
    match = left_after(RULES[0], 1, 3, substitutes=("fox", "magpie"))
    assert [came.bot for came in read_substitutes(match.meta)] == ["magpie"]


def test_v3_somebody_stays_and_the_screen_passes_on() -> None:
    game = sit(ANA, BEN, CLEO, has_hidden_boards=True)
    control = _control(game)
    game.begin_round()
    (move,) = first_legal(game.match, 0)
    control.place(move.tile, move.space)
    assert game.can_be_left() == (0, 1, 2)
    assert control.leave_seat(0) == [ScreenPassed(1)]
    (note,) = read_substitutes(game.match.meta)
    assert note.after_call == 1
    assert not game.is_hidden(0), "a computer has no secrets"
    assert ScreenPassed(2) not in control.leave_seat(2)
    assert read_substitutes(game.match.meta)[-1].after_call == 0, "the open call is the computer's"
    assert game.view == 1
    assert game.can_be_left() == ()
    # A match that is saved and opened again has the same people.
    saved = parse_record(print_record(game.match))
    again = TableGame(TableSetup.from_match(saved), LocalKeeper(saved))
    assert again.people() == (1,)
    assert [again.engine_of(seat) for seat in (0, 2)] == ["beaver", "beaver"]


@pytest.mark.parametrize("note", ["7", "[7]", '[{"seat": "x"}]', '[{"seat": 9, "came": "fox"}]'])
def test_foreign_words_about_who_left_end_nothing(note: str) -> None:
    match = left_after(RULES[0], 0, 3)
    meta = json.loads(match.meta or "{}") | {"substitutes": json.loads(note)}
    foreign = replace(match, meta=json.dumps(meta))
    assert own_seats(foreign) == (0, 1)
    assert [len(held) for held in find_holders(foreign)] == [1, 1, 1]

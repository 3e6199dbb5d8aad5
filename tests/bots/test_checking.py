"""`check-bot`: a bot that is bad in one way is caught by the cases of that way."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import psutil
import pytest

from game.__main__ import main
from game.bots.players.checking import CheckCase, CheckKind, check_cases, play_case
from game.bots.players.external import ExternalBot
from game.bots.players.registry import make_bot
from game.rules.boards import BoardName
from game.rules.match import Match
from game.rules.placement import Placement
from game.rules.record import print_record
from game.rules.ruleset import RayRule, all_rulesets
from tests.bots.test_external import PROGRAM, one_answer, program


@cache
def cases() -> tuple[CheckCase, ...]:
    """All of them."""
    return tuple(check_cases())


class Bad:
    """Plays at random, and breaks down in the positions of its weakness."""

    def __init__(self, is_weak: Callable[[Match, int], bool], *, closes: bool = True) -> None:
        self.is_weak, self.closes = is_weak, closes
        self._bot = make_bot("random")

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """As `Bot` has it."""
        assert not self.is_weak(match, seat)
        return self._bot.choose(match, seat, random)

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """As `Bot` has it."""
        assert self.closes
        return self._bot.choose_finish(match, seat, random)


def failing(bot: Bad) -> set[CheckKind]:
    """The kinds of cases that the bot does not survive."""

    def fails(case: CheckCase) -> bool:
        try:
            play_case(bot, case, Random(1))
        except AssertionError:
            return True
        return False

    return {case.kind for case in cases() if fails(case)}


def test_a_good_bot_passes() -> None:
    assert failing(Bad(lambda *_: False)) == set()


def test_every_case_has_its_position() -> None:
    """The calls and the seat's answers, its tiles in hand and those that it may move at the end."""
    *special, last = [case for case in cases() if case.kind is not CheckKind.RULES]
    shown = [_shown(case) for case in special]
    assert shown == [
        ("match", "classic free single none", 1, 6, 1, 1, 1, 0),
        ("hand", "classic free pairs none", 2, 6, 1, 1, 1, 0),
        ("hand", "classic free mail none bonus=call", 2, 6, 1, 1, 2, 0),
        ("hand", "classic free mail none bonus=call", 2, 6, 1, 1, 1, 0),
        ("closing", "daffodil-4 free single none", 1, 6, 21, 21, 0, 2),
        ("closing", "daffodil-4 free single none", 1, 6, 21, 21, 0, 3),
        ("lagging", "classic free mail none bonus=call", 2, 1, 4, 2, 2, 0),
    ]
    assert _shown(last)[:6] == ("long", f"{last.match.rules}", 6, 6, 10, 10)
    assert (last.seat, len(last.match.rounds)) == (5, last.match.rules.rounds) == (5, 12)
    assert {case.seat for case in special} == {0}
    turns = [
        (case.match.rules, len(case.match.round.calls), len(case.match.players))
        for case in cases()
        if case.kind is CheckKind.RULES
    ]
    assert turns == [
        (rules, number, 2 if rules.rays is RayRule.BEST_RAY else 1)
        for rules in all_rulesets()
        for number in (1, round(len(rules.call_sizes) / 2), len(rules.call_sizes))
    ]


def _shown(case: CheckCase) -> tuple[object, ...]:
    match, seat = case.match, case.match.round.seats[case.seat]
    tame = sum(not tile.is_wild for tile in seat.position.aside)
    lengths = (len(match.round.calls), len(seat.turns), len(seat.hand), tame)
    return (case.kind.value, str(match.rules), len(match.players), case.turns, *lengths)


def test_a_case_is_played_for_its_turns_and_a_match_to_its_end() -> None:
    played = [list[tuple[int, int]]() for _ in cases()]

    class Noting(Bad):
        def choose(self, match: Match, seat: int, random: Random) -> Placement:
            counts.append((seat, len(match.round.calls)))
            return super().choose(match, seat, random)

    for case, counts in zip(cases(), played, strict=True):
        play_case(Noting(lambda *_: False), case, Random(1))
        seat = case.match.round.seats[case.seat]
        if case.kind is CheckKind.MATCH:
            assert counts == [(0, call) for call in range(1, 20)]
        else:
            wanted = min(len(seat.hand), case.turns)
            assert counts == [(case.seat, len(case.match.round.calls))] * wanted


@pytest.mark.parametrize(
    ("is_weak", "caught"),
    [
        (lambda m, s: len(m.round.calls) > len(m.round.seats[s].turns), {CheckKind.LAGGING}),
        (lambda m, s: len(print_record(m)) > 1 << 14, {CheckKind.LONG}),
        (lambda m, s: m.rules.board is BoardName.CLASSIC and len(m.round.calls) == 7,
         {CheckKind.MATCH}),
        (lambda m, s: m.round.seats[s].turns[-1].placements != () and len(m.players) == 2
         and len(m.round.seats[s].hand) == 2, {CheckKind.HAND, CheckKind.RULES}),
        (lambda m, s: m.rules.daffodil == 3 and m.rules.bonus is not None, {CheckKind.RULES}),
    ],
)  # fmt: skip
def test_each_weakness_is_caught(
    is_weak: Callable[[Match, int], bool], caught: set[CheckKind]
) -> None:
    assert failing(Bad(is_weak)) == caught


def test_bad_closing_moves_are_caught() -> None:
    bad = failing(Bad(lambda *_: False, closes=False))
    assert bad == {CheckKind.CLOSING, CheckKind.RULES}


BUFFERED = PROGRAM.replace("print(json.dumps(answer), flush=True)", "out.write(json.dumps(answer))")
BUFFERED = BUFFERED.replace("for line", "out = open(1, 'w')\nfor line", 1)
NO_NEWLINE = PROGRAM.replace("flush=True", "flush=True, end=''")


@pytest.mark.parametrize(
    ("text", "reason", "cause"),
    [
        (BUFFERED, "answered only once its input had ended", "buffered"),
        (NO_NEWLINE, "did not end its answer with a newline", "without a newline"),
        ("import time; time.sleep(60)", "does it flush after each line?", "no flush"),
        (one_answer("hello"), "cannot be read", '{"place": "294@a1"}'),
        (one_answer('{"place": "294@zz"}'), "not allowed (294@zz)", "letter by letter"),
        ("import sys; sys.exit(3)", "ended without an answer", "standard error"),
        (one_answer('{"error": "no idea"}'), "broke down (no idea)", "its own"),
    ],
    ids=["buffered", "no newline", "silent", "no JSON", "illegal", "dies", "gives up"],
)
def test_what_is_wrong_is_told_with_its_cause(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    reason: str,
    cause: str,
) -> None:
    monkeypatch.setattr("game.cli.check_bot.check_cases", lambda: cases()[:1])
    name = program(tmp_path / "bad.py", text)
    assert main(["check-bot", name, "--bot-time", "2s"]) == 1
    out, _ = capsys.readouterr()
    first, *_, last = out.splitlines()
    assert first.startswith("A whole round: ")
    assert reason in first
    assert cause in first
    assert "went wrong" in last


@pytest.mark.slow
def test_after_three_late_answers_the_others_are_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.cli.check_bot.check_cases", lambda: cases()[:5])
    name = program(tmp_path / "slow.py", "import time; time.sleep(60)")
    assert main(["check-bot", name, "--bot-time", "1s"]) == 1
    *late, rest, last = capsys.readouterr().out.splitlines()
    assert len(late) == 3
    assert "2" in rest
    assert "3" in last


def test_a_good_program_passes_every_case(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check-bot", program(tmp_path / "good.py", PROGRAM)]) == 0
    assert "all went well" in capsys.readouterr().out


def test_the_bot_s_process_ends_with_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots: list[ExternalBot] = []

    def make(name: str, limit: float) -> ExternalBot:
        bots.append(ExternalBot(name, limit))
        return bots[-1]

    children = {*psutil.Process().children()}
    monkeypatch.setattr("game.cli.check_bot.check_cases", lambda: cases()[:1])
    monkeypatch.setattr("game.cli.check_bot.ExternalBot", make)
    assert main(["check-bot", program(tmp_path / "good.py", PROGRAM)]) == 0
    assert len(bots) == 1, "held, so that its end is no accident"
    assert {*psutil.Process().children()} <= children


@pytest.mark.parametrize("name", ["fox", "command:/no/such/program", "/no/such/file.py:Bot"])
def test_what_cannot_be_started_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-bot", name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1

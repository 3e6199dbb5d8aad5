"""`check-bot`: the lines of each failure, when it stops, and its status. No program is started."""

from __future__ import annotations

from random import Random

import pytest

from game.bots.players.checking import CheckCase, CheckKind
from game.bots.players.external import ExternalBotError, Failing
from game.rules.match import Match, Player, PlayerKind, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from tests.terminal import run

NAME = "clever.py:Bot"


def case_of(kind: CheckKind, calls: int = 1) -> CheckCase:
    """A case in which one placement is asked for, that of the last call."""
    match = apply(new_match(Ruleset(), (Player("bot", PlayerKind.BOT),)), BeginRound())[0]
    for number in range(calls):
        match = apply(match, Call((match.bag[0],)))[0]
        if number < calls - 1:
            first = legal_placements(match, 0)[0]
            match = apply(match, Place(0, first.tile, first.space))[0]
    return CheckCase(kind, match)


class Bots:
    """Stands in for external bots: the one that is made fails in the listed cases."""

    def __init__(self, *failing: Failing | None, cause: str = "7") -> None:
        self.failing = list(failing)
        self.cause = cause
        self.made: list[tuple[str, float]] = []
        self.closed = 0

    def __call__(self, name: str, limit: float) -> Bots:
        self.made.append((name, limit))
        return self

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """As `Bot` has it."""
        failing = self.failing.pop(0)
        if failing is not None:
            raise ExternalBotError(NAME, failing, self.cause)
        return legal_placements(match, seat)[0]

    def close(self) -> None:
        """As `ExternalBot` has it."""
        self.closed += 1


def check(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    bots: Bots,
    cases: list[CheckCase],
) -> tuple[int, list[str], str]:
    """Status, printed lines and errors of a check."""
    monkeypatch.setattr("game.cli.check_bot.ExternalBot", bots)
    monkeypatch.setattr("game.cli.check_bot.check_cases", lambda: iter(cases))
    status, out, err = run(capsys, "check-bot", NAME, "--bot-time", "9s")
    assert (bots.made, bots.closed) == ([(NAME, 9)], 1)
    return status, out.splitlines(), err


def test_a_good_bot_is_praised_with_its_slowest_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter((0.0, 0.04, 1.0, 1.0624, 2.0, 2.05))
    monkeypatch.setattr("game.cli.check_bot.time.perf_counter", lambda: next(clock))
    cases = [case_of(CheckKind.RULES) for _ in range(3)]
    words = "Bot: all went well, 3 answers, the slowest in 62 ms."
    found = check(capsys, monkeypatch, Bots(None, None, None), cases)
    assert found == (0, [words], "")


def test_each_failure_is_a_line_with_its_case_and_cause(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = Bots(
        Failing.DIED,
        Failing.RAISED,
        Failing.GARBLED,
        Failing.ILLEGAL,
        None,
        Failing.LATE,
        Failing.UNENDED,
    )
    cases = [case_of(kind) for kind in CheckKind if kind is not CheckKind.MATCH]
    cases += [case_of(CheckKind.RULES, 3), case_of(CheckKind.LONG)]
    status, out, err = check(capsys, monkeypatch, bots, cases)
    assert (status, err) == (1, "")
    heads, causes = zip(*(line.split(f": {NAME} ") for line in out[:-1]), strict=True)
    assert heads == (
        "A turn (classic free single none, call 1)",
        "A hand of which some tiles are placed already",
        "The closing moves of Daffodil 4",
        "An unfinished record, whose calls are further than the seat",
        "A turn (classic free single none, call 3)",
        "A long question, with names that are not plain letters",
    )
    assert [cause.partition(".")[0] for cause in causes] == [
        "ended without an answer",
        "broke down (7)",
        "gave an answer that cannot be read (7)",
        "gave an answer that is not allowed (7)",
        "did not answer within 7 s (does it flush after each line?)",
        "did not end its answer with a newline within 7 s",
    ]
    assert [cause.partition(". ")[2].split()[0] for cause in causes] == [
        *("It", "The", "Each", "The", "The", "The")
    ]
    assert out[-1] == "Bot: 6 of 7 cases went wrong."


def test_a_bot_s_own_words_are_printed_without_control_characters(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = Bots(Failing.RAISED, cause="\x1b[2J")
    _, out, _ = check(capsys, monkeypatch, bots, [case_of(CheckKind.RULES)])
    assert "broke down (" in out[0]
    assert all(line.isprintable() for line in out)


@pytest.mark.parametrize("last", [Failing.LATE, Failing.UNFLUSHED, Failing.UNENDED])
def test_the_third_late_answer_ends_the_check(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, last: Failing
) -> None:
    bots = Bots(Failing.LATE, Failing.DIED, Failing.UNFLUSHED, None, last)
    cases = [case_of(CheckKind.RULES) for _ in range(9)]
    status, out, _ = check(capsys, monkeypatch, bots, cases)
    assert (status, len(out), bots.failing) == (1, 6, [])
    assert out[-2:] == [
        "Cases not tried, because it answers too late: 4.",
        "Bot: 4 of 9 cases went wrong.",
    ]


def test_a_bot_that_does_not_start_is_refused_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [case_of(CheckKind.RULES) for _ in range(2)]
    status, out, err = check(capsys, monkeypatch, Bots(Failing.LOAD), cases)
    assert (status, out) == (2, [])
    cause = "Is its name right, and can the program be run?"
    assert err == f"take-it-easy: {NAME} could not be started (7). {cause}\n"


def test_a_bot_that_is_not_external_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    known = "an external bot is named MODULE:NAME, FILE.py:NAME or command:PROGRAM ..."
    words = f"take-it-easy: {'f' * 60!r}: {known}\n"
    assert run(capsys, "check-bot", "f" * 61) == (2, "", words)

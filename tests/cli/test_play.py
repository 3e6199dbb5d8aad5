"""`play` prints matches that end, fail or are interrupted, and reads deals."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.bots.evaluate import Measured
from game.bots.players.external import ExternalBotError, Failing, recorded_name
from game.bots.players.registry import make_bot
from game.cli.play import (
    SeededDeal,
    _describe,
    _MatchOutcome,
    board_of_deals,
    play_match,
    read_deals,
    seeded_deals,
)
from game.rules.boards import BOARDS, BoardName
from game.rules.deal import deal_order, format_deal, round_seed
from game.rules.errors import Fault, FormatError
from game.rules.match import Match, Player, PlayerKind, legal_placements
from game.rules.match_score import score_match
from game.rules.placement import Placement
from game.rules.record import parse_record
from game.rules.ruleset import MAX_PLAYERS, CallRule, Ruleset
from game.storage.codes import Deal, format_code, parse_code
from tests.terminal import feed, run

WORDS = ("play", "--bot", "fox", "--bot", "fox", "--games")


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def outcome(*totals: float) -> _MatchOutcome:
    """A match of two with these totals, each won by four moves of a millisecond."""
    figures = tuple(Measured([total], seconds=[0.001] * 4) for total in totals)
    return _MatchOutcome(f"record {totals[0]}", figures)


def failure(failing: Failing) -> _MatchOutcome:
    """A match that an external bot has ended."""
    return _MatchOutcome(failed=ExternalBotError("a\x1b.py:Bot", failing, "why"))


@pytest.fixture
def end(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets the outcomes of all matches."""

    def set_outcomes(*outcomes: _MatchOutcome | BaseException) -> None:
        left = iter(outcomes)

        def play(_: object) -> _MatchOutcome:
            one = next(left)
            if isinstance(one, BaseException):
                raise one
            return one

        monkeypatch.setattr("game.cli.play._play", play)

    return set_outcomes


FIGURES = [
    "fox: 2 games, mean 110.000, standard error 10.000, 1.000 ms a move",
    "fox 2: 2 games, mean 60.500, standard error 0.500, 1.000 ms a move",
]


def test_a_failed_match_is_reported_and_the_others_count(
    capsys: pytest.CaptureFixture[str], end: Any
) -> None:
    words = "Match {}: a\ufffd.py:Bot broke down (why)."
    for options, is_json in (((), False), (("--json",), True)):
        end(outcome(100, 61), failure(Failing.RAISED), outcome(120, 60), failure(Failing.RAISED))
        status, out, err = run(capsys, *WORDS, "4", *options)
        failed = [words.format(f"{number} ended") for number in (2, 4)]
        assert status == 1
        assert out.splitlines() == (["record 100", "record 120"] if is_json else FIGURES)
        assert err.splitlines() == [*failed, *(FIGURES if is_json else ())]


def test_a_bot_that_does_not_start_ends_all_matches(
    capsys: pytest.CaptureFixture[str], end: Any
) -> None:
    end(outcome(100, 60), failure(Failing.LOAD), outcome(120, 61))
    status, out, err = run(capsys, *WORDS, "9")
    assert (status, err) == (1, "Match 2 ended: a\ufffd.py:Bot could not be started (why).\n")
    assert [line.partition(",")[0] for line in out.splitlines()] == ["fox: 1 game", "fox 2: 1 game"]


def test_an_interrupt_ends_the_matches_with_their_figures(
    capsys: pytest.CaptureFixture[str], end: Any
) -> None:
    end(outcome(100, 61), outcome(120, 60), KeyboardInterrupt())
    assert run(capsys, *WORDS, "9") == (130, "\n".join([*FIGURES, ""]), "")
    end(KeyboardInterrupt())
    assert run(capsys, *WORDS, "9") == (130, "", "")


def test_progress_is_printed_every_two_seconds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, end: Any
) -> None:
    clock = iter((5.0, 6.9, 7.0, 7.0, 8.9, 9.5, 9.5))
    monkeypatch.setattr("game.cli.play.time.monotonic", lambda: next(clock))
    end(*(outcome(total, 60) for total in (100, 120, 110, 150)))
    status, _, err = run(capsys, *WORDS, "4")
    assert status == 0
    assert err.splitlines() == [
        "fox: 2 games, mean 110.00",
        "fox 2: 2 games, mean 60.00",
        "fox: 4 games, mean 120.00",
        "fox 2: 4 games, mean 60.00",
    ]


def test_a_terminal_shows_a_bar_that_is_gone_before_the_figures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, end: Any
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "120")
    end(outcome(100, 61), failure(Failing.DIED), outcome(120, 60))
    status, out, _ = run(capsys, *WORDS, "3", "--json")
    assert (status, out) == (1, "record 100\nrecord 120\n")
    written = terminal.getvalue()
    bars = [piece for piece in re.split(r"[\r\n]", written) if piece.startswith("[")]
    assert bars == [
        "[########----------------] 1/3  fox: 1 game, mean 100.00 · fox 2: 1 game, mean 61.00",
        "[########################] 3/3  fox: 2 games, mean 110.00 · fox 2: 2 games, mean 60.50",
    ]
    assert written.count(" " * len(bars[0])) == 2, "each is written over with blanks"
    lines = [line.rpartition("\r")[2] for line in written.splitlines(keepends=True)]
    assert "".join(lines).splitlines() == [
        "Match 2 ended: a\ufffd.py:Bot ended without an answer.",
        *FIGURES,
    ]


def test_deals_of_a_file_are_read_or_refused(tmp_path: Path, capsys: Any) -> None:
    rules = Ruleset.parse("daffodil-1 free single none rounds=2")
    lines = [format_deal(deal_order(rules.grid, str(number))) for number in range(4)]
    first, second = read_deals(["", lines[0], " ", *lines[1:]], rules)
    assert first.orders == tuple(deal_order(rules.grid, seed) for seed in "01")
    assert second.orders == tuple(deal_order(rules.grid, seed) for seed in "23")
    assert (first.seeds, first.chance) == ((None, None), f"{lines[0]} {lines[1]}")
    with pytest.raises(FormatError) as refused:
        list(read_deals(["", "  "], rules))
    assert refused.value.fault is Fault.NO_DEALS
    file = tmp_path / "deals"
    for raw, reason in ((b"\n", "no deals"), (b"\xff\xfe\0", "not a text file")):
        file.write_bytes(raw)
        status, _, err = run(capsys, "play", "--bot", "fox", "--deals", str(file))
        assert (status, err) == (2, f"take-it-easy: {file}: {reason}\n")
    status, _, err = run(capsys, "play", "--bot", "fox", "--deals", "a\0b")
    assert (status, err) == (2, "take-it-easy: a\ufffdb: not a text file\n")


def test_the_board_of_deals_is_known_by_their_length() -> None:
    for name, board in BOARDS.items():
        line = format_deal(deal_order(board, "7"))
        assert board_of_deals(["", line, "1"]) is name
    assert board_of_deals(["123 456"]) is board_of_deals([]) is BoardName.CLASSIC


def test_each_game_has_seeds_of_its_own() -> None:
    rules = Ruleset(rounds=2)
    first, second = seeded_deals(rules, 2, "x")
    assert (first.seeds, first.chance) == (("x", round_seed("x", 1)), "x")
    assert second.chance == round_seed("x", 1)
    assert second.seeds == (second.chance, round_seed(second.chance, 1))
    for deal in (first, second):
        assert deal.orders == tuple(deal_order(rules.grid, seed or "") for seed in deal.seeds)


def test_a_match_is_played_by_its_deal_and_measured() -> None:
    rules = Ruleset(rounds=2)
    orders = tuple(deal_order(rules.grid, seed) for seed in "12")
    deal = SeededDeal(orders, ("s", None), "chance")
    figures = [Measured(), Measured([7.0])]
    bots = [make_bot("random"), make_bot("random")]
    match = play_match(rules, (Player("A"), Player("B")), bots, deal, figures)
    assert [(one.seed, one.called) for one in match.rounds] == [("s", orders[0]), (None, orders[1])]
    totals = [player.total for player in score_match(match).players]
    assert [figure.totals for figure in figures] == [[totals[0]], [7.0, totals[1]]]
    assert [len(figure.seconds) for figure in figures] == [38, 38]
    assert totals[0] != totals[1], "each seat has chances of its own"
    again = play_match(rules, match.players, bots, deal, [Measured(), Measured()])
    assert again == match


def test_deals_that_fill_no_match_are_refused() -> None:
    lines = [" ".join(map(str, deal_order(BOARDS[BoardName.CLASSIC], seed))) for seed in "123"]
    assert len(list(read_deals(lines[:2], Ruleset(rounds=2)))) == 1
    with pytest.raises(FormatError) as refused:
        list(read_deals(lines, Ruleset(rounds=2)))
    assert refused.value.fault is Fault.DEALS_LEFT


def test_bots_play_and_are_scored(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("play", "--bot", "greedy", "--games", "3", "--seed", "x", "--json")
    status, out, err = run(capsys, *arguments)
    assert status == 0
    matches = [parse_record(line) for line in out.splitlines()]
    assert all(match.is_complete for match in matches)
    assert [m.rounds[0].seed for m in matches] == [round_seed("x", n) for n in range(3)]
    assert err.startswith("greedy: 3 games, mean ")
    again = run(capsys, *arguments)[1]
    assert again == out, "the same seed plays the same games"
    feed(monkeypatch, out)
    totals = [
        json.loads(line)["players"][0]["total"]
        for line in run(capsys, "score", "--json", "-")[1].splitlines()
    ]
    assert f"mean {sum(totals) / 3:.3f}" in err
    _, out, err = run(capsys, *arguments[:-1])
    assert out.startswith("greedy: 3 games, mean ")
    assert err == "", "without records the figures are the result"
    assert run(capsys, *arguments[:3], "--games", "1")[1].startswith("greedy: 1 game, mean ")


@pytest.mark.parametrize("board", list(BoardName))
def test_bots_play_given_deals(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, board: BoardName
) -> None:
    orders = [deal_order(BOARDS[board], str(n)) for n in range(2)]
    path = tmp_path / "deals.txt"
    # The digits of a tile are written in any order: no number stands in two directions (T3).
    lines = [
        " ".join(f"{tile}"[turn:] + f"{tile}"[:turn] for tile in order)
        for turn, order in enumerate(orders, 1)
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    status, out, _ = run(capsys, "play", "--bot", "random", "--deals", str(path), "--json")
    matches = [parse_record(line) for line in out.splitlines()]
    assert status == 0
    assert [m.rounds[0].called for m in matches] == orders
    assert all(m.rules == Ruleset(board) for m in matches)


def test_a_computer_s_figures_are_of_all_its_games_and_moves() -> None:
    seat = Measured([100.0, 110.0], seconds=[0.002, 0.004, 0.006])
    figures = "2 games, mean 105.000, standard error 5.000, 4.000 ms a move"
    assert _describe("fox", seat) == f"fox: {figures}"
    assert _describe("fox", Measured([9.0])).endswith(" 0.000 ms a move")


def test_a_file_of_deals_may_be_as_long_as_the_limit(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(" ".join(map(str, deal_order(Ruleset().grid, "1"))), encoding="utf-8")
    words = ("play", "--bot", "random", "--deals", str(path))
    size = path.stat().st_size
    for most, status in ((size, 0), (size - 1, 2)):
        monkeypatch.setattr("game.cli.play.MOST_DEALS_BYTES", most)
        found, _, err = run(capsys, *words)
        assert (found, "longer than" in err) == (status, status == 2)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda words: words[:-1], "18 tiles"),
        (lambda words: [*words[:-1], words[0]], "tile called twice"),
        (lambda words: [*words[:-1], "***"], "not a tile of the Classic board"),
        (lambda words: [*words[:-1], "abc"], "no such tile"),
    ],
)
def test_bad_deals_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, change: Any, reason: str
) -> None:
    words = [str(tile) for tile in deal_order(Ruleset().grid, "1")]
    path = tmp_path / "deals.txt"
    path.write_text("\n" + " ".join(change(words)), encoding="utf-8")
    status, out, err = run(capsys, "play", "--bot", "random", "--deals", str(path))
    assert (status, out) == (2, "")
    assert err.startswith(f"take-it-easy: {path}: line 2: ")
    assert reason in err


def test_several_bots_share_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    rules = "daffodil-4 adjacent-symbol mail best-ray rounds=2"
    status, out, err = run(
        capsys, "play", "--bot", "random", "--bot", "random", "--rules", rules, "--json"
    )
    match = parse_record(out)
    assert (status, match.is_complete, len(match.rounds)) == (0, True, 2)
    assert [p.name for p in match.players] == ["random", "random 2"]
    assert len(err.splitlines()) == 2


def test_a_bot_that_cannot_be_loaded_is_named_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "broken.py").write_text("raise RuntimeError('no such luck')\n", encoding="utf-8")
    bot = f"{tmp_path / 'broken.py'}:Bot"
    status, out, err = run(capsys, "play", "--bot", bot, "--games", "3", "--json")
    assert (status, out) == (1, "")
    assert err.count("no such luck") == 1, err


CODE = "0000-1AHW"


@pytest.mark.parametrize("call", list(CallRule))
def test_a_deal_is_played_as_it_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, call: CallRule
) -> None:
    printed = run(capsys, "deal", "--call", call.value, "42")[1]
    feed(monkeypatch, printed)
    status, out, _ = run(capsys, "play", "--bot", "random", "--deals", "-", "--json")
    called = [str(tile) for tile in parse_record(out).round.called]
    assert (status, called) == (0, printed.split())


def test_a_code_deals_what_it_stands_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "deal", CODE) == run(capsys, "deal", "42")
    code = format_code(Deal(Ruleset.parse("daffodil-4 free mail rays bonus=game rounds=2"), "7"))
    assert run(capsys, "deal", code) == run(
        capsys, "deal", "--board", "daffodil", "--call", "mail", "7"
    )
    assert run(capsys, "deal", code, "--board", "classic", "--call", "pairs") == run(
        capsys, "deal", "--call", "pairs", "7"
    )
    _, out, _ = run(capsys, "play", "--bot", "random", "--seed", code, "--json")
    match = parse_record(out)
    assert (match.rules, match.rounds[0].seed, len(match.rounds)) == (
        parse_code(code).rules,
        "7",
        2,
    )
    rules = "classic free pairs none"
    _, out, _ = run(capsys, "play", "--bot", "random", "--seed", code, "--rules", rules, "--json")
    assert str(parse_record(out).rules) == rules, "named rules go before the code's"


def test_bots_play_by_the_rules_that_are_named_by_a_code_or_by_the_deals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tasks: list[Any] = []

    def play(task: Any) -> _MatchOutcome:
        tasks.append((str(task.rules), task.deal.seeds, task.bot_seconds))
        return outcome(100)

    monkeypatch.setattr("game.cli.play._play", play)
    daffodil = Ruleset.parse("daffodil-3 free pairs rays rounds=2")
    code, file = format_code(Deal(daffodil, "7")), str(tmp_path / "deals")
    order = format_deal(deal_order(daffodil.grid, "7"))
    Path(file).write_text(f"{order}\n{order}\n", encoding="utf-8")
    classic, plain = str(Ruleset()), "daffodil-1 free single none"
    seeds = ("7", round_seed("7", 1))
    for words, expected in (
        ((), [(classic, ("1",), 30)]),
        (("--seed", "7", "--bot-time", "9s"), [(classic, ("7",), 9)]),
        (("--seed", code), [(str(daffodil), seeds, 30)]),
        (("--seed", code, "--rules", plain), [(plain, ("7",), 30)]),
        (("--deals", file), [(plain, (None,), 30)] * 2),
        (("--deals", file, "--rules", str(daffodil)), [(str(daffodil), (None, None), 30)]),
    ):
        assert run(capsys, "play", "--bot", "fox", *words)[0] == 0
        assert tasks == expected, words
        tasks.clear()
    refused: list[tuple[tuple[str, ...], str]] = [
        (("--deals", file, "--seed", "7"), "--seed deals nothing beside --deals"),
        (("--bot", "wolf"), "There is no computer player 'wolf'; there are: "),
        (("--bot", "fox") * MAX_PLAYERS, "At most six players can take a seat."),
    ]
    for wrong, reason in refused:
        status, out, err = run(capsys, "play", "--bot", "fox", *wrong)
        assert (status, out, tasks) == (2, "", [])
        assert reason in err


def test_players_are_named_briefly_and_recorded_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []

    class Bot:
        def __init__(self, name: str, seconds: float) -> None:
            made.append((name, seconds))

        def choose(self, match: Match, seat: int, random: Random) -> Placement:
            return legal_placements(match, seat)[0]

    monkeypatch.setattr("game.cli.play.ExternalBot", Bot)
    names = ("clever.py:Bot", "random", "clever.py:Bot")
    words = ["play", *(word for name in names for word in ("--bot", name)), "--json"]
    for seconds in ("5s", "5s", "6s"):
        status, out, err = run(capsys, *words, "--bot-time", seconds)
        assert status == 0
        assert [(one.name, one.kind, one.bot) for one in parse_record(out).players] == [
            ("Bot", PlayerKind.BOT, recorded_name("clever.py:Bot")),
            ("random", PlayerKind.BOT, "random"),
            ("Bot 2", PlayerKind.BOT, recorded_name("clever.py:Bot")),
        ]
        assert [line.partition(":")[0] for line in err.splitlines()] == ["Bot", "random", "Bot 2"]
    # Started bots are used again until the names or the time limit change.
    assert made == [(names[0], 5)] * 2 + [(names[0], 6)] * 2

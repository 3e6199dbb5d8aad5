"""`take-it-easy play`: bots play without a window."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from game.bots.bar import Bar
from game.bots.evaluate import Measured
from game.bots.players.external import (
    ExternalBot,
    ExternalBotError,
    Failing,
    is_external,
    recorded_name,
    short_name,
)
from game.bots.players.playing import TimedBot, play_on
from game.bots.players.registry import BOT_NAMES, UnknownBotError, make_bot
from game.bots.protocol import Bot
from game.bots.spread import Spread
from game.cli.deal import join_calls
from game.cli.drawing import clean, number_alike
from game.locale import Catalogue
from game.locale.errors import word_error
from game.play.entering import read_tile
from game.rules.boards import BOARDS, Board, BoardName
from game.rules.deal import deal_order, parse_deal, round_seed, split_calls
from game.rules.errors import Fault, FormatError, fault_of_file
from game.rules.match import Match, Player, PlayerKind, apply, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.rules.texts import decode_text
from game.rules.tiles import Tile

PLAY_PROGRESS_SECONDS = 2.0

MOST_DEALS_BYTES = 1 << 24
"""Most bytes of a file of deals, some 200,000 deals."""


@dataclass(frozen=True, slots=True)
class SeededDeal:
    """The orders of all rounds of a match; `seeds` are None for deals from a file."""

    orders: tuple[tuple[Tile, ...], ...]
    seeds: tuple[str | None, ...]
    chance: str
    """The seed of the bots' random choices."""


def run_play(options: Namespace, catalogue: Catalogue) -> int:
    """Play all deals with the named bots, one a seat, and print their results.

    Figures go to standard output; with `--json` records do, and figures to standard error, like
    progress. An external bot that fails ends its match with an error line; the other matches
    continue, and the exit status is 1. Raises `RulesetError`, and `FormatError` for an unknown bot,
    an invalid deal, or a cluster that does not answer.
    """
    names = tuple(options.bots)
    rules, deals, total = _choose_deals(options, catalogue)
    players = _name_players(names)
    _refuse_unknown(names)
    new_match(rules, players)
    spread = Spread(options.jobs, options.dask)
    figures = [Measured() for _ in names]
    bar, shown, status = Bar(total), time.monotonic(), 0
    tasks = (_MatchTask(names, rules, players, deal, options.bot_time) for deal in deals)
    try:
        for number, outcome in enumerate(spread.map(_play, tasks), 1):
            if outcome.failed is not None:
                bar.clear()
                reason = outcome.failed.reason
                print(clean(f"Match {number} ended: {reason}."), file=sys.stderr, flush=True)
                status = 1
                if outcome.failed.failing is Failing.LOAD:
                    break  # the bot would fail in every other match too
                continue
            for seat, figure in zip(figures, outcome.figures, strict=True):
                seat.add(figure)
            if options.json:
                bar.clear()
                print(outcome.record, flush=True)
            if bar.is_drawn:
                bar.show(number, " · ".join(_progress(players, figures)))
            elif time.monotonic() - shown >= PLAY_PROGRESS_SECONDS:
                shown = time.monotonic()
                print("\n".join(_progress(players, figures)), file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        status = 130
    bar.clear()
    for player, seat in zip(players, figures, strict=True):
        if seat.totals:
            words = clean(_describe(player.name, seat))
            print(words, file=sys.stderr if options.json else sys.stdout)
    return status


def _choose_deals(
    options: Namespace, catalogue: Catalogue
) -> tuple[Ruleset, Iterable[SeededDeal], int]:
    """Return the rules, the deals, and their number."""
    if options.deals is not None and options.seed is not None:
        raise FormatError("--seed deals nothing beside --deals")
    code_rules, seed = options.seed or (None, "1")
    rules: Ruleset | None = options.rules
    if options.deals is None:
        rules = rules or code_rules or Ruleset()
        return rules, seeded_deals(rules, options.games, seed), options.games
    try:
        lines = join_calls(_read_lines(options.deals))
        rules = rules or Ruleset(board_of_deals(lines))
        deals = list(read_deals(lines, rules))
    except FormatError as error:
        raise FormatError(word_error(catalogue, error), options.deals) from None
    return rules, deals, len(deals)


def _read_lines(name: str) -> list[str]:
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
            raw = file.read(MOST_DEALS_BYTES + 1)
        if len(raw) > MOST_DEALS_BYTES:
            raise FormatError(Fault.TOO_MANY_BYTES, most=MOST_DEALS_BYTES)
        return decode_text(raw).splitlines()
    except OSError as error:
        raise fault_of_file(error) from None
    except ValueError:
        raise FormatError(Fault.NOT_A_TEXT_FILE) from None


def _refuse_unknown(names: Sequence[str]) -> None:
    try:
        for name in names:
            if not is_external(name):
                make_bot(name)
    except UnknownBotError as error:
        known = ", ".join(BOT_NAMES)
        reason = f"There is no computer player {str(error)!r}; there are: {known}."
        raise FormatError(reason) from None


@dataclass(frozen=True, slots=True)
class _MatchTask:
    """A match to be played, in this process or another."""

    names: tuple[str, ...]
    rules: Ruleset
    players: tuple[Player, ...]
    deal: SeededDeal
    bot_seconds: float


@dataclass(frozen=True, slots=True)
class _MatchOutcome:
    """A match's record and each seat's figures, or an external bot's error."""

    record: str = ""
    figures: tuple[Measured, ...] = ()
    failed: ExternalBotError | None = None


_thread_bots = threading.local()
"""The bots of each thread, reused because external ones start slowly."""


def _play(task: _MatchTask) -> _MatchOutcome:
    key = task.names, task.bot_seconds
    if getattr(_thread_bots, "key", None) != key:
        _thread_bots.key = key
        _thread_bots.bots = [
            ExternalBot(name, task.bot_seconds) if is_external(name) else make_bot(name)
            for name in task.names
        ]
    figures = tuple(Measured() for _ in task.names)
    try:
        match = play_match(task.rules, task.players, _thread_bots.bots, task.deal, figures)
    except ExternalBotError as error:
        return _MatchOutcome(failed=error)
    return _MatchOutcome(print_record(match), figures)


def play_match(
    rules: Ruleset,
    players: tuple[Player, ...],
    bots: Sequence[Bot],
    deal: SeededDeal,
    figures: Sequence[Measured],
) -> Match:
    """Play one whole match with the deal's calls."""
    match = new_match(rules, players)
    randoms = [Random(f"{deal.chance} {seat}") for seat in range(len(bots))]
    timed = [
        TimedBot(bot, figure.seconds, time.perf_counter)
        for bot, figure in zip(bots, figures, strict=True)
    ]
    for order, seed in zip(deal.orders, deal.seeds, strict=True):
        match, _ = apply(match, BeginRound(None, seed))
        match = play_on(match, timed, split_calls(rules, order), randoms)
    for figure, earned in zip(figures, score_match(match).players, strict=True):
        figure.totals.append(earned.total)
    return match


def seeded_deals(rules: Ruleset, games: int, seed: str) -> Iterator[SeededDeal]:
    """Yield `games` deals: the first of `seed`, the others of seeds derived from it."""
    for game in range(games):
        match_seed = round_seed(seed, game)
        seeds = tuple(round_seed(match_seed, i) for i in range(rules.rounds))
        orders = tuple(deal_order(rules.grid, s) for s in seeds)
        yield SeededDeal(orders, seeds, match_seed)


def read_deals(lines: Sequence[str], rules: Ruleset) -> Iterator[SeededDeal]:
    """Yield the deals of `lines`, one line for each round of a match; all are checked first.

    Raises `FormatError` with the line's number for an invalid deal or one of another board.
    """
    orders = [
        (number, read_order(line, rules.grid, number))
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]
    if not orders:
        raise FormatError(Fault.NO_DEALS)
    if len(orders) % rules.rounds:
        raise FormatError(Fault.DEALS_LEFT, deals=len(orders), rounds=rules.rounds)
    for start in range(0, len(orders), rules.rounds):
        rounds = orders[start : start + rules.rounds]
        yield SeededDeal(
            tuple(order for _, order in rounds),
            (None,) * rules.rounds,
            " ".join(str(tile) for _, order in rounds for tile in order),
        )


def read_order(line: str, board: Board, number: int) -> tuple[Tile, ...]:
    """Parse the tiles of one line, in calling order, the digits of each in any order (T3).

    Raises `FormatError`.
    """
    words = (str(read_tile(word) or word) for word in line.split())
    try:
        return parse_deal(board, " ".join(words))
    except FormatError as error:
        raise error.at(number) from None


def board_of_deals(lines: Sequence[str]) -> BoardName:
    """Return the board of the first deal, by its number of tiles."""
    first = next((line for line in lines if line.strip()), "")
    by_length = {len(board): name for name, board in BOARDS.items()}
    return by_length.get(len(first.split()), BoardName.CLASSIC)


def _name_players(names: Sequence[str]) -> tuple[Player, ...]:
    called = [short_name(name) if is_external(name) else name for name in names]
    return tuple(
        Player(shown, PlayerKind.BOT, recorded_name(name))
        for shown, name in zip(number_alike(called), names, strict=True)
    )


def _progress(players: Sequence[Player], figures: Sequence[Measured]) -> list[str]:
    return [
        f"{player.name}: {_count(seat)}, mean {seat.mean:.2f}"
        for player, seat in zip(players, figures, strict=True)
        if seat.totals
    ]


def _describe(name: str, seat: Measured) -> str:
    milliseconds = 1000 * sum(seat.seconds) / max(1, len(seat.seconds))
    figures = f"mean {seat.mean:.3f}, standard error {seat.error:.3f}, {milliseconds:.3f} ms a move"
    return f"{name}: {_count(seat)}, {figures}"


def _count(seat: Measured) -> str:
    number = len(seat.totals)
    return f"{number:,} game" if number == 1 else f"{number:,} games"

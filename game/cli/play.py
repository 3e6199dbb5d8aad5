"""`take-it-easy play`: bots play without a window."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, stdev

from game.bots.players.registry import make_bot
from game.bots.protocol import Bot
from game.locale import Catalogue
from game.rules.boards import BOARDS, Board, BoardName
from game.rules.deal import deal_order, parse_deal, round_seed, split_calls
from game.rules.errors import Fault, FormatError
from game.rules.match import Match, Player, PlayerKind, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Finish, Place
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.rules.standing import score_match
from game.rules.tiles import Tile

PROGRESS_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class SeededDeal:
    """The orders of all rounds of a match; `seeds` are None for deals from a file."""

    orders: tuple[tuple[Tile, ...], ...]
    seeds: tuple[str | None, ...]
    chance: str
    """What seeds the bots' own randomness."""


@dataclass(slots=True)
class Figures:
    """Totals of one seat, and the time its moves took."""

    totals: list[float] = field(default_factory=list)
    moves: int = 0
    seconds: float = 0.0

    @property
    def mean(self) -> float:
        """The mean total."""
        return fmean(self.totals)

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; 0 for a single game."""
        count = len(self.totals)
        return stdev(self.totals) / math.sqrt(count) if count > 1 else 0.0


def run_play(
    names: Sequence[str],
    rules: Ruleset,
    deals: Iterator[SeededDeal],
    catalogue: Catalogue,
    *,
    is_json: bool,
) -> int:
    """Play every deal with the named bots, one to a seat, and tell how they fared.

    Records go to standard output with `is_json`, progress and figures to standard error.
    Raises `UnknownBotError`, `RulesetError`, and `FormatError` for a bad deal.
    """
    bots = [make_bot(name) for name in names]
    players = _name_players(names)
    new_match(rules, players)
    figures = [Figures() for _ in bots]
    shown = time.monotonic()
    status = 0
    try:
        for deal in deals:
            match = play_match(rules, players, bots, deal, figures)
            if is_json:
                print(print_record(match), flush=True)
            if time.monotonic() - shown >= PROGRESS_SECONDS:
                shown = time.monotonic()
                _tell_progress(players, figures, catalogue)
    except KeyboardInterrupt:
        status = 130
    for player, seat in zip(players, figures, strict=True):
        if seat.totals:
            print(_describe(player.name, seat, catalogue), file=sys.stderr)
    return status


def play_match(
    rules: Ruleset,
    players: tuple[Player, ...],
    bots: Sequence[Bot],
    deal: SeededDeal,
    figures: Sequence[Figures],
) -> Match:
    """One whole match, the computer calling."""
    match = new_match(rules, players)
    randoms = [Random(f"{deal.chance} {seat}") for seat in range(len(bots))]
    for order, seed in zip(deal.orders, deal.seeds, strict=True):
        match, _ = apply(match, BeginRound(None, seed))
        for call in split_calls(rules, order):
            match, _ = apply(match, Call(call))
            for seat, bot in enumerate(bots):
                while legal_placements(match, seat):
                    started = time.perf_counter()
                    chosen = bot.choose(match, seat, randoms[seat])
                    figures[seat].seconds += time.perf_counter() - started
                    figures[seat].moves += 1
                    match, _ = apply(match, Place(seat, chosen.tile, chosen.space))
        if rules.has_aside:
            for seat, bot in enumerate(bots):
                closing = bot.choose_finish(match, seat, randoms[seat])
                match, _ = apply(match, Finish(seat, closing))
    for own, earned in zip(figures, score_match(match).players, strict=True):
        own.totals.append(earned.total)
    return match


def seeded_deals(rules: Ruleset, games: int, seed: str) -> Iterator[SeededDeal]:
    """`games` matches: the first with `seed`, the others with seeds made from it."""
    for game in range(games):
        match_seed = round_seed(seed, game)
        seeds = tuple(round_seed(match_seed, i) for i in range(rules.rounds))
        orders = tuple(deal_order(rules.grid, s) for s in seeds)
        yield SeededDeal(orders, seeds, match_seed)


def read_deals(lines: Sequence[str], rules: Ruleset) -> Iterator[SeededDeal]:
    """One round's deal a line, as many lines to a match as it has rounds; all checked first.

    Raises `FormatError` with the line's number for whatever is no deal on this board.
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
    """The tiles of one line, in calling order. Raises `FormatError`."""
    try:
        return parse_deal(board, line)
    except FormatError as error:
        raise error.at(number) from None


def board_of(lines: Sequence[str]) -> BoardName:
    """The board that the first deal is for, told by its length."""
    first = next((line for line in lines if line.strip()), "")
    by_length = {len(board): name for name, board in BOARDS.items()}
    return by_length.get(len(first.split()), BoardName.CLASSIC)


def _name_players(names: Sequence[str]) -> tuple[Player, ...]:
    players: list[Player] = []
    for i, name in enumerate(names):
        same = names[:i].count(name)
        shown = f"{name} {same + 1}" if same else name
        players.append(Player(shown, PlayerKind.BOT, name))
    return tuple(players)


def _tell_progress(
    players: Sequence[Player], figures: Sequence[Figures], catalogue: Catalogue
) -> None:
    for player, seat in zip(players, figures, strict=True):
        text = catalogue.text(
            "cli.play.progress",
            name=player.name,
            count=len(seat.totals),
            mean=catalogue.number(seat.mean, 2),
        )
        print(text, file=sys.stderr, flush=True)


def _describe(name: str, seat: Figures, catalogue: Catalogue) -> str:
    return catalogue.text(
        "cli.play.figures",
        name=name,
        count=len(seat.totals),
        mean=catalogue.number(seat.mean, 3),
        error=catalogue.number(seat.standard_error, 3),
        time=catalogue.number(1000 * seat.seconds / max(1, seat.moves), 3),
    )

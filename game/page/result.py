"""A finished match as a short text to share, without tiles and spaces."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import product

from game.locale import Catalogue, Language, load_catalogue, write_date
from game.page.holders import find_holders, word_holders
from game.page.possible import Possible
from game.play.editions import all_editions
from game.play.own_seats import own_seats
from game.play.table import TableSetup
from game.progress.daily import (
    FIRST_DAY,
    DailyDeal,
    deal_on,
    editions_on,
    is_played_on,
    medal_of,
)
from game.progress.daily_history import find_offered
from game.rules.deal import deal_calls, round_seed
from game.rules.match import Match
from game.rules.match_score import score_match
from game.storage.codes import Deal, format_code

FULL, HOLLOW = "⬢", "⬡"
_LONGEST = 2000
"""Most characters of a pasted text that are read."""

BAR = 10
"""Hexagons in the bar of the best possible total."""


def describe_result(
    match: Match,
    seat: int,
    catalogue: Catalogue,
    *,
    possible: Possible | None,
    daily: DailyDeal | None,
) -> Iterator[str]:
    """Yield the lines of the text for the player in `seat`.

    `possible` is None if other boards affect totals (best rays, bonuses), `daily` if the match is
    no daily deal.
    """
    text = catalogue.text
    score = score_match(match)
    player = score.players[seat]
    if daily is not None:
        yield from _daily_title(daily, catalogue)
    else:
        game = text("terms.title")
        yield text("result.title", game=game, what=name_of(match, catalogue))
        code = code_of(match)
        if code is not None:
            yield text("daily.code", code=code)
    if possible is None:
        yield text("terms.count.points", count=player.total)
    else:
        words = [text("result.of_best", points=player.total, best=possible.best)]
        medal = medal_of(player.total, possible.best, possible.master)
        if medal is not None:
            words.append(text(f"daily.medal.{medal.value}"))
        words.append(text("result.master", points=possible.master))
        yield " · ".join(words)
        full = int(BAR * player.total / possible.best) if possible.best else BAR
        yield FULL * full + HOLLOW * (BAR - full)
    lines = sum(len(played.lines) for played in player.rounds)
    yield text("result.lines", lines=lines, all=len(match.rules.grid.lines) * len(match.rounds))
    holders = find_holders(match)
    if max(len(holders), *map(len, holders)) > 1:
        named = [
            text(
                "breakdown.named",
                name=word_holders(held, catalogue, is_sent=True),
                points=earned.total,
            )
            for held, earned in zip(holders, score.players, strict=True)
        ]
        yield " · ".join(named)


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A player's total of a daily deal, from a text of `describe_result` or from a record.

    Only a record has a `name`.
    """

    deal: DailyDeal
    total: float
    name: str = ""


def read_daily_result(text: str, today: date) -> DailyResult | None:
    """Read a shared text of a daily deal up to `today`, in any language.

    Return None for any other text: its title must be that of the deal with its number.
    """
    lines = [" ".join(line.split()) for line in text[:_LONGEST].strip().splitlines()]
    number = re.search(r"\d{1,5}", lines[0]) if len(lines) > 2 else None
    if number is None or not 0 < int(number[0]) <= (today - FIRST_DAY).days + 1:
        return None
    day = FIRST_DAY + timedelta(days=int(number[0]) - 1)
    for catalogue, edition in product(map(load_catalogue, Language), editions_on(day)):
        deal = deal_on(day, edition)
        title, name = (" ".join(line.split()) for line in _daily_title(deal, catalogue))
        # The lines' blanks are plain ones, also between thousands in French.
        total = lines[2].replace(catalogue.text("format.number.group").replace("\u00a0", " "), "")
        points = re.match(r"\d{1,4}(?!\d)", total)
        if [title, name] == lines[:2] and points is not None:
            return DailyResult(deal, int(points[0]))
    return None


def daily_deal_of(match: Match) -> DailyDeal | None:
    """Return the daily deal that a match names, if its calls are that deal's."""
    setup = TableSetup.from_match(match)
    if setup.daily is None or setup.edition not in editions_on(setup.daily):
        return None
    deal = deal_on(setup.daily, setup.edition)
    return deal if is_played_on(match, deal) else None


def daily_result_of(match: Match, today: date) -> DailyResult | None:
    """Return the first person's result of a finished match on a daily deal up to `today`.

    Return None for any other match, and for one that was helped or repeated.
    """
    setup = TableSetup.from_match(match)
    people = own_seats(match)
    if not match.is_complete or not people or setup.marks or not match.rounds:
        return None
    deal = find_offered(str(match.rules), match.rounds[0].seed, today)
    if deal is None or not is_played_on(match, deal):
        return None
    total = score_match(match).players[people[0]].total
    return DailyResult(deal, total, match.players[people[0]].name)


def _daily_title(deal: DailyDeal, catalogue: Catalogue) -> tuple[str, str]:
    """Return the first two lines of a daily deal's result."""
    text = catalogue.text
    title = text("daily.title", number=str(deal.number), date=write_date(catalogue, deal.day))
    named = text("result.title", game=text("terms.title"), what=title)
    return named, text(f"editions.{deal.edition}.name")


def name_of(match: Match, catalogue: Catalogue) -> str:
    """Return the name of the match's edition, or of a deal if the rules are no edition's."""
    edition = edition_of(match)
    return catalogue.text(f"editions.{edition}.name" if edition else "terms.deal")


def edition_of(match: Match) -> str:
    """Return the edition that the match began with, else the first with its rules, else ""."""
    noted = TableSetup.from_match(match).edition
    cards = all_editions()
    names = [card.name for card in cards if card.rules == match.rules]
    return noted if noted in {card.name for card in cards} else next(iter(names), "")


def code_of(match: Match) -> str | None:
    """Return the deal's code; None if the calls are not those of a seed."""
    seed = match.rounds[0].seed if match.rounds else None
    if seed is None or not _is_of_seed(match, seed):
        return None
    return format_code(Deal(match.rules, seed))


def _is_of_seed(match: Match, seed: str) -> bool:
    """Whether every call of the match is that of `seed`."""
    for index, played in enumerate(match.rounds):
        calls = deal_calls(match.rules, round_seed(seed, index))
        if played.calls != calls[: len(played.calls)]:
            return False
    return True

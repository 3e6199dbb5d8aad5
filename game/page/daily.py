"""The data of a page for every day.

The page itself deals each day's tiles; for a number of days it has the best possible totals.
"""

from base64 import b64encode
from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from typing import Any, Final

from game.bots.players.playing import play_rounds
from game.bots.players.registry import make_bot
from game.locale import Language, load_catalogue
from game.page.data import PAGE_KEYS, SECTIONS, ToBeat, obscure, texts_of
from game.page.possible import possible_of
from game.page.tables import tables_of
from game.progress.daily import FIRST_DAY, SHARES, STANDARD_EDITION, deal_on
from game.resources import asset
from game.rules.match import Player, PlayerKind, new_match
from game.rules.numbers import BOX_COLOURS

_SECTIONS: Final = (*SECTIONS, "daily.", "format.date.", "format.month.", "format.weekday_short.")


def daily_page_data(
    first: date,
    days: int,
    language: Language,
    *,
    beat: ToBeat = ToBeat.ALL,
    worker: str | None = None,
    on_progress: Callable[[float], None] = lambda share: None,
) -> dict[str, Any]:
    """Return the data of a page with the totals of `days` days from `first` on.

    `worker` is the file name of its service worker, or None. It takes about a second a day;
    `on_progress` gets the share done, 0 to 1. Raises `FormatError` before the first daily deal.
    """
    totals: list[tuple[float, float]] = []
    days = min(days, (date.max - first).days + 1)
    for number in range(days):
        totals.append(_totals_on(first + timedelta(days=number)))
        on_progress((number + 1) / days)
    rules = deal_on(first, STANDARD_EDITION).rules
    catalogues = {other.value: load_catalogue(other) for other in Language}
    keys = {*PAGE_KEYS, "menu.continue", f"editions.{STANDARD_EDITION}.name"}
    icon = b64encode(asset("icon", "take-it-easy.svg").read_bytes()).decode()
    return {
        "id": "daily",
        "language": language.value,
        "languages": {other.value: other.own_name for other in Language},
        "texts": {code: texts_of(texts, _SECTIONS, keys) for code, texts in catalogues.items()},
        "about": {
            code: {"title": texts.text("daily.heading")} for code, texts in catalogues.items()
        },
        "summary": {code: texts.text("page.challenge") for code, texts in catalogues.items()},
        "tables": tables_of(rules),
        "colours": BOX_COLOURS,
        "medals": [[medal.value, share] for medal, share in SHARES],
        "bonus": False,
        "sender": None,
        "beat": [],
        "daily": {
            "first": FIRST_DAY.isoformat(),
            "from": first.isoformat(),
            "totals": obscure(totals),
            "beat": beat is not ToBeat.NONE,
            "worker": worker,
            "icon": f"data:image/svg+xml;base64,{icon}",
        },
    }


def _totals_on(day: date) -> tuple[float, float]:
    """Return the best possible total of the day's deal, and Master's total."""
    deal = deal_on(day, STANDARD_EDITION)
    match = new_match(deal.rules, (Player("Master", PlayerKind.BOT, "master"),))
    possible = possible_of(play_rounds(match, [make_bot("greedy")], deal.seed, [Random(0)]), 0)
    return possible.best, possible.master

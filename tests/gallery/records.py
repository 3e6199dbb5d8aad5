"""The records screen with something in it, for the gallery."""

from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random

from game.bots.players.playing import play_rounds
from game.bots.players.registry import make_bot
from game.bots.values.fingerprint import sign
from game.play.editions import all_editions
from game.play.table import TableSetup
from game.rules.marks import Mark
from game.rules.match import Match, Player, PlayerKind, new_match
from game.rules.ruleset import Ruleset
from game.storage.database import deal_of, identity_of
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.records.control import RecordsPage
from game.ui.scenes.records.deal import DealScene
from game.ui.scenes.records.scene import RecordsScene
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.title.scene import TitleScene
from game.ui.scenes.you.scene import YouScene
from tests.gallery.climb import keep_climb, play_climb

FIRST_DAY = datetime(2026, 3, 1, 19, 20, tzinfo=UTC)


def play_table(setup: TableSetup, meta: str | None = None, level: str = "greedy") -> Match:
    """A whole match at a table where everybody plays as one computer player does."""
    seats = len(setup.players)
    bots, randoms = [make_bot(level)] * seats, [Random(setup.seed)] * seats
    match = new_match(setup.rules, setup.players, meta or setup.to_meta())
    return play_rounds(match, bots, setup.seed, randoms)


@cache
def play_out(
    rules: Ruleset, names: tuple[str, ...], seed: str, edition: str = "", *marks: Mark
) -> Match:
    """A whole match of a person and computer players."""
    players = (Player(names[0]), *(Player(name, PlayerKind.BOT, "greedy") for name in names[1:]))
    return play_table(TableSetup(rules, players, seed, edition).marked(*marks))


def fill_history(context: Context, count: int = 23) -> Storage:
    """The store, with some matches in its history."""
    store = context.store
    standard, daffodil = all_editions()[0], all_editions()[3]
    for number in range(count):
        card = daffodil if number % 6 == 5 else standard
        names: tuple[str, ...] = ("Ana",)
        if number % 4 == 3:
            names = (*names, bot_name(context, "beaver"))
        marks = (Mark.COACHED,) if number == 9 else ()
        match = play_out(card.rules, names, str(number), card.name, *marks)
        when = FIRST_DAY + timedelta(days=number, minutes=17 * number)
        store.profile.add_match(match, when)
    return store


def measured(context: Context, count: int, page: str = "lines") -> RecordsScene:
    """The records of so many games that the engines have looked at already."""
    profile = fill_history(context, count).profile
    for played in profile.last_matches():
        findings = {"total": played.result.total, "luck": -23.0 + 11 * (played.id % 7)}
        findings |= {"falling": 5.5, "unfinished": 3.2, "order": played.id % 3 * 1.4}
        profile.store_findings(sign(f"measured:{played.identity}"), findings)
    scene = RecordsScene(context)
    scene.control.page = RecordsPage(page)
    return scene


def you(context: Context, count: int) -> Scene:
    """The player's own page after so many games that the engines have looked at already."""
    measured(context, count)
    keep_climb(context, play_climb("4", "magpie").record)
    return YouScene(context)


def add_attempts(store: Storage) -> Match:
    """Three more attempts at the first match's deal, one of them marked; the first match."""
    card = all_editions()[0]
    first = play_out(card.rules, ("Ana",), "0", card.name)
    for number, mark in enumerate((Mark.AGAIN, Mark.TOOK_BACK, Mark.COACHED)):
        setup = TableSetup(card.rules, (Player("Ana"),), "0", card.name).marked(mark)
        match = play_table(setup, level=("random", "greedy", "beaver")[number])
        store.profile.add_match(match, FIRST_DAY + timedelta(days=30 + number))
    store.profile.store_findings(deal_of(first), {sign("master:0"): 166, "best:0": 231})
    store.profile.store_findings(
        identity_of(first),
        {
            sign(f"{kind}:0:0"): points
            for kind, points in (
                ("rounds", 1),
                ("falling", 21.5),
                ("unfinished", 9.3),
                ("elsewhere", 14),
            )
        },
    )
    return first


def deal(context: Context) -> Scene:
    """The attempts at one deal."""
    fill_history(context)
    first = add_attempts(context.store)
    attempts = [m for m in context.store.profile.last_matches() if m.deal == deal_of(first)]
    return DealScene(context, first, attempts, lambda: None, lambda: None)


def history(
    context: Context, page: str, *, has_again: bool = False, has_climbs: bool = False
) -> Scene:
    """Return a page of a player's records, with a deal played again or with climbs."""
    store = fill_history(context)
    if has_climbs:
        keep_climb(context, play_climb("4", "magpie").record)
    if has_again:
        add_attempts(store)
    scene = RecordsScene(context)
    scene.control.page = RecordsPage(page)
    return scene


def menu(context: Context) -> Scene:
    """Return the menu of a player with a level."""
    measured(context, 27)
    return TitleScene(context)

"""Whatever shows a deal's tiles notes the deal: no first attempt at it counts any more."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from game.play.caller import CallerGame, Pace
from game.play.table import TableSetup
from game.progress.daily import deal_on
from game.progress.daily_history import DailyHistory
from game.progress.match_saving import start_game
from game.rules.match import Match, Player
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.storage.database import dealt_keys
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.routes import EntryNextSteps
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.routes import SceneRoutes
from tests.gallery.records import play_out
from tests.gallery.review import ReadyEngines
from tests.play.playing import play_step
from tests.ui.scenes.stage import Stage

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DEAL = deal_on(NOON.date(), "standard")


@pytest.fixture
def today(player: Context) -> Context:
    """A player who has not played the deal of the day."""
    player.store.clock = lambda: NOON
    player.engines = ReadyEngines()
    return player


def is_known(context: Context) -> bool:
    return DailyHistory(context.store.profile, NOON).is_known(NOON.date())


def friends_match() -> Match:
    """A friend's match on the deal of the day."""
    return play_out(DEAL.rules, ("Zoé",), DEAL.seed, "standard")


ROUTES: dict[str, Callable[[Context, Match], object]] = {
    "entered_count": lambda context, match: context.routes.entered_count(
        TableSetup.from_match(match), match, EntryNextSteps()
    ),
    "finished_count": lambda context, match: context.routes.finished_count(match),
    "guest_count": lambda context, match: context.routes.guest_count(match),
    "puzzles": lambda context, match: context.routes.puzzles(match),
    "review": lambda context, match: context.routes.review(match, is_guest=True),
    "share": lambda context, match: context.routes.share(match),
}
"""The call that opens each route that shows a match."""

OTHERS = {
    "branch": "a line of a review, whose route noted the deal",
    "saved_table": "the player's match, noted as it is saved",
}


def test_every_route_with_a_match_is_known_here() -> None:
    taken = {
        name
        for name, method in vars(SceneRoutes).items()
        if inspect.isfunction(method)
        and any(
            parameter.annotation in ("Match", "Match | None")
            for parameter in inspect.signature(method).parameters.values()
        )
    }
    assert taken == set(ROUTES) | set(OTHERS)


@pytest.mark.parametrize("name", ROUTES)
def test_a_route_that_shows_a_match_notes_its_deal(today: Context, name: str) -> None:
    assert not is_known(today)
    ROUTES[name](today, friends_match())
    assert is_known(today)


@pytest.mark.parametrize("count", [1, 2])
def test_a_friend_s_record_of_the_day_makes_the_own_attempt_no_first_one(
    today: Context, tmp_path: Path, count: int
) -> None:
    """The one match of a file opens at once; of several one is chosen in the list."""
    path = tmp_path / "zoe.jsonl"
    path.write_text(f"{print_record(friends_match())}\n" * count, encoding="utf-8")
    stage = Stage(today, today.routes.guests(str(path)))
    if count > 1:
        assert not is_known(today)
        stage.click(stage.part(0))
    assert isinstance(stage.top, CountScene)
    setup = TableSetup(
        DEAL.rules, (Player("Ana"),), DEAL.seed, "standard", daily=DEAL.day, begun=NOON
    )
    table = start_game(today.store, setup)
    while play_step(table):
        pass
    today.store.file_match(table.match)
    (played,) = today.store.profile.last_matches()
    assert not played.counts
    history = DailyHistory(today.store.profile, NOON)
    assert history.counted(NOON.date()) is None
    assert history.streak == 0


def test_a_board_entered_of_the_deal_notes_it(today: Context) -> None:
    setup = TableSetup(DEAL.rules, (Player("Ana"),), DEAL.seed)
    box = CallerGame.start(setup, Pace(), today.engines, today.store.save_match)
    box.call(box.draw())
    assert not is_known(today), "one tile is no deal"
    box.call(box.draw())
    assert is_known(today)


def test_a_match_s_deal_is_computed_once(player: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a round, as soon as it was seen, and not at every tile."""
    noted: list[Match] = []
    compute = dealt_keys

    def count(match: Match) -> tuple[str, ...]:
        noted.append(match)
        return compute(match)

    monkeypatch.setattr("game.storage.store.dealt_keys", count)
    for rounds in (1, 2):
        noted.clear()
        store: Storage = player.store
        rules = Ruleset(rounds=rounds)
        table = start_game(store, TableSetup(rules, (Player("Ana"), Player("Ben")), f"{rounds}"))
        while play_step(table):
            pass
        assert len(noted) == rounds
        assert [len(match.rounds) for match in noted] == list(range(1, rounds + 1))
        assert len(noted[0].round.calls) == 1, "at the first tile, not before"
        store.file_match(table.match)

"""The high scores of climbs in the window: lists, rows, and who is just above."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from game.climb.ghosts import computer_ghosts
from game.climb.scores import finished_climb, friends_climb, name_on_table
from game.climb.sharing import with_climber
from game.climb.state import day_seed
from game.storage.climbs import FinishedClimb
from game.ui.frame.context import Context
from game.ui.parts import MAIN, ListRow
from game.ui.scenes.climb.control import (
    ClimbList,
    list_climbs,
)
from game.ui.scenes.climb.end import (
    ClimbEndScene,
    climb_end_scene,
)
from game.ui.scenes.climb.scores import ClimbScores, ScoresScene
from game.ui.scenes.shared.names import bot_name
from tests.gallery import NOW
from tests.gallery.climb import (
    keep_climb,
    play_climb,
)
from tests.golden.pages import changed_pages
from tests.ui.scenes.climb_stage import exits_of
from tests.ui.scenes.stage import Stage


def test_a_free_climb_is_never_ranked_among_the_day_s(player: Context) -> None:
    player.store.clock = lambda: NOW
    today = player.store.today
    of_day = keep_climb(player, play_climb(day_seed(today), "beaver").record, day=today)
    free = keep_climb(player, play_climb("3").record)
    ranked = [one.climb.identity for one in list_climbs(player, ClimbList.DAY)]
    assert ranked == [of_day.identity]
    both = {one.climb.identity for one in list_climbs(player, ClimbList.EVER)}
    assert both == {of_day.identity, free.identity}
    stage = Stage(player, climb_end_scene(player, free, is_new=True))
    shown = " ".join(stage.read())
    assert player.text("climb.finish.other_mountain") in shown


def test_nobody_stands_above_himself(player: Context) -> None:
    kept = [keep_climb(player, play_climb(seed, "magpie").record) for seed in ("4", "6", "9")]
    lower, higher, highest = sorted(kept, key=lambda one: one.points)
    assert lower.points < higher.points < highest.points
    stage = Stage(player, climb_end_scene(player, lower))
    words = " ".join(stage.read())
    stage.click(stage.part(("climb", higher.identity)))
    assert isinstance(stage.top, ClimbEndScene)
    assert stage.top.control.climb.identity == higher.identity
    margin = player.catalogue.number(higher.points - lower.points)
    assert player.text("climb.finish.above_own", points=margin) in words
    name = name_on_table(higher)
    assert player.text("climb.finish.above", name=name, points=margin) not in words
    loose = finished_climb(play_climb("4", "magpie", most=2).record, NOW)
    weak = keep_climb(player, play_climb("2", "magpie", most=1).record, friend="Zoe")
    assert weak.points < lower.points

    def above(climb: FinishedClimb, what: ClimbList = ClimbList.EVER) -> tuple[str, int] | None:
        return ClimbScores(player, what, climb, lambda _: None).above()

    assert above(lower) == ("", higher.points - lower.points)
    assert above(weak) == (name_on_table(lower), lower.points - weak.points)
    assert above(highest) is above(loose) is above(lower, ClimbList.MINE) is None
    friend = keep_climb(player, play_climb("3").record, friend="Mia")
    assert friend.points > highest.points
    assert above(highest) == ("Mia", friend.points - highest.points)
    words = " ".join(Stage(player, climb_end_scene(player, highest)).read())
    margin = player.catalogue.number(friend.points - highest.points)
    assert player.text("climb.finish.above", name="Mia", points=margin) in words


def test_the_page_of_a_climb_has_its_own_exits_and_its_lists_are_in_order(player: Context) -> None:
    noon, text = datetime(2026, 12, 3, 12, tzinfo=UTC), player.text
    player.store.clock = lambda: noon
    seed, climbs = day_seed(noon.date()), player.store.profile.climbs
    records = [
        play_climb(*one).record for one in ((seed, "magpie"), ("4", "magpie"), ("6", "magpie"))
    ]
    days = (0, 2, 9)
    mine, old, high = (
        finished_climb(one, noon - timedelta(days=ago), noon.date() if ago == 0 else None)
        for one, ago in zip(records, days, strict=True)
    )
    friend = friends_climb(
        with_climber(play_climb(seed, "duckling").record, "Zoe"), noon, noon.date()
    )
    brought = friends_climb(with_climber(play_climb("5").record, "Mia"), noon, noon.date())
    for one in (old, mine, friend, high):
        climbs.add(one)
    same = (("share", "share"), ("stages", "stages"), ("mountain", "mountain"))
    for climb, exits in (
        (mine, ((MAIN, "again"), *same)),
        (old, ((MAIN, "again"), *same)),
        (friend, ((MAIN, "play"), *same)),
        (brought, ((MAIN, "add"), ("play", "play"), ("share", "share"), ("mountain", "mountain"))),
    ):
        stage = Stage(player, climb_end_scene(player, climb))
        assert exits_of(stage) == [(id, text(f"climb.finish.{key}")) for id, key in exits]
    computers = [(ghost.name, ghost.totals[-1]) for ghost in computer_ghosts(noon.date())]
    assert computers
    names = {one.identity: name_on_table(one) for one in (mine, old, high, friend)}
    kept = {
        ClimbList.DAY: (mine, friend),
        ClimbList.WEEK: (mine, friend, old),
        ClimbList.EVER: (mine, friend, high, old),
    }
    for what, listed in kept.items():
        stage.choose("lists", what)
        rows = [(one.points, names[one.identity]) for one in listed]
        if what is ClimbList.DAY:
            rows += [(points, bot_name(player, bot)) for bot, points in computers]
        rows.sort(key=lambda row: -row[0])
        shown = [" ".join(p.spoken(player)) for p in stage.widgets() if isinstance(p, ListRow)]
        assert len(shown) == len(rows)
        for place, (words, (points, name)) in enumerate(zip(shown, rows, strict=True), 1):
            assert words.startswith(f"{place}  {name}")
            assert player.catalogue.number(points) in words
    stage.choose("lists", ClimbList.MINE)
    shown_ids = [p.id for p in stage.widgets() if isinstance(p, ListRow)]
    newest = [mine, old, high]
    assert shown_ids == [("climb", one.identity) for one in newest]
    assert newest not in (
        sorted(newest, key=lambda one: one.points),
        sorted(newest, key=lambda one: -one.points),
    )


def test_a_row_of_the_high_scores_leads_to_its_climb(player: Context) -> None:
    kept = keep_climb(player, play_climb("4", "magpie").record, day=NOW.date())
    keep_climb(player, play_climb("6", "beaver").record, friend="Mia")
    stage = Stage(player, ScoresScene(player, ClimbList.EVER))
    stage.click(stage.part(("climb", kept.identity)))
    assert isinstance(stage.top, ClimbEndScene)
    assert stage.top.control.climb.identity == kept.identity
    assert not stage.top.control.is_new
    # What came meanwhile is listed on the way back.
    other = keep_climb(player, play_climb("9", "magpie").record)
    stage.press("escape")
    assert stage.part(("climb", other.identity))


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("climb_scores") == []

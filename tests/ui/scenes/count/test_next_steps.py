"""The kinds of count: where each leads, what it stores, and with what it compares."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import cast

import pytest

from game.play.editions import all_editions
from game.play.keeper import LocalKeeper
from game.play.room_seat import RoomSeat
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.progress.challenge_progress import hides_review
from game.progress.challenges import (
    ChallengeKind,
    all_challenges,
    solve_challenge,
)
from game.progress.daily import daily_deal
from game.progress.deal_totals import key_of
from game.rules.marks import Mark
from game.rules.match import Match, Player
from game.rules.match_score import score_match
from game.rules.ruleset import Ruleset
from game.storage.database import deal_of, with_identity
from game.storage.store import Storage
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.routes import EntryNextSteps
from game.ui.frame.scene import Pop, Scene
from game.ui.parts import ActionBand, WordLink
from game.ui.scenes.challenges.scene import ChallengesScene
from game.ui.scenes.count import next_steps
from game.ui.scenes.count.finish import Milestone
from game.ui.scenes.count.next_steps import (
    challenge_count,
    count_scene,
    entered_count,
    lesson_count,
    open_count,
    room_count,
)
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.shared.names import bot_name
from game.ui.widgets import say
from tests.gallery.records import play_out, play_table
from tests.ui.scenes.conftest import Tables
from tests.ui.scenes.count_stage import count_of
from tests.ui.scenes.table_stage import TableStage, people


def test_nothing_is_said_of_the_master_before_ten_games(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(next_steps, "_EARLY", 10)
    for games in (0, 8, 9):
        player.store = Storage.in_memory(player.preferences)
        for number in range(games):
            earlier = play_out(Ruleset(), ("Ana",), f"early {number}", "standard")
            player.store.profile.add_match(earlier)
        match = play_out(Ruleset(), ("Ana",), "77", "standard")
        known = {key_of("master", 0): 1.0, key_of("best", 0): 200.0}
        player.store.profile.store_findings(deal_of(match), known)
        stage = count_of(player, match)
        stage.press("return")
        stage.let(6)
        finish, words = stage.breakdown.finish, stage.breakdown.result_words
        assert finish is not None
        assert words is not None
        is_measured = games == 9
        assert ("master" in finish.marks) is is_measured
        assert (Milestone.MASTER in finish.milestones) is is_measured
        said = f"{words.sentence()} {words.toward()}"
        assert (bot_name(player, "master") in said) is is_measured


def test_after_the_lesson_its_player_plays_a_standard_game(player: Context, tables: Tables) -> None:
    match = play_out(Ruleset(), ("Zoe",), "3", "standard")
    game = TableGame(TableSetup.from_match(match), LocalKeeper(match))
    stage = TableStage(player, lesson_count(player, game))
    assert player.text("tutorial.heading") in stage.read()
    stage.press("return", "return")
    (setup,) = tables.setups
    assert (setup.rules, setup.edition) == (Ruleset(), "standard")
    assert [one.name for one in setup.players] == ["Zoe"]
    assert player.store.profile.last_matches() == (), "a lesson is in no record"


def exits_of(context: Context, scene: Scene) -> list[tuple[str, Action | None]]:
    """Return the words and keys of a count's exits in their order, the action band first."""
    stage = TableStage(context, scene)
    parts = stage.breakdown.root.walk()
    exits = [part for part in parts if isinstance(part, ActionBand | WordLink)]
    return [(say(part.label), part.shortcut) for part in exits]


def unseeded(match: Match) -> Match:
    """Return the match as if its tiles came from a real bag."""
    return replace(match, rounds=tuple(replace(one, seed=None) for one in match.rounds))


def test_each_kind_of_count_has_its_own_exits_in_order(player: Context) -> None:
    ana, pair = (play_out(Ruleset(), names, "3") for names in (("Ana",), ("Ana", "Ben")))
    pair = replace(pair, players=people("Ana", "Ben"))
    two = play_out(Ruleset(rounds=2), ("Ana",), "3")
    begun, bag = replace(two, rounds=two.rounds[:1]), unseeded(ana)
    deal = daily_deal(player.store.today, all_editions()[0])
    day = play_table(TableSetup(deal.rules, (Player("Ana"),), deal.seed, daily=deal.day))
    onward = EntryNextSteps(("play.menu", Icon.HOME, Pop))
    seat = cast("RoomSeat", SimpleNamespace(match=pair, has_table=False))
    waiting = cast("RoomSeat", SimpleNamespace(match=begun, has_table=True))

    def game(match: Match) -> TableGame:
        return TableGame(TableSetup.from_match(match), LocalKeeper(match))

    new, again = ("play.new_deal", Action.NEW_DEAL), ("play.restart", Action.RESTART)
    rematch, review = ("together.rematch", Action.NEW_DEAL), ("review.open", None)
    share, menu = ("share.share", None), ("play.menu", Action.CANCEL)
    back, copy = ("menu.back", Action.CANCEL), ("breakdown.copy", None)
    go_on, correct = ("room.seat.go_on", None), ("entry.correct", Action.CANCEL)
    wish = ("together.rematch", None)
    cases: tuple[tuple[Scene, Iterable[tuple[str, Action | None]]], ...] = (
        (count_scene(player, game(ana)), (new, again, review, share, menu)),
        (count_scene(player, game(pair)), (rematch, again, review, share, menu)),
        (count_scene(player, game(day)), (("daily.heading", None), again, review, share, menu)),
        (count_scene(player, game(begun)), (("breakdown.next_round", None), menu, copy)),
        (open_count(player, ana), (back, review, again, share)),
        (open_count(player, begun), (back, review, again, copy)),
        (open_count(player, bag), (back, review, share)),
        (open_count(player, ana, is_guest=True), (back, review, again, share)),
        (open_count(player, ana, rematch=Pop), (wish, back, review, again, share)),
        (
            open_count(player, bag, rematch=Pop),
            (("together.rematch", Action.RESTART), back, review, share),
        ),
        (room_count(player, seat), (go_on, review, share, menu)),
        (room_count(player, waiting), (go_on, menu)),
        (entered_count(player, TableSetup.from_match(ana), ana, EntryNextSteps()), (correct,)),
        (
            entered_count(player, TableSetup.from_match(ana), ana, onward),
            (("play.menu", None), correct),
        ),
        (
            lesson_count(player, game(ana)),
            (("tutorial.play_now", None), ("play.rules", Action.HELP), menu),
        ),
    )
    for number, (scene, exits) in enumerate(cases):
        assert exits_of(player, scene) == [(player.text(key), at) for key, at in exits], number


def test_a_count_in_a_room_says_that_the_table_plays_on_until_it_does_not(player: Context) -> None:
    match = play_out(Ruleset(rounds=2), ("Ana",), "3")
    seat = SimpleNamespace(match=replace(match, rounds=match.rounds[:1]), has_table=True)
    stage = TableStage(player, room_count(player, cast("RoomSeat", seat)))
    stage.press("return")
    note = player.text("room.seat.goes_on")
    assert note in " ".join(stage.read())
    seat.has_table = False
    stage.let(0.1)
    assert note not in " ".join(stage.read())


def test_a_challenge_leads_on_where_it_is_met_and_else_begins_again(
    player: Context, tables: Tables
) -> None:
    challenge = next(one for one in all_challenges() if one.kind is ChallengeKind.REACH)
    solved, marks = solve_challenge(challenge), frozenset({Mark.CHALLENGE})
    met = TableSetup(solved.rules, solved.players, "", challenge=challenge.name, marks=marks)
    helped = met.marked(Mark.COACHED)
    onward, retry = ("challenges.next", None), ("challenges.retry", Action.RESTART)
    later = (("review.open", None), ("share.share", None), ("challenges.all", Action.CANCEL))
    menu = ("play.menu", None)
    for setup, first in ((helped, (retry, onward)), (met, (onward, retry))):
        match = replace(solved, meta=setup.to_meta())
        game = TableGame(setup, LocalKeeper(match))
        scene = challenge_count(player, game)
        exits = [(player.text(key), at) for key, at in (*first, *later, menu)]
        shown = exits_of(player, scene)
        assert [one for one in shown if one[0] != player.text("challenges.show_me")] == exits
        stage = TableStage(player, scene)
        is_met = setup is met
        assert hides_review(player.store.profile, match) is not is_met
        stage.press("return")
        stage.let(1)
        assert (stage.breakdown.find("show-me") is None) is is_met
        if not is_met:
            stage.click(stage.part("show-me"))
            assert not hides_review(player.store.profile, match)
            assert stage.breakdown.find("show-me") is None
        tables.setups.clear()
        stage.press("r")
        assert [one.challenge for one in tables.setups] == [challenge.name]
        stage = TableStage(player, challenge_count(player, game))
        stage.press("return", "escape")
        assert isinstance(stage.top, ChallengesScene)
    stage = TableStage(player, challenge_count(player, game))
    tables.setups.clear()
    stage.press("return", "return")
    (following,) = tables.setups
    assert following.challenge not in ("", challenge.name)
    assert len(player.store.profile.last_matches()) == 2, "each is stored once"


def test_a_result_is_compared_with_what_was_there_before(player: Context) -> None:
    earlier = [play_out(Ruleset(), ("Ana",), seed, "standard") for seed in ("7", "9", "11")]
    for one in earlier:
        player.store.profile.add_match(one)
    totals = [score_match(one).players[0].total for one in earlier]
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    total, mean = score_match(match).players[0].total, sum(totals) / 3
    kinds = []
    seat = cast("RoomSeat", SimpleNamespace(match=match, has_table=False))
    for scene in (
        open_count(player, match, is_guest=True),
        room_count(player, seat),
        open_count(player, match),
    ):
        assert isinstance(scene, CountScene)
        finish = scene.finish
        assert finish is not None
        kinds.append((finish.record, finish.average, finish.is_new, finish.remark, finish.streak))
    assert kinds == [
        (None, None, False, player.text("guests.remark"), 0),
        (max(totals), mean, True, "", 0),
        (None, (sum(totals) + total) / 4, False, "", 0),
    ]
    again = count_of(player, replace(match, meta=with_identity(match.meta)))
    finish = again.breakdown.finish
    assert finish is not None
    assert (finish.record, finish.is_new) == (max(*totals, total), True)
    assert "2" in finish.remark
    assert finish.tonight == {}


def daily_match(day: date, begun: datetime) -> Match:
    """Return a game of a day's standard deal, begun at a time."""
    deal = daily_deal(day, all_editions()[0])
    return play_table(
        TableSetup(deal.rules, (Player("Ana"),), deal.seed, "standard", daily=day, begun=begun)
    )


def test_only_a_medal_of_an_earlier_day_makes_the_next_one_not_the_first(player: Context) -> None:
    noons = [datetime(2026, 11, day, 12, tzinfo=UTC) for day in (20, 21)]
    matches = [daily_match(noon.date(), noon) for noon in noons]
    for has_first in (True, False):
        player.store = Storage.in_memory(player.preferences)
        had, streaks = [], []
        for number, (noon, match) in enumerate(zip(noons, matches, strict=True)):
            player.store.clock = lambda now=noon: now  # type: ignore[misc]
            best = 1.0 if number or has_first else 9999.0
            known = {key_of("master", 0): 9 * best, key_of("best", 0): 10 * best}
            player.store.profile.store_findings(deal_of(match), known)
            finish = count_of(player, match).breakdown.finish
            assert finish is not None
            assert (finish.medal is not None) is (best == 1)
            had.append(finish.had_medal)
            streaks.append(finish.streak)
        assert had == [False, has_first]
        assert streaks == [1, 2]
        seen = [open_count(player, match) for match in matches]
        ends = [scene.finish for scene in seen if isinstance(scene, CountScene)]
        assert [end.had_medal for end in ends if end] == [False, has_first]
        assert [end.streak for end in ends if end] == [0, 2], "that of another day is past"

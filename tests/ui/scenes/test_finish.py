"""The end of a match: the figures are the core's, and the player can leave at once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from game.bots.best.result import BestResult
from game.bots.best.solver import best_of_round
from game.bots.coach.replay import ReplayAct, play_instead, replay_seat
from game.bots.coach.review import Review
from game.bots.coach.verdicts import ReviewedPlacement, Verdict
from game.bots.players.game_master import master_placements
from game.bots.players.registry import LEVELS, make_bot
from game.bots.protocol import Worth
from game.bots.service.answer import EngineAnswer
from game.bots.service.runner import EngineRunner
from game.bots.service.tasks import (
    BestBoardTask,
    ComputersTask,
    EngineTask,
    LevelTask,
    ReviewTask,
)
from game.locale import Language, write_percent
from game.play.editions import all_editions
from game.play.keeper import LocalKeeper
from game.play.own_seats import own_seats, people_here, seat_of_honour
from game.play.room_seat import RoomSeat
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.progress.challenge_progress import hides_review
from game.progress.challenges import (
    ChallengeKind,
    all_challenges,
    solve_challenge,
)
from game.progress.daily import MASTER_PERCENT, Medal, daily_deal, medal_of
from game.progress.deal_totals import key_of
from game.progress.engine_client import EngineClient
from game.progress.findings import DealFindings, store_review
from game.progress.goals import Goal, PastMatch
from game.progress.level import LEAST, NO_LEVEL, AttemptPoints, LevelEstimate, find_level_scale
from game.progress.level_findings import LevelFindings
from game.progress.puzzles import store_puzzles
from game.rules.deal import deal_calls
from game.rules.marks import Mark
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.match_score import score_match
from game.rules.meta import Substitute, note_substitute
from game.rules.moves import BeginRound, Miss, Place
from game.rules.moves import Call as RulesCall
from game.rules.placement import Placement
from game.rules.ruleset import BonusRule, CallRule, RayRule, Ruleset
from game.rules.tiles import TILES
from game.storage.database import deal_of, with_identity
from game.storage.profile import Profile
from game.storage.store import Storage
from game.ui.draw.icons import Icon
from game.ui.draw.theme import STRIPE_SETS, THEMES, contrast, find_theme
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.routes import EntryNextSteps
from game.ui.frame.scene import Pop, Push, Scene
from game.ui.frame.topics import Topic
from game.ui.parts import ActionBand, Ink, Text, WordLink, coloured
from game.ui.scenes.challenges.scene import ChallengesScene
from game.ui.scenes.count import next_steps
from game.ui.scenes.count.control import CountControl, CountEvent
from game.ui.scenes.count.finish import (
    FinishMood,
    KeyPlacement,
    MatchFinish,
    Milestone,
    key_placement,
)
from game.ui.scenes.count.harvests import EarnedHexagon, beyond_fold
from game.ui.scenes.count.next_steps import (
    challenge_count,
    count_scene,
    entered_count,
    lesson_count,
    open_count,
    room_count,
)
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.count.verdict import ChallengeVerdict
from game.ui.scenes.count.words import ResultWords, first_words
from game.ui.scenes.goals.scene import GoalsScene
from game.ui.scenes.records.control import RecordsPage
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.shared.names import bot_name, tonight_words
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.sound.names import Sound
from game.ui.sound.voices import caller_words
from game.ui.widgets import say
from tests.gallery import collect_samples, make_context, render_sample
from tests.gallery.guests import reviewed
from tests.gallery.records import play_out, play_table
from tests.gallery.review import PatientEngines
from tests.progress.earned import earned_goals
from tests.rules.random_matches import random_match
from tests.ui.conftest import Heard
from tests.ui.scenes.conftest import Tables
from tests.ui.scenes.puzzle_stage import mode_of
from tests.ui.scenes.stage import Stage
from tests.ui.scenes.table_stage import TableStage, bots, people


@pytest.fixture(autouse=True)
def _has_played_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays here has long been measured against the Master."""
    monkeypatch.setattr(next_steps, "_EARLY", 0)


def finished(match: Match, **known: float) -> MatchFinish:
    """Return the end of a match whose engines are not queried."""
    profile = Profile(None)
    found = {key_of(key, 0): known[key] for key in known.keys() & {"best", "master"}}
    profile.store_findings(deal_of(match), found)
    findings = DealFindings(profile, match, EngineClient(EngineRunner(in_process=False)))
    findings.questions.clear()
    return MatchFinish(match, findings, record=known.get("record"), average=known.get("average"))


def count_of(context: Context, match: Match) -> TableStage:
    """The count of a match that has just been played."""
    setup = TableSetup.from_match(match)
    return TableStage(context, count_scene(context, TableGame(setup, LocalKeeper(match))))


def test_whoever_leaves_the_count_asks_nothing_more(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    engines = player.engines = PatientEngines()
    stopped: list[LevelFindings] = []
    monkeypatch.setattr(LevelFindings, "stop", lambda level: stopped.append(level))
    stage = count_of(player, play_out(Ruleset(), ("Ana",), "77", "standard"))
    stage.let(1)
    assert engines.answers
    stage.breakdown.leave()
    assert all(answer.cancelled() for answer in engines.answers)
    assert len(stopped) == 1


def test_the_scale_shows_what_the_engines_say_of_this_very_deal(player: Context) -> None:
    player.engines = EngineClient(EngineRunner(in_process=False))
    earlier = [play_out(Ruleset(), ("Ana",), str(i), "standard") for i in range(3)]
    for match in earlier:
        player.store.profile.add_match(match)
    match = play_out(Ruleset(), ("Ana",), "77", "standard")
    stage = count_of(player, match)
    finish = stage.breakdown.finish
    assert finish is not None
    stage.wait_until(lambda: not finish.is_asking)
    totals = [score_match(m).players[0].total for m in earlier]
    best = best_of_round(match.rules, match.rounds[0].called)
    master = play_instead(match, 0, 0, make_bot("master"), Random(0))
    assert finish.marks == {
        "average": sum(totals) / 3,
        "best": best.total,
        "master": score_match(replace(match, rounds=master.rounds)).players[0].total,
    }
    assert finish.total == score_match(match).players[0].total
    key, review = finish.key, finish.findings.reviews[0]
    assert key is not None
    stakes = [
        abs(p.value - max(w.value for w in p.choices if w.placement != p.placement))
        for p in review.placements
        if len(p.choices) > 1
    ]
    assert abs(key.points) == pytest.approx(max(stakes))
    stage.let(12)
    words = " ".join(stage.read())
    assert player.text("finish.master") in words
    assert str(best.total) in words
    assert stage.breakdown.result_words is not None
    assert stage.breakdown.result_words.key_words(key) in words
    panel = stage.part("open-key")
    assert panel.spoken(player)[0].startswith(player.text("finish.key"))
    (sentence,) = (part for part in panel.walk() if isinstance(part, Text))
    ink: Ink = "good" if key.points > 0 else "poor"
    assert sentence.style(player.painter).colour == coloured(ink, player.painter)
    for _ in range(20):
        stage.press("i")
        words = " ".join(stage.read())
        if player.text("finish.about.best") in words:
            break
    assert all(player.text(f"finish.about.{key}") in words for key in finish.marks)
    stage.click(stage.part("open-key"))
    assert isinstance(stage.top, ReviewScene)
    player.engines.close()


def test_the_placement_that_cost_most_matters_unless_it_was_tried() -> None:
    match = play_out(Ruleset(), ("Ana",), "5", "standard")
    placed = [m.placements[0] for m in replay_seat(match, 0, 0) if m.act is ReplayAct.PLACED]
    choices = [(Worth(p, 150.0), Worth(placed[0], 149.0)) for p in placed[1:]]
    choices[4] = (Worth(placed[9], 160.0), Worth(placed[5], 139.0))
    values = {4: 139.0}
    found = tuple(
        ReviewedPlacement(
            i, p, values.get(i, 150.0), 0, Verdict.BEST, c, seen_by="fox" if i == 4 else ""
        )
        for i, (p, c) in enumerate(zip(placed[1:], choices, strict=True))
    )
    reviews = {0: Review(found, (), 0, 0, 0, 0, (), 1)}
    key = key_placement(match, 0, reviews)
    assert key == KeyPlacement(0, placed[5], -21, 4, 4, "fox")
    key = key_placement(match, 0, reviews, 0, {(0, 4)})
    assert key is not None
    assert key.points == 1
    # What a challenge has laid is nobody's.
    for laid, points in ((4, -21), (5, 1)):
        key = key_placement(match, 0, reviews, laid)
        assert key is not None
        assert key.points == points
    # Without a level that sees better, nothing can be learnt.
    reviews = {0: replace(reviews[0], placements=(replace(found[4], seen_by=""),))}
    assert key_placement(match, 0, reviews) is None
    assert key_placement(match, 0, {}) is None


def test_what_a_substitute_placed_is_not_what_mattered(player: Context) -> None:
    """M5: Ana leaves after her first calls; "then" names who finished."""
    match = left_by(0)
    moments = [m for m in replay_seat(match, 0, 0) if m.act is ReplayAct.PLACED]
    found = tuple(
        ReviewedPlacement(
            m.call, m.placements[0], 100.0, 0, Verdict.BEST,
            (Worth(m.placements[0], 100.0), Worth(moments[0].placements[0], 100.0 - m.call)),
        )
        for m in moments[1:]
    )  # fmt: skip
    assert {m.call for m in moments} == {0, 1, 2, 6, 7, 8}
    key = key_placement(match, 0, {0: Review(found, (), 0, 0, 0, 0, (), 1)})
    assert key is not None
    assert key.points == 2
    # A seat that was left has no habits, and makes no puzzle.
    dear = tuple(replace(one, cost=9.0) for one in (found[0], *found))
    store_review(player.store.profile, match, 0, 0, Review(dear, (), 0, 0, 0, 0, (), None))
    assert player.store.profile.all_findings() == {}
    finish = finished(match, record=1)
    # Both boards are alike; Ben, who stayed, is shown.
    assert score_match(match).winners == (0, 1)
    assert finish.seat == 1
    assert not finish.is_for_one_player
    assert finish.mood is FinishMood.WIN
    left = finished(left_by(1), record=1)
    assert left.seat == 0
    assert not left.is_for_one_player
    stage = count_of(player, match)
    stage.press("return")
    stage.let(3)
    name = player.text("bots.greedy.name")
    words = player.text("breakdown.two_names", name="Ana", substitute=name)
    assert words in " ".join(stage.read())


def test_review_and_records_name_who_left_and_who_came(player: Context) -> None:
    player.store.profile.add_match(left_by(1))
    records = Stage(player, player.routes.records())
    records.choose("pages", RecordsPage.SCORES)
    review = Stage(player, player.routes.review(left_by(0)))
    for name, stage in (("Ana", review), ("Ben", records)):
        came = player.text("bots.greedy.name")
        words = player.text("breakdown.two_names", name=name, substitute=came)
        assert words in " ".join(stage.read())


def left_by(leaver: int) -> Match:
    """A league game in which a person misses calls 4 to 6 and leaves; the other seat's stays."""
    rules = Ruleset.parse("classic free mail none")
    match, _ = apply(new_match(rules, (Player("Ana"), Player("Ben"))), BeginRound())
    for call, tiles in enumerate(deal_calls(rules, "leaving")):
        match, _ = apply(match, RulesCall(tiles))
        for seat in range(2):
            if seat == leaver and 3 <= call < 6:
                match, _ = apply(match, Miss(seat, master_placements(match, seat)))
                continue
            while placements := legal_placements(match, seat):
                tile, space = placements[0].tile, placements[0].space
                match, _ = apply(match, Place(seat, tile, space))
    assert match.is_complete
    return match


def test_the_seat_of_this_home_comes_first() -> None:
    """The second seat of a table apart is this home's: the other seat's points are not ours."""
    match = random_match(Ruleset(), 2, Random(4))
    match = replace(match, players=people("Ana", "Ben"))
    match = replace(match, meta=json.dumps({"apart": {"own": [1]}}))
    assert people_here(match) == own_seats(match) == (1,)
    assert finished(match).seat == CountControl(match, is_counted=True).seat == 1
    assert seat_of_honour(match) == 1
    with Profile(None) as profile:
        profile.add_match(match)
        assert profile.best() == score_match(match).players[1].total
        (played,) = profile.last_matches()
    assert [r.is_human for r in played.results] == [False, True]
    assert PastMatch.from_match(match).seat == 1


def test_the_count_begins_with_those_of_this_home(player: Context) -> None:
    match = replace(random_match(Ruleset(), 2, Random(4)), players=people("Ana", "Ben"))
    match = replace(match, meta=json.dumps({"apart": {"own": [1]}}))
    stage = TableStage(player, open_count(player, match))
    assert stage.part(("seat", 1)).rect.x < stage.part(("seat", 0)).rect.x


def test_a_goal_sounds_where_one_was_earned_alone(
    player: Context, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(Context, "speak", lambda _, words, **how: spoken.append(words))
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    helped = play_out(Ruleset(), ("Ana",), "4", "standard", Mark.COACHED)
    for played, has_goals in ((helped, False), (match, True)):
        stage = count_of(player, played)
        stage.let(9)
        finish = stage.breakdown.finish
        assert finish is not None
        assert bool(finish.goals) is has_goals
        assert (Sound.GOAL in heard.sounds) is has_goals
        names = [player.text(f"goals.name.{goal}") for goal in finish.goals]
        assert all(" ".join(spoken).count(name) == 1 for name in names), "once"


def test_the_finished_match_has_its_deals_code_behind_share(player: Context) -> None:
    stage = count_of(player, play_out(Ruleset(), ("Ana",), "3", "standard"))
    assert stage.has(player.text("share.share"))
    assert not stage.has(player.text("breakdown.copy"))


def test_goals_are_shown_at_the_end_of_the_game_that_earned_them(player: Context) -> None:
    first, second = (play_out(Ruleset(), ("Ana",), seed, "standard") for seed in ("3", "4"))
    for matches in ((first,), (first, second)):
        kept = [PastMatch.from_match(m) for m in matches]
        expected = {e.goal for e in earned_goals(kept) if e.place == len(matches) - 1}
        stage = count_of(player, matches[-1])
        stage.let(9)
        finish = stage.breakdown.finish
        assert finish is not None
        assert set(finish.goals) == expected
        for goal in expected:
            (words,) = stage.part(f"goal:{goal.value}").spoken(player)
            assert player.text(f"goals.name.{goal}") in words
    # Looked at again in the records, each match still says what it earned.
    again = TableStage(player, open_count(player, first))
    again.let(1)
    assert again.breakdown.finish is not None
    assert again.breakdown.finish.goals
    assert again.breakdown.finish.mood is FinishMood.PLAIN


@pytest.mark.parametrize(
    ("record", "average", "mood"),
    [
        (None, None, FinishMood.PLAIN),
        (-1, -10, FinishMood.RECORD),
        (0, 0, FinishMood.PLAIN),
        (50, 20, FinishMood.PLAIN),
        (90, 80, FinishMood.KIND),
    ],
)
def test_how_the_end_is_taken(
    record: float | None, average: float | None, mood: FinishMood
) -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    total = score_match(match).players[0].total
    known = {"record": record, "average": average}
    finish = finished(match, **{k: total + v for k, v in known.items() if v is not None})
    assert finish.mood is mood
    finish.remark = "seen before"
    assert finish.mood is FinishMood.PLAIN


def test_the_days_medal_is_the_first_attempts(player: Context) -> None:
    card = all_editions()[0]
    deal = daily_deal(player.store.today, card)
    match = play_out(card.rules, ("Ana",), deal.seed, card.name)
    again = replace(match, meta=json.dumps({"id": "again"}))
    for kept, is_first in ((match, True), (again, False)):
        stage = count_of(player, kept)
        finish = stage.breakdown.finish
        assert finish is not None
        assert (finish.daily == deal) is is_first
    finish = finished(match, best=200, master=180)
    finish.daily = deal
    total = score_match(match).players[0].total
    assert finish.medal is medal_of(total, 200, 180)


@pytest.mark.parametrize("share", [0.3, 0.55, 0.65, 0.75, 1.0])
def test_where_no_best_board_is_named_the_days_medal_stands_on_master_alone(share: float) -> None:
    (card,) = (edition for edition in all_editions() if edition.name == "league")
    deal = daily_deal(date(2026, 11, 20), card)
    match = play_out(deal.rules, ("Ana",), deal.seed, card.name)
    total = score_match(match).players[0].total
    finish = finished(match, master=total / share * MASTER_PERCENT / 100)
    finish.daily = deal
    wanted = {0.3: None, 0.55: Medal.BRONZE, 0.65: Medal.SILVER, 0.75: Medal.MASTER}
    assert finish.medal is wanted.get(share, Medal.MASTER)


def test_only_people_win_loudly() -> None:
    moods = set()
    for seed in range(30):
        match = random_match(Ruleset(), 2, Random(seed))
        match = replace(match, players=(Player("Ana"), bots("Ben")[0]))
        finish = finished(match)
        assert finish.seat == seat_of_honour(match) == 0
        assert (finish.mood is FinishMood.WIN) is (0 in score_match(match).winners)
        moods.add(finish.mood)
    assert moods == {FinishMood.WIN, FinishMood.PLAIN}
    assert finished(replace(match, players=bots("A", "B"))).mood is FinishMood.PLAIN


@pytest.mark.parametrize(
    "rules", [Ruleset(rays=RayRule.BEST_RAY), Ruleset(call=CallRule.MAIL, bonus=BonusRule.CALL)]
)
def test_where_boards_are_compared_no_best_one_is_named(rules: Ruleset) -> None:
    match = random_match(rules, 2, Random(1))
    findings = DealFindings(Profile(None), match, EngineClient(), is_thorough=True)
    assert {what for what, _ in findings.questions} == {"master"}
    assert finished(match, best=300, master=150).best is None


def test_the_moment_holds_nobody_up(player: Context) -> None:
    stage = count_of(player, play_out(Ruleset(), ("Ana",), "3", "standard"))
    stage.press("return")
    assert stage.breakdown.timeline.is_running
    stage.press("return")
    assert isinstance(stage.top, TableScene)


def test_several_people_are_told_by_name_who_won(player: Context) -> None:
    match = random_match(Ruleset(rounds=2), 3, Random(8))
    match = replace(match, players=people("Ana", "Ben", "Chloé"))
    match = replace(match, meta=json.dumps({"id": "three"}))
    stage = count_of(player, match)
    stage.press("return")
    stage.let(3)
    words = " ".join(stage.read())
    score = score_match(match)
    names = [match.players[i].name for i in score.winners]
    assert len(names) == 1
    assert player.text("score.winner", name=names[0]) in words
    assert stage.breakdown.finish is not None
    assert stage.breakdown.finish.tonight == {"Ana": 0, "Ben": 1, "Chloé": 0}
    again = TableStage(player, open_count(player, match)).breakdown.finish
    assert again is not None
    assert again.tonight == {}, "that evening is over"
    for person, earned in zip(match.players, score.players, strict=True):
        assert person.name in words
        assert str(earned.total) in words


def test_a_game_without_a_line_ends_as_well(player: Context) -> None:
    match = next(
        m for m in (random_match(Ruleset(), 1, Random(i)) for i in range(999))
        if score_match(m).players[0].total == 0
    )  # fmt: skip
    stage = count_of(player, match)
    assert not stage.breakdown.control.is_done
    stage.let(5)
    assert "0" in stage.read()
    assert player.text("finish.milestone.first_game") in " ".join(stage.read())


def test_a_helped_match_is_no_record(player: Context) -> None:
    player.store.profile.add_match(random_match(Ruleset(), 1, Random(2)))
    stage = count_of(player, play_out(Ruleset(), ("Ana",), "3", "standard", Mark.COACHED))
    finish = stage.breakdown.finish
    assert finish is not None
    assert finish.mood is FinishMood.PLAIN
    stage.press("return")
    stage.let(3)
    assert player.text("records.mark.coached") in " ".join(stage.read())


def test_three_quarters_of_the_average_are_not_bad_yet() -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    total = score_match(match).players[0].total
    for average, mood in ((total / 0.75, FinishMood.PLAIN), (total / 0.75 + 1, FinishMood.KIND)):
        assert finished(match, average=average).mood is mood


def test_the_light_of_a_sum_runs_on_from_where_it_begins() -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    control = CountControl(match, is_counted=False)
    while control.advance(0.01) is not CountEvent.SUM:
        pass
    assert control.reach == pytest.approx(0.45)
    control.advance(0.1)
    assert 0.45 < control.reach < 1
    control.finish()
    assert control.reach == 1


def test_each_topic_of_the_result_is_read_under_its_own_key(player: Context) -> None:
    match = play_out(Ruleset(), ("Ana", "Ben"), "77", "standard")
    stage = count_of(player, match)
    stage.let(30)
    # Where there is no board, a space's lines are what has the focus.
    topics = [topic for topic in Topic if topic not in (Topic.FOCUS, Topic.ENDS)]
    read = {topic: stage.top.read(topic) for topic in topics}
    score = score_match(match)
    total = player.text(
        "heard.spoken.total",
        name="Ana",
        points=player.text("terms.count.points", count=score.players[0].total),
    )
    assert read[Topic.NOW].startswith(total)
    assert total in read[Topic.SCORE]
    assert "Ben" in read[Topic.SCORE]
    assert str(score.players[1].total) in read[Topic.SCORE]
    (played,) = match.rounds
    lying = played.seats[0].position
    for space, tile in enumerate(lying.tiles):
        assert tile is not None
        name = match.rules.grid.name_of(space)
        words = caller_words(player.catalogue, tile)
        assert player.text("heard.spoken.taken", space=name, tile=words) in read[Topic.BOARD]
    (scored,) = score.players[0].rounds
    for line in scored.lines:
        assert str(line.points) in read[Topic.LINES]
    assert len(set(read.values())) == len(read)


def milestones_of(**changes: float) -> list[str]:
    """Return the milestones that the end of one match celebrates."""
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    total = score_match(match).players[0].total
    known = {key: total + difference for key, difference in changes.items()}
    return [one.value for one in finished(match, **known).milestones]


def test_each_moment_comes_for_its_own_reason() -> None:
    assert milestones_of() == ["first_game"]
    assert milestones_of(record=-1, average=-9) == ["record"]
    assert milestones_of(record=9, average=-9, best=40, master=-1) == ["master"]
    assert milestones_of(record=9, average=-9, best=40, master=0) == []
    assert milestones_of(record=9) == milestones_of(average=9) == []
    pair = replace(random_match(Ruleset(), 2, Random(1)), players=people("Ana", "Ben"))
    assert Milestone.FIRST_GAME not in finished(pair, master=1).milestones
    assert Milestone.MASTER not in finished(pair, master=1).milestones
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    finish = finished(match, record=999, average=1)
    finish.goals = (Goal.LINE_OF_FIVE,)
    assert [one.value for one in finish.milestones] == ["first_five"]
    finish.remark = "seen before"
    finish.is_new = False
    assert finish.milestones == ()
    finish = finished(match, master=1)
    assert finish.milestones == (Milestone.MASTER, Milestone.FIRST_GAME)
    finish.remark = "seen before"
    assert not finish.milestones
    finish.remark, finish.verdict = "", ChallengeVerdict(False, "", "", "", 300, 0)
    assert not finish.milestones
    assert finish.marks == {"master": 1, "asked": 300}
    finish.average = 300
    assert finish.marks == {"master": 1, "asked": 300}, "one mark at one place"


def test_the_title_names_the_highest_goal_of_a_kind(player: Context) -> None:
    stage = count_of(player, play_out(Ruleset(), ("Ana",), "36", "standard"))
    stage.press("return")
    goals = {goal: player.text(f"goals.name.{goal.value}") for goal in Goal}
    seen = ""
    for _ in range(200):
        stage.let(0.1)
        seen += " ".join(stage.part("head").spoken(player))
    finish = stage.breakdown.finish
    assert finish is not None
    assert {Goal.POINTS_100, Goal.POINTS_150} <= set(finish.goals)
    highest = max((goal for goal in finish.goals if "points" in goal), key=list(Goal).index)
    assert goals[highest] in seen
    assert goals[Goal.POINTS_100] not in seen
    assert {f"goal:{goal.value}" for goal in finish.goals} <= {
        one.id
        for one in stage.breakdown.result_words.earned()  # type: ignore[union-attr]
    }


def test_each_goal_is_named_once_after_the_count(player: Context) -> None:
    stage = count_of(player, play_out(Ruleset(), ("Ana",), "3", "standard"))
    control = stage.breakdown.control
    stage.let_until(lambda: control.counted == control.length)
    stage.press("return")
    words = player.text(
        "heard.spoken.goal_met", goal=player.text(f"goals.name.{Goal.POINTS_100.value}")
    )
    seen = []
    for _ in range(150):
        stage.let(0.1)
        seen += stage.part("head").spoken(player)
    assert 10 < seen.count(words) < 25
    assert seen[-1] != words


def test_goals_are_news_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    goals = iter((None, (Goal.LINE_OF_FIVE,)))
    finish = MatchFinish(match, finished(match).findings, goals=goals)
    assert [finish.poll() for _ in range(3)] == [False, True, False]
    assert finish.goals == (Goal.LINE_OF_FIVE,)
    # No goal at all makes no other news old.
    monkeypatch.setattr(DealFindings, "poll", lambda _: True)
    assert MatchFinish(match, finish.findings, goals=iter(((),))).poll()


def test_a_first_medal_is_the_first_only_once() -> None:
    card = all_editions()[0]
    deal = daily_deal(date(2026, 11, 21), card)
    match = play_out(card.rules, ("Ana",), deal.seed, card.name)
    total = score_match(match).players[0].total
    finish = finished(match, record=999, average=1, best=total, master=total + 1)
    finish.daily = deal
    assert finish.medal is Medal.GOLD
    assert not finish.milestones
    finish.had_medal = False
    assert finish.milestones == (Milestone.FIRST_MEDAL,)
    assert finish.short_of == (Medal.MASTER, 1)


def test_moments_come_one_after_another_and_a_press_ends_them(
    player: Context, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(Context, "speak", lambda _, words, **how: spoken.append(words))
    player.store.profile.add_match(random_match(Ruleset(), 1, Random(2)))
    # A line of five is completed here, and none before.
    match = play_out(Ruleset(), ("Ana",), "1", "standard")
    stage = count_of(player, match)
    stage.press("return")
    titles: list[str] = []
    lasted: list[int] = []
    for _ in range(200):
        stage.let(0.1)
        (title,) = stage.part("head").spoken(player)
        if title not in titles[-1:]:
            titles.append(title)
            lasted.append(0)
        lasted[-1] += 1
    record = player.text("finish.milestone.record")
    five = player.text("finish.milestone.first_five")
    assert stage.breakdown.finish is not None
    goals = [goal for goal in stage.breakdown.finish.goals if goal is not Goal.LINE_OF_FIVE]
    met = [
        player.text("heard.spoken.goal_met", goal=player.text(f"goals.name.{goal}"))
        for goal in goals
    ]
    assert titles == [record, five, *met, record]
    assert [spoken.count(one) for one in (record, five)] == [1, 1]
    assert min(lasted) > 15, "each can be read"
    assert heard.sounds.index(Sound.RECORD) < heard.sounds.index(Sound.FIRST)
    other = Context(player.painter, player.catalogue, SceneRoutes, sound=heard)
    other.engines, other.store = player.engines, Storage.in_memory()
    again = count_of(other, match)
    again.press("return")
    again.let(0.5)
    again.press("tab")
    heard.sounds.clear()
    again.let(4)
    assert Sound.FIRST not in heard.sounds


def places_of(stage: TableStage) -> dict[object, tuple[int, ...]]:
    """Return the places of all parts with an `id`."""
    named = [part for part in stage.breakdown.root.walk() if part.id is not None]
    return {part.id: tuple(part.rect) for part in named}


class LateEngines(EngineClient):
    """Engines that answer when the test lets them: 60 points were possible, Master made 20 less."""

    def __init__(self, match: Match) -> None:
        super().__init__(EngineRunner(in_process=False))
        self.total = int(score_match(match).players[0].total)
        self.open: list[tuple[EngineTask[Any], EngineAnswer[Any]]] = []

    def ask(self, task: EngineTask[Any]) -> EngineAnswer[Any]:
        self.open.append((task, EngineAnswer[Any]()))
        return self.open[-1][1]

    def reply(self) -> None:
        """Answer what is asked."""
        for task, answer in self.open:
            match task:
                case ReviewTask():
                    acts = [m for m in replay_seat(task.match, 0, 0) if m.act is ReplayAct.PLACED]
                    placed = [act.placements[0] for act in acts]
                    worths = [(Worth(one, 150.0), Worth(placed[0], 140.0)) for one in placed[1:]]
                    choices = [(Worth(placed[0], 150.0),), *worths]
                    found = tuple(
                        ReviewedPlacement(i, one, 150.0, 0, Verdict.BEST, worth)
                        for i, (one, worth) in enumerate(zip(placed, choices, strict=True))
                    )
                    master = self.total - 20
                    answer.give(Review(found, (), 0, 0, 0, 0, (), master))
                case BestBoardTask():
                    answer.give(BestResult(self.total + 60, True, (), self.total + 60))
                case ComputersTask():
                    made = zip(LEVELS[:-1], (-30, -9, -1, 0, 4), strict=True)
                    answer.give({level: self.total + more for level, more in made})
                case LevelTask():
                    answer.give({"total": self.total, "luck": 3.0})
        self.open.clear()


@pytest.mark.parametrize("is_daily", [False, True])
@pytest.mark.parametrize("size", [(1280, 800), (1024, 640)])
def test_nothing_moves_when_late_answers_come(
    player: Context, size: tuple[int, int], *, is_daily: bool
) -> None:
    """Master, the best board, goals, the next card, the computers of a day's deal: each has its
    place from the first frame.
    """
    deal = daily_deal(player.store.today, all_editions()[0])
    match = play_out(Ruleset(), ("Ana",), deal.seed if is_daily else "3", "standard")
    player.engines = engines = LateEngines(match)
    stage = count_of(player, match)
    stage.resize_to(*size)
    stage.press("return")
    finish = stage.breakdown.finish
    assert finish is not None
    before = places_of(stage)
    assert stage.breakdown.result_words is not None
    assert stage.breakdown.result_words.toward() == ""
    while finish.is_asking or engines.open or not finish.goals:
        stage.let(0.5)
        assert places_of(stage).items() >= before.items()
        engines.reply()
    stage.let(6)
    words = " ".join(stage.read())
    assert finish.key is not None
    assert first_words(player, match.rules, finish.total).rstrip(".") in words
    total = score_match(match).players[0].total
    percent = write_percent(player.catalogue, total / (total + 60))
    assert player.text("finish.share", percent=percent) in words
    assert player.text("level.to_first", count=4) in words
    assert finish.milestones[:2] == (Milestone.MASTER, Milestone.FIRST_GAME)
    # As much as one's own is not beaten; Master's is.
    beaten = player.text("daily.beaten", count=4, all=len(LEVELS))
    fox = player.text("breakdown.named", name=bot_name(player, "fox"), points=str(total + 4))
    spoken = " ".join(stage.part("scale").spoken(player))
    assert [beaten in words, fox in spoken] == [is_daily, is_daily]
    named = [bot_name(player, level) in spoken for level in LEVELS[:-1]]
    assert named == [is_daily] * (len(LEVELS) - 1)
    assert places_of(stage).items() >= before.items()


def test_the_number_is_that_of_the_board_that_is_shown(player: Context) -> None:
    match = replace(random_match(Ruleset(), 3, Random(8)), players=people("Ana", "Ben", "Chloé"))
    stage = count_of(player, match)
    stage.press("return")
    stage.let(3)
    for seat, scored in enumerate(score_match(match).players):
        stage.click(stage.part(("seat", seat)))
        stage.let(1)
        points = player.text("terms.count.points", count=scored.total)
        name = match.players[seat].name
        (number,) = stage.part("number").spoken(player)
        assert number == player.text("heard.spoken.total", name=name, points=points)


def view_of(context: Context, finish: MatchFinish) -> ResultWords:
    """The words of a result."""
    control = CountControl(finish.match, is_counted=True)
    return ResultWords(context, control, finish, None)


def _of_two(seed: int, *players: Player) -> Match:
    return replace(random_match(Ruleset(), len(players), Random(seed)), players=players)


def test_at_one_screen_the_winner_leads_and_no_loser_is_celebrated(player: Context) -> None:
    text = player.text
    won = set()
    for seed in range(40):
        match = _of_two(seed, *people("Ana", "Ben"))
        totals = [scored.total for scored in score_match(match).players]
        best = totals.index(max(totals))
        view = view_of(player, finished(match))
        won.add(best)
        if totals[0] == totals[1]:
            continue
        name = match.players[best].name
        assert view.control.seat == best
        assert (view.title(), view.is_loud) == (text("score.winner", name=name), True)
        view.control.show(seat=1 - best)
        for moment in (None, *Milestone):
            view.milestone = moment
            assert view.title() == text("finish.place", rank=2, players=2)
            assert not view.is_loud
    assert won == {0, 1}


def test_the_evening_sky_is_for_what_was_won_alone(player: Context) -> None:
    skies = set()
    for seed in range(8):
        match = _of_two(seed, Player("Ana"), *bots("Otto"))
        stage = count_of(player, match)
        assert not stage.breakdown.is_sunset, "nobody has won while it is counted"
        stage.press("return")
        stage.let(6)
        is_won = 0 in score_match(match).winners
        assert stage.breakdown.is_sunset is is_won
        skies.add(is_won)
        if is_won:
            stage.click(stage.part(("seat", 1)))
            is_best = 1 in score_match(match).winners
            assert stage.breakdown.is_sunset is is_best
    assert skies == {True, False}


def test_a_missed_target_is_missing_from_the_harvest_and_no_gold(player: Context) -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    total = score_match(match).players[0].total
    for asked, missed in ((total + 20, total + 20), (total, None)):
        finish = finished(match)
        is_met = missed is None
        finish.verdict = ChallengeVerdict(is_met, "", "", "", asked, 0)
        view = view_of(player, finish)
        assert (view.missed, view.is_pale) == (missed, not is_met)
        verdict = finish.verdict
        secret = MatchFinish(match, finish.findings, verdict=verdict, is_secret=True).is_secret
        assert secret is not is_met
        assert [mark.points for mark in view.marks()] == [asked]


def test_a_tie_is_a_tie_on_every_board(player: Context) -> None:
    match = _of_two(3, *people("Ana", "Ben"))
    boards = match.rounds[0].seats
    match = replace(match, rounds=(replace(match.rounds[0], seats=(boards[0], boards[0])),))
    view = view_of(player, finished(match))
    for seat in (0, 1):
        view.control.show(seat=seat)
        assert "Ana" in view.title()
        assert "Ben" in view.title()
        assert view.is_loud
        assert view.sentence() == ""


def test_the_winner_s_lead_is_that_over_the_second(player: Context) -> None:
    match = _of_two(11, *people("Ana", "Ben", "Chloé"))
    *_, second, first = sorted(scored.total for scored in score_match(match).players)
    assert first > second > 0
    words = player.text("finish.ahead", count=first - second)
    assert view_of(player, finished(match)).sentence() == words


def test_the_marks_are_read_from_the_lowest_to_the_highest(player: Context) -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    total = score_match(match).players[0].total
    for changes in ((5, -3, 40), (-9, 20, 30), (30, 20, 60)):
        known = zip(("average", "master", "best"), (total + each for each in changes), strict=True)
        marks = sorted(known, key=lambda mark: mark[1])
        lines = [
            player.text("breakdown.named", name=player.text(f"finish.{key}"), points=f"{points}")
            for key, points in marks
        ]
        assert view_of(player, finished(match, **dict(marks))).scale_words() == "\n".join(lines)


def test_a_level_and_its_change_are_told_and_only_a_higher_one_is_gained(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, text = play_out(Ruleset(), ("Ana",), "3", "standard"), player.text
    finish, known = finished(match), LevelEstimate((), 120.4, 1, "beaver")
    level = LevelFindings(Profile(None), Ruleset(), PatientEngines())
    words = ResultWords(player, CountControl(match, is_counted=True), finish, level)
    few = LevelEstimate((AttemptPoints(1, 2),) * 2)
    for now, before, told, gained in (
        (few, NO_LEVEL, text("level.to_first", count=LEAST - 2), None),
        (known, NO_LEVEL, text("finish.level_new", points="120"), "beaver"),
        (known, replace(known, mean=110.4), text("finish.level", points="120", change="+10"), None),
        (
            known,
            replace(known, mean=130.4, level="fox"),
            text("finish.level", points="120", change="\N{MINUS SIGN}10"),
            None,
        ),
        (
            known,
            replace(known, mean=100.4, level="magpie"),
            text("finish.level", points="120", change="+20"),
            "beaver",
        ),
    ):
        monkeypatch.setattr(LevelFindings, "estimate", now)
        monkeypatch.setattr(LevelFindings, "before", before)
        for is_latest in (True, False):
            monkeypatch.setattr(LevelFindings, "is_latest", lambda *_, is_it=is_latest: is_it)
            assert words.changes() == (told if is_latest else "")
            assert words.level_gained() == (gained if is_latest else None)
    finish.is_new = False
    monkeypatch.setattr(LevelFindings, "is_latest", lambda *_: True)
    assert words.level_gained() is None


def test_a_computer_that_wins_takes_no_person_s_place(player: Context) -> None:
    """The best of the people leads, quietly, and the title says that it is a second place."""
    seen = set()
    for seed in range(40):
        match = _of_two(seed, *people("Ana", "Ben"), *bots("Otto"))
        ana, ben, otto = (scored.total for scored in score_match(match).players)
        view = view_of(player, finished(match))
        assert view.control.seat == (0 if ana >= ben else 1)
        assert view.is_loud is (max(ana, ben) >= otto)
        seen.add(view.is_loud)
    assert seen == {True, False}


def test_a_sentence_says_how_the_total_is_to_be_taken(player: Context) -> None:
    match, text = play_out(Ruleset(), ("Ana",), "3", "standard"), player.text
    total = score_match(match).players[0].total
    for known, sentence in (
        ({"record": -5, "average": -9}, text("finish.over_best", count=5)),
        ({"record": 900, "average": 900}, text("finish.kind")),
        ({"record": 9, "average": 0, "master": 0}, text("finish.like_master", points=f"{total}")),
        ({"record": 9, "average": 0, "master": -24}, text("finish.over_master", count=24)),
        ({"record": 9, "average": 0, "master": -25}, text("finish.far_over_master", count=25)),
        ({"record": 9, "average": -1, "master": 9}, text("finish.over_average", count=1)),
        ({"record": 9, "average": 0}, text("finish.near_average", points=f"{total}")),
        ({"record": 9, "average": 3}, text("finish.near_average", points=f"{total + 3}")),
        ({}, first_words(player, match.rules, total)),
    ):
        finish = finished(match, **{key: total + more for key, more in known.items()})
        assert view_of(player, finish).sentence() == sentence
    finish.remark = "seen before"
    assert view_of(player, finish).sentence() == "seen before"
    finish.remark, finish.is_new = "", False
    assert view_of(player, finish).sentence() == ""


def test_the_placement_that_mattered_asks_and_names_no_better_space(player: Context) -> None:
    match, text = play_out(Ruleset(), ("Ana",), "3", "standard"), player.text
    finish = finished(match)
    view, placed = view_of(player, finish), Placement(TILES[0], 0)
    name, here = "–".join(str(TILES[0])), match.rules.grid.name_of(0)
    gain = KeyPlacement(0, placed, 5.04, 3, 3, "")
    assert view.key_words(gain) == f"Call 4: {name} on {here}. No space was worth more."
    asks, key = (
        text("review.lesson.better", name="Fox"),
        KeyPlacement(0, placed, -5.2, 3, 3, "fox"),
    )
    assert view.key_words(key) == f"{text('review.lesson.much', call=4)} {asks}"
    finish.level = "beaver"
    praise = text("finish.key_gain", count=5.0, tile=name, space=here)
    assert view.key_words(gain) == praise
    points = text("terms.count.points", count=5)
    lost = text("review.lesson.lost", points=points, call=4)
    assert view.key_words(key) == f"{lost} {asks}"
    finish.level = "master"
    assert view.key_words(key) == f"{lost} {text('review.lesson.yours')}"


def test_what_is_missing_for_the_next_medal_and_for_master_is_told(player: Context) -> None:
    deal, text = daily_deal(date(2026, 11, 21), all_editions()[0]), player.text
    match = play_out(deal.rules, ("Ana",), deal.seed, "standard")
    total = score_match(match).players[0].total
    finish = finished(match, best=4 * total, master=3 * total)
    part = text("finish.share", percent=write_percent(player.catalogue, 0.25))
    master = text("finish.short.master", count=2 * total)
    assert view_of(player, finish).toward() == f"{part} · {master}"
    assert view_of(player, finish).earned() == []
    finish.daily = deal
    assert finish.short_of is not None
    medal, points = finish.short_of
    short = text(f"finish.short.{medal.value}", count=points)
    assert view_of(player, finish).toward() == f"{part} · {short} · {master}"
    assert view_of(player, finish).earned() == []
    assert text("finish.no_medal") in view_of(player, finish).details()
    gold = finished(match, best=total + 1, master=total + 1)
    gold.daily = deal
    assert gold.short_of == (Medal.MASTER, 1)
    missing = text("finish.short.master", count=1)
    assert view_of(player, gold).toward().count(missing) == 1
    known = finished(match, best=total, master=total)
    known.daily = deal
    assert view_of(player, known).toward() == text(
        "finish.share", percent=write_percent(player.catalogue, 1)
    )
    (medal_shown,) = view_of(player, known).earned()
    assert medal_shown.words == text("daily.medal.master")
    assert text("daily.medal.master") in view_of(player, known).details()
    profile = Profile(None)
    profile.store_findings(deal_of(match), {key_of("best", 0): 4 * total})
    findings = DealFindings(profile, match, PatientEngines(), is_thorough=True)
    assert view_of(player, MatchFinish(match, findings)).toward() == part, "as far as it is known"
    findings = DealFindings(Profile(None), match, PatientEngines(), is_thorough=True)
    asking = MatchFinish(match, findings, daily=deal)
    assert view_of(player, asking).toward() == ""
    assert view_of(player, asking).earned() == []


def test_a_goal_leads_to_its_page(player: Context) -> None:
    stage = count_of(player, play_out(Ruleset(), ("Ana",), "3", "standard"))
    stage.press("return")
    stage.let(3)
    finish = stage.breakdown.finish
    assert finish is not None
    goal = Goal.POINTS_100
    assert finish.goals == (goal,)
    finish.goals = (goal, Goal.LINE_OF_FIVE)
    stage.breakdown.renew()
    for shown in finish.goals:
        (words,) = stage.part(f"goal:{shown.value}").spoken(player)
        assert words.startswith(player.text(f"goals.name.{shown}"))
    stage.click(stage.part(f"goal:{goal.value}"))
    assert isinstance(stage.top, GoalsScene)
    stage.let(3)
    assert stage.part(goal).shows_focus


def test_f1_shows_the_rules_on_the_result(player: Context) -> None:
    stage = count_of(player, play_out(Ruleset(), ("Ana",), "3", "standard"))
    stage.press("return")
    stage.press("f1")
    assert isinstance(stage.top, RulesScene)


def test_people_at_one_screen_see_their_evening_and_a_rematch_first(player: Context) -> None:
    player.store.clock = lambda: datetime(2026, 11, 21, 12, tzinfo=UTC)
    for number in range(3):
        last = play_table(TableSetup(Ruleset(), (Player("Ana"), Player("Player 1")), str(number)))
        player.store.profile.add_match(last, player.store.clock())
    winners = Counter(
        last.name
        for m in player.store.profile.last_matches()
        for last in m.results
        if last.is_winner
    )
    game = TableGame(TableSetup.from_match(last), LocalKeeper(last))
    stage = Stage(player, count_scene(player, game))
    stage.let(8)
    wins = " · ".join(f"{name}: {count}" for name, count in winners.most_common())
    words = player.text("finish.tonight.day", wins=wins)
    assert words in " ".join(stage.read())
    assert stage.find(player.text("together.rematch")) is not None
    menu = Stage(player, TitleScene(player))
    menu.let(0.3)
    assert words in " ".join(menu.read())
    for hour, key in ((4, "late"), (5, "day"), (17, "day"), (18, "evening"), (23, "evening")):
        player.store.clock = partial(datetime, 2026, 11, 21, hour, 59, tzinfo=UTC)
        assert tonight_words(player, winners) == player.text(f"finish.tonight.{key}", wins=wins)


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


def test_the_first_count_names_the_computer_that_is_reached(player: Context) -> None:
    rules = Ruleset()
    for total, name, key in (
        (30, "duckling", "finish.first_below"),
        (127, "beaver", "finish.first_above"),
        (400, "fox", "finish.first_above"),
    ):
        points = next(mark.mean for mark in find_level_scale(rules) if mark.level == name)
        shown = player.catalogue.number(points, 0)
        wanted = player.text(key, name=bot_name(player, name), points=shown)
        assert first_words(player, rules, total) == wanted
    assert first_words(player, Ruleset.parse("classic adjacent mail rays rounds=4"), 1) == ""


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


def test_a_level_gained_has_a_moment_of_its_own(
    player: Context, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = count_of(player, play_out(Ruleset(), ("Ana",), "77", "standard"))
    monkeypatch.setattr(ResultWords, "level_gained", lambda words: "beaver")
    monkeypatch.setattr(LevelFindings, "poll", lambda level: False)
    finish = stage.breakdown.finish
    assert finish is not None
    finish.findings.questions.clear()
    stage.let_until(lambda: Sound.LEVEL in heard.sounds)
    assert player.text("level.like.beaver") in stage.read()
    assert any(part.earned.is_now for part in stage.widgets() if isinstance(part, EarnedHexagon))
    stage.let(10)
    assert heard.sounds.count(Sound.LEVEL) == 1


def test_only_a_record_goes_on_over_the_sky_and_only_a_first_medal_hangs_from_it() -> None:
    def colours(name: str, *points: tuple[int, int]) -> set[tuple[int, ...]]:
        context = make_context(Language.ENGLISH, (1280, 760))
        picture = render_sample(collect_samples("finish")[name], context, (1280, 760))
        return {tuple(picture.get_at(at)[:3]) for at in points}

    theme = find_theme("night", "box")
    beyond = {beyond_fold(theme, theme.stripes[number]) for number in (3, 5, 7, 9)}
    left, top = [(1, y) for y in range(310)], [(x, 1) for x in range(300, 1280)]
    assert beyond <= colours("breakdown-record", *left)
    assert not beyond & colours("breakdown-medal", *left)
    assert theme.stripes[8] in colours("breakdown-medal", *top)
    assert theme.stripes[8] not in colours("breakdown-record", *top)


@pytest.mark.parametrize("stripes", STRIPE_SETS)
@pytest.mark.parametrize("name", THEMES)
def test_words_on_what_goes_on_over_the_sky_can_be_read(name: str, stripes: str) -> None:
    theme = find_theme(name, stripes)
    for number, fill in theme.stripes.items():
        ground = beyond_fold(theme, fill)
        assert (
            min(contrast(ink, ground) for ink in (theme.palette.ink, theme.palette.ink_soft)) >= 4.5
        )
        assert ground != theme.palette.sky_foot, number


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


def test_after_the_first_of_all_who_came_no_placement_is_the_player_s(player: Context) -> None:
    match = play_out(Ruleset(rounds=2), ("Ana",), "3")
    reviews = {}
    for index in (1, 0):
        placed = [p for turn in match.rounds[index].seats[0].turns for p in turn.placements]
        other = placed[0], placed[1]
        reviews[index] = Review(
            tuple(
                ReviewedPlacement(
                    call, one, 100.0 + call + 30 * index, 0, Verdict.BEST,
                    (Worth(one, 0.0), Worth(other[one is other[0]], 99.0)),
                )
                for call, one in enumerate(placed)
            ), (), 0, 0, 0, 0, (), None,
        )  # fmt: skip
    for came, last in (
        ((), (1, 18)),
        (((0, 5),), (0, 4)),
        (((0, 12), (0, 5)), (0, 4)),
        (((0, 5), (0, 12)), (0, 4)),
        (((0, 19),), (0, 18)),
        (((0, 20),), (1, 0)),
        (((1, 5),), (1, 18)),
    ):
        meta = match.meta
        for seat, after in came:
            meta = note_substitute(meta, Substitute(seat, after, "Ana", "Otto", "fox"))
        key = key_placement(replace(match, meta=meta), 0, reviews)
        assert key is not None
        assert (key.round_index, key.call) == last, came


def test_a_count_is_read_whole_while_it_counts_and_after(player: Context) -> None:
    totals = (
        "Total of Benedikt: 764 points. R1 250, R2 261, R3 253. "
        "Total of Ana: 749 points. R1 204, R2 292, R3 253. "
        "Total of Chloé: 651 points. R1 220, R2 271, R3 160. "
        "Total of Dumitru: 614 points. R1 164, R2 232, R3 218."
    )
    stage = Stage(player, collect_samples()["breakdown-rounds"].make(player))
    topics = (Topic.HEADING, Topic.NOW, Topic.SCORE)
    assert [stage.top.read(topic) for topic in topics] == [
        totals,
        f"Round 3 of 4. {totals}",
        totals,
    ]
    stage.press("return")
    assert [stage.top.read(topic) for topic in topics] == [
        "Round 3 of 4. Total of Ana: 749 points.",
        "Round 3 of 4. Total of Ana: 749 points. Round total: 253. "
        "Moon ray from a3 to e1: complete, 30 points. Sun ray from a2 to d1: complete, 28 points. "
        "a1 to a3: 3 times 9, 27 points. Next round.",
        totals,
    ]
    assert stage.top.read(Topic.LINES).startswith("a1 to a3: 3 times 9, 27 points.")
    match = replace(play_out(Ruleset(), ("Ana", "Ben"), "77"), players=people("Ana", "Ben"))
    stage, shared = count_of(player, match), "Ana and Ben share the win."
    both = f"{shared} Total of Ana: 183 points. Total of Ben: 183 points."
    name = stage.part("heading").spoken(player)[0]
    assert [stage.top.read(topic) for topic in topics] == [both, f"{name}. {both}", both]
    stage.press("return")
    assert [stage.top.read(topic) for topic in topics] == [
        f"{shared} {name}. Total of Ana: 183 points.",
        f"Total of Ana: 183 points. {shared} {tonight_words(player, {'Ana': 1, 'Ben': 1})}. "
        "d1 to d4: 4 times 9, 36 points. a3 to e1: 5 times 7, 35 points. "
        "c1 to e1: 3 times 8, 24 points. Rematch.",
        both,
    ]


def test_the_placement_that_mattered_leads_to_its_puzzle_where_it_cost(player: Context) -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    player.store.profile.add_match(match)
    placed = tuple(p for turn in match.rounds[0].seats[0].turns for p in turn.placements)
    store_puzzles(player.store.profile, match, 0, 0, reviewed(placed, {4: 9.0, 7: 8.0}))
    stage = TableStage(player, open_count(player, match))
    words = stage.breakdown.result_words
    assert words is not None
    for index, points, first in (
        (4, -9.0, "0:0:4"),
        (7, -8.0, "0:0:7"),
        (5, -7.0, None),
        (4, 9.0, None),
    ):
        key = KeyPlacement(0, placed[index], points, index, index, "fox")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(MatchFinish, "key", key)
            went = words.open_key(Pop)
        if first is None:
            assert went == Pop()
        else:
            assert isinstance(went, Push)
            assert mode_of(went.scene).puzzles.puzzle.key == first

"""The end of a match: the figures are the core's, and the player can leave at once."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from random import Random
from typing import Any

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
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.progress.daily import MASTER_PERCENT, Medal, daily_deal, medal_of
from game.progress.engine_client import EngineClient
from game.progress.findings import DealFindings, store_review
from game.progress.goals import Goal, PastMatch
from game.progress.level_findings import LevelFindings
from game.rules.deal import deal_calls
from game.rules.marks import Mark
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.match_score import score_match
from game.rules.meta import Substitute, note_substitute
from game.rules.moves import BeginRound, Miss, Place
from game.rules.moves import Call as RulesCall
from game.rules.ruleset import BonusRule, CallRule, RayRule, Ruleset
from game.storage.profile import Profile
from game.storage.store import Storage
from game.ui.draw.theme import STRIPE_SETS, THEMES, contrast, find_theme
from game.ui.frame.context import Context
from game.ui.frame.topics import Topic
from game.ui.parts import Ink, Text, coloured
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
    count_scene,
    open_count,
)
from game.ui.scenes.count.verdict import ChallengeVerdict
from game.ui.scenes.count.words import ResultWords, first_words
from game.ui.scenes.records.control import RecordsPage
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.shared.names import bot_name, tonight_words
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.sound.names import Sound
from game.ui.sound.voices import caller_words
from tests.gallery import collect_samples, make_context, render_sample
from tests.gallery.records import play_out, play_table
from tests.gallery.review import PatientEngines
from tests.progress.earned import earned_goals
from tests.rules.random_matches import random_match
from tests.ui.conftest import Heard
from tests.ui.scenes.count.test_words import of_several
from tests.ui.scenes.count_stage import count_of, finished
from tests.ui.scenes.stage import Stage
from tests.ui.scenes.table_stage import TableStage, bots, people


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


@pytest.mark.slow
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


def test_the_evening_sky_is_for_what_was_won_alone(player: Context) -> None:
    skies = set()
    for seed in range(8):
        match = of_several(seed, Player("Ana"), *bots("Otto"))
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

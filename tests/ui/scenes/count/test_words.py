"""The sentences of a result: its title, its comparisons, and everything earned."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from game.locale import write_percent
from game.play.editions import all_editions
from game.play.rival import RivalBoard
from game.play.table import TableSetup
from game.progress.challenge_progress import hides_review
from game.progress.challenges import all_challenges, solve_challenge
from game.progress.daily import Medal, daily_deal
from game.progress.deal_totals import key_of
from game.progress.findings import DealFindings
from game.progress.goals import Goal
from game.progress.level import LEAST, NO_LEVEL, AttemptPoints, LevelEstimate, find_level_scale
from game.progress.level_findings import LevelFindings
from game.progress.puzzles import store_puzzles
from game.rules.match import Match, Player
from game.rules.match_score import score_match
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES
from game.storage.database import deal_of
from game.storage.profile import Profile
from game.ui.frame.context import Context
from game.ui.frame.scene import Pop, Push
from game.ui.frame.topics import as_sentences
from game.ui.scenes.count.control import CountControl
from game.ui.scenes.count.finish import (
    KeyPlacement,
    MatchFinish,
    Milestone,
)
from game.ui.scenes.count.next_steps import open_count
from game.ui.scenes.count.verdict import ChallengeVerdict
from game.ui.scenes.count.words import ResultWords, first_words
from game.ui.scenes.goals.scene import GoalsScene
from game.ui.scenes.shared.names import bot_name, goal_words, tonight_words
from tests.gallery.guests import reviewed
from tests.gallery.records import play_out
from tests.gallery.review import PatientEngines
from tests.golden.pages import changed_pages
from tests.rules.random_matches import random_match
from tests.ui.scenes.count_stage import count_of, finished
from tests.ui.scenes.puzzle_stage import mode_of
from tests.ui.scenes.table_stage import TableStage, bots, people


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


def view_of(context: Context, finish: MatchFinish) -> ResultWords:
    """The words of a result."""
    control = CountControl(finish.match, is_counted=True)
    return ResultWords(context, control, finish, None)


def of_several(seed: int, *players: Player) -> Match:
    return replace(random_match(Ruleset(), len(players), Random(seed)), players=players)


def test_at_one_screen_the_winner_leads_and_no_loser_is_celebrated(player: Context) -> None:
    text = player.text
    won = set()
    for seed in range(40):
        match = of_several(seed, *people("Ana", "Ben"))
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
    finish = finished(match)
    finish.verdict = ChallengeVerdict(False, "", "", "", total, 0)
    assert view_of(player, finish).missed is None, "reached with help: no points are missing"


def test_a_tie_is_a_tie_on_every_board(player: Context) -> None:
    match = of_several(3, *people("Ana", "Ben"))
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
    match = of_several(11, *people("Ana", "Ben", "Chloé"))
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
    monkeypatch.setattr(LevelFindings, "estimate", few)
    level.scale = ()
    assert words.changes() == "", "by these rules there are no levels"


def test_a_computer_that_wins_takes_no_person_s_place(player: Context) -> None:
    """The best of the people leads, quietly, and the title says that it is a second place."""
    seen = set()
    for seed in range(40):
        match = of_several(seed, *people("Ana", "Ben"), *bots("Otto"))
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
    unmeasured = random_match(Ruleset.parse("classic adjacent single rays"), 1, Random(3))
    assert view_of(player, finished(unmeasured)).sentence() == text("finish.first")


def test_the_placement_that_mattered_asks_and_names_no_better_space(player: Context) -> None:
    match, text = play_out(Ruleset(), ("Ana",), "3", "standard"), player.text
    finish = finished(match)
    view, placed = view_of(player, finish), Placement(TILES[0], 0)
    name, here = "–".join(str(TILES[0])), match.rules.grid.name_of(0)
    gain = KeyPlacement(0, placed, 5.26, 3, 3, "")
    assert view.key_words(gain) == f"Call 4: {name} on {here}. No space was worth more."
    asks, key = (
        text("review.lesson.better", name="Fox"),
        KeyPlacement(0, placed, -5.2, 3, 3, "fox"),
    )
    assert view.key_words(key) == f"{text('review.lesson.much', call=4)} {asks}"
    finish.level = "beaver"
    praise = text("finish.key_gain", count=5.3, tile=name, space=here)
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
    assert text("finish.no_medal") not in view_of(player, asking).details(), "not known yet"
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


def test_the_first_count_names_the_computer_that_is_reached(player: Context) -> None:
    rules = Ruleset()
    fox = next(mark.mean for mark in find_level_scale(rules) if mark.level == "fox")
    for total, name, key in (
        (30, "duckling", "finish.first_below"),
        (127, "beaver", "finish.first_above"),
        (400, "fox", "finish.first_above"),
        (fox, "fox", "finish.first_above"),
    ):
        points = next(mark.mean for mark in find_level_scale(rules) if mark.level == name)
        shown = player.catalogue.number(points, 0)
        wanted = player.text(key, name=bot_name(player, name), points=shown)
        assert first_words(player, rules, total) == wanted
    assert first_words(player, Ruleset.parse("classic adjacent mail rays rounds=4"), 1) == ""


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
        key = KeyPlacement(0, placed[index], points, index, index + 1, "fox")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(MatchFinish, "key", key)
            went = words.open_key(Pop)
        if first is None:
            assert went == Pop()
        else:
            assert isinstance(went, Push)
            assert mode_of(went.scene).puzzles.puzzle.key == first


def fox_beside(total: float | None) -> RivalBoard:
    """A rival with a total."""
    return cast("RivalBoard", SimpleNamespace(name="Fox", total=total))


def test_everything_earned_is_listed_in_its_order_and_the_title_s_is_now(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal, text = daily_deal(date(2026, 11, 21), all_editions()[0]), player.text
    match = play_out(deal.rules, ("Ana",), deal.seed, "standard")
    total = score_match(match).players[0].total
    finish = finished(match, best=total, master=total)
    view = view_of(player, finish)
    assert ([*view.earned()], [*view.earned_words()], view.compared()) == ([], [], "")
    monkeypatch.setattr(DealFindings, "computers", {"fox": total - 1, "beaver": total})
    finish.daily, finish.level_gained = deal, "beaver"
    finish.goals = goals = (Goal.POINTS_100, Goal.LINE_OF_FIVE)
    finish.rival, finish.tonight = fox_beside(total - 5), {"Ana": 2}
    for is_met in (True, False):
        finish.verdict = ChallengeVerdict(is_met, "Met!", "", "3 of 9", 100, 0)
        names = [text(f"goals.name.{goal}") for goal in goals]
        met = [("challenge", "Met! 3 of 9.")] * is_met
        assert [(one.id, one.words) for one in view.earned()] == [
            *met,
            ("medal", text("daily.medal.master")),
            ("level", text("level.like.beaver")),
            *(
                (f"goal:{goal}", as_sentences((name, goal_words(player, goal))))
                for goal, name in zip(goals, names, strict=True)
            ),
        ]
        assert [*view.earned_words()] == [
            view.beside(),
            tonight_words(player, {"Ana": 2}),
            *["3 of 9"] * is_met,
            text("daily.medal.master"),
            text("daily.beaten", count=1, all=2),
            *(text("heard.spoken.goal_met", goal=name) for name in names),
        ]
    for milestone, named, now in (
        (None, None, []),
        (Milestone.RECORD, None, []),
        (Milestone.LEVEL, None, ["level"]),
        (Milestone.FIRST_MEDAL, None, ["medal"]),
        (None, Goal.LINE_OF_FIVE, ["goal:line-of-five"]),
    ):
        view.milestone, view.goal = milestone, named
        earned = view.earned()
        assert [one.id for one in earned if one.is_now] == now
        assert [one.id for one in earned if one.ribbon] == [one for one in now if one == "medal"]


def test_details_are_in_order_and_a_challenge_has_its_progress_instead_of_a_comparison(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal, text = daily_deal(date(2026, 11, 21), all_editions()[0]), player.text
    match = play_out(deal.rules, ("Ana",), deal.seed, "standard")
    total = score_match(match).players[0].total
    finish = finished(match, record=total - 1, average=total, best=2 * total, master=total)
    monkeypatch.setattr(DealFindings, "computers", {"fox": total - 1})
    finish.daily, finish.streak, finish.rival = deal, 3, fox_beside(total)
    view = view_of(player, finish)
    level = text("finish.rival_level", name="Fox", points=player.catalogue.number(total))
    medal = text(f"daily.medal.{finish.medal.value}") if finish.medal else ""
    row = text("daily.row", count=3)
    assert view.title() == text("finish.milestone.record")
    record = text("finish.over_best", count=1)
    beaten = text("daily.beaten_all", all=1)
    assert view.details() == [record, level, medal, beaten, row, view.toward()]
    finish.record = None
    assert view.details()[0] == level, "without a title the sentence is the large one"
    finish.verdict = ChallengeVerdict(False, "Missed", "Too few.", "3 of 9", 300, 0)
    assert (view.title(), view.details()) == ("Missed", ["Too few.", level, "3 of 9"])


def test_the_rival_is_ahead_behind_or_level_and_has_a_mark_once_it_has_ended(
    player: Context,
) -> None:
    match, text = play_out(Ruleset(), ("Ana",), "3", "standard"), player.text
    total, number = score_match(match).players[0].total, player.catalogue.number
    finish = finished(match, average=total + 4.4, master=total - 9, best=total + 20)
    p = player.painter.theme.palette
    marks = [
        (total + 4.4, f"{text('finish.average')} {number(total + 4.4, 0)}", p.ink_soft),
        (total - 9, f"{text('finish.master')} {number(total - 9)}", p.cool),
        (total + 20, f"{text('finish.best')} {number(total + 20)}", p.ink_soft),
    ]
    for theirs, key, count in (
        (total - 7, "rival_ahead", 7), (total, "rival_level", 0), (total + 7, "rival_behind", 7),
    ):  # fmt: skip
        finish.rival = fox_beside(theirs)
        view = view_of(player, finish)
        values = {"name": "Fox", "points": number(theirs)}
        more = {"count": count} if count else {}
        assert view.beside() == text(f"finish.{key}", **values, **more)
        rival = theirs, f"Fox {number(theirs)}", p.ink
        assert [mark[:3] for mark in view.marks()] == [*marks, rival]
    finish.rival = fox_beside(None)
    assert (view.beside(), [mark[:3] for mark in view.marks()]) == ("", marks)
    assert view.explain_scale() == "\n".join(text(f"finish.about.{key}") for key in finish.marks)
    finish.verdict = ChallengeVerdict(False, "", "", "", total + 4.4, 0)
    asked = total + 4.4, f"{text('finish.asked')} {number(total + 4.4, 0)}", p.accent
    assert [mark[:3] for mark in view.marks()] == [*marks[1:], asked], "one mark at one place"


def test_the_computers_of_a_daily_deal_are_named_but_for_master_who_has_a_mark(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, text = play_out(Ruleset(), ("Ana",), "3", "standard"), player.text
    monkeypatch.setattr(DealFindings, "computers", {"fox": 140.0, "beaver": 99.6, "master": 170.0})
    finish = finished(match, master=170)
    finish.daily = daily_deal(date(2026, 11, 21), all_editions()[0])
    view, named = view_of(player, finish), partial(text, "breakdown.named")
    computers = [
        named(name=bot_name(player, bot), points=points)
        for bot, points in (("fox", "140"), ("beaver", "100"))
    ]
    master = named(name=text("finish.master"), points="170")
    assert view.scale_words().splitlines() == [master, *computers]
    assert view.explain_scale().splitlines() == [text("finish.about.master"), *computers]


def test_the_title_is_a_goal_the_verdict_or_the_moment_before_it_is_the_record(
    player: Context,
) -> None:
    match, text = play_out(Ruleset(), ("Ana",), "3", "standard"), player.text
    total = score_match(match).players[0].total
    finish = finished(match, record=total - 1, average=total)
    finish.level_gained = "fox"
    view, seen = view_of(player, finish), []
    record = text("finish.milestone.record")
    for milestone, title in (
        (None, record),
        (Milestone.WIN, record),
        (Milestone.LEVEL, text("level.like.fox")),
        (Milestone.MASTER, text("finish.milestone.master")),
    ):
        view.milestone = milestone
        seen.append((view.title() == title, view.is_loud, view.is_pale))
    assert seen == [(True, True, False)] * 4
    finish.verdict = ChallengeVerdict(False, "Missed", "", "", 300, 0)
    assert (view.title(), view.is_loud, view.is_pale) == ("Missed", True, True), "Master is beaten"
    view.milestone = None
    assert (view.is_loud, view.is_pale) == (False, True)
    view.goal = Goal.POINTS_100
    goal = text("heard.spoken.goal_met", goal=text("goals.name.points-100"))
    assert view.title() == goal
    plain = view_of(player, finished(match, record=total, average=total))
    assert (plain.title(), plain.is_loud, plain.is_pale) == ("", False, False)
    kind = view_of(player, finished(match, record=900, average=900))
    assert (kind.title(), kind.is_loud, kind.is_pale) == ("", False, True)
    nothing = view_of(player, finished(random_match(Ruleset(), 1, Random(0)), record=0, average=0))
    assert (nothing.title(), nothing.is_loud, nothing.is_pale) == ("", False, True)


def test_equals_behind_the_winner_share_their_rank(player: Context) -> None:
    match = of_several(11, *people("Ana", "Ben", "Chloé", "Dan"))
    (played,) = match.rounds
    totals = [scored.total for scored in score_match(match).players]
    best, middle, *_, worst = (played.seats[totals.index(t)] for t in sorted(totals, reverse=True))
    match = replace(match, rounds=(replace(played, seats=(middle, best, worst, middle)),))
    view, winner = view_of(player, finished(match)), player.text("score.winner", name="Ben")
    ranks = []
    for seat in range(4):
        view.control.show(seat=seat)
        ranks.append(view.title())
        assert view.sentence() == (winner if seat != 1 else view.sentence())
    second, last = (player.text("finish.place", rank=rank, players=4) for rank in (2, 4))
    assert ranks == [second, winner, last, second]


def test_a_hidden_placement_is_shown_once_the_player_wants_it_for_good(player: Context) -> None:
    challenge = all_challenges()[0]
    solved = solve_challenge(challenge)
    setup = TableSetup(solved.rules, solved.players, "", challenge=challenge.name)
    match, profile = replace(solved, meta=setup.to_meta()), player.store.profile
    finish = MatchFinish(
        match,
        finished(match).findings,
        verdict=ChallengeVerdict(False, "", "", "", None, 0),
        is_secret=True,
    )
    assert (finish.is_secret, hides_review(profile, match)) == (True, True)
    view_of(player, finish).reveal_review()
    assert (finish.is_secret, hides_review(profile, match)) == (False, False)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("count_words") == []

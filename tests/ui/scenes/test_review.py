"""The review: asked for, walked through, played on from, and where there is nothing to see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any, TypeVar

import pygame
import pytest

from game.bots.coach.review import Review, review_round
from game.bots.coach.verdicts import LESSON, Cause, CurvePoint, ReviewedPlacement, Verdict
from game.bots.players.playing import play_calls
from game.bots.players.registry import make_bot
from game.bots.service.answer import EngineAnswer
from game.bots.service.tasks import BestBoardTask, EngineTask, ReviewTask
from game.bots.values.fingerprint import sign
from game.locale import write_percent
from game.page.data import PAGE_KEYS
from game.progress.challenge_progress import hides_review
from game.progress.challenges import ChallengeKind, all_challenges
from game.progress.engine_client import EngineClient
from game.progress.level_findings import stored_level
from game.progress.puzzles import SOLVED, TRIED, find_puzzles, mark_puzzle
from game.progress.review_steps import ReviewStep, rounded_sum, steps_of_review
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, apply, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.rules.tiles import TILES, Tile
from game.storage.database import deal_of, identity_of
from game.ui.draw.animation import mix_colour
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    Intent,
    MouseButton,
    PointerMoved,
    PointerReleased,
    Scrolled,
)
from game.ui.frame.scene import Pop, Push
from game.ui.frame.topics import Topic
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect
from game.ui.parts import MAIN, ActionBand, Dialog, Text, WordLink
from game.ui.scenes.count.next_steps import open_count
from game.ui.scenes.review.calls import CallRow, costs_and_luck, draw_calls
from game.ui.scenes.review.control import ReviewControl, ReviewEvent
from game.ui.scenes.review.page import GhostBand, SummaryRow, rows_of, sentence_of
from game.ui.scenes.review.scene import ReviewScene, review_scene
from game.ui.scenes.shared.challenge import challenge_table
from game.ui.scenes.shared.names import tile_name
from game.ui.scenes.shared.reason_words import lesson_words, seen_words
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.sound.names import Sound
from game.ui.sound.voices import caller_words
from game.ui.widgets import ScrollArea, Segmented, say
from tests.each import some
from tests.gallery.records import play_out
from tests.gallery.review import PatientEngines, ProvingEngines, ReadyEngines
from tests.golden.pages import changed_pages
from tests.play.engines import FailingEngines
from tests.progress.test_puzzles import placed_at
from tests.ui.conftest import Heard
from tests.ui.scenes.puzzle_stage import puzzles_on
from tests.ui.scenes.stage import FRAME, Stage
from tests.ui.scenes.test_public_boards import begun
from tests.ui.unseen import drawn_words

T = TypeVar("T")

PAIRS = Ruleset.parse("classic adjacent pairs best-ray")


@pytest.fixture(scope="module")
def solo() -> Match:
    return play_out(Ruleset(), ("Ana",), "42", "standard")


def _open(context: Context, match: Match, engines: EngineClient | None = None) -> Stage:
    stage = Stage(context, TitleScene(context))
    stage.stack.apply(Push(review_scene(context, match, engines=engines or ReadyEngines())))
    stage.let(0.1)
    return stage


def _scene(stage: Stage) -> ReviewScene:
    assert isinstance(stage.top, ReviewScene)
    return stage.top


def _rows(scene: ReviewScene) -> tuple[SummaryRow, ...]:
    control = scene.control
    assert control.review is not None
    return rows_of(scene.context, control.review, control.steps)


def test_a_review_of_anybody_s_board_speaks_to_nobody(context: Context, solo: Match) -> None:
    """The board can be another player's, a guest's, or that of who sent a web page."""
    stage = _open(context, solo)
    for _ in range(20):
        stage.press("right")
        words = " ".join(stage.read())
        assert not re.search(r"\b[Yy]ours?\b|\b[Yy]ou\b", words), words
    sent = [context.text(key) for key in PAGE_KEYS if key.startswith("review.")]
    assert not [words for words in sent if re.search(r"\b[Yy]ours?\b", words)]


def test_arrows_walk_from_the_first_placement_to_the_board_at_the_end(
    context: Context, solo: Match
) -> None:
    stage = _open(context, solo)
    scene = _scene(stage)
    seen = []
    for _ in range(20):
        seen.append(scene.control.at)
        stage.press("right")
        words = stage.read()
        step = scene.control.step
        if step is None:
            assert context.text("review.caption_end") in words
        else:
            assert context.text("play.call_of", call=step.reviewed.call + 1, calls=19) in words
            assert context.text(f"review.verdict.{step.reviewed.verdict.value}") in words
            cost = round(step.reviewed.cost, 1)
            assert (context.text("review.cost", count=cost) in words) is bool(cost)
            said = " ".join(words)
            assert _worth(context, step, "played") in said
            assert (context.text("review.nothing_better") in said) is not bool(cost)
            assert (_worth(context, step, "better") in said) is bool(cost)
    assert seen == [None, *range(19)]
    assert scene.control.at is None
    stage.press("left")
    assert scene.control.at == 18
    stage.press("home")
    assert scene.control.at == 0
    stage.press("end")
    assert scene.control.at == 18


def _worth(context: Context, step: ReviewStep, key: str) -> str:
    """Return the words of a placement, or of the best one, with its value."""
    worth = step.reviewed if key == "played" else step.reviewed.best
    space = step.match.rules.grid.name_of(worth.placement.space)
    name = tile_name(context, step.match.rules, worth.placement.tile)
    tile = {"tile": name} if key == "better_tile" else {}
    points = context.catalogue.number(round(worth.value))
    return context.text(f"review.{key}", space=space, points=points, **tile)


def test_up_and_down_stop_at_what_cost_points(context: Context, solo: Match) -> None:
    stage = _open(context, solo)
    scene = _scene(stage)
    dear = [i for i, s in enumerate(scene.control.steps) if s.reviewed.cost >= 2]
    first, second, third, *_ = dear
    down = [("down", first), ("down", second), ("down", third)]
    for key, at in (*down, ("up", second), ("up", first), ("up", first)):
        stage.press(key)
        assert scene.control.at == at


def test_the_row_of_calls_sums_up_each_call(context: Context, solo: Match) -> None:
    review = _scene(_open(context, solo)).control.review
    assert review is not None
    costs, luck = costs_and_luck(review.curve)
    assert sum(costs.values()) == pytest.approx(review.skill)
    assert sum(luck.values()) == pytest.approx(review.luck)
    row = CallRow(Rect(10, 20, 190, 40), 19)
    assert [row.call_at((round(row.x(call)), 30)) for call in range(19)] == list(range(19))
    assert row.call_at((5, 30)) is None


@pytest.mark.usefixtures("pixels")
def test_a_call_s_cost_is_above_it_and_its_luck_below_good_and_bad_unlike(context: Context) -> None:
    start = CurvePoint(-1, Cause.START, 100, 0)
    points = [
        *(start, CurvePoint(0, Cause.CALL, 110, 100), CurvePoint(0, Cause.PLACEMENT, 104, 110)),
        CurvePoint(1, Cause.TABLE, 94, 104),
    ]
    assert costs_and_luck(points) == ({0: -6}, {0: 10, 1: -10})
    row, surface = CallRow(Rect(0, 0, 120, 108), 2), pygame.Surface((120, 108))
    draw_calls(surface, context, row, points, 1, frozenset())
    palette = context.painter.theme.palette
    x, other = round(row.x(0)), round(row.x(1))
    columns = [[surface.get_at((at, y))[:3] for y in range(108)] for at in (x - 8, other - 8)]
    assert palette.bad in columns[0]
    assert palette.bad not in columns[1]
    assert columns[0].index(palette.bad) < columns[0].index(palette.cool)
    assert palette.cool not in columns[1]
    assert mix_colour(palette.cool, palette.sky, 0.5) in columns[1]


def test_what_lost_half_a_point_without_a_placement_is_listed_among_the_others(
    context: Context, solo: Match
) -> None:
    causes = ((Cause.MISSED, 0.5), (Cause.MISSED, 0.4), (Cause.CLOSING, 7), (Cause.CALL, 9))
    curve = tuple(CurvePoint(i, cause, 100 - loss, 100) for i, (cause, loss) in enumerate(causes))
    rows = rows_of(context, Review((), curve, 0, 0, 0, 0, (), None), ())
    assert [(row.words, row.cost) for row in rows] == [
        (context.text("review.went_closing", call=3), 7),
        (context.text("review.went_missed", call=1), 0.5),
    ]
    steps = _scene(_open(context, solo)).control.steps
    missed = CurvePoint(5, Cause.MISSED, 0, 99)
    row, *_ = rows_of(context, Review((), (missed,), 0, 0, 0, 0, (), None), steps)
    assert (row.cost, steps[row.step].reviewed.call) == (99, 5), "it leads to what came before"


def test_the_ghosts_fill_the_harvest_up_to_what_was_to_be_expected(
    context: Context, solo: Match
) -> None:
    stage = _open(context, solo)
    scene = _scene(stage)
    review = scene.control.review
    assert review is not None
    assert review.luck < 0
    painter = context.painter
    ghosts = [part for part in scene.root.walk() if isinstance(part, GhostBand)]
    assert [one.id for one in ghosts if one.ink == "cool"] == ["luck"]
    bands = [one.rect.h for one in ghosts if one.id != "luck"]
    assert bands[-1] == max(bands), "the dearest lies on the harvest"
    top = min(one.rect.y for one in ghosts)
    high = painter.view.area.bottom - top
    harvest = painter.view.area.bottom - ghosts[-1].rect.bottom
    assert harvest / high == pytest.approx(review.total / review.start, abs=0.05)
    assert ghosts[-1].name_and_state(context) in scene.spoken(scene.root)
    for more in (12, 0):
        scene.control.review = replace(review, total=review.total + more)
        scene.renew()
        *_, harvest_part = scene.part("summary").walk()
        assert str(harvest_part.reads).endswith(", 12") is bool(more), "what no line has earned"


def _arriving(context: Context, match: Match) -> Stage:
    """A review in the moment in which it has come and is not laid out yet."""
    engines = PatientEngines()
    stage = _open(context, match, engines)
    for task, answer in zip(engines.tasks, engines.answers, strict=True):
        ReadyEngines().reply(task, answer)
    stage.let(FRAME)
    scene = _scene(stage)
    assert scene.control.review is not None
    assert scene.find("calls") is None
    return stage


def _hands(size: tuple[int, int]) -> Iterator[Intent]:
    """All that a player's hands may do at one moment."""
    for x, y in product(range(8, size[0], size[0] // 7), range(8, size[1], size[1] // 5)):
        for button in MouseButton:
            yield PointerReleased((x, y), button, (x, y))
        yield PointerMoved((x, y))
    yield from (Command(action) for action in Action)
    yield Scrolled((900, 300), 1)


@pytest.mark.slow
def test_whatever_is_done_in_the_moment_in_which_a_review_comes_is_answered(
    context: Context, solo: Match
) -> None:
    for intent in _hands(context.painter.view.area.size):
        stage = _arriving(context, solo)
        scene = _scene(stage)
        for topic in Topic:
            scene.read(topic)
        stage.give(intent)
        stage.let(0.1)
        stage.draw()


def test_a_review_that_arrives_leaves_the_keyboard_where_it_is(context: Context) -> None:
    match = play_out(PAIRS, ("Ana", "Zoe"), "7")
    for wanted in ("seats", MAIN):
        stage = _arriving(context, match)
        scene = _scene(stage)
        if wanted == "seats":
            scene.focus("seats")
        stage.let(FRAME)
        assert scene.find("calls") is not None
        assert scene.form.focused is scene.part(wanted)


def test_words_rows_and_calls_lead_to_placements(context: Context, solo: Match) -> None:
    stage = _open(context, solo)
    scene = _scene(stage)
    stage.click(stage.part(MAIN))
    assert scene.control.at == 0
    stage.click(stage.part("previous"))
    assert scene.control.at is None
    dearest = _rows(scene)[0]
    stage.click(stage.part(("row", 0)))
    assert scene.control.at == dearest.step
    assert scene.control.steps[dearest.step].reviewed.cost == max(
        s.reviewed.cost for s in scene.control.steps
    )
    review = scene.control.review
    assert review is not None
    row = CallRow(stage.part("calls").rect, len(solo.rounds[0].calls))
    stage.hit((round(row.x(11)), row.rect.centre[1]))
    assert scene.control.steps[scene.control.at or 0].reviewed.call == 11


def test_the_best_board_is_shown_and_is_worth_what_it_says(context: Context, solo: Match) -> None:
    stage = _open(context, solo)
    scene = _scene(stage)
    stage.click(stage.part("best_board"))
    assert scene.control.best is not None
    best = score_position(solo.rules, scene.control.position)
    assert best.total == scene.control.best.total
    stage.press("right")
    assert not scene.control.shows_best


def _free_space(scene: ReviewScene) -> int:
    """A free space where the step's tile was not placed."""
    step = scene.control.step
    assert step is not None
    tiles = enumerate(step.position.tiles)
    return next(i for i, tile in tiles if tile is None and i != step.reviewed.placement.space)


def test_several_players_and_calls_of_pairs(context: Context) -> None:
    match = play_out(PAIRS, ("Ana", "Zoe"), "7")
    stage = _open(context, match)
    scene = _scene(stage)
    assert scene.control.seat == 0
    seats = stage.part("seats")
    assert isinstance(seats, Segmented)
    stage.hit(seats.cells()[1].centre)
    assert scene.control.seat == 1
    stage.let(0.1)
    assert scene.control.review is not None
    assert len(scene.control.steps) == 19
    told = scene.spoken(scene.root)
    assert all(f"{row.words}, {row.points}" in told for row in _rows(scene))
    stage.press("right")
    assert context.text("play.call_of", call=1, calls=10) in stage.read()
    keys = set()
    for step in scene.control.steps:
        reviewed, words = step.reviewed, " ".join(stage.read())
        if round(reviewed.cost, 1):
            is_same = reviewed.best.placement.tile == reviewed.placement.tile
            key = "better" if is_same else "better_tile"
            assert _worth(context, step, key) in words
            keys.add(key)
        stage.press("right")
    assert len(keys) == 2


def test_each_round_of_each_player_is_asked_for_once(context: Context) -> None:
    match = play_out(Ruleset.parse("classic free single none rounds=2"), ("Ana", "Zoe"), "7")
    engines = ReadyEngines()
    stage = _open(context, match, engines)
    control = _scene(stage).control
    assert (control.round_index, control.seat) == (1, 0)
    stage.let(0.1)
    control.toggle_best()
    control.choose_seat(1)
    assert not control.shows_best
    stage.let(0.1)
    control.choose_round(0)
    assert (control.round_index, control.seat) == (0, 1), "the same player's other round"
    stage.let(0.1)
    control.choose_round(1)
    control.choose_seat(0)
    assert control.review is not None
    assert control.best is not None
    assert engines.tasks == [
        ReviewTask(match, 0, 1),
        BestBoardTask(match, 1),
        ReviewTask(match, 1, 1),
        ReviewTask(match, 1, 0),
        BestBoardTask(match, 0),
    ]


def test_a_call_leads_to_the_first_of_its_placements(context: Context) -> None:
    control = _scene(_open(context, play_out(PAIRS, ("Ana", "Zoe"), "7"))).control
    calls = [step.reviewed.call for step in control.steps]
    assert calls.count(3) == 2
    assert control.go_to_call(3)
    assert control.at == calls.index(3)
    assert not control.go_to_call(99)


def test_progress_is_drawn_only_when_it_grows_and_leaving_cancels(
    context: Context, solo: Match
) -> None:
    engines = PatientEngines()
    stage = _open(context, solo, engines)
    assert stage.let(0.5) == 0
    engines.answers[0].progress = 0.6
    assert stage.let(0.5) == 1
    assert write_percent(context.catalogue, 0.6) in stage.read()
    stage.press("right", "down")
    stage.press("escape")
    assert isinstance(stage.top, TitleScene)
    assert engines.withdrawn == [ReviewTask(solo, 0, 0), BestBoardTask(solo, 0)]


def test_what_was_covered_is_asked_again(context: Context, solo: Match) -> None:
    engines = PatientEngines()
    stage = _open(context, solo, engines)
    stage.stack.apply(Push(TitleScene(context)))
    assert engines.withdrawn == [ReviewTask(solo, 0, 0), BestBoardTask(solo, 0)]
    stage.stack.apply(Pop())
    assert engines.tasks[2] == engines.tasks[0]


def test_the_review_does_not_wait_for_the_proof(
    context: Context, solo: Match, heard: Heard
) -> None:
    engines = ProvingEngines()
    stage = _open(context, solo, engines)
    scene = _scene(stage)
    assert scene.control.review is not None
    assert scene.find("best_board") is None
    engines.prove()
    stage.let(0.1)
    assert scene.control.best is not None
    assert scene.find("best_board") is not None
    stage.press("right")
    assert scene.control.at == 0
    assert heard.sounds[-1] is Sound.MOVE


def test_a_cover_during_the_proof_leaves_the_player_where_he_was(
    context: Context, solo: Match
) -> None:
    engines = ProvingEngines()
    stage = _open(context, solo, engines)
    for _ in range(3):
        stage.press("right")
    stage.stack.apply(Push(TitleScene(context)))
    assert engines.withdrawn == [BestBoardTask(solo, 0)]
    stage.stack.apply(Pop())
    scene = _scene(stage)
    assert scene.control.at == 2
    assert engines.tasks[2] == engines.tasks[1]
    engines.prove()
    stage.let(0.1)
    assert scene.control.best is not None
    assert scene.control.at == 2
    asked = len(engines.tasks)
    stage.stack.apply(Push(TitleScene(context)))
    stage.stack.apply(Pop())
    assert len(engines.tasks) == asked, "all is known now"


def test_a_failure_is_told_kindly(context: Context, solo: Match) -> None:
    stage = _open(context, solo, FailingEngines())
    assert isinstance(stage.top, Dialog)
    stage.press("escape")
    assert isinstance(stage.top, TitleScene)


def test_a_best_board_that_cannot_be_found_takes_no_review_away(solo: Match) -> None:
    class Halved(ReadyEngines):
        def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
            if isinstance(task, BestBoardTask):
                answer.fail(RuntimeError("no memory"))
            else:
                super().reply(task, answer)

    control = ReviewControl(solo, 0, 0, Halved())
    events = [control.poll() for _ in range(3)]
    assert events == [ReviewEvent.REVIEW, ReviewEvent.MORE, ReviewEvent.NOTHING]
    assert control.review is not None
    assert control.best is None


def test_a_narrow_row_of_calls_numbers_the_first_each_fifth_and_the_chosen_one(
    context: Context,
) -> None:
    row = CallRow(Rect(0, 0, 120, 108), 19)
    for chosen, numbers in ((None, [1, 5, 10, 15]), (7, [1, 5, 8, 10, 15])):
        drawn = drawn_words(
            lambda surface, chosen=chosen: draw_calls(  # type: ignore[misc]
                surface, context, row, (), chosen, frozenset()
            ),
            (120, 108),
        )
        assert [int(each) for each in drawn if each] == numbers


def test_nothing_placed_is_nothing_to_review(context: Context) -> None:
    empty = new_match(Ruleset(), (Player("Ana"),))
    begun, _ = apply(empty, BeginRound(None, "x"))
    called, _ = apply(begun, Call((TILES[0],)))
    for match in (empty, begun, called):
        assert isinstance(context.routes.review(match), Dialog)


def test_a_short_record_is_reviewed_as_far_as_it_goes(context: Context) -> None:
    match, _ = apply(new_match(Ruleset(), (Player("Ana"),)), BeginRound(None, "x"))
    match, _ = apply(match, Call((TILES[0],)))
    match, _ = apply(match, Place(0, TILES[0], 4))
    stage = _open(context, match)
    words = stage.read()
    assert context.text("review.caption_end") in words
    assert context.text("review.expected_now") in words
    stage.press("right")
    assert _scene(stage).control.at == 0
    assert context.text("play.call_of", call=1, calls=19) in stage.read()


def test_the_breakdown_leads_to_the_review(context: Context, solo: Match) -> None:
    stage = Stage(context, TitleScene(context))
    stage.stack.apply(Push(open_count(context, solo)))
    stage.click(stage.find("Review"))
    assert isinstance(stage.top, ReviewScene)
    stage.press("escape")


def test_every_number_is_explained_and_what_was_found_is_kept(
    context: Context, solo: Match
) -> None:
    stage = _open(context, solo)
    scene = _scene(stage)
    stage.let(0.2)
    review = scene.control.review
    assert review is not None
    assert review.lost_lines
    shown = [w for w in stage.widgets() if w.has_explanation and not isinstance(w, ScrollArea)]
    assert {w.id for w in shown} >= {
        "result",
        "calls",
        "at_first",
        "luck",
    }
    kept = context.store.profile.findings(deal_of(solo))
    assert scene.control.best is not None
    assert kept == {sign("master:0"): review.master_total, "best:0": scene.control.best.total}
    assert scene.part("sums").live


def test_the_review_asks_about_the_dearest_placement_and_moves_on(
    context: Context, solo: Match
) -> None:
    profile = context.store.profile
    other = play_out(Ruleset(), ("Ana",), "7", "standard")
    for match in (solo, other):
        profile.add_match(match)
        stage = _open(context, match)
    identities = {puzzle.identity for puzzle in find_puzzles(profile)}
    assert identities == set(map(identity_of, (solo, other)))
    stage = _open(context, solo)
    dear = [s.reviewed for s in _scene(stage).control.steps if s.reviewed.cost >= LESSON]
    dear.sort(key=lambda one: -one.cost)
    assert len(dear) > 1
    first, second = dear[:2]
    assert _lesson(stage) == lesson_words(context, first.call, first.cost, first.seen_by, None)
    stage.press("right")
    assert _scene(stage).find("lesson") is None
    stage.press("left")
    stage.click(stage.part("lesson"))
    control = puzzles_on(stage).puzzles
    assert control.puzzle.index == first.call
    assert {puzzle.identity for puzzle in control.puzzles} == {identity_of(solo)}
    assert len(control.puzzles) == len(dear)
    # The puzzle that was asked for is listed from now on.
    assert control.puzzle.key in {one.key for one in find_puzzles(profile)}
    mark_puzzle(profile, control.puzzle, TRIED)
    stage.press("escape")
    assert _lesson(stage) == lesson_words(context, second.call, second.cost, second.seen_by, None)
    for puzzle in control.puzzles:
        mark_puzzle(profile, puzzle, SOLVED)
    stage = _open(context, solo)
    assert _scene(stage).find("lesson") is None


@pytest.mark.slow
def test_a_stored_puzzle_that_costs_nothing_now_is_not_asked_about(
    context: Context, solo: Match
) -> None:
    """Another version judged its placement by other values."""
    profile, rival = context.store.profile, "beaver"
    profile.add_match(solo)
    placed_at(rival, profile)
    assert stored_level(profile, solo.rules) == rival
    seen = review_round(solo, 0, 0, with_master=False).placements
    cheap = next(index for index, one in enumerate(seen) if one.cost == 0)
    profile.store_findings(f"puzzles:{identity_of(solo)}", {f"0:0:{cheap}": 90.0})
    stage = _open(context, solo)
    steps = [step.reviewed for step in _scene(stage).control.steps]
    first = max(steps, key=lambda one: one.cost)
    assert _lesson(stage) == lesson_words(context, first.call, first.cost, first.seen_by, rival)
    assert cheap in {one.index for one in find_puzzles(profile)}, "it stays in the list"


def test_the_question_is_about_the_board_on_display(context: Context) -> None:
    """Only Ana is from here, and each of her two rounds has a costliest placement of its own."""
    rules = Ruleset.parse("classic free single none rounds=2")
    match = play_out(rules, ("Ana", "Zoe"), "7")
    context.store.profile.add_match(match)
    stage = _open(context, match)
    scene, asked = _scene(stage), set()
    for round_index, seat in ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0)):
        scene.control.choose_round(round_index)
        scene.control.choose_seat(seat)
        scene.renew()
        stage.let(0.1)
        if seat:
            assert scene.find("lesson") is None
            continue
        first = max((s.reviewed for s in scene.control.steps), key=lambda one: one.cost)
        assert _lesson(stage) == lesson_words(context, first.call, first.cost, first.seen_by, None)
        asked.add(_lesson(stage))
    assert len(asked) == 2


def _lesson(stage: Stage) -> str:
    link = stage.part("lesson")
    assert isinstance(link, WordLink)
    return str(link.label)


@pytest.mark.parametrize(
    "rules", some(["classic free single none", "daffodil-4 adjacent single rays"], 2)
)
def test_the_sentence_over_a_review_agrees_with_the_page(context: Context, rules: str) -> None:
    """Read back from the sentence and compared with the verdicts that the steps show."""
    text, kinds = context.text, set()
    for level in ("random", "magpie", "beaver", "squirrel", "fox"):
        for code in ("1", "2", "3"):
            ruleset = Ruleset.parse(rules)
            calls, randoms = deal_calls(ruleset, code), [Random(code)]
            match = play_calls(ruleset, [make_bot(level)], calls, randoms)
            review = review_round(match, 0, 0, deeply=False, with_master=False)
            steps = steps_of_review(match, 0, 0, review)
            rows = rows_of(context, review, steps)
            said = sentence_of(context, review, rows, is_over=True)
            big = [s.reviewed.cost for s in steps if s.reviewed.verdict is Verdict.COSTLY]
            big += [-p.change for p in review.curve if p.cause is Cause.CLOSING and p.change <= -5]
            lost = text("terms.count.points", count=round(sum(big)))
            small = text(
                "review.sum.small", points=text("terms.count.points", count=round(-review.skill))
            )
            if big:
                assert said == text("review.sum.big", count=len(big), points=lost)
                kinds.add("one" if len(big) == 1 else "some")
            elif said == small:
                assert max(s.reviewed.cost for s in steps) >= 3 or -review.skill >= 8
                kinds.add("small")
            else:
                assert said in {
                    text(f"review.sum.well_{luck}") for luck in ("kind", "unkind", "fair")
                }
                assert max(s.reviewed.cost for s in steps) < 3
                assert -review.skill < 8
                kinds.add("none")
            assert sentence_of(context, review, rows, is_over=False) == ""
    assert kinds >= {"some", "none"}


@pytest.mark.parametrize(
    ("costs", "luck", "key"),
    [
        ((20.0, 3.0, 2.0), -30, "big"),
        ((9.0, 4.9, 5.0), 0, "big"),
        ((4.0, 4.0), 0, "small"),
        ((2.9, 2.9, 2.9), 0, "small"),
        ((3.0,), 0, "small"),
        ((2.9, 2.9), 0, "well_fair"),
        ((1.0, 2.0), 15, "well_kind"),
        ((1.0, 2.0), -15, "well_unkind"),
    ],
)
def test_one_sentence_says_what_was_lost(
    context: Context, costs: tuple[float, ...], luck: float, key: str
) -> None:
    placement = Placement(Tile.parse("294"), 0)
    placements = tuple(
        ReviewedPlacement(call, placement, 0, cost, Verdict.GOOD, ())
        for call, cost in enumerate(costs)
    )
    rows = tuple(SummaryRow(call, "", "", cost) for call, cost in enumerate(costs))
    review = Review(placements, (), 0, luck, -sum(costs), 0, (), None)
    big = [cost for cost in costs if cost >= 5]
    points = context.text("terms.count.points", count=round(sum(big or costs)))
    values: dict[str, str | int] = {} if key.startswith("well") else {"points": points}
    values |= {"count": len(big)} if big else {}
    wanted = context.text(f"review.sum.{key}", **values)
    assert sentence_of(context, review, rows, is_over=True) == wanted
    assert sentence_of(context, review, rows, is_over=False) == ""


def test_a_tile_is_named_with_its_sun_or_moon_where_the_rules_use_them(context: Context) -> None:
    rays = Ruleset.parse("daffodil-4 free single rays")
    for text, plain in (("294", "2–9–4"), ("***", context.text("terms.wild_triple"))):
        tile = Tile.parse(text)
        assert tile_name(context, Ruleset(), tile) == plain
        word = "sun" if tile.is_sun else "moon"
        assert tile_name(context, rays, tile) == f"{plain} ({word})"


def exits_of(scene: ReviewScene) -> list[tuple[object, str]]:
    """Return the links and the action band in their order, each with its words."""
    parts = [part for part in scene.root.walk() if isinstance(part, WordLink | ActionBand)]
    return [(part.id, say(part.label)) for part in parts]


def test_each_side_of_a_review_has_its_own_exits_and_says_its_figures(
    context: Context, solo: Match
) -> None:
    stage, text, number = _open(context, solo), context.text, context.catalogue.number
    scene, best = _scene(stage), ("best_board", text("review.show_best"))
    following, review = (MAIN, text("review.next")), scene.control.review
    assert review is not None
    start, luck, skill, total = rounded_sum(review)
    sums = {"start": number(start), "luck": f"\N{MINUS SIGN}{-luck}"}
    sums |= {"skill": f"\N{MINUS SIGN}{-skill}", "total": number(total)}
    rows = _rows(scene)

    def ghosts() -> list[tuple[object, str, str]]:
        bands = (part for part in scene.root.walk() if isinstance(part, GhostBand))
        return [(part.id, part.words, part.points) for part in bands if part.id]

    lost = [(("row", i), row.words, row.points) for i, row in enumerate(rows)]
    assert exits_of(scene) == [following, best]
    assert ghosts() == [
        ("luck", text("review.legend_luck"), f"\N{MINUS SIGN}{-luck}"),
        *reversed(lost),
    ]
    for i, row in enumerate(rows):
        step = scene.control.steps[row.step]
        broken = [one for one in review.lost_lines if one.placement == step.reviewed.placement]
        about = str(scene.part(("row", i)).explain)
        assert about.endswith(text("review.about.row"))
        assert (about == text("review.about.row")) is not bool(broken)
    mark = text("review.mark", points=number(start))
    assert scene.part("at_first").spoken(context) == [mark]
    result = f"{text('review.result')}: {number(total)}"
    assert scene.part("result").spoken(context) == [result]
    assert scene.part("sums").spoken(context) == [text("review.told", **sums)]
    heading = text("review.title")
    assert scene.read(Topic.HEADING) == f"{heading}. {text('review.caption_end')}. {mark}."
    stage.click(stage.part("best_board"))
    possible = scene.control.best
    assert possible is not None
    caption = text("review.caption_best", points=number(possible.total))
    assert scene.read(Topic.HEADING) == f"{heading}. {caption}."
    assert exits_of(scene) == [following, ("best_board", text("review.hide_best"))]
    assert ghosts() == []
    assert number(possible.total) in stage.read()
    stage.press("right")
    assert exits_of(scene) == [
        ("previous", text("review.previous")),
        ("branch", text("review.branch_try")),
        best,
        ("overview", text("review.page_summary")),
        following,
    ]
    stage.click(stage.part("overview"))
    assert scene.control.step is None
    # What the calls gave is said beside the mark, and is no band.
    scene.control.review = replace(review, luck=9.0, total=review.start + 9 + review.skill)
    scene.renew()
    start, luck, *_ = rounded_sum(scene.control.review)
    words = f"{text('review.mark', points=number(start))} · {text('review.legend_luck')} +{luck}"
    assert scene.part("at_first").spoken(context) == [words]
    assert ghosts() == [*reversed(lost)]


class RareEngines(ReadyEngines):
    """Engines that find the sixth placement rare, and what Squirrel sees better in the ninth."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        if not isinstance(task, ReviewTask):
            super().reply(task, answer)
            return
        found = EngineAnswer[Any]()
        super().reply(task, found)
        review = found.result()
        placements = tuple(
            replace(one, is_rare=i in (5, 7), seen_by="squirrel" if i == 8 else "")
            for i, one in enumerate(review.placements)
        )
        answer.give(replace(review, placements=placements))


def test_a_rare_placement_leads_to_itself_and_has_a_verdict_of_its_own(
    context: Context, solo: Match
) -> None:
    stage, text = _open(context, solo, RareEngines()), context.text
    scene = _scene(stage)
    reviewed, grid = scene.control.steps[5].reviewed, solo.rules.grid
    words = text(
        "review.went_placement",
        call=6,
        tile=tile_name(context, solo.rules, reviewed.placement.tile),
        space=grid.name_of(reviewed.placement.space),
    )
    assert exits_of(scene)[:1] == [(("rare", 0), f"! {words}")], "one is enough"
    stage.click(stage.part(("rare", 0)))
    assert scene.control.at == 5
    verdicts = []
    for at in (5, 6, 8):
        scene.control.go_to(at)
        scene.renew()
        parts = scene.part("placement").walk()
        first, *more = (part.words for part in parts if isinstance(part, Text))
        verdicts.append((first, seen_words(context, "squirrel", None) in more))
    plain = [scene.control.steps[at].reviewed.verdict.value for at in (6, 8)]
    assert verdicts == [
        (text("review.rare"), False),
        (text(f"review.verdict.{plain[0]}"), False),
        (text(f"review.verdict.{plain[1]}"), True),
    ]


def test_only_the_player_s_own_review_is_stored(context: Context, solo: Match) -> None:
    profile = context.store.profile
    profile.add_match(solo)
    for is_guest in (True, False):
        engines = ProvingEngines()
        scene = review_scene(context, solo, engines, is_guest=is_guest)
        stage = Stage(context, scene)
        stage.let(0.1)
        engines.prove()
        stage.let(0.1)
        found = set(profile.findings(deal_of(solo)))
        assert found == (set() if is_guest else {sign("master:0"), "best:0"})
        assert (stage.top.find("lesson") is None) is is_guest  # type: ignore[attr-defined]


def test_a_free_space_of_a_placement_begins_another_line_there(
    context: Context, solo: Match
) -> None:
    stage = _open(context, solo)
    scene = _scene(stage)
    layout = lay_out_board(solo.rules.grid, stage.part("board").rect, 0.62)
    stage.hit(layout.centres[3])
    assert stage.top is scene, "the board at the end has no other line"
    for way in ("link", "board"):
        scene.control.go_to(2)
        scene.renew()
        space = _free_space(scene)
        if way == "link":
            stage.click(stage.part("branch"))
        else:
            board = lay_out_board(solo.rules.grid, stage.part("board").rect, 0.62)
            stage.hit(board.centres[space])
        table = stage.top
        assert isinstance(table, TableScene)
        stage.let(1.0)
        assert (table.game.position().tiles[space] is None) is (way == "link")
        assert table.game.match.round.calls[:3] == solo.rounds[0].calls[:3]
        stage.press("escape")
        assert stage.top is scene
    stage.click(stage.part("best_board"))
    board = lay_out_board(solo.rules.grid, stage.part("board").rect, 0.62)
    stage.hit(board.centres[space])
    assert stage.top is scene, "the best board has no other line"


def test_a_review_begins_with_the_last_round_of_who_is_here(context: Context) -> None:
    rules = Ruleset.parse("classic free single none rounds=2")
    match = play_out(rules, ("Ana", "Zoe", "Ben"), "7")
    ana, zoe, ben = match.players
    moved = replace(match, players=(replace(zoe, name="Fox"), Player("Zoe"), ben))
    for shown, seat, names in (
        (match, 0, ("Ana", "Zoe", "Ben")),
        (moved, 1, ("Zoe", "Fox", "Ben")),
    ):
        stage = _open(context, shown)
        control, seats = _scene(stage).control, stage.part("seats")
        assert (control.round_index, control.seat) == (1, seat)
        assert isinstance(seats, Segmented)
        assert [words for _, words in seats.options] == [*names]
        rounds = stage.part("rounds")
        assert isinstance(rounds, Segmented)
        assert [value for value, _ in rounds.options] == [0, 1]
        assert rounds.value == 1
    assert ana.name == "Ana"


def test_the_end_of_what_cost_points_is_spoken(
    context: Context, solo: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(Context, "speak", lambda _, words, **how: spoken.append(words))
    stage = _open(context, solo)
    scene, text = _scene(stage), context.text
    stage.press("home")
    first = scene.control.step
    assert first is not None
    assert spoken[-1].startswith(f"{text('play.call_of', call=1, calls=19)}. ")
    assert text(f"review.verdict.{first.reviewed.verdict.value}") in spoken[-1]
    stage.press("up")
    assert scene.control.at == 0
    here = text("play.call_of", call=1, calls=19)
    assert spoken[-1] == f"{text('heard.spoken.field_end')}. {here}."


def test_the_face_beside_the_question_is_of_who_sees_better_or_the_player_s_own_level(
    context: Context, solo: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    faces: list[str] = []
    monkeypatch.setattr(
        "game.ui.scenes.review.scene.draw_portrait", lambda *drawn: faces.append(drawn[2])
    )
    context.store.profile.add_match(solo)
    _open(context, solo).draw()
    placed_at("fox", context.store.profile)
    assert stored_level(context.store.profile, solo.rules) == "fox"
    _open(context, solo).draw()
    assert faces == ["squirrel", "fox"]


def test_the_tile_of_a_placement_is_read_with_what_is_said_of_it(
    context: Context, solo: Match
) -> None:
    scene = _scene(stage := _open(context, solo))
    for topic in (Topic.HERE, Topic.ENDS):
        assert "Call 1 of 19" not in scene.read(topic)
        assert scene.read(topic).endswith("Next placement.")
    stage.press("home")
    reviewed = scene.control.steps[0].reviewed
    spoken = caller_words(context.catalogue, reviewed.placement.tile)
    words = [scene.read(topic) for topic in (Topic.HERE, Topic.ENDS)]
    assert words[0] == words[1]
    assert words[0].startswith(f"{spoken}. ")
    (shown,) = (part for part in scene.root.walk() if part.id == "placement")
    for part in shown.walk():
        if isinstance(part, Text):
            assert str(part.words).removesuffix(".") in words[0]
    assert "Call 1 of 19" in scene.read(Topic.HEADING)
    assert spoken not in scene.read(Topic.HEADING)


def test_what_is_secret_is_not_reviewed_before_it_may_be_known(player: Context) -> None:
    hidden = begun("a1", "b2", is_hidden=True)
    refused = Stage(player, review_scene(player, hidden, ReadyEngines()))
    assert isinstance(refused.top, Dialog)
    assert player.text("review.secret") in " ".join(refused.read())
    challenge = next(one for one in all_challenges() if one.kind is ChallengeKind.REACH)
    meta = challenge_table(player, challenge).to_meta()
    match = replace(play_out(challenge.rules, ("Ana",), "3"), meta=meta)
    assert match.rules == challenge.rules
    profile = player.store.profile
    assert hides_review(profile, match)
    for answer, is_shown in (("menu.back", False), ("challenges.show_me", True)):
        stage = Stage(player, TitleScene(player))
        stage.stack.apply(Push(review_scene(player, match, PatientEngines())))
        assert isinstance(stage.top, Dialog)
        assert player.text("challenges.secret_body") in str(stage.top.body)
        stage.click(stage.find(player.text(answer)))
        assert isinstance(stage.top, ReviewScene if is_shown else TitleScene)
        assert hides_review(profile, match) is not is_shown
    assert isinstance(review_scene(player, match, PatientEngines()), ReviewScene)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("review") == []

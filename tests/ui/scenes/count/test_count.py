"""The count: its figures add up, and a player can skip it."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pygame
import pytest

from game.locale import Language
from game.play.count_steps import CountStep, StepKind, earned_steps, steps_of_count
from game.rules.boards import BoardName
from game.rules.match_score import score_match
from game.rules.ruleset import BonusRule, CallRule, RayRule, Ruleset
from game.rules.tiles import Symbol
from game.storage.codes import Deal, parse_code
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.frame.intents import CloseAsked, MouseButton, PointerMoved, PointerPressed
from game.ui.frame.topics import Topic
from game.ui.layout.rects import Point, Rect
from game.ui.parts import MAIN
from game.ui.scenes.count.control import CountControl, CountEvent
from game.ui.scenes.count.harvests import Harvests
from game.ui.scenes.count.next_steps import open_count
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.count.steps import (
    explain_step,
    rounds_words,
    spoken_step,
    step_colour,
    step_words,
    substitute_name,
    total_words,
)
from game.ui.scenes.shared.names import seat_words
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.sound.music import Mood
from game.ui.sound.names import Sound
from tests.gallery import collect_samples, make_context, open_sample
from tests.gallery.records import play_out
from tests.gallery.table import play_calls, seated
from tests.golden.pages import changed_pages
from tests.rules.random_matches import random_match
from tests.ui.conftest import Heard
from tests.ui.scenes.count_stage import count_of
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table_stage import TableStage, bots, open_table, people
from tests.ui.unseen import SLOW, drawn_words
from tests.ui.written import written_lines


def standard(context: Context) -> TableStage:
    """The count of a standard game played to its end."""
    stage = open_table(context)
    stage.play_round()
    stage.let_until_counted()
    return stage


def seconds_to_count(stage: TableStage) -> float:
    """Return the seconds until every sum is shown."""
    start = stage.clock
    stage.let_until(lambda: stage.breakdown.control.is_done)
    return stage.clock - start


@pytest.mark.parametrize("seat", range(3))
def test_a_harvest_adds_up_to_the_round_with_all_bonuses_as_one(player: Context, seat: int) -> None:
    setup = seated(player, "classic free mail none", bots=3)
    match = play_calls(setup, 9, is_waiting=False)
    steps = steps_of_count(match, 0, seat)
    assert sum(step.kind is StepKind.BONUS for step in steps) > 1
    earned = earned_steps(match, 0, seat)
    assert sum(step.points for step in earned) == score_match(match).players[seat].total
    assert [step.kind for step in earned].count(StepKind.BONUS) == 1
    harvest = CountControl(match, is_counted=True).harvest(seat)
    points = [step.points for step in harvest]
    assert points == sorted(points), "side by side the smallest comes first"
    assert sorted(points) == sorted(step.points for step in earned)


@pytest.mark.parametrize("rules", ["classic free single none", "daffodil-4 free single rays"])
def test_alone_the_harvest_keeps_the_order_in_which_lines_were_finished(rules: str) -> None:
    match = play_out(Ruleset.parse(rules), ("Ana",), "3", "standard")
    (seat,) = match.rounds[0].seats
    placed = [p.space for turn in seat.turns for p in turn.placements]
    # Closing moves come last, each after the other.
    placed += [p.space for p in seat.finish or ()]
    assert (len(placed) > len(match.rules.grid.spaces)) is match.rules.has_aside
    control = CountControl(match, is_counted=False)
    ends = []
    for step in control.harvest(0):
        assert step.line is not None
        ends.append(max(map(placed.index, step.line.spaces)))
    assert len(ends) > 2
    assert ends == sorted(ends)
    # They light up from small to large where they lie.
    points = []
    while not control.is_done:
        if control.advance(0.05) is CountEvent.SUM:
            points.append(control.total(0))
    gained = [b - a for a, b in pairwise([0, *points])]
    assert gained == sorted(gained)
    assert points[-1] == score_match(match).players[0].total


def test_the_largest_band_flies_longest_and_is_seen_before_the_verdict() -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")

    def ends_of(*, is_hasty: bool) -> list[float]:
        control = CountControl(match, is_counted=False, is_hasty=is_hasty)
        ends, steps = list[float](), 0
        while not control.is_done:
            steps += 1
            if control.advance(0.01) in (CountEvent.SUM, CountEvent.TOTAL):
                ends.append(steps / 100)
        return ends

    ends = ends_of(is_hasty=False)
    assert ends[0] == pytest.approx(0.5, abs=0.02)
    waits = [after - before for before, after in pairwise(ends)]
    assert max(waits[:-1]) - min(waits[:-1]) < 0.03
    assert waits[-1] == pytest.approx(3.5 * waits[0], abs=0.05)
    assert max(waits[:-1]) < 0.28
    hasty = [end * 0.4 for end in ends]
    assert ends_of(is_hasty=True) == pytest.approx(hasty, abs=0.15)
    assert ends_of(is_hasty=True)[0] == pytest.approx(0.2, abs=0.02)


def test_the_tune_plays_every_line_once_and_begins_with_the_sum_s_own() -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    control = CountControl(match, is_counted=True)
    scored = {one.line.index: one for one in score_match(match).players[0].rounds[0].lines}
    lines = match.rules.grid.lines
    first = int(sum(one.points for one in scored.values())) % len(lines)
    assert first, "else the beginning shows nothing"
    for note, index in zip(control.tune, (*range(first, len(lines)), *range(first)), strict=True):
        one = scored.get(index)
        assert note == ((0, 1) if one is None else (one.number, len(one.line)))


def test_side_by_side_the_lead_changes_hands_and_the_winner_has_it_at_last() -> None:
    led = set()
    for seed in range(20):
        match = replace(random_match(Ruleset(), 2, Random(seed)), players=people("Ana", "Ben"))
        control = CountControl(match, is_counted=False)
        shown = []
        while not control.is_done:
            seat = control.seat
            control.advance(0.05)
            shown.append(control.seat)
            if not control.is_done and control.seat != seat:
                assert control.total(control.seat) > control.total(seat), "only for a lead"
            if not control.is_done:
                assert control.total(control.seat) == max(map(control.total, (0, 1)))
            if control.counted < control.length:
                last = (
                    max(control.harvest(i), key=lambda s: s.points, default=None) for i in (0, 1)
                )
                lit = ([control.harvest(i)[at] for at in control.lit(i)] for i in (0, 1))
                pairs = zip(last, lit, strict=True)
                assert not any(one in seen for one, seen in pairs), "all end with their largest"
        assert control.seat in control.score.winners
        hasty = CountControl(match, is_counted=False)
        hasty.finish()
        counted = CountControl(match, is_counted=True)
        assert hasty.seat == counted.seat == control.seat
        assert [control.total(seat) for seat in (0, 1)] == [
            scored.total for scored in control.score.players
        ]
        led.add(len(set(shown)))
    assert led == {1, 2}
    # Between rounds the first person's board is shown, whoever leads.
    leaders = set()
    for seed in range(6):
        match = replace(random_match(Ruleset(rounds=2), 2, Random(seed)), players=people("A", "B"))
        control = CountControl(replace(match, rounds=match.rounds[:1]), is_counted=True)
        leaders.add(control.total(0) < control.total(1))
        assert control.seat == 0
    assert leaders == {True, False}


def test_while_it_counts_no_computer_s_board_is_shown() -> None:
    leads = set()
    for seed in range(8):
        match = random_match(Ruleset(), 2, Random(seed))
        control = CountControl(
            replace(match, players=(*people("Ana"), *bots("Otto"))), is_counted=False
        )
        while not control.is_done:
            assert control.seat == 0
            leads.add(control.total(1) > control.total(0))
            control.advance(0.1)
        assert control.seat == 0
    assert leads == {True, False}


def test_every_kind_of_step_has_its_own_words(player: Context) -> None:
    match = play_calls(seated(player, "classic free mail none", bots=3), 9, is_waiting=False)
    text, (line, *_) = player.text, match.rules.grid.lines

    def words(kind: StepKind, points: float = 5, **more: Any) -> str:
        return step_words(player, match, 0, CountStep(kind, points, **more))

    assert words(StepKind.BONUS, gain=9) == text("breakdown.bonus_game", gain="9")
    assert words(StepKind.BONUS, gain=9, call=2) == text("breakdown.bonus_call", call=3, gain="9")
    assert words(StepKind.MISSED, calls=(0, 1, 4)) == text("breakdown.missed", calls="1–2 and 5")
    missed = CountStep(StepKind.MISSED, 0, calls=(0,))
    assert spoken_step(player, match, 0, missed) == step_words(player, match, 0, missed)
    bonus, nine = CountStep(StepKind.BONUS, 5, gain=9), text("breakdown.bonus_game", gain="9")
    named = text("breakdown.named", name=nine, points=text("terms.count.points", count=5))
    assert spoken_step(player, match, 0, bonus) == named
    placed = text("breakdown.missed_placed", calls="1", count=3)
    assert words(StepKind.MISSED, calls=(0,), length=3) == placed
    ray: dict[str, Any] = {"line": line, "symbol": Symbol.SUN}
    best = CountStep(StepKind.BEST_RAY, 60, **ray)
    for step, key in (
        (best, "best_ray"),
        (CountStep(StepKind.RAY, 15, **ray), "sun_ray"),
        (CountStep(StepKind.LINE, 9, line, is_late=True), "late"),
        (CountStep(StepKind.LINE, 9, line), "line"),
    ):
        assert explain_step(player, step) == text(f"breakdown.about.{key}")
    sun, names = text("terms.best_sun_ray"), match.players[1].name
    held: dict[str, Any] = {"symbol": Symbol.SUN, "holders": (1,), "length": 5}
    assert words(StepKind.BEST_RAY, 0, **held) == text("breakdown.ray_of", ray=sun, names=names)
    tie: dict[str, str] = {"ray": sun, "names": names, "length": "5", "theirs": "20", "own": "15"}
    assert words(StepKind.BEST_RAY, 0, tie=(20, 15), **held) == text("breakdown.ray_tie", **tie)
    first, last = (match.rules.grid.name_of(line.spaces[i]) for i in (0, -1))
    for is_late, key in ((False, "count_line"), (True, "count_late_line")):
        late = CountStep(StepKind.LINE, 9, line, len(line), 3, is_late=is_late)
        points = text("terms.count.points", count=9)
        ends = {"start": first, "end": last, "points": points}
        heard = text(f"heard.spoken.{key}", **ends, length=len(line), number=3)
        assert spoken_step(player, match, 0, late) == heard
    assert rounds_words(player, score_match(match).players[0]) == ""
    (both,) = score_match(random_match(Ruleset(rounds=2), 1, Random(3))).players
    each = [player.catalogue.number(scored.total) for scored in both.rounds]
    rounds = [text("breakdown.round_short", number=number) for number in (1, 2)]
    assert rounds_words(player, both) == f"{rounds[0]} {each[0]}, {rounds[1]} {each[1]}"
    values = {"ray": sun, "start": first, "end": last}
    points = text("terms.count.points", count=60)
    heard = text("heard.spoken.count_best_ray", **values, points=points)
    assert spoken_step(player, match, 0, best) == heard


def test_each_step_has_its_colour_its_ends_and_whoever_took_over(player: Context) -> None:
    match = play_calls(seated(player, "classic free mail none", bots=3), 9, is_waiting=False)
    text, theme, line = player.text, player.painter.theme, match.rules.grid.lines[3]
    palette = theme.palette
    for step, colour in (
        (CountStep(StepKind.RAY, 15, line, symbol=Symbol.SUN), palette.sun_ink),
        (CountStep(StepKind.BEST_RAY, 15, line, symbol=Symbol.MOON), palette.moon_ink),
        (CountStep(StepKind.LINE, 27, line, 3, 9), theme.inks[9]),
        (CountStep(StepKind.BONUS, 10, gain=10), palette.accent),
    ):
        assert step_colour(player, step) == colour
    first, last = (match.rules.grid.name_of(line.spaces[i]) for i in (0, -1))
    ends = {"start": first, "end": last, "points": text("terms.count.points", count=15)}
    for symbol in Symbol:
        ray = CountStep(StepKind.RAY, 15, line, 3, 5, symbol=symbol)
        heard = text(f"heard.spoken.ray_complete.{symbol.value}", **ends)
        assert spoken_step(player, match, 1, ray) == heard
        shared = CountStep(StepKind.BEST_RAY, 30, line, symbol=symbol, is_shared=True)
        words = text(f"terms.best_{symbol.value}_ray")
        assert step_words(player, match, 1, shared) == text("breakdown.shared_ray", ray=words)
    left = step_words(player, match, 2, CountStep(StepKind.LEFT, 0, call=2))
    name, substitute = match.players[2].name, substitute_name(player, match, 2)
    assert left == text("breakdown.left", call=3, name=name, substitute=substitute)
    points = text("terms.count.points", count=12.5)
    total = text("heard.spoken.total", name=seat_words(player, match, 1), points=points)
    assert total_words(player, match, 1, 12.5) == total


@pytest.mark.parametrize(
    "rules",
    [
        Ruleset(rounds=4),
        Ruleset(rays=RayRule.BEST_RAY),
        Ruleset(call=CallRule.MAIL, bonus=BonusRule.CALL),
        Ruleset(call=CallRule.MAIL, bonus=BonusRule.GAME, rounds=2),
        Ruleset(board=BoardName.DAFFODIL, daffodil=4, rays=RayRule.RAYS),
    ],
    ids=str,
)
def test_every_player_and_round_can_be_looked_at(player: Context, rules: Ruleset) -> None:
    match = random_match(rules, 6, Random(3))
    score = score_match(match)
    stage = TableStage(player, open_count(player, match))
    for seat in range(6):
        before = stage.breakdown.control.round
        stage.click(stage.part(("seat", seat)))
        assert stage.breakdown.control.round == before
        for index in range(rules.rounds):
            if rules.rounds > 1:
                stage.choose("rounds", index)
            control = stage.breakdown.control
            assert (control.seat, control.round) == (seat, index)
            assert sum(s.points for s in control.steps) == score.players[seat].rounds[index].total
            read = stage.top.read(Topic.LINES)
            assert all(spoken_step(player, match, seat, step) in read for step in control.steps)
        (words,) = stage.part(("seat", seat)).spoken(player)
        assert player.text("terms.count.points", count=score.players[seat].total) in words
        stage.draw()


@pytest.mark.parametrize("count", [1, 3])
def test_every_band_is_explained_by_key_and_shown_on_the_board(player: Context, count: int) -> None:
    names = ("Ana", "Ben", "Chloé")[:count]
    stage = count_of(player, play_out(Ruleset(), names, "3", "standard"))
    stage.press("return")
    stage.let(3)
    control, told = stage.breakdown.control, set()
    harvest = control.harvest(control.seat)
    for _ in range(3 * len(harvest)):
        stage.press("i")
        marked = stage.breakdown.marked
        if marked is not None:
            told.add(marked)
            words = explain_step(player, harvest[marked])
            assert words in " ".join(stage.read())
    assert told == set(range(len(harvest)))


def test_the_largest_bands_are_read_with_the_total(player: Context) -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    stage = TableStage(player, open_count(player, match))
    harvest = sorted(stage.breakdown.control.harvest(0), key=lambda step: -step.points)
    assert harvest[2].points > harvest[3].points
    read = stage.top.read(Topic.NOW)
    told = [spoken_step(player, match, 0, step) in read for step in harvest]
    assert told == [True] * 3 + [False] * (len(harvest) - 3)


def test_while_it_counts_numbers_roll_and_no_sum_is_written_before_it_is_reached(
    player: Context,
) -> None:
    match = replace(play_out(Ruleset(rounds=2), ("Ana", "Ben"), "7"), players=people("Ana", "Ben"))
    stage = count_of(player, match)
    sums = {scored.rounds[-1].total for scored in score_match(match).players}
    assert not sums & {float(word) for word in stage.read() if word.isdecimal()}
    control, number = stage.breakdown.control, player.catalogue.number
    for counted in (control.length - 1, control.length):
        before = [number(control.total(seat)) for seat in (0, 1)]
        stage.let_until(lambda counted=counted: control.counted == counted)  # type: ignore[misc]
        after = [number(control.total(seat)) for seat in (0, 1)]
        seats = [seat for seat in (0, 1) if before[seat] != after[seat]]
        words = drawn_words(lambda _: stage.draw(), (1, 1))
        assert not [seat for seat in seats if after[seat] in words], "they begin to roll"
        reached = sums & {float(word) for word in words if word.isdecimal()}
        assert bool(reached) is (counted == control.length)
        stage.let_until(lambda: not stage.breakdown.timeline.has("number"))
        words = drawn_words(lambda _: stage.draw(), (1, 1))
        assert [seat for seat in seats if after[seat] in words] == seats, "and have arrived"


def test_the_name_of_the_board_on_display_is_on_a_band(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = random_match(Ruleset(), 3, Random(3))
    stage, bands = TableStage(player, open_count(player, match)), list[Rect]()
    palette = player.painter.theme.palette
    fills = [palette.chosen]

    def drawn(*drawn: Any, **_: Any) -> None:
        if drawn[2] in fills:
            bands.append(drawn[3])

    monkeypatch.setattr("game.ui.scenes.count.harvests.draw_band", drawn)
    for seat in (1, 2, 0):
        stage.click(stage.part(("seat", seat)))
        stage.give(PointerMoved((1.0, 1.0)))
        bands.clear()
        stage.draw()
        middle = stage.part(("seat", seat)).rect.centre[0]
        assert [abs(rect.centre[0] - middle) < 2 for rect in bands] == [True]
    # A head under the pointer has a paler one.
    head = stage.part(("seat", 2))
    stage.give(PointerMoved(stage.place_of(head)))
    fills = [palette.faint]
    bands.clear()
    stage.draw()
    assert [abs(rect.centre[0] - head.rect.centre[0]) < 2 for rect in bands] == [True]


def test_the_bands_come_one_by_one(player: Context, heard: Heard) -> None:
    stage = standard(player)
    seen, totals = set(), set()
    while not stage.breakdown.control.is_done:
        control = stage.breakdown.control
        seen.add(control.counted)
        totals.add(control.points)
        (number,) = stage.part("number").spoken(player)
        assert player.text("terms.count.points", count=control.points) in number
        stage.let(FRAME)
    assert seen == set(range(len(stage.breakdown.control.harvest(0)) + 1))
    assert len(seen) > 2
    assert len(totals) == len(seen)
    assert heard.sounds.count(Sound.COUNT) == len(seen) - 1, "the largest one has its own"
    assert heard.cues[-1].mood is Mood.COUNT


@pytest.mark.parametrize("way", ["return", "space", "escape", "click"])
def test_a_key_or_a_click_brings_the_count_to_its_end_and_does_nothing_else(
    player: Context, way: str
) -> None:
    stage = standard(player)
    stage.let(1)
    count = stage.top
    if way == "click":
        stage.give(PointerPressed((5.0, 5.0), MouseButton.PRIMARY))
    else:
        stage.press(way)
    assert stage.breakdown.control.is_done
    assert stage.top is count


def test_the_count_ends_and_then_stands_still(player: Context) -> None:
    stage = standard(player)
    assert 1 < seconds_to_count(stage) < 7
    # A first game has its moments, and goals come one after another.
    stage.let(20)
    assert stage.let(2) == 0


@pytest.mark.parametrize(
    ("key", "scene"),
    [
        ("play.new_deal", TableScene),
        ("play.restart", TableScene),
        ("play.menu", TitleScene),
    ],
)
def test_after_the_count_it_goes_on(player: Context, key: str, scene: type) -> None:
    stage = standard(player)
    seed = stage.breakdown.setup.seed
    assert (stage.breakdown.control.counted, stage.breakdown.marked) == (0, None)
    stage.press("return")
    stage.click(stage.find(player.text(key)))
    assert isinstance(stage.top, scene)
    if isinstance(stage.top, TableScene):
        assert (stage.table.game.setup.seed == seed) is (key == "play.restart")
        stage.let(FRAME)
        assert stage.saved == stage.match


def test_enter_enter_plays_on(player: Context) -> None:
    stage = standard(player)
    stage.press("return", "return")
    assert isinstance(stage.top, TableScene)


def test_the_next_round_begins_where_the_match_goes_on(player: Context) -> None:
    stage = open_table(player, "classic free single none rounds=2")
    stage.play_round()
    stage.let_until_counted()
    assert player.text("play.round", round=1, rounds=2) in stage.read()
    stage.press("return", "return")
    assert isinstance(stage.top, TableScene)
    assert len(stage.match.rounds) == 2


def test_the_code_of_the_deal_goes_to_the_clipboard(player: Context, copied: list[str]) -> None:
    stage = standard(player)
    stage.press("return", "ctrl+c")
    assert parse_code(copied[0]) == Deal(Ruleset(), "42")
    words = player.text("play.copied", code=copied[0])
    assert words in " ".join(stage.read())
    scene = stage.top
    assert isinstance(scene, CountScene)
    notice = scene.part(("notice", words))
    inside = set(map(id, notice.walk()))
    others = [leaf for leaf in scene.root.leaves() if id(leaf) not in inside]
    assert not any(pygame.Rect(notice.rect).colliderect(leaf.rect) for leaf in others)
    stage.let(5)
    assert words not in " ".join(stage.read())


def test_closing_the_window_over_the_count_loses_nothing(player: Context) -> None:
    stage = standard(player)
    stage.give(CloseAsked())
    assert stage.stack.is_empty
    assert len(player.store.profile.last_matches()) == 1


def test_a_coached_match_is_kept_as_one(player: Context) -> None:
    stage = open_table(player)
    stage.press("h", "h")
    stage.play_round()
    stage.let_until_counted()
    assert player.store.profile.last_matches()[0].marks == {"coached"}
    assert player.store.profile.best() is None


def test_a_second_attempt_is_no_record_and_says_why(player: Context) -> None:
    match = random_match(Ruleset(), 1, Random(3))
    again = replace(match, meta=json.dumps({"id": "again"}))
    player.store.profile.add_match(random_match(Ruleset(), 1, Random(2)))
    for number, kept in enumerate((match, again), 1):
        stage = count_of(player, kept)
        stage.let(12)
        is_record, words = number == 1, " ".join(stage.read())
        assert ("New record" in words) is is_record
        assert ("attempt 2" in words) is not is_record


def test_the_count_of_a_record_adds_nothing_to_the_records(player: Context) -> None:
    match = random_match(Ruleset(), 1, Random(1))
    stage = TableStage(player, open_count(player, match))
    assert isinstance(stage.top, CountScene)
    assert stage.breakdown.control.is_done
    stage.let(5)
    assert player.store.profile.last_matches() == ()


def test_a_rematch_and_the_same_deal_have_keys_of_their_own(player: Context) -> None:
    match, went = random_match(Ruleset(), 2, Random(3)), list[str]()
    seeded = replace(match, rounds=tuple(replace(one, seed="7") for one in match.rounds))
    unseeded = replace(match, rounds=tuple(replace(one, seed=None) for one in match.rounds))
    for played, is_rematch in ((seeded, False), (unseeded, True)):
        went.clear()
        scene = open_count(player, played, rematch=lambda: went.append("rematch"))
        stage = TableStage(player, scene)
        (words, *_) = stage.part(MAIN).spoken(player)
        assert words.startswith(player.text("together.rematch")), "the likeliest comes first"
        stage.press("r")
        assert bool(went) is is_rematch
        assert (stage.top is scene) is is_rematch, "else the same deal begins"


def test_six_columns_have_their_words_and_the_sum_of_each_round(player: Context) -> None:
    match = random_match(Ruleset(rounds=2), 6, Random(3))
    words = TableStage(player, open_count(player, match)).read()
    for scored in score_match(match).players:
        sums = {player.catalogue.number(each.total) for each in scored.rounds if each.total}
        assert sums <= set(words)
    assert sum("×" in each for each in words) > 5


@pytest.mark.parametrize("size", [(1280, 800), (1024, 640)])
def test_the_bands_of_a_result_can_be_added_up_by_eye(
    player: Context, size: tuple[int, int]
) -> None:
    rules = Ruleset(board=BoardName.DAFFODIL, daffodil=4, rays=RayRule.RAYS)
    match = play_out(rules, ("Ana",), "3", "standard")
    stage = TableStage(player, open_count(player, match))
    stage.resize_to(*size)
    written = " ".join(stage.read()).split()
    bands = CountControl(match, is_counted=True).harvest(0)
    assert len(bands) > 9
    for points in {step.points for step in bands}:
        words = player.catalogue.number(points)
        assert written.count(words) >= sum(step.points == points for step in bands)


@pytest.mark.parametrize(
    ("sample", "size"),
    [
        ("breakdown-league", (1280, 800)),
        ("breakdown-match", (1280, 800)),
        ("breakdown-match", (1080, 1920)),
        ("breakdown-eight", (1024, 640)),
        ("breakdown-won", (1920, 1080)),
    ],
)
def test_a_result_of_several_adds_up_by_eye(sample: str, size: tuple[int, int]) -> None:
    """The points written on the bands of a column and beside thin ones are together its total, and
    so are the sums of its rounds.
    """
    context = make_context(Language.GERMAN, size)
    stack = open_sample(collect_samples()[sample], context, SLOW)
    with written_lines() as written:
        stack.draw(pygame.Surface(size))
    scene = stack.top
    assert isinstance(scene, CountScene)
    (columns,) = (part for part in scene.root.walk() if isinstance(part, Harvests))
    rects = columns.columns(context.painter)
    rights = [*sorted(rect.x for rect in rects)[1:], size[0]]
    ends = dict(zip(sorted(rect.x for rect in rects), rights, strict=True))
    for rect, scored in zip(rects, scene.control.score.players, strict=True):
        inside = (one.text for one in written if rect.x <= one.place.centre[0] < ends[rect.x])
        points = [float(text) for text in inside if text.isdecimal()]
        times = 2 if len(scored.rounds) == 1 else 3
        assert sum(points) == times * scored.total


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("count") == []


def test_alone_the_band_being_counted_reaches_out_with_its_points(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written left of the column; those to come are outlines, those before are lit."""
    lit: list[Rect] = []
    dark: list[Rect] = []
    out: list[tuple[object, Rect]] = []
    place = "game.ui.scenes.count.harvests.draw_"
    monkeypatch.setattr(place + "score_band", lambda surface, painter, one, rect: lit.append(rect))
    monkeypatch.setattr(place + "ghost", lambda surface, painter, rect, ink: dark.append(rect))
    monkeypatch.setattr(
        place + "band", lambda surface, painter, fill, rect, *_, **__: out.append((fill, rect))
    )
    stage = count_of(player, play_out(Ruleset(), ("Ana",), "3", "standard"))
    stage.let(FRAME)
    control = stage.breakdown.control
    (column,) = (part for part in stage.breakdown.root.walk() if isinstance(part, Harvests))
    (foot,) = column.columns(player.painter)
    for counted in range(control.length + 1):
        stage.let_until(lambda counted=counted: control.counted == counted)  # type: ignore[misc]
        stage.let_until(lambda: not stage.breakdown.timeline.has("fly") or control.is_done)
        for drawn in (lit, dark, out):
            drawn.clear()
        words = drawn_words(lambda _: stage.draw(), (1, 1))
        latest = control.latest(0)
        assert (len(lit), len(dark)) == (counted, control.length - counted)
        if latest is None:
            assert out == []
            continue
        step = control.harvest(0)[latest]
        ((fill, rect),) = out
        assert fill == player.painter.theme.stripes[step.number]
        assert rect.x < foot.x < rect.right
        assert lit[-1].h >= player.painter.px(30), "it has room for its words"
        # Beside a high band's slope there is no room.
        points = [f"+{player.catalogue.number(step.points)}"] if rect.h < 110 else []
        assert [word for word in words if word.startswith("+")] == points


def test_a_missed_total_is_outlined_above_the_harvest(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    ghosts: list[Rect] = []
    bad = context.painter.theme.palette.bad
    monkeypatch.setattr(
        "game.ui.scenes.count.harvests.draw_ghost",
        lambda surface, painter, rect, ink: ghosts.append(rect) if ink == bad else None,
    )
    sample = collect_samples("challenges")["challenge-missed"]
    stage = TableStage(context, sample.make(context))
    stage.let(sample.seconds)
    (column,) = (part for part in stage.breakdown.root.walk() if isinstance(part, Harvests))
    (foot,) = column.columns(context.painter)
    words = stage.breakdown.result_words
    assert words is not None
    assert words.missed is not None
    stage.draw()
    (ghost,) = ghosts
    assert ghost.y == round(foot.bottom - words.missed * foot.h / column.full)
    total = stage.breakdown.control.total(0)
    assert ghost.h == pytest.approx((words.missed - total) * foot.h / column.full, abs=12)
    assert (ghost.x, ghost.w) == (foot.x, foot.w)
    assert stage.part("number").rect.bottom < ghost.y


def test_the_winner_has_a_cup_and_a_tie_a_line_over_both(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    icons: list[tuple[Icon, float]] = []
    dots: list[tuple[Point, float]] = []
    monkeypatch.setattr(
        Painter, "icon", lambda _, surface, icon, at, *more: icons.append((icon, at[0]))
    )
    monkeypatch.setattr(
        "game.ui.scenes.count.harvests.draw_dotted",
        lambda surface, painter, at, right, ink: dots.append((at, right)),
    )
    match = replace(random_match(Ruleset(), 3, Random(3)), players=people("Ana", "Ben", "Cy"))
    (winner,) = score_match(match).winners
    totals = [scored.total for scored in score_match(match).players]
    seats = match.rounds[0].seats
    best, worst = seats[winner], seats[totals.index(min(totals))]
    tied = replace(match, rounds=(replace(match.rounds[0], seats=(best, worst, best)),))
    for played, winners in ((match, {winner}), (tied, {0, 2})):
        assert set(score_match(played).winners) == winners
        stage = TableStage(player, open_count(player, played))
        stage.let(0.1)
        icons.clear()
        dots.clear()
        stage.draw()
        heads = [stage.part(("seat", seat)).rect for seat in range(3)]
        middles = {round(heads[seat].centre[0]) for seat in winners}
        cups = {round(x) for icon, x in icons if icon is Icon.TROPHY}
        assert all(min(abs(cup - one) for one in middles) < 3 for cup in cups)
        assert len(cups) == len(winners)
        if len(winners) == 1:
            assert dots == []
            continue
        (((x, y), right),) = dots
        assert x < min(rect.x for rect in heads)
        assert right > max(rect.right for rect in heads)
        assert y > heads[0].bottom - player.painter.px(20)

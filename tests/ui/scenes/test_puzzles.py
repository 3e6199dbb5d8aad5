"""Puzzles from one's own mistakes: the position as it was, judged as the review judged."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from game.bots.coach.coach import Advised
from game.bots.coach.replay import ReplayAct, replay_seat
from game.bots.coach.verdicts import LESSON
from game.bots.players.registry import LEVELS
from game.bots.service.answer import EngineAnswer
from game.bots.service.runner import EngineRunner
from game.bots.service.tasks import AdviceTask, EngineTask, SightTask
from game.locale import write_duration, write_list
from game.play.table import TableSetup
from game.progress.challenges import all_challenges, solve_challenge
from game.progress.engine_client import EngineClient
from game.progress.puzzles import (
    PuzzleFigures,
    find_puzzles,
    position_of,
    read_figures,
    store_puzzles,
)
from game.rules.marks import Mark
from game.rules.match import Match, legal_placements
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.storage.profile import Profile
from game.storage.store import Storage
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Pop, Push
from game.ui.parts import MAIN, Dialog
from game.ui.scenes.puzzles.control import RUSH_SECONDS, PuzzlesControl
from game.ui.scenes.shared.names import tile_name, tile_words
from game.ui.scenes.shared.reason_words import reason_words
from game.ui.scenes.table.scene import TableScene
from game.ui.sound.names import Sound
from game.ui.widgets import say
from game.ui.widgets.scenes import BaseScene
from tests.gallery.guests import WeighedEngines, list_all, reviewed
from tests.gallery.records import play_out
from tests.golden.pages import changed_pages
from tests.ui.conftest import Heard
from tests.ui.scenes.puzzle_stage import best, puzzles_on, worst
from tests.ui.scenes.stage import FRAME, Stage
from tests.ui.scenes.table_stage import TableStage

COSTS = {2: 4.0, 7: 11.5, 11: 2.9, 15: 3.0}


@pytest.fixture
def match(player: Context) -> Match:
    """A kept match of which four placements were no good."""
    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    player.store.profile.add_match(match)
    store_puzzles(player.store.profile, match, 0, 0, reviewed(placed(match), COSTS))
    list_all(player.store.profile, match)
    return match


def placed(match: Match) -> tuple[Placement, ...]:
    return tuple(p for turn in match.rounds[0].seats[0].turns for p in turn.placements)


def test_puzzles_are_the_dear_placements_of_kept_matches(player: Context, match: Match) -> None:
    puzzles = find_puzzles(player.store.profile)
    wanted = sorted((c for c in COSTS.values() if c >= LESSON), reverse=True)
    assert [p.cost for p in puzzles] == wanted
    moments = [m for m in replay_seat(match, 0, 0) if m.act is ReplayAct.PLACED]
    for puzzle in puzzles:
        found = position_of(player.store.profile, puzzle)
        assert found is not None
        before, own = found
        assert own == moments[puzzle.index].placements[0]
        assert (
            before.round.seats[0].position == moments[puzzle.index].before.round.seats[0].position
        )
        assert own.tile in before.round.seats[0].hand
    player.store.profile.delete_match(puzzles[0].number)
    assert find_puzzles(player.store.profile) == ()


def test_what_lay_before_anybody_played_is_no_puzzle() -> None:
    challenge, profile = next(c for c in all_challenges() if c.placed), Profile(None)
    solved = solve_challenge(challenge)
    setup = TableSetup(solved.rules, solved.players, "", challenge=challenge.name)
    setup, laid = setup.marked(Mark.CHALLENGE), len(challenge.placed)
    review = reviewed(placed(solved), {laid - 1: 9.0, laid: 8.0})
    helped = replace(solved, meta=setup.marked(Mark.COACHED).to_meta())
    solved = replace(solved, meta=setup.to_meta())
    for match, places in ((helped, []), (solved, [laid])):
        profile.add_match(match)
        store_puzzles(profile, match, 0, 0, review)
        # Until it is met, nothing may show how it is played better.
        assert [puzzle.index for puzzle in find_puzzles(profile, match)] == places
        list_all(profile, match)
    assert len(find_puzzles(profile)) == 2


def test_solving_one_is_kept_and_moves_it_to_the_end(player: Context, match: Match) -> None:
    control = PuzzlesControl(player.store.profile, WeighedEngines())
    assert control.poll()
    dearest = control.puzzle
    assert control.try_placement(worst(control))
    assert not control.is_right
    assert control.try_placement(best(control))
    assert control.is_right
    assert not control.try_placement(worst(control))
    again = find_puzzles(player.store.profile)
    assert [p.is_solved for p in again] == [False, False, True]
    assert again[-1].key == dearest.key
    later = PuzzlesControl(player.store.profile, WeighedEngines())
    assert later.puzzle.key != dearest.key
    assert [one.key for one in later.solved] == [dearest.key]


def test_the_answer_can_be_shown_but_does_not_count(player: Context, match: Match) -> None:
    player.engines = WeighedEngines()
    stage = Stage(player, player.routes.puzzles())
    stage.let(FRAME)
    control = puzzles_on(stage).puzzles
    first, space = control.puzzle, best(control).space
    stage.click(stage.find(player.text("puzzles.show")))
    name = match.rules.grid.name_of(space)
    assert player.text("puzzles.answer", space=name) in " ".join(stage.read())
    table = stage.top
    assert isinstance(table, TableScene)
    assert table.game.position().tiles[space] is best(control).tile
    assert not any(p.is_solved for p in find_puzzles(player.store.profile))
    stage.press("n")
    assert control.puzzle != first
    assert puzzles_on(stage).puzzles is control
    for _ in control.puzzles[1:]:
        assert stage.widget("rush").why_disabled is None
        stage.let(FRAME)
        stage.click(stage.find(player.text("puzzles.show")))
        last = stage.widget("rush").why_disabled
        stage.press("n")
    assert last == player.text("puzzles.all_shown")


def test_what_has_been_shown_cannot_be_solved_and_after_the_last_comes_the_first(
    player: Context, match: Match
) -> None:
    control = PuzzlesControl(player.store.profile, WeighedEngines())
    assert control.poll()
    first = control.puzzle
    control.show_answer()
    assert not control.try_placement(best(control))
    assert not any(p.is_solved for p in find_puzzles(player.store.profile))
    for _ in control.puzzles:
        control.go_on()
    assert control.puzzle == first


@pytest.mark.parametrize(
    ("loss", "is_right", "key"),
    [(0.4, True, "right"), (0.5, True, "near"), (2.5, True, "near"), (2.6, False, "wrong_plain")],
)
def test_an_answer_that_regains_three_quarters_is_right(
    player: Context, match: Match, loss: float, is_right: bool, key: str
) -> None:
    player.engines = WeighedEngines()
    stage = Stage(player, player.routes.puzzles())
    stage.let(FRAME)
    control = puzzles_on(stage).puzzles
    assert control.advice is not None
    played = control.played
    first, second = [a for a in control.advice.placements if a.placement != played][:2]
    second = replace(second, cost=loss)
    third = replace(first, placement=played, cost=10.0)
    control.advice = replace(control.advice, placements=(first, second, third))
    assert control.try_placement(second.placement)
    assert control.is_right is is_right
    best_space, space = (match.rules.grid.name_of(one.placement.space) for one in (first, second))
    named = space if key == "wrong_plain" else best_space
    values = {} if key == "right" else {"space": named}
    assert player.text(f"puzzles.{key}", **values) in puzzles_on(stage).instructions()


def test_of_several_tiles_in_hand_each_can_be_the_answer(player: Context) -> None:
    pairs = play_out(Ruleset.parse("classic free pairs none"), ("Ana",), "42")
    player.store.profile.add_match(pairs)
    player.engines = WeighedEngines()
    for index in range(0, 10, 2):
        costs = {index: 9.0 + index}
        store_puzzles(player.store.profile, pairs, 0, 0, reviewed(placed(pairs), costs))
        key = f"0:0:{index}"
        stage = TableStage(player, player.routes.puzzles(pairs, key))
        stage.let(FRAME)
        mode = puzzles_on(stage)
        assert mode.puzzles.puzzle.key == key
        assert len(stage.game.hand()) == 2
        assert best(mode.puzzles) == mode.puzzles.advice.placements[0].placement  # type: ignore[union-attr]
        other = next(t for t in stage.game.hand() if t is not mode.puzzles.played.tile)
        assert {p.placement.tile for p in mode.puzzles.advice.placements} >= {other}  # type: ignore[union-attr]


def test_a_puzzle_is_tried_by_mouse_and_by_keyboard(
    player: Context, match: Match, heard: Heard
) -> None:
    player.engines = WeighedEngines()
    stage = TableStage(player, player.routes.puzzles())
    stage.let(FRAME)
    mode, wrong = puzzles_on(stage), worst(puzzles_on(stage).puzzles)
    control = mode.puzzles
    assert stage.table.layout is not None
    stage.hit(stage.table.layout.board.centres[wrong.space])
    assert control.tried is not None
    assert control.tried.placement == wrong
    assert not control.is_right
    assert Sound.RIGHT not in heard.sounds
    assert player.text("puzzles.wrong_plain", space=match.rules.grid.name_of(wrong.space)) in (
        mode.instructions()
    )
    played = match.rules.grid.name_of(control.played.space)
    yours = player.text("puzzles.yours_plain", space=played)
    assert yours not in mode.instructions()
    stage.let(3.0)
    assert stage.game.hand() == (wrong.tile,), "a wrong try returns to the hand"
    assert control.tried is not None, "and what was said of it stays"
    right, at = best(control), match.rules.grid.name_of(best(control).space)
    stage.press(*at, "return")
    assert control.is_right
    assert yours in mode.instructions()
    assert stage.game.position().tiles[right.space] is right.tile
    stage.let(2.0)
    assert stage.game.hand() == ()
    assert player.text("puzzles.right") in " ".join(stage.read())
    assert Sound.RIGHT in heard.sounds
    solved = control.puzzle
    stage.press("backspace")
    assert stage.game.hand() == (), "what was solved stays"
    # Neither a key that is still held nor a click on the board leads to the next one.
    for action, key in ((Action.CONFIRM, "return"), (Action.NEXT_CALL, "n")):
        stage.give(Command(action, key=key, is_repeat=True))
    free = next(i for i, tile in enumerate(stage.game.position().tiles) if tile is None)
    stage.hit(stage.table.layout.board.centres[free])
    assert (control.puzzle, stage.game.position().tiles[free]) == (solved, None)
    stage.press("return")
    assert control.puzzle != solved, "a second press goes on"
    control.begin_rush()
    stage = TableStage(player, mode.count())
    stage.let(FRAME)
    hasty, last = control.puzzle, worst(control)
    stage.press(*match.rules.grid.name_of(last.space), "return")
    stage.let(1.5)
    assert control.puzzle != hasty, "there is no time to look back"


class LateEngines(WeighedEngines):
    """Engines that answer when a test says so."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        pass

    def reply_late(self, index: int) -> None:
        """Answer a task, unless it was withdrawn."""
        super().reply(self.tasks[index], self.answers[index])


def test_an_open_puzzle_is_asked_about_once(player: Context, match: Match) -> None:
    engines = player.engines = LateEngines()
    stage = Stage(player, player.routes.puzzles())
    stage.let(0.5)
    assert len(engines.tasks) == 1
    stage.stack.apply(Push(player.routes.calculator()))
    assert engines.answers[0].cancelled()
    stage.stack.apply(Pop())
    stage.let(FRAME)
    assert len(engines.tasks) == 2


def test_an_engine_that_fails_is_said(player: Context, match: Match) -> None:
    engines = player.engines = LateEngines()
    stage = Stage(player, player.routes.puzzles())
    stage.let(FRAME)
    engines.answers[0].fail(RuntimeError("no library"))
    stage.let(0.5)
    assert player.text("puzzles.failed") in " ".join(stage.read())


@pytest.mark.parametrize("has_come", [False, True])
def test_the_advice_for_one_puzzle_never_reaches_the_next(
    player: Context, match: Match, has_come: bool
) -> None:
    engines = LateEngines()
    control = PuzzlesControl(player.store.profile, engines)
    if has_come:
        engines.reply_late(0)
    control.go_on()
    assert engines.answers[0].cancelled() is not has_come
    assert not control.poll()
    assert control.advice is None
    engines.reply_late(1)
    assert control.poll()
    assert best(control).tile == control.played.tile


def test_the_engine_judges_as_the_review_did(player: Context, match: Match) -> None:
    player.engines = EngineClient(EngineRunner(in_process=False))
    control = PuzzlesControl(player.store.profile, player.engines)
    end = time.monotonic() + 60
    while not control.poll() and time.monotonic() < end:
        time.sleep(0.02)
    assert control.best is not None
    assert control.advice is not None
    worths = [a.value for a in control.advice.placements]
    assert control.best.value == max(worths)
    legal = legal_placements(control.match, control.puzzle.seat)
    assert {a.placement for a in control.advice.placements} == set(legal)
    player.engines.close()


def test_without_mistakes_it_is_said_how_to_come_by_some(player: Context) -> None:
    player.store = Storage.in_memory()
    scene = player.routes.puzzles()
    assert isinstance(scene, Dialog)


def test_first_tries_make_a_streak_and_a_rush_is_over_in_time(
    player: Context, match: Match
) -> None:
    profile = player.store.profile
    control = PuzzlesControl(profile, WeighedEngines())

    def solve(is_missed: bool = False) -> None:
        assert control.poll()
        if is_missed:
            control.try_placement(worst(control))
        assert control.try_placement(best(control))
        control.go_on()

    solve()
    solve()
    assert control.figures == PuzzleFigures(2, 2, 0)
    assert control.rushed == 0
    solve(is_missed=True)
    assert read_figures(profile) == PuzzleFigures(0, 2, 0), "a second try is no first one"
    solve()
    assert control.poll()
    control.show_answer()
    assert read_figures(profile).streak == 0, "and neither is giving up"
    control.go_on()
    control.begin_rush()
    assert not control.run_clock(RUSH_SECONDS), "weighing takes nobody's time"
    assert control.rush == RUSH_SECONDS
    solve()
    assert control.rushed == 1
    assert control.poll()
    assert control.run_clock(RUSH_SECONDS + 1)
    left: float | None = control.rush
    assert (left, control.figures.best_rush) == (None, 1)
    # Each puzzle comes once, but the one whose answer was shown.
    control.begin_rush()
    for _ in control.puzzles[1:]:
        solve()
    assert control.rush is None
    assert PuzzlesControl(profile, WeighedEngines()).figures.best_rush == len(control.puzzles) - 1
    control.begin_rush()
    assert control.poll()
    assert control.run_clock(RUSH_SECONDS + 1)
    assert read_figures(profile).best_rush == len(control.puzzles) - 1, "a worse one is no best"


@pytest.mark.parametrize("shown", [(0,), (1,), (0, 1), (0, 2), (1, 2), (0, 1, 2)])
@pytest.mark.parametrize("comes_back", [False, True])
def test_no_rush_has_a_puzzle_whose_answer_was_shown(
    player: Context, match: Match, shown: tuple[int, ...], comes_back: bool
) -> None:
    """Neither at first nor later, nor after the page was left; nor does it make a streak."""
    profile = player.store.profile
    control = PuzzlesControl(profile, WeighedEngines())
    seen = set()
    for index in range(3):
        assert control.poll()
        if index in shown:
            control.show_answer()
            seen.add(control.puzzle.key)
        if index != max(shown):
            control.go_on()
        else:
            break
    if comes_back:
        control = PuzzlesControl(profile, WeighedEngines())
        assert control.puzzle.key not in seen or len(seen) == 3
    assert control.can_rush is (len(seen) < 3)
    control.begin_rush()
    came = []
    while control.rush is not None:
        came.append(control.puzzle.key)
        assert control.poll()
        control.try_placement(best(control))
        control.go_on()
    assert len(came) == len(set(came)) == 3 - len(seen)
    assert not seen.intersection(came)
    assert control.figures.best_rush == control.figures.streak == len(came)
    while control.puzzle.key not in seen:
        control.go_on()
    control.poll()
    control.try_placement(best(control))
    assert control.figures.streak == len(came)


def test_a_rush_does_not_begin_with_the_puzzle_just_solved(player: Context, match: Match) -> None:
    control = PuzzlesControl(player.store.profile, WeighedEngines())
    assert control.poll()
    control.try_placement(best(control))
    solved = control.puzzle
    control.begin_rush()
    assert control.puzzle != solved


def test_a_rush_is_begun_and_goes_on_by_itself(player: Context, match: Match, heard: Heard) -> None:
    player.engines = WeighedEngines()
    stage = TableStage(player, player.routes.puzzles())
    stage.let(0.2)
    control = puzzles_on(stage).puzzles
    link = next(w for w in stage.widgets() if w.id == "rush")
    stage.click(link)
    stage.let(1.5)
    time_left = write_duration(player.catalogue, 179)
    assert player.text("puzzles.rush_now", solved=0, time=time_left) in " ".join(stage.read())
    at, right = control.at, best(control)
    assert stage.table.layout is not None
    stage.hit(stage.table.layout.board.centres[right.space])
    stage.let(2.0)
    assert control.at == at + 1
    assert control.rushed == 1
    notes = [note for sound, note, *_ in heard.played if sound is Sound.RIGHT]
    assert notes == [0], "the first of a streak is the lowest"
    link = next(w for w in stage.widgets() if w.id == "rush")
    stage.click(link)
    assert control.rush is None
    assert control.figures.best_rush == 1


def exits_of(stage: Stage) -> list[tuple[object, str, bool]]:
    """Return the links at the foot and the action band: words, and whether each can be pressed."""
    parts = [w for w in stage.widgets() if w.id in ("show", "next", "rush", MAIN)]
    return [(w.id, say(w.label), w.why_disabled is None) for w in parts]  # type: ignore[attr-defined]


def test_a_puzzle_says_at_each_step_what_is_asked_and_what_was_found(
    player: Context, match: Match
) -> None:
    player.engines = engines = LateEngines()
    stage, text = TableStage(player, player.routes.puzzles()), player.text
    stage.let(FRAME)
    mode, grid = puzzles_on(stage), match.rules.grid
    control = mode.puzzles
    control.figures = PuzzleFigures(1, 4, 6)
    ask = text("puzzles.ask", tile=tile_words(player, match.rules, control.played.tile))
    done = [
        text("puzzles.solved", solved=0, total=3),
        text("puzzles.streak", count=1, best=4),
    ]
    rush = text("puzzles.rush_best", best=6)
    show, following = text("puzzles.show"), text("puzzles.next")
    assert mode.title() == (text("puzzles.title"), text("puzzles.count", number=1, total=3))
    assert mode.instructions().splitlines() == [ask, text("puzzles.thinking"), *done]
    assert [words for _, words in mode.hints()] == [
        text("play.key.place"),
        following,
        text("menu.back"),
    ]
    stage.read()
    waiting = [("show", show, False), ("next", following, True), ("rush", rush, True)]
    assert exits_of(stage) == waiting
    engines.reply_late(0)
    stage.let(FRAME)
    assert mode.instructions().splitlines() == [ask, "", *done]
    stage.read()
    ready = [("show", show, True), *waiting[1:]]
    assert exits_of(stage) == ready
    advice = control.advice
    assert advice is not None
    first, *_, last = advice.placements
    played = next(one for one in advice.placements if one.placement == control.played)

    def because(one: Advised) -> list[str]:
        return [reason_words(player, reason) for reason in one.reasons[:3]]

    yours = {"space": grid.name_of(control.played.space)}
    wrong = {"space": grid.name_of(last.placement.space)}
    for in_points in (False, True):
        control.tells_points = in_points
        ending = "" if in_points else "_plain"
        cost = {"points": text("terms.count.points", count=last.cost)} if in_points else {}
        lost = {"points": text("terms.count.points", count=11.5)} if in_points else {}
        if not in_points:
            assert control.try_placement(last.placement)
        missed = text(f"puzzles.wrong{ending}", **wrong, **cost)
        assert mode.instructions().splitlines() == [ask, missed, *because(last)]
        own = text(f"puzzles.yours{ending}", **yours, **lost)
    assert played.cost > 0
    assert control.try_placement(first.placement)
    assert mode.instructions().splitlines() == [ask, text("puzzles.right"), *because(first), own]
    assert [words for _, words in mode.hints()] == [following, text("menu.back")]
    stage.press("n")
    stage.let(FRAME)
    engines.reply_late(1)
    stage.let(FRAME)
    assert control.try_placement(worst(control)), "the answer is explained, not the try"
    control.show_answer()
    mode = puzzles_on(stage)
    best_one = control.best
    assert best_one is not None
    answer = text("puzzles.answer", space=grid.name_of(best_one.placement.space))
    heading, _, *more = mode.instructions().splitlines()
    assert heading.startswith(text("puzzles.ask", tile="")[:8])
    assert answer in mode.instructions().splitlines()
    assert more[:-1] == because(best_one)
    assert mode.title()[1] == text("puzzles.count", number=2, total=3)


def test_a_tile_that_was_not_placed_is_named_with_its_space(player: Context) -> None:
    pairs = play_out(Ruleset.parse("classic free pairs none"), ("Ana",), "42")
    player.store.profile.add_match(pairs)
    player.engines = WeighedEngines()
    store_puzzles(player.store.profile, pairs, 0, 0, reviewed(placed(pairs), {2: 9.0}))
    stage = TableStage(player, player.routes.puzzles(pairs, "0:0:2"))
    stage.let(FRAME)
    mode = puzzles_on(stage)
    control, hand = mode.puzzles, stage.game.hand()
    words = [tile_words(player, pairs.rules, tile) for tile in hand]
    tiles = write_list(player.catalogue, words)
    assert mode.instructions().splitlines()[0] == player.text("puzzles.ask", tile=tiles)
    assert control.advice is not None
    own = control.played.tile
    *_, other = (one for one in control.advice.placements if one.placement.tile is not own)
    control.tried = other
    space = pairs.rules.grid.name_of(other.placement.space)
    name = f"{tile_name(player, pairs.rules, other.placement.tile)} ({space})"
    wrong = player.text("puzzles.wrong_plain", space=name)
    assert mode.instructions().splitlines()[1] == wrong


def test_who_sees_better_than_an_old_puzzle_is_found_for_the_standard_game_first(
    player: Context,
) -> None:
    class Seeing(WeighedEngines):
        """Engines that answer who sees better when a test says so."""

        def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
            if not isinstance(task, SightTask):
                super().reply(task, answer)

    profile, engines = player.store.profile, Seeing()
    rays, plain = Ruleset.parse("classic free single rays"), Ruleset()
    for rules, seed in ((rays, "1"), (plain, "2")):
        one = play_out(rules, ("Ana",), seed)
        profile.add_match(one)
        found = reviewed(placed(one), {3: 9.0})
        unseen = tuple(replace(each, seen_by="") for each in found.placements)
        store_puzzles(profile, one, 0, 0, replace(found, placements=unseen))
        list_all(profile, one)
    assert [one.seen_by for one in find_puzzles(profile)] == ["", ""]
    control = PuzzlesControl(profile, engines)
    seen = []
    for level in ("beaver", ""):
        for _ in range(4):
            control.poll()
        both = zip(engines.tasks, engines.answers, strict=True)
        asked = [(task, answer) for task, answer in both if isinstance(task, SightTask)]
        task, answer = asked[-1]
        seen.append((task.match.rules, task.seat, task.round_index, task.index))
        assert len(asked) == len(seen), "one after the other"
        answer.give(level)
        control.poll()
    assert seen == [(plain, 0, 0, 3), (rays, 0, 0, 3)]
    assert [one.seen_by for one in find_puzzles(profile)] == ["beaver", LEVELS[-1]]
    for _ in range(3):
        control.poll()
    assert len(engines.tasks) == 3, "all are known now"


def test_the_puzzle_that_was_asked_for_is_first_and_others_are_of_its_match(
    player: Context, match: Match
) -> None:
    profile = player.store.profile
    other = play_out(Ruleset(), ("Ana",), "7", "standard")
    profile.add_match(other)
    store_puzzles(profile, other, 0, 0, reviewed(placed(other), {4: 20.0}))
    list_all(profile, other)

    def keys(*given: Any) -> list[str]:
        return [one.key for one in PuzzlesControl(profile, WeighedEngines(), *given).puzzles]

    assert keys() == ["0:0:4", "0:0:7", "0:0:2", "0:0:15"]
    assert keys(match) == ["0:0:7", "0:0:2", "0:0:15"]
    assert keys(match, "0:0:15") == ["0:0:15", "0:0:7", "0:0:2"]
    assert keys(other, "0:0:15") == ["0:0:4"]


def test_the_answer_takes_the_place_of_a_wrong_try(player: Context, match: Match) -> None:
    player.engines = WeighedEngines()
    stage = TableStage(player, player.routes.puzzles())
    stage.let(FRAME)
    control = puzzles_on(stage).puzzles
    wrong, right = worst(control), best(control)
    before = stage.game.position().filled
    stage.click_space(wrong.space)
    stage.let(0.5)
    assert stage.game.hand() == (), "it is still looked at"
    stage.click(stage.find(player.text("puzzles.show")))
    assert stage.game.position().filled == before | 1 << right.space
    assert control.shows_answer
    stage.let(3)
    assert stage.game.hand() == (), "it stays, as a wrong try does not"


def test_no_key_of_a_match_does_anything_in_a_puzzle_and_escape_leaves(
    player: Context, match: Match
) -> None:
    player.engines = WeighedEngines()
    stage = TableStage(player, BaseScene(player))
    below = stage.top
    stage.stack.apply(Push(player.routes.puzzles()))
    stage.let(FRAME)
    scene, control = stage.top, puzzles_on(stage).puzzles
    stage.click_space(worst(control).space)
    before = stage.game.match
    for key in ("r", "ctrl+n", "h", "ctrl+c", "ctrl+g", "backspace", "ctrl+y"):
        stage.press(key)
        assert (stage.top, stage.game.match) == (scene, before), key
    stage.press("escape")
    assert stage.top is below
    stage.stack.apply(Push(player.routes.puzzles()))
    stage.click(stage.widget("sign"))
    assert stage.top is below


def test_each_right_answer_in_a_row_sounds_higher(
    player: Context, match: Match, heard: Heard
) -> None:
    player.engines = WeighedEngines()
    stage = TableStage(player, player.routes.puzzles())
    for _ in range(3):
        stage.let(FRAME)
        stage.click_space(best(puzzles_on(stage).puzzles).space)
        stage.press("return")
    assert [note for sound, note, *_ in heard.played if sound is Sound.RIGHT] == [0, 1, 2]


def test_a_rush_counts_first_tries_alone_and_its_clock_is_drawn_by_seconds(
    player: Context, match: Match
) -> None:
    control = PuzzlesControl(player.store.profile, WeighedEngines())
    control.begin_rush()
    assert control.poll()
    assert [control.run_clock(0.4) for _ in range(5)] == [True, False, True, False, True]
    assert control.try_placement(worst(control))
    assert control.try_placement(best(control))
    assert (control.rushed, control.figures.streak) == (0, 0)
    control.go_on()
    assert control.poll()
    assert control.try_placement(best(control))
    assert (control.rushed, control.figures.streak) == (1, 1)
    assert control.rush == pytest.approx(RUSH_SECONDS - 2)


def test_engines_that_fail_are_asked_no_more(player: Context, match: Match) -> None:
    engines = player.engines = LateEngines()
    control = PuzzlesControl(player.store.profile, engines)
    engines.answers[0].fail(RuntimeError("no library"))
    assert control.poll()
    assert control.has_failed
    for _ in range(3):
        control.resume()
        assert not control.poll()
    assert len(engines.tasks) == 1
    control.go_on()
    assert not control.has_failed, "the next puzzle is asked about"
    assert len(engines.tasks) == 2
    # Nor for those who see better than an old puzzle.
    profile = Profile(None)
    profile.add_match(match)
    found = reviewed(placed(match), COSTS)
    unseen = tuple(replace(each, seen_by="") for each in found.placements)
    store_puzzles(profile, match, 0, 0, replace(found, placements=unseen))
    list_all(profile, match)
    engines = LateEngines()
    control = PuzzlesControl(profile, engines)
    assert not control.poll()
    assert [type(task) for task in engines.tasks] == [AdviceTask], "the player comes first"
    engines.reply_late(0)
    for _ in range(3):
        control.poll()
    assert [type(task) for task in engines.tasks] == [AdviceTask, SightTask]
    control.stop()
    assert engines.answers[1].cancelled()
    control.poll()
    engines.answers[2].fail(RuntimeError("no library"))
    for _ in range(4):
        control.poll()
    assert len(engines.tasks) == 3


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("puzzles") == []

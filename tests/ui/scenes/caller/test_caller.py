"""The caller: its clock, its strip, its picker, and what is drawn and read of each call."""

from __future__ import annotations

from functools import partial

import pytest

from game.play.caller import Pace
from game.rules.record import parse_record, print_record
from game.rules.ruleset import CallRule, Ruleset
from game.rules.tiles import Direction, Tile
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.intents import CloseAsked, Command
from game.ui.frame.scene import Pop, Push
from game.ui.frame.topics import Topic
from game.ui.parts import MAIN, ActionBand, Dialog
from game.ui.scenes.caller.control import CallerControl, CallerEvent
from game.ui.scenes.caller.entering import EnteredMode
from game.ui.scenes.caller.picker import TilePicker
from game.ui.scenes.caller.scene import CallerScene
from game.ui.scenes.caller.strip import CallStrip
from game.ui.scenes.shared.names import tile_name
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.sound.music import Mood
from game.ui.sound.names import Sound
from game.ui.widgets import say
from game.ui.widgets.scenes import BaseScene
from game.ui.widgets.tiles import TileGrid
from tests.gallery import collect_samples, empty_store
from tests.golden.pages import changed_pages
from tests.ui.conftest import Heard
from tests.ui.scenes.caller_stage import caller_of, open_caller, saved
from tests.ui.scenes.stage import Stage


def test_the_clock_calls_pauses_and_waits_while_it_is_covered(player: Context) -> None:
    now = 0.0
    player.now = lambda: now
    stage = open_caller(player, pace=Pace(20))
    scene = caller_of(stage)

    def wait(seconds: float) -> int:
        nonlocal now
        for _ in range(round(seconds * 4)):
            now += 0.25
            stage.stack.update(0.25)
        return len(scene.game.calls)

    assert wait(30) == 0
    stage.press("n")
    assert wait(19) == 1
    assert wait(2) == 2
    stage.press("p")
    assert wait(100) == 2
    stage.press("p")
    assert wait(10) == 2
    stage.press("x")
    assert isinstance(stage.top, TilePicker)
    assert wait(60) == 2
    stage.press("escape")
    assert wait(7) == 2
    assert wait(4) == 3
    stage.press("backspace")
    assert len(scene.game.calls) == 2
    assert wait(19) == 2
    assert wait(2) == 3
    assert wait(20 * 20) == 19


def test_each_of_the_last_seconds_ticks_once(player: Context) -> None:
    now = 0.0
    game = caller_of(open_caller(player, pace=Pace(5))).control.game
    control = CallerControl(game, lambda: now)
    control.uncover()
    control.call(game.draw())
    heard = []
    for quarter in range(21):
        now = quarter / 4
        heard.append(control.poll())
    assert heard.count(CallerEvent.TICK) == 3
    assert heard[-1] is CallerEvent.DUE
    # Called by hand while a second ticks: the same second of the next clock ticks as well.
    for start in (10.0, 12.5):
        now = start
        control.call(game.draw())
        now += 2.25
        assert control.poll() is CallerEvent.TICK


def test_a_call_behind_another_screen_starts_no_clock(player: Context) -> None:
    now = 0.0
    control = caller_of(open_caller(player, pace=Pace(20))).control
    control = CallerControl(control.game, lambda: now)
    control.cover()
    control.call(control.game.draw())
    assert not control.is_running
    now = 15.0
    assert control.left == 20
    control.uncover()
    assert control.is_running
    now = 20.0
    assert control.left == 15


def test_a_tile_is_corrected_by_its_numbers_and_on_the_strip(player: Context, heard: Heard) -> None:
    stage = open_caller(player)
    scene = caller_of(stage)
    game = scene.game
    stage.press("n", "n", "n")
    wanted, old = game.bag[4], game.called[2]
    stage.press("x")
    stage.type(str(game.called[0]))
    picker = stage.top
    assert isinstance(picker, TilePicker)
    stage.type(str(wanted))
    assert stage.top is scene
    assert game.called[2] is wanted
    first, other = game.called[0], game.bag[7]
    strip = stage.part("strip")
    assert isinstance(strip, CallStrip)
    stage.hit(strip.spot(0))
    picker = stage.top
    assert isinstance(picker, TilePicker)
    grid = stage.part(MAIN)
    assert isinstance(grid, TileGrid)
    stage.hit(grid.spot(grid.tiles.index(other)))
    assert game.called[0] is other
    assert first in game.bag
    # The last call, corrected, was called anew; the correction of an earlier one calls nothing.
    assert heard.calls == [*map("en {}".format, (first, game.called[1], old, wanted))]
    assert tile_name(stage.context, game.rules, other) in " ".join(stage.read())
    # The pointer was somewhere else meanwhile.
    assert not strip.is_hovered
    # What one does next has the keyboard, not what was corrected.
    called = len(game.calls)
    stage.press("return")
    assert stage.top is scene
    assert len(game.calls) == called + 1
    match = saved(player)
    assert match is not None
    assert match.round.called == game.called


def test_tiles_from_the_players_own_bag(player: Context) -> None:
    rules = Ruleset(call=CallRule.PAIRS)
    stage = open_caller(player, rules, Pace(None, is_drawn_here=False))
    scene = caller_of(stage)
    stage.press("return")
    picker = stage.top
    assert isinstance(picker, TilePicker)
    stage.type("294")
    stage.press("n")
    assert stage.top is picker
    stage.type("857")
    stage.press("n")
    assert caller_of(stage) is scene
    assert scene.game.calls == ((Tile.parse("294"), Tile.parse("758")),)
    assert {"2", "9", "4", "7", "5", "8"} <= set((stage.let(1.0) and stage.read()) or ())


@pytest.mark.parametrize("calls", [0, 1, 7, 19])
def test_a_crash_at_any_call_goes_on_where_it_was(player: Context, calls: int) -> None:
    stage = open_caller(player, bot=True)
    for _ in range(calls):
        stage.press("n")
        stage.let(0.1)
    game = caller_of(stage).game
    if calls:
        stage.press("b")
        stage.type(str(game.called[-1]))
    match = saved(player)
    assert match is not None
    match = parse_record(print_record(match))
    scene = player.routes.saved_table(match)
    assert isinstance(scene, CallerScene)
    assert scene.game.calls == game.calls
    assert scene.game.board(0) == game.board(0)
    menu = Stage(player, TitleScene(player))
    if calls:
        words = " ".join(menu.part(MAIN).spoken(player))
        assert f"{player.text('menu.box')} · Standard game · {calls} of 19" in words
        # Another game does not take its place.
        menu.click(menu.part("new"))
        menu.press("return")
        assert match in [waiting.match for waiting in player.store.waiting()]
        for waiting in player.store.waiting():
            if waiting.match != match:
                player.store.autosave.end(waiting.key)
        menu = Stage(player, TitleScene(player))
    menu.click(menu.part(MAIN))
    assert isinstance(menu.top, CallerScene)


def test_leaving_asks_and_keeps_or_ends(player: Context) -> None:
    stage = open_caller(player)
    stage.press("n", "escape")
    assert isinstance(stage.top, Dialog)
    stage.press("escape")
    assert isinstance(stage.top, CallerScene)
    stage.press("escape", "return")
    assert isinstance(stage.top, TitleScene)
    assert saved(player) is None
    (left,) = player.store.waiting()
    player.store.autosave.end(left.key)
    stage = open_caller(player)
    stage.press("n", "escape")
    stage.click(stage.find(player.text("caller.leave_end")))
    assert isinstance(stage.top, TitleScene)
    assert player.store.waiting() == ()


CALLERS = {
    "caller-ready": (
        "Standard game. Is everybody ready? Then make the first call.",
        "First call",
        "Called so far.",
    ),
    "caller": (
        "Call 8 of 19. Called: seven, five, eight. 20 seconds left.",
        "0:20 7 left 5 top 8 right Next call Pause 9 10 11",
        "Called so far. two, nine, three. two, five, eight. two, five, four. two, nine, eight."
        " seven, one, eight. two, one, eight. six, one, three. seven, five, eight.",
    ),
    "caller-pairs": (
        "Round 1, call 5 of 10. Called: seven, nine, eight; six, five, eight.",
        "7  9  8  6  5  8  Next call 11 12",
        "Called so far. two, nine, three; two, five, eight. two, five, four; two, nine, eight."
        " seven, one, eight; two, one, eight. six, one, three; seven, five, eight. seven, nine,"
        " eight; six, five, eight.",
    ),
    "caller-wild": (
        "Call 2 of 21. Called: Triple wild, sun.",
        "7 6 2    9 5 1    8 4 3    Triple wild Next call 3 4",
        "Called so far. two, one, three, sun. Triple wild, sun.",
    ),
}


@pytest.mark.parametrize("name", CALLERS)
def test_a_call_is_drawn_and_read_as_it_is_called(player: Context, name: str) -> None:
    heading, drawn, board = CALLERS[name]
    empty_store(player)
    scene = collect_samples("box")[name].make(player)
    assert isinstance(scene, CallerScene)
    stage = Stage(player, scene)
    stage.let(0.3)
    assert scene.read(Topic.HEADING) == heading
    action = {"caller-ready": "First call."}.get(name, "Next call.")
    assert scene.read(Topic.NOW) == f"{heading} {action}"
    assert scene.read(Topic.FOCUS) == scene.read(Topic.HERE) == action
    for topic in (Topic.BOARD, Topic.LINES, Topic.SCORE):
        assert scene.read(topic) == board
    assert " ".join(stage.read()).startswith(drawn)
    assert "Fox plays along" in stage.read()
    has_clock = name == "caller"
    assert stage.has(player.text("caller.pause")) is has_clock


def test_the_strip_is_walked_and_pressed_by_keyboard(player: Context) -> None:
    stage = open_caller(player)
    strip = stage.part("strip")
    assert isinstance(strip, CallStrip)
    assert not strip.can_focus
    stage.press("n", "n", "n")
    game = caller_of(stage).game
    stage.form.focus(strip, is_shown=True)
    strip.enter_by_key(1)
    reads = []
    for key in ("right", "left", "left", "left", "right"):
        reads.append((strip.cursor, strip.name_and_state(player)[-6:]))
        stage.form.focus(strip, is_shown=True)
        stage.press(key)
    assert reads == [(2, "3 of 3"), (2, "3 of 3"), (1, "2 of 3"), (0, "1 of 3"), (0, "1 of 3")]
    stage.form.focus(strip, is_shown=True)
    strip.cursor = 1
    stage.press("return")
    picker = stage.top
    assert isinstance(picker, TilePicker)
    title = player.text("caller.which_instead", tile=tile_name(player, game.rules, game.called[1]))
    assert title in " ".join(stage.read())


def test_before_the_first_call_its_buttons_refuse(player: Context, heard: Heard) -> None:
    stage = open_caller(player)
    scene = caller_of(stage)
    for name in ("take_back", "correct", "boards"):
        assert scene.part(name).hint() == player.text("caller.nothing_called")
    for key in ("x", "b", "backspace"):
        heard.sounds.clear()
        stage.press(key)
        assert stage.top is scene
        assert heard.sounds == [Sound.REFUSE], key
    stage.press("n")
    hints = {name: scene.part(name).hint() for name in ("take_back", "correct", "boards", "sound")}
    assert hints == {
        "take_back": "Take back the last call (Backspace)",
        "correct": "We had a different tile (X)",
        "boards": "Enter the boards (B)",
        "sound": "Sound (M)",
    }
    stage.click(stage.part("sound"))
    assert player.preferences.is_muted
    assert scene.part("sound").hint() == f"{player.text('settings.muted')} (M)"
    (tile,) = scene.game.calls[-1]
    stage.press("backspace")
    words = player.text("caller.taken_back", tiles=tile_name(player, scene.game.rules, tile))
    assert words in " ".join(stage.read())
    assert not scene.game.calls
    stage.press("n")
    assert [*scene.game.called] == [tile]
    stage.press("b")
    assert isinstance(stage.top, TableScene)


def test_in_the_picker_a_tile_is_taken_back_and_refused_with_its_reason(
    player: Context, heard: Heard
) -> None:
    rules = Ruleset(call=CallRule.PAIRS)
    stage = open_caller(player, rules, Pace(None, is_drawn_here=False))
    stage.press("n")
    picker = stage.top
    assert isinstance(picker, TilePicker)
    assert stage.part("picked").hint() == player.text("caller.pick_more", count=2)
    stage.type("29")
    stage.press("backspace")
    stage.type("94")
    one, two, three = map(Tile.parse, ("294", "758", "613"))
    assert [*picker.picked] == [one]
    stage.type("294")
    assert not [*picker.picked], "the same tile again is put back"
    for tile in (one, two, three):
        stage.type(str(tile))
    assert [*picker.picked] == [two, three], "the first gives way"
    heard.sounds.clear()
    stage.type("111")
    reason = player.text("errors.illegal.not-in-tile-set")
    assert reason in " ".join(stage.read())
    assert heard.sounds == [Sound.REFUSE]
    stage.click(stage.part("picked"))
    scene = caller_of(stage)
    assert scene.game.calls == ((two, three),)
    stage.press("n")
    stage.type(str(two))
    assert player.text("errors.illegal.already-called") in " ".join(stage.read())
    stage.click(stage.part("cancel"))
    assert stage.top is scene


def test_the_picker_types_undoes_and_forgets_its_refusal(player: Context, heard: Heard) -> None:
    rules = Ruleset(call=CallRule.PAIRS)
    stage = open_caller(player, rules, Pace(None, is_drawn_here=False))
    stage.press("n")
    picker = stage.top
    assert isinstance(picker, TilePicker)
    assert picker.text_area == player.painter.view.area, "a wild tile's star needs a shift"
    one, two = map(Tile.parse, ("294", "758"))
    heard.sounds.clear()
    for tile in (one, two, one):
        stage.type(str(tile))
    assert picker.picked == (two,), "the other one stays"
    assert heard.sounds == [Sound.PICK] * 3
    # A held key types once, and what is not typed is not undone.
    stage.press("backspace")
    assert picker.picked == (two,)
    stage.type("6")
    stage.give(Command(None, key="6", text="6", is_repeat=True))
    assert "66" not in stage.read()
    stage.type("6")
    assert "66" in stage.read()
    stage.press("backspace", "backspace")
    # Neither a number that no tile has, nor a tile of another set, is called already.
    reason = player.text("errors.illegal.not-in-tile-set")
    for typed in ("111", "***"):
        stage.type(typed)
        assert reason in " ".join(stage.read())
        assert stage.let(20) > 0
        assert reason not in " ".join(stage.read())


def test_a_clock_runs_for_calls_that_are_drawn_here_alone(player: Context) -> None:
    for pace, has_clock in ((Pace(20), True), (Pace(20, is_drawn_here=False), False)):
        now = [0.0]
        game = caller_of(open_caller(player, pace=pace)).game
        control = CallerControl(game, partial(now.__getitem__, 0))
        control.uncover()
        assert not control.is_running, "nothing is called yet"
        control.call(game.bag[:1])
        assert (control.has_clock, control.is_running) == (has_clock, has_clock)
        assert control.left == (20 if has_clock else None)
        if has_clock:
            control.pause()
            control.cover()
            now[0] = 7.0
            control.uncover()
            now[0] = 8.0
            assert (control.is_running, control.left) == (False, 20), "it is paused still"
            control.pause()
            now[0] = 10.0
            assert control.left == 18


def test_each_step_of_the_caller_sounds_is_said_and_comes_to_rest(
    player: Context, heard: Heard
) -> None:
    stage = open_caller(player, bot=True)
    game, text = caller_of(stage).game, player.text
    assert [cue.mood for cue in heard.cues] == [Mood.TABLE]
    stage.let(1)
    assert stage.let(1) == 0
    stage.press("n")
    number = str(game.called[0].number(Direction.VERTICAL))
    stage.let(0.1)
    assert f"{number} left" not in " ".join(stage.read()), "not before its face"
    assert stage.let(2) > 0
    assert stage.let(1) == 0
    stage.press("n")
    old, new = game.called[1], game.bag[4]
    heard.sounds.clear()
    stage.press("x")
    stage.type(str(new))
    assert heard.sounds == [Sound.BUTTON, Sound.PICK, Sound.CALL], "the last call is called anew"
    old_name, new_name = (tile_name(player, game.rules, tile) for tile in (old, new))
    corrected = text("caller.corrected", old=old_name, new=new_name)
    assert corrected in stage.read()
    stage.press("n")
    stage.let(1.5)
    assert corrected not in stage.read(), "it goes with the next call"
    stage.press("n")
    taken = tile_name(player, game.rules, game.called[-1])
    heard.sounds.clear()
    stage.press("backspace")
    assert heard.sounds == [Sound.BUTTON, Sound.TAKE_BACK]
    assert stage.let(0.5) == 0, "nothing turns any more"
    assert text("caller.taken_back", tiles=taken) in stage.read()
    assert game.board(1).filled, "the computer plays along"
    # Behind another page nothing turns.
    stage.press("n")
    stage.stack.apply(Push(BaseScene(player)))
    stage.stack.apply(Pop())
    stage.draw()
    assert stage.let(0.2) <= 1
    stage.give(CloseAsked())
    assert stage.stack.is_empty


def test_the_clock_ticks_by_its_seconds_and_its_ring_is_drawn_anew(
    player: Context, heard: Heard
) -> None:
    now = 0.0
    player.now = lambda: now
    stage = open_caller(player, pace=Pace(5))
    stage.press("n")
    frames = []
    for _ in range(48):
        now += 0.1
        frames.append(stage.stack.update(0.1))
    assert [step for sound, step, *_ in heard.played if sound is Sound.TICK] == [3, 2, 1]
    assert all(frames), "the ring shrinks"


def test_the_one_action_of_the_caller_is_what_comes_next(player: Context) -> None:
    """The first call, the next one, the boards; the key does it from anywhere on the page."""
    stage = open_caller(player)
    scene = caller_of(stage)
    seen = []
    while not scene.game.is_round_called:
        band = stage.part(MAIN)
        assert isinstance(band, ActionBand)
        seen.append((say(band.label), band.icon))
        assert scene.read(Topic.HINT) == scene.form.read_hint(is_asked=False)
        stage.press("return" if len(seen) % 2 else "n")
    band = stage.part(MAIN)
    assert isinstance(band, ActionBand)
    first, following = ("First call", Icon.SKIP), ("Next call", Icon.SKIP)
    assert seen == [first, *[following] * 18]
    assert (say(band.label), band.icon) == ("Enter the boards", Icon.PEN)
    for key in ("n", "return"):
        stage.press(key)
        table = stage.top
        assert isinstance(table, TableScene)
        assert isinstance(table.mode, EnteredMode)
        stage.press("escape")
        assert stage.top is scene


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("caller") == []

"""The settings: each control, what it changes at once, and the keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.locale import Language, load_catalogue, write_percent
from game.storage.problems import Problem, ProblemKind
from game.storage.settings import Settings, SettingsStore
from game.storage.store import Storage
from game.ui.draw.theme import STRIPE_SETS, THEMES
from game.ui.frame.bindings import DEFAULT_BINDINGS, Action, is_pad
from game.ui.frame.context import Context, Mute
from game.ui.frame.intents import (
    Command,
    MouseButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.ui.frame.preferences import change_settings, read_bindings
from game.ui.frame.scene import Push
from game.ui.layout.rects import make_view
from game.ui.parts import MAIN, ActionBand, Dialog, WordLink
from game.ui.scenes.about.credits import CreditsScene
from game.ui.scenes.about.scene import AboutScene
from game.ui.scenes.settings.keys import ACTION_NAMES
from game.ui.scenes.settings.looks import paint_theme, paint_tiles
from game.ui.scenes.settings.rows import ROWS, Section
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.shared.names import action_key, key_name
from game.ui.scenes.title.scene import TitleScene
from game.ui.sound.names import Sound, Volumes
from game.ui.widgets import ScrollArea, Segmented, Slider, Toggle, Widget, say
from tests.golden.pages import changed_pages
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import Stage


def open_settings(
    context: Context, section: Section = Section.GENERAL
) -> tuple[Stage, SettingsScene]:
    context.store = Storage.in_memory()
    scene = SettingsScene(context, section)
    context.preferences = replace(context.preferences, knows_game=True)
    stage = Stage(context, TitleScene(context))
    stage.stack.apply(Push(scene))
    return stage, scene


def focus_on(scene: SettingsScene, words: str) -> Widget:
    """Give a row's control the keyboard."""
    assert scene.focus(words)
    return scene.part(words)


def stored(context: Context) -> Settings:
    settings: Settings = context.store.settings.load()[0]
    return settings


def test_the_language_changes_everywhere_at_once(context: Context) -> None:
    stage, scene = open_settings(context)
    focus_on(scene, "settings.language")
    stage.press("right", "right")
    assert context.catalogue.language is Language.GERMAN
    assert stored(context).language == "de"
    stage.press("escape")
    assert stage.has(load_catalogue(Language.GERMAN).text("menu.you"))


def test_the_interface_grows_and_is_laid_out_anew(context: Context) -> None:
    stage, scene = open_settings(context, Section.LOOK)
    before = scene.part("back").rect.w
    focus_on(scene, "settings.scale")
    stage.press("left")
    assert context.preferences.interface_scale == stored(context).interface_scale == 0.95
    assert scene.part("back").rect.w < before


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080), (3840, 2160)])
def test_each_stop_of_the_interface_size_is_another_size_to_the_end_that_is_named(
    context: Context, size: tuple[int, int]
) -> None:
    change_settings(context, interface_scale=2.0)
    context.painter.resize(make_view(size, 2.0))
    stage, scene = open_settings(context, Section.LOOK)
    focus_on(scene, "settings.scale")
    slider = scene.part("settings.scale")
    assert isinstance(slider, Slider)
    least, most = (write_percent(context.catalogue, end) for end in (slider.low, slider.high))
    assert context.text("settings.scale_about", least=least, most=most) in stage.read()
    assert slider.show(slider.value) == most, "what was stored for a larger window is its end"
    seen = [scene.view.scale]
    while slider.value > slider.low:
        stage.press("left")
        seen.append(scene.view.scale)
        slider = scene.part("settings.scale")
        assert isinstance(slider, Slider)
    assert len(seen) > 5
    assert seen == sorted(set(seen), reverse=True)


def test_the_interface_is_laid_out_anew_when_its_slider_is_let_go(context: Context) -> None:
    change_settings(context, interface_scale=1.0)
    stage, scene = open_settings(context, Section.LOOK)
    slider = scene.part("settings.scale")
    assert isinstance(slider, Slider)
    here, row = stage.place_of(slider), slider.rect
    far = (here[0] + row.w / 2, here[1])
    stage.give(PointerMoved(here))
    stage.give(PointerPressed(here, MouseButton.PRIMARY))
    stage.give(PointerMoved(far))
    assert slider.value == slider.high, "it shows what it would be"
    assert (context.preferences.interface_scale, slider.rect) == (1.0, row), "nothing has moved"
    stage.give(PointerReleased(far, MouseButton.PRIMARY, here))
    assert context.preferences.interface_scale == stored(context).interface_scale == slider.high
    area = next(part for part in scene.form.widgets if isinstance(part, ScrollArea))
    y = stage.place_of(slider)[1]
    assert area.rect.y + slider.rect.h / 2 <= y <= area.rect.bottom - slider.rect.h / 2, "in sight"


def test_a_name_of_two_words_can_be_typed(context: Context) -> None:
    stage, scene = open_settings(context)
    change_settings(context, player_name="")
    scene.renew()
    focus_on(scene, "settings.name")
    stage.type("Ana Maria ")
    assert stored(context).player_name == "Ana Maria"


def test_every_section_is_reached_and_shows_its_rows(context: Context) -> None:
    stage, scene = open_settings(context)
    for section in Section:
        assert scene.section is section
        controls = [scene.part(row.name_key) for row in ROWS[section] if row.is_shown(context)]
        assert [w for w in stage.widgets() if w in controls] == controls
        # The themes are windows without a word beside them.
        shown = {row.name_key for row in ROWS[section][:3]} - {"settings.theme"}
        assert {context.text(words) for words in shown} <= set(stage.read())
        stage.press("right")


@pytest.mark.usefixtures("pixels")
def test_patterns_show_on_the_next_picture(context: Context) -> None:
    stage, scene = open_settings(context, Section.LOOK)
    before = stage.draw()
    focus_on(scene, "settings.patterns")
    stage.press("right")
    assert context.painter.has_patterns
    # The windows of all themes have them too.
    x, y = stage.place_of(scene.part("settings.theme"))
    places = [(x + dx, y + dy) for dx in range(-200, 200, 3) for dy in range(-90, 90, 3)]
    after = stage.draw()
    assert any(before.get_at(at) != after.get_at(at) for at in places)
    assert stored(context).has_stripe_patterns


def _make_nothing(render: object) -> None:
    raise AssertionError("made anew")


def test_a_window_of_a_theme_finds_what_an_earlier_try_has_made(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A frame that is given up for want of time is begun anew: without this it never comes."""
    for _ in range(2):
        paint_theme(context, "daylight", (290, 170))
        paint_tiles(context, "clear", True, (200, 60))
        monkeypatch.setattr("game.ui.draw.surface_cache.make", _make_nothing)


def test_switches_are_obeyed_and_stored(context: Context) -> None:
    stage, scene = open_settings(context, Section.ASSISTANCE)
    stage.click(scene.part("settings.reduced_motion"))
    scene.open(Section.GENERAL)
    scene.renew()
    stage.click(scene.part("settings.auto_call"))
    now = stored(context)
    assert (now.has_reduced_motion, now.has_auto_call) == (True, False)
    assert context.preferences == now
    assert not scene.part("settings.call_pause").is_enabled


@pytest.mark.parametrize(
    ("key", "row", "field"),
    [("m", "settings.volume", "volume"), ("u", "settings.music", "music_volume")],
)
def test_a_muted_slider_says_so_stays_and_unmutes_when_it_is_moved(
    context: Context, key: str, row: str, field: str
) -> None:
    stage, scene = open_settings(context, Section.SOUND)
    before = getattr(context.preferences, field)
    focus_on(scene, row)
    stage.press(key)
    assert getattr(context.preferences, field) == before
    assert context.text("settings.muted") in scene.part(row).read(context)
    assert Volumes.of(context.preferences).music == 0
    focus_on(scene, row)
    stage.press("left")
    assert getattr(context.preferences, field) < before
    assert context.text("settings.muted") not in scene.part(row).read(context)
    assert Volumes.of(context.preferences).music > 0


def test_the_keys_of_sound_and_music_switch_them_off_and_on(context: Context) -> None:
    stage, _ = open_settings(context, Section.SOUND)
    for key, field in (("m", "is_muted"), ("u", "has_music")):
        before = getattr(stored(context), field)
        seen = []
        for _ in range(3):
            stage.press(key)
            seen.append(getattr(stored(context), field))
        assert seen == [not before, before, not before]


def test_what_sounds_obeys_the_settings_at_once(context: Context, heard: Heard) -> None:
    stage, scene = open_settings(context, Section.SOUND)
    focus_on(scene, "settings.voice_volume")
    stage.press("left")
    now = stored(context)
    assert now.voice_volume < Settings().voice_volume
    assert heard.volumes == Volumes.of(now)
    # Music that is off stays off when another volume is moved.
    stage.press("u")
    stage.press("left")
    assert not stored(context).has_music
    stage.press("m")
    assert heard.volumes == Volumes(0, 0, 0)


def test_m_mutes_but_not_while_a_name_is_typed(context: Context) -> None:
    stage, scene = open_settings(context)
    stage.press("m")
    assert context.preferences.is_muted
    focus_on(scene, "settings.name")
    stage.type("Mim")
    assert context.preferences.is_muted
    assert stored(context).player_name == "Mim"


def test_full_screen_is_asked_of_the_window(context: Context) -> None:
    stage, scene = open_settings(context, Section.LOOK)
    stage.click(scene.part("settings.fullscreen"))
    assert stage.stack.wants_fullscreen_toggle


class _FullDisk(SettingsStore):
    def load(self) -> tuple[Settings, tuple[Problem, ...]]:
        return Settings(), ()

    def save(self, settings: Settings) -> Problem | None:
        return Problem(ProblemKind.READ_ONLY, Path("/stick/settings.json"), "no room")


def test_settings_that_cannot_be_stored_hold_and_are_told_once(context: Context) -> None:
    stage, scene = open_settings(context, Section.ASSISTANCE)
    context.store.settings = _FullDisk(None)
    stage.click(scene.part("settings.reduced_motion"))
    assert isinstance(stage.top, Dialog)
    stage.press("return")
    stage.click(scene.part("settings.reduced_motion"))
    stage.click(scene.part("settings.captions"))
    assert stage.stack.scenes[-1:] == (scene,)
    assert context.preferences.has_captions


def test_whatever_has_a_key_can_be_given_another() -> None:
    fixed = {a for a in Action if "_" in a.name and a.name.startswith(("UP_", "DOWN_"))}
    fixed |= {Action.FIRST, Action.LAST, Action.DELETE, Action.PASTE}
    assert set(Action) - fixed == set(ACTION_NAMES)


def test_every_key_of_the_list_is_bound_and_has_words(context: Context) -> None:
    for language in Language:
        context.catalogue = load_catalogue(language)
        for action, words in ACTION_NAMES.items():
            chords = DEFAULT_BINDINGS.keys(action)
            assert chords, words
            assert all(key_name(context, chord) for chord in chords)
            keys, buttons = (
                {key_name(context, chord) for chord in chords if is_pad(chord) is on_pad}
                for on_pad in (False, True)
            )
            assert not keys & buttons
            assert context.text(f"settings.action.{words}")


@pytest.mark.parametrize(
    ("chord", "english", "german"),
    [("ctrl+z", "Ctrl+Z", "Strg+Z"), ("return", "Enter", "Eingabe"), ("f11", "F11", "F11")],
)
def test_keys_have_the_keyboards_names(
    context: Context, chord: str, english: str, german: str
) -> None:
    assert key_name(context, chord) == english
    context.catalogue = load_catalogue(Language.GERMAN)
    assert key_name(context, chord) == german


def press_chord(stage: Stage, chord: str) -> None:
    bound = stage.context.bindings.action(chord)
    stage.give(Command(bound, key=chord.rpartition("+")[2], chord=chord))


def rebind(stage: Stage, scene: SettingsScene, words: str, chord: str) -> None:
    focus_on(scene, f"settings.action.{words}")
    press_chord(stage, "return")
    assert isinstance(stage.top, Dialog)
    press_chord(stage, "left shift")
    assert isinstance(stage.top, Dialog), "a key that is held is not yet one"
    press_chord(stage, chord)


def asked(stage: Stage) -> str:
    """Return the body of the question or the notice on top."""
    assert isinstance(stage.top, Dialog)
    return say(stage.top.body)


def test_another_key_is_taken_shown_and_stored(context: Context) -> None:
    stage, scene = open_settings(context, Section.HANDS)
    assert not scene.part("settings.keys_reset").is_enabled
    rebind(stage, scene, "take_back", "ctrl+j")
    assert isinstance(stage.top, SettingsScene)
    assert context.bindings.action("ctrl+j") is Action.TAKE_BACK
    assert context.bindings.action("backspace") is None
    assert stored(context).bindings == str(context.bindings) != ""
    assert action_key(context, Action.TAKE_BACK) == "Ctrl+J"
    assert any("Ctrl+J" in words for words in stage.read())
    stage.click(scene.part("settings.keys_reset"))
    assert stored(context).bindings == ""
    assert context.bindings.action("backspace") is Action.TAKE_BACK


def test_a_button_of_the_gamepad_is_taken_beside_the_key(context: Context) -> None:
    stage, scene = open_settings(context, Section.HANDS)
    rebind(stage, scene, "copy", "pad 12")
    assert context.bindings.action("pad 12") is Action.COPY
    assert context.bindings.action("ctrl+c") is Action.COPY
    context.is_pad_held = True
    assert action_key(context, Action.COPY) == context.text("keys.button", number=13)


def test_a_conflict_is_shown_before_it_is_settled(context: Context) -> None:
    stage, scene = open_settings(context, Section.HANDS)
    rebind(stage, scene, "coach", "n")
    text, action = context.text, context.text("settings.action.next_call")
    assert asked(stage) == "\n".join(
        (
            text("settings.capture.taken", key="N", action=action),
            text("settings.capture.swapped", key="H", action=action),
        )
    )
    stage.press("escape")
    assert context.bindings.action("n") is Action.NEXT_CALL
    rebind(stage, scene, "coach", "n")
    stage.press("return")
    assert context.bindings.action("n") is Action.COACH
    assert context.bindings.action("h") is Action.NEXT_CALL
    assert stage.stack.scenes[-1:] == (scene,)


def test_what_is_left_without_a_button_is_taken_by_a_loud_answer(context: Context) -> None:
    stage, scene = open_settings(context, Section.HANDS)
    button = context.bindings.shown(Action.COACH, on_pad=True)
    assert button
    coach, key = context.text("settings.action.coach"), key_name(context, button)
    lost = "\n".join(
        (
            context.text("settings.capture.taken", key=key, action=coach),
            context.text("settings.capture.lost", action=coach),
        )
    )
    for words, chord, is_loud in (("coach", "n", True), ("copy", button, False)):
        rebind(stage, scene, words, chord)
        assert (asked(stage) == lost) is not is_loud
        answer = stage.find(context.text("settings.capture.take"))
        assert isinstance(answer, ActionBand) is is_loud
        assert is_loud or (isinstance(answer, WordLink) and answer.is_bad)
        stage.press("escape")


@pytest.mark.parametrize("chord", ["c", "4", "home", "[7]", "ctrl+v"])
def test_keys_with_a_fixed_meaning_are_refused(context: Context, chord: str) -> None:
    stage, scene = open_settings(context, Section.HANDS)
    rebind(stage, scene, "coach", chord)
    reserved = context.text("settings.capture.reserved", key=key_name(context, chord))
    assert asked(stage) == reserved
    stage.press("return")
    assert isinstance(stage.top, SettingsScene)
    assert stored(context).bindings == ""


def test_what_everybody_needs_is_not_robbed(context: Context) -> None:
    stage, scene = open_settings(context, Section.HANDS)
    rebind(stage, scene, "copy", "pad 0")
    confirm, key = context.text("settings.action.confirm"), key_name(context, "pad 0")
    assert asked(stage) == context.text("settings.capture.essential", key=key, action=confirm)
    stage.press("return")
    assert context.bindings.action("pad 0") is Action.CONFIRM


def test_asking_for_a_key_is_left_by_escape_and_by_the_pointer(context: Context) -> None:
    stage, scene = open_settings(context, Section.HANDS)
    focus_on(scene, "settings.action.coach")
    press_chord(stage, "return")
    press_chord(stage, "escape")
    assert isinstance(stage.top, SettingsScene)
    press_chord(stage, "return")
    stage.click(stage.find(context.text("settings.capture.leave")))
    assert isinstance(stage.top, SettingsScene)
    assert stored(context).bindings == ""


def test_a_key_that_is_still_held_is_no_answer(context: Context) -> None:
    stage, scene = open_settings(context, Section.HANDS)
    focus_on(scene, "settings.action.coach")
    press_chord(stage, "return")
    asking = stage.top
    stage.give(Command(None, key="j", chord="j", is_repeat=True))
    assert stage.top is asking
    assert stored(context).bindings == ""


def test_reading_aloud_is_switched_off_though_nothing_can_speak_any_more(
    context: Context,
) -> None:
    context.preferences = replace(context.preferences, has_speech=True)
    assert not context.speaker.is_there
    stage, scene = open_settings(context, Section.ASSISTANCE)
    focus_on(scene, "settings.speech")
    stage.press("return")
    assert stage.top is scene
    assert not context.preferences.has_speech


def test_damaged_bindings_fall_back_and_are_noticed(context: Context) -> None:
    context.preferences = Settings(bindings="confirm = j")
    assert not read_bindings(context)
    assert context.bindings is DEFAULT_BINDINGS
    context.preferences = Settings(bindings="copy = j")
    assert read_bindings(context)
    assert context.bindings.action("j") is Action.COPY


class Voice(Mute):
    """A speaker that is there and can change all of its manner."""

    is_there = True
    can_change = frozenset({"rate", "volume", "voice"})

    def voices(self, language: Language) -> tuple[str, ...]:
        return ("Ada", "Bob")


def test_speech_is_refused_where_there_is_none_and_else_has_a_rate_volume_and_voice(
    context: Context,
) -> None:
    stage, scene = open_settings(context, Section.ASSISTANCE)
    names = ("settings.speech_rate", "settings.speech_volume", "settings.speech_voice")
    stage.click(scene.part("settings.speech"))
    assert context.text("heard.spoken.no_engine") in " ".join(stage.read())
    stage.press("return")
    assert not stored(context).has_speech
    assert not scene.part("settings.telling").is_enabled
    context.speaker = Voice()
    scene.renew()
    assert not any(scene.find(name) for name in names), "it does not read yet"
    stage.click(scene.part("settings.speech"))
    assert stage.top is scene
    assert stored(context).has_speech
    for field, name in (("speech_rate", names[0]), ("speech_volume", names[1])):
        before = getattr(stored(context), field)
        focus_on(scene, name)
        stage.press("left")
        assert getattr(stored(context), field) < before
    change_settings(context, speech_voice="Gone")
    scene.renew()
    assert context.text("settings.speech_voice_usual") in scene.part(names[2]).read(context)
    voices = []
    for _ in range(4):
        stage.click(scene.part(names[2]))
        voices.append(stored(context).speech_voice)
    assert voices == ["Ada", "Bob", "", "Ada"]
    stage.choose("settings.telling", "short")
    assert stored(context).telling == "short"


def test_each_control_changes_its_own_setting_and_plays_its_sample(
    context: Context, heard: Heard
) -> None:
    changes: dict[str, tuple[str, tuple[Any, ...], list[Sound]]] = {
        "settings.volume": ("volume", (0.75,), [Sound.PLACE]),
        "settings.music": ("music_volume", (0.75,), []),
        "settings.voice_volume": ("voice_volume", (0.85,), [Sound.CALL]),
        "settings.left_handed": ("is_left_handed", (True, False), []),
        "settings.reduced_motion": ("has_reduced_motion", (True, False), []),
        "settings.captions": ("has_captions", (True, False), []),
        "settings.theme": ("theme", THEMES[1:], []),
        "settings.stripes": ("stripes", STRIPE_SETS[1:], []),
        "settings.patterns": ("has_stripe_patterns", (True,), []),
        "settings.call_pause": ("call_pause", (1.8, 2.0), []),
        "settings.auto_call": ("has_auto_call", (False, True), []),
    }
    sections = {row.name_key: section for section, rows in ROWS.items() for row in rows}
    for name, (field, values, sounds) in changes.items():
        stage, scene = open_settings(context, sections[name])
        focus_on(scene, name)
        for value in values:
            before, heard.sounds = context.preferences, []
            stage.press("return" if isinstance(scene.part(name), Toggle) else "right")
            assert stored(context) == replace(before, **{field: value}), name
            assert [one for one in heard.sounds if one in (Sound.PLACE, Sound.CALL)] == sounds
    stage, scene = open_settings(context, Section.GENERAL)
    focus_on(scene, "settings.call_pause")
    stage.press(*["right"] * 9)
    assert stored(context).call_pause == 3.0


def test_a_sample_is_as_loud_as_its_slider_says_then(
    context: Context, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    volumes: dict[Sound, Volumes | None] = {}
    monkeypatch.setattr(heard, "play", lambda one, **how: volumes.update({one: heard.volumes}))
    stage, scene = open_settings(context, Section.SOUND)
    focus_on(scene, "settings.voice_volume")
    stage.press("left")
    assert volumes[Sound.CALL] == Volumes.of(stored(context))


def test_a_pause_from_before_is_at_most_the_slider_s_end(context: Context) -> None:
    context.preferences = replace(context.preferences, call_pause=9.0)
    _, scene = open_settings(context, Section.GENERAL)
    slider = scene.part("settings.call_pause")
    assert isinstance(slider, Slider)
    assert slider.value == slider.high == 3.0


def test_a_click_into_each_window_takes_its_theme(context: Context) -> None:
    stage, scene = open_settings(context, Section.LOOK)
    for index, name in [*enumerate(THEMES)][::-1]:
        themes = scene.part("settings.theme")
        assert isinstance(themes, Segmented)
        x, y = stage.place_of(themes)
        stage.hit((x + themes.cells()[index].centre[0] - themes.rect.centre[0], y))
        assert context.painter.theme.name == stored(context).theme == name
        words = context.text(f"settings.theme_is.{name}")
        assert f"Theme: {words}, {index + 1} of {len(THEMES)}" in scene.spoken(scene.root)


def test_a_row_of_keys_has_two_of_the_keyboard_and_a_button(context: Context) -> None:
    stage, scene = open_settings(context, Section.HANDS)
    words = scene.spoken(scene.root)
    for row in (
        "Place, press: Enter · Space · A.",
        "Move up: Up · D-pad Up.",
        "Take back: Backspace · Ctrl+Z · X.",
        "Redo: Ctrl+Y · Shift+Backspace · LT + RS Left.",
        "How to play: F1.",
    ):
        assert row in words
    # What has a key already is given the same again without a question.
    rebind(stage, scene, "help", "f1")
    assert stage.top is scene
    rebind(stage, scene, "new_deal", "f1")
    stage.press("return")
    assert stage.top is scene
    assert "How to play: Ctrl+N." in scene.spoken(scene.root)


def test_the_settings_lead_to_the_page_about_the_game_and_that_to_the_credits(
    context: Context,
) -> None:
    stage, scene = open_settings(context)
    stage.click(stage.part("about"))
    assert isinstance(stage.top, AboutScene)
    stage.click(stage.find(context.text("about.credits")))
    assert isinstance(stage.top, CreditsScene)
    stage.press("escape", "escape")
    assert stage.stack.scenes[-1:] == (scene,)
    opened: list[Section] = []
    scene = SettingsScene(context, Section.LOOK, opened.append)
    stage = Stage(context, scene)
    scene.focus(MAIN)
    stage.press("right", "left", "left")
    assert opened == [Section.SOUND, Section.LOOK, Section.GENERAL]


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("settings") == []

"""The first game: by mouse, by keyboard, astray, and left at any moment."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

import game.ui.scenes.tutorial.mode as tutorial
from game.locale import Language, load_catalogue
from game.play.lesson import LessonGoal, LessonPhase, load_script
from game.resources import seed_file
from game.rules.match import Match, Player, apply, new_match
from game.rules.moves import BeginRound, Call
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES
from game.ui.draw.painter import Painter
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Push
from game.ui.layout.rects import Rect, make_view
from game.ui.parts import Text
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.shared.names import spaces_words
from game.ui.scenes.shared.speech_panel import Speech
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.widgets.buttons import WordLink
from tests.gallery.tutorial import lesson_of, open_lesson, play_until
from tests.golden.pages import changed_pages
from tests.ui.scenes.stage import Stage

SCRIPT = load_script(seed_file("deals", "tutorial.toml"))
STEPS = [step.name for step in SCRIPT.steps]


GOALS = {
    Language.ENGLISH: "Fill whole lines with one number",
    Language.FRENCH: "Remplissez des lignes entières",
    Language.GERMAN: "Fülle ganze Reihen mit einer Ziffer",
    Language.ROMANIAN: "Umple rânduri întregi",
}


def _begun() -> Match:
    match, _ = apply(new_match(Ruleset(), (Player("Ana"),)), BeginRound(None, "saved"))
    return apply(match, Call((TILES[3],)))[0]


def _open(context: Context) -> tuple[Stage, TableScene]:
    stage = Stage(context, TitleScene(context))
    scene = open_lesson(context)
    stage.stack.apply(Push(scene))
    stage.let(1.0)
    return stage, scene


def _place_by_mouse(stage: Stage, scene: TableScene, space: int) -> None:
    assert scene.layout is not None
    stage.hit(scene.layout.board.centres[space])
    stage.let(1.5)


def _place_by_keys(stage: Stage, scene: TableScene, space: int) -> None:
    name = scene.game.setup.rules.grid.name_of(space)
    stage.press(name[0], name[1], "return")
    stage.let(1.5)


def _space(scene: TableScene, *, is_good: bool = True) -> int:
    """One that the lesson marks, or another."""
    legal = scene.game.legal(scene.game.hand()[0])
    marked = lesson_of(scene).lesson.marked(scene.game.match)
    return next((i for i in legal if (i in marked) is is_good), legal[0])


@pytest.mark.parametrize("way", ["by mouse", "by keys", "astray"])
def test_the_whole_lesson(context: Context, way: str) -> None:
    stage, scene = _open(context)
    by_mouse, is_astray = way == "by mouse", way == "astray"
    seen, presses = [], 0
    for _ in range(80):
        if stage.top is not scene:
            break
        lesson = lesson_of(scene).lesson
        stage.draw()
        if lesson.phase is LessonPhase.ASK and lesson.step.name not in seen:
            seen.append(lesson.step.name)
        assert lesson.phase is not LessonPhase.MET or not lesson.step.goal.is_placing, (
            "a right placement is answered by the next call"
        )
        presses += not scene.game.hand() or lesson.step.goal is LessonGoal.TAKE_BACK
        if lesson.step.goal is LessonGoal.TAKE_BACK:
            if by_mouse:
                stage.click(stage.widget(Action.TAKE_BACK))
            else:
                stage.press("backspace")
        elif scene.game.hand():
            place = _place_by_mouse if by_mouse else _place_by_keys
            place(stage, scene, _space(scene, is_good=not is_astray))
        elif by_mouse:
            words = ("Continue", "Fast-forward", "Count")
            shown = [w for w in words if stage.has(w) and _shows(stage, w)]
            # Nothing is to be pressed just where nothing is said.
            assert bool(shown) is bool(lesson_of(scene).instructions())
            speech = lesson_of(scene).above(scene)
            assert bool(speech) is bool(shown), "and nobody speaks there"
            for word in shown:
                stage.click(stage.find(word))
        else:
            stage.press("return")
        stage.let(0.1)
        while lesson_of(scene).is_skipping:
            stage.let(0.5)
    assert seen == STEPS
    assert is_astray or presses <= 12
    assert isinstance(stage.top, CountScene)
    assert scene.game.match.is_complete
    assert context.preferences.has_seen_tutorial
    assert context.store.autosave.load().match is None
    assert context.store.profile.last_matches() == ()
    stage.let(10)
    for label, kind in (("How to play", RulesScene), ("Play now", TableScene)):
        stage.click(stage.find(label))
        assert isinstance(stage.top, kind)
        stage.press("escape")


def _shows(stage: Stage, words: str) -> bool:
    return not stage.find(words).is_hidden


@pytest.mark.parametrize("name", STEPS)
def test_leaving_leaves_a_saved_match_alone(context: Context, name: str) -> None:
    saved = _begun()
    context.store.autosave.save(saved)
    stage, scene = _open(context)
    play_until(scene, name)
    stage.press("escape")
    assert isinstance(stage.top, TitleScene)
    assert context.store.autosave.load().match == saved
    assert context.store.profile.last_matches() == ()
    assert context.preferences.has_seen_tutorial


def _step_of(goal: LessonGoal) -> str:
    return next(step.name for step in SCRIPT.steps if step.goal is goal)


@pytest.mark.parametrize("key", ["escape", "n", "h"])
def test_while_tiles_place_themselves_any_key_ends_that_and_escape_leaves(
    context: Context, key: str
) -> None:
    stage, scene = _open(context)
    play_until(scene, _step_of(LessonGoal.SKIP))
    stage.press("return")
    assert lesson_of(scene).is_skipping
    stage.give(Command(Action.NEXT_CALL, key="n", text="n", is_repeat=True))
    assert lesson_of(scene).is_skipping, "the key that has begun it is held still"
    assert not stage.widget("next").is_hidden
    stage.press(key)
    assert isinstance(stage.top, TitleScene if key == "escape" else TableScene)
    assert lesson_of(scene).is_skipping is (key == "escape")


def test_whoever_has_it_read_is_told_how_to_play_by_ear(context: Context) -> None:
    stage, scene = _open(context)
    words, mode = context.text("tutorial.by_ear.first.ask"), lesson_of(scene)
    for has_speech in (True, False):
        context.preferences = replace(context.preferences, has_speech=has_speech)
        assert (words in mode.instructions()) is has_speech
    context.preferences = replace(context.preferences, has_speech=True)
    _place_by_keys(stage, scene, _space(scene))
    assert words not in mode.instructions()


def test_by_ear_the_marked_spaces_are_named_or_all_that_are_free(context: Context) -> None:
    context.preferences = replace(context.preferences, has_speech=True)
    _, scene = _open(context)
    named = []
    for name in STEPS:
        play_until(scene, name)
        message = context.catalogue.messages.get(f"tutorial.by_ear.{name}.ask")
        if message is None or "spaces" not in message.placeholders:
            continue
        lesson, match = lesson_of(scene).lesson, scene.game.match
        tiles, marked = match.round.seats[0].position.tiles, lesson.marked(match)
        free = [space for space, tile in enumerate(tiles) if tile is None]
        every, meant = (
            spaces_words(context, match.rules.grid, spaces) for spaces in (free, marked or free)
        )
        assert meant in lesson_of(scene).instructions()
        assert (every in lesson_of(scene).instructions()) is (every == meant)
        named.append(bool(marked))
    assert {*named} == {True, False}


def test_its_progress_is_shown_once_and_said_in_words(context: Context) -> None:
    stage, _ = _open(context)
    words = context.text("tutorial.step_of", step=1, steps=len(STEPS))
    for has_speech in (False, True):
        context.preferences = replace(context.preferences, has_speech=has_speech)
        assert (words in stage.read()) is has_speech


def test_what_points_at_a_thing_goes_once_it_is_done(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    meant: list[Rect] = []
    monkeypatch.setattr(tutorial, "point_at", lambda surface, context, rect: meant.append(rect))
    stage, scene = _open(context)
    play_until(scene, _step_of(LessonGoal.TAKE_BACK))
    stage.draw()
    assert not meant, "words at the foot say the key instead"
    stage.hit((1, 1))
    stage.draw()
    (thing,) = meant
    assert thing == stage.widget(Action.TAKE_BACK).rect
    stage.press("backspace")
    stage.let(1.0)
    stage.draw()
    assert len(meant) == 1


def test_its_first_sentence_is_the_goal(context: Context) -> None:
    for language, goal in GOALS.items():
        context.catalogue = load_catalogue(language)
        _, scene = _open(context)
        for has_speech in (False, True):
            context.preferences = replace(context.preferences, has_speech=has_speech)
            assert lesson_of(scene).instructions().startswith(goal)


def test_the_lesson_is_played_under_the_player_s_name(context: Context) -> None:
    for name, shown in (("", context.text("setup.name_of", number=1)), ("Zoé", "Zoé")):
        context.preferences = replace(context.preferences, player_name=name)
        _, scene = _open(context)
        assert [player.name for player in scene.game.setup.players] == [shown]


def _phase(scene: TableScene) -> str:
    return lesson_of(scene).lesson.phase.value


def test_doing_something_else_is_allowed_and_explained(context: Context) -> None:
    stage, scene = _open(context)
    grid, lesson = scene.game.setup.rules.grid, lesson_of(scene).lesson
    _place_by_keys(stage, scene, grid.index_of("a1"))
    assert lesson.step.name == "column", "the next call is the answer"
    _place_by_keys(stage, scene, grid.index_of("e1"))
    assert _phase(scene) == "else"
    assert "allowed" in lesson_of(scene).instructions()
    stage.press("backspace")
    assert _phase(scene) == "ask"
    _place_by_keys(stage, scene, grid.index_of("a2"))
    assert (lesson.step.name, _phase(scene)) == ("complete", "ask")
    _place_by_keys(stage, scene, grid.index_of("e3"))
    assert _phase(scene) == "else"
    stage.press("return")
    assert lesson.step.name == "complete"
    _place_by_keys(stage, scene, grid.index_of("a3"))
    stage.let(2.0)
    assert lesson.step.name == "skip"
    assert lesson_of(scene).instructions().startswith("3 × 9 = 27.")


def test_the_speech_covers_no_space(context: Context) -> None:
    _, scene = _open(context)
    assert scene.layout is not None
    (speech,) = (widget for widget in scene.form.widgets if isinstance(widget, Speech))
    assert not pygame.Rect(speech.rect).colliderect(scene.layout.board.bounds())


@pytest.mark.parametrize("language", list(Language))
def test_every_step_is_said_in_every_language(context: Context, language: Language) -> None:
    context.catalogue = load_catalogue(language)
    _, scene = _open(context)
    for name in STEPS:
        play_until(scene, name)
        assert lesson_of(scene).instructions()


def test_keys_that_would_end_or_change_the_lesson_do_nothing(context: Context) -> None:
    stage, scene = _open(context)
    before = scene.game.match
    stage.press("r", "ctrl+n", "ctrl+g", "h", "ctrl+c")
    assert stage.top is scene
    assert scene.game.match is before


WINDOWS = [((1024, 640), 1.0), ((1280, 800), 2.0), ((1920, 1080), 0.75), ((800, 600), 1.0)]
NUMBERS = ("number", "vertical", "rising", "falling", "length", "filled")
SUMS = ("points", "lost", "least")
FIGURES = dict.fromkeys(NUMBERS, 8) | dict.fromkeys(SUMS, 288)


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
@pytest.mark.parametrize("language", list(Language))
def test_every_sentence_fits_beside_the_button(
    language: Language, size: tuple[int, int], scale: float
) -> None:
    view = make_view(size, scale)
    context = Context(Painter(view), load_catalogue(language), SceneRoutes)
    scene = open_lesson(context)
    scene.resize(view)
    assert scene.layout is not None
    placing = {step.name for step in SCRIPT.steps if step.goal.is_placing}
    for key, message in context.catalogue.messages.items():
        if not key.startswith("tutorial.step."):
            continue
        name, phase = key.split(".")[2:]
        is_alone = name in placing and phase == "ask"
        example = "5 × 9 = 45" if name == "skip" else ""
        values: dict[str, int | str] = {**FIGURES, "tile": "7 – 9 – 8", "count": 12}
        values["lost"] = context.text("terms.count.points", count=288)
        words = context.text(key, **{n: values[n] for n in message.placeholders})
        link = WordLink(context.text("tutorial.forward"), lambda: None, leads=True)
        speech = Speech(context, words, () if is_alone else (link,), example=example)
        speech.arrange(context, scene.layout.above)
        said = [part for part in speech.leaves() if isinstance(part, Text)][-1]
        with context.painter.letters_scaled(said.word_scale):
            fitted = context.painter.fit(words, said.rect.size, said.style(context.painter))
        air = fitted.line_height - fitted.size
        assert fitted.height - air <= said.rect.h, (key, fitted.lines)
        assert fitted.size >= context.painter.px(12), key
        assert " ".join(fitted.lines) == words, key


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("tutorial") == []

"""Every key of every page does what its button does, and no page names a key that does nothing.

A sample's page is opened anew for the key and for the button that it belongs to. Arrows, Tab and
Enter on what has the focus are tried in `test_hands`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final

import pytest

from game.locale import Language
from game.play.table import TableSetup
from game.storage import codes
from game.storage.settings import Settings
from game.ui.frame.bindings import DEFAULT_BINDINGS, Action, Bindings
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, MouseButton, PointerPressed, PointerReleased
from game.ui.frame.scene import Push
from game.ui.frame.stack import SceneStack
from game.ui.frame.topics import READING, Topic
from game.ui.parts import MAIN, Dialog, PageScene
from game.ui.parts.bands import Head
from game.ui.scenes.climb.after import AfterStage
from game.ui.scenes.climb.choice import ChoiceScene
from game.ui.scenes.climb.end import ClimbEndScene
from game.ui.scenes.climb.start import MountainScene
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.editions.page import EditionPage
from game.ui.scenes.language.scene import LanguageScene
from game.ui.scenes.phones.calling import CallingScene
from game.ui.scenes.records.deal import DealScene
from game.ui.scenes.records.scene import RecordsScene
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.share.scene import ShareScene
from game.ui.scenes.shared.names import action_key
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.widgets import Widget, WidgetScene
from game.ui.widgets.scenes import BaseScene
from tests.each import some
from tests.gallery import collect_samples, first_samples, make_context, open_sample
from tests.ui.unseen import SLOW, draw_blank

SIZE: Final = (1024, 640)

DEAR: Final = (
    *("sampler", "climb-just", "climb-far", "climb-table-five"),
    *(f"challenge-lesson-{name}" for name in ("daffodil", "wild", "late", "mail")),
    "breakdown-flying",
)
"""Samples that take seconds, or are no pages: of their pages there are others. On the last one
every key ends the count.
"""

ASKED: Final = ("play-asked", "play-badge", "play-other", "play-rival-board")
"""Samples on which Escape first puts away what was asked for."""

SWEPT: Final = (pytest.mark.slow, pytest.mark.sweep)

PAGES: Final = [name for name in collect_samples() if not name.startswith(DEAR)]

SCREENS: Final = [
    *some([name for name in PAGES if name in first_samples()], 3),
    *(pytest.param(name, marks=SWEPT) for name in PAGES if name not in first_samples()),
]
"""One sample of each kind of page, some of them whenever tests are run, and all others."""

ANYWHERE: Final = {Action.MUTE, Action.MUSIC, Action.SPEECH, Action.FULLSCREEN, *READING}
"""Actions that the loop performs where no scene does."""

ALONE: Final = {
    (CountScene, Action.HELP): "the rules, which would be one word too many below a result",
    (CountScene, Action.COPY): "the deal's code: after a match the picture to share has it",
    (RecordsScene, Action.COPY): "the deal's code, which the page of the deal has a word for",
    (SettingsScene, Action.MUTE): "on each section; the button is on that of the sound",
    (SettingsScene, Action.MUSIC): "on each section; the button is on that of the sound",
    (RulesScene, Action.HELP): "the key that has opened the rules closes them",
    (TitleScene, Action.CANCEL): "asks, where the word that quits need not",
    (TitleScene, Action.HELP): "a newcomer has no word for the rules yet",
    (LanguageScene, Action.CANCEL): "the menu follows, in the language that there is",
    (MountainScene, Action.HELP): "the chapter on the Climb; a word leads there before the first",
    (ChoiceScene, Action.HELP): "the chapter on the Climb, for which the cards leave no room",
    (ClimbEndScene, Action.HELP): "the chapter on the Climb, one word too many below an end",
    (CallingScene, Action.CANCEL): "the pause, as at the table",
    (CallingScene, Action.HELP): "a row of the pause, as at the table",
    (CallingScene, Action.GIVE_UP): "a row of the pause, as at the table",
    (ChoiceScene, Action.CANCEL): "the pause, as at the table; the head leads to the mountain",
    (AfterStage, Action.CANCEL): "every key goes on",
    (AfterStage, Action.CONFIRM): "every key goes on; the samples' climbs have no next stage",
}
"""Keys without a button, and why."""


class Noting(Bindings):
    """Bindings that note which actions' keys are named."""

    __slots__ = ()
    named: Final[set[Action]] = set()

    def shown(self, action: Action, *, on_pad: bool = False) -> str:
        self.named.add(action)
        return super().shown(action, on_pad=on_pad)


@dataclass
class Page:
    """A sample's scenes, and what went to the clipboard and came from it."""

    stack: SceneStack
    context: Context
    clipboard: list[str] = field(default_factory=list)

    @property
    def top(self) -> Any:
        return self.stack.top

    def press(self, action: Action) -> bool:
        """Press a key of the action; whether a frame shows what came of it."""
        chord = DEFAULT_BINDINGS.shown(action)
        text = chord if len(chord) == 1 else ""
        command = Command(action, key=chord, chord=chord, text=text)
        return self.stack.handle(command)

    def click(self, part: Widget) -> None:
        """Press a button by the pointer; one that is scrolled out of sight otherwise."""
        if part in self.top.form.widgets:
            at = part.rect.centre
            self.stack.handle(PointerPressed(at, MouseButton.PRIMARY))
            self.stack.handle(PointerReleased(at, MouseButton.PRIMARY, at))
        else:
            self.stack.apply(self.top.form.press(part).transition)

    def copy(self, text: str) -> bool:
        self.clipboard.append(text)
        return True

    def paste(self) -> str:
        self.clipboard.append("pasted")
        return ""

    def state(self) -> tuple[Any, ...]:
        """Return the state that a key or a click may change."""
        top = self.top
        names = [type(scene).__name__ for scene in self.stack.scenes]
        wants = self.stack.wants_fullscreen_toggle
        words = top.read(Topic.HEADING), top.read(Topic.BOARD)
        has_coach = isinstance(top, TableScene) and top.coach.is_on
        seen = setup_of(top), words, has_coach, wants
        return names, *seen, self.context.preferences, self.clipboard


def opened(name: str) -> Page:
    """A sample's page, the same each time."""
    codes.new_seed.__defaults__ = (Random(3).randrange,)
    context = make_context(Language.ENGLISH, SIZE)
    context.bindings = Noting(DEFAULT_BINDINGS.chords)
    stack = SceneStack(BaseScene(context), context.painter.view)
    for scene in open_sample(collect_samples()[name], context, SLOW).scenes:
        stack.apply(Push(scene))
    page = Page(stack, context)
    if page.top.text_area is not None:
        # What is pressed would be typed.
        page.top.form.focus(None)
    context.copy_text, context.paste_text = page.copy, page.paste
    if isinstance(page.top, CountScene) and not page.top.control.is_done:
        # Any key ends the count first.
        page.press(Action.HELP)
    return page


def parts(scene: WidgetScene) -> list[Widget]:
    """Everything on it."""
    every = scene.root.walk() if isinstance(scene, PageScene) else scene.form.widgets
    return [part for part in every if not part.is_hidden]


def press_of(part: Widget) -> Any:
    """Return the function that a press calls."""
    return vars(part)["_on_press"]


def key_of(part: Widget) -> Action | None:
    """The action that a button is made for."""
    press = press_of(part)
    if isinstance(press, partial) and press.args and isinstance(press.args[0], Action):
        return press.args[0]
    return part.shortcut


def has_drawer(scene: WidgetScene) -> bool:
    return isinstance(scene, EditionPage) and any(
        press_of(part) == scene.close for part in parts(scene)
    )


def buttons(scene: WidgetScene) -> dict[Action, int]:
    """The keys of a page, and the place of the button of each among its parts."""
    found: dict[Action, int] = {}
    for index, part in enumerate(parts(scene)):
        # An open drawer is closed first.
        closes = isinstance(scene, EditionPage) and press_of(part) == scene.close
        leaves = closes or (isinstance(part, Head) and not has_drawer(scene))
        keys = [key_of(part), leaves and Action.CANCEL]
        keys.append(part.id == MAIN and Action.CONFIRM in scene.keys and Action.CONFIRM)
        for key in keys:
            if key and (type(scene), key) not in ALONE:
                found.setdefault(key, index)
    return found


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_blank(monkeypatch)
    monkeypatch.setattr(codes.new_seed, "__defaults__", codes.new_seed.__defaults__)


GOING: Final = (Action.CONFIRM, Action.CANCEL)


def clicked(name: str, index: int) -> tuple[Any, ...]:
    page = opened(name)
    page.click(parts(page.top)[index])
    return page.state()


def setup_of(scene: Any) -> TableSetup | None:
    """Return the setup that a scene plays or counts, None for other scenes."""
    if isinstance(scene, TableScene):
        return scene.game.setup
    return scene.setup if isinstance(scene, CountScene) else None


def pressed(name: str, action: Action) -> tuple[Any, ...]:
    page = opened(name)
    below, before = page.top, page.context.preferences
    seed = next((setup.seed for scene in page.stack.scenes if (setup := setup_of(scene))), "")
    if action is Action.CANCEL and name.startswith(ASKED):
        page.press(action)
    page.press(action)
    assert means(action, page, below, before, seed), action
    return page.state()


def means(action: Action, page: Page, below: WidgetScene, before: Settings, seed: str) -> bool:
    """Whether what came of a key is what it means on every page."""
    top, now = page.stack.scenes[-1:], page.context.preferences
    kind = type(top[0]) if top else None
    if isinstance(below, (DealScene, PauseScene)):
        # The samples' tables and records do nothing of it.
        return True
    match action:
        case Action.COPY if kind is ShareScene:
            return True
        case Action.COPY if isinstance(below, RecordsScene) and below.control.chosen is None:
            return not page.clipboard
        case Action.COPY | Action.PASTE:
            return bool(page.clipboard) and (page.clipboard[0] == "pasted") is (
                action is Action.PASTE
            )
        case Action.HELP:
            return (kind is RulesScene) is not isinstance(below, RulesScene)
        case Action.RESTART | Action.NEW_DEAL if seed and kind is TableScene:
            is_same = page.top.game.setup.seed == seed
            return is_same is (action is Action.RESTART)
        case Action.RESTART | Action.GIVE_UP if kind is Dialog:
            title = page.context.text(f"play.{action.name.lower()}_title")
            return title in page.top.read(Topic.BOARD)
        case Action.GIVE_UP | Action.DELETE:
            return kind is Dialog
        case Action.FULLSCREEN:
            return page.stack.wants_fullscreen_toggle
        case Action.MUTE:
            return now.is_muted is not before.is_muted
        case Action.MUSIC:
            return now.has_music is not before.has_music
    return True


def named_keys(page: Page) -> set[Action]:
    """Return the actions whose keys are displayed on the page."""
    top = page.top
    if isinstance(top, TableScene):
        keys = {action_key(page.context, action): action for action in Action}
        return {keys[key] for key, _ in top.mode.hints() if key in keys}
    Noting.named.clear()
    top.resize(page.context.painter.view)
    return set(Noting.named)


@pytest.mark.parametrize("name", SCREENS)
def test_keys_do_what_buttons_do_and_what_the_page_says(name: str) -> None:
    page = opened(name)
    top = page.top
    if not isinstance(top, WidgetScene):
        pytest.skip("a picture")
    pairs = buttons(top)
    bound = [part.shortcut for part in parts(top) if part.shortcut is not None]
    assert len(set(bound)) == len(bound), "a key of two buttons"
    for action in top.keys.keys() - pairs.keys():
        is_plain = action is Action.CANCEL and (top.is_overlay or isinstance(top, TableScene))
        assert is_plain or (type(top), action) in ALONE, action
    off = {action for action, index in pairs.items() if not parts(top)[index].is_enabled}
    pairs = {action: index for action, index in pairs.items() if action not in off}
    # The settings name every key, to change it.
    named = set() if isinstance(top, SettingsScene) else named_keys(page) - ANYWHERE - off
    unpressed = opened(name).state()
    for action, index in pairs.items():
        state = pressed(name, action)
        assert state == clicked(name, index), action
        # The sample's deal copies nothing; tiles that place themselves come a moment later.
        is_idle = isinstance(top, DealScene) or action is Action.NEXT_CALL
        assert is_idle or state != unpressed, f"{action} does nothing"
    for kind, action in ALONE:
        if kind is type(top) and action in top.keys and action not in GOING:
            pressed(name, action)
    for action in named - pairs.keys():
        page = opened(name)
        before = page.state()
        if not page.press(action):
            # The first of the tiles that place themselves comes a moment later.
            page.stack.update(1.0)
            assert page.state() != before, action


def test_the_pause_and_the_table_have_the_same_keys() -> None:
    """A row's key does at the table what the row does, and what the key does at the pause."""
    for name in ("play-solo", "play-seats", "play-league"):
        page = opened(name)
        page.press(Action.CANCEL)
        assert isinstance(page.top, PauseScene)
        rows = buttons(page.top)
        assert rows.keys() >= {Action.RESTART, Action.HELP, Action.GIVE_UP, Action.COPY}
        for action, index in rows.items():
            by_row = opened(name)
            by_row.press(Action.CANCEL)
            by_row.click(parts(by_row.top)[index])
            state = by_row.state()
            if action is Action.HELP:
                # The pause stays below.
                state[0].remove(PauseScene.__name__)
            assert pressed(name, action) == state, action

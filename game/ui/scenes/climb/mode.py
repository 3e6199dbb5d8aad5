"""The table's mode for a stage of a climb: product, aces, marks, messages, and the exits."""

import math
from collections.abc import Callable
from functools import partial
from typing import Final, Unpack

import pygame

from game.climb.aces import SLOTS, AceEffect, AceName, Slots
from game.climb.game import ClimbKeeper
from game.climb.ghosts import Ghost
from game.climb.marks import marks_at_score
from game.climb.score import AcePart, ClimbScore, GoldState
from game.climb.stage_rules import boss_of
from game.climb.table import StageFlow, stage_game
from game.page.climb_words import (
    name_ace,
    name_stage,
    word_boss,
    word_card,
    word_gold,
    write_factor,
    write_product,
)
from game.play.table_control import TableControl, TableSignal
from game.play.table_game import Phase
from game.rules.match import Match
from game.ui.draw.bands import draw_hexagon
from game.ui.draw.climb_picture import AceLook, draw_ace, tint_of
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Ignored, Navigation, Push, Quit, Scene
from game.ui.layout.rects import Point, Rect
from game.ui.parts import SILENT, Column, Maybe, Picture, WordLink
from game.ui.scenes.climb.after import after_stage_scene
from game.ui.scenes.climb.camps import ghosts_of_stage
from game.ui.scenes.climb.naming import name_ghost, word_purse
from game.ui.scenes.climb.pause import climb_pause
from game.ui.scenes.climb.score_display import StageScoreDisplay
from game.ui.scenes.shared.names import CLIMB_RULES, action_key
from game.ui.scenes.shared.table_mode import (
    MATCH_ACTIONS,
    TableMode,
    TableScreen,
    table_sign,
    take_back_link,
)
from game.ui.sound.names import Sound
from game.ui.widgets import UNUSED, USED, IconButton, OnPress, Outcome, Widget, WidgetOptions

_JUMP: Final = 0.08
"""The growth of a paying ace, as a share of its size."""


class AceSlotView(Widget):
    """A held ace at the table: its hexagon, its payment or the progress of its condition."""

    is_focusable = False
    takes_pointer = True

    def __init__(
        self,
        look: Callable[[], AceLook],
        words: Callable[[], str],
        on_press: OnPress,
        *,
        is_armed: bool = False,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self._look, self._words, self.is_armed = look, words, is_armed

    def name_and_state(self, context: Context) -> str:
        return self._words().replace(" · ", ", ")

    def measure(self, painter: Painter) -> tuple[int, int]:
        return painter.px(120), painter.px(26)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, look = painter.theme.palette, self._look()
        x, y = self.centre_in(painter)
        radius, away = self._radius(painter), painter.px(10) * look.is_paying
        draw_ace(surface, painter, (x + away, y), radius * (1 + _JUMP * look.is_paying), look)
        ink = p.bad if look.has_failed else p.accent if self.is_armed else p.ink
        types = painter.theme.type
        main, _, more = self._words().partition(" · ")
        beside = self.rect.cut_left(round(2 * radius), painter.px(14))[1]
        if not more:
            style = (types.title if look.is_paying else types.heading).coloured(ink)
            painter.text_in(surface, main, beside, style, max_lines=1)
            return
        head, foot = beside.cut_top(beside.h // 2)
        painter.text_in(surface, main, head, types.label.coloured(ink), "left", "bottom")
        soft = types.strong.coloured(p.ink_soft)
        painter.text_in(surface, more, foot, soft, "left", "top", max_lines=1)

    def _radius(self, painter: Painter) -> float:
        return min(self.rect.h * 0.48, painter.px(36))

    def centre_in(self, painter: Painter) -> Point:
        """Return the centre of the ace's hexagon."""
        return self.rect.x + self._radius(painter), self.rect.centre[1]


class ClimbMode(TableMode):
    """A stage of a climb: aces react to clicks and digits; coach and review are disabled."""

    def __init__(self, context: Context, climb: ClimbKeeper) -> None:
        self.context, self.climb = context, climb
        self._game = stage_game(climb)
        self._flow = StageFlow(
            climb,
            lambda: context.preferences.pause_between_calls,
            lambda: context.now(),
            self._update,
        )
        self.control = TableControl(self._game, context.engines, lambda: context.now(), self._flow)
        state = climb.open.state
        self.stage, self._target, self.total = state.stage, state.target, state.total
        self.facts = self.facts_before = climb.open.facts
        self.score = climb.open.score
        """The score of the stage as far as it can no longer be lost."""
        self._has_reached = self.score.total >= self._target
        self._armed = 0
        self._has_begun = bool(climb.open.acts)
        self._is_after_letter = False
        self._screen: TableScreen | None = None
        self._ghosts = ghosts_of_stage(context, state.seed, self.stage, self.total)
        self._passed = set(self._led(self.score))
        self._views: list[AceSlotView] = []
        self.score_display: StageScoreDisplay = StageScoreDisplay(self)
        if self._game.phase() is Phase.CALL:
            # The heading says whether the first call comes by itself.
            self.control.advance(0.0, is_moving=True)

    @property
    def slots(self) -> Slots:
        """The aces held in the stage."""
        return self.climb.open.state.slots

    @property
    def match(self) -> Match:
        """The stage as a match; after its end the last state."""
        return self.climb.match

    @property
    def ghosts_ahead(self) -> list[Ghost]:
        """The ghosts not passed yet."""
        return [ghost for ghost in self._ghosts if ghost not in self._passed]

    def place_of(self, ace: AceName) -> Point | None:
        """Return the point at which an ace is drawn, or None."""
        painter = self.context.painter
        pairs = zip(self.slots, self._views, strict=False)
        return next((view.centre_in(painter) for slot, view in pairs if slot.ace is ace), None)

    def _led(self, score: ClimbScore) -> list[Ghost]:
        """Return the ghosts behind the climb with a score."""
        total = self.total + score.total
        return [ghost for ghost in self._ghosts if total > ghost.total_after(self.stage)]

    def _update(self) -> None:
        """Update facts and score after a change of the board."""
        climb = self.climb.open
        if not self._has_begun:
            self._has_begun = True
            self.context.sound.play(Sound.CLIMB_BEGIN)
            is_first = self.stage == 1 and not self.context.store.profile.climbs.finished()
            if is_first and self._screen is not None:
                self._screen.say(self.context.text("climb.table.about_score"))
        if climb.stage is not None:
            self.facts_before, self.facts, self.score = self.facts, climb.facts, climb.score

    def take_in(self, score: ClimbScore) -> None:
        """Announce the target or ghosts reached by a displayed score."""
        context = self.context
        if self._screen is None:
            return
        if score.total >= self._target and not self._has_reached:
            self._has_reached = True
            context.sound.play(Sound.CLIMB_REACHED)
            words = context.catalogue.number(score.total)
            self._screen.say(context.text("climb.table.reached", score=words))
            return
        news = [ghost for ghost in self._led(score) if ghost not in self._passed]
        self._passed.update(news)
        for ghost in news:
            name = name_ghost(context, ghost)
            self._screen.say(context.text("climb.table.ghost_passed", name=name))

    # buttons and keys

    def sign(self, table: TableScreen) -> IconButton:
        press = partial(self.leave, Action.CANCEL, table)
        return table_sign(self.context, Icon.PAUSE, "play.paused", press)

    def links(self, table: TableScreen) -> list[WordLink]:
        self._screen = table
        swap = next((i for i, one in enumerate(self.slots) if one.ace is AceName.SWAP), None)
        links = [take_back_link(self.context, table)]
        if swap is not None:
            press = partial(self.use_ace, swap, table)
            links.append(WordLink(self._swap_words, press, id="swap"))
        return links

    def _swap_words(self) -> str:
        """Return the swaps that are left, "" for none."""
        left = self.climb.open.swaps_left
        if not left:
            return ""
        words = self.context.text("climb.table.swaps", count=str(left))
        return f"{name_ace(self.context.catalogue, AceName.SWAP)} · {words}"

    def beside(self, table: TableScreen) -> Maybe:
        # The held aces and free slots; None before the first ace.
        self._views = [self._view(table, index) for index in range(len(self.slots))]
        free = (
            Picture(self._paint_free, share=1, least=10, reads=SILENT)
            for _ in range(SLOTS - len(self._views))
        )
        return bool(self._views) and Column(*self._views, *free, gap=4)

    def _paint_free(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint a slot without an ace."""
        painter = self.context.painter
        p, radius = painter.theme.palette, painter.px(15)
        centre = (rect.x + min(rect.h * 0.48, painter.px(36)), rect.centre[1])
        deep = tint_of(painter.theme, self.stage, is_quiet=True).deep
        draw_hexagon(surface, painter, centre, radius, deep, p.line, 2)

    def _view(self, table: TableScreen, index: int) -> AceSlotView:
        context, slot = self.context, self.slots[index]
        about = word_card(context.catalogue, self.slots, index)
        return AceSlotView(
            partial(self._ace_look, index),
            lambda: self._state_words(self.score_display.score.parts[index]),
            partial(self.use_ace, index, table),
            is_armed=index == self._armed and context.is_pad_held,
            tooltip=f"{name_ace(context.catalogue, slot.ace)}. {about}",
            share=1,
            id=("ace", index),
        )

    def _ace_look(self, index: int) -> AceLook:
        slot, part = self.slots[index], self.score_display.score.parts[index]
        has_failed = part.state is GoldState.LOST
        return AceLook(slot.ace, slot.level, self.score_display.is_paying(slot.ace), has_failed)

    def _state_words(self, part: AcePart) -> str:
        """Return an ace's present addition, or the progress of its condition."""
        text, catalogue = self.context.text, self.context.catalogue
        match part.state:
            case GoldState.LOST:
                return text("climb.table.failed")
            case GoldState.OPEN:
                return f"×{write_factor(catalogue, part.factor)} · {word_gold(catalogue, part)}"
            case GoldState.SURE:
                return f"×{write_factor(catalogue, part.factor)}"
        if part.effect is AceEffect.ECHO:
            return ""
        added = f"+{write_factor(catalogue, part.added)}"
        if part.ace is AceName.SWAP:
            left = text("climb.table.swaps", count=str(self.climb.open.swaps_left))
            return f"{added} · {left}"
        return added

    def use_ace(self, index: int, table: TableScreen) -> Navigation | None:
        """Swap the chosen tile, or explain the ace."""
        context, slots = self.context, self.slots
        if index >= len(slots):
            return Ignored()
        ace = slots[index].ace
        tile = table.chosen
        if ace is AceName.SWAP and tile is not None and self.climb.open.can_swap:
            self.climb.take_time(self._flow.milliseconds(self.control))
            context.sound.play(Sound.PICK)
            events = self.climb.swap(tile)
            self._update()
            return table.show([*self.control.report(events), TableSignal.STEP])
        if ace is AceName.SWAP:
            context.sound.play(Sound.REFUSE)
            table.say(context.text("climb.table.no_swap"))
            return None
        name, about = name_ace(context.catalogue, ace), word_card(context.catalogue, slots, index)
        table.say(context.text("format.named", name=name, words=about))
        return None

    def use_key(self, key: Command, table: TableScreen) -> Outcome:
        # Handle the keys of aces. Digits use aces, but after a column's letter they name a space.
        # On a gamepad the triggers select an ace, and the key of the next call uses it.
        if key.is_repeat:
            return UNUSED
        is_space = self._is_after_letter
        self._is_after_letter = key.action is None and key.text.isalpha()
        count = len(self.slots)
        if key.action is None and key.digit is not None and not is_space:
            is_there = 1 <= key.digit <= count
            return Outcome(True, self.use_ace(key.digit - 1, table)) if is_there else UNUSED
        match key.action:
            case Action.PAGE_UP | Action.PAGE_DOWN if count:
                step = 1 if key.action is Action.PAGE_DOWN else -1
                self._armed = (self._armed + step) % count
                self.context.speak(self._ace_words(self._armed), is_urgent=True)
                table.show([TableSignal.STEP])
                return USED
            case Action.NEXT_CALL if self.context.is_pad_held and self.climb.open.can_swap:
                return Outcome(True, self.use_ace(min(self._armed, count - 1), table))
            case Action.HELP:
                return Outcome(True, Push(self.context.routes.rules(CLIMB_RULES)))
            case Action() as action if action in MATCH_ACTIONS:
                return Outcome(True, Ignored())
            case _:
                return UNUSED

    def hints(self) -> list[tuple[str, str]]:
        text, context = self.context.text, self.context
        key = partial(action_key, context)
        does = "next_call" if self._game.phase() is Phase.CALL else "place"
        hints = [
            (key(Action.CONFIRM), text(f"play.key.{does}")),
            (key(Action.TAKE_BACK), text("play.key.take_back")),
        ]
        swap = next((i for i, one in enumerate(self.slots) if one.ace is AceName.SWAP), None)
        if swap is not None and self.climb.open.swaps_left:
            keys = str(swap + 1)
            if context.is_pad_held:
                keys = f"{key(Action.PAGE_DOWN)} {key(Action.NEXT_CALL)}"
            hints.insert(1, (keys, text("climb.key.swap")))
        if len(self._game.hand()) > 1:
            hints.append((key(Action.NEXT), text("play.key.next_tile")))
        hints.append((key(Action.CANCEL), text("play.key.pause")))
        hints.append((key(Action.EXPLAIN), text("play.key.explain")))
        return hints

    # words

    def title(self) -> tuple[str, str]:
        catalogue, boss = self.context.catalogue, boss_of(self.stage)
        about = "" if boss is None else word_boss(catalogue, boss)[2]
        return name_stage(catalogue, self.stage), about

    def instructions(self) -> str:
        text, catalogue = self.context.text, self.context.catalogue
        lines = [
            text(
                "climb.table.stands",
                product=write_product(catalogue, self.score),
                score=catalogue.number(self.score.total),
                target=catalogue.number(self._target),
            )
        ]
        if self.score.total < self._target:
            needed = math.ceil(marks_at_score(self.stage, self.score).target)
            points = text("terms.count.points", count=needed)
            lines.append(text("climb.table.needed_aloud", points=points))
        if self.score.open_gold > 1:
            is_enough = self.score.total < self._target <= self.score.total_with_open
            key = "climb.table.enough" if is_enough else "climb.table.open_gold"
            lines.append(text(key, number=write_factor(catalogue, self.score.open_gold)))
        return "\n".join([*lines, f"{word_purse(self.context, self.climb.open)}."])

    def _ace_words(self, index: int) -> str:
        """Return an ace with its key, its level, and its present effect."""
        slot = self.slots[index]
        return self.context.text(
            "climb.table.ace",
            key=str(index + 1),
            ace=name_ace(self.context.catalogue, slot.ace),
            level=str(slot.level),
            state=self._state_words(self.score.parts[index]),
        )

    def explain_score(self) -> str:
        words = [self.context.text("climb.table.about_score")]
        words += [self._ace_words(index) for index in range(len(self.slots))]
        return "\n".join(words)

    # ways out

    def leave(self, action: Action, table: TableScreen) -> Navigation | None:
        # Open the pause, or quit; the climb is saved before.
        self.climb.take_time(self._flow.milliseconds(self.control))
        self.climb.save_time()
        match action:
            case Action.CANCEL:
                return Push(climb_pause(self.context, self.climb))
            case Action.QUIT:
                return Quit()
            case _:
                return Ignored()

    def count(self) -> Scene:
        return after_stage_scene(self.context, self.climb)

"""The table's mode for a stage of a climb: product, aces, marks, moments, and what follows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final, Unpack

import pygame

from game.page.climb_words import (
    name_ace,
    name_stage,
    word_boss,
    word_card,
    word_gold,
    write_product,
)
from game.play.table_control import TableControl, TableSignal
from game.progress.climb.aces import AceEffect, AceName, Slots
from game.progress.climb.game import ClimbGame
from game.progress.climb.ghosts import Ghost
from game.progress.climb.ladder import boss_of
from game.progress.climb.marks import ghost_mark
from game.progress.climb.moments import laid_moments
from game.progress.climb.score import AcePart, ClimbScore, GoldStanding
from game.progress.climb.table import StageFlow, StageTable
from game.ui.draw.climb_picture import AceLook, draw_ace
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Ignored, Navigation, Push, Scene
from game.ui.parts import Column, Maybe, Spacer, WordLink
from game.ui.scenes.climb.after import after_stage_scene
from game.ui.scenes.climb.camps import ghosts_of_stage, name_ghost
from game.ui.scenes.climb.pause import ClimbPause
from game.ui.scenes.climb.standing import (
    GhostMark,
    draw_product,
    draw_purse,
    draw_stage_harvest,
    write_factor,
)
from game.ui.scenes.shared.dialogs import confirm_quit
from game.ui.scenes.shared.names import action_key
from game.ui.scenes.shared.table_layout import TableLayout
from game.ui.scenes.shared.table_mode import TableScreen, table_sign, undo_words
from game.ui.sound.names import Sound
from game.ui.widgets import UNUSED, USED, IconButton, OnPress, Outcome, Widget, WidgetOptions

_JUMP_SECONDS: Final = 0.18
_JUMP: Final = 0.08
"""How long an ace that pays is larger, and by how much."""

_NOT_HERE: Final = frozenset(
    {Action.RESTART, Action.NEW_DEAL, Action.COACH, Action.COPY, Action.GIVE_UP}
)
"""What only a match of its own has."""


class AceSlotView(Widget):
    """A held ace at the table: its hexagon, and beside it what it adds or where it is."""

    is_focusable = False

    def __init__(
        self,
        look: AceLook,
        words: str,
        on_press: OnPress,
        *,
        is_armed: bool = False,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self.look, self.words, self.is_armed = look, words, is_armed

    @property
    def takes_pointer(self) -> bool:
        return True

    def measure(self, painter: Painter) -> tuple[int, int]:
        return painter.px(120), painter.px(26)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p, rect = painter.theme.palette, self.rect
        radius = min(rect.h * 0.5, painter.px(30))
        zoom = 1 + _JUMP * self.look.is_paying
        centre = (rect.x + radius, rect.centre[1])
        draw_ace(surface, painter, centre, radius * zoom, self.look)
        ink = p.bad if self.look.has_failed else p.accent if self.is_armed else p.ink
        style = painter.theme.type.strong.coloured(ink)
        beside = rect.cut_left(round(2 * radius), painter.px(10))[1]
        painter.text_in(surface, self.words, beside, style, max_lines=2)


class ClimbMode:
    """A stage of a climb: aces answer to click and digit; coach and review are closed."""

    past = None
    rival = None
    is_timed = False

    def __init__(self, context: Context, climb: ClimbGame) -> None:
        self._context, self.climb = context, climb
        self._table = StageTable(climb)
        self._game = self._table.game
        self._flow = StageFlow(
            self._table,
            lambda: context.preferences.pause_between_calls,
            lambda: context.now(),
            self._look,
        )
        self.control = TableControl(self._game, context.engines, lambda: context.now(), self._flow)
        state = climb.open.state
        self._stage, self._target, self._total = state.stage, state.target, state.total
        self._facts, self._score = climb.open.facts, climb.open.score
        self._has_reached = self._score.total >= self._target
        self._paid_at: dict[AceName, float] = {}
        self._armed = 0
        self._is_after_letter = False
        self._screen: TableScreen | None = None
        self._ghosts = ghosts_of_stage(context, state.seed, self._stage, self._total)
        self._passed = set(self._led())

    @property
    def score(self) -> ClimbScore:
        """The score of the stage as far as it can no longer be lost."""
        return self._score

    @property
    def _slots(self) -> Slots:
        return self.climb.open.state.slots

    def _led(self) -> list[Ghost]:
        """The ghosts that the climb leads now."""
        total = self._total + self._score.total
        return [ghost for ghost in self._ghosts if total > ghost.total_after(self._stage)]

    def _look(self) -> None:
        """Take in a change of the board: who pays, which crystals are won, who is passed."""
        climb, context = self.climb.open, self._context
        if climb.stage is None:
            return
        before = self._facts, self._score
        self._facts, self._score = climb.facts, climb.score
        moments = laid_moments(self._stage, before, (self._facts, self._score))
        for step, ace in enumerate(moments.payers):
            self._paid_at[ace] = context.now()
            context.sound.play(Sound.COUNT, step=step)
        for number in moments.crystals:
            context.sound.play(Sound.COUNT, step=6 + number)
        if self._screen is None:
            return
        if self._score.total >= self._target and not self._has_reached:
            self._has_reached = True
            context.sound.play(Sound.GOAL)
            score = context.catalogue.number(self._score.total)
            self._screen.say(context.text("climb.table.reached", score=score), 3.0)
            return
        news = [ghost for ghost in self._led() if ghost not in self._passed]
        self._passed.update(news)
        for ghost in news:
            name = name_ghost(context, ghost)
            self._screen.say(context.text("climb.table.ghost_passed", name=name), 3.0)

    # buttons and keys

    def sign(self, table: TableScreen) -> IconButton:
        """The pause, which holds the rest."""
        press = partial(self.leave, Action.CANCEL, table)
        return table_sign(self._context, Icon.PAUSE, "play.paused", press)

    def words(self, table: TableScreen) -> list[WordLink]:
        """Take back, place again."""
        self._screen = table
        return undo_words(self._context, table)

    def above(self, table: TableScreen, layout: TableLayout) -> Maybe:
        return False

    def highest_above(self) -> Iterable[Widget]:
        return []

    def below_hand(self, table: TableScreen) -> Maybe:
        """Return nothing: calls come by themselves, and the board's keys go on."""
        return False

    def beside(self, table: TableScreen) -> Maybe:
        """The held aces; before the first one their room."""
        views = [self._view(table, index) for index in range(len(self._slots))]
        return Column(*views, gap=4) if views else Spacer(share=1)

    def _view(self, table: TableScreen, index: int) -> AceSlotView:
        context, slot = self._context, self._slots[index]
        part = self._score.parts[index]
        paid = self._paid_at.get(slot.ace, -1.0)
        look = AceLook(
            slot.ace,
            slot.level,
            0 <= context.now() - paid < _JUMP_SECONDS,
            part.standing is GoldStanding.LOST,
        )
        about = word_card(context.catalogue, self._slots, index)
        return AceSlotView(
            look,
            self._state_words(part),
            partial(self.use_ace, index, table),
            is_armed=index == self._armed and context.is_pad_held,
            tooltip=f"{name_ace(context.catalogue, slot.ace)}. {about}",
            share=1,
            id=("ace", index),
        )

    def _state_words(self, part: AcePart) -> str:
        """What an ace adds now, or where its condition is."""
        text, catalogue = self._context.text, self._context.catalogue
        match part.standing:
            case GoldStanding.LOST:
                return text("climb.table.failed")
            case GoldStanding.OPEN:
                return f"×{write_factor(catalogue, part.factor)} · {word_gold(catalogue, part)}"
            case GoldStanding.SURE:
                return f"×{write_factor(catalogue, part.factor)}"
        if part.effect is AceEffect.ECHO:
            return ""
        added = f"+{write_factor(catalogue, part.added)}"
        if part.ace is AceName.SWAP:
            left = text("climb.table.swaps", count=str(self.climb.open.swaps_left))
            return f"{added} · {left}"
        return added

    def _purse_words(self) -> str:
        text, climb = self._context.text, self.climb.open
        ropes = text("climb.ropes", count=climb.ropes) if climb.ropes else ""
        ropes = ropes or text("climb.table.no_rope")
        return f"{ropes}, {text('climb.crystals', count=climb.crystals)}"

    def use_ace(self, index: int, table: TableScreen) -> Navigation | None:
        """Swap the chosen tile, or say what an ace does."""
        context, slots = self._context, self._slots
        if index >= len(slots):
            return Ignored()
        ace = slots[index].ace
        tile = table.chosen
        if ace is AceName.SWAP and tile is not None and self.climb.open.can_swap:
            self.climb.take_time(self._flow.milliseconds)
            context.sound.play(Sound.PICK)
            events = self._table.swap(tile)
            self._look()
            return table.show([*self.control.report(events), TableSignal.STEP])
        if ace is AceName.SWAP:
            context.sound.play(Sound.REFUSE)
            table.say(context.text("climb.table.no_swap"), 4.0)
            return None
        about = word_card(context.catalogue, slots, index)
        table.say(f"{name_ace(context.catalogue, ace)}: {about}", 4.0)
        return None

    def use_key(self, key: Command, table: TableScreen) -> Outcome:
        """Digits use the aces; after a column's letter they name a space. On a pad the triggers go
        from ace to ace, and the key of the next call uses one.
        """
        if key.is_repeat:
            return UNUSED
        is_space = self._is_after_letter
        self._is_after_letter = key.action is None and key.text.isalpha()
        count = len(self._slots)
        if key.action is None and key.digit is not None and not is_space:
            is_there = 1 <= key.digit <= count
            return Outcome(True, self.use_ace(key.digit - 1, table)) if is_there else UNUSED
        match key.action:
            case Action.PAGE_UP | Action.PAGE_DOWN if count:
                step = 1 if key.action is Action.PAGE_DOWN else -1
                self._armed = (self._armed + step) % count
                self._context.speak(self._ace_words(self._armed), is_urgent=True)
                table.show([TableSignal.STEP])
                return USED
            case Action.NEXT_CALL if self._context.is_pad_held and self.climb.open.can_swap:
                return Outcome(True, self.use_ace(min(self._armed, count - 1), table))
            case Action() as action if action in _NOT_HERE:
                return Outcome(True, Ignored())
            case _:
                return UNUSED

    def hints(self) -> list[tuple[str, str]]:
        text, context = self._context.text, self._context
        key = partial(action_key, context)
        hints = [
            (key(Action.CONFIRM), text("play.key.place")),
            (key(Action.TAKE_BACK), text("play.key.take_back")),
        ]
        swap = next((i for i, one in enumerate(self._slots) if one.ace is AceName.SWAP), None)
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
        """Return the stage, and its boss's rule."""
        catalogue, boss = self._context.catalogue, boss_of(self._stage)
        about = "" if boss is None else word_boss(catalogue, boss)[2]
        return name_stage(catalogue, self._stage), about

    def instructions(self) -> str:
        """Return the score of the target, what gold is open, ropes and crystals."""
        text, catalogue = self._context.text, self._context.catalogue
        lines = [
            text(
                "climb.table.stands",
                product=write_product(catalogue, self._score),
                score=catalogue.number(self._score.total),
                target=catalogue.number(self._target),
            )
        ]
        if self._score.open_gold > 1:
            is_enough = self._score.total < self._target <= self._score.total_with_open
            key = "climb.table.enough" if is_enough else "climb.table.open_gold"
            lines.append(text(key, number=write_factor(catalogue, self._score.open_gold)))
        return "\n".join([*lines, f"{self._purse_words()}."])

    def _ace_words(self, index: int) -> str:
        """An ace with its key, its level, and what it does now."""
        slot = self._slots[index]
        return self._context.text(
            "climb.table.ace",
            key=str(index + 1),
            ace=name_ace(self._context.catalogue, slot.ace),
            level=str(slot.level),
            state=self._state_words(self._score.parts[index]),
        )

    def explain_score(self) -> str:
        """Return what the row and the marks mean, and the aces."""
        words = [self._context.text("climb.table.about_score")]
        words += [self._ace_words(index) for index in range(len(self._slots))]
        return "\n".join(words)

    def seconds_left(self) -> float | None:
        """Return None: no clock runs."""
        return None

    # picture

    def draw(self, surface: pygame.Surface, layout: TableLayout, points: float) -> None:
        """Draw the product below the hand, and the harvest with the climb's marks."""
        painter, catalogue = self._context.painter, self._context.catalogue
        score, column = self._score, layout.harvest
        room = layout.standing
        head = room._replace(h=min(room.h, painter.px(96)))
        draw_product(surface, painter, catalogue, head, score)
        climb, text = self.climb.open, self._context.text
        words = text("climb.ropes", count=climb.ropes) if climb.ropes else ""
        words = words or text("climb.table.no_rope")
        foot = room.cut_bottom(painter.px(34))[0]
        draw_purse(surface, painter, foot, climb.ropes, climb.crystals, words)
        stage = self.climb.open.stage
        match = self._game.match if stage is None else stage.match
        looks = [AceLook(slot.ace, slot.level) for slot in self._slots]
        marks = []
        for ghost in self._ghosts:
            at = ghost_mark(ghost.total_after(self._stage), self._total, score)
            if at is not None and ghost not in self._passed:
                marks.append(GhostMark(float(at), name_ghost(self._context, ghost)))
        draw_stage_harvest(
            surface, painter, catalogue, column, self._stage, match, score, looks, marks
        )

    # ways out

    def leave(self, action: Action, table: TableScreen) -> Navigation | None:
        """Open the pause, or leave the game; the climb is saved as it stands."""
        self.climb.take_time(self._flow.milliseconds)
        self.climb.save_time()
        match action:
            case Action.CANCEL:
                return Push(ClimbPause(self._context, self.climb))
            case Action.QUIT:
                return Push(confirm_quit(self._context))
            case _:
                return Ignored()

    def count(self) -> Scene:
        """Return what the stage made."""
        return after_stage_scene(self._context, self.climb)

"""The table's mode for a stage of a run: its clock, its aces, how it stands, and what follows."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial
from typing import Final

import pygame

from game.locale import write_signed
from game.play.table_control import TableControl, TableSignal
from game.play.table_game import Stage
from game.progress.run.aces import PLACES, Ace
from game.progress.run.deck import UseKind
from game.progress.run.game import RunGame
from game.progress.run.ladder import is_bonus
from game.progress.run.table import StageFlow, StageTable
from game.rules.tiles import Tile
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Ignored, Navigation, Push, Scene
from game.ui.parts import ActionBand, Column, Maybe, Row, Widget, WordLink
from game.ui.scenes.run.between import after_stage_scene
from game.ui.scenes.run.chips import AceChip, EmptyPlace, TileChoice
from game.ui.scenes.run.pause import RunPause
from game.ui.scenes.run.standing import draw_standing
from game.ui.scenes.run.words import (
    ICONS,
    ace_about,
    ace_name,
    stage_title,
)
from game.ui.scenes.shared.dialogs import confirm_quit
from game.ui.scenes.shared.names import action_key, rules_words, tile_words
from game.ui.scenes.shared.table_layout import TableLayout
from game.ui.scenes.shared.table_mode import TableScreen, table_sign, table_word
from game.ui.sound.names import Sound
from game.ui.widgets import UNUSED, USED, IconButton, Outcome

_LAST_SECONDS: Final = 5

_SPOKEN_SECONDS: Final = (60, 30)
"""What of the bank is told when no more is left, beside the table's own last warning."""

_ACTING: Final = {
    Ace.SWAP: UseKind.SWAP,
    Ace.POCKET: UseKind.POCKET,
    Ace.EITHER: UseKind.EITHER,
    Ace.SECOND_THOUGHT: UseKind.SECOND_THOUGHT,
}

_PAYING: Final = frozenset(
    {
        Ace.PREVIEW,
        Ace.LONG_LINES,
        Ace.SMALL_FRY,
        Ace.RAINBOW,
        Ace.SNOWBALL,
        Ace.SECOND_THOUGHT,
        Ace.HOURGLASS,
    }
)

_NOT_HERE: Final = frozenset(
    {Action.RESTART, Action.NEW_DEAL, Action.COACH, Action.COPY, Action.GIVE_UP}
)
"""What only a match of its own has."""


class RunMode:
    """A stage of a run: aces act by click, digit and pad; coach and review are closed."""

    past = None

    def __init__(self, context: Context, run: RunGame) -> None:
        self._context, self.run = context, run
        self._table = StageTable(run)
        self._game = self._table.game
        self._flow = StageFlow(
            self._table,
            lambda: context.preferences.pause_between_calls,
            lambda: context.now(),
            self._hear_second,
            self._cheer_target,
        )
        self.control = TableControl(self._game, context.engines, lambda: context.now(), self._flow)
        self.is_timed = self._table.state.is_timed
        self._armed = 0
        self._is_after_letter = False
        self._screen: TableScreen | None = None
        self._has_cheered = self._is_at_target

    @property
    def _is_at_target(self) -> bool:
        """Whether the board as it stands passes the stage."""
        return self.points >= self._table.state.target

    @property
    def points(self) -> float:
        """The points of the stage as it stands, with what the aces pay."""
        return self._game.points_now() + self._table.pay_now()

    def _cheer_target(self) -> None:
        """Cheer in the moment in which the score reaches the target, once a stage."""
        if self._is_at_target and not self._has_cheered and self._screen is not None:
            self._has_cheered = True
            self._context.sound.play(Sound.GOAL)
            self._screen.say(self._context.text("run.table.reached"), 3.0)

    def _hear_second(self) -> None:
        """Play a tick in each of the bank's last seconds, and in each one beyond it."""
        left = self._table.seconds_left
        if left is not None and left <= _LAST_SECONDS:
            self._context.sound.play(Sound.RUN_TICK, step=max(0, math.ceil(left)))

    # buttons and keys

    def sign(self, table: TableScreen) -> IconButton:
        """The pause, which holds the rest."""
        press = partial(self.leave, Action.CANCEL, table)
        return table_sign(self._context, Icon.PAUSE, "play.paused", press)

    def words(self, table: TableScreen) -> list[WordLink]:
        """Take back."""
        self._screen = table
        undo = partial(table.act, Action.TAKE_BACK)
        return [table_word(self._context, "play.take_back", undo, Action.TAKE_BACK)]

    def above(self, table: TableScreen, layout: TableLayout) -> Maybe:
        return False

    def highest_above(self) -> Iterable[Widget]:
        return []

    def below_hand(self, table: TableScreen) -> Maybe:
        """The band that ends the closing moves; calls come by themselves."""
        press = partial(table.act, Action.NEXT_CALL)
        is_closing = self._game.stage() is Stage.CLOSE
        return is_closing and ActionBand(self._context.text("play.close"), press, icon=Icon.CHECK)

    def beside(self, table: TableScreen) -> Maybe:
        """The aces with their keys, or what `EITHER` lets choose from."""
        if self._table.play.choice:
            choices = [self._choice(table, index) for index in range(len(self._choices))]
            box = Column if len(self._choices[0]) > 1 else Row
            return box(*choices, gap=8, even=True)
        held = len(self._table.state.aces)
        chips: list[Widget] = [self._chip(table, index) for index in range(held)]
        chips += [EmptyPlace(str(index + 1)) for index in range(held, PLACES)]
        rows = (Row(*chips[at : at + 2], gap=8, even=True, share=1) for at in (0, 2))
        return Column(*rows, gap=8)

    def _chip(self, table: TableScreen, index: int) -> AceChip:
        context, aces = self._context, self._table.state.aces
        ace = aces[index].ace
        name, about = ace_name(context, ace), ace_about(context, ace)
        state = self._chip_state(index)
        return AceChip(
            str(index + 1),
            name,
            ICONS[ace],
            partial(self.use_ace, index, table),
            state=state,
            tile=self._chip_tile(ace),
            is_lit=self._is_usable(index),
            is_armed=index == self._armed and context.is_pad_held,
            tooltip=f"{name}. {about}",
            id=("ace", index),
        )

    def _chip_state(self, index: int) -> str:
        """What is left of an ace in this stage, or what it pays now."""
        ace = self._table.state.aces[index].ace
        if ace in _PAYING and (ace is not Ace.SECOND_THOUGHT or not self._left_of(index)):
            return write_signed(self._context.catalogue, self._pay_of(index))
        left = self._left_of(index)
        return "" if left is None or ace not in _ACTING else f"×{left}"

    def _pay_of(self, index: int) -> int:
        """What one ace pays now: of two alike each its own part."""
        state = self._table.state
        ace = state.aces[index].ace
        return self._table.pay_now(ace) // state.count(ace)

    def _left_of(self, index: int) -> int | None:
        """How often the ace of a chip can still be used: of two alike the first one first."""
        state = self._table.state
        ace = state.aces[index].ace
        kind = _ACTING.get(ace)
        left = None if kind is None else self._table.uses_left(kind)
        if left is None or kind is None:
            return None
        each = (state.uses_of(kind) or 0) // state.count(ace)
        later = sum(one.ace is ace for one in state.aces[index + 1 :])
        return min(each, max(0, left - later * each))

    def _chip_tile(self, ace: Ace) -> Tile | None:
        """The tile that an ace shows or holds; none while the table is hidden."""
        play = self._table.play
        if self.control.is_covered and self.is_timed:
            return None
        match ace:
            case Ace.PREVIEW:
                return play.preview if len(play.match.round.calls) < self._calls else None
            case Ace.POCKET:
                return play.deck.pocket
            case _:
                return None

    @property
    def _calls(self) -> int:
        return len(self._game.match.rules.call_sizes)

    def _is_usable(self, index: int) -> bool:
        kind = _ACTING.get(self._table.state.aces[index].ace)
        return kind is not None and self._table.play.can_use(kind) and self._left_of(index) != 0

    @property
    def _choices(self) -> list[tuple[Tile, ...]]:
        """What can be called of what `EITHER` has drawn, each with one tile left out."""
        drawn = self._table.play.choice
        return [drawn[:i] + drawn[i + 1 :] for i in reversed(range(len(drawn)))]

    def _choice(self, table: TableScreen, index: int) -> TileChoice:
        return TileChoice(
            str(index + 1),
            self._choices[index],
            partial(self._choose, index, table),
            is_armed=index == self._armed and self._context.is_pad_held,
            is_hidden_now=self.control.is_covered and self.is_timed,
            id=("choice", index),
        )

    def use_ace(self, index: int, table: TableScreen) -> Navigation | None:
        """Use the ace with a key, or say what it does or why it cannot be used now."""
        context, aces = self._context, self._table.state.aces
        if index >= len(aces):
            return Ignored()
        ace = aces[index].ace
        kind = _ACTING.get(ace)
        if not self._is_usable(index) or kind is None:
            name, reason = ace_name(context, ace), ace_about(context, ace)
            if kind is not None:
                context.sound.play(Sound.REFUSE)
                is_spent = self._left_of(index) == 0
                reason = context.text("run.table.spent" if is_spent else "run.table.not_now")
            table.say(f"{name}: {reason}", 4.0)
            return None
        self._flow_time()
        context.sound.play(Sound.PICK)
        if kind is UseKind.EITHER:
            self._table.open_choice()
            self._armed = 0
            return table.show([TableSignal.STEP])
        tile = None if kind is UseKind.SECOND_THOUGHT else table.chosen
        if kind is not UseKind.SECOND_THOUGHT and tile is None:
            return None
        return self._use(kind, tile, table)

    def _use(self, kind: UseKind, tile: Tile | None, table: TableScreen) -> Navigation | None:
        events = self._table.use(kind, tile)
        return table.show([*self.control.report(events), TableSignal.STEP])

    def _choose(self, index: int, table: TableScreen) -> Navigation | None:
        """Call what was chosen; the tile left out goes under the deck."""
        choices, drawn = self._choices, self._table.play.choice
        if index >= len(choices):
            return Ignored()
        (left,) = set(drawn) - set(choices[index])
        self._flow_time()
        return self._use(UseKind.EITHER, left, table)

    def _flow_time(self) -> None:
        """Note the time before an act, so that it is saved with it."""
        self._table.take_time(self._flow.milliseconds)

    def use_key(self, key: Command, table: TableScreen) -> Outcome:
        """Digits use the aces, or choose; after a column's letter they name a space. On a pad the
        triggers go from ace to ace, and the key of the next call uses one.
        """
        if key.is_repeat:
            return UNUSED
        is_space, self._is_after_letter = (
            self._is_after_letter,
            key.action is None and (key.text.isalpha()),
        )
        is_choosing = bool(self._table.play.choice)
        press = self._choose if is_choosing else self.use_ace
        count = len(self._choices) if is_choosing else len(self._table.state.aces)
        if key.action is None and key.digit is not None and not is_space:
            is_there = 1 <= key.digit <= count
            return Outcome(True, press(key.digit - 1, table)) if is_there else UNUSED
        match key.action:
            case Action.PAGE_UP | Action.PAGE_DOWN if count:
                step = 1 if key.action is Action.PAGE_DOWN else -1
                self._armed = (self._armed + step) % count
                self._context.speak(self._armed_words(), is_urgent=True)
                table.show([TableSignal.STEP])
                return USED
            case Action.NEXT_CALL if self._game.stage() is Stage.ACT and count:
                return Outcome(True, press(min(self._armed, count - 1), table))
            case Action.CONFIRM if is_choosing:
                if self._context.is_pad_held:
                    return Outcome(True, press(min(self._armed, count - 1), table))
                table.say(self._choice_words(), 4.0)
                return USED
            case Action() as action if action in _NOT_HERE:
                return Outcome(True, Ignored())
            case _:
                return UNUSED

    def hints(self) -> list[tuple[str, str]]:
        text, context = self._context.text, self._context
        key = partial(action_key, context)
        aces = len(self._table.state.aces)
        if self._table.play.choice:
            return [(f"1–{len(self._choices)}", text("run.table.key.choose"))]
        hints = [
            (key(Action.CONFIRM), text("play.key.place")),
            (key(Action.TAKE_BACK), text("play.key.take_back")),
        ]
        if self._game.stage() is Stage.CLOSE:
            hints.append((key(Action.NEXT_CALL), text("play.key.close")))
        if aces:
            keys = "1" if aces == 1 else f"1–{aces}"
            if context.is_pad_held:
                keys = f"{key(Action.PAGE_DOWN)} {key(Action.NEXT_CALL)}"
            hints.insert(1, (keys, text("run.table.key.aces")))
        if len(self._game.hand()) > 1:
            hints.append((key(Action.NEXT), text("play.key.next_tile")))
        hints.append((key(Action.CANCEL), text("play.key.pause")))
        hints.append((key(Action.EXPLAIN), text("play.key.explain")))
        return hints

    # words

    def title(self) -> tuple[str, str]:
        """Return the stage, and its rules."""
        state = self._table.state
        return stage_title(self._context, state), rules_words(self._context, self._game.match.rules)

    def instructions(self) -> str:
        """Return how the stage stands, what the bank has when little is left, the aces."""
        context, state, text = self._context, self._table.state, self._context.text
        points = context.catalogue.number(self.points)
        lines = [text("run.table.stands", points=points, target=str(state.target))]
        lines.append(text("run.table.in_reserve", points=str(state.reserve)))
        left = self._table.seconds_left
        if left is not None and left <= 0:
            lines.append(text("run.table.empty"))
        elif left is not None:
            near = [seconds for seconds in _SPOKEN_SECONDS if left <= seconds]
            lines += [text("run.table.less_than", seconds=str(near[-1]))] if near else []
        if self._table.play.choice:
            lines.append(self._choice_words())
        else:
            lines += [self._ace_words(index) for index in range(len(state.aces))]
        return "\n".join(lines)

    def _ace_words(self, index: int) -> str:
        """An ace with its key, and what it shows, holds or pays."""
        context, ace = self._context, self._table.state.aces[index].ace
        name, tile = ace_name(context, ace), self._chip_tile(ace)
        words = [context.text("run.table.ace", key=str(index + 1), ace=name)]
        if tile is not None:
            words.append(self._words_of(tile))
        return ": ".join(words)

    def _words_of(self, tile: Tile) -> str:
        return tile_words(self._context, self._game.match.rules, tile)

    def _armed_words(self) -> str:
        if self._table.play.choice:
            tiles = self._choices[self._armed % len(self._choices)]
            return "; ".join(map(self._words_of, tiles))
        return self._ace_words(self._armed)

    def _choice_words(self) -> str:
        """What can be called, each with its key."""
        spoken = (
            f"{key}: " + "; ".join(map(self._words_of, tiles))
            for key, tiles in enumerate(self._choices, 1)
        )
        return self._context.text("run.table.choose", tiles=". ".join(spoken))

    def explain_score(self) -> str:
        """Return what the bars and the ring mean."""
        text, state = self._context.text, self._table.state
        words = [text("run.table.about_target", target=str(state.target))]
        if is_bonus(state.stage) or state.has_free_pass:
            words.append(text("run.table.about_safe"))
        else:
            words.append(text("run.table.about_reserve"))
        if state.is_timed:
            words.append(text("run.table.about_bank"))
        return "\n".join(words)

    def seconds_left(self) -> float | None:
        """Return what the bank holds, None in a calm run."""
        left = self._table.seconds_left
        return None if left is None else max(0.0, left)

    # picture

    def draw(self, surface: pygame.Surface, layout: TableLayout, points: float) -> None:
        """Draw how the stage stands, below the hand."""
        draw_standing(surface, self._context, layout.standing, self._table, points)

    # ways out

    def leave(self, action: Action, table: TableScreen) -> Navigation | None:
        """Open the pause, or leave the game; the run is saved as it stands."""
        self._table.take_time(self._flow.milliseconds, is_left=True)
        match action:
            case Action.CANCEL:
                return Push(RunPause(self._context, self.run))
            case Action.QUIT:
                return Push(confirm_quit(self._context))
            case _:
                return Ignored()

    def count(self) -> Scene:
        """Return the page with the stage's result."""
        return after_stage_scene(self._context, self.run)

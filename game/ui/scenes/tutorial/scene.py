"""The first game: a table where somebody explains, and waits until it has been tried."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pygame

from game.play.deal_source import DealSource
from game.play.lesson import Goal, Lesson, Phase, load_script
from game.play.session import Session
from game.play.table import TableSetup
from game.play.table_game import Stage
from game.resources import seed_file
from game.rules.match import Player, new_match
from game.rules.moves import Event, Placed, TakenBack
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Ignored, Pop, Push, Replace, Transition
from game.ui.frame.sound_names import Sound
from game.ui.layout.hexes import lay_out_board
from game.ui.scenes.shared.dialogs import confirm_quit
from game.ui.scenes.shared.names import key_name
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.tutorial.panel import Speech, mark_spaces, ring
from game.ui.scenes.tutorial.words import CHOICES, has_words, next_words, offered, words_for
from game.ui.widgets import Button, IconButton, Look

if TYPE_CHECKING:
    from game.ui.frame.context import Context
    from game.ui.frame.intents import Command
    from game.ui.layout.rects import Rect, View
    from game.ui.scenes.table.motion import Spot

__all__ = ["TutorialScene"]

_SKIP_SECONDS = 0.42
"""Between two tiles that place themselves."""


class TutorialScene(TableScene):
    """A table whose calls come when the lesson wants them."""

    def __init__(self, context: Context) -> None:
        script = load_script(seed_file("deals", "tutorial.toml"))
        name = context.preferences.player_name or context.text("setup.name_of", number=1)
        setup = TableSetup(script.rules, (Player(name),), "tutorial")
        session = Session(
            new_match(setup.rules, setup.players),
            DealSource(setup.rules, setup.seed, (script.order,)),
        )
        self.lesson = Lesson(script)
        super().__init__(context, setup, session)
        self._best = None
        self.picture.title_words = self._title_words
        self._skip_in: float | None = None
        self._answered: int | None = None
        self._speech = Speech(context)
        self._next = Button(
            lambda: next_words(context, self.lesson), self._press_next, look=Look.PRIMARY
        )
        self._answers = [Button(partial(self._answer_words, i), partial(self._answer, i))
                         for i in range(CHOICES)]  # fmt: skip
        self.form.replace([*self._icons, self._next, *self._answers, self._hints])

    def _make_buttons(self) -> list[IconButton]:
        text = self.context.text
        return [
            IconButton(Icon.UNDO, self._take_back, tooltip=lambda: text("play.take_back")),
            IconButton(Icon.BOOK, self._open_rules, tooltip=lambda: text("play.rules")),
            IconButton(Icon.CLOSE, Pop, tooltip=lambda: text("tutorial.leave")),
        ]

    def enter(self) -> None:
        """Whoever has opened it has seen it."""
        super().enter()
        if not self.context.preferences.has_seen_tutorial:
            change_settings(self.context, has_seen_tutorial=True)

    # what the lesson wants

    @property
    def is_skipping(self) -> bool:
        """Whether tiles are placing themselves."""
        return self._skip_in is not None

    def _advance_stage(self, dt: float) -> Transition | None:
        """Nothing comes by itself but the first call and the tiles that are skipped."""
        if self._skip_in is not None:
            self._skip_in -= dt
            if self._skip_in <= 0:
                self._skip_one()
        elif self.game.stage() is Stage.BEGIN:
            self._tell(self.game.begin_round())
        elif (
            not has_words(self.context, self.lesson, self.game.match) and not self.motion.is_running
        ):
            self._go_to_next()
        return None

    def _go_to_next(self) -> None:
        """To the next step; its tile is called."""
        self._answered = None
        if self.lesson.go_on(self.game.match):
            self._call()

    def _call(self) -> None:
        order = self.lesson.order_for(self.game.match)
        self.session.source = DealSource(self.setup.rules, self.setup.seed, (order,))
        self._tell(self.game.call_next())
        self._start_answer()

    def _skip_one(self) -> None:
        """The helper places a tile; the next one is called."""
        from game.bots.players.registry import make_bot

        self.motion.finish()
        filled = sum(t is not None for t in self.game.match.round.seats[0].position.tiles)
        if filled >= self.lesson.step.until:
            self._skip_in = None
            self._go_to_next()
            return
        if not self.game.hand():
            self._call()
        bot = make_bot(self.lesson.script.helper)
        chosen = bot.choose(self.game.match, 0, Random(0))
        assert self.layout is not None
        start = self.panels.spot(self.layout.hand, self.game, chosen.tile)
        # Called and placed at once, it flies only once.
        self.motion.finish()
        self._tell(self.game.place(chosen.tile, chosen.space), start)
        self._skip_in = _SKIP_SECONDS

    def _skip_all(self) -> None:
        while self._skip_in is not None:
            self._skip_one()

    def _tell(self, events: tuple[Event, ...], start: Spot | None = None) -> None:
        super()._tell(events, start)
        for event in events:
            match event:
                case Placed() if not self.is_skipping:
                    self.lesson.place(self.game.match)
                case TakenBack():
                    self.lesson.take_back()
                case _:
                    pass

    # what the player does

    def _press_next(self) -> Transition | None:
        self.motion.finish()
        if self.is_skipping:
            self._skip_all()
        elif self.lesson.step.goal is Goal.SKIP:
            self._skip_in = 0.0
        elif self.lesson.step.goal is Goal.END:
            return self._count()
        elif self._can_go_on:
            self._go_to_next()
        else:
            return Ignored()
        return None

    @property
    def _can_go_on(self) -> bool:
        step, phase = self.lesson.step, self.lesson.phase
        if self.game.hand() or self.game.stage() is Stage.BEGIN:
            return step.goal is Goal.SKIP
        if step.goal is Goal.COUNT:
            return phase is Phase.MET
        return True

    def _count(self) -> Transition | None:
        if not self.game.match.is_complete:
            return Ignored()
        return Replace(self.context.doors.tutorial_count(self.setup, self.session))

    def _answer(self, index: int) -> Transition | None:
        self._answered = self._offered(index)
        is_right = self.lesson.answer(self.game.match, self._answered)
        self.context.sound.play(Sound.LINE if is_right else Sound.MOVE)
        return None

    def _offered(self, index: int) -> int:
        return offered(self.lesson, self.game.match)[index]

    def _answer_words(self, index: int) -> str:
        return str(self._offered(index)) if self.game.match.rounds else ""

    def _confirm(self) -> Transition | None:
        """A click on the board places; it does not turn the page."""
        return super()._confirm() if self.game.hand() and not self.is_skipping else Ignored()

    def _hurry(self) -> Transition | None:
        return self._press_next()

    def _take_back(self) -> Transition | None:
        self._skip_all()
        return super()._take_back()

    def _handle_key(self, key: Command) -> Transition | None:
        if self.is_skipping and not key.is_repeat and key.action is not Action.CANCEL:
            self._skip_all()
            return None
        if self.lesson.step.goal is Goal.COUNT and self.lesson.phase is not Phase.MET:
            texts = [str(i) for i in offered(self.lesson, self.game.match)]
            if key.text in texts and not key.is_repeat:
                return self._answer(texts.index(key.text))
        match key.action:
            case Action.CANCEL:
                return Pop()
            case Action.CONFIRM if not self.game.hand() and not key.is_repeat:
                return self._press_next()
            case Action.RESTART | Action.NEW_DEAL | Action.GIVE_UP | Action.COACH | Action.COPY:
                return Ignored()
            case _:
                return super()._handle_key(key)

    def _quit(self) -> Transition:
        return Push(confirm_quit(self.context, has_match=False))

    # words

    def words(self) -> str:
        """What is being said, in the player's language."""
        return words_for(self.context, self.lesson, self.game.match)

    def _title_words(self) -> tuple[str, str]:
        step, steps = self.lesson.index + 1, len(self.lesson.script.steps)
        text = self.context.text
        return text("tutorial.title"), text("tutorial.step_of", step=step, steps=steps)

    # picture

    def resize(self, view: View) -> None:
        """The speech stands above the board, and covers nothing of it."""
        super().resize(view)
        assert self.layout is not None
        top, rest = self.layout.board_area.cut_top(view.px(142), view.px(6))
        board = lay_out_board(self.setup.rules.grid, rest, 0.62)
        self.layout = replace(self.layout, board_area=rest, board=board)
        self._speech.place(top)
        self._next.place(self._speech.button)
        cells = self._speech.button.columns(CHOICES, view.px(6))
        for button, cell in zip(self._answers, cells, strict=True):
            button.place(cell)

    def _place_widgets(self) -> None:
        text = self.context.text
        is_asked = self.lesson.step.goal is Goal.COUNT and self.lesson.phase is not Phase.MET
        self._next.is_hidden = not (self._can_go_on or self.is_skipping)
        for button in self._answers:
            button.is_hidden = not is_asked
        self._icons[0].why_disabled = None if self.game.can_take_back() else ""
        enter = key_name(self.context, "return")
        hints = [(enter, text("play.key.place" if self.game.hand() else "tutorial.key.go_on"))]
        if is_asked:
            numbers = " ".join(str(i) for i in offered(self.lesson, self.game.match))
            hints = [(numbers, text("tutorial.key.answer"))]
        if self.game.can_take_back():
            hints.append((key_name(self.context, "backspace"), text("play.key.take_back")))
        hints.append((key_name(self.context, "escape"), text("tutorial.key.leave")))
        self._hints.hints = list(hints)

    def draw_below(self, surface: pygame.Surface) -> None:
        """The table, and the speech above the board."""
        super().draw_below(surface)
        lesson, steps = self.lesson, len(self.lesson.script.steps)
        has_button = not self._next.is_hidden or not self._answers[0].is_hidden
        self._speech.draw(
            surface, self.words(), lesson.index, steps, lesson.step.shows, has_button=has_button
        )
        if not self.is_skipping:
            assert self.layout is not None
            mark_spaces(surface, self.context, self.layout.board, lesson.marked(self.game.match))
            shown = self._shown_rect()
            if shown is not None:
                ring(surface, self.context, shown)

    def _shown_rect(self) -> Rect | None:
        assert self.layout is not None
        places = {
            "hand": self.layout.hand,
            "bag": self.layout.bag,
            "score": self.layout.score,
            "back": self._icons[0].rect,
        }
        return places.get(self.lesson.step.shows) if self.lesson.phase is not Phase.MET else None

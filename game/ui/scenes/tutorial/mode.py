"""The table's mode for the tutorial: a helper explains each step and waits for the player."""

from collections.abc import Iterator
from functools import partial
from typing import Final

import pygame

from game.locale.terms import line_sum
from game.play.deal_source import DealSource
from game.play.keeper import LocalKeeper
from game.play.lesson import Lesson, LessonGoal, LessonPhase, load_script
from game.play.lesson_flow import LessonFlow
from game.play.table import TableSetup
from game.play.table_control import TableControl
from game.play.table_game import TableGame
from game.resources import seed_file
from game.rules.match import Match, Player, new_match
from game.rules.placement import Placement
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Ignored, Navigation, Pop, Scene
from game.ui.parts import Maybe, Widget, WordLink
from game.ui.scenes.shared.dialogs import leave_or_quit
from game.ui.scenes.shared.names import action_key, spaces_words
from game.ui.scenes.shared.speech_panel import Speech, mark_spaces, point_at
from game.ui.scenes.shared.table_layout import TableLayout
from game.ui.scenes.shared.table_mode import TableMode, TableScreen, table_link, table_sign
from game.ui.widgets import UNUSED, IconButton, Outcome

_AFTER_LINE: Final = "skip"
"""The step after a completed line."""

_LONGEST_SUM: Final = "5 × 9 = 45"

_NEXT_WORDS: Final = {LessonGoal.SKIP: "tutorial.forward", LessonGoal.END: "tutorial.to_count"}


class LessonMode(TableMode):
    """A table whose calls follow the lesson; nothing is saved."""

    def __init__(self, context: Context) -> None:
        script = load_script(seed_file("deals", "tutorial.toml"))
        name = context.preferences.player_name or context.text("setup.name_of", number=1)
        setup = TableSetup(script.rules, (Player(name),), "tutorial")
        source = DealSource(setup.rules, setup.seed, (script.order,))
        self._context = context
        self._game = TableGame(setup, LocalKeeper(new_match(setup.rules, setup.players)), source)
        self.lesson = Lesson(script)
        self._flow = LessonFlow(self.lesson, self._has_words, self._help)
        self.control = TableControl(self._game, context.engines, lambda: context.now(), self._flow)
        self._take_back: WordLink
        # Opening the tutorial counts as having seen it.
        if not context.preferences.has_seen_tutorial:
            change_settings(context, has_seen_tutorial=True)

    def _has_words(self, match: Match) -> bool:
        """Return whether this step has a speech; without one the lesson goes on."""
        return self._words_key(match) in self._context.catalogue

    def _help(self, match: Match) -> Placement:
        """Return the helper's placement for a skipped tile."""
        (chosen,) = self._context.engines.choose_now(match, 0, self.lesson.script.helper, "0")
        return chosen

    @property
    def is_skipping(self) -> bool:
        """Whether the helper places the tiles."""
        return self._flow.is_skipping

    def sign(self, table: TableScreen) -> IconButton:
        return table_sign(self._context, Icon.CLOSE, "tutorial.leave", Pop)

    def links(self, table: TableScreen) -> list[WordLink]:
        # Take back, rules.
        word, act = partial(table_link, self._context), table.act
        self._take_back = word("play.take_back", partial(act, Action.TAKE_BACK), Action.TAKE_BACK)
        rules = word("play.rules", partial(act, Action.HELP), "rules", leads=True)
        return [self._take_back, rules]

    # input

    def use_key(self, key: Command, table: TableScreen) -> Outcome:
        # End the skipping on any key; the coach's key is disabled.
        if key.is_repeat:
            return UNUSED
        if self.is_skipping and key.action is not Action.CANCEL:
            return Outcome(True, table.act(Action.NEXT_CALL))
        return Outcome(True, Ignored()) if key.action is Action.COACH else UNUSED

    def leave(self, action: Action, table: TableScreen) -> Navigation | None:
        # Close the table, or quit the game; other exits do not exist here.
        return leave_or_quit(self._context, action)

    def count(self) -> Scene:
        return self._context.routes.tutorial_count(self._game)

    # words

    def instructions(self) -> str:
        # The current speech; "" for none.
        match, context = self._game.match, self._context
        if not match.rounds or not match.round.calls or not self._has_words(match):
            return ""
        key = self._words_key(match)
        heard = f"tutorial.by_ear.{self.lesson.step.name}.{self.lesson.phase.value}"
        if context.is_heard and heard in context.catalogue:
            # A screen reader cannot show marks: the spaces are named.
            key = heard
        figures = self.lesson.figures(match)
        figures["lost"] = context.text("terms.count.points", count=figures["lost"])
        tiles = match.round.seats[0].position.tiles
        free = [space for space, tile in enumerate(tiles) if tile is None]
        meant = self.lesson.marked(match) or free
        figures["spaces"] = spaces_words(context, match.rules.grid, meant)
        wanted = context.catalogue.messages[key].placeholders
        asked = context.text(key, **{name: figures[name] for name in wanted})
        return ". ".join(filter(None, (self._example(), asked)))

    def _words_key(self, match: Match) -> str:
        return f"tutorial.step.{self.lesson.step.name}.{self.lesson.phase.value}"

    def _example(self) -> str:
        """Return the sum of the completed line at the step that explains it, else ""."""
        best = self.lesson.best_line(self._game.match)
        if self.lesson.step.name != _AFTER_LINE or best is None:
            return ""
        return line_sum(self._context.catalogue, best)

    def title(self) -> tuple[str, str]:
        # The speech panel shows it.
        step, steps = self.lesson.index + 1, len(self.lesson.script.steps)
        text, is_heard = self._context.text, self._context.is_heard
        words = text("tutorial.step_of", step=step, steps=steps) if is_heard else ""
        return text("tutorial.title"), words

    def hints(self) -> list[tuple[str, str]]:
        text = self._context.text
        enter = action_key(self._context, Action.CONFIRM)
        hints = [(enter, text("play.key.place" if self._game.hand() else "tutorial.key.go_on"))]
        if self._game.can_take_back():
            hints.append((action_key(self._context, Action.TAKE_BACK), text("play.key.take_back")))
        hints.append((action_key(self._context, Action.CANCEL), text("tutorial.key.leave")))
        return hints

    # picture

    def above(self, table: TableScreen) -> Maybe:
        words, steps = self.instructions(), len(self.lesson.script.steps)
        # Without a speech the lesson goes on as soon as the tile is placed.
        return bool(words) and Speech(
            self._context,
            words.removeprefix(f"{self._example()}. "),
            self._buttons(table),
            self.lesson.index,
            steps,
            self._example(),
        )

    def _buttons(self, table: TableScreen) -> tuple[Maybe, ...]:
        """Return the links that turn the page."""
        can_go_on = self._flow.can_go_on(self.control)
        words = self._context.text(_NEXT_WORDS.get(self.lesson.step.goal, "tutorial.go_on"))
        press = partial(table.act, Action.NEXT_CALL)
        return (can_go_on and WordLink(words, press, leads=True, id="next"),)

    def highest_above(self) -> Iterator[Widget]:
        # Every speech to reserve its room; before a placement there is no button.
        messages = self._context.catalogue.messages
        for step in self.lesson.script.steps:
            for phase in LessonPhase:
                message = messages.get(f"tutorial.step.{step.name}.{phase.value}")
                has_button = phase is not LessonPhase.ASK or not step.goal.is_placing
                example = _LONGEST_SUM if step.name == _AFTER_LINE else ""
                link = WordLink(self._context.text("tutorial.forward"), lambda: None, leads=True)
                for words in message.forms.values() if message is not None else ():
                    yield Speech(self._context, words, (has_button and link,), example=example)

    def draw(self, surface: pygame.Surface, layout: TableLayout) -> None:
        # Draw the marked spaces, and point at the explained tile or part.
        lesson = self.lesson
        if self.is_skipping or not self.instructions():
            return
        mark_spaces(surface, self._context, layout.board, lesson.marked(self._game.match))
        word = None if self._take_back.is_hidden else self._take_back.rect
        things = {"bag": layout.bag, "score": layout.harvest, "back": word}
        thing, has_met = things.get(lesson.step.shows), lesson.phase is LessonPhase.MET
        if lesson.step.shows == "hand":
            painter = self._context.painter
            for tile in self._game.hand():
                spot, gold = layout.hand_spot((tile,), tile), painter.theme.palette.gold
                painter.sprites.draw_cursor(surface, spot.centre, spot.radius, gold)
        elif thing is not None and not has_met:
            point_at(surface, self._context, thing)

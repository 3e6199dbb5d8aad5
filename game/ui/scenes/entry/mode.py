"""The two uses of entering boards: the players of a called round, or the calculator."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

from game.locale import write_list
from game.play.calculator import Calculator
from game.play.caller import CallerGame
from game.play.table import Mark
from game.rules.boards import BoardName
from game.rules.placement import Position
from game.rules.record import print_record
from game.rules.ruleset import RayRule, Ruleset
from game.storage.store import with_identity
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.routes import EntryNextSteps
from game.ui.frame.scene import Navigation, Pop, Push, Reset
from game.ui.parts import ActionBand, DialogChoice, WordLink, ask
from game.ui.scenes.entry.control import EntryControl
from game.ui.scenes.shared.starting import drop_match, to_title
from game.ui.widgets import Look, PressResult, Segmented, Widget


class EntryScreen(Protocol):
    """The entry's page, as its mode sees it."""

    @property
    def control(self) -> EntryControl:
        """The control of the boards being entered."""

    def say(self, words: str, *, is_bad: bool = False) -> None:
        """Show a message for some seconds."""

    def start_over(self) -> None:
        """Reset the page for another board or other rules."""


class EntryMode(Protocol):
    """The use of an entry: its choices, its foot, its titles and exits."""

    def tabs(self, entry: EntryScreen) -> list[Widget]:
        """Return the choices: one in the head, and one below the tiles."""

    def parts(self, entry: EntryScreen) -> list[Widget]:
        """Return the parts of the foot, the action first."""

    def title(self, seat: int) -> str:
        """Return the title above a seat's board."""

    def poll(self) -> bool:
        """Return whether something changed since the last call."""

    def leave(self) -> PressResult:
        """Return to the previous page."""

    def copy(self, entry: EntryScreen) -> None:
        """Copy the record, if there is one."""


class CalledMode:
    """The boards of a round called here; its count stores the game."""

    def __init__(self, context: Context, game: CallerGame) -> None:
        self._context, self._game = context, game

    def tabs(self, entry: EntryScreen) -> list[Widget]:
        """Return the choice of a person, where there are several."""
        game = self._game
        names = [(i, game.players[i].name) for i in game.people]
        control = entry.control
        return [Segmented(names, control.seat, control.show, id="people")] if names[1:] else []

    def parts(self, entry: EntryScreen) -> list[Widget]:
        """Return the action that counts, disabled while a computer is thinking."""
        text = self._context.text
        return [
            ActionBand(
                text("entry.count"),
                partial(self._ask, entry.control),
                icon=Icon.CHECK,
                bleeds="left",
                small=True,
                shortcut=Action.NEXT_CALL,
                why_disabled=text("entry.thinking") if self._game.bots_think else None,
                id="count",
            )
        ]

    def title(self, seat: int) -> str:
        """Return the owner of the board."""
        return self._context.text("entry.board_of", name=self._game.players[seat].name)

    def poll(self) -> bool:
        """Return whether all computers have just finished their boards."""
        was = self._game.bots_think
        self._game.poll_bots()
        return was is not self._game.bots_think

    def leave(self) -> PressResult:
        """Return to the calls; all entries stay."""
        return Pop()

    def copy(self, entry: EntryScreen) -> None:
        """Do nothing: an unfinished round has no record."""

    # the count

    def _ask(self, control: EntryControl) -> PressResult:
        """Open the count; ask first if tiles are missing."""
        lacking = [self._game.players[i].name for i in control.lacking]
        if not lacking:
            return self._count()
        return Push(
            ask(
                self._context,
                "entry.lacking_title",
                "entry.lacking",
                DialogChoice("entry.count_anyway", self._count),
                DialogChoice("entry.go_on", look=Look.PRIMARY),
                names=write_list(self._context.catalogue, lacking),
            )
        )

    def _count(self) -> Navigation:
        game, text = self._game, self._context.text
        remark = ""
        onward: tuple[str, Icon, Callable[[], Navigation | None]]
        if not game.is_round_called:
            onward = ("entry.to_calls", Icon.PLAY, self._go_on)
        elif not game.is_last_round:
            onward = ("breakdown.next_round", Icon.PLAY, self._next_round)
        elif game.finished() is None:
            remark = text("entry.not_kept")
            onward = ("entry.end", Icon.HOME, partial(drop_match, self._context))
        else:
            remark = text("entry.kept_as", mark=text(f"records.mark.{Mark.PHYSICAL.value}"))
            onward = ("entry.keep_and_end", Icon.TROPHY, self._keep)
        on = EntryNextSteps(onward, remark)
        return Push(self._context.routes.entered_count(game.setup, game.counted(), on))

    def _go_on(self) -> Navigation:
        return Reset(self._context.routes.caller(self._game))

    def _next_round(self) -> Navigation:
        self._game.next_round()
        return self._go_on()

    def _keep(self) -> Navigation:
        finished = self._game.finished()
        if finished is not None:
            self._context.store.file_match(finished)
        return to_title(self._context)


class CalculatorMode:
    """A single board by any rules, which can be stored and copied."""

    def __init__(self, context: Context, calculator: Calculator) -> None:
        self._context, self._calculator = context, calculator
        self._stored_board: tuple[Ruleset, Position] | None = None

    def tabs(self, entry: EntryScreen) -> list[Widget]:
        """Return the choice of the board, and the switch for rays."""
        text, calculator = self._context.text, self._calculator

        def choose_board(board: Ruleset) -> None:
            calculator.choose(replace(board, rays=calculator.rules.rays))
            entry.start_over()

        def choose_rays(rays: RayRule) -> None:
            calculator.choose(replace(calculator.rules, rays=rays))
            entry.start_over()

        boards = [
            (Ruleset(), text("terms.board_name.classic")),
            (Ruleset(BoardName.DAFFODIL), text("entry.daffodil")),
            (Ruleset(BoardName.DAFFODIL, daffodil=4), text("entry.daffodil_aside")),
        ]
        rays = [
            (RayRule.NONE, text("entry.rays_none")),
            (RayRule.RAYS, text("entry.rays_count")),
        ]
        chosen = replace(calculator.rules, rays=RayRule.NONE)
        return [
            Segmented(boards, chosen, choose_board, id="boards"),
            Segmented(rays, calculator.rules.rays, choose_rays, id="rays"),
        ]

    def parts(self, entry: EntryScreen) -> list[Widget]:
        """Return the action that counts, and the links that store and copy a full board."""
        text, missing = self._context.text, self._calculator.missing()
        return [
            ActionBand(
                text("entry.count"),
                self._count,
                icon=Icon.CHECK,
                bleeds="left",
                small=True,
                shortcut=Action.NEXT_CALL,
                id="count",
            ),
            WordLink(
                text("entry.keep"),
                partial(self._keep, entry),
                why_disabled=text("entry.keep_needs", count=missing) if missing else None,
                id="keep",
            ),
            WordLink(text("entry.copy"), partial(self.copy, entry), id="copy"),
        ]

    def title(self, seat: int) -> str:
        """Return the page's title."""
        return self._context.text("entry.calculator")

    def poll(self) -> bool:
        """Return False: nothing changes without the user."""
        return False

    def _count(self) -> PressResult:
        calculator = self._calculator
        on = EntryNextSteps()
        return Push(self._context.routes.entered_count(calculator.setup, calculator.counted(), on))

    @property
    def _entered(self) -> tuple[Ruleset, Position]:
        return self._calculator.rules, self._calculator.board()

    def _keep(self, entry: EntryScreen) -> None:
        """Store the board in the records, each board once."""
        text = self._context.text
        if self._entered == self._stored_board:
            entry.say(text("entry.stored_before"))
            return
        self._calculator.meta = with_identity(None)
        finished = self._calculator.finished()
        if finished is None or self._context.store.profile.add_match(finished) is None:
            entry.say(text("entry.not_stored"), is_bad=True)
            return
        self._stored_board = self._entered
        entry.say(text("entry.stored"))

    def copy(self, entry: EntryScreen) -> None:
        """Copy the board's record to the clipboard."""
        is_copied = self._context.copy_text(print_record(self._calculator.match))
        key = "entry.copied" if is_copied else "menu.not_copied"
        entry.say(self._context.text(key), is_bad=not is_copied)

    def leave(self) -> PressResult:
        """Return to the previous page; ask first if entries would be lost."""
        if not self._calculator.calls or self._entered == self._stored_board:
            return Pop()
        return Push(
            ask(
                self._context,
                "entry.leave_title",
                "entry.leave_body",
                DialogChoice("entry.leave", Pop),
                DialogChoice("entry.stay", look=Look.PRIMARY),
            )
        )

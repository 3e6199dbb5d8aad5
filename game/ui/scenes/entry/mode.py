"""What an entry of boards is for: the players of a called round, or the calculator."""

from collections.abc import Callable
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
from game.ui.frame.context import Context, EntryNextSteps
from game.ui.frame.scene import Navigation, Pop, Push, Reset
from game.ui.parts import DialogChoice, ask
from game.ui.scenes.entry.control import EntryControl
from game.ui.scenes.shared.starting import to_menu
from game.ui.widgets import Button, Look, PressResult, Segmented, Widget


class EntryScreen(Protocol):
    """The entry's scene, as its mode sees it."""

    @property
    def control(self) -> EntryControl:
        """What is being entered."""

    def say(self, words: str, *, is_bad: bool = False) -> None:
        """Say something that goes away by itself."""

    def arrange(self) -> None:
        """Show what matters now."""

    def start_over(self) -> None:
        """The desk has another board, by other rules perhaps."""


class EntryMode(Protocol):
    """What an entry is given besides its board."""

    def tabs(self, entry: EntryScreen) -> list[Widget]:
        """The choices over the panel."""

    def buttons(self, entry: EntryScreen) -> list[Button]:
        """The buttons at the foot, the one that counts first."""

    def title(self) -> str:
        """What stands over the board."""

    def arrange(self) -> None:
        """Show in the widgets what matters now."""

    def poll(self) -> bool:
        """Whether time brought anything."""

    def leave(self) -> PressResult:
        """The way back."""

    def copy(self, entry: EntryScreen) -> PressResult:
        """Copy what can be copied."""


class CalledMode:
    """The boards of a round that was called here; its count keeps the game."""

    def __init__(self, context: Context, game: CallerGame) -> None:
        self._context, self._game = context, game
        self._control: EntryControl
        self._names: Segmented[int] | None = None
        self._count_button: Button

    def tabs(self, entry: EntryScreen) -> list[Widget]:
        """The people, where there are several."""
        game = self._game
        self._control = entry.control
        if len(game.people) == 1:
            return []

        def show(seat: int) -> None:
            entry.control.show(seat)
            entry.arrange()

        names = [(i, game.players[i].name) for i in game.people]
        self._names = Segmented(names, entry.control.seat, show)
        return [self._names]

    def buttons(self, entry: EntryScreen) -> list[Button]:
        """The count."""
        words = partial(self._context.text, "entry.count")
        self._count_button = Button(
            words, self._ask, icon=Icon.CHECK, look=Look.PRIMARY, id=Action.NEXT_CALL
        )
        return [self._count_button]

    def title(self) -> str:
        """Whose board it is."""
        name = self._game.players[self._control.seat].name
        return self._context.text("entry.board_of", name=name)

    def arrange(self) -> None:
        """Whose board it is, and whether a computer still thinks."""
        if self._names is not None:
            self._names.value = self._control.seat
        thinking = partial(self._context.text, "entry.thinking")
        self._count_button.why_disabled = thinking if self._game.bots_think else None

    def poll(self) -> bool:
        """Computers may still think."""
        was = self._game.bots_think
        self._game.poll_bots()
        self.arrange()
        return was is not self._game.bots_think

    def leave(self) -> PressResult:
        """Back to the calls; everything entered stays."""
        return Pop()

    def copy(self, entry: EntryScreen) -> PressResult:
        """There is nothing to copy yet."""
        return None

    # the count

    def _ask(self) -> PressResult:
        """The count; first the question whether what is missing may stay so."""
        lacking = [self._game.players[i].name for i in self._control.lacking]
        if not lacking:
            return self._count()
        text = self._context.text
        names = write_list(self._context.catalogue, lacking)
        choices = [
            DialogChoice(partial(text, "entry.count_anyway"), self._count),
            DialogChoice(partial(text, "entry.go_on"), look=Look.PRIMARY),
        ]
        title, body = "entry.lacking_title", "entry.lacking"
        return Push(ask(self._context, title, body, *choices, names=names))

    def _count(self) -> Navigation:
        game, text = self._game, self._context.text
        remark = ""
        first: tuple[str, Icon, Callable[[], Navigation | None]]
        if not game.is_round_called:
            first = ("entry.to_calls", Icon.PLAY, self._go_on)
        elif not game.is_last_round:
            first = ("breakdown.next_round", Icon.PLAY, self._next_round)
        elif game.finished() is None:
            remark = text("entry.not_kept")
            first = ("entry.end", Icon.HOME, self._end)
        else:
            mark = text(f"records.mark.{Mark.PHYSICAL.value}")
            remark = text("entry.kept_as", mark=mark)
            first = ("entry.keep_and_end", Icon.TROPHY, self._keep)
        on = EntryNextSteps((first, ("entry.correct", Icon.PEN, Pop)), remark)
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
        return to_menu(self._context)

    def _end(self) -> Navigation:
        self._context.store.autosave.clear()
        return to_menu(self._context)


class CalculatorMode:
    """A board from anywhere, by whichever rules; it can be kept and copied."""

    def __init__(self, context: Context, desk: Calculator) -> None:
        self._context, self._desk = context, desk
        self._kept: tuple[Ruleset, Position] | None = None
        self._boards: Segmented[Ruleset]
        self._rays: Segmented[RayRule]
        self._keep_button: Button

    def tabs(self, entry: EntryScreen) -> list[Widget]:
        """The board, and whether rays count."""
        text, desk = self._context.text, self._desk

        def choose(_: Ruleset | RayRule) -> None:
            board = self._boards.value
            desk.choose(Ruleset(board.board, rays=self._rays.value, daffodil=board.daffodil))
            entry.start_over()

        boards = [
            (Ruleset(), partial(text, "terms.board_name.classic")),
            (Ruleset(BoardName.DAFFODIL), partial(text, "entry.daffodil")),
            (Ruleset(BoardName.DAFFODIL, daffodil=4), partial(text, "entry.daffodil_aside")),
        ]
        rays = [
            (RayRule.NONE, partial(text, "entry.rays_none")),
            (RayRule.RAYS, partial(text, "entry.rays_count")),
        ]
        self._boards = Segmented(boards, Ruleset(), choose)
        self._rays = Segmented(rays, RayRule.NONE, choose)
        return [self._boards, self._rays]

    def buttons(self, entry: EntryScreen) -> list[Button]:
        """The count, the records, the clipboard."""
        text = self._context.text
        count = Button(
            partial(text, "entry.count"),
            self._count,
            icon=Icon.CHECK,
            look=Look.PRIMARY,
            id=Action.NEXT_CALL,
        )
        keep = partial(self._keep, entry)
        self._keep_button = Button(partial(text, "entry.keep"), keep, icon=Icon.TROPHY)
        copy = Button(partial(text, "entry.copy"), partial(self.copy, entry), icon=Icon.COPY)
        return [count, self._keep_button, copy]

    def title(self) -> str:
        """What this is."""
        return self._context.text("entry.calculator")

    def arrange(self) -> None:
        """Only a full board can be kept."""
        missing = self._desk.missing()
        words = partial(self._context.text, "entry.keep_needs", count=missing)
        self._keep_button.why_disabled = words if missing else None

    def poll(self) -> bool:
        """Nothing comes by itself."""
        return False

    def _count(self) -> PressResult:
        on = EntryNextSteps((("entry.correct", Icon.PEN, Pop),))
        desk = self._desk
        return Push(self._context.routes.entered_count(desk.setup, desk.counted(), on))

    @property
    def _entered(self) -> tuple[Ruleset, Position]:
        return self._desk.rules, self._desk.board()

    def _keep(self, entry: EntryScreen) -> PressResult:
        """Into the records, each board once."""
        text = self._context.text
        if self._entered == self._kept:
            entry.say(text("entry.stored_before"))
            return None
        self._desk.meta = with_identity(None)
        finished = self._desk.finished()
        if finished is None or self._context.store.profile.add_match(finished) is None:
            entry.say(text("entry.not_stored"), is_bad=True)
            return None
        self._kept = self._entered
        entry.say(text("entry.stored"))
        return None

    def copy(self, entry: EntryScreen) -> PressResult:
        """The board's record on the clipboard."""
        is_copied = self._context.copy_text(print_record(self._desk.match))
        key = "entry.copied" if is_copied else "entry.not_copied"
        entry.say(self._context.text(key), is_bad=not is_copied)
        return None

    def leave(self) -> PressResult:
        """Back; what was entered and kept nowhere is asked about."""
        if not self._desk.calls or self._entered == self._kept:
            return Pop()
        text = self._context.text
        choices = [
            DialogChoice(partial(text, "entry.leave"), Pop),
            DialogChoice(partial(text, "entry.stay"), look=Look.PRIMARY),
        ]
        return Push(ask(self._context, "entry.leave_title", "entry.leave_body", *choices))

"""Where a run begins: what it is, the run of the day, one of its own, and the high scores."""

from collections.abc import Iterator
from datetime import date
from functools import partial
from typing import Final

from game.locale import write_date
from game.locale.errors import word_error
from game.progress.run.game import begin_run, resume_run, runs_in_the_way
from game.rules.deal import MAX_SEED_LENGTH, check_seed
from game.rules.errors import FormatError
from game.storage.open_runs import StoredRun
from game.storage.runs import RUN_KINDS, FinishedRun
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped, Intent
from game.ui.frame.scene import STILL, Navigation, Pulse, Push
from game.ui.parts import (
    MAIN,
    Column,
    DialogChoice,
    Ink,
    PageScene,
    Panel,
    Row,
    Scroll,
    Sign,
    Text,
    Widget,
    ask,
)
from game.ui.scenes.run_pages.control import (
    RunList,
    RunStartControl,
    read_pasted_run,
)
from game.ui.scenes.run_pages.end import brought_run
from game.ui.scenes.run_pages.scores import score_rows
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.shared.dialogs import notice
from game.ui.widgets import Button, Look, PressResult, Segmented, TextField, Toast
from game.ui.widgets.menu_row import MenuRow

_LINES: Final[tuple[tuple[Icon, Ink], ...]] = (
    (Icon.SUMMIT, "accent"),
    (Icon.HOURGLASS, "good"),
    (Icon.STAR, "cool"),
)
"""The sign before each of the three lines that say what a run is."""


class RunStartScene(PageScene):
    """What a run is and how to begin one at the left, the high scores at the right; or first the
    player's runs.
    """

    door = 6

    turns_at_midnight = True
    counted = ("scores",)

    def __init__(self, context: Context, *, is_mine: bool = False, kind: str = "") -> None:
        super().__init__(context)
        self.control = RunStartControl(context, is_mine=is_mine, kind=kind)
        self._toast = Toast(context)

    def page(self) -> Widget:
        text = self.context.text
        return self.headed(
            text("menu.climb"),
            Row(
                Column(self._about(), self._ways(), gap=14, share=1),
                self._scores(),
                gap=16,
                share=1,
            ),
            back=text("run.start.back"),
        )

    def _about(self) -> Widget:
        """Three lines, and whether the clock runs."""
        text, control = self.context.text, self.control
        kinds = [(kind, text(f"run.start.kind.{kind}")) for kind in RUN_KINDS]
        return Panel(
            *(
                Row(
                    Sign(icon, ink, 22),
                    Text(text(f"run.start.line_{number}"), "caption", "ink", share=1),
                    gap=12,
                )
                for number, (icon, ink) in enumerate(_LINES, 1)
            ),
            Segmented(kinds, control.kind, self._set_kind, size=44, id="kind"),
            Text(text(f"run.start.kind_about.{control.kind}"), "small", "ink_soft", lines=2),
            gap=8,
            pad=(18, 14),
        )

    def _ways(self) -> Widget:
        """What is open goes on; else today's run, or one with a seed of its own."""
        text, control = self.context.text, self.control
        field = TextField(
            self.context,
            control.seed,
            self._keep_seed,
            placeholder=text("run.start.seed"),
            max_length=MAX_SEED_LENGTH,
            on_enter=lambda seed: self._begin_free(),
            share=1,
            id="seed",
        )
        has_open = bool(control.open)
        begin = Button(
            text("run.start.free"),
            self._begin_free,
            icon=Icon.DICE,
            id="free",
        )
        return Panel(
            Scroll(*self._rows(is_first_open=has_open), gap=8, share=1),
            Text(text("run.start.free_about"), "small", "ink_soft", lines=2),
            Row(field, begin, gap=10, size=48),
            gap=10,
            pad=(18, 14),
            look="panel",
            share=1,
        )

    def _rows(self, *, is_first_open: bool) -> Iterator[Widget]:
        text, control = self.context.text, self.control
        for index, (stored, run) in enumerate(control.open):
            state = run.state
            points = text("terms.count.points", count=state.points)
            about = (
                self._day_words(stored.day) or text("run.start.own_seed"),
                text(f"run.kind.{stored.kind}"),
                points,
            )
            yield MenuRow(
                self.context,
                text("run.start.go_on", stage=str(state.stage)),
                partial(self._go_on, stored),
                Icon.PLAY,
                body=" · ".join(about),
                look=Look.PRIMARY if index == 0 else Look.NORMAL,
                height=58,
                id=MAIN if index == 0 else ("open", stored.kind, stored.day),
            )
        if not control.has_open_today:
            played = control.played_today
            about_today = text("run.start.today_about", date=self._today_words())
            if played is not None:
                stage = text("run.end.reached", stage=str(played.stage))
                points = text("terms.count.points", count=played.points)
                about_today = text("run.start.today_played", stage=stage, points=points)
            yield MenuRow(
                self.context,
                text("run.start.today" if played is None else "run.start.today_again"),
                partial(self._begin, day=self.context.store.today),
                Icon.CALENDAR,
                body=about_today,
                look=Look.NORMAL if is_first_open or played is not None else Look.PRIMARY,
                height=58,
                id="today" if is_first_open else MAIN,
            )

    def _today_words(self) -> str:
        return write_date(self.context.catalogue, self.context.store.today)

    def _day_words(self, day: str) -> str:
        """Which day's run an open one is, "" for none."""
        if not day:
            return ""
        today = self.context.store.today.isoformat()
        return self.context.text("run.start.today" if day == today else "run.start.earlier")

    def _scores(self) -> Widget:
        text, control = self.context.text, self.control
        lists = [(one, text(f"run.scores.list.{one.value}")) for one in RunList]
        ranked, is_table = control.listed(), control.list is not RunList.OWN
        toast = self._toast
        ink: Ink = "ink_soft" if not toast.is_shown else "bad" if toast.is_bad else "good"
        none = text("run.scores.none_own" if not is_table else "run.scores.none")
        return Panel(
            Row(
                Sign(Icon.TROPHY, "accent", 24),
                Text(text("run.scores.title"), "heading", lines=1, share=1),
                Text(text(f"run.kind.{control.kind}"), "caption", "ink_soft", lines=1),
                gap=10,
            ),
            Segmented(lists, control.list, self._set_list, size=40, id="lists"),
            Scroll(
                score_rows(self.context, ranked, self._open, has_places=is_table),
                share=1,
                reads="" if ranked else none,
                id="scores",
            )
            if ranked or is_table
            else Text(none, align="centre", share=1, id="scores"),
            Row(
                Text(
                    toast.words if toast.is_shown else text("run.scores.bring"),
                    "small",
                    ink,
                    lines=3,
                    share=1,
                ),
                Button(
                    text("run.scores.paste"),
                    self._paste,
                    icon=Icon.COPY,
                    shortcut=Action.PASTE,
                    id="paste",
                ),
                gap=12,
            ),
            gap=8,
            pad=(16, 12),
            share=1.16,
        )

    # what is done

    def _set_kind(self, kind: str) -> None:
        self.control.kind = kind

    def _set_list(self, what: RunList) -> None:
        self.control.list = what

    def _keep_seed(self, seed: str) -> None:
        self.control.seed = seed

    @property
    def _is_timed(self) -> bool:
        return self.control.kind == RUN_KINDS[0]

    def _go_on(self, stored: StoredRun) -> PressResult:
        day = date.fromisoformat(stored.day) if stored.day else None
        game = resume_run(self.context.store, is_timed=stored.kind == RUN_KINDS[0], day=day)
        if game is None:
            # What could not be read was set aside; the menu tells.
            self.control.load()
            return None
        return Push(self.context.routes.run_table(game))

    def _begin_free(self) -> PressResult:
        """Begin a run of the typed seed or a new one; one that is open ends, after a question."""
        seed = self.control.seed.strip()
        try:
            if seed:
                check_seed(seed)
        except FormatError as error:
            return Push(notice(self.context, word_error(self.context.catalogue, error)))
        store, is_timed = self.context.store, self._is_timed
        ending = runs_in_the_way(store, is_timed=is_timed, seed=seed)
        if not ending:
            return self._begin(seed)
        stored, run = ending[0]
        return Push(
            ask(
                self.context,
                "run.start.replace_title",
                "run.start.replace",
                DialogChoice(
                    "run.start.replace_begin",
                    partial(self._begin, seed),
                    Look.DANGER,
                ),
                DialogChoice(
                    "run.start.replace_go_on",
                    partial(self._go_on, stored),
                    Look.PRIMARY,
                ),
                DialogChoice("play.cancel"),
                stage=str(run.state.stage),
            )
        )

    def _begin(self, seed: str = "", day: date | None = None) -> Navigation:
        context = self.context
        player = default_name(context, 0)
        game = begin_run(context.store, player, is_timed=self._is_timed, day=day, seed=seed)
        return Push(context.routes.run_table(game))

    def _open(self, run: FinishedRun) -> PressResult:
        return Push(self.context.routes.run_end(run))

    def _paste(self) -> PressResult:
        """Show the run that the clipboard holds; it can be added there."""
        try:
            arrived = read_pasted_run(self.context, self.context.paste_text())
        except FormatError as error:
            reason = word_error(self.context.catalogue, error)
            self._toast.show(
                self.context.text("run.scores.not_pasted", reason=reason), 8.0, is_bad=True
            )
            return None
        return self._open(arrived.run)

    # the scene

    def enter(self) -> None:
        self.control.load()
        super().enter()

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Dropped(path):
                return Push(brought_run(self.context, path))
            case _:
                return super().react(intent)

    def animate(self, dt: float) -> Pulse:
        return self.redraw() if self._toast.expire(dt) else STILL

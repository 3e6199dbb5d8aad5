"""The page of the game master: a row a player, whom the table waits for, the buttons that lead."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from game.bots.players.registry import LEVELS
from game.locale import Language, load_catalogue, write_list
from game.net.leader import SeatRequest
from game.net.names import marked
from game.net.service import TableSnapshot
from game.net.table import TableStage, calls_of_match
from game.net.table_flow import marked_match
from game.page.league import remind_text, report_page, report_text
from game.play.league import RoundReport, report_round
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Pop, Pulse, Push
from game.ui.frame.topics import as_sentences
from game.ui.parts import MAIN, Column, Dialog, DialogChoice, PageScene, Panel, Row, Text, Widget
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.going import may_play_again, play_again, rematch_key
from game.ui.scenes.apart.pending_request import PendingRequest, report_saved
from game.ui.scenes.apart.players_picture import PlayersPicture
from game.ui.scenes.apart.standings import StandingsScene
from game.ui.scenes.apart.words import (
    call_until,
    copied_words,
    left_words,
    player_names,
    state_words,
    table_name,
    time_left,
    waited_for,
)
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.names import bot_name
from game.ui.widgets import Button, IconButton, Look, PressResult, Toggle

_DAY: Final = 24 * 3600
_MOST_ASKING: Final = 3
"""People who ask for a free seat that a question has room for."""


class LeadingScene(PageScene):
    """See the module's docstring. Everybody but the game master can only look."""

    counted = ("players",)

    def __init__(self, context: Context, table: bytes) -> None:
        super().__init__(context)
        self._id, self._service = table, context.apart.service
        self._mark: object = None
        self._reported: tuple[TableSnapshot | None, RoundReport | None] = None, None
        self._request: PendingRequest[str] = PendingRequest(context)
        self._picture = PlayersPicture(context)

    def page(self) -> Widget:
        """The players with their points and the calls; what can be done at the foot."""
        snapshot, report = self.snapshot, self.report()
        names = write_list(self.context.catalogue, player_names(snapshot))
        words = "\n".join(filter(None, (state_words(self.context, snapshot), names)))
        return Column(
            self._head(),
            Panel(Text(words, align="centre", share=1), pad=30, share=1)
            if report is None or snapshot.table is None
            else Panel(
                self._picture.latest_call(report),
                self._picture.players(report, snapshot.table.opened.rules, snapshot),
                gap=6,
                pad=(16, 10),
                share=1,
                id="players",
            ),
            Row(*self._buttons(), gap=10, even=True),
            gap=14,
            pad=(28, 20),
        )

    def _head(self) -> Widget:
        """Which table, how it stands, how long it waits, and how it is led."""
        text, snapshot = self.context.text, self.snapshot
        state, gone = state_words(self.context, snapshot), left_words(self.context, snapshot)
        spoken = state_words(self.context, snapshot, has_time=False)
        left = time_left(self.context, snapshot)
        has_time = call_until(snapshot) > self.context.apart.now()
        league = lambda: Push(StandingsScene(self.context, self._id))  # noqa: E731
        carry = lambda: Push(CarryingScene(self.context, self._id))  # noqa: E731
        return Row(
            IconButton(Icon.LEFT, Pop, tooltip=text("together.back"), size=46, across=46),
            Column(
                Text(f"{text('together.desk')} · {table_name(self.context, snapshot)}", "heading"),
                Text(
                    " · ".join(filter(None, (state, gone))),
                    "caption",
                    live=as_sentences((spoken, gone)),
                ),
                share=1,
            ),
            bool(left)
            and Text(text("together.deadline", time=left) if has_time else left, "strong"),
            snapshot.is_master
            and Toggle(
                text("together.by_hand"), snapshot.seating.desk.by_hand, self._set_by_hand, size=250
            ),
            IconButton(Icon.TROPHY, league, tooltip=text("together.standings"), size=46, across=46),
            IconButton(
                Icon.SEND, carry, tooltip=text("together.carry"), size=46, across=46, id="carry"
            ),
            gap=14,
        )

    def _buttons(self) -> Iterator[Widget]:
        """What the game master does, each with the reason where it cannot be done now."""
        text, snapshot = self.context.text, self.snapshot
        table, idle = snapshot.table, text("together.nothing_to_do")
        only_master = None if snapshot.is_master else text("together.only_master")
        is_called = table is not None and table.stage is TableStage.CALLED
        if may_play_again(self._service, snapshot):
            yield Button(
                text(f"together.{rematch_key(snapshot)}"),
                lambda: Push(play_again(self.context, self._id)),
                icon=Icon.RESTART,
                look=Look.PRIMARY,
                id=MAIN,
            )
        else:
            yield Button(
                text("together.close_call" if is_called else "together.next_call"),
                self._go_on,
                icon=Icon.CHECK,
                look=Look.PRIMARY,
                why_disabled=only_master or self._why_not_go_on(),
                id=MAIN,
                shortcut=Action.NEXT_CALL,
            )
        why_not = {
            "remind": None if waited_for(snapshot) else text("together.nobody_waited"),
            "extend": only_master or (None if is_called else idle),
            "substitute": only_master or (None if snapshot.free else text("together.nobody_out")),
            "report_open": None if self.report() is not None else idle,
        }
        acts = (self._ask_remind, self._ask_extend, self._ask_substitute, self._ask_report)
        icons = (Icon.BELL, Icon.HOURGLASS, Icon.ROBOT, Icon.PAGE)
        for (key, why), act, icon in zip(why_not.items(), acts, icons, strict=True):
            yield Button(text(f"together.{key}"), act, icon=icon, why_disabled=why, id=key)

    def _why_not_go_on(self) -> str | None:
        snapshot, text = self.snapshot, self.context.text
        if snapshot.is_master and not snapshot.seating.desk.by_hand:
            return text("together.by_itself")
        if snapshot.can_go_on:
            return None
        return text("together.still_waiting" if waited_for(snapshot) else "together.nothing_to_do")

    @property
    def snapshot(self) -> TableSnapshot:
        """The table as it is known now."""
        return self._service.snapshot(self._id)

    def report(self) -> RoundReport | None:
        """The latest round as it stands."""
        snapshot, (known, report) = self.snapshot, self._reported
        if snapshot is not known:
            report = None
            if snapshot.table is not None and snapshot.table.match is not None:
                is_open = snapshot.table.call is not None
                report = report_round(marked_match(snapshot), is_open, snapshot.unanswered)
            self._reported = snapshot, report
        return report

    # what the game master does

    def _go_on(self) -> None:
        self._service.lead(self._id, self.snapshot.seating.desk, goes_on=True)

    def _set_by_hand(self, is_on: bool) -> None:
        self._service.lead(self._id, replace(self.snapshot.seating.desk, by_hand=is_on))

    def _ask(self, key: str, body: str, *choices: DialogChoice, **values: str) -> Push:
        """Ask a question whose last answer changes nothing."""
        text = self.context.text
        title, body = text(f"together.{key}"), text(f"together.{body}", **values)
        back = DialogChoice(text("together.back"))
        return Push(Dialog(self.context, title, body, [*choices, back]))

    def _ask_extend(self) -> Navigation:
        text = self.context.text

        def extend(seconds: int) -> None:
            desk, now = self.snapshot.seating.desk, int(self.context.apart.now())
            until = max(now, call_until(self.snapshot)) + seconds
            self._service.lead(self._id, replace(desk, wait_until=until))

        times = {"hour": 3600, "day": _DAY, "days": 3 * _DAY}
        choices = (
            DialogChoice(text(f"together.extend_by.{name}"), partial(extend, seconds))
            for name, seconds in times.items()
        )
        return self._ask("extend", "extend_about", *choices)

    def _ask_remind(self) -> Push:
        """Ask in which language to remind: the players', rather than the game master's."""

        def choice(language: Language) -> DialogChoice:
            look = Look.PRIMARY if language is self.context.catalogue.language else Look.NORMAL
            return DialogChoice(language.own_name, partial(self._remind, language), look)

        names = write_list(self.context.catalogue, waited_for(self.snapshot))
        return self._ask("remind", "remind_about", *map(choice, Language), names=names)

    def _remind(self, language: Language) -> PressResult:
        """Remind in everybody's program, and copy the lines for mail."""
        snapshot, table = self.snapshot, self.snapshot.table
        if table is None or table.call is None:
            return None
        self._service.remind(self._id)
        words = remind_text(
            load_catalogue(language),
            table_name(self.context, snapshot),
            waited_for(snapshot),
            (table.calls, calls_of_match(table.opened.rules)),
            call_until(snapshot),
        )
        return self._tell(copied_words(self.context, words, words))

    def _ask_substitute(self) -> Push:
        """Ask for which seat, where several are free; then who takes it."""
        free, names = self.snapshot.free, player_names(self.snapshot)
        if len(free) < 2:
            return self._ask_who(free[0] if free else 0)
        choices = (
            DialogChoice(f"{seat + 1} · {names[seat]}", partial(self._ask_who, seat))
            for seat in free
        )
        return self._ask("substitute", "substitute_whose", *choices)

    def _ask_who(self, seat: int) -> Push:
        snapshot = self.snapshot
        asking = [one for one in snapshot.asking if not one.is_sent_away and not one.is_here]
        requests = {
            marked(one.name, one.mark): SeatRequest(seat, key=one.key)
            for one in asking[:_MOST_ASKING]
        }
        for i in (0, len(LEVELS) // 3, 2 * len(LEVELS) // 3, -1):
            requests[bot_name(self.context, LEVELS[i])] = SeatRequest(seat, engine=LEVELS[i])

        def choice(name: str, request: SeatRequest) -> DialogChoice:
            return DialogChoice(name, lambda: self._service.substitute(self._id, request))

        name = "".join(player_names(snapshot)[seat : seat + 1])
        choices = (choice(*one) for one in requests.items())
        return self._ask("substitute", "substitute_about", *choices, name=name)

    def _ask_report(self) -> Push:
        text = self.context.text
        copy = DialogChoice(text("together.report_copy"), self._copy_report, Look.PRIMARY)
        save = DialogChoice(text("together.report_save"), self._save_report)
        return self._ask("report_title", "report_about", copy, save)

    def _copy_report(self) -> PressResult:
        report, snapshot = self.report(), self.snapshot
        if report is None or snapshot.table is None:
            return None
        title = table_name(self.context, snapshot)
        words = report_text(self.context.catalogue, title, snapshot.table.opened.rules, report)
        done = self.context.text("together.report_copied")
        return self._tell(copied_words(self.context, words, done))

    def _save_report(self) -> None:
        report, snapshot = self.report(), self.snapshot
        if report is None or snapshot.table is None:
            return
        title = table_name(self.context, snapshot)
        page = report_page(self.context.catalogue, title, snapshot.table.opened.rules, report)
        name = f"{snapshot.id.hex()[:8]}-{report.number}-{len(report.calls)}.html"
        saved = self._service.save_report(name, page)
        self._request.ask(saved, partial(report_saved, self.context))

    def _tell(self, words: str) -> Navigation:
        return Push(notice(self.context, words, self.context.text("together.desk")))

    # the scene

    def animate(self, dt: float) -> Pulse:
        """Show what came, and once a second the time that is left."""
        if self.snapshot.is_gone:
            return Pulse(True, Pop())
        words = self._request.poll()
        if words is not None:
            return Pulse(True, self._tell(words))
        mark = (self.snapshot, int(self.context.apart.now()))
        if mark == self._mark:
            return Pulse()
        self._mark = mark
        return self.redraw()

"""The game master's desk: a row a player, whom the table waits for, and the buttons that
lead it.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from game.bots.players.registry import LEVELS
from game.locale import Language, load_catalogue, write_list
from game.net.draws import calls_of_match
from game.net.fold import TableStage
from game.net.master import SeatRequest
from game.net.names import marked
from game.net.service import TableSnapshot
from game.net.table_flow import marked_match
from game.page.league import remind_text, report_page, report_text
from game.play.league import RoundReport, report_round
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Pop, Pulse, Push
from game.ui.frame.topics import as_sentences
from game.ui.parts import (
    MAIN,
    Column,
    DialogChoice,
    PageScene,
    Panel,
    Row,
    Sign,
    Spacer,
    Text,
    Widget,
    ask,
)
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.desk_picture import DeskPicture
from game.ui.scenes.apart.pending_request import PendingRequest, report_saved
from game.ui.scenes.apart.rematch import RematchScene, may_play_again, rematch_key
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
from game.ui.widgets import Button, IconButton, Look, OnPress, PressResult, Toggle

_DAY: Final = 24 * 3600
_MOST_ASKING: Final = 3
"""People who ask for a free seat that a question has room for."""


class DeskScene(PageScene):
    """See the module's docstring. Everybody but the game master can only look."""

    counted = ("players",)

    def __init__(self, context: Context, table: bytes) -> None:
        super().__init__(context)
        self._id = table
        self._service = context.apart.service
        self._mark: object = None
        self._reported: tuple[TableSnapshot | None, RoundReport | None] = None, None
        self._request: PendingRequest[str] = PendingRequest(context)
        self._picture = DeskPicture(context)

    def page(self) -> Widget:
        """Players at the left, calls and standings at the right, what can be done at the foot."""
        text, seen, report = self.context.text, self.seen, self.report()
        state = state_words(self.context, seen)
        names = write_list(self.context.catalogue, player_names(seen))
        sitting = f"{state}\n{names}" if names else state
        league = IconButton(
            Icon.TROPHY,
            lambda: Push(StandingsScene(self.context, self._id)),
            tooltip=text("together.standings"),
            size=34,
            across=34,
        )
        return Column(
            self._head(state),
            Row(
                Panel(Text(sitting, align="centre", share=1), pad=30, share=71)
                if report is None or seen.table is None
                else Panel(
                    self._picture.players(report, seen.table.opened.rules, seen),
                    pad=(16, 10),
                    share=71,
                    id="players",
                ),
                Column(
                    Panel(
                        Row(Text(text("together.standings"), "strong", share=1), league),
                        Spacer(share=1),
                        share=1,
                    )
                    if report is None
                    else Column(
                        self._picture.calls(report),
                        self._picture.standings(report, league),
                        gap=12,
                        share=1,
                    ),
                    seen.is_master
                    and Toggle(
                        text("together.by_hand"), seen.seating.desk.by_hand, self._set_by_hand
                    ),
                    gap=10,
                    share=29,
                ),
                gap=16,
                share=1,
            ),
            Row(*self._buttons(), gap=10, even=True),
            gap=14,
            pad=(28, 20),
        )

    def _head(self, state: str) -> Widget:
        """Which table, how it stands, and how long it waits."""
        text, seen = self.context.text, self.seen
        left, gone = time_left(self.context, seen), left_words(self.context, seen)
        name = f"{text('together.desk')} · {table_name(self.context, seen)}"
        return Row(
            IconButton(Icon.LEFT, Pop, tooltip=text("together.back"), size=46, across=46),
            Column(
                Text(name, "heading"),
                Text(
                    f"{state} · {gone}" if gone else state,
                    "caption",
                    live=as_sentences((state_words(self.context, seen, has_time=False), gone)),
                ),
                share=1,
            ),
            bool(left)
            and Row(
                Sign(Icon.HOURGLASS, "accent"),
                Text(
                    text("together.deadline", time=left)
                    if call_until(seen) > self.context.apart.now()
                    else left,
                    "strong",
                ),
                gap=8,
                pad=(12, 4),
                look="lit",
            ),
            gap=14,
        )

    def _buttons(self) -> Iterator[Widget]:
        """What the game master does, each with the reason where it cannot be done now."""
        text, seen = self.context.text, self.seen
        table, idle = seen.table, text("together.nothing_to_do")
        only_master = None if seen.is_master else text("together.only_master")
        is_called = table is not None and table.stage is TableStage.CALLED
        has_match = table is not None and table.match is not None and bool(table.match.rounds)

        def button(key: str, press: OnPress, icon: Icon, why: str | None) -> Button:
            return Button(text(f"together.{key}"), press, icon=icon, why_disabled=why, id=key)

        if may_play_again(self._service, seen):
            yield Button(
                text(f"together.{rematch_key(seen)}"),
                lambda: Push(RematchScene(self.context, self._id)),
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
        nobody_waited = None if waited_for(seen) else text("together.nobody_waited")
        yield button("remind", self._ask_remind, Icon.BELL, nobody_waited)
        why_not = only_master or (None if is_called else idle)
        yield button("extend", self._ask_extend, Icon.HOURGLASS, why_not)
        nobody_out = None if seen.free else text("together.nobody_out")
        yield button("substitute", self._ask_substitute, Icon.ROBOT, only_master or nobody_out)
        yield button("report_open", self._ask_report, Icon.PAGE, None if has_match else idle)
        yield button("carry", lambda: Push(CarryingScene(self.context, self._id)), Icon.SEND, None)

    def _why_not_go_on(self) -> str | None:
        seen, text = self.seen, self.context.text
        if seen.is_master and not seen.seating.desk.by_hand:
            return text("together.by_itself")
        if seen.can_go_on:
            return None
        return text("together.still_waiting" if waited_for(seen) else "together.nothing_to_do")

    @property
    def seen(self) -> TableSnapshot:
        """The table as it is known now."""
        return self._service.seen[self._id]

    def report(self) -> RoundReport | None:
        """The latest round as it stands."""
        seen, (known, report) = self.seen, self._reported
        if seen is known:
            return report
        report = None
        if seen.table is not None and seen.table.match is not None:
            match, is_open = marked_match(seen), seen.table.call is not None
            report = report_round(match, is_open, seen.waited - seen.handed)
        self._reported = seen, report
        return report

    # what the game master does

    def _go_on(self) -> None:
        self._service.lead(self._id, self.seen.seating.desk, goes_on=True)

    def _set_by_hand(self, is_on: bool) -> None:
        self._service.lead(self._id, replace(self.seen.seating.desk, by_hand=is_on))

    def _ask_extend(self) -> Navigation:
        text = self.context.text

        def extend(seconds: int) -> None:
            table, desk = self.seen.table, self.seen.seating.desk
            if table is not None and table.call is not None:
                now = int(self.context.apart.now())
                until = max(now, table.call.until, desk.wait_until) + seconds
                self._service.lead(self._id, replace(desk, wait_until=until))

        choices = [
            DialogChoice(lambda: text("together.extend_by.hour"), lambda: extend(3600)),
            DialogChoice(
                lambda: text("together.extend_by.day"), lambda: extend(_DAY), Look.PRIMARY
            ),
            DialogChoice(lambda: text("together.extend_by.days"), lambda: extend(3 * _DAY)),
            DialogChoice(lambda: text("together.back")),
        ]
        return Push(ask(self.context, "together.extend", "together.extend_about", *choices))

    def _ask_remind(self) -> Push:
        """In which language, which is that of the players rather than of the game master."""
        text = self.context.text

        def choice(language: Language) -> DialogChoice:
            look = Look.PRIMARY if language is self.context.catalogue.language else Look.NORMAL
            return DialogChoice(language.own_name, partial(self._copy_reminder, language), look)

        names = write_list(self.context.catalogue, waited_for(self.seen))
        choices = [*map(choice, Language), DialogChoice(lambda: text("together.back"))]
        about = "together.remind_about"
        return Push(ask(self.context, "together.remind", about, *choices, names=names))

    def _copy_reminder(self, language: Language) -> PressResult:
        seen = self.seen
        table = seen.table
        if table is None or table.call is None:
            return None
        words = remind_text(
            load_catalogue(language),
            table_name(self.context, seen),
            waited_for(seen),
            (table.calls, calls_of_match(table.opened.rules)),
            max(table.call.until, seen.seating.desk.wait_until),
        )
        return self._tell(copied_words(self.context, words, words))

    def _ask_substitute(self) -> Push:
        """For which seat, where several are free; then who takes it."""
        text, seen = self.context.text, self.seen
        if seen.table is None or len(seen.free) < 2:
            return self._ask_who(seen.free[0] if seen.free else 0)
        names = player_names(seen)

        def choice(seat: int) -> DialogChoice:
            return DialogChoice(lambda: f"{seat + 1} · {names[seat]}", partial(self._ask_who, seat))

        back = DialogChoice(lambda: text("together.back"), look=Look.PRIMARY)
        whose = "together.substitute_whose"
        return Push(ask(self.context, "together.substitute", whose, *map(choice, seen.free), back))

    def _ask_who(self, seat: int) -> Push:
        text, seen = self.context.text, self.seen
        asking = [one for one in seen.asking if not one.is_sent_away and not one.is_here]
        choices = [
            DialogChoice(
                marked(one.name, one.mark),
                partial(self._seat_whom, SeatRequest(seat, author=one.author)),
            )
            for one in asking[:_MOST_ASKING]
        ]
        for i in (0, len(LEVELS) // 3, 2 * len(LEVELS) // 3, -1):
            request = SeatRequest(seat, engine=LEVELS[i])
            choices.append(
                DialogChoice(
                    partial(bot_name, self.context, LEVELS[i]), partial(self._seat_whom, request)
                )
            )
        choices.append(DialogChoice(lambda: text("together.back"), look=Look.PRIMARY))
        name = "".join(player_names(seen)[seat : seat + 1])
        about = "together.substitute_about"
        return Push(ask(self.context, "together.substitute", about, *choices, name=name))

    def _seat_whom(self, request: SeatRequest) -> None:
        self._service.substitute(self._id, request)

    def _ask_report(self) -> Navigation:
        text = self.context.text
        choices = (
            DialogChoice(lambda: text("together.report_copy"), self._copy_report, Look.PRIMARY),
            DialogChoice(lambda: text("together.report_save"), self._save_report),
            DialogChoice(lambda: text("together.back")),
        )
        return Push(ask(self.context, "together.report_title", "together.report_about", *choices))

    def _copy_report(self) -> PressResult:
        report, seen = self.report(), self.seen
        if report is None or seen.table is None:
            return None
        title = table_name(self.context, seen)
        words = report_text(self.context.catalogue, title, seen.table.opened.rules, report)
        done = self.context.text("together.report_copied")
        return self._tell(copied_words(self.context, words, done))

    def _save_report(self) -> None:
        report, seen = self.report(), self.seen
        if report is None or seen.table is None:
            return
        title = table_name(self.context, seen)
        page = report_page(self.context.catalogue, title, seen.table.opened.rules, report)
        name = f"{seen.id.hex()[:8]}-{report.number}-{len(report.calls)}.html"
        self._request.ask(
            self._service.save_report(name, page), partial(report_saved, self.context)
        )

    def _tell(self, words: str) -> Navigation:
        return Push(notice(self.context, words, self.context.text("together.desk")))

    # the scene

    def animate(self, dt: float) -> Pulse:
        """Show what came, and once a second the time that is left."""
        words = self._request.poll()
        if words is not None:
            return Pulse(True, self._tell(words))
        mark = (self.seen, int(self.context.apart.now()))
        if mark == self._mark:
            return Pulse()
        self._mark = mark
        return self.redraw()

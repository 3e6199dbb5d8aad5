"""The game master's page: a row for each player, the open seats of the call, buttons that lead."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from game.bots.players.registry import LEVELS
from game.locale import Language, load_catalogue, write_list
from game.net.journal.names import marked
from game.net.journal.seating import SeatRequest
from game.net.journal.table import TablePhase, calls_of_match
from game.net.service.snapshots import TableSnapshot
from game.net.service.table_flow import marked_match, replacements
from game.page.league import remind_text, report_page, report_text
from game.play.league import RoundReport, report_round
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Pop, Pulse, Push
from game.ui.frame.topics import as_sentences
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    ActionBand,
    Column,
    Dialog,
    DialogChoice,
    Maybe,
    PageScene,
    Panel,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.going import rematch_band
from game.ui.scenes.apart.pending_request import PendingRequest, report_saved
from game.ui.scenes.apart.players_picture import LINK_WIDTH, PlayersPicture
from game.ui.scenes.apart.standings import StandingsScene
from game.ui.scenes.apart.words import (
    copied_words,
    left_words,
    name_apart,
    names_apart,
    rematch_words,
    state_words,
    waited_for,
)
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.names import bot_name
from game.ui.widgets import PressResult, Toggle

_DAY: Final = 24 * 3600
_MOST_ASKING: Final = 3
"""Most applicants offered for a free seat."""


class LeadingScene(PageScene):
    """The page of the game master; other users can only read it."""

    door = 3
    larger = ()  # The marks of the calls need the width.

    counted = ("players",)

    def __init__(self, context: Context, table: bytes) -> None:
        super().__init__(context)
        self._id, self._service = table, context.apart.service
        self._mark: object = None
        self._reported: tuple[TableSnapshot | None, RoundReport | None] = None, None
        self._request: PendingRequest[str] = PendingRequest(context)
        self._picture = PlayersPicture(context)

    def page(self) -> Widget:
        text, snapshot, report = self.context.text, self.snapshot, self.report()
        state, gone = state_words(self.context, snapshot), left_words(self.context, snapshot)
        asking = rematch_words(self.context, snapshot)
        spoken = state_words(self.context, snapshot, has_time=False)
        carry = lambda: Push(CarryingScene(self.context, self._id))  # noqa: E731
        return self.headed(
            f"{text('together.desk')} · {name_apart(self.context, snapshot)}",
            Row(
                Text(
                    " · ".join(filter(None, (self._round_words(), state, gone, asking))),
                    "label",
                    lines=2,
                    live=as_sentences((spoken, gone, asking)),
                    id=READ_WITH_HEADING,
                    share=1,
                ),
                *(() if report is None else self._picture.latest_call(report)),
                gap=24,
                pad=(20, 0, 20, 0),
                size=56,
            ),
            Panel(
                Scroll(self._players(), share=1),
                pad=(20, 0, 20, 0),
                share=1,
                id="players",
            ),
            Row(
                Column(
                    Row(
                        snapshot.is_master
                        and Toggle(
                            text("together.by_hand"),
                            snapshot.seating.lead_settings.by_hand,
                            self._set_by_hand,
                        ),
                        WordLink(text("together.carry"), carry, leads=True, id="carry"),
                        gap=30,
                    ),
                    Row(*self._links(), gap=30),
                    gap=0,
                    align="left",
                    share=1,
                ),
                self._action(),
                gap=24,
                pad=(20, 0, 0, 0),
            ),
        )

    def _players(self) -> Widget:
        """Return the players' names, or their rows once a round has begun."""
        snapshot, report = self.snapshot, self.report()
        if report is None or snapshot.table is None:
            return Text(write_list(self.context.catalogue, names_apart(snapshot)), "heading")
        return self._picture.players(report, snapshot.table.opened.rules, snapshot, self._link)

    def _round_words(self) -> str:
        """Return the number of the round; "" if there is only one."""
        report = self.report()
        if report is None or report.rounds < 2:
            return ""
        return self.context.text("play.round", round=report.number, rounds=report.rounds)

    def _action(self) -> Maybe:
        """Return the action band, disabled with a reason if needed; None for other users."""
        text, snapshot = self.context.text, self.snapshot
        if again := rematch_band(self.context, snapshot):
            return again
        is_called = snapshot.table is not None and snapshot.table.phase is TablePhase.CALLED
        return snapshot.is_master and ActionBand(
            text("together.close_call" if is_called else "together.next_call"),
            self._go_on,
            icon=Icon.CHECK,
            small=True,
            why_disabled=self._why_not_go_on(),
            id=MAIN,
            shortcut=Action.NEXT_CALL,
        )

    def _links(self) -> Iterator[Widget]:
        """Yield the remaining actions, each disabled with a reason if needed."""
        text, snapshot = self.context.text, self.snapshot
        table, idle = snapshot.table, text("together.nothing_to_do")
        is_called = table is not None and table.phase is TablePhase.CALLED
        only_master = None if snapshot.is_master else text("together.only_master")
        why_not = {
            "remind": None if waited_for(snapshot) else text("together.nobody_waited"),
            "extend": only_master or (None if is_called else idle),
            "report_open": None if self.report() is not None else idle,
        }
        acts = (self._ask_remind, self._ask_extend, self._ask_report)
        for (key, why), act in zip(why_not.items(), acts, strict=True):
            yield WordLink(text(f"together.{key}"), act, why_disabled=why, id=key)
        league = lambda: Push(StandingsScene(self.context, self._id))  # noqa: E731
        yield WordLink(text("together.standings"), league, leads=True, id="standings")

    def _link(self, seat: int) -> Maybe:
        """Return the link that gives a free seat to a substitute, or None."""
        snapshot = self.snapshot
        if not snapshot.is_master or seat not in snapshot.free:
            return None
        words = self.context.text("together.substitute")
        link = WordLink(words, partial(self._ask_who, seat), leads=True, id=("substitute", seat))
        return Row(Spacer(share=1), link, size=LINK_WIDTH)

    def _why_not_go_on(self) -> str | None:
        snapshot, text = self.snapshot, self.context.text
        if not snapshot.seating.lead_settings.by_hand:
            return text("together.by_itself")
        if snapshot.can_go_on:
            return None
        return text("together.still_waiting" if waited_for(snapshot) else "together.nothing_to_do")

    @property
    def snapshot(self) -> TableSnapshot:
        """The latest snapshot of the table."""
        return self._service.snapshot(self._id)

    def report(self) -> RoundReport | None:
        """Return the report of the latest round; cached for each snapshot."""
        snapshot, (known, report) = self.snapshot, self._reported
        if snapshot is not known:
            report = None
            if snapshot.table is not None and snapshot.table.match is not None:
                is_open = snapshot.table.call is not None
                match, waited = marked_match(snapshot), snapshot.unanswered
                came = replacements(snapshot)
                report = report_round(match, is_open, waited, replaced=came)
            self._reported = snapshot, report
        return report

    # the game master's choices

    def _go_on(self) -> None:
        self._service.lead(self._id, self.snapshot.seating.lead_settings, goes_on=True)

    def _set_by_hand(self, is_on: bool) -> None:
        self._service.lead(self._id, replace(self.snapshot.seating.lead_settings, by_hand=is_on))

    def _ask(self, key: str, body: str, *choices: DialogChoice, **values: str) -> Push:
        """Return a question whose last answer is to cancel."""
        text = self.context.text
        title, body = text(f"together.{key}"), text(f"together.{body}", **values)
        back = DialogChoice(text("menu.back"))
        return Push(Dialog(self.context, title, body, [*choices, back]))

    def _ask_extend(self) -> Navigation:
        text = self.context.text

        def extend(seconds: int) -> None:
            lead_settings, now = self.snapshot.seating.lead_settings, int(self.context.apart.now())
            until = max(now, self.snapshot.until) + seconds
            self._service.lead(self._id, replace(lead_settings, wait_until=until))

        times = {"hour": 3600, "day": _DAY, "days": 3 * _DAY}
        choices = (
            DialogChoice(text(f"together.extend_by.{name}"), partial(extend, seconds))
            for name, seconds in times.items()
        )
        return self._ask("extend", "extend_about", *choices)

    def _ask_remind(self) -> Push:
        """Ask for the language of the reminder; the game master's is first."""

        def choice(language: Language) -> DialogChoice:
            return DialogChoice(language.own_name, partial(self._remind, language))

        catalogue = self.context.catalogue
        names = write_list(catalogue, waited_for(self.snapshot))
        languages = sorted(Language, key=lambda one: one is not catalogue.language)
        return self._ask("remind", "remind_about", *map(choice, languages), names=names)

    def _remind(self, language: Language) -> PressResult:
        """Remind the players in their programs, and copy the text for mail."""
        snapshot, table = self.snapshot, self.snapshot.table
        if table is None or table.call is None:
            return None
        self._service.remind(self._id)
        words = remind_text(
            load_catalogue(language),
            name_apart(self.context, snapshot),
            waited_for(snapshot),
            (table.calls, calls_of_match(table.opened.rules)),
            snapshot.until,
        )
        return self._notify(copied_words(self.context, words, words))

    def _ask_who(self, seat: int) -> Push:
        """Ask which applicant takes a free seat."""
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

        name = "".join(names_apart(snapshot)[seat : seat + 1])
        choices = (choice(*one) for one in requests.items())
        return self._ask("substitute", "substitute_about", *choices, name=name)

    def _ask_report(self) -> Push:
        text = self.context.text
        copy = DialogChoice(text("together.report_copy"), self._copy_report)
        save = DialogChoice(text("together.report_save"), self._save_report)
        return self._ask("report_title", "report_about", copy, save)

    def _copy_report(self) -> PressResult:
        report, snapshot = self.report(), self.snapshot
        if report is None or snapshot.table is None:
            return None
        title = name_apart(self.context, snapshot)
        words = report_text(self.context.catalogue, title, snapshot.table.opened.rules, report)
        done = self.context.text("together.report_copied")
        return self._notify(copied_words(self.context, words, done))

    def _save_report(self) -> None:
        report, snapshot = self.report(), self.snapshot
        if report is None or snapshot.table is None:
            return
        title = name_apart(self.context, snapshot)
        page = report_page(self.context.catalogue, title, snapshot.table.opened.rules, report)
        name = f"{snapshot.id.hex()[:8]}-{report.number}-{len(report.calls)}.html"
        saved = self._service.save_report(name, page)
        self._request.ask(saved, partial(report_saved, self.context))

    def _notify(self, words: str) -> Navigation:
        return Push(notice(self.context, words, self.context.text("together.desk")))

    # the scene

    def animate(self, dt: float) -> Pulse:
        if self.snapshot.is_gone:
            return Pulse(True, Pop())
        words = self._request.poll()
        if words is not None:
            return Pulse(True, self._notify(words))
        mark = (self.snapshot, int(self.context.apart.now()))
        if mark == self._mark:
            return Pulse()
        self._mark = mark
        return self.redraw()

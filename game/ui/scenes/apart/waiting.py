"""A table apart before its match: the invitation to send, and the players who have asked."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from game.net.journal.names import marked
from game.net.service.snapshots import SeatApplicant, TableSnapshot
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse, Push, Replace
from game.ui.frame.topics import labelled
from game.ui.layout.rects import DESIGN_SIZE
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    ActionBand,
    Column,
    ListRow,
    Maybe,
    PageScene,
    Panel,
    Row,
    Scroll,
    Sides,
    Sign,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.words import (
    copied_words,
    leader_words,
    name_apart,
    state_words,
    trouble_words,
)
from game.ui.scenes.shared.names import rules_name
from game.ui.scenes.shared.people_pictures import seat_picture
from game.ui.widgets import Toggle

_NARROW: Final = 1180
"""Units of page width below which seats have icons instead of words."""

_SWITCH: Final = 330
"""Units of width of the switches' words."""

_LINE_SIGNS: Final = 44
"""Characters of the invitation on a line."""


class WaitingScene(PageScene):
    """The page of a table before its match.

    The invitation admits its holder, so it stays hidden until the user shows it.
    """

    door = 3

    def __init__(self, context: Context, table: bytes, message: str = "") -> None:
        super().__init__(context)
        self._id, self._service = table, context.apart.service
        self.is_shown = False
        self._message = message
        self._known = self._service.changes

    @property
    def snapshot(self) -> TableSnapshot:
        """The latest snapshot of the table."""
        return self._service.snapshot(self._id)

    def page(self) -> Widget:
        snapshot = self.snapshot
        about = (
            Column(*self._nothing_yet(), gap=16, pad=(20, 30, 20, 0), align="left", share=1)
            if snapshot.table is None
            else Sides(self._invitation(), self._who(), gap=54, pad=(20, 10, 20, 0), share=1)
        )
        return self.headed(
            name_apart(self.context, snapshot),
            about,
            Row(
                Row(*self._links(), gap=34, stacks=True, share=1),
                self._action(),
                gap=34,
                pad=(20, 0, 0, 0),
            ),
        )

    def _nothing_yet(self) -> Iterator[Maybe]:
        """Yield the reason why no seats are known yet."""
        state = f"{state_words(self.context, self.snapshot)}."
        yield Text(state, "action", live=True, id=READ_WITH_HEADING, most=1000)
        yield from self._state_rows()
        yield self._code()

    def _about(self) -> str:
        """Return what to do with the invitation, or what the user waits for."""
        snapshot = self.snapshot
        asks = any(seat.name for seat in snapshot.seating.seats)
        about = "invitation" if snapshot.is_master else "joined" if asks else "watching"
        return self.context.text(f"together.{about}_about")

    def _state_rows(self) -> Iterator[Maybe]:
        """Yield the state of the table: what to wait for, its leader, an error or a message."""
        snapshot = self.snapshot
        trouble = trouble_words(self.context, snapshot)
        if snapshot.problem is None:
            yield Text(self._about(), "heading", "ink_soft", most=820)
        yield not snapshot.is_master and Text(leader_words(self.context, snapshot), most=820)
        yield Text(trouble or self._message, "label", "bad" if trouble else None, live=True)

    def _code(self) -> Maybe:
        """Return the invitation in lines, if it is shown."""
        code = self._service.invitation(self._id)
        wide = self.view.units_wide / (DESIGN_SIZE[0] * self.context.painter.least_word_scale)
        signs = round(_LINE_SIGNS * min(1.0, wide))
        lines = "\n".join(code[i : i + signs] for i in range(0, len(code), signs))
        return self.is_shown and Text(lines, "strong")

    def _invitation(self) -> Widget:
        heading = Text(self.context.text("together.invitation"), "title")
        return Panel(
            heading, *self._state_rows(), self._code(), gap=12, pad=0, align="left", share=50
        )

    @property
    def _begins(self) -> bool:
        """Whether the game master begins the match here, once all seats are taken."""
        snapshot = self.snapshot
        lets_in = snapshot.seating.lead_settings.lets_in
        return snapshot.is_master and lets_in and snapshot.table is not None

    @property
    def _is_full(self) -> bool:
        """Whether all seats are taken."""
        table, asking = self.snapshot.table, self.snapshot.asking
        seated = sum(not one.is_sent_away for one in asking)
        return table is not None and seated >= table.opened.seats

    def _links(self) -> Iterator[Widget]:
        """Yield the links on the invitation and the table, beside the likeliest action."""
        text = self.context.text
        if self.snapshot.must_send or (self._begins and self._is_full):
            copy = text("together.copy")
            yield WordLink(copy, self._copy_code, id="copy", shortcut=Action.COPY)
        yield WordLink(text("together.hide" if self.is_shown else "together.show"), self._turn)
        carry = partial(self._carry, copies=False)
        yield WordLink(text("together.carry"), carry, leads=True, id="carry")
        if self._begins and not self._is_full:
            why = text("together.seats_missing")
            yield WordLink(text("together.begin"), self._begin, why_disabled=why)

    def _action(self) -> ActionBand:
        """Return the likeliest action, as the yellow band."""
        text = self.context.text
        if self.snapshot.problem is not None:
            return ActionBand(text("menu.back"), Pop, icon=Icon.LEFT, id=MAIN)
        if self.snapshot.must_send:
            send = partial(self._carry, copies=True)
            return ActionBand(text("together.copy_turns"), send, icon=Icon.SEND, id=MAIN)
        if self._begins and self._is_full:
            return ActionBand(text("together.begin"), self._begin, icon=Icon.PLAY, id=MAIN)
        copy = text("together.copy")
        return ActionBand(copy, self._copy_code, icon=Icon.COPY, id=MAIN, shortcut=Action.COPY)

    def _carry(self, *, copies: bool) -> Navigation:
        return Push(CarryingScene(self.context, self._id, copies=copies))

    def _who(self) -> Widget:
        text, snapshot = self.context.text, self.snapshot
        assert snapshot.table is not None
        lead_settings, state = snapshot.seating.lead_settings, state_words(self.context, snapshot)
        coming = [one for one in snapshot.asking if not one.is_sent_away]
        seats = snapshot.table.opened.seats
        free = max(0, seats - len(coming))
        return Panel(
            Text(text("together.who"), "title"),
            Scroll(
                *(self._row(i, one, i < seats) for i, one in enumerate(coming)),
                *(self._free_row(len(coming) + i) for i in range(free)),
                *(self._row(0, one, False) for one in snapshot.asking if one.is_sent_away),
                gap=6,
            ),
            Spacer(size=22),
            Text(
                f"{rules_name(self.context, snapshot.table.opened.rules)} · {state}",
                "label",
                "ink_soft",
                live=state,
            ),
            snapshot.is_master
            and Toggle(
                text("together.lets_in"), lead_settings.lets_in, self._set_lets_in, column=_SWITCH
            ),
            Spacer(share=1),
            pad=0,
            align="left",
            share=50,
        )

    def _free_row(self, seat: int) -> Widget:
        text = self.context.text
        mark = seat_picture(self.context, None, Icon.PLUS)
        return ListRow(None, text("together.free_seat"), mark=mark, bleeds=False, id=("free", seat))

    def _row(self, seat: int, one: SeatApplicant, has_seat: bool) -> Widget:
        """Return the row of an applicant, whom the game master can send away or readmit."""
        state = "sent_away" if one.is_sent_away else "seated" if has_seat else "in_line"
        icons = {"seated": Icon.PERSON, "in_line": Icon.HOURGLASS, "sent_away": Icon.CLOSE}
        can_turn = self.snapshot.is_master and not one.is_here
        name, body = marked(one.name, one.mark), self.context.text(f"together.asking.{state}")
        turn = self.context.text(f"together.{'let_in' if one.is_sent_away else 'send_away'}")
        if one.mark:
            body = f"{body} · {self.context.text('together.same_name')}"
        return ListRow(
            partial(self._turn_away, one) if can_turn else None,
            name,
            body,
            can_turn and self._turn_words(turn, one),
            name_lines=2,
            mark=seat_picture(self.context, seat if has_seat else None, icons[state]),
            bleeds=False,
            live=not one.is_here
            and labelled((name, self.context.text(f"together.asking.{state}"))),
            id=one.key,
        )

    def _turn_words(self, words: str, one: SeatApplicant) -> Widget:
        """Return the words of a press on a row; an icon where room is short."""
        if self.view.units_wide < _NARROW:
            return Sign(Icon.CHECK if one.is_sent_away else Icon.CLOSE, reads=words)
        return Text(f"{words}\u00a0›", "label", align="right", lines=1)

    # actions

    def _begin(self) -> None:
        self._service.lead(self._id, self.snapshot.seating.lead_settings, goes_on=True)

    def _set_lets_in(self, is_on: bool) -> None:
        self._service.lead(self._id, replace(self.snapshot.seating.lead_settings, lets_in=is_on))

    def _turn_away(self, one: SeatApplicant) -> None:
        lead_settings = self.snapshot.seating.lead_settings
        away = set(lead_settings.sent_away) ^ {one.key.hex()}
        self._service.lead(self._id, replace(lead_settings, sent_away=tuple(sorted(away))))

    def _copy_code(self) -> None:
        done = self.context.text("together.copied")
        self._message = copied_words(self.context, self._service.invitation(self._id), done)

    def _turn(self) -> None:
        self.is_shown = not self.is_shown

    def enter(self) -> None:
        super().enter()
        self._known = -1

    def animate(self, dt: float) -> Pulse:
        if self.snapshot.is_gone:
            return Pulse(True, Pop())
        if self._service.changes == self._known:
            return STILL
        self._known = self._service.changes
        if self.snapshot.table is not None and self.snapshot.table.match is not None:
            return Pulse(True, Replace(self.context.routes.apart_next(self._id)))
        return self.redraw()

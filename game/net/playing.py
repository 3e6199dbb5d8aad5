"""Plays one table in one home: takes entries in, decides, stores what it signs, then sends it."""

import time
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Protocol

from game.net.engines import HouseEngines
from game.net.entries import (
    Begin,
    Body,
    Close,
    Entry,
    Leave,
    NetCall,
    NewSeat,
    Rematch,
    Sit,
    sign_entry,
)
from game.net.fold import Reading, Table, TableStage
from game.net.home import Desk, Draft, Home, KeptCard, KeptTable, Seating
from game.net.invitations import CardText, Invitation
from game.net.keys import Card, house_card, new_secret
from game.net.log import AddResult, Log
from game.net.master import GameMaster, SeatRequest, open_table
from game.net.pace import Delay, TableClock
from game.net.packets import unpack
from game.net.player import (
    answer_by_engine,
    answer_with,
    answering_seat,
    house_answers,
    may_leave,
    receipt_for,
    sit_of,
)
from game.net.refusals import Refused
from game.net.transports import (
    Transport,
    check_address,
    check_server,
    find_folder,
    invitation_url,
)
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset

PUT_BACK_SECONDS = 7 * 86_400
"""After the last close: by then everybody has it, and a club may forget it in its time."""

LOOK_SECONDS = 0.1
"""Seconds between two looks into a table's transport."""

MAX_HOUSE_CARDS = 32
"""Seats and substitutes that a game master's home plays at one table."""


_WHY = {AddResult.OTHER_TABLE: Fault.OTHER_TABLE, AddResult.TOO_MANY: Fault.NO_ROOM}


class PlayingStore(Protocol):
    """What `Playing` stores: a `game.net.home.KeptTable`, or memory in tests."""

    seating: Seating
    log: Log
    delay: Delay | None

    def keep_delay(self, delay: Delay) -> None:
        """Keep since when those who missed a call while the program was away have had time."""

    def drafts(self) -> dict[bytes, Draft]:
        """By author the turns that wait to be signed."""

    def keep_drafts(self, drafts: dict[bytes, Draft]) -> None:
        """Replace the drafts on the disk by these. Raises `OSError`."""

    def append(self, entry: Entry) -> None:
        """Keep an entry of this home for good before it leaves."""

    def take(self, entries: Iterable[Entry]) -> tuple[tuple[Entry, AddResult], ...]:
        """Take in what came by a transport; what became of each."""


@dataclass(slots=True)
class PlayingStep:
    """The result of one step: entries `said` here, entries that `came`, and what was refused."""

    said: list[Entry] = field(default_factory=list)
    came: list[Entry] = field(default_factory=list)
    refused: list[FormatError] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TableOpening:
    """The parameters with which a table is opened.

    `people` are names of those who play in this home, `bots` name and engine of its computers;
    the other seats are for who is invited. `server` is its URL, "" for this home's own where
    `is_hosted`; `folder` a shared one; with none of them packets go by hand.
    """

    rules: Ruleset
    seats: int
    seconds: int
    people: tuple[str, ...] = ()
    bots: tuple[tuple[str, str], ...] = ()
    is_hosted: bool = False
    server: str = ""
    folder: str = ""
    substitute: str | None = None
    desk: Desk = field(default_factory=Desk)


def start_table(
    home: Home,
    rules: Ruleset,
    seats: int,
    seconds: int,
    house: Iterable[KeptCard],
    url: str = "",
    substitute: str | None = None,
    *,
    folder: str | None = None,
    is_hosted: bool = False,
    desk: Desk | None = None,
    server: str = "",
) -> KeptTable:
    """Open a new table in this home, its game master's; the `house` sits down at the first step.

    The house's names and engines are taken from `house`, their cards made of the master's. `url` is
    what the invitation says, `server` the address that this home uses instead.
    """
    card = Card(new_secret())
    opening = sign_entry(card, b"", 1, b"", open_table(card, rules, seats, seconds))
    invitation = Invitation(opening.hash, new_secret(), url)
    sitting = [replace(kept, card=house_card(card, i)) for i, kept in enumerate(house)]
    cards = (KeptCard(card), *sitting)
    seating = Seating(invitation, cards, substitute, folder, is_hosted, desk or Desk(), server)
    return home.keep(seating, [opening])


def join_table(
    home: Home, invitation: Invitation, joining: KeptCard, folder: str | None = None
) -> KeptTable:
    """Keep another card at a table in this home; one that is kept already stays as it is.

    `folder` is where this home finds the table's packets, if not where the invitation says.
    """
    if invitation.table not in home.tables():
        return home.keep(Seating(invitation, (joining,), folder=folder))
    kept = home.table(invitation.table)
    seating = kept.seating
    if all(known.card != joining.card for known in seating.cards):
        seating = replace(seating, cards=(*seating.cards, joining))
    if folder is not None:
        seating = replace(seating, folder=folder)
    return kept if seating == kept.seating else home.keep(seating)


def open_by(home: Home, opening: TableOpening, hosted_url: str = "") -> KeptTable:
    """Open a table as it was asked for; `hosted_url` is where this home's own server is found.

    Raises `FormatError` for an address or folder that is none.
    """
    people = [KeptCard(Card(b""), name) for name in opening.people]
    bots = [KeptCard(Card(b""), name, engine) for name, engine in opening.bots]
    url, folder, server = "", None, ""
    if opening.is_hosted:
        url = hosted_url
    elif opening.folder:
        place = find_folder(opening.folder)
        url, folder = place.as_uri(), str(place)
    elif opening.server:
        check_server(opening.server)
        url, server = invitation_url(opening.server), opening.server
    return start_table(
        home, opening.rules, opening.seats, opening.seconds, [*people, *bots], url,
        opening.substitute, folder=folder, is_hosted=opening.is_hosted, desk=opening.desk,
        server=server,
    )  # fmt: skip


def join_by(
    home: Home, found: Invitation | CardText, name: str, folder: str = "", bot: str | None = None
) -> KeptTable:
    """Ask for a seat by an invitation, or go on with a key; a name that asked before stays one.

    Raises `FormatError` where the invitation's transport may not be used.
    """
    if isinstance(found, CardText):
        joining, invitation = KeptCard(found.card, "", bot), found.invitation
    else:
        joining, invitation = KeptCard(Card(new_secret()), name, bot), found
    named = str(find_folder(folder)) if folder else None
    if invitation.table in home.tables():
        known = home.table(invitation.table).seating.cards
        joining = next((c for c in known if c.name and c.name == joining.name), joining)
    elif named is None:
        check_address(invitation)
    return join_table(home, invitation, joining, named)


class Playing:
    """Plays every card of this home at one table. All decisions follow from what is stored.

    Its transports are read to their end before anything is signed. So an old copy of this home
    finds what it signed before, and never signs a second entry of the same number.
    """

    def __init__(
        self, kept: PlayingStore, engines: HouseEngines, transports: tuple[Transport, ...] = ()
    ) -> None:
        self.kept = kept
        self.reading = Reading(kept.log)
        self.transports = transports
        self._engines = engines
        self._pace = TableClock(kept.delay)
        self._master: GameMaster | None = None
        self._house: tuple[Card, ...] = ()
        self._step = PlayingStep()
        self._has_left_out = False
        self._sought: tuple[int, bytes | None, int] | None = None
        self.drafts = kept.drafts()
        """By author: turns that are signed as soon as they may be."""
        self._kept_drafts = dict(self.drafts)
        self.goes_on = False
        """Whether the game master has just asked for the next step of a table led by hand."""
        self.request: SeatRequest | None = None
        """Who the game master wants in a free seat."""

    @property
    def table(self) -> Table | None:
        """The table as far as it is known here."""
        return self.reading.table

    @property
    def master_card(self) -> Card | None:
        """The game master's card, if this is their home."""
        opening = self.kept.log.opening
        if opening is None:
            return None
        cards = (kept.card for kept in self.kept.seating.cards)
        return next((card for card in cards if card.author == opening.author), None)

    def step(self, now: int, step: PlayingStep | None = None) -> PlayingStep:
        """Take in, decide, keep and send, until nothing more is to be done at `now`.

        What happened is added to `step`. Raises `OSError` where a transport or the disk fails;
        what was kept until then stays.
        """
        step = step or PlayingStep()
        try:
            self._read_transports(step)
            self._seek(step)
            self.act(now, step)
            if not self._is_long_over(now):
                for transport in self.transports:
                    transport.send(self.kept.log)
        except OSError:
            self._pace.lose_transport()
            raise
        self._note_standing(now)
        return step

    def _read_transports(self, step: PlayingStep, *, to_the_end: bool = False) -> None:
        for transport in self.transports:
            entries, refused = transport.receive(to_the_end=to_the_end)
            step.refused += refused
            self.take(entries, step)

    def _is_long_over(self, clock: int) -> bool:
        """Whether a transport may forget the table: what is put back for ever never goes."""
        table = self.table
        is_over = table is not None and table.stage is TableStage.OVER
        return is_over and table is not None and clock > table.closed_at + PUT_BACK_SECONDS

    def _read_to_the_end(self) -> None:
        self._read_transports(self._step, to_the_end=True)

    def _note_standing(self, clock: int) -> None:
        """Note that the house's answers are sent, or the call where no seat is the house's."""
        table = self.table
        if table is None or table.call is None or self._master is None:
            return
        if house_answers(self.kept.log, table) is not None:
            self._pace.stand(table.call, self._pace.look(clock, table))

    def _seek(self, step: PlayingStep) -> None:
        """Read entries again for which there was no room: by now they may be known to count."""
        log = self.kept.log
        known = (self.reading.read, self.reading.waits_for, len(log.receipts()))
        if not self._has_left_out or known == self._sought:
            return
        self._sought, self._has_left_out = known, False
        for transport in self.transports:
            entries, _ = transport.receive(again=True)
            self.take(entries, step)

    def take_packet(self, sealed: bytes, step: PlayingStep) -> None:
        """Take in what a packet of this table holds."""
        unpacked = unpack(self.kept.seating.invitation.key, sealed)
        step.refused += unpacked.refused
        self.take(unpacked.entries, step)

    def take(self, entries: Iterable[Entry], step: PlayingStep) -> None:
        """Take in what came by any transport."""
        for entry, added in self.kept.take(entries):
            if added is AddResult.NEW:
                step.came.append(entry)
            elif added is not AddResult.KNOWN:
                self._has_left_out |= added is AddResult.TOO_MANY
                step.refused.append(FormatError(_WHY[added], entry.hash.hex()[:8]))
        self.reading.read_on()

    def act(self, now: int, step: PlayingStep) -> None:
        """Sign all that the cards of this home have to sign, one close at the most.

        The next one waits until others could hear of that.
        """
        while (said := self._next(now, step)) is not None:
            card, body = said
            step.said.append(self.say(card, body))
        if not self.transports:
            self._note_standing(now)
        self._keep_drafts()
        delay = self._pace.delay
        if delay is not None and delay != self.kept.delay:
            self.kept.keep_delay(delay)

    def hand_in(self, author: bytes, draft: Draft) -> None:
        """Sign a whole turn of a seat of this home as soon as that may be."""
        self.drafts[author] = draft
        self._keep_drafts()

    def _keep_drafts(self) -> None:
        # What cannot be kept is still signed, as long as this program runs.
        if self.drafts != self._kept_drafts:
            with suppress(OSError):
                self.kept.keep_drafts(self.drafts)
                self._kept_drafts = dict(self.drafts)

    def say(self, card: Card, body: Body) -> Entry:
        """Sign the next entry of a card and store it: nothing is sent that is not on the disk."""
        last = self.kept.log.last_by(card.author)
        number, before = (1, b"") if last is None else (last.number + 1, last.hash)
        table = self.kept.log.table
        entry = sign_entry(card, table, number, before, body)
        self.kept.append(entry)
        self.reading.read_on()
        return entry

    def leave(self, card: Card) -> None:
        """Give a card's seat up, if that is still possible."""
        table = self.table
        if table is not None and may_leave(self.kept.log, table, card.author):
            self.say(card, Leave())

    def invite_again(self, invitation: Invitation) -> None:
        """As the game master, invite everybody to another table, once after the last close."""
        master, table = self.master_card, self.table
        if master is None or table is None or table.opened.version == 1:
            return
        is_said = any(isinstance(e.body, Rematch) for e in self.kept.log.by(master.author))
        if table.stage is TableStage.OVER and not is_said and not self.reading.set_aside:
            self.say(master, Rematch(str(invitation)))

    def _next(self, clock: int, step: PlayingStep) -> tuple[Card, Body] | None:
        master = self.master_card
        now = clock if master is None else self._pace.look(clock, self.table)
        seats = self._seat_cards(master)
        for kept in seats:
            body = self._next_of_seat(kept, now)
            if body is not None:
                return kept.card, body
        if master is None or not self.kept.log.is_whole(master.author):
            return None
        house = frozenset(kept.card.author for kept in seats)
        if self._master is None or self._master.house != house:
            self._master = GameMaster(
                master, self._engines, house, self._pace, self._read_to_the_end
            )
        self._step = step
        has_closed = any(isinstance(entry.body, Close) for entry in step.said)
        if has_closed and self.table is not None and self.table.stage is TableStage.CALLED:
            return None
        desk = self.kept.seating.desk
        waits = desk.by_hand and not self.goes_on
        request = self.request
        substitute = None if waits else self.kept.seating.substitute
        if request is not None:
            substitute = request.engine
        if substitute is not None and self._master.needs_substitute(self.reading, desk, request):
            card = self._free_house_card(master)
            if card is not None:
                return card, Sit(substitute, substitute)
        is_held = not self.goes_on and _is_asked_for(desk, self.table)
        if is_held and request is None:
            return None
        body = self._master.next_body(self.reading, clock, desk, request)
        if isinstance(body, NewSeat) and request is not None and body.seat == request.seat:
            self.request = None
        elif body is None or is_held:
            return None
        if isinstance(body, Begin | Close | NetCall):
            # One step is asked for at a time; a substitute comes on the way to the next call.
            self.goes_on = False
        if isinstance(body, NetCall):
            # Who was asked for has gone, or no seat was free: nobody else comes instead.
            self.request = None
        return master, body

    @property
    def waits_to_go_on(self) -> bool:
        """Whether the game master could begin, close the call, or call, now, and is waited for."""
        desk = self.kept.seating.desk
        if self._master is None or not _is_asked_for(desk, self.table):
            return False
        return self._master.can_go_on(self.reading, desk)

    def _next_of_seat(self, kept: KeptCard, now: int) -> Body | None:
        log, author = self.kept.log, kept.card.author
        if not log.is_whole(author):
            return None
        sit = sit_of(log, author)
        if sit is None:
            # A card without a name came from elsewhere; what it is the logs will say.
            return Sit(kept.name, kept.bot) if kept.name else None
        body = self._next_of_draft(kept.card)
        if body is not None:
            return body
        bot = kept.bot or sit.bot
        answer = answer_by_engine(self.reading, kept.card, self._engines, bot, now)
        return answer or receipt_for(self.reading, author)

    def _next_of_draft(self, card: Card) -> Body | None:
        """The turn that was handed in, once it can be signed; one that cannot be is dropped."""
        draft, table = self.drafts.get(card.author), self.reading.table
        if draft is None or table is None or table.call is None:
            return None
        if draft.call == table.call.hash and answering_seat(self.reading, card) is None:
            return None
        del self.drafts[card.author]
        if draft.call != table.call.hash:
            return None
        try:
            return answer_with(self.reading, card, draft.text)
        except Refused:
            return None

    def _seat_cards(self, master: Card | None) -> tuple[KeptCard, ...]:
        """Return the cards of this home's seats: stored ones, and those derived from the
        master's card.
        """
        cards = [kept for kept in self.kept.seating.cards if kept.card != master]
        known = {kept.card.author for kept in cards}
        for card in self._house_cards(master):
            if card.author not in known and sit_of(self.kept.log, card.author) is not None:
                cards.append(KeptCard(card))
        return tuple(cards)

    def _free_house_card(self, master: Card) -> Card | None:
        log = self.kept.log
        return next((c for c in self._house_cards(master) if not log.at(c.author, 1)), None)

    def _house_cards(self, master: Card | None) -> tuple[Card, ...]:
        if master is not None and not self._house:
            self._house = tuple(house_card(master, i) for i in range(MAX_HOUSE_CARDS))
        return self._house


def play_on(
    playing: Playing,
    reach: Callable[[], Transport | None],
    prepare: Callable[[], None] = lambda: None,
    now: Callable[[], float] = time.time,
) -> Generator[PlayingStep | OSError | FormatError, None, None]:
    """Play a table by its transport until nobody asks for more: each step, or why it failed.

    `reach` opens the transport, once more where that failed; `prepare` is done before each step.
    """
    transport: Transport | None = None
    try:
        while True:
            try:
                if transport is None:
                    transport = reach()
                    playing.transports = () if transport is None else (transport,)
                prepare()
                yield playing.step(int(now()))
            except (OSError, FormatError) as error:
                yield error
            (time.sleep if transport is None else transport.wait)(LOOK_SECONDS)
    finally:
        if transport is not None:
            transport.close()


def _is_asked_for(desk: Desk, table: Table | None) -> bool:
    """Whether the game master says when the table's next step comes."""
    has_begun = table is not None and table.stage is not TableStage.OPENING
    return desk.by_hand if has_begun else desk.lets_in

"""The setup of a table: the rules, the players, and how it is called and timed.

A record holds rules and players; the rest travels in the record's `meta` under one key, so that
a saved match continues with its colours, clock and edition.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final

from game.play.editions import CallerRule
from game.rules.marks import HANDICAPS, Mark
from game.rules.meta import ROOM_KEY, TABLE_KEY, read_meta
from game.rules.ruleset import MOST_BOARDS, CallRule, Ruleset

if TYPE_CHECKING:
    from game.rules.match import Match, Player

CALLER_KEY: Final = "caller"
"""The `meta` key of a match that is only called here; see `game.play.caller`."""

LONGEST_ANSWER: Final = 86400
"""Most seconds of an answer in a saved table; the game writes fewer."""

SEAT_COLOURS: Final = (
    "red",
    "blue",
    "green",
    "yellow",
    "purple",
    "orange",
    "turquoise",
    "grey",
)
"""The colours of the boxed sets, the last two for a real table of eight (V6); a seat has one."""

AVATARS: Final = (
    "sun",
    "moon",
    "star",
    "daffodil",
    "leaf",
    "mushroom",
    "honeycomb",
    "rabbit",
    "cat",
    "hedgehog",
    "frog",
    "fish",
    "turtle",
    "snail",
    "butterfly",
)
"""The pictures that a person can choose to be shown by, in the seat's colour."""


def known_avatar(name: Any) -> str:
    """Return an avatar's name; "" for any other value."""
    return next((avatar for avatar in AVATARS if avatar == name), "")


def is_called(match: Match) -> bool:
    """Whether a saved match is only called here and played with the box on a real table."""
    return read_meta(match.meta).is_object(CALLER_KEY)


def has_progress(match: Match) -> bool:
    """Whether starting again would lose a placement or, in a called match, a call."""
    rounds = match.rounds
    if read_meta(match.meta).object(ROOM_KEY).text("at"):
        # A seat at another program's room is its way back.
        return True
    if is_called(match):
        return any(played.calls for played in rounds)
    return len(rounds) > 1 or any(seat.position.filled for r in rounds for seat in r.seats)


def handicaps_of(call: CallRule, answer_seconds: int | None, *, is_blind: bool) -> frozenset[Mark]:
    """Return the handicaps of these choices; the league's clock is a rule and none (M1)."""
    is_timed = answer_seconds is not None and call is not CallRule.MAIL
    return frozenset({Mark.TIMED} if is_timed else ()) | ({Mark.BLIND} if is_blind else set())


@dataclass(frozen=True, slots=True)
class TableSetup:
    """The setup of a table: how its match starts.

    `edition` names a card of `seeds/editions`, "" for the player's own choices. `colours` has one
    of `SEAT_COLOURS` for each player, `avatars` one of `AVATARS` or "" for each, or is () if no
    player has chosen one. `answer_seconds` limits each answer, in a league (M1) or a timed game;
    None is no limit. `has_hidden_boards` hides the others' boards at one screen; in a blind game
    people's tiles are face down. `marks` are the reasons why the match is no first, unaided
    attempt. `daily` is the day of a daily deal, `begun` the local time at its start (with zone),
    and `challenge` a challenge's name. `phones` are the seats that are played on phones, `owner` is
    the one among them that the player of this installation has, or None.

    `rules` are played by `players`, in seat order; `seed` deals the tiles, `caller` draws them.
    `substitutes` are the engines that may take a seat that is left. `is_blind` makes the game a
    blind one.
    """

    rules: Ruleset
    players: tuple[Player, ...]
    seed: str
    edition: str = ""
    caller: CallerRule = CallerRule.COMPUTER
    colours: tuple[str, ...] = ()
    answer_seconds: int | None = None
    has_hidden_boards: bool = False
    substitutes: tuple[str, ...] = ()
    marks: frozenset[Mark] = frozenset()
    is_blind: bool = False
    daily: date | None = None
    begun: datetime | None = None
    challenge: str = ""
    avatars: tuple[str, ...] = ()
    phones: frozenset[int] = frozenset()
    owner: int | None = None

    @property
    def is_timed(self) -> bool:
        """Whether answers have a time limit that is no league's."""
        return Mark.TIMED in self.handicaps

    @property
    def handicaps(self) -> frozenset[Mark]:
        """The handicaps of the table; they are marks in its record too."""
        return handicaps_of(self.rules.call, self.answer_seconds, is_blind=self.is_blind)

    def marked(self, *marks: Mark) -> TableSetup:
        """Return the same table with more marks."""
        return replace(self, marks=self.marks | {*marks})

    def colour_of(self, seat: int) -> str:
        """Return the seat's colour; seats without a choice take the colours in order."""
        if seat < len(self.colours):
            return self.colours[seat]
        return SEAT_COLOURS[seat % len(SEAT_COLOURS)]

    def avatar_of(self, seat: int) -> str:
        """Return the avatar that a person has chosen; "" for none and for computers."""
        is_bot = self.players[seat].bot is not None
        return "" if is_bot or seat >= len(self.avatars) else self.avatars[seat]

    def to_meta(self, meta: str | None = None) -> str:
        """Write this table into a record's `meta`, keeping all other keys of `meta`."""
        table: dict[str, Any] = {
            "seed": self.seed,
            "edition": self.edition,
            "caller": self.caller.value,
            "colours": [self.colour_of(i) for i in range(len(self.players))],
            "answer_seconds": self.answer_seconds,
            "hidden": self.has_hidden_boards,
            "substitutes": list(self.substitutes),
            "blind": self.is_blind,
            "marks": sorted(self.marks | self.handicaps),
        }
        if self.phones:
            table["phones"] = sorted(self.phones)
        if self.owner is not None:
            table["owner"] = self.owner
        if any(self.avatars):
            table["avatars"] = list(self.avatars)
        if self.daily is not None:
            table["daily"] = self.daily.isoformat()
        if self.begun is not None:
            table["begun"] = self.begun.isoformat(timespec="seconds")
        if self.challenge:
            table["challenge"] = self.challenge
        rest = json.loads(meta) if meta else {}
        return json.dumps(rest | {TABLE_KEY: table}, ensure_ascii=False)

    @classmethod
    def from_match(cls, match: Match) -> TableSetup:
        """Read the table of a saved match; missing or invalid fields get their defaults."""
        table = read_meta(match.meta).object(TABLE_KEY)
        seeds = [r.seed for r in match.rounds if r.seed]
        limit = table.whole("answer_seconds")
        caller = table.text("caller", CallerRule.COMPUTER)
        marks = {*table.texts("marks")}
        return cls(
            match.rules,
            match.players,
            table.text("seed", seeds[0] if seeds else "table"),
            table.text("edition"),
            CallerRule(caller) if caller in tuple(CallerRule) else CallerRule.COMPUTER,
            tuple(
                colour if colour in SEAT_COLOURS else SEAT_COLOURS[i]
                for i, colour in enumerate(table.items("colours")[:MOST_BOARDS])
            ),
            None if limit is None else min(max(1, limit), LONGEST_ANSWER),
            table.is_true("hidden"),
            table.texts("substitutes"),
            frozenset(mark for mark in Mark if mark in marks) - HANDICAPS,
            table.is_true("blind"),
            daily=table.day("daily"),
            begun=table.time("begun"),
            challenge=table.text("challenge"),
            # A match that is over is played again at one screen, where no phone sits.
            phones=frozenset() if match.is_complete else table.wholes("phones"),
            owner=None if match.is_complete else table.whole("owner"),
            avatars=tuple(known_avatar(name) for name in table.items("avatars")[:MOST_BOARDS]),
        )

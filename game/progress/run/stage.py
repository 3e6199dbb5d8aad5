"""One stage while it is played: calls, placements and uses of aces, each a new value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.progress.run.aces import Ace
from game.progress.run.deck import AceUse, Deck, UseKind, new_deck, use_ace
from game.progress.run.ladder import rules_of
from game.progress.run.state import RunState
from game.rules.errors import Fault, FormatError
from game.rules.match import Match, Player, apply, new_match
from game.rules.moves import BeginRound, Call, Move
from game.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class StagePlay:
    """A stage of a run. `match` is its one round as it stands, the player in seat 0.

    `ready` is the match before the open call and `opened` the match just after it; `previous` holds
    the call before as it was opened, and its deck, to which a second thought leads back. `choice`
    has the tiles to choose from while `EITHER` asks which one is not called.
    """

    run: RunState
    match: Match
    deck: Deck
    ready: Match
    opened: Match
    uses: tuple[AceUse, ...] = ()
    choice: tuple[Tile, ...] = ()
    previous: tuple[Match, Deck] | None = None

    @property
    def preview(self) -> Tile | None:
        """The next tile of the deck, for who holds the ace that shows it."""
        return self.deck.tiles[0] if self.run.count(Ace.PREVIEW) else None

    @property
    def call(self) -> int:
        """The index of the open call; -1 before the first."""
        return len(self.match.round.calls) - 1

    def can_use(self, kind: UseKind) -> bool:
        """Whether an ace can be used now: before the first placement of the open call."""
        most = self.run.uses_of(kind)
        is_spent = most is not None and sum(use.kind is kind for use in self.uses) >= most
        if is_spent or self.call < 0 or self.match != self.opened:
            return False
        if kind is UseKind.SECOND_THOUGHT:
            others = (use for use in self.uses if use.kind is not kind)
            return self.previous is not None and all(use.call < self.call for use in others)
        # Whoever has thought again knows the tile that an ace would draw.
        return all(use.call <= self.call for use in self.uses)


def begin_stage(run: RunState, player: str) -> StagePlay:
    """Return the run's next stage before its first call."""
    rules = rules_of(run.stage)
    match, _ = apply(new_match(rules, (Player(player),)), BeginRound(seed=run.stage_seed))
    return StagePlay(run, match, new_deck(rules, run.stage_seed), match, match)


def call_next(play: StagePlay) -> StagePlay:
    """Return the stage after its next call. Raises `IllegalMove` while one is open, and after the
    last.
    """
    index = play.call + 1
    tiles, deck = play.deck.draw(sum(play.match.rules.call_sizes[index : index + 1]))
    opened, _ = apply(play.match, Call(tiles))
    previous = (play.opened, play.deck) if play.call >= 0 else None
    return replace(
        play, match=opened, deck=deck, ready=play.match, opened=opened, previous=previous
    )


def move(play: StagePlay, made: Move) -> StagePlay:
    """Return the stage after a placement, a take-back within the call or closing moves.

    Raises `IllegalMove`, and `FormatError` while a choice is open.
    """
    if play.choice:
        raise FormatError(Fault.NOT_HELD, ace=UseKind.EITHER)
    return replace(play, match=apply(play.match, made)[0])


def open_choice(play: StagePlay) -> StagePlay:
    """Return the stage with one more tile drawn, of which one is not called (`EITHER`).

    Raises `FormatError` where the ace cannot be used.
    """
    if not play.can_use(UseKind.EITHER) or play.choice:
        raise FormatError(Fault.NOT_HELD, ace=UseKind.EITHER)
    other = play.deck.tiles[:1]
    return replace(play, choice=(*play.match.round.calls[-1], *other))


def use(play: StagePlay, kind: UseKind, tile: Tile | None = None) -> StagePlay:
    """Return the stage after an ace was used, on a tile as `AceUse` says.

    A second thought leads back to the call before, as it was opened; the tiles of the open call
    come next again. Raises `FormatError` where it cannot be used so.
    """
    if not play.can_use(kind) or bool(play.choice) != (kind is UseKind.EITHER):
        raise FormatError(Fault.NOT_HELD, ace=kind)
    used = AceUse(play.call, kind, tile)
    if kind is UseKind.SECOND_THOUGHT:
        assert play.previous is not None
        opened, deck = play.previous
        return replace(
            play,
            match=opened,
            opened=opened,
            deck=deck,
            uses=(*play.uses, used),
            previous=None,
        )
    tiles, deck = use_ace(play.match.round.calls[-1], play.deck, used)
    opened, _ = apply(play.ready, Call(tiles))
    return replace(play, match=opened, opened=opened, deck=deck, uses=(*play.uses, used), choice=())

"""Matches that are advanced to the next decision, and their deals."""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from game.rules.deal import Calls, deal_calls, round_seed
from game.rules.match import Match, apply
from game.rules.moves import BeginRound, Call, Finish, Place
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset

Dealer: TypeAlias = Callable[[int], Calls]
"""A function that returns the calls of a round by its index."""


def as_rules(rules: Ruleset | str) -> Ruleset:
    """Return rules given as such or as text. Raises `FormatError` or `RulesetError`."""
    return Ruleset.parse(rules) if isinstance(rules, str) else rules


def checked_action(action: Any, actions: int) -> int:
    """Return an action as an int: a whole number from 0 to `actions` - 1.

    Stable-Baselines3 predicts arrays of one number, which are accepted. Raises `ValueError` for
    anything else.
    """
    chosen = np.asarray(action)
    if chosen.size != 1 or not np.issubdtype(chosen.dtype, np.integer):
        raise ValueError(f"action {action!r} is none of 0 to {actions - 1}")
    if not 0 <= (number := int(chosen.reshape(-1)[0])) < actions:
        raise ValueError(f"action {action!r} is none of 0 to {actions - 1}")
    return number


def checked_seed(seed: Any) -> str:
    """Return a deal's seed as text. Raises `ValueError` unless it is a text or a whole number."""
    if isinstance(seed, bool) or not isinstance(seed, str | int | np.integer):
        raise ValueError(f"the option 'seed' is {seed!r}, not a text or a whole number")
    return str(seed)


def option_of(options: Mapping[str, Any] | None, name: str, *, warns: bool = False) -> Any:
    """Return the only option of `reset`; None if it is not given.

    Raises `ValueError` for any other option; with `warns` only warn.
    """
    unknown = sorted(set(options or ()) - {name})
    if unknown:
        problem = f"reset knows no option {unknown[0]!r}, only {name!r}"
        if not warns:
            raise ValueError(problem)
        warnings.warn(problem, stacklevel=3)
    return None if options is None else options.get(name)


@dataclass(slots=True)
class SeedDealer:
    """The deals of a seed, as `take-it-easy deal` prints them; each round is cached."""

    rules: Ruleset
    seed: str
    _known: dict[int, Calls] = field(default_factory=dict)

    def __call__(self, index: int) -> Calls:
        """Return the calls of round `index`."""
        if index not in self._known:
            self._known[index] = deal_calls(self.rules, round_seed(self.seed, index))
        return self._known[index]


def random_seed(random: np.random.Generator) -> str:
    """Return a random seed for a deal."""
    return str(random.integers(1 << 62))


def advance(match: Match, deal: Dealer) -> Match:
    """Begin rounds and make calls until a seat must decide or the match is over."""
    while not match.is_complete:
        if not match.rounds or match.round.is_complete(match.rules):
            match, _ = apply(match, BeginRound())
        elif match.is_ready_for_call:
            calls = deal(len(match.rounds) - 1)
            match, _ = apply(match, Call(calls[len(match.round.calls)]))
        else:
            break
    return match


def act(
    match: Match,
    index: int,
    placement: Placement | None,
    closing: tuple[Placement, ...],
) -> tuple[Match, tuple[Placement, ...]]:
    """Return the match and the seat's `closing` moves so far after an action of the seat.

    If its hand is empty, a placement is a closing move, and None ends them.
    """
    if match.round.seats[index].hand:
        assert placement is not None
        return apply(match, Place(index, placement.tile, placement.space))[0], closing
    if placement is not None:
        return match, (*closing, placement)
    return apply(match, Finish(index, closing))[0], ()


def is_waited_for(match: Match, index: int) -> bool:
    """Whether a seat has tiles to place or closing moves to choose."""
    if not match.rounds:
        return False
    seat = match.round.seats[index]
    return bool(seat.hand) or (seat.has_played(match.rules) and not seat.is_done(match.rules))

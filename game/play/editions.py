"""The edition cards of `seeds/editions`: a named set of choices for each printed text (V2).

A card says by which rules, with how many players, rounds and which caller an edition is
played, and states facts about it. Words are not in it: the catalogue has them by the card's
name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from game.play.session import CallerRule
from game.resources import seed_file
from game.rules.boards import BoardName
from game.rules.errors import RulesetError
from game.rules.ruleset import (
    MAX_PLAYERS,
    MOST_ROUNDS,
    BonusRule,
    CallRule,
    PlacementRule,
    RayRule,
    Ruleset,
)

_Choice = TypeVar("_Choice", bound=StrEnum)


class EditionError(Exception):
    """A card that cannot be used: the file, the key and the reason, in English."""

    def __init__(self, path: Path, key: str, reason: str) -> None:
        self.path = path
        self.key = key
        self.reason = reason
        super().__init__(f"{path.name}: {key}: {reason}" if key else f"{path.name}: {reason}")


@dataclass(frozen=True, slots=True)
class Example:
    """A reckoning printed in the text: `before` and each length × number make `points`."""

    lines: tuple[tuple[int, int], ...]
    points: int
    before: int = 0

    @property
    def terms(self) -> tuple[int, ...]:
        """What is added up."""
        first = (self.before,) if self.before else ()
        return (*first, *(length * number for length, number in self.lines))


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known about one round of an edition; None where nobody has proved it yet."""

    maximum: int | None = None
    maximum_boards: int | None = None
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """One card. `name` is the file's and what `--edition` takes, `text` the short name of the
    printed text; `players` are the fewest and the most, `usual` how many a new table has.
    """

    name: str
    text: str
    place: int
    rules: Ruleset
    players: tuple[int, int]
    usual: int
    caller: CallerRule
    answer_seconds: int | None
    facts: Facts


@cache
def all_editions() -> tuple[Edition, ...]:
    """The edition cards in their order. Raises `EditionError`."""
    return read_editions(seed_file("editions"))


def find_edition(name: str) -> Edition | None:
    """The card of that name, `None` if there is none."""
    return next((card for card in all_editions() if card.name == name), None)


def read_editions(directory: Path) -> tuple[Edition, ...]:
    """All cards of a directory in their order. Raises `EditionError`."""
    found = [read_edition(path) for path in sorted(directory.glob("*.toml"))]
    if not found:
        raise EditionError(directory, "", "holds no edition")
    for key in ("place", "text"):
        seen: dict[object, Edition] = {}
        for edition in found:
            value = getattr(edition, key)
            if value in seen:
                path = directory / f"{edition.name}.toml"
                raise EditionError(path, key, f"{value!r} is {seen[value].name}'s already")
            seen[value] = edition
    return tuple(sorted(found, key=lambda edition: edition.place))


def read_edition(path: Path) -> Edition:
    """One card. Raises `EditionError`."""
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise EditionError(path, "", str(error)) from error
    card = _Table(path, "", tree)
    rules, table = card.table("rules"), card.table("table")
    facts = card.table("facts")
    players = table.numbers("players", 2, MAX_PLAYERS)
    if players[0] > players[1]:
        raise table.error("players", "the fewest come first")
    edition = Edition(
        path.stem,
        card.text("text"),
        card.number("place", 1, 99),
        _read_rules(rules, table.number("rounds", 1, MOST_ROUNDS)),
        (players[0], players[1]),
        table.number("usual", players[0], players[1]),
        table.choice("caller", CallerRule),
        table.number("answer_seconds", 1, 86_400) if "answer_seconds" in table.tree else None,
        _read_facts(facts),
    )
    for part in (card, rules, table, facts):
        part.refuse_unknown()
    return edition


class _Table:
    """One TOML table that remembers which of its keys were asked for."""

    def __init__(self, path: Path, prefix: str, tree: Mapping[str, Any]) -> None:
        self.path = path
        self.prefix = prefix
        self.tree = tree
        self._asked: set[str] = set()

    def error(self, key: str, reason: str) -> EditionError:
        return EditionError(self.path, f"{self.prefix}{key}", reason)

    def refuse_unknown(self) -> None:
        for key in self.tree:
            if key not in self._asked:
                raise self.error(key, "is no key of a card")

    def value(self, key: str) -> Any:
        self._asked.add(key)
        if key not in self.tree:
            raise self.error(key, "is missing")
        return self.tree[key]

    def table(self, key: str) -> _Table:
        value = self.value(key)
        if not isinstance(value, dict):
            raise self.error(key, "is not a table")
        return _Table(self.path, f"{self.prefix}{key}.", value)

    def tables(self, key: str) -> tuple[_Table, ...]:
        value = self.value(key) if key in self.tree else []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.error(key, "is not a list of tables")
        return tuple(
            _Table(self.path, f"{self.prefix}{key}[{i}].", item) for i, item in enumerate(value)
        )

    def text(self, key: str) -> str:
        value = self.value(key)
        if not isinstance(value, str) or not value:
            raise self.error(key, "is not a text")
        return value

    def number(self, key: str, least: int, most: int) -> int:
        return self._number(key, self.value(key), least, most)

    def _number(self, key: str, value: object, least: int, most: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.error(key, f"is not a number from {least} to {most}: {value!r}")
        return value

    def numbers(self, key: str, count: int, most: int) -> tuple[int, ...]:
        value = self.value(key)
        if not isinstance(value, list) or len(value) != count:
            raise self.error(key, f"is not a list of {count} numbers")
        return tuple(self._number(key, item, 1, most) for item in value)

    def choice(self, key: str, kind: type[_Choice]) -> _Choice:
        value = self.value(key)
        try:
            return kind(value)
        except ValueError:
            known = ", ".join(member.value for member in kind)
            raise self.error(key, f"{value!r} is none of {known}") from None


def _read_rules(rules: _Table, rounds: int) -> Ruleset:
    try:
        return Ruleset(
            rules.choice("board", BoardName),
            rules.choice("placement", PlacementRule),
            rules.choice("call", CallRule),
            rules.choice("rays", RayRule),
            rules.number("daffodil", 1, 4) if "daffodil" in rules.tree else None,
            rules.choice("bonus", BonusRule) if "bonus" in rules.tree else None,
            rounds,
        )
    except RulesetError as error:
        raise EditionError(rules.path, rules.prefix.rstrip("."), str(error)) from None


def _read_facts(facts: _Table) -> Facts:
    examples = []
    for table in facts.tables("examples"):
        pairs = table.value("lines")
        if not isinstance(pairs, list) or not pairs:
            raise table.error("lines", "is not a list of lengths and numbers")
        for pair in pairs:
            if not (
                isinstance(pair, list)
                and len(pair) == 2
                and all(type(n) is int and 1 <= n <= _LONGEST_OR_HIGHEST for n in pair)
            ):
                raise table.error("lines", f"is no length and number: {pair!r}")
        before = table.number("before", 1, _MOST_POINTS) if "before" in table.tree else 0
        example = Example(
            tuple((length, number) for length, number in pairs),
            table.number("points", 1, _MOST_POINTS),
            before,
        )
        if sum(example.terms) != example.points:
            raise table.error("points", f"the lines make {sum(example.terms)}")
        table.refuse_unknown()
        examples.append(example)
    keys = ("maximum", "maximum_boards")
    maximum, boards = (facts.number(k, 1, _MOST_POINTS) if k in facts.tree else None for k in keys)
    if boards is not None and maximum is None:
        raise facts.error("maximum", "is missing beside maximum_boards")
    return Facts(maximum, boards, tuple(examples))


_LONGEST_OR_HIGHEST: Final = 9
_MOST_POINTS: Final = 100_000

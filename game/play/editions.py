"""The edition cards of `seeds/editions`: a named set of choices for each printed text (V2).

A card has the rules, numbers of players, rounds and caller of an edition, and facts about it. Its
texts are in the catalogues, by the card's name.
"""

from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.resources import read_table, seed_file
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import fields_of, list_of, refusing_at, text_of
from game.rules.ruleset import MAX_PLAYERS, Ruleset

_LONGEST_OR_HIGHEST: Final = 9
_MOST_POINTS: Final = 100_000


class CallerRule(StrEnum):
    """The choices of the caller (C5)."""

    ROTATING = "rotating"
    FIRST = "first"
    COMPUTER = "computer"


class PrintedExample(NamedTuple):
    """A printed calculation: `before` plus the product of each length and number is `points`."""

    lines: tuple[tuple[int, int], ...]
    points: int
    before: int = 0

    @property
    def terms(self) -> tuple[int, ...]:
        """The terms of the sum."""
        first = (self.before,) if self.before else ()
        return (*first, *(length * number for length, number in self.lines))


class Facts(NamedTuple):
    """Facts about one round of an edition; None for a maximum that is not proved."""

    maximum: int | None = None
    maximum_boards: int | None = None
    examples: tuple[PrintedExample, ...] = ()


class Edition(NamedTuple):
    """One card. `name` is the file's name and the value of `--edition`.

    `text` is the short name of the printed text, `players` the fewest and the most, `usual` the
    number at a new table.

    `place` is the order on the setup, `rules` the card's ruleset, `caller` and `answer_seconds` its
    usual caller and time limit (None for none), `facts` its printed figures.
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
    """Return the edition cards in their order. Raises `FormatError`."""
    return read_editions(seed_file("editions"))


def find_edition(name: str) -> Edition | None:
    """Return the card of that name, or None."""
    return next((card for card in all_editions() if card.name == name), None)


def read_editions(directory: Path) -> tuple[Edition, ...]:
    """Return all cards of a directory in their order. Raises `FormatError`."""
    cards = [read_edition(path) for path in sorted(directory.glob("*.toml"))]
    if not cards:
        raise FormatError(Fault.NO_EDITION, str(directory))
    for key in ("place", "text"):
        taken: dict[object, str] = {}
        for edition in cards:
            value = getattr(edition, key)
            if value in taken:
                where = f"{edition.name}.toml: {key}"
                raise FormatError(Fault.TAKEN, where, value=repr(value), name=taken[value])
            taken[value] = edition.name
    return tuple(sorted(cards, key=lambda edition: edition.place))


def read_edition(path: Path) -> Edition:
    """Read one card. Raises `FormatError` with the file and the key."""
    tree = read_table(path)
    where = path.name
    card = fields_of(tree, where, ("text", "place", "rules", "table"), ("facts",))
    with refusing_at(f"{where}: rules"):
        rules = Ruleset.parse(text_of(card["rules"], f"{where}: rules"))
    facts, where = _read_facts(card.get("facts", {}), f"{where}: facts"), f"{where}: table"
    table = fields_of(card["table"], where, ("players", "usual", "caller"), ("answer_seconds",))
    fewest, most = _pair(table["players"], f"{where}.players", MAX_PLAYERS)
    if fewest > most:
        raise FormatError(Fault.FEWEST_FIRST, f"{where}.players")
    caller, seconds = table["caller"], table.get("answer_seconds")
    if caller not in list(CallerRule):
        raise FormatError(
            Fault.NONE_OF, f"{where}.caller", value=repr(caller), known=", ".join(CallerRule)
        )
    if seconds is not None:
        _number(seconds, f"{where}.answer_seconds", 1, 86_400)
    return Edition(
        path.stem,
        text_of(card["text"], f"{path.name}: text"),
        _number(card["place"], f"{path.name}: place", 1, 99),
        rules,
        (fewest, most),
        _number(table["usual"], f"{where}.usual", fewest, most),
        CallerRule(caller),
        seconds,
        facts,
    )


def _number(value: Any, where: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise FormatError(Fault.OUT_OF_RANGE, where, least=least, most=most, value=repr(value))
    return value


def _pair(value: Any, where: str, most: int) -> tuple[int, int]:
    if len(list_of(value, where)) != 2:
        raise FormatError(Fault.NOT_A_PAIR, where)
    return _number(value[0], where, 1, most), _number(value[1], where, 1, most)


def _read_facts(value: Any, where: str) -> Facts:
    facts = fields_of(value, where, (), ("maximum", "maximum_boards", "examples"))
    examples = []
    for i, item in enumerate(list_of(facts.get("examples", []), f"{where}.examples")):
        at = f"{where}.examples[{i}]"
        table = fields_of(item, at, ("lines", "points"), ("before",))
        pairs = list_of(table["lines"], f"{at}.lines")
        lines = tuple(_pair(pair, f"{at}.lines", _LONGEST_OR_HIGHEST) for pair in pairs)
        points = _number(table["points"], f"{at}.points", 1, _MOST_POINTS)
        before = _number(table.get("before", 0), f"{at}.before", 0, _MOST_POINTS)
        example = PrintedExample(lines, points, before)
        if sum(example.terms) != points:
            raise FormatError(Fault.WRONG_SUM, f"{at}.points", points=sum(example.terms))
        examples.append(example)
    maximum, boards = (
        _number(facts[key], f"{where}.{key}", 1, _MOST_POINTS) if key in facts else None
        for key in ("maximum", "maximum_boards")
    )
    if boards is not None and maximum is None:
        raise FormatError(Fault.NO_MAXIMUM, f"{where}.maximum")
    return Facts(maximum, boards, tuple(examples))

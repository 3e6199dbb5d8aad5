"""The example positions of the rules' pages; all figures beside them are computed from these."""

from dataclasses import dataclass
from pathlib import Path

from game.resources import read_table
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import fields_of, refusing_at, text_of
from game.rules.moves import parse_placement
from game.rules.placement import ASIDE_INDEX, Position, empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class ExampleBoard:
    """A board with the rules by which it is shown."""

    rules: Ruleset
    position: Position


def load_examples(path: Path) -> dict[str, ExampleBoard]:
    """Return all examples of `seeds/deals/examples.toml` by name.

    Raises `FormatError` with the example's name for an invalid one.
    """
    tables = read_table(path)
    return {name: _read(name, table) for name, table in tables.items()}


def _read(name: str, value: object) -> ExampleBoard:
    fields = fields_of(value, name, required=("rules", "board"), optional=("aside", "late"))
    with refusing_at(name):
        rules = Ruleset.parse(text_of(fields["rules"], name))
        late = text_of(fields.get("late", ""), name).split()
        position = empty_position(rules.grid)
        for word in text_of(fields["board"], name).split():
            p = parse_placement(rules.grid, word)
            if position.tiles[p.space] is not None or p.tile in position.tiles:
                raise FormatError(Fault.PLACED_TWICE, text=word)
            position = put_unchecked(position, p.tile, p.space, str(p.tile) in late)
        for text in text_of(fields.get("aside", ""), name).split():
            position = put_unchecked(position, Tile.parse(text), ASIDE_INDEX)
    return ExampleBoard(rules, position)

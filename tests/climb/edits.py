"""Edits of records: every place in a JSON value, and the value with one place changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from copy import deepcopy
from random import Random
from typing import Any

Path = tuple[str | int, ...]


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a value, itself and all within."""
    yield path
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*path, key))


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def edited(
    record: dict[str, Any], path: Path, random: Random, names: Collection[str]
) -> dict[str, Any]:
    """Return the record with the value at a place left out, doubled, exchanged or replaced."""
    changed = deepcopy(record)
    holder, key = at(changed, path[:-1]), path[-1]
    old = holder[key]
    ways = ["out", "alike", "alike"]
    if isinstance(old, list) and len(old) > 1:
        ways.append("exchange")
    if isinstance(holder, list):
        ways.append("double")
    match random.choice(ways):
        case "out":
            del holder[key]
        case "double":
            holder.insert(key, deepcopy(old))
        case "exchange":
            old[0], old[-1] = old[-1], old[0]
        case _:
            holder[key] = another(record, path, old, random, names)
    return changed


def another(
    record: dict[str, Any], path: Path, old: Any, random: Random, names: Collection[str]
) -> Any:
    """Return a value of the same kind: one from a place like it, or one near it."""
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return random.choice([0, old - 1, old + 1, old // 2])
    if old in names:
        return random.choice(sorted(names))
    alike = [
        other
        for place in leaves(record)
        if len(place) == len(path)
        and [k for k in place if isinstance(k, str)] == [k for k in path if isinstance(k, str)]
        and (other := at(record, place)) != old
    ]
    return deepcopy(random.choice(alike)) if alike else "other"

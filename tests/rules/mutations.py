"""Broken records, made from good ones: by structure (`mutate`) and by bytes (`scramble`)."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import reduce
from operator import getitem
from random import Random
from typing import Any

from game.rules.boards import CLASSIC

Path = tuple[str | int, ...]

JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 1.0, "", "x", "294", "294@c3", "!294@c3", [], {}, [[]], ["294"],
    "classic", "mail", "best-ray", "call",
)  # fmt: skip
"""Values put where others belong."""


def paths(value: Any, at: Path = ()) -> Iterator[Path]:
    """Every place in a JSON value, the whole first; nothing under `meta`."""
    yield at
    if isinstance(value, dict):
        for key in value:
            if key != "meta":
                yield from paths(value[key], (*at, key))
    elif isinstance(value, list):
        for i in range(len(value)):
            yield from paths(value[i], (*at, i))


def inside(value: Any, path: Path) -> Any:
    """Return the value at `path`."""
    return reduce(getitem, path, value)


def mutate(record: dict[str, Any], random: Random) -> tuple[str, dict[str, Any]]:
    """A copy of `record` with one thing changed, which may well break it, and a word for it."""
    copy: Any = deepcopy(record)
    path = random.choice([p for p in paths(copy) if p])
    parent: Any = inside(copy, path[:-1])
    step: Any = path[-1]
    value = parent[step]
    kind = random.choice(["drop", "junk", "junk", "key", "twice", "swap", "text", "text", "text"])
    if kind == "drop":
        del parent[step]
    elif kind == "junk":
        parent[step] = deepcopy(random.choice(JUNK))
    elif kind == "key" and isinstance(value, dict):
        value[random.choice(["note", "late", "score", "Turns", "bonus", "finish"])] = 1
    elif kind == "twice" and isinstance(parent, list):
        parent.insert(random.randint(0, len(parent)), deepcopy(value))
    elif kind == "swap" and isinstance(parent, list):
        other = random.randrange(len(parent))
        parent[step], parent[other] = parent[other], parent[step]
    elif kind == "text" and isinstance(value, str):
        others = [inside(copy, p) for p in paths(copy)]
        parent[step] = random.choice(
            [
                random.choice([o for o in others if isinstance(o, str)]),
                value.removeprefix("!"),
                "!" + value,
                value.partition("@")[0] + "@" + random.choice(["a1", "b2", "c4", "e2", "x", "f2"]),
                value + " ",
                value.upper(),
            ]
        )
    else:
        kind = "none"
    return f"{kind} {'.'.join(map(str, path))}", copy


TOKENS = (
    "{", "}", "[", "]", ",", ":", '"', "\\", "\\ud800", "\\u0000", "null", "true", "NaN", "-0",
    "Infinity", "1e999", "9" * 50, '"294@c3"', '"!294@x"', '"meta":{}', '"seed":"1",', "\ufeff",
    "\x00", "é", "𝟗",
)  # fmt: skip


def scramble(text: str, random: Random) -> str:
    """`text` with some bytes changed, cut, doubled or put in."""
    for _ in range(random.choice([1, 1, 1, 2, 3, 8])):
        at = random.randint(0, len(text))
        to = min(len(text), at + random.choice([1, 1, 2, 5, 20, 100]))
        text = text[:at] + random.choice(
            [
                text[to:],
                chr(random.randrange(32, 127)) + text[at + 1 :],
                random.choice(TOKENS) + text[at:],
                random.choice(TOKENS) + text[to:],
                text[at:to] + text[at:],
                text[to:] + text[at:to],
            ]
        )
    return text


def giants(size: int) -> Iterator[tuple[str, str]]:
    """Names and texts of about `size` characters that are hard to read, or to refuse."""
    head = (
        '{"format":"take-it-easy","version":1,"rules":{"board":"classic","placement":"free",'
        '"call":"single","rays":"none","rounds":9999},"players":[{"name":"A","kind":"human"}],'
    )
    yield "nested lists", "[" * size
    yield "nested objects", '{"a":' * (size // 5)
    yield "nested meta", head + '"rounds":[],"meta":{"a":' + "[" * 400 + "]" * 400 + "}}"
    yield "nested version", '{"format":' + "[" * 900 + "]" * 900 + "}"
    yield "one number", "9" * size
    yield "one float", "0." + "9" * size
    yield "one exponent", "1e" + "9" * (size - 2)
    yield "one text", '"' + "a" * (size - 2) + '"'
    yield "one escaped text", '"' + "\\u00e9" * (size // 6 - 1) + '"'
    yield "a long name", head.replace('"A"', '"' + "A" * (size - 400) + '"') + '"rounds":[]}'
    yield "spaces", " " * size
    yield "many keys", "{" + ",".join(f'"{i}":0' for i in range(size // 10)) + "}"
    yield "one key often", "{" + '"a":0,' * (size // 6 - 2) + '"a":0}'
    yield "many entries", "[" + "0," * (size // 2 - 2) + "0]"
    yield "a big meta", head + '"rounds":[],"meta":{"a":[' + "0," * (size // 2 - 300) + "0]}}"
    player = '{"name":"A","kind":"human"},'
    yield "many players", head.replace("[{", "[" + player * (size // len(player) - 20) + "{")
    order = CLASSIC.tile_set[: len(CLASSIC)]
    calls = ",".join(f'["{t}"]' for t in order)
    turns = ",".join(f'["{t}@{s}"]' for t, s in zip(order, CLASSIC.spaces, strict=True))
    played = f'{{"caller":null,"calls":[{calls}],"boards":[{{"turns":[{turns}]}}]}}'
    count = (size - len(head) - 20) // (len(played) + 1)
    yield "as many rounds as fit", head + '"rounds":[' + ",".join([played] * count) + "]}"
    yield "many empty rounds", head + '"rounds":[' + "{}," * (size // 3 - 200) + "{}]}"

"""Throws broken texts at the readers of `game.net`: `python -m tests.net.fuzz --inputs 200000`.

Whatever comes gives a value or a `FormatError` of one short line. What is properly signed by a
game master, however wrong, is judged as the second reader judges it, and a refusal changes
nothing.

The documented run, seed 1, Python 3.11 on a busy core: 200,000 inputs in 1,253 s, 27,496 read and
172,504 refused, no finding; 20,000 of them were judged alike by both readers.
"""

from __future__ import annotations

import argparse
import copy
import json
import sys
import zlib
from collections import Counter
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

from game.net.answers import TurnText
from game.net.encoding import tag, to_base64, write_json
from game.net.entries import Entry, read_entry
from game.net.fold import Reading
from game.net.home import Seating
from game.net.invitations import CardText, read_card, read_invitation
from game.net.keys import Card, encrypt
from game.net.log import Log
from game.net.packets import Unpacked, pack, road_of, split_packets, unpack
from game.rules.boards import DAFFODIL
from game.rules.errors import FormatError
from tests.net.referee import Bad, read_line, read_table
from tests.net.runs import random_world
from tests.net.worlds import World

ALPHABET = '0123456789abcdefABCDEF {}[]",:.\\@*/-_\n\t\x00é\ud800'


def scramble(text: str, random: Random) -> str:
    """A few characters changed, lost, doubled or moved."""
    characters = list(text)
    for _ in range(random.choice([1, 1, 1, 2, 5])):
        at = random.randrange(len(characters) + 1)
        match random.randrange(5):
            case 0:
                characters[at : at + 1] = random.choice(ALPHABET)
            case 1:
                del characters[at : at + random.randint(1, 40)]
            case 2:
                characters[at:at] = random.choice(ALPHABET) * random.choice([1, 2, 100])
            case 3:
                characters[at:at] = characters[at : at + 60]
            case _:
                other = random.randrange(len(characters) + 1)
                characters[at:at] = characters[other : other + 20]
    return "".join(characters)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    found = [path]
    if isinstance(value, dict):
        for key in value:
            found += leaves(value[key], (*path, key))
    elif isinstance(value, list):
        for index in range(len(value)):
            found += leaves(value[index], (*path, index))
    return found


def mutate(value: Any, random: Random, pool: list[Any]) -> Any:
    """One place of a JSON value made something else."""
    value = copy.deepcopy(value)
    path = random.choice([place for place in leaves(value) if place])
    holder = value
    for step in path[:-1]:
        holder = holder[step]
    old = holder[path[-1]]
    choices: list[Any] = [random.choice(pool), random.choice(pool)]
    if isinstance(old, bool):
        choices.append(not old)
    elif isinstance(old, int):
        choices += [old + 1, old - 1, -old, 0, 2**53, 10**30, float(old)]
    elif isinstance(old, str) and old:
        at = random.randrange(len(old))
        swapped = old[:at] + random.choice("0123456789abcdef@x ") + old[at + 1 :]
        choices += [swapped, swapped, old[:at], old + old[:2], old.upper(), ""]
    elif isinstance(old, list):
        choices += [old[::-1], old[:-1], old + old[:1], []]
    elif isinstance(old, dict):
        choices += [{}, {**old, "more": 1}, dict(list(old.items())[1:])]
    chosen = random.choice(choices)
    if chosen is None and random.random() < 0.5:
        del holder[path[-1]]
    else:
        holder[path[-1]] = chosen
    return value


class Material:
    """Good texts of every kind to spoil."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        rules = (
            "classic free mail none",
            "daffodil-4 free mail rays",
            "classic adjacent pairs none",
        )
        self.worlds: list[World] = []
        self.spines: list[tuple[World, Card, list[Entry], list[Entry]]] = []
        for i, text in enumerate(rules):
            world = random_world(seed + i, rules=text, seats=3, faults=0.2)
            world.play()
            self.worlds.append(world)
            card = world.master.master_card
            assert card is not None
            entries = list(world.master.kept.log)
            spine = [e for e in entries if e.author == card.author]
            self.spines.append((world, card, spine, [e for e in entries if e not in spine]))
        self.lines = [e.line for world in self.worlds for e in world.master.kept.log]
        self.invitation = self.worlds[0].invitation
        self.card = self.spines[0][1]
        hashes = [e.hash.hex() for world in self.worlds for e in world.master.kept.log]
        self.pool: list[Any] = [*self.random.sample(hashes, 60), None, 0, 1, "", "294@c3", [], {}]
        self.pool += ["open", "sit", "leave", "begin", "call", "answer", "close", "seat", True]

    def spoilt_line(self) -> bool:
        line = scramble(self.random.choice(self.lines), self.random)
        entry = attempt(lambda: read_entry(line))
        assert entry is None or entry.line in self.lines
        return entry is not None

    def signed_line(self) -> bool:
        """An entry with something else in it, properly signed."""
        random, card = self.random, self.card
        value = json.loads(random.choice(self.lines)[129:])
        value["author"] = card.author.hex()
        value = mutate(value, random, self.pool)
        try:
            text = write_json(value)
        except ValueError:
            return False
        data = text.encode()
        line = f"{card.sign(tag('entry', data)).hex()} {text}"
        entry = attempt(lambda: read_entry(line))
        if entry is None:
            return False
        assert read_line(line)["hash"] == entry.hash.hex()
        return True

    def judged_entry(self) -> bool:
        """A game master's next entry, wrong in one place: both readers judge it alike."""
        random = self.random
        world, card, spine, others = random.choice(self.spines)
        at = random.randrange(1, len(spine))
        value = json.loads(spine[at].line[129:])
        pool = [e.hash.hex() for e in random.sample([*spine, *others], 8)] + self.pool[-12:]
        value["body"] = mutate(value["body"], random, pool)
        try:
            text = write_json(value)
        except ValueError:
            return False
        line = f"{card.sign(tag('entry', text.encode())).hex()} {text}"
        entry = attempt(lambda: read_entry(line))
        if entry is None or entry.table != world.invitation.table:
            return False
        held = [*spine[:at], *others, entry]
        random.shuffle(held)
        log = Log(world.invitation.table)
        for one in held:
            log.add(one)
        reading = Reading(log)
        other = read_table([one.line for one in held], world.invitation.table.hex())
        ours = (len(reading.refused), reading.waits_for is not None, reading.forked_at)
        theirs = (len(other.refused), other.waits, other.forked)
        assert ours == theirs, (line, ours, theirs, other.refused, reading.refused)
        table = reading.table
        assert table is not None
        assert (table.calls, table.call is None) == (other.calls, other.call is None), line
        return not reading.refused

    def spoilt_packet(self) -> bool:
        key = self.invitation.key
        entries = [read_entry(self.random.choice(self.lines)) for _ in range(2)]
        text = scramble(next(pack(key, entries)), self.random)
        return (
            attempt(lambda: [unpack(key, sealed) for _, sealed in split_packets(text)]) is not None
        )

    def sealed_packet(self) -> bool:
        """What somebody of the table sealed, whatever it is."""
        random, key = self.random, self.invitation.key
        lines = "\n".join(random.sample(self.lines, 2)).encode()
        packed = zlib.compress(lines)
        match random.randrange(3):
            case 0:
                packed = packed[: random.randrange(len(packed))]
            case 1:
                raw = bytearray(packed)
                raw[random.randrange(len(raw))] = random.randrange(256)
                packed = bytes(raw)
            case _:
                packed = zlib.compress(scramble(lines.decode(), random).encode("utf-8", "replace"))
        text = "TIE1P." + to_base64(road_of(key) + encrypt(key, packed))
        return (
            attempt(lambda: [unpack(key, sealed) for _, sealed in split_packets(text)]) is not None
        )

    def pasted(self) -> bool:
        text = str(self.invitation)
        if self.random.random() < 0.5:
            card = CardText(self.card, self.invitation)
            return attempt(lambda: read_card(scramble(str(card), self.random))) is not None
        return attempt(lambda: read_invitation(scramble(text, self.random))) is not None

    def kept(self) -> bool:
        seating = self.worlds[0].master.kept.seating
        raw = scramble(seating.write(), self.random).encode("utf-8", "replace")
        return attempt(lambda: Seating.read(raw)) is not None

    def turn(self) -> bool:
        text = scramble("294@x 753@c3 / 294@b2", self.random)
        turn = attempt(lambda: TurnText.read(DAFFODIL, text))
        assert turn is None or turn.write(DAFFODIL) == text
        return turn is not None


def unpack_all(key: bytes, text: str) -> list[Unpacked]:
    return [unpack(key, sealed) for _, sealed in split_packets(text)]


def attempt(read: Callable[[], Any]) -> Any:
    """What was read, or None for a refusal; anything else that is raised is a finding."""
    try:
        return read()
    except FormatError as error:
        message = str(error)
        assert message
        assert "\n" not in message, message
        assert len(message) < 300, message
        return None
    except Bad as bad:
        raise AssertionError("the second reader refuses what ours reads") from bad


def fuzz(inputs: int, seed: int) -> Counter[str]:
    """Try so many inputs; how many of each kind were read and refused."""
    material = Material(seed)
    kinds = [
        material.spoilt_line,
        material.signed_line,
        material.signed_line,
        material.judged_entry,
        material.spoilt_packet,
        material.sealed_packet,
        material.pasted,
        material.kept,
        material.turn,
        material.signed_line,
    ]
    found: Counter[str] = Counter()
    for i in range(inputs):
        kind = kinds[i % len(kinds)]
        state = material.random.getstate()
        try:
            found[f"{kind.__name__} {'read' if kind() else 'refused'}"] += 1
        except Exception:
            material.random.setstate(state)
            print(f"input {i} of seed {seed}: {kind.__name__}", file=sys.stderr)
            raise
        if inputs >= 10_000 and i % (inputs // 10) == 0:
            print(f"{i:,} inputs", file=sys.stderr)
    return found


def main() -> None:
    """Run the fuzzer and print what it found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    start = perf_counter()
    found = fuzz(options.inputs, options.seed)
    print(f"{options.inputs:,} inputs in {perf_counter() - start:.0f} s: {dict(found)}")


if __name__ == "__main__":
    main()

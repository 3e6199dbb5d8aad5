"""Many random tables through faults: `python -m tests.net.runs --matches 2000 --seed 1`.

Every table is read by everybody to the same match, by the second reader too, from every part of
the logs to a beginning of it.

Two thousand of seed 1: 30,418 calls, 11,318 missed turns, 157,511 entries, 162,779
damaged packets, 572 substitutes; 74 minutes of a busy core, and nothing found. `--first` goes on
where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from random import Random
from time import perf_counter

from game.net.entries import Sit
from game.net.fold import Table
from game.rules.ruleset import Ruleset, all_rulesets
from game.rules.score_json import score_json
from tests.net.referee import read_table
from tests.net.worlds import World, leave, read, record_text, states
from tests.rules.referee import judge, ordered

RULES = all_rulesets()


def random_world(seed: int, rules: str = "", seats: int = 0, faults: float | None = None) -> World:
    """A table by random rules, with some of its seats in the game master's home."""
    random = Random(seed)
    chosen = Ruleset.parse(rules) if rules else random.choice(RULES)
    if not rules and random.random() < 0.2:
        chosen = Ruleset.parse(f"{chosen} rounds=2")
    count = seats or random.randint(2, 4)
    house = random.randint(0, count - 1)
    some = random.choice([0.0, 0.2, 0.4]) if faults is None else faults
    return World(random, chosen, count, house, some)


def check_world(world: World) -> Counter[str]:
    """Play it to its end and compare everybody; what happened, counted."""
    random = world.random
    for _ in range(random.choice([0, 0, 1, 2])):
        for _ in range(random.randint(20, 60)):
            world.tick()
        if random.random() < 0.5:
            world.join("Substitute")
        elif world.homes[-1] is not world.master:
            sits = [e for e in world.homes[-1].kept.log if isinstance(e.body, Sit)]
            if sits and world.homes[-1].kept.log.last_by(
                world.homes[-1].kept.seating.cards[0].card.author
            ):
                leave(world.homes[-1])
    table = world.play()
    whole = record_text(table)
    for home in world.homes:
        assert home.table == table
        assert not home.reading.refused
    check_second_reader(world, table)
    check_parts(world)
    found = Counter(matches=1, calls=table.calls, missed=len(table.missed))
    found["substitutes"] = len(table.substitutions)
    found["entries"] = len(world.master.kept.log)
    found["damaged packets"] = world.damaged
    assert whole
    return found


def check_second_reader(world: World, table: Table) -> None:
    """The reader written from the page alone has the same record and score."""
    lines = [entry.line for entry in world.master.kept.log]
    world.random.shuffle(lines)
    other = read_table(lines, world.invitation.table.hex())
    ours = json.loads(record_text(table))
    ours.pop("meta")
    theirs = other.record()
    assert other.refused == []
    for played in ours["rounds"]:
        for board in played["boards"]:
            board.setdefault("finish", [])
    for played in theirs["rounds"]:
        for board in played["boards"]:
            board.setdefault("finish", [])
    assert ours == theirs
    assert table.match is not None
    assert ordered(score_json(table.match)) == ordered(judge(theirs))
    assert other.placed_for == [(missed.call, missed.seat) for missed in table.missed]


def check_parts(world: World, tries: int = 6) -> None:
    """Any part of the entries gives a beginning of the match."""
    random = world.random
    entries = list(world.master.kept.log)
    on_the_way = states(entries, world.invitation.table)
    for _ in range(tries):
        keep = random.choice([0.5, 0.8, 0.95, 0.99])
        part = [e for e in entries if random.random() < keep]
        random.shuffle(part)
        reading = read(part, world.invitation.table)
        assert reading.refused == ()
        assert reading.table in on_the_way
        again = read(reversed(part), world.invitation.table)
        assert again.table == reading.table


def main() -> None:
    """Run as many as asked and print what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="go on from this match of the seed")
    options = parser.parse_args()
    start = perf_counter()
    found: Counter[str] = Counter()
    for i in range(options.first, options.matches):
        seed = options.seed * 1_000_000 + i
        try:
            found += check_world(random_world(seed))
        except BaseException:
            print(f"seed {seed}", file=sys.stderr)
            raise
        if (i + 1) % 50 == 0 or i + 1 == options.matches:
            print(f"{dict(found)} in {perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()

"""A second referee of climbs: recomputes a raw record from the design's sentences alone.

It imports nothing of `game`: boards are scored by `tests.rules.referee`; the deck, the cards and
every number of an ace are made here from their documented recipes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from math import floor
from typing import Any

from tests.rules.referee import SHAPES, cut, is_sun, judge, name_spaces

# K9 to K11: base targets, and the bosses' rules and factors.
BASE = [
    *(700, 1200, 2000, 3800, 6500, 10000, 14500, 20000, 27000, 36000),
    *(49000, 66000, 88000, 117000, 155000),
]
BOSSES = {
    3: ("classic free single rays", "1.6"),
    6: ("classic adjacent single none", "0.75"),
    9: ("daffodil free single none", "2.25"),
    12: ("classic free pairs rays", "1.6"),
    15: ("daffodil adjacent single rays", "2.5"),
}
COMMON = "early-bird long-haul low-road middle-way nines rainbow scrap short-cuts swap twins"
SILVER = "crown finale fork gold-mine miser roots streak sun-and-moon"
GOLD = "echo full-bloom high-life last-word seven-colours two-pairs"

TILES = [f"{r}{v}{f}" for v in "159" for r in "267" for f in "348"]
WILD = ["***", "*1*", "2**", "**3"]


def stream(text: str) -> Callable[[int], int]:
    """SplitMix64 from the first eight bytes of a text's SHA-256; `below(n)` without bias."""
    state = int.from_bytes(sha256(text.encode()).digest()[:8], "big")

    def below(bound: int) -> int:
        nonlocal state
        while True:
            state = (state + 0x9E3779B97F4A7C15) % 2**64
            z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
            z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
            z ^= z >> 31
            if z < 2**64 - 2**64 % bound:
                return z % bound

    return below


def stage_rules(stage: int) -> tuple[str, Fraction]:
    """A stage's rules and the factor of its target."""
    if stage % 3:
        return "classic free single none", Fraction(1)
    while stage > 15:
        stage = {18: 12, 21: 15, 24: 6, 27: 9}.get(stage, stage - 12)
    words, factor = BOSSES[stage]
    return words, Fraction(factor)


def target(stage: int) -> int:
    """A stage's target, to two leading digits, a half to the even one."""
    base = Fraction(BASE[min(stage, 15) - 1])
    step = Fraction("1.4")
    for _ in range(15, stage):
        base, step = base * step, step + Fraction("0.1")
    exact = base * stage_rules(stage)[1]
    digits = len(str(floor(exact)))
    low, rest = divmod(exact, 10 ** (digits - 2))
    half = Fraction(10 ** (digits - 2), 2)
    up = rest > half or (rest == half and low % 2 == 1)
    return int((low + up) * 10 ** (digits - 2))


def deck(board: str, seed: str, stage: int) -> list[str]:
    """All tiles of a stage in order."""
    tiles = TILES + (WILD if board == "daffodil" else [])
    below = stream(f"take-it-easy run deal\n{seed}\n{stage}")
    for last in range(len(tiles) - 1, 0, -1):
        other = below(last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tiles


def cards(seed: str, stage: int, reroll: int) -> list[str]:
    """The three cards after a stage: rarity first, then the alphabet, nothing twice."""
    below = stream(f"take-it-easy run cards\n{seed}\n{stage}\n{reroll}")
    shown: list[str] = []
    for place in range(3):
        number = 99 if place == 0 and stage % 3 == 0 else below(100)
        names = (COMMON if number < 60 else SILVER if number < 88 else GOLD).split()
        name = names[below(len(names))]
        while name in shown:
            name = names[below(len(names))]
        shown.append(name)
    return shown


def times(level: int) -> int:
    """1, 3, 6, 10 ..."""
    return sum(range(level + 1))


class Hand:
    """The held aces: names from left to right, levels, and Roots' lines."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.levels: dict[str, int] = {}
        self.roots = 0

    def take(self, name: str, replaced: str | None) -> None:
        if name in self.names:
            assert replaced is None
            self.levels[name] += 1
            return
        assert (replaced is not None) == (len(self.names) == 5)
        if replaced is None:
            self.names.append(name)
        else:
            self.names[self.names.index(replaced)] = name
            del self.levels[replaced]
        self.levels[name] = 1
        if "roots" in (name, replaced):
            self.roots = 0

    def echoed(self, name: str) -> Fraction:
        """1, and half as much again for each level of an Echo on the right."""
        after = self.names[self.names.index(name) + 1 :]
        if name != "echo" and after[:1] == ["echo"]:
            return 1 + Fraction(self.levels["echo"], 2)
        return Fraction(1)

    def swaps(self) -> int:
        if "swap" not in self.names:
            return 0
        exact = 3 * times(self.levels["swap"]) * self.echoed("swap")
        return floor(exact + Fraction(1, 2))


def calls_with(stage: dict[str, Any], words: str, seed: str, number: int) -> list[list[str]]:
    """The calls of a stage, by its deck and its swaps."""
    board, pairs = words.split()[0], "pairs" in words
    tiles, calls = deck(board, seed, number), list[list[str]]()
    swaps = [(swap["call"], swap["tile"]) for swap in stage["swaps"]]
    spaces = 19 if board == "classic" else 21
    while sum(map(len, calls)) < spaces:
        size = min(2 if pairs else 1, spaces - sum(map(len, calls)))
        call = [tiles.pop(0) for _ in range(size)]
        while swaps and swaps[0][0] == len(calls):
            _, tile = swaps.pop(0)
            call[call.index(tile)] = tiles.pop(0)
            tiles.append(tile)
        calls.append(call)
    assert not swaps
    return calls


def multiply(stage: dict[str, Any], hand: Hand, crystals: int) -> dict[str, Any]:
    """Points, multiplier, gold and score of a finished stage (K1 to K8)."""
    match = stage["record"]
    judged = judge(match)
    assert judged["complete"]
    (player,) = judged["players"]
    (own,) = player["rounds"]
    board = match["rules"]["board"]
    (laid,) = match["rounds"][0]["boards"]
    placed = [text.split("@") for turn in laid["turns"] for text in turn]
    when = {space: number for number, (_, space) in enumerate(placed, 1)}
    tile_at = {space: tile for tile, space in placed}
    lines = [
        (line["number"], len(line["spaces"]), max(when[s] for s in line["spaces"]))
        for line in own["lines"]
    ]
    shape = SHAPES[board]
    names = {point: name for name, point in name_spaces(shape).items()}
    every = [[names[point] for point in points] for _, points in cut(shape)]
    alike = sum(len({is_sun(tile_at[space]) for space in line}) == 1 for line in every)
    numbers = Counter(number for number, _, _ in lines)
    by_tile = Counter(when for _, _, when in lines)
    low = numbers[1] + numbers[2] + numbers[3]
    fives = sum(length == 5 for _, length, _ in lines)
    last = len(placed)
    pays = {
        "nines": 7 * numbers[9],
        "low-road": 4 * low,
        "middle-way": 3 * (numbers[4] + numbers[5] + numbers[6]),
        "long-haul": 5 * fives,
        "short-cuts": 2 * sum(length in (2, 3) for _, length, _ in lines),
        "rainbow": 3 * max(0, len(numbers) - 4),
        "twins": 10 * sum(count - 1 for count in numbers.values()),
        "early-bird": 5 * sum(when <= 10 for _, _, when in lines),
        "scrap": 3 * ((len(every) - len(lines)) // 2),
        "finale": 3 * sum(when > last - 4 for _, _, when in lines),
        "fork": sum({1: 0, 2: 10, 3: 20}[count] for count in by_tile.values()),
        "streak": 3 * sum(by_tile[when] for when in by_tile if when - 1 in by_tile),
        "sun-and-moon": 3 * alike,
        "roots": 2 * (hand.roots + fives),
        "miser": 2 * crystals,
    }
    more = {
        "gold-mine": 20 * low,
        "crown": 2 * max((number * length for number, length, _ in lines), default=0),
    }
    met = {
        "last-word": by_tile[last] > 0,
        "two-pairs": sum(count >= 2 for count in numbers.values()) >= 2,
        "full-bloom": len(lines) >= (8 if board == "classic" else 11),
        "high-life": low <= 1,
        "seven-colours": len(numbers) >= 7,
    }
    points, multiplier, gold = Fraction(own["total"]), Fraction(10), Fraction(1)
    for name in hand.names:
        level, echo = hand.levels[name], hand.echoed(name)
        if name == "swap":
            left = hand.swaps() - len(stage["swaps"])
            assert left >= 0
            multiplier += 2 * left
        elif name in pays:
            multiplier += pays[name] * times(level) * echo
        elif name in more:
            points += more[name] * times(level) * echo
        elif met.get(name):
            gold *= 1 + level * echo
    score = floor(points * multiplier * gold)
    return {
        "points": points,
        "multiplier": multiplier,
        "gold": gold,
        "score": score,
        "fives": fives,
        "printed": own["total"],
    }


def judge_climb(record: dict[str, Any], ropes: int = 1) -> dict[str, Any]:
    """The standing after a record's last stage and choice; an `AssertionError` if it is wrong."""
    seed, hand = record["seed"], Hand()
    crystals, bought, total, is_over = 0, 0, 0, False
    stages: list[dict[str, Any]] = []
    for number, stage in enumerate(record["stages"], 1):
        assert not is_over
        words, _ = stage_rules(number)
        match = stage["record"]
        assert len(match["players"]) == 1
        (played,) = match["rounds"]
        rules = match["rules"]
        found = " ".join([rules["board"], rules["placement"], rules["call"], rules["rays"]])
        assert found == words
        assert rules.get("daffodil", 1) == 1
        assert "seed" not in played
        assert played["calls"] == calls_with(stage, words, seed, number)
        assert len(stage["swaps"]) <= hand.swaps()
        made = multiply(stage, hand, crystals)
        score, goal = made["score"], target(number)
        lost = 0 if score >= goal else 1 if 2 * score >= goal else 2
        gained = sum(2 * score >= step * goal for step in (2, 3, 4, 6, 10))
        step = 10
        while score >= step * goal:
            gained, step = gained + 1, step * 2
        stages.append(made | {"target": goal, "lost": lost, "gained": gained})
        total, crystals = total + score, crystals + gained
        if "roots" in hand.names:
            hand.roots += made["fives"]
        is_over, ropes = lost > ropes, max(0, ropes - lost)
        if "choice" not in stage:
            assert stage is record["stages"][-1]
            continue
        assert not is_over
        choice = stage["choice"]
        crystals -= choice["rerolls"]
        for _ in range(choice["ropes"]):
            crystals -= 6 + 3 * bought
            bought, ropes = bought + 1, ropes + 1
        assert crystals >= 0
        if choice["taken"] is None:
            assert "replaced" not in choice
        else:
            assert choice["taken"] in cards(seed, number, choice["rerolls"])
            hand.take(choice["taken"], choice.get("replaced"))
        assert sorted(choice["order"]) == sorted(hand.names)
        hand.names = list(choice["order"])
    return {
        "ropes": ropes,
        "crystals": crystals,
        "bought": bought,
        "total": total,
        "is_over": is_over,
        "held": [(name, hand.levels[name]) for name in hand.names],
        "roots": hand.roots if "roots" in hand.names else 0,
        "stages": stages,
    }

"""A second referee of runs: recomputes a raw record from the design's sentences alone.

It imports nothing of `game`: boards are scored by `tests.rules.referee`, the deck and the offers
are made here from their documented recipes.
"""

from __future__ import annotations

from typing import Any

from tests.progress.climb.referee import TILES, WILD, stream
from tests.rules.referee import judge

# The ladder, the targets and the aces' figures are the tables of game/progress/run/README.md.
LADDER = """
classic free single none 80
classic free single rays 160
daffodil-1 free single none 240
classic free pairs none 185
classic adjacent single none 275
daffodil-2 free single rays 415
classic adjacent-symbol single rays 365
daffodil-1 free pairs none 300
daffodil-3 adjacent single none 365
classic adjacent pairs rays 505
daffodil-4 free single rays 765
daffodil-4 free pairs rays 680
daffodil-4 adjacent single rays 810
""".strip().splitlines()

KEPT = {
    "preview": 1, "swap": 1, "pocket": 1, "either": 1, "second-thought": 1, "long-lines": 1,
    "small-fry": 1, "rainbow": 1, "snowball": 2, "echo": 1, "hourglass": 2,
}  # fmt: skip
ONCE = ["rebate", "second-wind", "free-pass"]


def shuffled(board: str, seed: str) -> list[str]:
    """All tiles of a board in a seed's order."""
    tiles = TILES + (WILD if board == "daffodil" else [])
    below = stream(f"take-it-easy deal 1\n{' '.join(tiles)}\n{seed}")
    for last in range(len(tiles) - 1, 0, -1):
        other = below(last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tiles


def rung(stage: int) -> tuple[list[str], int]:
    """The words of a stage's rules, and its target: 280 more each time the last six come again."""
    more = 0
    while stage > 13:
        stage, more = stage - 6, more + 280
    *words, target = LADDER[stage - 1].split()
    return words, int(target) + more


def calls_of(stage: dict[str, Any], words: list[str], seed: str) -> list[list[str]]:
    """The calls of a stage, by its deck and the uses of aces."""
    board = words[0].partition("-")[0]
    deck, pocket = shuffled(board, seed), None
    calls: list[list[str]] = []
    spaces = 19 if board == "classic" else 21
    size = 2 if words[2] == "pairs" else 1
    while sum(map(len, calls)) < spaces:
        count = min(size, spaces - sum(map(len, calls)))
        call = [deck.pop(0) for _ in range(count)]
        for use in stage["uses"]:
            if use["call"] != len(calls) or use["use"] == "second-thought":
                continue
            tile = use["tile"]
            if use["use"] == "pocket":
                came = pocket or deck.pop(0)
                pocket = tile
            else:
                came = deck.pop(0)
                deck.append(tile)
            if tile in call:
                call[call.index(tile)] = came
            else:
                assert (use["use"], tile) == ("either", came)
        calls.append(call)
    return calls


def judge_run(record: dict[str, Any]) -> dict[str, Any]:
    """Where the run stands after its last stage; an `AssertionError` where it is wrong."""
    seed, is_timed = record["seed"], record["kind"] == "clock"
    reserve, bank, points = 25, 30_000, 0
    held: list[tuple[str, int]] = []
    rebates, is_free = 0, False
    totals, reserves = [], []
    for number, stage in enumerate(record["stages"], 1):
        assert reserve >= 0
        words, target = rung(number)
        match, names = stage["record"], [ace for ace, _ in held]
        score = judge(match)
        assert score["complete"]
        assert len(score["players"]) == 1
        (played,) = match["rounds"]
        rules = match["rules"]
        board = rules["board"] + (f"-{rules['daffodil']}" if "daffodil" in rules else "")
        assert [board, rules["placement"], rules["call"], rules["rays"]] == words
        assert played["calls"] == calls_of(stage, words, f"{seed}/run {number}")
        used = [use["use"] for use in stage["uses"]]
        for ace in ("swap", "either"):
            assert used.count(ace) <= 2 * names.count(ace)
        assert used.count("second-thought") <= 3 * names.count("second-thought")
        assert "pocket" in names or "pocket" not in used
        (own,) = score["players"][0]["rounds"]
        lines = [(len(line["spaces"]), line["number"]) for line in own["lines"]]
        pay = 11 * names.count("preview") + 5 * names.count("either")
        pay += 8 * names.count("hourglass")
        pay += 8 * names.count("long-lines") * sum(length == 5 for length, _ in lines)
        pay += 6 * names.count("small-fry") * sum(n <= 3 for _, n in lines)
        pay += 2 * names.count("rainbow") * len({n for _, n in lines})
        pay += sum(8 * (number - since) for ace, since in held if ace == "snowball")
        if "second-thought" in names:
            pay += 4 * (3 - used.count("second-thought"))
        if "echo" in names:
            pay *= 2
        spaces = 19 if board == "classic" else 21
        pace = max(4.2, 7.4 - 0.4 * (number - 1))
        bank += (5 * round(spaces * pace / 5) + 60 * names.count("hourglass")) * 1000
        over = 0
        if is_timed:
            bank -= stage["milliseconds"]
            over, bank = (-(bank // 1000), 0) if bank < 0 else (0, bank)
        made = own["total"] + pay - over
        surplus = made - (target - 10 * (rebates > 0))
        if number % 4 == 0 or is_free:
            surplus = max(0, surplus)
        points += max(0, made) * number
        totals.append(max(0, made))
        reserve = min(120, reserve + surplus)
        rebates, is_free = max(0, rebates - 1), False
        if "offered" not in stage:
            continue
        assert reserve >= 0
        some = [a for a in KEPT if names.count(a) < KEPT[a]] + ONCE
        some = [a for a in some if is_timed or a != "hourglass"]
        below = stream(f"take-it-easy run 1\n{seed}\n{number}")
        assert stage["offered"] == [some.pop(below(len(some))) for _ in range(3)]
        taken, instead = stage["taken"], stage.get("instead")
        assert taken is None or taken in stage["offered"]
        if taken is None:
            reserve = min(120, reserve + 8)
        elif taken == "rebate":
            rebates += 3
        elif taken == "second-wind":
            reserve = min(120, reserve + 25)
        elif taken == "free-pass":
            is_free = True
        else:
            assert (instead is None) == (len(held) < 4)
            if instead is not None:
                held.remove(next(one for one in held if one[0] == instead))
            held.append((taken, number))
        reserves.append(reserve)
    return {
        "reserve": max(0, reserve),
        "is_over": reserve < 0,
        "bank": bank if is_timed else None,
        "points": points,
        "totals": totals,
        "reserves": reserves,
        "held": held,
    }

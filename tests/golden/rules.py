"""Deals and scored records that must never change: `python -m tests.golden.rules` rewrites them.

`deals.txt` holds calling orders by board and seed. Records in the world name their seeds, so a
change there breaks them: rewrite it only if a deal was never right. `records.jsonl` holds a record
and its score on each line, for every combination of rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from game.rules.boards import BOARDS
from game.rules.deal import deal_order, round_seed
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset, all_rulesets
from game.rules.score_json import score_json
from tests.rules.random_matches import random_match, truncate

HERE = Path(__file__).parent
DEALS = HERE / "deals.txt"
RECORDS = HERE / "records.jsonl"

SEEDS = ("0", "1", "2", "3", "42", "2026-01-01", "Take It Easy!", "Jucătorul", "日本", "a" * 100)


def deal_lines() -> list[str]:
    """`BOARD<tab>SEED<tab>tiles` for every pinned deal."""
    seeds = [*SEEDS, *(round_seed("42", i) for i in (1, 2)), *(f"pin {i}" for i in range(38))]
    return [
        "\t".join([board.name.value, seed, " ".join(map(str, deal_order(board, seed)))])
        for board in BOARDS.values()
        for seed in seeds
    ]


def record_lines() -> list[str]:
    """A finished or an unfinished record with its score for each of the 180 rulesets."""
    lines = []
    for i, rules in enumerate(all_rulesets()):
        random = Random(i)
        rounds = 2 if i % 30 == 7 else 1
        played = Ruleset.parse(f"{rules} rounds={rounds}") if rounds > 1 else rules
        match = random_match(played, 2 + i % 3, random)
        record = json.loads(print_record(match))
        score = score_json(match)
        if i % 3 == 2:
            record = truncate(record, random)
            score = score_json(parse_record(json.dumps(record)))
        lines.append(json.dumps({"record": record, "score": score}, ensure_ascii=False))
    return lines


def main() -> None:
    """Write both files anew."""
    DEALS.write_text("\n".join(deal_lines()) + "\n", encoding="utf-8")
    RECORDS.write_text("\n".join(record_lines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

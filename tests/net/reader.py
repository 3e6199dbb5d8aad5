"""Reads a journal with nothing of `game.net`: JSON, hashes and the rules say what it holds.

`read_journal` gives the match's record and what is wrong with the journal; `python -m
tests.net.reader FILE…` prints both.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from game.rules.deal import deal_calls, round_seed
from game.rules.match import new_match
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.rules.state import Player, PlayerKind


def read_journal(lines: list[str]) -> tuple[dict[str, Any], list[str]]:
    """Return the record of a journal's match, and every way in which it is not right."""
    wrong: list[str] = []
    events = [json.loads(line) for line in lines]
    before = ""
    for number, (line, event) in enumerate(zip(lines, events, strict=True), 1):
        if event["n"] != number or event["after"] != before:
            wrong.append(f"line {number} does not follow")
        before = sha256(line.encode()).hexdigest()[:16]
    for one, other in pairwise(events):
        if other["at"] < one["at"] or other["fence"] < one["fence"]:
            wrong.append(f"line {other['n']}: time or fence goes back")
    opened = events[0]
    rules = Ruleset.parse(opened["rules"])
    people: dict[str, dict[str, Any]] = {}
    seats: list[str] = []
    rounds: list[dict[str, Any]] = []
    answered: dict[tuple[int, int], str | None] = {}
    for event in events:
        match event["event"]:
            case "asked":
                people[event["key"]] = event
            case "begun":
                seats = list(event["keys"])
            case "substitute":
                seats[event["seat"]] = event["key"]
            case "called":
                if (event["call"] - 1) % len(rules.call_sizes) == 0:
                    boards: list[Any] = [{"turns": [], "finish": None} for _ in seats]
                    rounds.append({"caller": None, "seed": None, "calls": [], "boards": boards})
                rounds[-1]["calls"].append(event["tiles"])
            case "answered":
                answered[event["call"], event["seat"]] = event["turn"] if event["held"] else None
            case "closed":
                for seat, text in enumerate(event["turns"]):
                    _place(rounds[-1]["boards"][seat], text, seat in event["missed"], rules)
                    if seat in event["missed"] and answered.get((event["call"], seat)):
                        wrong.append(f"call {event['call']}: seat {seat} had answered")
    players = tuple(
        Player(who["name"], PlayerKind.HUMAN if who["bot"] is None else PlayerKind.BOT, who["bot"])
        for who in (people[key] for key in seats)
    )
    record: dict[str, Any] = json.loads(print_record(new_match(rules, players)))
    record["rounds"] = rounds
    if not rules.has_aside:
        for played in rounds:
            for board in played["boards"]:
                board["finish"] = []
    parse_record(json.dumps(record))
    seeds = [event["seed"] for event in events if event["event"] == "over"]
    if seeds:
        if sha256(seeds[0].encode()).hexdigest() != opened["promise"]:
            wrong.append("not the seed that was promised")
        for index, played in enumerate(rounds):
            calls = deal_calls(rules, round_seed(seeds[0], index))
            if played["calls"] != [list(map(str, call)) for call in calls]:
                wrong.append(f"round {index + 1}: not the calls of the seed")
    return record, wrong


def _place(board: dict[str, Any], text: str, is_missed: bool, rules: Ruleset) -> None:
    turn, word, finish = f" {text} ".partition(" finish ")
    sign = "!" if is_missed and rules.call.value == "mail" else ""
    board["turns"].append([sign + placement for placement in turn.split()])
    if word:
        board["finish"] = finish.split()


def main() -> int:
    """Judge the journals of files."""
    status = 0
    for name in sys.argv[1:]:
        record, wrong = read_journal(Path(name).read_text().splitlines())
        print(json.dumps(record))
        for reason in wrong:
            print(f"{name}: {reason}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())

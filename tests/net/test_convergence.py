"""Whoever holds the same entries has the same match; whoever holds fewer, a beginning of it.

Random matches by random rules over a network that loses, doubles, delays and damages, with homes
that are away and programs that die. `python -m tests.net.runs --matches 2000` plays many more.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from game.net.fold import Reading, TableStage
from game.net.log import AddResult, Log
from tests.net.runs import check_world, random_world
from tests.net.worlds import read, record_text


@pytest.mark.parametrize("seed", range(8))
def test_everybody_reads_the_same_match(seed: int) -> None:
    check_world(random_world(seed))


def test_adding_again_changes_nothing() -> None:
    world = random_world(101, rules="classic free mail rays", seats=3)
    world.play()
    log = Log(world.invitation.table)
    entries = list(world.master.kept.log)
    assert {log.add(e) for e in entries} == {AddResult.NEW}
    table = Reading(log).table
    assert {log.add(e) for e in entries} == {AddResult.KNOWN}
    reading = Reading(log)
    assert reading.table == table == world.master.table
    assert (len(log), reading.refused) == (len(entries), ())


def test_reading_on_is_reading_anew() -> None:
    random = Random(7)
    world = random_world(102, rules="classic free mail none", seats=2)
    world.play()
    entries = list(world.master.kept.log)
    random.shuffle(entries)
    log = Log(world.invitation.table)
    reading = Reading(log)
    for entry in entries:
        log.add(entry)
        reading.read_on()
        assert reading.table == Reading(log).table
    assert reading.table == world.master.table


def test_a_record_says_what_happened_apart() -> None:
    world = random_world(3, rules="classic free single none", seats=3, faults=0.3)
    table = world.play()
    meta = json.loads(record_text(table))["meta"]["apart"]
    assert meta["table"] == table.id.hex()
    told = [(m["call"], m["seat"]) for m in meta.get("placed_for", [])]
    assert told == [(m.call, m.seat) for m in table.missed]
    assert told, "this seed has somebody miss a call"


def test_nothing_is_read_before_the_opening() -> None:
    world = random_world(4, rules="classic free mail none", seats=2, faults=0.0)
    world.play()
    entries = list(world.master.kept.log)
    reading = read([e for e in entries if e.number > 1], world.invitation.table)
    assert reading.table is None
    for entry in entries:
        reading.log.add(entry)
    reading.read_on()
    assert reading.table is not None
    assert reading.table.stage is TableStage.OVER

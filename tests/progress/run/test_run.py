"""Runs: the ladder, every ace, records that replay, and a second referee who agrees."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.bots.players.registry import make_bot
from game.progress.run.aces import MOST_HELD, Ace, HeldAce, offer
from game.progress.run.deck import UseKind
from game.progress.run.ladder import is_bonus, rules_of, seconds_of, target_of
from game.progress.run.record import RunRecord, StageRecord, parse_run, print_run
from game.progress.run.stage import begin_stage, call_next, move, open_choice, use
from game.progress.run.state import (
    RunState,
    StageResult,
    after_stage,
    choose_ace,
    day_seed,
    score_stage,
)
from game.rules.errors import FormatError, IllegalMove
from game.rules.match import legal_placements
from game.rules.moves import Place, TakeBack
from game.rules.record import print_record
from tests import terminal
from tests.progress.run.many import judge_many
from tests.progress.run.plays import play_run, play_stage

RICH = RunState("rich", True, reserve=120)


def holding(*aces: Ace, stage: int = 3) -> RunState:
    return replace(RICH, stage=stage, aces=tuple(HeldAce(ace, 1) for ace in aces))


def test_targets_and_seconds_are_those_of_the_design() -> None:
    targets = [80, 160, 240, 185, 275, 415, 365, 300, 365, 505, 765, 680, 810, 580, 645, 785]
    seconds = [140, 135, 140, 120, 110, 115, 95, 95, 90, 80, 90, 90, 90, 90, 90, 80]
    assert [target_of(stage) for stage in range(1, 17)] == targets
    assert [seconds_of(stage) for stage in range(1, 17)] == seconds
    assert [stage for stage in range(1, 17) if is_bonus(stage)] == [4, 8, 12, 16]
    assert [rules_of(stage) for stage in range(14, 20)] == [rules_of(s) for s in range(8, 14)]


def test_a_second_referee_agrees_with_every_run() -> None:
    """A few here; `python -m tests.progress.run.many 1000` makes many."""
    stages, uses = judge_many(range(16))
    assert stages > 40
    assert set(uses) == set(UseKind)


def test_a_day_has_one_run() -> None:
    seeds = {day_seed(date(2026, 11, day)) for day in range(1, 31)}
    assert len(seeds) == 30
    assert day_seed(date(2026, 11, 25)) == "277741576"


# Aces


def test_the_preview_shows_the_tile_that_comes_next() -> None:
    assert begin_stage(RICH, "Ana").preview is None
    play = call_next(begin_stage(holding(Ace.PREVIEW), "Ana"))
    shown = play.preview
    placement = legal_placements(play.match, 0)[0]
    play = call_next(move(play, Place(0, placement.tile, placement.space)))
    assert play.match.round.calls[-1] == (shown,)


def test_a_second_thought_leads_back_and_the_same_tile_comes_next() -> None:
    play = call_next(begin_stage(holding(Ace.SECOND_THOUGHT, Ace.SWAP), "Ana"))
    assert not play.can_use(UseKind.SECOND_THOUGHT)
    (first,) = play.match.round.calls[-1]
    play = call_next(move(play, Place(0, first, 0)))
    (second,) = play.match.round.calls[-1]
    back = use(play, UseKind.SECOND_THOUGHT)
    assert back.match.round.seats[0].hand == (first,)
    assert not back.can_use(UseKind.SWAP), "the next tile is known"
    assert not back.can_use(UseKind.SECOND_THOUGHT)
    again = call_next(move(back, Place(0, first, 5)))
    assert again.match.round.calls == ((first,), (second,))
    assert again.can_use(UseKind.SECOND_THOUGHT)
    swapped = use(again, UseKind.SWAP, second)
    assert not swapped.can_use(UseKind.SECOND_THOUGHT)


def test_aces_are_used_before_the_first_placement_of_a_call_alone() -> None:
    pairs = holding(Ace.SWAP, Ace.POCKET, Ace.EITHER, stage=4)
    play = call_next(begin_stage(pairs, "Ana"))
    assert all(play.can_use(kind) for kind in UseKind if kind is not UseKind.SECOND_THOUGHT)
    first, _ = play.match.round.calls[-1]
    asked = open_choice(play)
    for stage, kind, tile in (
        (play, UseKind.SWAP, play.deck.tiles[-1]),
        (play, UseKind.EITHER, first),
        (asked, UseKind.SWAP, first),
    ):
        with pytest.raises(FormatError):
            use(stage, kind, tile)
    placed = move(play, Place(0, first, 0))
    assert not any(placed.can_use(kind) for kind in UseKind)
    assert move(placed, TakeBack(0)).can_use(UseKind.SWAP)
    with pytest.raises(IllegalMove):
        call_next(placed)


def test_offers_are_three_different_aces_that_can_still_be_taken() -> None:
    counts: Counter[Ace] = Counter()
    held = [HeldAce(Ace.PREVIEW, 1), HeldAce(Ace.SNOWBALL, 1), HeldAce(Ace.SNOWBALL, 2)]
    for number in range(600):
        offered = offer(str(number), 3, held, is_timed=False)
        assert len(set(offered)) == 3
        counts.update(offered)
    assert set(counts) == set(Ace) - {Ace.PREVIEW, Ace.SNOWBALL, Ace.HOURGLASS}
    assert min(counts.values()) > 0.7 * max(counts.values())


def chosen(ace: Ace | None, instead: Ace | None = None, **fields: Any) -> RunState:
    for number in range(10_000):
        state = replace(RICH, seed=str(number), stage=3, reserve=30, chooses=True, **fields)
        if ace is None or ace in state.offered:
            return choose_ace(state, ace, instead)
    raise AssertionError(ace)


def test_a_fifth_ace_takes_the_place_of_one() -> None:
    four = tuple(HeldAce(ace, 1) for ace in (Ace.SWAP, Ace.ECHO, Ace.POCKET, Ace.RAINBOW))
    with pytest.raises(FormatError):
        chosen(Ace.SNOWBALL, aces=four)
    with pytest.raises(FormatError):
        chosen(Ace.SNOWBALL, Ace.PREVIEW, aces=four)
    with pytest.raises(FormatError):
        chosen(Ace.REBATE, Ace.ECHO, aces=four)
    after = chosen(Ace.SNOWBALL, Ace.ECHO, aces=four)
    assert [one.ace for one in after.aces] == [Ace.SWAP, Ace.POCKET, Ace.RAINBOW, Ace.SNOWBALL]
    assert max(Counter(one.ace for one in after.aces).values()) <= max(MOST_HELD.values())


def test_an_empty_reserve_is_no_end_and_nothing_overflows() -> None:
    state = replace(RICH, stage=3, reserve=10)
    for surplus, over in ((-10, False), (-11, True)):
        after = after_stage(state, StageResult(3, 0, 0, 0, 0, surplus), 10**9)
        assert (after.reserve, after.bank, after.is_over, after.chooses) == (0, 0, over, not over)
    assert choose_ace(replace(RICH, chooses=True, stage=3), None).reserve == RICH.reserve


def test_time_that_is_left_rolls_on_and_time_over_costs_points() -> None:
    play = play_stage(RunState("clock", True), make_bot("greedy"), Random(3))
    state = RunState("clock", True)
    bank = (30 + 140) * 1000
    for took, left, overtime in ((0, bank, 0), (bank, 0, 0), (bank + 1, 0, 1), (bank + 2000, 0, 2)):
        scored = score_stage(state, play.match, (), took)
        assert scored.overtime == overtime
        assert after_stage(state, scored, took).bank == left
    calm = replace(state, is_timed=False)
    assert score_stage(calm, play.match, (), 10**8).overtime == 0


# Records


def has_drawn(stage: StageRecord) -> bool:
    """Whether an ace has changed a call; a take-back may be left out unnoticed."""
    return any(use.tile is not None for use in stage.uses)


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    runs = (play_run(f"deep {n}", make_bot("squirrel"), Random(n)) for n in range(40))
    run = next(r for r in runs if len(r.stages) > 3 and any(map(has_drawn, r.stages)))
    value: dict[str, Any] = json.loads(print_run(run))
    return value


Change = Callable[[dict[str, Any]], Any]


def used(value: dict[str, Any]) -> dict[str, Any]:
    return next(s for s in value["stages"] if any("tile" in use for use in s["uses"]))


def board_of(value: dict[str, Any]) -> dict[str, Any]:
    board: dict[str, Any] = value["stages"][0]["record"]["rounds"][0]["boards"][0]
    return board


CHANGES: dict[str, Change] = {
    "another seed": lambda v: v.update(seed="other"),
    "another kind": lambda v: v.update(kind="blitz"),
    "a version": lambda v: v.update(version=2),
    "no format": lambda v: v.pop("format"),
    "a stage left out": lambda v: v["stages"].pop(1),
    "stages exchanged": lambda v: v["stages"].insert(0, v["stages"].pop(1)),
    "a stage after the end": lambda v: v["stages"].append(v["stages"][-1]),
    "a choice left out": lambda v: [v["stages"][0].pop(key) for key in ("offered", "taken")],
    "another offer": lambda v: v["stages"][0].update(offered=["echo", "swap", "pocket"]),
    "not offered": lambda v: v["stages"][0].update(
        taken=next(a for a in Ace if a not in v["stages"][0]["offered"])
    ),
    "left without need": lambda v: v["stages"][0].update(instead="swap"),
    "an unknown ace": lambda v: v["stages"][0].update(taken="joker"),
    "a use left out": lambda v: used(v).update(uses=[]),
    "an ace that is not held": lambda v: v["stages"][0]["uses"].append(
        {"call": 0, "use": "second-thought"}
    ),
    "a use of no tile": lambda v: used(v)["uses"].append({"call": 3, "use": "swap"}),
    "a use after the last call": lambda v: v["stages"][0]["uses"].append(
        {"call": 99, "use": "swap", "tile": "294"}
    ),
    "negative time": lambda v: v["stages"][0].update(milliseconds=-1),
    "time as a fraction": lambda v: v["stages"][0].update(milliseconds=1.5),
    "a better call": lambda v: v["stages"][0]["record"]["rounds"][0]["calls"].reverse(),
    "an unfinished stage": lambda v: v["stages"][0]["record"]["rounds"][0]["boards"][0][
        "turns"
    ].pop(),
    "two players": lambda v: v["stages"][0]["record"]["players"].append(
        {"name": "B", "kind": "human"}
    ),
    "no list": lambda v: v.update(stages={}),
    "more": lambda v: v.update(reserve=120),
}


@pytest.mark.parametrize("name", CHANGES)
def test_an_edited_record_is_refused_by_place_and_reason(record: dict[str, Any], name: str) -> None:
    parse_run(json.dumps(record))
    changed = deepcopy(record)
    CHANGES[name](changed)
    with pytest.raises(FormatError) as refused:
        parse_run(json.dumps(changed))
    assert refused.value.where or name in ("no format", "more")


def test_a_run_that_waits_for_a_choice_is_a_record_too(record: dict[str, Any]) -> None:
    waiting = deepcopy(record)
    waiting["stages"] = waiting["stages"][:2]
    for key in ("offered", "taken", "instead"):
        waiting["stages"][1].pop(key, None)
    state, results = parse_run(json.dumps(waiting)).replay()
    assert (state.chooses, state.stage, len(results)) == (True, 3, 2)
    assert list(state.offered) == record["stages"][1]["offered"]
    assert parse_run(print_run(RunRecord("new", True))).replay()[0] == RunState("new", True)
    assert StageRecord.__dataclass_fields__.keys() >= {"offered", "taken", "instead"}


def test_records_of_many_runs_are_checked_one_after_the_other(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = play_run("many", make_bot("greedy"), Random(1))
    good, bad, gone = (tmp_path / name for name in ("good.json", "bad.json", "gone.json"))
    good.write_text(print_run(run), encoding="utf-8")
    record = json.loads(print_run(run))
    record["stages"][0]["milliseconds"] = -1
    bad.write_text(json.dumps(record), encoding="utf-8")
    files = [str(path) for path in (good, bad, gone, good)]
    status, many, err = terminal.run(capsys, "score", *files)
    assert (status, err.count("\n")) == (2, 2)
    assert "bad.json: stages[0].milliseconds" in err
    assert "gone.json" in err
    _, single, _ = terminal.run(capsys, "score", str(good))
    assert many == f"{single}\n{single}"
    state, results = run.replay()
    assert single.count("Stage ") == len(results) > 1
    assert f"Over at stage {len(results)}, with {state.points} points." in single
    figures = json.loads(terminal.run(capsys, "score", "--json", str(good))[1])
    assert [stage["total"] for stage in figures["stages"]] == [one.total for one in results]
    assert (figures["run"], figures["points"], figures["complete"]) == ("many", state.points, True)
    # Matches and runs may share a file; only the former have a best board.
    mixed = tmp_path / "mixed.jsonl"
    mixed.write_text(f"{print_run(run)}\n{print_record(run.stages[0].match)}", encoding="utf-8")
    assert terminal.run(capsys, "score", str(mixed))[0] == 0
    status, out, err = terminal.run(capsys, "best", "--json", str(mixed))
    assert (status, out.count("\n"), err.count("\n")) == (2, 1, 1)


def test_a_run_is_sent_as_a_text_of_its_day(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    day = date(2026, 11, 21)
    run = play_run(day_seed(day), make_bot("greedy"), Random(1))
    file = tmp_path / "run.json"
    file.write_text(print_run(run), encoding="utf-8")
    words = ("score", "--text", "--lang", "fr", str(file))
    assert terminal.run(capsys, *words, "--daily", "2026-11-20")[0] == 2
    status, out, err = terminal.run(capsys, *words, "--daily", "2026-11-21")
    assert (status, err) == (0, "")
    assert "21 novembre 2026" in out
    assert run.seed in terminal.run(capsys, *words)[1]

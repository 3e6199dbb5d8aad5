"""The records of climbs, and those of runs by the rules before, in words and for programs."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any, TypeAlias

from game.cli.describing import describe_rules
from game.locale import Catalogue
from game.page.climb_words import describe_climb, describe_climb_result
from game.page.run_result import describe_run_result
from game.progress.climb.record import CLIMB_FORMAT, ClimbRecord, climb_json, read_climb
from game.progress.run.outcome import outcome_of
from game.progress.run.record import RunRecord, kind_name, parse_run
from game.rules.errors import FormatError
from game.rules.json_shape import MAX_RECORD_BYTES, load_json

Climbed: TypeAlias = ClimbRecord | RunRecord


def read_run(raw: bytes) -> Climbed | None:
    """Return the climb of a record, None where it is none of one. Raises `FormatError`."""
    if CLIMB_FORMAT.encode() not in raw.replace(b"\0", b""):
        return None
    try:
        value = load_json(raw, MAX_RECORD_BYTES)
    except FormatError:
        return None
    if not isinstance(value, dict) or value.get("format") != CLIMB_FORMAT:
        return None
    return parse_run(raw) if "kind" in value else read_climb(value)


def describe_run(run: Climbed, catalogue: Catalogue) -> Iterator[str]:
    """Yield a climb line by line. Raises `FormatError` for what its rules refuse."""
    if isinstance(run, ClimbRecord):
        yield from describe_climb(run, catalogue)
        return
    yield f"The Climb, {'against the clock' if run.is_timed else 'calm'}, seed {run.seed}"
    for step in run.steps():
        stage, result = step.record, step.result
        yield ""
        yield f"Stage {result.stage}: {describe_rules(stage.match.rules, catalogue)}"
        yield f"  {result.total} of {result.target} points, {step.chosen.reserve} in reserve"
        if stage.offered is not None:
            ace = None if stage.taken is None else catalogue.text(f"run.ace.{stage.taken}")
            yield "  no ace taken" if ace is None else f"  taken: {ace}"
    state, results = run.replay()
    yield ""
    if state.is_over:
        yield f"Over at stage {len(results)}, with {state.points} points."
    else:
        yield f"Goes on at stage {state.stage}, with {state.points} points so far."


def describe_sent(run: Climbed, catalogue: Catalogue, day: date | None) -> Iterator[str]:
    """Yield the short text of a climb that gives no tile away; `day` is the one it is of."""
    if isinstance(run, ClimbRecord):
        return describe_climb_result(run, catalogue, day)
    return describe_run_result(outcome_of(run), catalogue, day)


def print_figures(run: Climbed) -> str:
    """Return the figures of a climb for programs, as one line of JSON."""
    if isinstance(run, ClimbRecord):
        return json.dumps(climb_json(run))
    state, _ = run.replay()
    steps = [
        {
            "stage": step.result.stage,
            "rules": str(step.record.match.rules),
            "total": step.result.total,
            "target": step.result.target,
            "reserve": step.chosen.reserve,
            "taken": step.record.taken and step.record.taken.value,
        }
        for step in run.steps()
    ]
    figures: dict[str, Any] = {
        "run": run.seed,
        "kind": kind_name(is_timed=run.is_timed),
        "stages": steps,
        "points": state.points,
        "complete": state.is_over,
    }
    return json.dumps(figures)

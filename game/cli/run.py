"""`take-it-easy run`: checks the records of runs and prints their stages."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Final

from game.bots.bar import Bar
from game.cli.drawing import clean
from game.cli.records import tell
from game.cli.score import describe_rules
from game.locale import Catalogue
from game.locale.errors import word_error
from game.progress.run.record import RunRecord, is_run_text, parse_run
from game.rules.errors import FormatError, fault_of_file
from game.rules.json_shape import MAX_RECORD_BYTES

_HEAD: Final = 4096
"""In so many bytes a record says what it is the record of."""


def run_run(options: Namespace, catalogue: Catalogue) -> int:
    """Print each stage of every record and how its run stands, under the file's name where there
    are several; 0, or 2 if one was bad, which is told and passed over.
    """
    files: list[str] = options.files
    status, bar = 0, Bar(len(files))
    for number, name in enumerate(files):
        bar.show(number, name)
        try:
            lines = [*describe_run(read_run(name), catalogue)]
        except FormatError as error:
            bar.clear()
            status = tell(word_error(catalogue, error))
            continue
        bar.clear()
        if len(files) > 1:
            print(clean(f"{name}:"))
        print("\n".join(map(clean, lines)))
        if number < len(files) - 1:
            print()
    return status


def is_run(name: str) -> bool:
    """Whether a file, or standard input for `-`, holds the record of a run."""
    if name == "-":
        stream = sys.stdin.buffer
        return isinstance(stream, BufferedReader) and is_run_text(stream.peek(_HEAD)[:_HEAD])
    try:
        with Path(name).open("rb") as file:
            return is_run_text(file.read(_HEAD))
    except (OSError, ValueError):
        return False


def read_run(name: str) -> RunRecord:
    """Return the run of a file, or of standard input for `-`. Raises `FormatError`."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(MAX_RECORD_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                raw = file.read(MAX_RECORD_BYTES + 1)
        return parse_run(raw)
    except OSError as error:
        raise fault_of_file(error).at(name) from None
    except FormatError as error:
        raise error.at(f"{name}: {error.where}" if error.where else name) from None


def describe_run(run: RunRecord, catalogue: Catalogue) -> Iterator[str]:
    """A run in the catalogue's language, line by line; three lines a stage."""
    text = catalogue.text
    kind = text("run.kind.clock" if run.is_timed else "run.kind.calm")
    yield text("run.title", name=text("menu.climb"), kind=kind, seed=run.seed)
    for step in run.steps():
        stage, result = step.record, step.result
        yield ""
        rules = describe_rules(stage.match.rules, catalogue)
        yield text("run.stage", stage=str(result.stage), rules=rules)
        reserve = step.chosen.reserve
        numbers = {"points": result.total, "target": result.target, "reserve": reserve}
        yield "  " + text("run.made", **{key: str(value) for key, value in numbers.items()})
        if stage.offered is not None:
            name = None if stage.taken is None else text(f"run.ace.{stage.taken}")
            yield "  " + (text("run.none") if name is None else text("run.taken", ace=name))
    state, results = run.replay()
    yield ""
    at = len(results) if state.is_over else state.stage
    key = "run.over" if state.is_over else "run.goes_on"
    yield text(key, stage=str(at), count=state.points)

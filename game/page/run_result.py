"""A run as a short text to paste anywhere; it reveals no tile and no ace."""

from collections.abc import Iterator
from datetime import date

from game.locale import Catalogue, write_date
from game.progress.run.outcome import RunOutcome, squares_of
from game.progress.run.record import kind_name


def describe_run_result(
    outcome: RunOutcome, catalogue: Catalogue, day: date | None
) -> Iterator[str]:
    """The lines of the text: which run, how far, and a row of squares for each stage.

    `day` is the one whose run it is; any other run names its seed, so that it can be played too.
    """
    text, run = catalogue.text, outcome.run
    yield text("result.title", game=text("terms.title"), what=run_title(catalogue, day))
    reached = text("run.end.reached", stage=str(outcome.stage))
    points = text("terms.count.points", count=outcome.state.points)
    kind = text(f"run.kind.{kind_name(is_timed=run.is_timed)}")
    yield f"{reached} · {points} · {kind}"
    yield from squares_of(outcome)
    if day is None:
        yield text("run.end.seed", seed=run.seed)


def run_title(catalogue: Catalogue, day: date | None) -> str:
    """Return what a run is called: the run of a day, or a free one."""
    name = catalogue.text("menu.climb")
    if day is None:
        return name
    return catalogue.text("run.end.of_day", name=name, date=write_date(catalogue, day))

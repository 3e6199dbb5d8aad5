"""A stored result, a board and a count's steps as bands: their points are those of the match."""

from __future__ import annotations

from game.play.count_steps import CountStep, StepKind
from game.rules.boards import CLASSIC
from game.rules.tiles import Symbol
from game.storage.history import SeatResult
from game.ui.draw.bands import ScoreBand
from game.ui.scenes.shared.flags import band_of_step, bands_of_result


def test_the_bands_of_a_result_are_its_lines_and_one_for_all_else() -> None:
    lines, made = ("3x9", "5x1"), [ScoreBand(27, 9, 3), ScoreBand(5, 1, 5)]
    for total, rest in ((32, []), (47, [ScoreBand(15, kind="bonus")])):
        assert [*bands_of_result(SeatResult("Ana", True, None, total, True, lines))] == made + rest
    late = bands_of_result(SeatResult("Ana", True, None, 16, True, lines))
    assert [band.points for band in late] == [13.5, 2.5]
    assert [(band.number, band.length) for band in late] == [(9, 3), (1, 5)]


def test_each_step_that_earned_has_its_band() -> None:
    line = CLASSIC.lines[0]
    for step, band in (
        (CountStep(StepKind.LINE, 13.5, line, 3, 9, is_late=True), (13.5, 9, 3, "line", True)),
        (CountStep(StepKind.RAY, 9, line, 3, 3, Symbol.SUN), (9, 0, 3, "sun", False)),
        (CountStep(StepKind.RAY, 6, line, 3, 2, Symbol.MOON), (6, 0, 3, "moon", False)),
        (CountStep(StepKind.BONUS, 20, call=2), (20, 0, 0, "bonus", False)),
    ):
        made = band_of_step(step)
        assert (made.points, made.number, made.length, made.kind, made.is_late) == band

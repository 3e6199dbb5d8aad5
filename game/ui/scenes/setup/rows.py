"""The rows of the variant picker: a name, a way to choose, and a sentence about the choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from game.locale import write_duration
from game.play.choices import CLOCKS, Choices
from game.play.table import CallerRule
from game.rules.boards import BoardName
from game.rules.ruleset import (
    MOST_ROUNDS,
    BonusRule,
    CallRule,
    PlacementRule,
    RayRule,
)
from game.ui.widgets import Answer, Label, Segmented, Stepper, Widget

if TYPE_CHECKING:
    from enum import StrEnum

    from game.ui.frame.context import Context


OnChoose = Callable[[str, Any], Answer]
"""(field of `Choices`, new value) → where to go."""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One row; `key` is the field of `Choices` that it sets and the words' key."""

    key: str
    label: Label
    control: Widget
    explain: Callable[[Choices], str]


def make_rows(context: Context, choices: Choices, on_choose: OnChoose) -> list[OptionRow]:
    """A row for every choice of V1 but the seats."""

    def options(kind: type[StrEnum], words: str) -> list[tuple[Any, Callable[[], str]]]:
        return [(member, partial(context.text, f"setup.{words}.{member.value}")) for member in kind]

    def segmented(key: str, kind: type[StrEnum], words: str) -> Segmented[Any]:
        return Segmented(
            options(kind, words), getattr(choices, key), lambda value: on_choose(key, value)
        )

    variants: Segmented[Any] = Segmented(
        [(n, str(n)) for n in range(1, 5)],
        choices.daffodil,
        lambda value: on_choose("daffodil", value),
    )
    rounds = Stepper(
        choices.rounds,
        lambda value: on_choose("rounds", value),
        low=1,
        high=MOST_ROUNDS,
        show=lambda value: context.text("terms.count.rounds", count=value),
    )
    clock = Stepper(
        CLOCKS.index(choices.answer_seconds),
        lambda value: on_choose("answer_seconds", CLOCKS[value]),
        low=0,
        high=len(CLOCKS) - 1,
        show=lambda value: _clock_words(context, CLOCKS[value]),
    )

    def row(key: str, control: Widget, explain: Callable[[Choices], str]) -> OptionRow:
        name = "clock" if key == "answer_seconds" else key
        label = Label(
            lambda: context.text(f"setup.{name}"), lambda painter: painter.theme.type.body
        )
        return OptionRow(key, label, control, explain)

    def explained(key: str) -> Callable[[Choices], str]:
        return lambda c: context.text(f"setup.explain.{key}.{getattr(c, key)}")

    return [
        row("board", segmented("board", BoardName, "board_option"), _board_words(context)),
        row("daffodil", variants, explained("daffodil")),
        row(
            "placement",
            segmented("placement", PlacementRule, "placement_option"),
            explained("placement"),
        ),
        row("rays", segmented("rays", RayRule, "rays_option"), explained("rays")),
        row("rounds", rounds, lambda c: context.text("setup.explain.rounds", count=c.rounds)),
        row("caller", segmented("caller", CallerRule, "caller_option"), explained("caller")),
        row("call", segmented("call", CallRule, "call_option"), explained("call")),
        row("bonus", segmented("bonus", BonusRule, "bonus_option"), explained("bonus")),
        row("answer_seconds", clock, lambda c: _clock_explained(context, c.answer_seconds)),
    ]


def sync_rows(context: Context, rows: list[OptionRow], choices: Choices) -> None:
    """Show the choices in the rows, and say of the idle ones why they are idle."""
    is_daffodil = choices.board is BoardName.DAFFODIL
    is_league = choices.call is CallRule.MAIL
    reasons = {
        "daffodil": None if is_daffodil else "setup.explain.needs_daffodil",
        "bonus": None if is_league else "setup.explain.needs_league",
        "answer_seconds": None if is_league else "setup.explain.needs_league",
    }
    for row in rows:
        value = getattr(choices, row.key)
        if isinstance(row.control, Segmented):
            row.control.value = value
        elif isinstance(row.control, Stepper):
            row.control.value = CLOCKS.index(value) if row.key == "answer_seconds" else value
        reason = reasons.get(row.key)
        row.control.why_disabled = (
            None if reason is None else lambda reason=reason: context.text(reason)
        )


def _board_words(context: Context) -> Callable[[Choices], str]:
    def words(choices: Choices) -> str:
        grid = choices.rules.grid
        return context.text(
            f"setup.explain.board.{choices.board.value}",
            spaces=len(grid),
            lines=len(grid.lines),
            tiles=len(grid.tile_set),
            **({"called": len(grid)} if choices.board is BoardName.CLASSIC else {}),
        )

    return words


def _clock_words(context: Context, seconds: int | None) -> str:
    if seconds is None:
        return context.text("setup.clock_option.none")
    return write_duration(context.catalogue, seconds)


def _clock_explained(context: Context, seconds: int | None) -> str:
    if seconds is None:
        return context.text("setup.explain.clock.none")
    time = write_duration(context.catalogue, seconds)
    return context.text("setup.explain.clock.limited", time=time)

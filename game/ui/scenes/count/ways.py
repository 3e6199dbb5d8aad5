"""Where the breakdown leads: the next round, the review, the same deal, a new one, the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.draw.icons import Icon
from game.ui.frame.scene import Pop, Push, Transition
from game.ui.scenes.shared.ways import new_deal, same_deal, to_menu
from game.ui.widgets import Button, Look, OnPress

if TYPE_CHECKING:
    from game.play.table import TableSetup
    from game.rules.match import Match
    from game.ui.frame.context import Context

__all__ = ["ways_on"]


def ways_on(
    context: Context, setup: TableSetup, match: Match, next_round: OnPress | None
) -> list[Button]:
    """The buttons, the likeliest first; `next_round` is None where nothing can be played on."""
    text = context.text
    again = Button(
        lambda: text("play.restart"), lambda: same_deal(context, setup), icon=Icon.RESTART
    )
    review = Button(
        lambda: text("review.open"), lambda: _open_review(context, match), icon=Icon.CHART
    )
    if next_round is None:
        back = Button(lambda: text("breakdown.back"), Pop, icon=Icon.LEFT, look=Look.PRIMARY)
        return [back, review, again]
    menu = Button(lambda: text("play.menu"), lambda: to_menu(context), icon=Icon.HOME)
    if not match.is_complete:
        go_on = Button(
            lambda: text("breakdown.next_round"), next_round, icon=Icon.PLAY, look=Look.PRIMARY
        )
        return [go_on, menu]
    fresh = Button(
        lambda: text("play.new_deal"),
        lambda: new_deal(context, setup),
        icon=Icon.DICE,
        look=Look.PRIMARY,
    )
    return [fresh, again, review, menu]


def _open_review(context: Context, match: Match) -> Transition:
    return Push(context.doors.review(match))

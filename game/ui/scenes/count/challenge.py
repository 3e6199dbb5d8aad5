"""The count of a challenge: whether it was met, and what to take on next."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.play.challenges import find_challenge
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.scene import Push, Reset, Scene, Transition
from game.ui.scenes.count.scene import BreakdownScene, Ways
from game.ui.scenes.count.ways import make_finish
from game.ui.scenes.shared.ladder import Ladder, challenge_table
from game.ui.scenes.shared.ways import to_menu
from game.ui.widgets import Button, Look, OnPress

if TYPE_CHECKING:
    from game.play.session import Session
    from game.play.table import TableSetup
    from game.ui.frame.context import Context


def challenge_count(context: Context, setup: TableSetup, session: Session) -> Scene:
    """The count of the challenge just played, which is kept in the records."""
    match, text = session.match, context.text
    context.store.file_match(match)
    finish = make_finish(context, setup, match)
    is_met = finish.verdict is not None and finish.verdict.is_met
    ladder = Ladder(context.store.profile)
    current = find_challenge(setup.challenge)
    following = ladder.next_after(current)

    def take(name: str) -> Transition:
        challenge = find_challenge(name) or following
        return Reset(context.doors.new_table(challenge_table(context, challenge)))

    look = (Look.PRIMARY, Look.NORMAL) if is_met else (Look.NORMAL, Look.PRIMARY)
    retry = partial(take, setup.challenge)
    onward = Button(
        lambda: text("challenges.next"), partial(take, following.name), icon=Icon.PLAY, look=look[0]
    )
    again = Button(lambda: text("challenges.retry"), retry, icon=Icon.RESTART, look=look[1])
    review = Button(
        lambda: text("review.open"), lambda: Push(context.doors.review(match)), icon=Icon.CHART
    )

    def leave() -> Transition:
        """To the menu, with the ladder open over it."""
        return Reset(context.doors.menu(), Push(context.doors.challenges(setup.challenge)))

    every = Button(lambda: text("challenges.all"), leave, icon=Icon.TARGET)
    menu = Button(lambda: text("play.menu"), partial(to_menu, context), icon=Icon.HOME)
    first = (onward, again) if is_met else (again, onward)
    keys: dict[Action, OnPress] = {Action.CANCEL: leave, Action.RESTART: retry}
    ways = Ways((*first, review, every, menu), keys, can_copy=False)
    heading = "challenges.met_heading" if is_met else "challenges.missed_heading"
    return BreakdownScene(context, setup, match, ways, heading=heading, finish=finish)

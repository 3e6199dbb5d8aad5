"""The pause of a climb, which is saved, and the page after a climb has ended."""

from collections.abc import Iterator
from functools import partial

from game.climb.game import ClimbKeeper
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Push, Reset
from game.ui.parts import DialogChoice, make_dialog
from game.ui.scenes.shared.dialogs import saved_words
from game.ui.scenes.shared.names import CLIMB_RULES
from game.ui.scenes.shared.pausing import PauseRow, PauseScene
from game.ui.scenes.shared.starting import to_title
from game.ui.widgets import Look


def end_climb_scene(context: Context, climb: ClimbKeeper) -> Navigation:
    """Open the page of a climb that has ended; the title if it was not stored."""
    ended = None if climb.climb_id is None else context.store.profile.climbs.climb(climb.climb_id)
    if ended is None:
        return to_title(context)
    return Reset(context.routes.title(), Push(context.routes.climb_end(ended, is_new=True)))


def climb_pause(context: Context, climb: ClimbKeeper) -> PauseScene:
    """Return the pause of a climb; giving up ends the climb."""
    text, routes = context.text, context.routes

    def rows() -> Iterator[PauseRow]:
        yield PauseRow(
            text("play.rules"), Icon.BOOK, lambda: Push(routes.rules(CLIMB_RULES)), Action.HELP
        )
        yield PauseRow(text("play.settings"), Icon.SETTINGS, lambda: Push(routes.settings()))
        yield PauseRow(text("play.menu"), Icon.HOME, partial(to_title, context))
        give_up = partial(_ask_give_up, context, climb)
        yield PauseRow(text("climb.table.give_up"), Icon.FLAG, give_up)

    title, about = partial(text, "play.paused"), partial(saved_words, context, "climb.table.paused")
    return PauseScene(context, title, rows, about)


def _ask_give_up(context: Context, climb: ClimbKeeper) -> Navigation:
    def give_up() -> Navigation:
        climb.end()
        return end_climb_scene(context, climb)

    return Push(
        make_dialog(
            context,
            "climb.table.give_up_title",
            "climb.table.give_up_body" if climb.open.steps else "climb.table.give_up_first",
            DialogChoice("climb.table.give_up", give_up, Look.DANGER),
            DialogChoice("play.cancel", look=Look.PRIMARY),
        )
    )

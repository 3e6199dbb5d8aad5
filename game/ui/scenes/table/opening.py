"""Opens tables at this screen: a new match, a saved one, one that is continued."""

from game.play.session import Session
from game.play.table import TableSetup, is_called
from game.rules.match import Match
from game.ui.frame.context import Context
from game.ui.frame.match_saving import open_match, resume_session, start_session
from game.ui.frame.scene import Scene
from game.ui.scenes.table.mode import MatchMode
from game.ui.scenes.table.scene import TableScene


def match_table(context: Context, setup: TableSetup, session: Session) -> TableScene:
    """The table at which a match is played on."""
    return TableScene(context, MatchMode(context, setup, session))


def new_table(context: Context, setup: TableSetup) -> TableScene:
    """The table of a new match. Raises `RulesetError` for what V1 refuses."""
    return match_table(context, setup, start_session(context.store, setup))


def saved_table(context: Context, match: Match) -> Scene:
    """The table or the caller of a saved match. Raises `FormatError` (foreign meta)."""
    if not is_called(match):
        return match_table(context, *resume_session(context.store, match))
    from game.play.caller import CallerGame

    store = context.store
    match = open_match(store, match)
    return context.routes.caller(CallerGame.resume(match, context.engines, store.save_match))

"""The way to the table: a new match, or one that was interrupted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.play.deal_source import DealSource
from game.play.session import Session
from game.play.table import TableSetup
from game.ui.frame.scene import Scene
from game.ui.frame.store import store_of
from game.ui.scenes.table.scene import TableScene

if TYPE_CHECKING:
    from game.rules.match import Match
    from game.ui.frame.context import Context

__all__ = ["continue_table", "review_match", "start_table"]


def start_table(context: Context, setup: TableSetup) -> Scene:
    """The scene of a new match. Raises `RulesetError` for what V1 refuses."""
    session = Session.start(
        setup.rules,
        setup.players,
        setup.seed,
        setup.caller,
        lambda match: _save(context, match),
        meta=setup.to_meta(),
    )
    return TableScene(context, setup, session)


def continue_table(context: Context, match: Match) -> Scene:
    """The scene of a saved match, exactly where it was left.

    Raises `FormatError` where the record's `meta` is no table's.
    """
    setup = TableSetup.from_match(match)
    source = DealSource(match.rules, setup.seed)
    session = Session(match, source, setup.caller, lambda changed: _save(context, changed))
    return TableScene(context, setup, session)


def review_match(context: Context, match: Match) -> Scene:
    """The scene that looks at a match once more; a dialog where there is nothing to look at."""
    from game.ui.scenes.review.scene import review_scene

    return review_scene(context, match)


def _save(context: Context, match: Match) -> None:
    """Keep the match before anything of the change is shown."""
    store_of(context).autosave.save(match)

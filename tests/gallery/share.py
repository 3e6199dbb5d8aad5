"""The share scene for the gallery."""

from datetime import UTC, date, datetime

from game.progress.daily import Medal
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.share.control import SharedMatch
from game.ui.scenes.share.scene import match_share
from tests.gallery.daily import play_deal
from tests.gallery.records import play_out


def share(context: Context) -> Scene:
    """Sharing a match."""
    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    when = datetime(2026, 11, 22, 12, tzinfo=UTC)
    return match_share(context, SharedMatch(match, context.catalogue, when))


def daily_picture(context: Context) -> Scene:
    """Sharing a daily deal that earned a medal."""
    match = play_deal(date(2026, 11, 20))
    when = datetime(2026, 11, 20, 20, tzinfo=UTC)
    shared = SharedMatch(match, context.catalogue, when, medal=Medal.GOLD)
    return match_share(context, shared)

"""Picks the scene for the state of a table apart."""

from game.net.service.results import finished_match
from game.ui.frame.context import Context
from game.ui.frame.scene import Push, Scene
from game.ui.scenes.apart.going import may_play_again, play_again
from game.ui.scenes.apart.leading import LeadingScene
from game.ui.scenes.apart.waiting import WaitingScene
from game.ui.scenes.apart.words import rematch_words


def scene_of(context: Context, table: bytes) -> Scene:
    """Return the scene for a table's state: the list, its seats, leading, the match or the
    count.
    """
    snapshot = context.apart.service.snapshot(table)
    if snapshot.is_gone:
        return context.routes.apart()
    if snapshot.is_earlier:
        return LeadingScene(context, snapshot.id)
    if snapshot.table is None or snapshot.table.match is None:
        return WaitingScene(context, snapshot.id)
    if snapshot.is_over:
        match = finished_match(snapshot)
        if match is not None:
            context.apart.file_results(context.store.profile)
            again = lambda: Push(play_again(context, table))  # noqa: E731
            service = context.apart.service
            asking = lambda: rematch_words(context, service.snapshot(table))  # noqa: E731
            is_again = may_play_again(service, snapshot)
            return context.routes.finished_count(match, again if is_again else None, asking)
    if (snapshot.own_seats or snapshot.is_watching) and not snapshot.is_over:
        return context.routes.apart_table(snapshot.id)
    return LeadingScene(context, snapshot.id)

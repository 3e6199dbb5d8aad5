"""The state of a table apart, in the player's language."""

from typing import Final

from game import DISTRIBUTION
from game.locale import write_list, write_span
from game.locale.errors import word_error
from game.net.names import names_of
from game.net.service import TableSnapshot
from game.net.store import StoreBusy
from game.net.table import TableStage, calls_of_match
from game.net.transport import LedElsewhere
from game.net.trouble import TransportError, public_address
from game.rules.errors import RulesError, fault_of_file
from game.rules.names import show_name
from game.rules.standing import score_match
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import rules_name

HOST_COMMAND: Final = f"pip install '{DISTRIBUTION}[host]'"


def table_name(context: Context, seen: TableSnapshot) -> str:
    """Return what a table is called: its league, or its rules."""
    if seen.league:
        return show_name(seen.league)
    if seen.table is None:
        return context.text("together.some_table")
    return rules_name(context, seen.table.opened.rules)


def player_names(seen: TableSnapshot) -> list[str]:
    """Return the names at a table, seat by seat, people of one name told apart."""
    return [] if seen.table is None else names_of(seen.table)


def call_until(seen: TableSnapshot) -> int:
    """Until when the open call can be answered (UTC seconds); 0 where none is open."""
    if seen.table is None or seen.table.call is None:
        return 0
    return max(seen.table.call.until, seen.seating.desk.wait_until if seen.is_master else 0)


def time_left(context: Context, seen: TableSnapshot) -> str:
    """Return how long the open call can still be answered; "" where none is open."""
    if not call_until(seen):
        return ""
    left = call_until(seen) - context.apart.now()
    if left >= 1:
        return write_span(context.catalogue, left)
    if not seen.is_late:
        return context.text("together.time_over")
    return context.text("together.late_here" if seen.is_master else "together.late")


def waited_for(seen: TableSnapshot) -> list[str]:
    """Return the names of those whose turn the open call lacks."""
    if seen.table is None or seen.table.call is None:
        return []
    names = player_names(seen)
    return [names[seat] for seat in sorted(seen.waited - seen.handed)]


def turn_words(context: Context, seen: TableSnapshot, *, is_mine: bool) -> str:
    """Whose turn it is in the open call, without the time."""
    text, waited = context.text, waited_for(seen)
    if is_mine:
        return text("together.your_turn")
    if seen.waited & seen.handed and not seen.is_master:
        return text("together.with_master")
    if not waited:
        return text("together.closing")
    return text("together.waiting_for", names=write_list(context.catalogue, waited))


def with_time(context: Context, seen: TableSnapshot, words: str) -> str:
    """These words and how long the open call can still be answered."""
    left = time_left(context, seen)
    return context.text("together.timed", words=words, time=left) if left else words


def left_words(context: Context, seen: TableSnapshot) -> str:
    """Return who has given up a seat that nobody has taken over; "" for nobody."""
    names = player_names(seen)
    gone = [names[seat] for seat in seen.left if seat in seen.free]
    told = write_list(context.catalogue, gone)
    return context.text("together.gave_up", names=told) if gone else ""


def copied_words(context: Context, words: str, done: str) -> str:
    """Copy words to the clipboard; return `done`, or that they could not be copied."""
    return done if context.copy_text(words) else context.text("together.not_copied")


def state_words(context: Context, seen: TableSnapshot, *, has_time: bool = True) -> str:
    """Return how a table stands as a sentence without its full stop; the time left belongs to it
    where `has_time`.
    """
    text, table = context.text, seen.table
    if seen.is_stopped:
        return text("together.led_elsewhere")
    if seen.problem is not None:
        return text("together.state.newer")
    if seen.trouble and not seen.is_over:
        return text("together.state.cut")
    if table is None:
        return text("together.state.unknown")
    if table.match is None:
        missing = table.opened.seats - sum(not one.is_sent_away for one in seen.asking)
        if seen.is_old or missing <= 0:
            return text("together.state.old" if seen.is_old else "together.state.full")
        return text("together.state.opening", count=missing)
    if table.stage is TableStage.OVER:
        return _over_words(context, seen)
    if seen.is_old:
        return text("together.state.old")
    if table.call is not None:
        words = turn_words(context, seen, is_mine=seen.waits_for_me)
        words = with_time(context, seen, words) if has_time else words
        return f"{call_words(context, seen)} · {words}"
    if not table.calls:
        return text("together.state.begins")
    return text("together.state.ready", call=table.calls, calls=calls_of_match(table.opened.rules))


def call_words(context: Context, seen: TableSnapshot) -> str:
    """Which call is open; "" before the first and after the last."""
    if seen.table is None or seen.table.call is None:
        return ""
    calls = calls_of_match(seen.table.opened.rules)
    return context.text("together.report.call", call=seen.table.calls, calls=calls)


def _over_words(context: Context, seen: TableSnapshot) -> str:
    """Return who has won, and one's own points; or that the calls were changed."""
    assert seen.table is not None
    assert seen.table.match is not None
    if seen.is_promise_broken:
        return context.text("together.state.promise_broken")
    points = [
        context.text("terms.count.points", count=score.total)
        for score in score_match(seen.table.match).players
    ]
    winners, names = sorted(score_match(seen.table.match).winners), player_names(seen)
    own = seen.own[0] if len(seen.own) == 1 else None
    best = points[winners[0]]
    if winners == [own]:
        return context.text("together.state.won", points=best)
    told = write_list(context.catalogue, [names[seat] for seat in winners])
    if own is None or own in winners:
        return context.text("together.state.over", names=told, points=best)
    return context.text("together.state.lost", own=points[own], names=told, points=best)


def leader_words(context: Context, seen: TableSnapshot) -> str:
    """Who is game master where it is nobody here: the club, or somebody who can cheat."""
    if seen.is_master or seen.table is None:
        return ""
    return context.text("together.club_leads" if seen.table.opened.club else "together.limits")


def trouble_words(context: Context, seen: TableSnapshot) -> str:
    """Why a table's transport carries nothing; "" where it does."""
    if not seen.trouble:
        return ""
    address = seen.seating.folder or public_address(seen.seating.invitation.url)
    if seen.trouble_kind:
        return context.text(f"apart.road.{seen.trouble_kind}", address=address)
    return context.text("together.unreachable", address=address)


def failure_words(context: Context, error: BaseException) -> str:
    """Why something that was asked for did not happen, as sentences."""
    if isinstance(error, StoreBusy):
        return context.text("together.busy")
    if isinstance(error, LedElsewhere):
        return context.text("together.led_elsewhere")
    if isinstance(error, TransportError):
        return context.text(f"apart.road.{error.trouble}", address=error.address)
    if type(error).__name__ == "NoServerError":
        # Its room is not loaded for who never hosted anything.
        return context.text("together.no_host", command=HOST_COMMAND)
    if isinstance(error, OSError):
        error = fault_of_file(error)
    if isinstance(error, RulesError):
        reason = word_error(context.catalogue, error)
    else:
        reason = type(error).__name__
    return context.text("together.refused", reason=reason)

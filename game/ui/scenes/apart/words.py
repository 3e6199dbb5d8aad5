"""The state of a table apart in sentences."""

from typing import Final

from game.locale import write_list, write_span
from game.locale.errors import word_error
from game.net.journal.names import names_of
from game.net.journal.store import StoreBusy
from game.net.journal.table import TablePhase, calls_of_match
from game.net.post.transport import LedElsewhere
from game.net.service.snapshots import TableSnapshot
from game.rules.errors import Fault, RulesError, fault_of_file
from game.rules.match_score import score_match
from game.rules.names import show_name
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import rules_name

_NEWER: Final = (Fault.UNKNOWN, Fault.UNKNOWN_KEY, Fault.UNKNOWN_VERSION)
"""Faults that a newer program's line causes; damaged lines are sent again."""


def name_apart(context: Context, snapshot: TableSnapshot) -> str:
    """Return a table's name: its league, or its rules."""
    if snapshot.league:
        return show_name(snapshot.league)
    if snapshot.table is None:
        return context.text("together.some_table")
    return rules_name(context, snapshot.table.opened.rules)


def names_apart(snapshot: TableSnapshot) -> list[str]:
    """Return the names at a table by seat; equal names get a mark."""
    return [] if snapshot.table is None else names_of(snapshot.table)


def pace_words(context: Context, seconds: int) -> str:
    """Return the seconds of a table's calls in words."""
    return context.text("together.by_post", time=write_span(context.catalogue, seconds))


def time_left(context: Context, snapshot: TableSnapshot) -> str:
    """Return the remaining time of the open call; "" without one."""
    if not snapshot.until:
        return ""
    left = snapshot.until - context.apart.now()
    if left >= 1:
        return write_span(context.catalogue, left)
    if not snapshot.is_late:
        return context.text("together.time_over")
    return context.text("together.late_here" if snapshot.is_master else "together.late")


def waited_for(snapshot: TableSnapshot) -> list[str]:
    """Return the names of the players who have not answered the open call."""
    if snapshot.table is None or snapshot.table.call is None:
        return []
    names = names_apart(snapshot)
    return [names[seat] for seat in sorted(snapshot.unanswered)]


def turn_words(context: Context, snapshot: TableSnapshot, *, is_mine: bool) -> str:
    """Return whom the open call waits for, without the time."""
    text, waited = context.text, waited_for(snapshot)
    if is_mine:
        return text("together.your_turn")
    if snapshot.must_send:
        return text("together.not_sent")
    if snapshot.waited & snapshot.handed_in and not snapshot.is_master:
        return text("together.with_master")
    if not waited:
        return text("together.closing")
    return text("together.waiting_for", names=write_list(context.catalogue, waited))


def with_time(context: Context, snapshot: TableSnapshot, words: str) -> str:
    """Return `words` with the remaining time of the open call."""
    left = time_left(context, snapshot)
    return context.text("together.timed", words=words, time=left) if left else words


def left_words(context: Context, snapshot: TableSnapshot) -> str:
    """Return the players who left a seat that is still free; "" for none."""
    names = names_apart(snapshot)
    gone = [names[seat] for seat in snapshot.left if seat in snapshot.free]
    players = write_list(context.catalogue, gone)
    return context.text("together.gave_up", names=players) if gone else ""


def rematch_words(context: Context, snapshot: TableSnapshot) -> str:
    """Return which guests ask this game master for a rematch; "" for none."""
    names = names_apart(snapshot)
    asking = [names[seat] for seat in snapshot.wants_rematch]
    players = write_list(context.catalogue, asking)
    return context.text("together.wants_rematch", names=players) if asking else ""


def copied_words(context: Context, words: str, done: str) -> str:
    """Copy `words` to the clipboard; return `done`, or a message that it failed."""
    return done if context.copy_text(words) else context.text("menu.not_copied")


def state_words(context: Context, snapshot: TableSnapshot, *, has_time: bool = True) -> str:
    """Return the state of a table as a sentence without its full stop.

    `has_time` adds the remaining time.
    """
    text, table = context.text, snapshot.table
    if snapshot.is_stopped:
        return text("together.led_elsewhere")
    if snapshot.is_earlier:
        return text("together.state.earlier")
    if snapshot.problem is not None:
        return text(f"together.state.{'newer' if snapshot.problem.fault in _NEWER else 'altered'}")
    if snapshot.trouble and not snapshot.is_over:
        return context.text("together.state.cut")
    if snapshot.can_go_on and table is not None and table.match is not None:
        return text(f"together.state.{'calls' if table.call is None else 'closes'}_here")
    if table is None:
        return text("together.not_sent" if snapshot.must_send else "together.state.unknown")
    if table.match is None:
        missing = table.opened.seats - sum(not one.is_sent_away for one in snapshot.asking)
        if snapshot.must_send:
            return text("together.not_sent")
        if missing <= 0:
            return text("together.state.full")
        return text("together.state.opening", count=missing)
    if table.phase is TablePhase.OVER:
        return _over_words(context, snapshot)
    if table.call is not None:
        words = turn_words(context, snapshot, is_mine=snapshot.waits_for_me)
        words = with_time(context, snapshot, words) if has_time else words
        return f"{call_words(context, snapshot)} · {words}"
    if not table.calls:
        return text("together.state.begins")
    return text("together.state.ready", call=table.calls, calls=calls_of_match(table.opened.rules))


def call_words(context: Context, snapshot: TableSnapshot) -> str:
    """Return the number of the open call; "" before the first and after the last."""
    if snapshot.table is None or snapshot.table.call is None:
        return ""
    calls = calls_of_match(snapshot.table.opened.rules)
    return context.text("together.report.call", call=snapshot.table.calls, calls=calls)


def _over_words(context: Context, snapshot: TableSnapshot) -> str:
    """Return the winner and the user's points; or that the calls were altered."""
    assert snapshot.table is not None
    assert snapshot.table.match is not None
    if snapshot.is_promise_broken:
        return context.text("together.state.promise_broken")
    points = [
        context.text("terms.count.points", count=score.total)
        for score in score_match(snapshot.table.match).players
    ]
    winners, names = sorted(score_match(snapshot.table.match).winners), names_apart(snapshot)
    own_seat = snapshot.own_seats[0] if len(snapshot.own_seats) == 1 else None
    best = points[winners[0]]
    if winners == [own_seat]:
        return context.text("together.state.won", points=best)
    leaders = write_list(context.catalogue, [names[seat] for seat in winners])
    if own_seat is None or own_seat in winners:
        return context.text("together.state.over", names=leaders, points=best)
    return context.text("together.state.lost", own=points[own_seat], names=leaders, points=best)


def leader_words(context: Context, snapshot: TableSnapshot) -> str:
    """Return a note about a game master elsewhere: a player who could cheat."""
    if snapshot.is_master or snapshot.table is None:
        return ""
    return context.text("together.limits")


def trouble_words(context: Context, snapshot: TableSnapshot) -> str:
    """Return why a table's transport does not work; "" if it does."""
    if not snapshot.trouble:
        return ""
    address = snapshot.seating.folder or snapshot.seating.invitation.url
    return context.text("together.unreachable", address=address)


def failure_words(context: Context, error: BaseException) -> str:
    """Return why a request failed, in sentences."""
    if isinstance(error, StoreBusy):
        return context.text("together.busy")
    if isinstance(error, LedElsewhere):
        return context.text("together.led_elsewhere")
    if isinstance(error, OSError):
        error = fault_of_file(error)
    if isinstance(error, RulesError):
        reason = word_error(context.catalogue, error)
    else:
        reason = type(error).__name__
    return context.text("together.refused", reason=reason)

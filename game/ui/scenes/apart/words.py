"""The state of a table apart, in the player's language."""

from typing import Final

from game import DISTRIBUTION
from game.locale import write_list, write_span
from game.locale.errors import word_error
from game.net.draws import calls_of_match
from game.net.fold import TableStage
from game.net.home import HomeBusy
from game.net.names import names_of
from game.net.service import TableSnapshot
from game.rules.errors import Fault, RulesError, fault_of_file
from game.rules.names import show_name
from game.rules.standing import score_match
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import rules_name

HOST_COMMAND: Final = f"pip install '{DISTRIBUTION}[host]'"


def table_name(context: Context, seen: TableSnapshot) -> str:
    """Return what a table is called: its league, or its rules."""
    league = seen.seating.desk.league
    if league:
        return show_name(league)
    if seen.table is None:
        return context.text("together.some_table")
    return rules_name(context, seen.table.opened.rules)


def player_names(seen: TableSnapshot) -> list[str]:
    """Return the names at a table, seat by seat; people of one name have a sign of their
    key beside it.
    """
    return [] if seen.table is None else names_of(seen.table)


def time_left(context: Context, seen: TableSnapshot) -> str:
    """Return how long the open call can still be answered; "" where none is open."""
    table = seen.table
    if table is None or table.call is None:
        return ""
    left = call_until(seen) - context.apart.now()
    if left >= 1:
        return write_span(context.catalogue, left)
    if not seen.is_late:
        return context.text("together.time_over")
    return context.text("together.late_here" if seen.is_master else "together.late")


def call_until(seen: TableSnapshot) -> int:
    """Until when the open call can be answered (UTC seconds); 0 where none is open."""
    if seen.table is None or seen.table.call is None:
        return 0
    return max(seen.table.call.until, seen.seating.desk.wait_until if seen.is_master else 0)


def waited_for(seen: TableSnapshot) -> list[str]:
    """Return the names of those whose answer the open call lacks."""
    if seen.table is None or seen.table.call is None:
        return []
    names = player_names(seen)
    return [names[seat] for seat in sorted(seen.waited - seen.handed)]


def turn_words(context: Context, seen: TableSnapshot, *, is_mine: bool) -> str:
    """Whose turn it is in the open call, without the time."""
    text, waited = context.text, waited_for(seen)
    if is_mine:
        return text("together.your_turn")
    if seen.draft_waits:
        return text("together.draft_waits")
    if not waited:
        return text("together.closing")
    return text("together.waiting_for", names=write_list(context.catalogue, waited))


def with_time(context: Context, seen: TableSnapshot, words: str) -> str:
    """These words and how long the open call can still be answered."""
    left = time_left(context, seen)
    return context.text("together.timed", words=words, time=left) if left else words


def left_words(context: Context, seen: TableSnapshot) -> str:
    """Return who has given up a seat that nobody has taken over; "" for nobody."""
    gone, names = [seat for seat in seen.left if seat in seen.free], player_names(seen)
    if not gone:
        return ""
    told = write_list(context.catalogue, [names[seat] for seat in gone])
    return context.text("together.gave_up", names=told)


def copied_words(context: Context, words: str, done: str) -> str:
    """Copy words to the clipboard; return `done`, or that they could not be copied."""
    return done if context.copy_text(words) else context.text("together.not_copied")


def state_words(context: Context, seen: TableSnapshot, *, has_time: bool = True) -> str:
    """Return how a table stands as a sentence without its full stop; the time left belongs to it
    where `has_time`.
    """
    text, table = context.text, seen.table
    if seen.forked_at is not None:
        return text("together.state.forked")
    if seen.trouble and not seen.is_over:
        return text("together.state.cut")
    if table is None:
        is_newer = any(error.fault is Fault.UNKNOWN_VERSION for error in seen.refused)
        return text("together.state.newer" if is_newer else "together.state.unknown")
    if table.match is None:
        missing = table.opened.seats - sum(not one.is_sent_away for one in seen.asking)
        if missing <= 0:
            return text("together.state.full")
        return text("together.state.opening", count=missing)
    if table.stage is TableStage.OVER:
        return _over_words(context, seen)
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
    """Return who has won; how many points one's own seat has, if this home played one."""
    assert seen.table is not None
    assert seen.table.match is not None
    totals = [score.total for score in score_match(seen.table.match).players]
    best = max(totals)
    winners = [seat for seat, total in enumerate(totals) if total == best]
    own = seen.own[0] if len(seen.own) == 1 else None
    if winners == [own]:
        return context.text("together.state.won", points=_points(context, best))
    names = player_names(seen)
    told = {
        "names": write_list(context.catalogue, [names[seat] for seat in winners]),
        "points": _points(context, best),
    }
    if own is None or own in winners:
        return context.text("together.state.over", **told)
    return context.text("together.state.lost", own=_points(context, totals[own]), **told)


def _points(context: Context, count: float) -> str:
    return context.text("terms.count.points", count=count)


def trouble_words(context: Context, seen: TableSnapshot) -> str:
    """Why a table's transport carries nothing; "" where it does."""
    if not seen.trouble:
        return ""
    address = seen.seating.folder or seen.seating.invitation.url
    if seen.trouble_kind:
        return context.text(f"apart.road.{seen.trouble_kind}", address=address)
    return context.text("together.unreachable", address=address)


def failure_words(context: Context, error: BaseException) -> str:
    """Why something that was asked for did not happen, as sentences."""
    if isinstance(error, HomeBusy):
        return context.text("together.busy")
    if isinstance(error, RulesError):
        return context.text("together.refused", reason=word_error(context.catalogue, error))
    if type(error).__name__ == "NoServerError":
        # Its room is not loaded for who never hosted anything.
        return context.text("together.no_host", command=HOST_COMMAND)
    if isinstance(error, OSError):
        error = fault_of_file(error)
        return context.text("together.refused", reason=word_error(context.catalogue, error))
    return context.text("together.refused", reason=type(error).__name__)

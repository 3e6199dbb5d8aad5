"""Where a table apart stands, in the player's language."""

from typing import Final

from game import DISTRIBUTION
from game.locale import write_list, write_span
from game.locale.errors import word_error
from game.net.draws import calls_of_match
from game.net.fold import Table, TableStage
from game.net.home import HomeBusy
from game.net.service import Seen
from game.play.editions import all_editions
from game.rules.errors import Fault, RulesError, fault_of_file
from game.rules.names import show_name
from game.rules.ruleset import Ruleset
from game.rules.standing import score_match
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import edition_name

HOST_COMMAND: Final = f"pip install '{DISTRIBUTION}[host]'"


def rules_name(context: Context, rules: Ruleset) -> str:
    """The edition that has these rules, or that they are somebody's own."""
    card = next((card.name for card in all_editions() if card.rules == rules), "")
    return edition_name(context, card, rules)


def table_name(context: Context, seen: Seen) -> str:
    """What a table is called: its league, or its rules."""
    league = seen.seating.desk.league
    if league:
        return show_name(league)
    if seen.table is None:
        return context.text("together.some_table")
    return rules_name(context, seen.table.opened.rules)


def player_names(table: Table) -> list[str]:
    """The names at a table, seat by seat."""
    return [show_name(chair.player.name) for chair in table.chairs]


def time_left(context: Context, seen: Seen) -> str:
    """How long the open call can still be answered; "" where none is open."""
    table = seen.table
    if table is None or table.call is None:
        return ""
    until = max(table.call.until, seen.seating.desk.wait_until if seen.is_master else 0)
    left = until - context.apart.now()
    if left <= 0:
        return context.text("together.time_over")
    return write_span(context.catalogue, left)


def waited_for(seen: Seen) -> list[str]:
    """The names of those whose answer the open call lacks."""
    if seen.table is None or seen.table.call is None:
        return []
    names = player_names(seen.table)
    return [names[seat] for seat in sorted(seen.waited - seen.handed)]


def state_words(context: Context, seen: Seen) -> str:
    """One sentence without its full stop."""
    text, table = context.text, seen.table
    if seen.forked_at is not None:
        return text("together.state.forked")
    if seen.trouble and not seen.is_over:
        return text("together.state.cut")
    if table is None:
        is_newer = any(error.fault is Fault.UNKNOWN_VERSION for error in seen.refused)
        return text("together.state.newer" if is_newer else "together.state.unknown")
    if table.match is None:
        coming = sum(not one.is_sent_away for one in seen.asking)
        missing = table.opened.seats - coming
        if missing <= 0:
            return text("together.state.full")
        return text("together.state.opening", count=missing)
    if table.stage is TableStage.OVER:
        scores = score_match(table.match).players
        names = player_names(table)
        best = max(score.total for score in scores)
        winners = [n for n, s in zip(names, scores, strict=True) if s.total == best]
        points = context.text("terms.count.points", count=best)
        return text("together.state.over", names=write_list(context.catalogue, winners),
                    points=points)  # fmt: skip
    call, calls = table.calls, calls_of_match(table.opened.rules)
    if table.call is None:
        return text("together.state.ready", call=call, calls=calls)
    time = time_left(context, seen)
    if seen.waits_for_me:
        return text("together.state.yours", call=call, calls=calls, time=time)
    waited = waited_for(seen)
    if not waited:
        return text("together.state.answered", call=call, calls=calls)
    names_listed = write_list(context.catalogue, waited)
    return text("together.state.waiting", call=call, calls=calls, names=names_listed, time=time)


def trouble_words(context: Context, seen: Seen) -> str:
    """Why a table's road carries nothing; "" where it does."""
    if not seen.trouble:
        return ""
    address = seen.seating.folder or seen.seating.invitation.url
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

"""`take-it-easy result`: a finished match as a short text that spoils nothing."""

from argparse import Namespace

from game.bots.bar import percent_bar
from game.cli.records import Records
from game.locale import Catalogue
from game.page.possible import Possible, possible_of
from game.page.result import describe_result
from game.play.editions import all_editions
from game.play.own_seats import seat_of_honour
from game.progress.daily import find_daily
from game.rules.match import Match
from game.rules.standing import has_own_totals


def run_result(options: Namespace, catalogue: Catalogue) -> int:
    """Print the text of every match in the file; 0, or 2 if one could not be worded."""
    records = Records([options.file], catalogue)
    is_first = True
    for record in records:
        match, day, daily = record.match, options.daily, None
        if not match.is_complete:
            records.refuse(record, catalogue.text("result.unfinished"))
            continue
        if day is not None and (daily := find_daily(match, all_editions(), (day,))) is None:
            records.refuse(record, catalogue.text("result.not_of_day", date=day.isoformat()))
            continue
        if not is_first:
            print()
        is_first = False
        seat = seat_of_honour(match)
        possible = _reckon(match, seat) if has_own_totals(match.rules) else None
        for line in describe_result(match, seat, catalogue, possible=possible, daily=daily):
            print(line)
    return records.status


def _reckon(match: Match, seat: int) -> Possible:
    """Reckon what the deal allows, with a bar: half a second a round, and Ctrl+C ends it."""
    with percent_bar() as show:
        return possible_of(match, seat, show)

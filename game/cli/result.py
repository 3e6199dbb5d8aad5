"""`take-it-easy result`: a finished match as a short text that spoils nothing."""

import datetime
import sys

from game.cli.drawing import clean
from game.cli.records import word_place
from game.locale import Catalogue
from game.locale.errors import word_error
from game.page.possible import possible_of, seat_to_show
from game.page.result import describe_result
from game.play.daily import DailyDeal, find_daily
from game.play.editions import read_editions
from game.resources import seed_file
from game.rules.match import Match
from game.rules.standing import has_own_totals
from game.storage.record_files import BadRecord, read_records


def run_result(name: str, day: datetime.date | None, catalogue: Catalogue) -> int:
    """Print the text of every match in the file; 0, or 2 if one could not be worded."""
    status = 0
    is_first = True
    for record in read_records([name]):
        reason = daily = None
        if isinstance(record, BadRecord):
            reason = word_error(catalogue, record.error)
        elif not record.match.is_complete:
            reason = catalogue.text("result.unfinished")
        elif day is not None:
            daily = _daily_of(record.match, day)
            if daily is None:
                reason = catalogue.text("result.not_of_day", date=day.isoformat())
        if reason is not None or isinstance(record, BadRecord):
            sys.stdout.flush()
            place = word_place(record, catalogue)
            print(
                clean(catalogue.text("errors.at", place=place, reason=reason or "")),
                file=sys.stderr,
            )
            status = 2
            continue
        if not is_first:
            print()
        is_first = False
        match, seat = record.match, seat_to_show(record.match)
        possible = possible_of(match, seat) if has_own_totals(match.rules) else None
        for line in describe_result(match, seat, catalogue, possible=possible, daily=daily):
            print(line)
    return status


def _daily_of(match: Match, day: datetime.date) -> DailyDeal | None:
    """The daily deal of `day` that the match was played on, whichever edition's."""
    return find_daily(match, read_editions(seed_file("editions")), (day,))

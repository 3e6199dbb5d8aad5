"""`take-it-easy result`: a finished match as a short text that spoils nothing."""

import datetime
from argparse import Namespace

from game.cli.records import Records
from game.locale import Catalogue
from game.page.possible import possible_of, seat_to_show
from game.page.result import describe_result
from game.play.daily import DailyDeal, find_daily
from game.play.editions import read_editions
from game.resources import seed_file
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
        if day is not None and (daily := _daily_of(match, day)) is None:
            records.refuse(record, catalogue.text("result.not_of_day", date=day.isoformat()))
            continue
        if not is_first:
            print()
        is_first = False
        seat = seat_to_show(match)
        possible = possible_of(match, seat) if has_own_totals(match.rules) else None
        for line in describe_result(match, seat, catalogue, possible=possible, daily=daily):
            print(line)
    return records.status


def _daily_of(match: Match, day: datetime.date) -> DailyDeal | None:
    """The daily deal of `day` that the match was played on, whichever edition's."""
    return find_daily(match, read_editions(seed_file("editions")), (day,))

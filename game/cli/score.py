"""`take-it-easy score`: prints records of matches and climbs as text, JSON, or a text to share."""

import json
from argparse import Namespace
from collections.abc import Iterator
from datetime import date

from game.bots.bar import percent_bar
from game.cli.climb import print_figures
from game.cli.describing import describe_match
from game.cli.drawing import clean
from game.cli.records import UNFINISHED, ReadClimb, Records, word_place
from game.climb.record import ClimbRecord
from game.climb.state import day_seed
from game.locale import Catalogue, Language, load_catalogue, system_language
from game.locale.errors import word_error
from game.page.climb_words import describe_climb, describe_climb_result
from game.page.possible import possible_of
from game.page.result import describe_result
from game.play.editions import all_editions
from game.play.own_seats import seat_of_honour
from game.play.public_boards import has_secret
from game.progress.daily import find_daily
from game.rules.errors import FormatError
from game.rules.match import Match
from game.rules.match_score import has_own_totals
from game.rules.score_json import score_json


def run_score(options: Namespace, catalogue: Catalogue) -> int:
    """Score every record; return 0, or 2 if one was invalid or had boards that are still hidden."""
    if not options.text and (options.daily is not None or "lang" in options):
        raise FormatError("--daily and --lang go with --text")
    records, is_first = Records(options.files, catalogue), True
    for record in records:
        try:
            if options.text:
                lines = _text_of(
                    record.climb if isinstance(record, ReadClimb) else record.match, options
                )
            elif isinstance(record, ReadClimb):
                lines = _lines_of_climb(record.climb, catalogue, is_json=options.json)
            else:
                lines = _lines_of(record.match, catalogue, is_json=options.json)
        except FormatError as error:
            records.refuse(record, word_error(catalogue, error))
            continue
        if not options.json:
            if not is_first:
                print()
            if not options.text:
                print(f"== {clean(word_place(record))} ==")
        is_first = False
        print("\n".join(map(clean, lines)))
    return records.status


def _lines_of(match: Match, catalogue: Catalogue, *, is_json: bool) -> list[str]:
    if has_secret(match):
        raise FormatError(catalogue.text("review.secret"))
    if is_json:
        return [json.dumps(score_json(match))]
    return list(describe_match(match, catalogue))


def _lines_of_climb(climb: ClimbRecord, catalogue: Catalogue, *, is_json: bool) -> list[str]:
    return [print_figures(climb)] if is_json else list(describe_climb(climb, catalogue))


def _text_of(played: Match | ClimbRecord, options: Namespace) -> list[str]:
    """Return the text to share, which reveals no tile, in the chosen language.

    Raises `FormatError` for an unfinished match or climb, or one of another day.
    """
    language = Language(options.lang) if "lang" in options else system_language()
    catalogue, day = load_catalogue(language), options.daily
    if isinstance(played, Match):
        return list(_text_of_match(played, catalogue, day))
    if day is not None and played.seed != day_seed(day):
        raise FormatError(f"It is not the climb of {day.isoformat()}.")
    return list(describe_climb_result(played, catalogue, day))


def _text_of_match(match: Match, catalogue: Catalogue, day: date | None) -> Iterator[str]:
    if not match.is_complete:
        raise FormatError(UNFINISHED)
    daily = None if day is None else find_daily(match, all_editions(), (day,))
    if day is not None and daily is None:
        raise FormatError(f"The match was not played on a daily deal of {day.isoformat()}.")
    seat, possible = seat_of_honour(match), None
    if has_own_totals(match.rules):
        # It takes half a second a round; Ctrl+C ends it.
        with percent_bar() as show:
            possible = possible_of(match, seat, show)
    return describe_result(match, seat, catalogue, possible=possible, daily=daily)

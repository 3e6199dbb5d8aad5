"""`take-it-easy page`: a match, a deal or every day's deal as one web page."""

import datetime
import os
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from game.bots.bar import percent_bar
from game.cli.arguments import word_code_error
from game.cli.output import PAGE_MARK, open_output
from game.cli.records import read_finished
from game.locale import Catalogue, Language, system_language
from game.page.daily import daily_page_data
from game.page.data import ToBeat
from game.page.document import make_page, make_worker, preview_picture, read_picture
from game.page.making import challenge_data, match_data
from game.rules.errors import FormatError
from game.rules.match import Match
from game.rules.texts import strip_marks
from game.storage.codes import CodeError, Deal, parse_code
from game.storage.record_files import RECORD_ENDINGS

_DAYS: Final = 31
"""Days for which a page of all days has the best possible totals."""

_MARK_BYTES: Final = 4096
"""First bytes that identify a file beside an earlier page."""


def run_page(options: Namespace, catalogue: Catalogue) -> int:
    """Write the page of the match in a file, of the deal of a code, or with `--daily` of all days.

    `--address` also writes the picture for previews beside it, `--worker` its service worker.
    Raises `FormatError` if there is no page of the input or a file cannot be written.
    """
    address: str | None = options.address
    if address is not None and not address.startswith(("https://", "http://")):
        raise FormatError("an address begins with https:// or http://", repr(address[:60]))
    what: str | None = options.what
    if (what is not None) is options.daily:
        raise FormatError("a page is of one FILE, of one CODE, or --daily")
    is_file = what is not None and _is_file(what)
    _refuse_unused(options, is_file=is_file)
    deal = None if what is None or is_file else _read_code(what)
    match = read_finished(what, catalogue) if what is not None and is_file else None
    inputs = (what,) if what is not None and is_file else ()
    write = open_output(options, *inputs, mark=PAGE_MARK)
    beside = [
        (open_output(_beside(options, name), *inputs, mark=raw[:_MARK_BYTES]), raw)
        for name, raw in _files_beside(options)
    ]
    data = _data(options, match, deal)
    for write_beside, raw in beside:
        write_beside(raw)
    return write(make_page(data, address).encode())


def _is_file(what: str) -> bool:
    """Whether a word is the name of a file, existing or not, rather than a deal code."""
    return what == "-" or os.path.exists(what) or what.endswith(RECORD_ENDINGS) or "/" in what


def _read_code(what: str) -> Deal:
    try:
        return parse_code(strip_marks(what))
    except CodeError as error:
        reason = f"no such file, and no deal code: {word_code_error(error)}"
        raise FormatError(reason, repr(what[:60])) from None


def _refuse_unused(options: Namespace, *, is_file: bool) -> None:
    """Raise `FormatError` for an option without effect."""
    if options.review and not is_file:
        raise FormatError("--review goes with a match")
    if not options.daily and (options.first or options.days or options.worker):
        raise FormatError("--from, --days and --worker go with --daily")


def _files_beside(options: Namespace) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the files beside the page; none for standard output."""
    if options.output == "-":
        return
    if options.address is not None:
        yield preview_picture(options.output), read_picture()
    if options.worker:
        yield _worker_beside(options.output), make_worker(Path(options.output).name).encode()


def _worker_beside(page: str) -> str:
    return f"{page.removesuffix('.html')}.worker.js"


def _beside(options: Namespace, name: str) -> Namespace:
    return Namespace(output=name, force=options.force)


def _data(options: Namespace, match: Match | None, deal: Deal | None) -> dict[str, Any]:
    language = Language(options.lang) if "lang" in options else system_language()
    beat = ToBeat(options.beat)
    if deal is not None:
        return challenge_data(deal, language, beat=beat)
    with percent_bar(options.what or options.output) as show:
        if match is not None:
            return match_data(
                match, language, with_review=options.review, beat=beat, on_progress=show
            )
        return daily_page_data(
            options.first or datetime.date.today(),
            options.days or _DAYS,
            language,
            beat=beat,
            worker=Path(_worker_beside(options.output)).name if options.worker else None,
            on_progress=show,
        )

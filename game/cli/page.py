"""`take-it-easy page`: a match, a challenge or every day's deal as one web page."""

import datetime
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from game.bots.bar import percent_bar
from game.cli.output import PAGE_MARK, open_output
from game.cli.records import read_finished
from game.locale import Catalogue
from game.page.daily import daily_page_data
from game.page.data import ToBeat
from game.page.document import make_page, make_worker, picture_beside, read_picture
from game.page.making import challenge_data, match_data
from game.progress.daily import STANDARD, deal_on
from game.rules.errors import FormatError
from game.rules.match import Match
from game.rules.texts import strip_marks
from game.storage.codes import CodeError, Deal, parse_code

_MARK_BYTES: Final = 4096
"""By so many of its first bytes a file that lies beside an earlier page is known."""


def run_page(options: Namespace, catalogue: Catalogue) -> int:
    """Write the page of the match in a file, of the deal that `--challenge` names, or `--daily`.

    With `--address` the picture of its previews is written beside it, with `--worker` its service
    worker. Raises `FormatError` for what cannot be made a page, or not be written.
    """
    address: str | None = options.address
    if address is not None and not address.startswith(("https://", "http://")):
        raise FormatError(catalogue.text("page.no_address"), repr(address[:60]))
    file: str | None = options.file
    if (file is not None) + (options.challenge is not None) + options.daily != 1:
        raise FormatError(catalogue.text("page.needs_one"))
    match = None if file is None else read_finished(file, catalogue)
    inputs = () if file is None else (file,)
    write = open_output(options, *inputs, mark=PAGE_MARK)
    beside = [
        (open_output(_beside(options, name), *inputs, mark=raw[:_MARK_BYTES]), raw)
        for name, raw in _files_beside(options)
    ]
    data = _data(options, catalogue, match)
    for write_beside, raw in beside:
        write_beside(raw)
    return write(make_page(data, address).encode())


def _files_beside(options: Namespace) -> Iterator[tuple[str, bytes]]:
    """Yield what lies beside the page, by file name; nothing beside standard output."""
    if options.output == "-":
        return
    if options.address is not None:
        yield picture_beside(options.output), read_picture()
    if options.daily and options.worker:
        yield _worker_beside(options.output), make_worker(Path(options.output).name).encode()


def _worker_beside(page: str) -> str:
    return f"{page.removesuffix('.html')}.worker.js"


def _beside(options: Namespace, name: str) -> Namespace:
    return Namespace(output=name, force=options.force)


def _data(options: Namespace, catalogue: Catalogue, match: Match | None) -> dict[str, Any]:
    beat = ToBeat(options.beat)
    if options.challenge is not None:
        return _challenge(options.challenge, catalogue, beat)
    with percent_bar(options.file or options.output) as show:
        if match is not None:
            return match_data(
                match,
                catalogue.language,
                with_review=options.review,
                beat=beat,
                on_progress=show,
            )
        return daily_page_data(
            options.first or datetime.date.today(),
            options.days,
            catalogue.language,
            beat=beat,
            worker=Path(_worker_beside(options.output)).name if options.worker else None,
            on_progress=show,
        )


def _challenge(name: str, catalogue: Catalogue, beat: ToBeat) -> dict[str, Any]:
    if name == "daily":
        daily = deal_on(datetime.date.today(), STANDARD)
        return challenge_data(Deal(daily.rules, daily.seed), catalogue.language, daily, beat)
    try:
        deal = parse_code(strip_marks(name))
    except CodeError as error:
        reason = catalogue.text(f"storage.code.{error.mistake.value}", **error.values)
        raise FormatError(reason, repr(name[:60])) from None
    return challenge_data(deal, catalogue.language, beat=beat)

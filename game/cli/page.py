"""`take-it-easy page`: a match or a challenge as one web page."""

import datetime
from argparse import Namespace
from typing import Any, Final

from game.bots.bar import Bar
from game.cli.output import PAGE_MARK, open_output
from game.cli.records import read_finished
from game.locale import Catalogue
from game.page.document import make_page
from game.page.making import challenge_data, match_data
from game.progress.daily import STANDARD, deal_on
from game.rules.errors import FormatError
from game.rules.texts import strip_marks
from game.storage.codes import CodeError, Deal, parse_code

_PERCENT: Final = 100


def run_page(options: Namespace, catalogue: Catalogue) -> int:
    """Write the page of the match in a file, or of the deal that `--challenge` names.

    Raises `FormatError` for what cannot be made a page, or not be written.
    """
    file: str | None = options.file
    if (file is None) == (options.challenge is None):
        raise FormatError(catalogue.text("page.needs_one"))
    if file is not None:
        match = read_finished(file, catalogue)
        write = open_output(options, file, mark=PAGE_MARK)
        bar = Bar(_PERCENT)
        data = match_data(
            match,
            catalogue.language,
            with_review=options.review,
            on_progress=lambda share: bar.show(round(share * _PERCENT), file),
        )
        bar.clear()
    else:
        write = open_output(options, mark=PAGE_MARK)
        data = _challenge(options.challenge, catalogue)
    return write(make_page(data).encode())


def _challenge(name: str, catalogue: Catalogue) -> dict[str, Any]:
    if name == "daily":
        daily = deal_on(datetime.date.today(), STANDARD)
        return challenge_data(Deal(daily.rules, daily.seed), catalogue.language, daily)
    try:
        deal = parse_code(strip_marks(name))
    except CodeError as error:
        reason = catalogue.text(f"storage.code.{error.mistake.value}", **error.values)
        raise FormatError(reason, repr(name[:60])) from None
    return challenge_data(deal, catalogue.language)

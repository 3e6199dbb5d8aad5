"""`take-it-easy page`: a match or a challenge as one web page."""

import datetime
import sys
from pathlib import Path
from typing import Any, Final

from game.bots.bar import Bar
from game.cli.daily import deal_of_day
from game.cli.records import read_finished
from game.locale import Catalogue
from game.page.document import make_page
from game.page.making import challenge_data, match_data
from game.play.daily import STANDARD
from game.rules.errors import Fault, FormatError, fault_of_file
from game.storage.codes import CodeError, Deal, parse_code

_PERCENT: Final = 100


def run_page(
    file: str | None, challenge: str | None, output: str, catalogue: Catalogue, *, with_review: bool
) -> int:
    """Write the page of the match in `file`, or of the deal that `challenge` names.

    Raises `FormatError` for what cannot be made a page, or not be written.
    """
    if (file is None) == (challenge is None):
        raise FormatError(catalogue.text("page.needs_one"))
    if file is not None:
        match = read_finished(file, catalogue)
        bar = Bar(_PERCENT)
        data = match_data(
            match,
            catalogue.language,
            with_review=with_review,
            on_progress=lambda share: bar.show(round(share * _PERCENT), file),
        )
        bar.clear()
    else:
        data = _challenge(challenge or "", catalogue)
    page = make_page(data)
    try:
        if output == "-":
            sys.stdout.buffer.write(page.encode())
        else:
            Path(output).write_text(page, encoding="utf-8", newline="\n")
    except OSError as error:
        raise fault_of_file(error).at(output) from None
    except ValueError:
        raise FormatError(Fault.NOT_A_FILE_NAME, repr(output)) from None
    return 0


def _challenge(name: str, catalogue: Catalogue) -> dict[str, Any]:
    if name == "daily":
        daily = deal_of_day(datetime.date.today(), STANDARD)
        return challenge_data(Deal(daily.rules, daily.seed), catalogue.language, daily)
    try:
        deal = parse_code(name)
    except CodeError as error:
        key = f"storage.code.{error.mistake.value}"
        takes = catalogue.messages[key].placeholders
        values = {"character": error.character} if takes else {}
        raise FormatError(catalogue.text(key, **values), repr(name[:60])) from None
    return challenge_data(deal, catalogue.language)

"""Writes the manual page from the commands' own help: `python -m game.tools.manual`."""

import re
from pathlib import Path
from typing import Final

from argparse_manpage.manpage import Manpage

from game.cli.arguments import PROGRAM, make_parser
from game.locale import Language, load_catalogue
from game.resources import resource_root

STATUS: Final = (
    ("0", "everything was done"),
    ("1", "the game cannot open here, nothing can be written, or a bot from outside failed"),
    ("2", "arguments or files are wrong; what was right was done"),
    ("130", "Ctrl+C"),
    ("141", "the reader of a pipe went away"),
)
"""Every exit status there is, as the module `game.__main__` has them."""

ENVIRONMENT: Final = (
    ("TAKE_IT_EASY_HOME", "one folder for settings, history and the saved match"),
    ("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "the language, unless --lang names another"),
)


def manual() -> str:
    """Return the page in troff, without a date, so that the same commands give the same page."""
    parser = make_parser(load_catalogue(Language.ENGLISH))
    vars(parser)["man_short_description"] = "the hexagon tile-laying board game"
    page = str(Manpage(parser))
    page = re.sub(
        r"^\.TH .*$", f'.TH {PROGRAM.upper()} 6 "" "{PROGRAM}" "Games"', page, count=1, flags=re.M
    )
    parts = [page.rstrip().replace("\u2019", "'")]
    for title, rows in (("EXIT STATUS", STATUS), ("ENVIRONMENT", ENVIRONMENT)):
        parts.append(f".SH {title}")
        parts += [f".TP\n.B {name}\n{words}" for name, words in rows]
    return "\n".join([*parts, ""])


def page_file() -> Path:
    """Return where the page is kept."""
    return resource_root() / "assets" / "desktop" / f"{PROGRAM}.6"


if __name__ == "__main__":
    page_file().write_text(manual(), encoding="utf-8")

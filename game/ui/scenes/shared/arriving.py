"""Recognises a text or a file that arrives from outside by its content, and opens it."""

from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Final

from game.climb.record import CLIMB_FORMAT
from game.play.room_address import read_address
from game.rules.errors import FormatError
from game.rules.record import FORMAT
from game.rules.texts import decode_text, pasted_text
from game.storage.codes import CodeError, Deal, format_code, read_deal
from game.storage.files import read_bounded, typed_path
from game.storage.pasted import MAX_TEXT, CodeKind, find_codes
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped
from game.ui.frame.scene import Ignored, Navigation, Push, Scene
from game.ui.parts import Dialog, DialogChoice, WordLink
from game.ui.widgets import Look

_HEAD: Final = 4096
"""Characters of a record in which its format is named."""

_TYPED: Final = 40
"""Most characters of a text that is refused as a mistyped code."""


class PastedKind(StrEnum):
    """The kinds of what can arrive; values are catalogue keys."""

    ROOM = "room"
    INVITATION = "invitation"
    TURNS = "turns"
    CLIMB = "climb"
    RESULT = "result"
    DAYS = "days"
    RECORD = "record"
    DEAL = "deal"


_CODES: Final = {
    CodeKind.INVITATION: PastedKind.INVITATION,
    CodeKind.SEAT_KEY: PastedKind.INVITATION,
    CodeKind.TURN_FILE: PastedKind.TURNS,
    CodeKind.CLIMB: PastedKind.CLIMB,
    CodeKind.DAYS: PastedKind.DAYS,
}


def recognise(context: Context, text: str) -> PastedKind | None:
    """Return what a text holds, of several things the first of the kinds below; None for nothing.

    It may be quoted, or a whole web page.
    """
    from game.page.result import read_daily_result

    with suppress(FormatError):
        for code in find_codes(text):
            return _CODES[code.kind]
    plain = pasted_text(text).strip()
    if plain.startswith(("{", "[")):
        head = plain[:_HEAD]
        if CLIMB_FORMAT in head:
            return PastedKind.CLIMB
        if FORMAT in head:
            return PastedKind.RECORD
    if read_daily_result(text, context.store.today) is not None:
        return PastedKind.RESULT
    if read_address(plain) is not None:
        return PastedKind.ROOM
    try:
        return PastedKind.DEAL if isinstance(read_deal(plain), Deal) else None
    except CodeError:
        return PastedKind.DEAL if len(plain) <= _TYPED else None


def take_in(context: Context, scenes: Sequence[Scene], dropped: Dropped | None) -> Navigation:
    """Open what was dropped or is on the clipboard, and say what it is.

    At a table in play among the `scenes` a press opens it, and that game is kept; where a clock
    runs or others wait, after the call.
    """
    path = None if dropped is None else dropped.path
    text = context.paste_text() if path is None else ""
    line = text.strip()
    if path is None and "\n" not in line and _is_file(typed_path(line)):
        path = typed_path(line)
    if path is not None:
        text = _read(path)
    kind = recognise(context, text)
    words = "" if kind is None else context.text(f"guests.arrived.{kind}")
    if kind is None and path is None:
        context.tell(context.text("guests.nothing"), is_bad=True)
        return Ignored()

    def opened() -> Navigation:
        return Push(_open(context, kind, text, path))

    holds = {scene.holds_arrivals for scene in scenes}
    if True in holds:
        context.tell(context.text("guests.after_call", what=words))
        return Ignored()
    if False in holds:
        choices = (
            DialogChoice(context.text("guests.open_it"), opened),
            DialogChoice(context.text("menu.back"), look=Look.PRIMARY),
        )
        return Push(Dialog(context, words, context.text("guests.kept"), choices))
    if words:
        context.tell(words)
    return opened()


def _open(context: Context, kind: PastedKind | None, text: str, path: str | None) -> Scene:
    routes = context.routes
    match kind:
        case PastedKind.ROOM:
            return routes.join(text)
        case PastedKind.INVITATION | PastedKind.TURNS if path is None:
            return routes.join(text)
        case PastedKind.RESULT | PastedKind.DAYS:
            return routes.daily(text)
        case PastedKind.DEAL:
            return routes.setup(code=_code_in(text))
        case _ if path is None:
            return routes.guests(pasted=text)
        case _:
            return routes.guests(path)


def _code_in(text: str) -> str:
    """Return the deal's code in a text, or the mistyped one that it is."""
    with suppress(CodeError):
        deal = read_deal(pasted_text(text).strip())
        return format_code(deal) if isinstance(deal, Deal) else deal
    return text.strip()


def _is_file(path: str) -> bool:
    with suppress(OSError, ValueError):
        return bool(path) and Path(path).is_file()
    return False


def _read(path: str) -> str:
    """Return a file's text, "" where it has none or too much."""
    with suppress(OSError, ValueError):
        return decode_text(read_bounded(Path(path), MAX_TEXT) or b"")
    return ""


def paste_links(context: Context) -> tuple[WordLink, WordLink]:
    """Return the links that do the same for pads and keys: paste, and open a file."""
    text, routes = context.text, context.routes
    return (
        WordLink(text("guests.paste"), lambda: routes.take_in((), None), id="paste"),
        WordLink(
            text("guests.open_file"), lambda: Push(routes.guests()), leads=True, id="open_file"
        ),
    )

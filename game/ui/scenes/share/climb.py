"""Shares a climb as text, picture, record, or as a code for a friend's game."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import ClassVar

from game.bots.service.process import PICTURE_ARGUMENT
from game.climb.record import ClimbRecord, print_climb
from game.locale import Catalogue
from game.page.climb_words import describe_climb_result
from game.storage.pasted import CodeKind, write_code
from game.ui.exports.climb_card import draw_climb
from game.ui.frame.context import Context
from game.ui.scenes.share.clipboard import FILE
from game.ui.scenes.share.control import ShareControl, ShareKeys, ShareKind
from game.ui.scenes.share.scene import ShareScene


@dataclass(frozen=True, slots=True)
class SharedClimb:
    """A climb to share; `day` is the day whose seed it has, None for another seed."""

    climb: ClimbRecord
    catalogue: Catalogue
    day: date | None
    keys: ClassVar = ShareKeys("climb.finish.share_title", "climb.finish.share_about")
    kinds: ClassVar = (ShareKind.PICTURE, ShareKind.RECORD)
    has_moves: ClassVar = False

    @property
    def code(self) -> str:
        return write_code(CodeKind.CLIMB, self.record().encode())

    def text(self) -> str:
        return "\n".join(describe_climb_result(self.climb, self.catalogue, self.day))

    def record(self) -> str:
        return print_climb(self.climb)

    def command(self, kind: ShareKind) -> list[str]:
        day = "" if self.day is None else self.day.isoformat()
        return [PICTURE_ARGUMENT, self.catalogue.language.value, day, "", FILE]


def climb_share(
    context: Context, climb: ClimbRecord, day: date | None, when: datetime
) -> ShareScene:
    """Return the page that shares a climb."""
    shared = SharedClimb(climb, context.catalogue, day)
    draw = partial(draw_climb, climb, context.catalogue, day)
    return ShareScene(context, ShareControl(shared, when), draw)

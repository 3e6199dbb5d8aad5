"""Shares a run as text, picture, record, or as a code that a friend's game reads."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import partial

from game.bots.service.process import PICTURE_ARGUMENT
from game.locale import Catalogue
from game.page.run_result import describe_run_result
from game.progress.run.outcome import RunOutcome
from game.progress.run.record import print_run
from game.storage.pasted import CodeKind, write_code
from game.ui.exports.run_card import draw_run
from game.ui.frame.context import Context
from game.ui.scenes.share.clipboard import FILE
from game.ui.scenes.share.control import ShareControl, ShareKeys, ShareKind
from game.ui.scenes.share.scene import ShareScene


@dataclass(frozen=True, slots=True)
class SharedRun:
    """A run to share; `day` is the one whose run it is."""

    outcome: RunOutcome
    catalogue: Catalogue
    day: date | None

    @property
    def keys(self) -> ShareKeys:
        return ShareKeys("run.end.share_title", "run.end.share_about")

    @property
    def code(self) -> str:
        return write_code(CodeKind.RUN, self.record().encode())

    @property
    def kinds(self) -> tuple[ShareKind, ...]:
        return ShareKind.PICTURE, ShareKind.RECORD

    @property
    def has_moves(self) -> bool:
        return False

    def text(self) -> str:
        return "\n".join(describe_run_result(self.outcome, self.catalogue, self.day))

    def record(self) -> str:
        return print_run(self.outcome.run)

    def command(self, kind: ShareKind) -> list[str]:
        day = "" if self.day is None else self.day.isoformat()
        return [PICTURE_ARGUMENT, self.catalogue.language.value, day, "", FILE]


def run_share(
    context: Context, outcome: RunOutcome, day: date | None, when: datetime
) -> ShareScene:
    """Return the page of what can be made of a run."""
    shared = SharedRun(outcome, context.catalogue, day)
    draw = partial(draw_run, outcome, context.catalogue, day)
    return ShareScene(context, ShareControl(shared, when), draw)

"""The share scene for the gallery, its picture drawn already."""

import io
from datetime import UTC, datetime

import pygame

from game.rules.ruleset import Ruleset
from game.tools.gallery import Sample
from game.tools.samples.finish import SAMPLES as FINISH
from game.tools.samples.records import play_out
from game.ui.exports.saving import draw_still
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.share.control import ShareControl, ShareKind, ShareResult
from game.ui.scenes.share.scene import ShareScene


class _Drawn(ShareControl):
    """Has drawn the picture at once, and starts no process."""

    def preview(self) -> ShareResult | None:
        """Nothing is begun."""
        return None

    def look(self) -> ShareResult | None:
        """What was drawn, the first time."""
        if self.card is not None:
            return None
        assert self.when is not None
        file = io.BytesIO()
        drawn = draw_still(self.match, self.catalogue, self.when.date())
        pygame.image.save(drawn, file, "card.png")
        self.card = file.getvalue()
        return ShareResult(ShareKind.PICTURE)


def _share(context: Context) -> Scene:
    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    when = datetime(2026, 11, 22, 12, tzinfo=UTC)
    return ShareScene(context, _Drawn(match, context.catalogue, when))


SAMPLES = {"share": Sample(_share, 0.5, below=FINISH["breakdown"].make)}

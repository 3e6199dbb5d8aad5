"""A match on phones for the tests of its screens."""

from __future__ import annotations

from game.ui.frame.context import Context
from game.ui.parts import MAIN
from game.ui.scenes.phones.inviting import InvitingScene
from tests.ui.scenes.stage import Stage


def begins(context: Context) -> Stage:
    """Begin the match that the invitation shows."""
    stage = Stage(context, InvitingScene(context))
    stage.let(0.1)
    stage.click(stage.part(MAIN))
    return stage

"""The page of the matches that wait."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.storage.store import with_identity
from game.ui.frame.context import Context
from tests.storage.matches import play_match
from tests.ui.scenes.stage import Stage


@pytest.mark.parametrize("answer", ["waiting.end", "waiting.keep"])
def test_a_match_is_ended_once_that_is_asked_and_answered(player: Context, answer: str) -> None:
    autosave = player.store.autosave
    for seed in ("1", "2"):
        autosave.add_waiting(replace(play_match(seed, placements=4), meta=with_identity(None)))
    first, second = autosave.waiting()
    stage = Stage(player, player.routes.waiting())
    page = stage.top
    stage.click(stage.part(("end", second.key)))
    assert stage.top is not page
    assert len(autosave.waiting()) == 2
    stage.click(stage.find(player.text(answer)))
    assert stage.top is page
    left = [first] if answer == "waiting.end" else [first, second]
    assert [waiting.key for waiting in autosave.waiting()] == [waiting.key for waiting in left]
    ids = {widget.id for widget in stage.widgets()}
    shown = [one.key for one in (first, second) if ("end", one.key) in ids]
    assert shown == [waiting.key for waiting in left]

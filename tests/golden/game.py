"""README's moving picture: `python -m tests.golden.game` draws it anew; look at it afterwards.

A whole standard game in the window's own pictures: each tile as it is placed, on the best board of
its deal, and at last the result. Pillow writes it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

import pygame
from PIL import Image

from game.bots.best.solver import best_of_round
from game.locale import Language
from game.play.keeper import LocalKeeper
from game.play.table_game import TableGame
from game.progress.deal_totals import key_of
from game.progress.findings import DealFindings
from game.storage.database import deal_of
from game.storage.profile import Profile
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.count.finish import MatchFinish
from game.ui.scenes.count.next_steps import played_count
from game.ui.scenes.table.mode import MatchMode
from game.ui.scenes.table.scene import TableScene
from tests.gallery import Sample, make_context, render_sample
from tests.gallery.finish import Answered
from tests.gallery.table import play_calls, seated

FILE: Final = Path(__file__).parent / "game.webp"
SIZE: Final = (960, 600)
STEP: Final = 420
END: Final = 3_500
"""Milliseconds that a tile, and the result, are shown."""


def pictures() -> Iterator[pygame.Surface]:
    """The window with each tile placed, then the result. Needs a video mode."""
    context = make_context(Language.ENGLISH, SIZE)
    context.preferences = replace(context.preferences, has_auto_call=False)
    setup = seated(context, edition="standard")
    called = play_calls(setup, len(setup.rules.call_sizes), is_waiting=False).round.called
    best = best_of_round(setup.rules, called)
    game = TableGame.start(setup)
    for tile in called:
        if game.match.rounds:
            game.call_next()
        else:
            game.begin_round()
        game.place(tile, best.board.index(tile))
        mode = MatchMode(context, TableGame(setup, LocalKeeper(game.match)))
        yield render_sample(Sample(partial(_scene, context, mode), 1.5), context, SIZE)
    finish = partial(_count, context, game, best.total)
    yield render_sample(Sample(finish, 12.0), context, SIZE)


def _scene(context: Context, mode: MatchMode, _: Context) -> Scene:
    return TableScene(context, mode)


def _count(context: Context, game: TableGame, best: float, _: Context) -> Scene:
    profile = Profile(None)
    profile.store_findings(deal_of(game.match), {key_of("best", 0): best})
    findings = DealFindings(profile, game.match, Answered(), seat=0, is_thorough=False)
    return played_count(context, game, MatchFinish(game.match, findings))


def main() -> None:
    """Draw it anew."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    frames = [
        Image.frombytes("RGB", SIZE, pygame.image.tobytes(picture, "RGB")) for picture in pictures()
    ]
    first, *others = frames
    times = [STEP] * len(others) + [END]
    first.save(FILE, save_all=True, append_images=others, duration=times, loop=0, quality=70)


if __name__ == "__main__":
    main()

"""Moments of a table that pass, or that a hand has brought about: the gallery has those at rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from game.play.deal_source import DealSource
from game.play.table import TableSetup
from game.play.table_game import Phase, TableGame
from game.rules.boards import CLASSIC
from game.rules.placement import ASIDE_INDEX
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.intents import PointerMoved
from game.ui.frame.preferences import change_settings
from game.ui.scenes.shared.table_mode import PastTotals
from tests.gallery import collect_samples
from tests.gallery.table import PromptEngines
from tests.ui.scenes.table_stage import TableStage, bots, open_table, people

__all__ = ["MOMENTS"]

_ALONE: Final = "classic free single none"
_MAIL: Final = "classic free mail none"
_DAFFODIL: Final = "daffodil-4 free single none"

_SHORT: Final = "214 e2, 613 e3, 753 a3, 213 e1"
_LONG: Final = "293 c1, 294 c2, 693 c4, 694 c5, 298 c3"
_DOUBLE: Final = f"218 a1, 258 b2, 658 d3, 618 e3, {_LONG}"
"""Tiles and spaces: the last one completes one line and breaks another; completes one of 45 points;
completes two.
"""


def _opened(context: Context, rules: str = _ALONE, **how: object) -> TableStage:
    context.engines, context.store = PromptEngines(), Storage.in_memory()
    return open_table(context, rules, **how)  # type: ignore[arg-type]


def _calling(context: Context) -> TableStage:
    stage = _opened(context, _MAIL, players=(*people("Ana"), *bots("Otto")))
    stage.let(0.4)
    return stage


def _beside_another(context: Context, *, is_key: bool, seconds: float) -> TableStage:
    """Place a second tile beside a first one."""
    stage = _opened(context)
    stage.click_space("c3")
    stage.let_until_waits(Phase.ACT)
    stage.let(1)
    if is_key:
        stage.press("c", "2", "return")
    else:
        stage.click_space("c2")
    stage.let(seconds)
    return stage


def _stroke(context: Context, places: str, *, seconds: float, is_left: bool = False) -> TableStage:
    """Put tiles on spaces, the last one by a click."""
    change_settings(context, is_left_handed=is_left)
    context.engines, context.store = PromptEngines(), Storage.in_memory()
    order = [(Tile.parse(tile), space) for tile, space in map(str.split, places.split(", "))]
    tiles = [tile for tile, _ in order]
    rest = [tile for tile in CLASSIC.tile_set if tile not in tiles]
    setup = TableSetup(Ruleset(), people("Ana"), "42")
    game = TableGame.start(setup)
    game.source = DealSource(setup.rules, "42", ((*tiles, *rest)[: len(CLASSIC.spaces)],))
    game.begin_round()
    for tile, space in order[:-1]:
        game.place(tile, CLASSIC.index_of(space))
        game.call_next()
    stage = TableStage(context, context.routes.table(game))
    stage.let(1)
    stage.click_space(order[-1][1])
    stage.let(seconds)
    return stage


def _taken_back(context: Context) -> TableStage:
    stage = _beside_another(context, is_key=False, seconds=1)
    stage.press("backspace")
    stage.let(0.1)
    return stage


def _dragged(context: Context) -> TableStage:
    stage = _opened(context, _MAIL, players=people("Ana", "Ben"))
    stage.let(2)
    start, space = stage.hand_point(1), stage.point(stage.space("b2"))
    stage.give(PointerMoved(start))
    stage.give(PointerMoved(space, start, True))
    return stage


def _moving(context: Context) -> TableStage:
    """Point at another space while the tile just placed can still be moved."""
    stage = _opened(context)
    stage.click_space("c3")
    stage.let(0.8)
    stage.give(PointerMoved(stage.point(stage.space("a1"))))
    return stage


def _held(context: Context) -> TableStage:
    stage = _opened(context)
    stage.click_space("c3")
    stage.let(0.8)
    stage.press("a", "1", "c", "3")
    stage.let(0.1)
    return stage


def _taken(context: Context, rules: str, space: str) -> TableStage:
    """Select a space by key on which no tile may be placed."""
    stage = _opened(context, rules)
    stage.click_space("c3")
    stage.let_until_waits(Phase.ACT)
    stage.let(1)
    stage.press(space[0], space[1])
    return stage


def _looked_at(context: Context, *, is_left: bool) -> TableStage:
    change_settings(context, is_left_handed=is_left)
    stage = _opened(context, players=(*people("Ana"), *bots("Otto", "Mia")))
    stage.play_call()
    stage.let_until_waits(Phase.ACT)
    stage.press("page down", "page down")
    return stage


def _hidden(context: Context) -> TableStage:
    """Ask for the hidden board of a person; a computer has answered."""
    players = (*people("Ana", "Ben"), *bots("Otto"))
    stage = _opened(context, players=players, has_hidden_boards=True)
    stage.let(2)
    stage.give(PointerMoved(stage.layout.seats[0].centre))
    return stage


def _to_reach(context: Context) -> TableStage:
    stage = _opened(context)
    stage.let(1)
    stage.table.picture.harvest.past = PastTotals(best=180.0, mean=120.0)
    stage.press("i")
    return stage


def _coached(context: Context) -> TableStage:
    """Wait for the coach, which is explained."""
    stage = _opened(context)
    stage.let(1)
    stage.table.call_coach(is_on=True)
    stage.press("i", "i")
    return stage


def _blind(context: Context) -> TableStage:
    stage = _opened(context, is_blind=True)
    stage.click_space("c3")
    stage.let_until_waits(Phase.ACT)
    stage.let(1)
    stage.press("c", "2")
    return stage


def _aside(context: Context) -> TableStage:
    stage = _opened(context, _DAFFODIL)
    stage.let(1)
    stage.press("x")
    return stage


def _set_aside(context: Context) -> TableStage:
    stage = _aside(context)
    stage.press("return")
    stage.let(0.1)
    return stage


def _closing(context: Context) -> TableStage:
    """Choose the second tile of the daffodil, with the first one tried."""
    stage = _opened(context, _DAFFODIL)
    while stage.waits() is not Phase.CLOSE:
        stage.let_until_waits(Phase.ACT, Phase.CLOSE)
        if stage.waits() is Phase.ACT:
            (tile,) = stage.game.hand()
            petals = [s for s in stage.game.legal(tile) if s != ASIDE_INDEX]
            is_aside = not tile.is_wild and len(stage.game.aside()) < 3
            stage.click_space(petals[0] if petals and not is_aside else ASIDE_INDEX)
    stage.let(1)
    tile = stage.game.hand()[0]
    stage.drag(stage.hand_point(), stage.point(stage.game.legal(tile)[0]))
    stage.press("tab")
    return stage


def _answered(context: Context) -> TableStage:
    context.preferences = replace(context.preferences, has_auto_call=False)
    stage = _opened(context, players=(*people("Ana"), *bots("Otto")))
    stage.play_call()
    stage.let_until_waits(Phase.CALL)
    stage.let(1)
    return stage


def _hurried(context: Context) -> TableStage:
    stage = _opened(context, players=people("Ana", "Ben"), answer_seconds=10)
    stage.let(6.5)
    return stage


def _rival(context: Context) -> TableStage:
    context.preferences = replace(context.preferences, has_rival=True)
    stage = _opened(context)
    stage.place_somewhere()
    stage.let_until_waits(Phase.ACT)
    stage.let(1)
    stage.press("page down")
    return stage


def _stage_of_the_climb(context: Context) -> TableStage:
    """Select a space for the tile of a stage of the Climb."""
    scene = collect_samples("climb")["climb-table-first"].make(context)
    stage = TableStage(context, scene)
    stage.let(1)
    space = next(s for s in stage.game.legal(stage.game.hand()[0]) if s != ASIDE_INDEX)
    stage.give(PointerMoved(stage.point(space)))
    return stage


MOMENTS: Final[Mapping[str, Callable[[Context], TableStage]]] = {
    "three tiles are called": _calling,
    "a click has placed": lambda context: _beside_another(context, is_key=False, seconds=0.05),
    "a key has placed": lambda context: _beside_another(context, is_key=True, seconds=0.1),
    "a tile settles": lambda context: _beside_another(context, is_key=True, seconds=0.23),
    "a line glows and one breaks": lambda context: _stroke(context, _SHORT, seconds=0.25),
    "a band slides in": lambda context: _stroke(context, _SHORT, seconds=0.4, is_left=True),
    "two lines shoot out": lambda context: _stroke(context, _DOUBLE, seconds=0.7),
    "two lines are drawn in": lambda context: _stroke(context, _DOUBLE, seconds=1.7),
    "one line shoots out": lambda context: _stroke(context, _LONG, seconds=0.5, is_left=True),
    "one line is drawn in": lambda context: _stroke(context, _LONG, seconds=1.2, is_left=True),
    "a tile flies back": _taken_back,
    "a tile is dragged": _dragged,
    "another space is pointed at": _moving,
    "the cursor rests on the tile just placed": _held,
    "a taken space": lambda context: _taken(context, _ALONE, "c3"),
    "a space too far": lambda context: _taken(context, "classic adjacent single none", "a1"),
    "another board": lambda context: _looked_at(context, is_left=False),
    "another board, left-handed": lambda context: _looked_at(context, is_left=True),
    "a hidden board": _hidden,
    "totals to reach, and the score explained": _to_reach,
    "the coach thinks": _coached,
    "a blind board": _blind,
    "the daffodil is selected": _aside,
    "a tile is set aside": _set_aside,
    "closing moves": _closing,
    "all have answered": _answered,
    "time is short": _hurried,
    "the rival's board": _rival,
    "a stage of the Climb": _stage_of_the_climb,
}
"""Functions that lead a fresh table there."""

"""Boards pictured outside their table: a viewer learns nothing that is hidden."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Final

import pygame
import pytest

from game.__main__ import main
from game.play.public_boards import has_secret, public_board
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match import Match
from game.rules.moves import Place
from game.rules.placement import empty_position
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.ui.exports.card import BoardMoment, draw_card
from game.ui.frame.context import Context
from game.ui.parts import Dialog
from game.ui.scenes.guests.scene import guests_scene, open_guest
from game.ui.scenes.shared.waiting import bands_of_match
from tests.sources import nodes_of
from tests.ui.scenes.stage import Stage
from tests.ui.scenes.table_stage import bots, people

pytestmark = pytest.mark.usefixtures("pixels")

ROOM: Final = Path(__file__).parents[3] / "game" / "ui"

OUTSIDE: Final = {
    "exports/card.py",
    "scenes/daily/scene.py",
    "scenes/records/deal.py",
    "scenes/records/scene.py",
}
"""Modules that picture a board of a match that may be under way: each calls `public_board`."""

AT_THE_TABLE: Final = {"scenes/table/panels.py", "scenes/table/picture.py"}
"""The table itself, which knows whose turn it is."""

WITHOUT_SECRETS: Final = {
    "scenes/apart/players_picture.py": "tables apart have no hidden boards",
    "scenes/challenges/scene.py": "the beginning of a challenge",
    "scenes/climb/after.py": "a stage of a climb that is over",
    "scenes/count/picture.py": "a round that is over, counted in front of everybody",
    "draw/titles.py": "the example beside the title's doors and the languages",
    "scenes/caller/line_sheet.py": "a real board, of which the lines alone are written",
    "scenes/title/attract.py": "a game that computers play at the menu",
    "scenes/review/picture.py": "matches without secrets: the review refuses others",
    "scenes/rules/figures.py": "examples of the rules",
    "scenes/editions/rules_picture.py": "an example",
}
"""Modules that picture boards without hidden parts, and the reason."""


def painters() -> set[str]:
    """Every module of the window in which a board's look is made."""
    found = set()
    for path in ROOM.rglob("*.py"):
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "BoardLook":
                found.add(path.relative_to(ROOM).as_posix())
    return found


def test_every_picture_of_a_board_is_at_the_table_or_asks_what_may_be_seen() -> None:
    assert painters() == OUTSIDE | AT_THE_TABLE | WITHOUT_SECRETS.keys()
    for name in OUTSIDE:
        nodes = nodes_of(ROOM / name)
        calls = [ast.dump(n.func) for n in nodes if isinstance(n, ast.Call)]
        asked = [call for call in calls if "public_board" in call]
        assert asked, name
        # A seat's board is read nowhere else in it.
        seats = [n for n in nodes if isinstance(n, ast.Attribute) and n.attr == "position"]
        assert not [n for n in seats if isinstance(n.value, ast.Subscript)], name


def begun(
    *spaces: str,
    is_hidden: bool = False,
    is_blind: bool = False,
    seed: str = "42",
    alone: bool = False,
) -> Match:
    """A match in which each person has put the tiles of the first calls on `spaces`."""
    rules = Ruleset.parse("classic free single none")
    seats = (*people("Ana"), *bots("Otto")) if alone else people("Ana", "Ben")
    setup = TableSetup(
        rules, seats, "42", has_hidden_boards=is_hidden, is_blind=is_blind, edition="standard"
    )
    game = TableGame.start(replace(setup, seed=seed), meta=setup.to_meta())
    for number, space in enumerate(spaces):
        if number:
            game.call_next()
        else:
            game.begin_round()
        for seat in range(2):
            (tile,) = game.match.round.seats[seat].hand
            game.perform(Place(seat, tile, rules.grid.index_of(space)))
    return game.match


def on_a_card(context: Context, match: Match) -> bytes:
    """The board on the picture that is shared."""
    surface = pygame.Surface(context.painter.view.area.size)
    moment = BoardMoment(len(match.rounds) - 1, is_end=False)
    draw_card(surface, context.painter, context.catalogue, match, 0, moment, None)
    return pygame.image.tobytes(surface.subsurface((0, 0, 700, 800)), "RGB")


def test_a_hidden_match_looks_the_same_whatever_lies_on_its_boards(
    player: Context,
) -> None:
    hidden = on_a_card(player, begun("a1", "b2", is_hidden=True))
    assert hidden == on_a_card(player, begun("c5", "e1", is_hidden=True))
    assert hidden != on_a_card(player, begun("a1", "b2"))
    # Where everybody else is a computer, nothing is hidden from anybody.
    one, other = begun("a1", is_hidden=True, alone=True), begun("c5", is_hidden=True, alone=True)
    assert on_a_card(player, one) != on_a_card(player, other)


def test_the_tiles_of_a_match_played_blind_lie_face_down(
    player: Context,
) -> None:
    first, second = (begun("a1", "b2", is_blind=True, seed=seed) for seed in ("42", "43"))
    assert first.round.called != second.round.called
    assert on_a_card(player, first) == on_a_card(player, second)
    assert on_a_card(player, first) != on_a_card(player, begun("a1", "b2"))
    # Where they lie is seen, as at the table.
    assert on_a_card(player, first) != on_a_card(player, begun("a1", "b3", is_blind=True))


@pytest.mark.parametrize("kind", ["is_hidden", "is_blind"])
def test_a_flag_of_a_match_with_secrets_is_empty_until_it_is_over(kind: str) -> None:
    spaces = [space.name for space in Ruleset().grid.spaces]
    for seed in map(str, range(40)):
        open_match = begun(*spaces[:18], seed=seed)
        if bands_of_match(open_match):
            assert bands_of_match(begun(*spaces[:18], seed=seed, **{kind: True})) == ()
            assert bands_of_match(begun(*spaces, seed=seed, **{kind: True}))
            return
    raise AssertionError("no line was completed")


@pytest.mark.parametrize("kind", ["is_hidden", "is_blind"])
def test_a_secret_ends_with_the_match(kind: str) -> None:
    spaces = [space.name for space in Ruleset().grid.spaces]
    for count in (1, 7, 18):
        match = begun(*spaces[:count], **{kind: True})  # type: ignore[arg-type]
        assert has_secret(match)
        for seat in (0, 1):
            seen, face_down = public_board(match, seat)
            assert seen == empty_position(match.rules.grid)
            assert face_down
    match = begun(*spaces, **{kind: True})  # type: ignore[arg-type]
    assert not has_secret(match)
    assert public_board(match, 1) == (match.round.seats[1].position, None)


@pytest.mark.parametrize("kind", ["is_hidden", "is_blind"])
def test_a_file_of_a_match_with_secrets_shows_none_of_them(
    player: Context, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = begun("a1", "b2", **{kind: True})  # type: ignore[arg-type]
    scene = open_guest(player, match)
    assert isinstance(scene, Dialog)
    assert player.text("review.secret") in " ".join(Stage(player, scene).read())
    assert not isinstance(open_guest(player, begun("a1", "b2")), Dialog)
    path = tmp_path / "match.json"
    path.write_text(print_record(match), "utf-8")
    assert main(["score", str(path)]) == 2
    assert capsys.readouterr().out == ""
    # In a list of several the points are as secret as the boards.
    points = player.text("breakdown.named", name="Ana", points="0")
    for one, is_shown in ((match, False), (begun("a1", "b2"), True)):
        path.write_text(f"{print_record(one)}\n" * 2, "utf-8")
        words = " ".join(Stage(player, guests_scene(player, str(path))).read())
        assert "Ana" in words
        assert (points in words) is is_shown

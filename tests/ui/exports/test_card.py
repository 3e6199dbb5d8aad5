"""The picture of a match: the words, totals and marks on it, on the way and at the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.locale import Language, load_catalogue, write_date
from game.page.result import code_of
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match import Match, Player, apply
from game.rules.match_score import score_match
from game.rules.moves import BeginRound
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_lines
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.pieces import Sprites
from game.ui.exports.card import BoardMoment, draw_card, moments_of
from game.ui.exports.saving import MOVING_SIZE
from game.ui.layout.rects import make_view
from tests.gallery.records import play_out
from tests.golden.pages import changed_pages
from tests.ui.exports.cards import DAY, two_rounds
from tests.ui.exports.conftest import Drawn

pytestmark = pytest.mark.usefixtures("blank")

ENGLISH = load_catalogue(Language.ENGLISH)


def words_of(drawn: Drawn, match: Match, moment: BoardMoment, medal: str = "") -> list[str]:
    """The words on the picture of the first seat's board."""
    drawn.words.clear()
    surface, painter = pygame.Surface(MOVING_SIZE), Painter(make_view(MOVING_SIZE))
    draw_card(surface, painter, ENGLISH, match, 0, moment, DAY, medal)
    return list(drawn.words)


def lines_of(count: int, match: Match) -> str:
    return ENGLISH.text("result.lines", lines=count, all=len(match.rules.grid.lines))


def test_a_board_on_its_way_has_its_own_total_lines_and_round(drawn: Drawn) -> None:
    match = two_rounds()
    player = score_match(match).players[0]
    moments = [*moments_of(match, 0)]
    assert [m.round_index for m in moments if m.is_end] == [0, 1]
    for index, played in enumerate(match.rounds):
        own = [moment for moment in moments if moment.round_index == index]
        assert len(own) == len(match.rules.grid) + 2
        end = words_of(drawn, match, own[-1])
        score = player.rounds[index]
        shown = player if index == 1 else score
        assert ENGLISH.number(shown.total) in end
        assert lines_of(len(score.lines), match) in end
        round_words = ENGLISH.text("play.round", round=index + 1, rounds=2)
        assert round_words in end
        for moment, count in ((own[0], 0), (own[-2], None)):
            words = words_of(drawn, match, moment, "gold")
            if count is None:
                count = len(score_lines(match.rules.grid, before_closing(match, index)))
            assert lines_of(count, match) in words
            assert round_words in words
            assert "Ana" in words
            assert ENGLISH.text("daily.medal.gold") not in words, "it is not over"
        assert ENGLISH.number(0) in words_of(drawn, match, own[0])
        aside = [p.tile for turn in played.seats[0].turns for p in turn.placements if p.space < 0]
        assert own[-2].aside == tuple(aside)
    assert ENGLISH.text("daily.medal.gold") in words_of(drawn, match, moments[-1], "gold")
    assert player.total != player.rounds[0].total != player.rounds[1].total


def before_closing(match: Match, index: int) -> Any:
    """The first seat's board of a round before its closing moves."""
    seat = match.rounds[index].seats[0]
    tiles = list(seat.position.tiles)
    for placement in seat.finish or ():
        tiles[placement.space] = None
    filled = sum(1 << space for space, tile in enumerate(tiles) if tile is not None)
    return replace(seat.position, tiles=tuple(tiles), filled=filled)


def test_players_are_listed_by_rank_the_winners_with_a_trophy(drawn: Drawn) -> None:
    match = play_out(Ruleset(), ("Ana", "Ben", "Cleo", "Otto"), "4")
    equal = match.rounds[0].seats[3]
    (played,) = match.rounds
    match = replace(match, rounds=(replace(played, seats=(*played.seats[:2], equal, equal)),))
    first = words_of(drawn, match, next(moments_of(match, 0)))
    assert lines_of(0, match) in first
    assert "Ben" not in first, "it is not over"
    drawn.icons.clear()
    score = score_match(match)
    totals = [player.total for player in score.players]
    words = words_of(drawn, match, BoardMoment(0))
    ranks = sorted(range(4), key=lambda seat: (-totals[seat], seat))
    names = [word for word in words if word in ("Ana", "Ben", "Cleo", "Otto")]
    assert names == [match.players[seat].name for seat in ranks]
    wanted = [1 + sum(other > totals[seat] for other in totals) for seat in ranks]
    wanted = [rank for rank in wanted if rank > 1]
    assert [word for word in words if word[:-1].isdigit() and word.endswith(".")] == [
        f"{rank}." for rank in wanted
    ]
    assert drawn.icons == [Icon.TROPHY] * len(score.winners)
    points = [word for word in words if word in map(ENGLISH.number, totals)]
    assert points[-4:] == [ENGLISH.number(totals[seat]) for seat in ranks]
    assert lines_of(0, match).split()[-1] not in " ".join(words), "players instead of lines"


def test_the_code_and_the_day_are_on_the_picture_if_there_are_any(drawn: Drawn) -> None:
    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    words = words_of(drawn, match, BoardMoment(0))
    assert any((code_of(match) or "-") in word for word in words)
    assert any(write_date(ENGLISH, DAY) in word for word in words)
    surface, painter = pygame.Surface(MOVING_SIZE), Painter(make_view(MOVING_SIZE))
    drawn.words.clear()
    draw_card(surface, painter, ENGLISH, match, 0, BoardMoment(0), None)
    assert not any(write_date(ENGLISH, DAY) in word for word in drawn.words)


@pytest.fixture
def pieces(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tiles that are drawn, and the lines whose digits shine."""
    drawn: list[str] = []

    def draw_tile(
        sprites: Sprites, surface: object, tile: object, *_: object, **__: object
    ) -> None:
        drawn.append(str(tile))

    monkeypatch.setattr(Sprites, "draw_tile", draw_tile)
    monkeypatch.setattr(Sprites, "draw_digits", lambda *_: drawn.append("digits"))
    return drawn


def draw_small(match: Match, moment: BoardMoment) -> None:
    size = (480, 252)
    surface, painter = pygame.Surface(size), Painter(make_view(size))
    draw_card(surface, painter, ENGLISH, match, 0, moment, None)


def test_each_picture_on_the_way_has_one_tile_more(pieces: list[str]) -> None:
    match = two_rounds()
    for index, played in enumerate(match.rounds):
        (seat,) = played.seats
        placed = [str(p.tile) for turn in seat.turns for p in turn.placements]
        full = [str(tile) for tile in (*seat.position.tiles, *seat.position.aside) if tile]
        moments = [moment for moment in moments_of(match, 0) if moment.round_index == index]
        for count in (0, 1, 2, len(placed), len(placed) + 1):
            moment = moments[count]
            pieces.clear()
            draw_small(match, moment)
            shown = placed[:count] if count <= len(placed) else full
            assert sorted(set(pieces) - {"digits"}) == sorted(shown)
            assert ("digits" in pieces) is moment.is_end, "scored lines shine at the end"


def test_the_tiles_of_a_hidden_match_are_face_down(pieces: list[str]) -> None:
    players = (Player("Ana"), Player("Ben"))
    setup = TableSetup(Ruleset(), players, "42", "standard", has_hidden_boards=True)
    match = TableGame.start(setup, meta=setup.to_meta()).match
    draw_small(apply(match, BeginRound(None, "42"))[0], BoardMoment(0, is_end=False))
    assert pieces == ["None"] * 19


def test_the_cards_are_drawn_as_before() -> None:
    assert changed_pages("card") == []

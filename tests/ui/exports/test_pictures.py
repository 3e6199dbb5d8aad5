"""Pictures to send: the words, totals and marks on a match's and a climb's, and their files."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pygame
import pytest
from PIL import Image

from game.climb.aces import AceSlot
from game.climb.record import ClimbRecord, print_climb
from game.climb.stage_rules import boss_of
from game.locale import Language, load_catalogue, write_date
from game.page.climb_words import name_stage
from game.page.result import code_of
from game.rules.match import Match, Player
from game.rules.match_score import score_match
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_lines
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import DEFAULT_THEME
from game.ui.exports import climb_card, process, saving
from game.ui.exports.card import BoardMoment, draw_card, moments_of
from game.ui.exports.climb_card import draw_climb
from game.ui.exports.saving import ANIMATION_SUFFIX, MOVING_SIZE, PICTURE_SUFFIX, picture_of
from game.ui.layout.rects import make_view
from tests.gallery.climb import play_climb
from tests.gallery.records import play_out
from tests.rules.random_matches import random_match

pytestmark = pytest.mark.usefixtures("blank")

ENGLISH = load_catalogue(Language.ENGLISH)
DAY = date(2026, 11, 21)
TWO_ROUNDS = Ruleset.parse("daffodil-4 free single rays rounds=2")


class Drawn(NamedTuple):
    """What a picture shows: its words, its icons, and the hexagons of a climb's camps."""

    words: list[str]
    icons: list[Icon]
    camps: list[tuple[Any, Any, float]]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    seen = Drawn([], [], [])

    def write(painter: Painter, surface: object, text: str, *args: Any, **options: Any) -> None:
        seen.words.append(text)

    def icon(painter: Painter, surface: object, icon: Icon, *args: Any) -> None:
        seen.icons.append(icon)

    def camp(surface: object, painter: Painter, centre: Any, radius: float, *look: Any) -> None:
        seen.camps.append((*look[:2], centre[0]))

    monkeypatch.setattr(Painter, "text_in", write)
    monkeypatch.setattr(Painter, "icon", icon)
    monkeypatch.setattr(climb_card, "draw_hexagon", camp)
    return seen


def words_of(drawn: Drawn, match: Match, moment: BoardMoment, medal: str = "") -> list[str]:
    """The words on the picture of the first seat's board."""
    drawn.words.clear()
    surface, painter = pygame.Surface(MOVING_SIZE), Painter(make_view(MOVING_SIZE))
    draw_card(surface, painter, ENGLISH, match, 0, moment, DAY, medal)
    return list(drawn.words)


def lines_of(count: int, match: Match) -> str:
    return ENGLISH.text("result.lines", lines=count, all=len(match.rules.grid.lines))


def test_a_board_on_its_way_has_its_own_total_lines_and_round(drawn: Drawn) -> None:
    match = random_match(TWO_ROUNDS, 1, Random(5))
    match = replace(match, players=(Player("Ana"),))
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


def climb_words(drawn: Drawn, climb: ClimbRecord, day: date | None) -> list[str]:
    drawn.words.clear()
    drawn.camps.clear()
    draw_climb(climb, ENGLISH, day, Painter(make_view(MOVING_SIZE)))
    return list(drawn.words)


def test_a_climb_has_its_stages_total_and_seed_or_day(
    drawn: Drawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    climb, aces = play_climb("0", "greedy"), list[AceSlot]()
    pennants: list[tuple[str, float]] = []
    monkeypatch.setattr(
        climb_card, "draw_ace", lambda s, p, at, size, look: aces.append(AceSlot(*look[:2]))
    )

    def pennant(*given: Any, **_: Any) -> None:
        pennants.append((given[4], given[2][0]))

    monkeypatch.setattr(climb_card, "draw_pennant", pennant)
    last = climb.steps[-1]
    seed_words = ENGLISH.text("score.seed", seed="0")
    for day in (None, DAY):
        words = climb_words(drawn, climb.record, day)
        assert (seed_words in words) is (day is None)
        assert any(write_date(ENGLISH, DAY) in word for word in words) is (day is not None)
        assert ENGLISH.number(climb.state.total) in words
        assert name_stage(ENGLISH, last.end.stage) in words
    assert pennants == [("Ana", drawn.camps[-1][2])] * 2
    places = [x for *_, x in drawn.camps]
    assert places == sorted(set(places))
    held = [AceSlot(slot.ace, slot.level) for slot in climb.state.slots]
    assert aces == held * 2
    p = DEFAULT_THEME.palette
    passed = (p.good, p.cool, p.moon_ink, p.accent)
    assert len({fill for fill, *_ in drawn.camps}) > 4
    for step, (fill, edge, _) in zip(climb.steps, drawn.camps, strict=True):
        missed = p.bad if step is last else p.poor
        crystals = min(step.end.crystals, 4)
        assert fill == (passed[crystals - 1] if step.end.is_passed else missed)
        assert (edge is not None) is (boss_of(step.end.stage) is not None)
    unplayed = climb_words(drawn, ClimbRecord("new"), None)
    assert ENGLISH.text("score.seed", seed="new") in unplayed
    assert drawn.camps == []


@pytest.mark.parametrize("day", ["", DAY.isoformat()])
def test_the_process_draws_what_its_file_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, day: str
) -> None:
    asked: list[tuple[Any, ...]] = []

    def made(*given: Any) -> bytes:
        asked.append(given)
        return b"picture"

    monkeypatch.setattr(process, "picture_of", made)
    monkeypatch.setattr(process, "picture_of_climb", made)
    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    climb = play_climb("3", "greedy").record
    when, source = DAY if day else None, tmp_path / "record"
    for text, wanted in (
        (print_record(match), (match, ".webp", when, "gold")),
        (print_climb(climb), (climb, when)),
    ):
        source.write_text(text, encoding="utf-8")
        target = tmp_path / "picture.webp"
        assert process.draw_picture(["de", day, "gold", str(source), "-o", str(target)]) == 0
        given = asked.pop()
        (catalogue,) = (one for one in given if one is load_catalogue(Language.GERMAN))
        assert tuple(one for one in given if one is not catalogue) == wanted
        assert target.read_bytes() == b"picture"


def test_a_moving_picture_rests_at_the_end_of_a_round_and_longer_at_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And is repeated; it is of the player's own board, with the day and the medal."""
    match, asked = random_match(TWO_ROUNDS, 1, Random(5)), list[tuple[Any, ...]]()
    moments = [BoardMoment(0, is_end=False), BoardMoment(0), BoardMoment(1)]

    def draw(surface: pygame.Surface, painter: Painter, *given: Any) -> None:
        surface.fill((40 * len(asked), 9, 9))
        asked.append(given)

    def listed(match: Match, seat: int) -> Iterable[BoardMoment]:
        return moments

    monkeypatch.setattr(saving, "moments_of", listed)
    monkeypatch.setattr(saving, "draw_card", draw)
    made = picture_of(match, ANIMATION_SUFFIX, ENGLISH, DAY, "gold")
    assert asked == [(ENGLISH, match, 0, moment, DAY, "gold") for moment in moments]
    with Image.open(io.BytesIO(made)) as picture:
        assert (picture.size, picture.info["loop"]) == (MOVING_SIZE, 0)
        times = []
        for frame in range(getattr(picture, "n_frames", 1)):
            picture.seek(frame)
            picture.load()
            times.append(picture.info["duration"])
    assert len(times) == 3
    assert times[0] < times[1] < times[2]
    asked.clear()
    still = picture_of(match, PICTURE_SUFFIX, ENGLISH, DAY, "gold")
    assert asked == [(ENGLISH, match, 0, BoardMoment(1), DAY, "gold")]
    assert still.startswith(b"\x89PNG")

"""The files of pictures to send: a still one, and a moving one with its pauses."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pygame
import pytest
from PIL import Image

from game.locale import Language, load_catalogue
from game.rules.match import Match, Player, PlayerKind
from game.rules.ruleset import Ruleset
from game.ui.draw.painter import Painter
from game.ui.exports import saving
from game.ui.exports.card import BoardMoment
from game.ui.exports.saving import ANIMATION_SUFFIX, MOVING_SIZE, PICTURE_SUFFIX, picture_of
from tests.rules.random_matches import random_match
from tests.ui.exports.cards import DAY, two_rounds

pytestmark = pytest.mark.usefixtures("blank")

ENGLISH = load_catalogue(Language.ENGLISH)


def test_a_moving_picture_rests_at_the_end_of_a_round_and_longer_at_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And is repeated; it is of the player's own board, with the day and the medal."""
    match, asked = two_rounds(), list[tuple[Any, ...]]()
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


def test_a_picture_is_of_the_seat_that_represents_the_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players = (Player("Fox", PlayerKind.BOT, "fox"), Player("Ana"))
    match = replace(random_match(Ruleset(), 2, Random(5)), players=players)
    seats = list[int]()
    monkeypatch.setattr(saving, "moments_of", lambda *_: [BoardMoment(0)])
    monkeypatch.setattr(saving, "draw_card", lambda *given: seats.append(given[4]))
    for suffix in (PICTURE_SUFFIX, ANIMATION_SUFFIX):
        picture_of(match, suffix, ENGLISH)
    assert seats == [1, 1]

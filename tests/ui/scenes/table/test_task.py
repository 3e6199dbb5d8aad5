"""The strip above the board in a challenge."""

from __future__ import annotations

from itertools import islice, product

import pygame
import pytest

from game.play.table import TableSetup
from game.play.table_game import Phase as Waits
from game.progress.challenges import (
    Challenge,
    ChallengeKind,
    all_challenges,
    begin_challenge,
    find_challenge,
    new_lessons,
)
from game.rules.match import Match, Player, apply, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
from game.ui.draw.sprites.pieces import Sprites
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.parts import Picture, Text, Widget
from game.ui.scenes.shared.challenge import challenge_table, ends_words, task_words
from game.ui.scenes.table.task import TaskStrip, task_strip
from game.ui.widgets import say
from tests.golden.pages import changed_pages
from tests.ui.scenes.table_stage import TableStage


def test_a_rule_that_is_new_is_taught_step_by_step_while_one_plays(player: Context) -> None:
    taught = next(
        c for c in all_challenges() if c.rules == Ruleset.parse("classic adjacent single none")
    )
    stage = TableStage(player, player.routes.new_table(challenge_table(player, taught)))
    steps = [player.text(f"challenges.lesson.adjacent.{number}") for number in (1, 2, 3)]
    for step, placement in zip((*steps, steps[-1]), taught.solution, strict=False):
        stage.let_until_waits(Waits.ACT)
        read = " ".join(stage.read())
        assert [words for words in steps if words in read] == [step]
        assert task_words(player, taught) in read
        stage.click_space(placement.space)


def played(challenge: Challenge, count: int) -> Match:
    """Return the match of a challenge after so many placements of its solution."""
    match = begin_challenge(challenge)
    for number, placement in enumerate(challenge.solution[:count]):
        if not match.round.seats[0].hand:
            size = challenge.rules.call_sizes[len(match.round.calls)]
            match, _ = apply(match, Call(challenge.order[number : number + size]))
        match, _ = apply(match, Place(0, placement.tile, placement.space))
    return match


def test_every_placement_leads_to_the_next_step_of_a_lesson(player: Context) -> None:
    taught = [c for c in all_challenges() if new_lessons(c) and not c.rivals]
    assert len(taught) > 5
    for challenge in taught:
        strip = strip_of(player, challenge)
        keys = [
            f"challenges.lesson.{lesson.value}.{number}"
            for lesson in new_lessons(challenge)
            for number in (1, 2, 3, 4)
        ]
        lessons = [player.text(key) for key in keys if key in player.catalogue]
        for count in range(len(challenge.order)):
            match = played(challenge, count)
            step = min(count, len(lessons) - 1)
            assert strip.words(match).split("\n") == [
                task_words(player, challenge),
                ends_words(player, challenge),
                lessons[step],
            ]
        shown = [shown_words(each) for each in strip.strips(match)]
        assert [words[0] for words in shown] == [task_words(player, challenge)] * len(lessons)
        assert [words[1] for words in shown] == lessons
        assert shown_words(strip.strip(match)) == shown[step]


def strip_of(context: Context, challenge: Challenge) -> TaskStrip:
    """Return the strip of the challenge's table."""
    setup = challenge_table(context, challenge)
    strip = task_strip(context, setup, begin_challenge(challenge))
    assert strip is not None
    assert strip.challenge is challenge
    return strip


def shown_words(strip: Widget) -> list[str]:
    """Return the words of a strip, the task first."""
    return [say(part.words) for part in strip.walk() if isinstance(part, Text)]


def test_only_a_challenge_has_a_strip(player: Context) -> None:
    setup = TableSetup(Ruleset(), (Player("Ana"),), "42")
    assert task_strip(player, setup, new_match(setup.rules, setup.players)) is None


def test_in_the_league_every_call_leads_to_the_next_step(player: Context) -> None:
    challenge = find_challenge("win-2")
    assert challenge is not None
    strip, match = strip_of(player, challenge), begin_challenge(challenge)
    setup = challenge_table(player, challenge)
    match = new_match(setup.rules, setup.players)
    assert strip.words(match).endswith(player.text("challenges.lesson.mail.1"))
    match, _ = apply(match, BeginRound())
    steps, left = [], iter(challenge.order)
    boards = [iter(challenge.solution), *(iter(placed) for _, placed in challenge.rivals)]
    for size in challenge.rules.call_sizes:
        match, _ = apply(match, Call(tuple(islice(left, size))))
        steps.append(strip.words(match).split("\n")[2])
        for seat, board in enumerate(boards):
            for placement in islice(board, size):
                match, _ = apply(match, Place(seat, placement.tile, placement.space))
    lessons = [player.text(f"challenges.lesson.mail.{number}") for number in (1, 2, 3, 4)]
    assert steps == [*lessons, *lessons[-1:] * (len(steps) - 4)]


def test_the_tiles_to_come_are_shown_where_they_are_known(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: list[tuple[list[Tile], float, float]] = []
    monkeypatch.setattr(
        Sprites,
        "draw_row",
        lambda _, __, tiles, ___, radius, pitch: rows.append(([*tiles], radius, pitch)),
    )
    kinds = {challenge.kind: challenge for challenge in all_challenges()}
    for kind, challenge in kinds.items():
        is_open = kind in (ChallengeKind.LAST, ChallengeKind.MAXIMUM)
        for count, wide in product((0, 2) if is_open else (0,), (1000, 100)):
            rows.clear()
            strip = strip_of(player, challenge).strip(played(challenge, count))
            strip.arrange(player, Rect(0, 0, wide, 200))
            for part in strip.walk():
                if isinstance(part, Picture):
                    part.draw(pygame.Surface((1, 1)), player.painter)
                    fitting = part.rect.w / (len(challenge.order) * 1.9)
            assert [tiles for tiles, *_ in rows] == [[*challenge.order[count:]]] * is_open
            for _, radius, pitch in rows:
                # They do not grow as they become fewer.
                assert radius == min(27, fitting)
                assert pitch == radius * 1.9


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("task") == []

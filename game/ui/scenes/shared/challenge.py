"""A challenge: its table, its task in words, and its lines on the board."""

import pygame

from game.locale import write_list
from game.play.choices import SeatChoice, add_seat
from game.play.table import TableSetup
from game.progress.challenges import CHALLENGE_SEED, Challenge, ChallengeKind
from game.rules.marks import Mark
from game.rules.match import Player, PlayerKind
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout
from game.ui.scenes.shared.choosing import default_name, own_choice
from game.ui.scenes.shared.names import bot_name

_DOTS = 3
"""Dots on each space of a line drawn as a task."""


def challenge_table(context: Context, challenge: Challenge) -> TableSetup:
    """Return the table of a challenge: one person, its computer players, rules and name.

    The sequence of calls is fixed.
    """
    rivals = (
        Player(bot_name(context, level), PlayerKind.BOT, level) for level, _ in challenge.rivals
    )
    seats: tuple[SeatChoice, ...] = (own_choice(context),)
    for level, _ in challenge.rivals:
        seats = add_seat(seats, level)
    avatar = seats[0].avatar
    return TableSetup(
        challenge.rules,
        (Player(default_name(context, 0)), *rivals),
        CHALLENGE_SEED,
        colours=tuple(seat.colour for seat in seats),
        marks=frozenset({Mark.CHALLENGE}),
        challenge=challenge.name,
        avatars=(avatar,) if avatar else (),
    )


def task_words(context: Context, challenge: Challenge) -> str:
    """Return the task of a challenge in a sentence."""
    points = context.text("terms.count.points", count=challenge.points)
    match challenge.kind:
        case ChallengeKind.REACH:
            name = bot_name(context, challenge.level)
            return context.text("challenges.kind.reach", points=points, name=name)
        case ChallengeKind.LINES:
            return context.text("challenges.kind.lines", count=len(challenge.lines))
        case ChallengeKind.LAST:
            return context.text("challenges.kind.last", points=points)
        case ChallengeKind.MAXIMUM:
            return context.text("challenges.kind.maximum", points=points)
        case ChallengeKind.WIN:
            names = [bot_name(context, level) for level, _ in challenge.rivals]
            return context.text("challenges.kind.win", names=write_list(context.catalogue, names))


def ends_words(context: Context, challenge: Challenge) -> str:
    """Return the lines to complete, each by its two end spaces, for the screen reader; "" for
    none.
    """
    lines = ["\N{EN DASH}".join(line.ends) for line in challenge.lines]
    return write_list(context.catalogue, lines) if lines else ""


def mark_lines(
    surface: pygame.Surface, context: Context, layout: BoardLayout, challenge: Challenge
) -> None:
    """Draw a flag at both ends of every line to complete."""
    painter = context.painter
    p = painter.theme.palette
    size = max(painter.px(14), round(layout.radius * 0.44))
    for line in challenge.lines:
        for at in layout.beyond(line.index, layout.radius * 0.22):
            painter.disc(surface, at, size * 0.62, p.sunken, p.gold, painter.px(1.5))
            painter.icon(surface, Icon.FLAG, at, size * 8 // 10, p.gold)


def draw_targets(
    surface: pygame.Surface, context: Context, layout: BoardLayout, challenge: Challenge
) -> None:
    """Draw dots and flags along every line to complete."""
    painter = context.painter
    p, radius = painter.theme.palette, max(painter.px(3), layout.radius * 0.12)
    for line in challenge.lines:
        (x, y), (to_x, to_y) = layout.beyond(line.index, layout.radius * 0.22)
        count = _DOTS * (len(line) + 1)
        for number in range(1, count):
            at = (x + (to_x - x) * number / count, y + (to_y - y) * number / count)
            painter.disc(surface, at, radius, p.gold, p.outline, painter.px(1))
    mark_lines(surface, context, layout, challenge)

"""The setup's picture: what the card is, what is known about it, and what will be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.locale import write_list
from game.play.choices import Choices
from game.play.editions import find_edition
from game.ui.layout.rects import Rect, View
from game.ui.scenes.shared.choosing import player_names
from game.ui.scenes.shared.names import edition_name

if TYPE_CHECKING:
    from collections.abc import Callable

    import pygame

    from game.play.choices import Choices
    from game.ui.frame.context import Context
    from game.ui.scenes.setup.control import SetupControl


@dataclass(frozen=True, slots=True)
class SetupLayout:
    """Rectangles in pixels. `rows` has a label and a control for each row of the rules."""

    back: Rect
    title: Rect
    keys: Rect
    cards: tuple[Rect, ...]
    panels: tuple[Rect, ...]
    rules_heading: Rect
    rows: tuple[tuple[Rect, Rect], ...]
    board: Rect
    about: Rect
    facts: Rect
    seats_heading: Rect
    seats: Rect
    best: Rect
    hidden: Rect
    code: Rect
    status: Rect
    start: Rect


def lay_out_setup(view: View, cards: int, rows: int, heading: int) -> SetupLayout:
    """Cards along the top; rules, board and seats side by side; deal and start below.

    `heading` is the height of a heading in pixels.
    """
    area = view.area.inset(view.px(28), view.px(20))
    gap, pad = view.px(14), view.px(16)
    head, area = area.cut_top(view.px(46), view.px(12))
    back, head = head.cut_left(head.h, gap)
    title, keys = head.columns(2, gap)
    strip, area = area.cut_top(view.px(56), gap)
    foot, area = area.cut_bottom(view.px(54), gap)
    start, foot = foot.cut_right(min(view.px(270), foot.w // 4), view.px(16))
    code, status = foot.cut_left(min(view.px(330), foot.w * 2 // 5), view.px(18))
    # A large interface in a small window needs its room for words, not for the picture.
    is_tight = area.w < view.px(1100)
    weights = [1.5, 0.72, 1.12] if is_tight else [1.34, 0.96, 1.02]
    left, middle, right = area.weighted_columns(weights, gap)
    rules_heading, rules = left.inset(pad, view.px(12)).cut_top(heading, view.px(8))
    inner = middle.inset(pad, view.px(12))
    share = inner.h * (48 if is_tight else 27) // 100
    words, board = inner.cut_bottom(max(view.px(124), share), view.px(6))
    about, facts = words.cut_top(words.h * 50 // 100, view.px(4))
    seats_heading, seats = right.inset(pad, view.px(12)).cut_top(heading, view.px(8))
    hidden, seats = seats.cut_bottom(view.px(38), view.px(6))
    return SetupLayout(
        back,
        title,
        keys,
        tuple(strip.columns(cards, view.px(10))),
        (left, middle, right),
        rules_heading,
        _lay_out_rows(view, rules, rows, 23 if is_tight else 27),
        board,
        about,
        facts,
        seats_heading,
        seats,
        hidden.moved(0, -hidden.h - view.px(6)),
        hidden,
        code.centred(code.w, view.px(46)),
        status,
        start,
    )


def _lay_out_rows(
    view: View, area: Rect, count: int, label_percent: int
) -> tuple[tuple[Rect, Rect], ...]:
    gap = view.px(6)
    height = min(view.px(48), (area.h - gap * (count - 1)) // count)
    total = height * count + gap * (count - 1)
    top = area.moved(0, max(0, (area.h - total) // 3))
    width = area.w * label_percent // 100
    return tuple(line.cut_left(width, view.px(8)) for line in top.stack([height] * count, gap))


def draw_setup(
    surface: pygame.Surface,
    context: Context,
    layout: SetupLayout,
    control: SetupControl,
    explain: Callable[[Choices], str] | None,
    *,
    has_room: bool,
) -> None:
    """Panels and words. `explain` says what a row of the rules means, None for the card;
    `has_room` is whether the seats leave some for the record to beat.
    """
    painter, choices = context.painter, control.choices
    palette, types = painter.theme.palette, painter.theme.type
    text = context.text
    painter.text_in(surface, text("setup.title"), layout.title, types.title)
    for panel in layout.panels:
        painter.panel(surface, panel)
    words = edition_words(context, choices)
    painter.text_in(surface, words, layout.rules_heading, types.heading, max_lines=1)
    painter.text_in(surface, text("setup.seats"), layout.seats_heading, types.heading)
    about = about_words(context, choices) if explain is None else explain(choices)
    style = types.body.coloured(palette.ink)
    painter.text_in(surface, about, layout.about, style, "centre", valign="top")
    # As many facts as have room.
    small, facts = types.small.coloured(palette.ink_soft), fact_words(context, choices)
    room = layout.facts
    while len(facts) > 1 and painter.height_of("\n".join(facts), room.w, small) > room.h:
        facts.pop()
    painter.text_in(surface, "\n".join(facts), room, small, "centre", valign="bottom")
    if has_room and control.record is not None:
        words = text("score.best", points=context.catalogue.number(control.record))
        painter.text_in(surface, words, layout.best, types.points, "centre")
    # Beside the start button: what stands in the way, else who plays which deal.
    found = control.troubles
    style = types.caption.coloured(palette.bad) if found else types.caption
    words = "\n".join(found) or status_words(context, control)
    painter.text_in(surface, words, layout.status, style)


def edition_words(context: Context, choices: Choices) -> str:
    """The card's name, and whether it was changed."""
    name = edition_name(context, choices.edition)
    if choices.is_of_card or find_edition(choices.edition) is None:
        return name
    return context.text("setup.changed", edition=name)


def about_words(context: Context, choices: Choices) -> str:
    """What the card is about; what own rules are where it was changed."""
    return context.text(f"editions.{choices.edition if choices.is_of_card else 'custom'}.about")


def fact_words(context: Context, choices: Choices) -> list[str]:
    """What is known about the card as it is, the most telling first."""
    card = find_edition(choices.edition)
    if card is None or not choices.is_of_card:
        return []
    text = context.text
    words = []
    if card.facts.maximum is not None and card.facts.maximum_boards is not None:
        points = text("terms.count.points", count=card.facts.maximum)
        words.append(text("editions.fact.maximum", count=card.facts.maximum_boards, points=points))
    fewest, most = card.players
    words.append(text("editions.fact.players", fewest=fewest, most=most))
    for example in card.facts.examples[:1]:
        parts = [str(example.before)] if example.before else []
        parts += [f"{length}\u00a0×\u00a0{number}" for length, number in example.lines]
        words.append(text("editions.fact.example", sum=" + ".join(parts), points=example.points))
    return words


def status_words(context: Context, control: SetupControl) -> str:
    """Who plays, and where the tiles come from."""
    if control.deal is not None:
        source = context.text("setup.code_taken")
    elif control.code:
        source = context.text("setup.code_seed", seed=control.code)
    else:
        source = context.text("setup.code_random")
    return f"{write_list(context.catalogue, player_names(context, control.choices))}\n{source}"

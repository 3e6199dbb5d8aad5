"""The setup's picture: what is chosen, what is being explained, and who will play."""

from dataclasses import dataclass, replace

import pygame

from game.locale import write_list
from game.play.editions import find_edition
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect, View
from game.ui.scenes.setup.control import SetupControl
from game.ui.scenes.setup.topics import title_of
from game.ui.scenes.shared.choosing import player_names
from game.ui.scenes.shared.option_rows import OptionRow


@dataclass(frozen=True, slots=True)
class SetupLayout:
    """Rectangles in pixels. `rows` has a label and a control for each row of the rules."""

    cards: tuple[Rect, ...]
    panels: tuple[Rect, ...]
    rules_heading: Rect
    rows: tuple[tuple[Rect, Rect], ...]
    topic: Rect
    board: Rect
    words: Rect
    seats_heading: Rect
    seats: Rect
    best: Rect
    hidden: Rect
    code: Rect
    status: Rect
    start: Rect


def lay_out_setup(view: View, area: Rect, cards: int, rows: int, heading: int) -> SetupLayout:
    """Cards along the top; rules, what is explained, and seats side by side; start below.

    `area` is what the page's head leaves, `heading` the height of a heading in pixels.
    """
    gap, pad = view.px(14), view.px(16)
    strip, area = area.cut_top(view.px(56), gap)
    foot, area = area.cut_bottom(view.px(54), gap)
    start, foot = foot.cut_right(min(view.px(270), foot.w // 4), view.px(16))
    code, status = foot.cut_left(min(view.px(330), foot.w * 2 // 5), view.px(18))
    # A large interface in a small window needs its room for words, not for the picture.
    is_tight = area.w < view.px(1100)
    weights = [1.5, 0.72, 1.12] if is_tight else [1.3, 1.0, 1.02]
    panels = area.weighted_columns(weights, gap)
    (rules_heading, rules), (topic, middle), (seats_heading, seats) = (
        panel.inset(pad, view.px(12)).cut_top(heading, view.px(8)) for panel in panels
    )
    words, board = middle.cut_bottom(middle.h * (60 if is_tight else 42) // 100, view.px(12))
    hidden, seats = seats.cut_bottom(view.px(38), view.px(6))
    row_gap, label = view.px(6), rules.w * (23 if is_tight else 27) // 100
    height = min(view.px(48), (rules.h - row_gap * (rows - 1)) // rows)
    lines = rules.stack([height] * rows, row_gap)
    return SetupLayout(
        tuple(strip.columns(cards, view.px(10))),
        tuple(panels),
        rules_heading,
        tuple(line.cut_left(label, view.px(8)) for line in lines),
        topic,
        board,
        words,
        seats_heading,
        seats,
        hidden.moved(0, -hidden.h - view.px(6)),
        hidden,
        code.centred(code.w, view.px(46)),
        status,
        start,
    )


def draw_setup(
    surface: pygame.Surface,
    context: Context,
    layout: SetupLayout,
    control: SetupControl,
    rows: list[OptionRow],
    *,
    has_room: bool,
) -> None:
    """Panels and words; `has_room` is whether the seats leave some for the record to beat."""
    painter, choices, topic = context.painter, control.choices, control.topic
    palette, types = painter.theme.palette, painter.theme.type
    text = context.text
    for panel in layout.panels:
        painter.panel(surface, panel)
    name = title_of(context, choices)
    painter.text_in(surface, name, layout.rules_heading, types.heading, max_lines=1)
    painter.text_in(surface, text("setup.seats"), layout.seats_heading, types.heading)
    for row, (_, cell) in zip(rows, layout.rows, strict=True):
        if row.control.is_hidden:
            painter.text_in(surface, row.control.hint(), cell, types.caption)
    # As many facts as have room below the sentence.
    painter.text_in(surface, topic.title, layout.topic, types.heading, "centre", max_lines=1)
    about, small = types.body.coloured(palette.ink), types.caption
    trouble = types.caption.coloured(palette.bad)
    parts = [(topic.words, about), (topic.trouble, trouble), *((f, small) for f in topic.facts)]
    parts = [(words, style) for words, style in parts if words]
    heights = [painter.height_of(words, layout.words.w, style) for words, style in parts]
    gap = painter.px(6)
    while len(parts) > 1 and sum(heights) + gap * (len(parts) - 1) > layout.words.h:
        parts.pop()
        heights.pop()
    heights[0] = min(heights[0], layout.words.h)
    for (words, style), cell in zip(parts, layout.words.stack(heights, gap), strict=True):
        painter.text_in(surface, words, cell, style, "centre", "top")
    if has_room and control.record is not None:
        words = text("score.best", points=context.catalogue.number(control.record))
        painter.text_in(surface, words, layout.best, types.points, "centre")
    # Beside the start button: what stands in the way, else who plays which deal.
    found = control.troubles
    style = types.caption.coloured(palette.bad) if found else types.caption
    words = "\n".join(found) or status_words(context, control)
    painter.text_in(surface, words, layout.status, style)


def status_words(context: Context, control: SetupControl) -> str:
    """Who plays and where the tiles come from, or that the card knows fewer players."""
    choices = control.choices
    card = find_edition(choices.edition)
    if card is not None and not choices.is_of_card:
        usual = replace(choices, seats=choices.seats[:1] * card.usual)
        if usual.is_of_card:
            name, (fewest, most) = context.text(f"editions.{card.name}.name"), card.players
            return context.text("setup.own_seats", edition=name, fewest=fewest, most=most)
    if control.deal is not None:
        source = context.text("setup.code_taken")
    elif control.code:
        source = context.text("setup.code_seed", seed=control.code)
    else:
        source = context.text("setup.code_random")
    return f"{write_list(context.catalogue, player_names(context, choices))}\n{source}"

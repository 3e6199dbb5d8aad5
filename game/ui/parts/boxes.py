"""Parts that contain parts: rows, columns, panels, grids, lists that scroll."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, Literal, TypeVar, Unpack

import pygame

from game.ui.draw.animation import mix_colour
from game.ui.draw.bands import End, draw_band, draw_band_focus
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour, Theme
from game.ui.frame.context import Context
from game.ui.frame.outline import Node, Role
from game.ui.frame.topics import labelled
from game.ui.layout.lengths import GROUP, NEVER, SCROLLS, WRAPS, Length, divide
from game.ui.layout.rects import Point, Rect
from game.ui.parts.leaves import Picture, Spacer, Text
from game.ui.widgets.base import OnPress, Widget, WidgetOptions, say
from game.ui.widgets.buttons import shade_of
from game.ui.widgets.scroll import ScrollArea

_T = TypeVar("_T")

Maybe = Widget | Literal[False] | None
"""A part, or `False` from `condition and Part(…)`: nothing, which keeps its place."""

Padding = float | tuple[float, float] | tuple[float, float, float, float]
"""Units left free inside a container: all around, (beside, above and below), or (left, above,
right, below).
"""

Backing = Literal["panel", "card", "slab", "ruled"]
"""The look of a container. A panel, which draws nothing, is a section when read aloud; a card is
over a page, a slab beside it; a ruled one has a line above it."""

_LEAST_GROUP: Final = 120
_LEAST_SCROLL: Final = 64
_ABOVE: Final = 0.4
"""The share of a page's free room that is above the content."""

_EMPTY: Final = 0.4
"""The share of a page whose free room is divided so in a window that is not upright, too."""

_SHRINKING: Final = 0.04
"""The share of their size by which a group's words shrink in one step."""


def adopted(before: Widget | None, now: Widget) -> Widget:
    """Return the earlier part, updated with the arguments of `now`; `now` itself if it is
    another part.
    """
    if before is None or type(before) is not type(now) or before.id != now.id:
        return now
    before.adopt(now)
    return before


class Container(Widget):
    """A part that contains parts and may be drawn as a box; the pointer passes through it."""

    is_focusable = False

    def __init__(
        self,
        *parts: Maybe,
        pad: Padding = 0,
        look: Backing | None = None,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self._put(parts)
        pads = pad if isinstance(pad, tuple) else (pad, pad)
        self.pad = pads if len(pads) == 4 else (*pads, *pads)
        self.look = look
        self._measured: dict[Hashable, Any] = {}

    def _put(self, places: tuple[Maybe, ...]) -> None:
        """Set the contained parts: `places`, where an absent part has its own, and
        `parts` without those.
        """
        self.places = places
        self.parts = [part for part in places if isinstance(part, Widget)]

    def adopt(self, newer: Widget) -> None:
        assert isinstance(newer, Container)
        before = _by_key(self.places)
        super().adopt(newer)
        now = {key: adopted(before.get(key), part) for key, part in _by_key(newer.places).items()}
        places = enumerate(newer.places)
        self._put(tuple(now[_key(i, p)] if isinstance(p, Widget) else p for i, p in places))

    def leaves(self) -> Iterator[Widget]:
        if self.look is not None or self.explain or self.tooltip:
            yield self
        for part in self.parts:
            yield from part.leaves()

    def walk(self) -> Iterator[Widget]:
        yield self
        for part in self.parts:
            yield from part.walk()

    def spoken(self, context: Context) -> list[str]:
        if say(self.reads):
            return [self._with_choice(context, say(self.reads))]
        words = [words for part in self.parts for words in part.spoken(context)]
        return [self._with_choice(context, " ".join(words[:1])), *words[1:]] if words else []

    @property
    def role(self) -> Role:
        return Role.BUTTON if self.is_pressable else Role.GROUP

    def outline(self, context: Context, at: Point = (0, 0), label: str = "") -> Iterator[Node]:
        if self.is_hidden:
            return
        parts = tuple(self._outlined(context, at))
        if self.is_pressable or self.can_focus or say(self.reads):
            # One thing with a name; what can be focused in it stays in it.
            parts = tuple(_focusable(parts))
            whole = list(super().outline(context, at, label))
            for node in whole:
                role = Role.LABEL if node.role is Role.GROUP and not parts else node.role
                # Several lines are those of its parts.
                is_list = role is Role.GROUP and "\n" in node.name
                yield node._replace(role=role, name="" if is_list else node.name, children=parts)
            if not whole:
                yield from parts
        elif self.look is None or not parts:
            yield from parts
        else:
            rect = self.rect.moved(round(at[0]), round(at[1]))
            yield Node(id(self), Role.GROUP, say(self.tooltip), rect, children=parts)

    def _outlined(self, context: Context, at: Point) -> Iterator[Node]:
        for part in self.parts:
            label = "" if isinstance(part, Container) else label_of(part, [self])
            yield from part.outline(context, at, label)

    def each_spoken(self, context: Context) -> list[list[str]]:
        """Return the sentences of each contained part."""
        return [part.spoken(context) for part in self.parts]

    def name_and_state(self, context: Context) -> str:
        return ", ".join(filter(str.strip, self.spoken(context)))

    def inner(self, painter: Painter) -> Rect:
        """The room inside the padding."""
        left, above, right, below = map(painter.px, self.pad)
        inner = self.rect.cut_left(left)[1].cut_right(right)[1]
        return inner.cut_top(above)[1].cut_bottom(below)[1]

    def _beside(self, painter: Painter) -> int:
        """The width of the padding."""
        return painter.px(self.pad[0]) + painter.px(self.pad[2])

    def _inner_width(self, painter: Painter, width: int) -> int:
        return max(1, width - self._beside(painter))

    def _once(self, measure: Callable[[Painter, int], _T], painter: Painter, width: int) -> _T:
        """A measurement, made once for each width until the page is renewed."""
        key = (measure.__name__, width, painter.word_scale, painter.view.scale)
        if key not in self._measured:
            self._measured[key] = measure(painter, width)
        made: _T = self._measured[key]
        return made

    def height_for(self, painter: Painter, width: int) -> int:
        inner = self._inner_width(painter, width)
        return self._once(self._natural_height, painter, inner) + self._around(painter)

    def least_height(self, painter: Painter, width: int) -> int:
        inner = self._inner_width(painter, width)
        return self._once(self._least_height, painter, inner) + self._around(painter)

    def _around(self, painter: Painter) -> int:
        """The height of the padding."""
        return painter.px(self.pad[1]) + painter.px(self.pad[3])

    def _natural_height(self, painter: Painter, width: int) -> int:
        return max((natural_height(part, painter, width) for part in self.parts), default=0)

    def _least_height(self, painter: Painter, width: int) -> int:
        return max((part.least_height(painter, width) for part in self.parts), default=0)

    def measure(self, painter: Painter) -> tuple[int, int]:
        widths = [natural_width(part, painter) for part in self.parts]
        width = max(widths, default=0) + self._beside(painter)
        return width, self.height_for(painter, width)

    def least_width(self, painter: Painter) -> int:
        least = max((least_width(part, painter) for part in self.parts), default=0)
        return least + self._beside(painter)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p = painter.theme.palette
        grounds = {"card": p.card, "slab": mix_colour(p.sky, p.card, 0.45)}
        if self.look in grounds:
            draw_band(surface, painter, grounds[self.look], self.rect)
        elif self.look == "ruled":
            surface.fill(p.line, self.rect._replace(h=painter.px(1)))


def _focusable(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield the outermost nodes that can be focused."""
    for node in nodes:
        yield from (node,) if node.can_focus else _focusable(node.children)


def _key(index: int, part: Widget) -> tuple[str, Hashable]:
    return ("at", index) if part.id is None else ("id", part.id)


def _by_key(places: tuple[Maybe, ...]) -> dict[tuple[str, Hashable], Widget]:
    parts = [(i, part) for i, part in enumerate(places) if isinstance(part, Widget)]
    return {_key(index, part): part for index, part in parts}


def natural_height(part: Widget, painter: Painter, width: int) -> int:
    """Return the height of a part inside a column: its `size`, or what it would like."""
    return painter.px(part.size) if part.size is not None else part.height_for(painter, width)


def natural_width(part: Widget, painter: Painter) -> int:
    """The width of a part on its own, in pixels."""
    width = part.measure(painter)[0]
    return width if part.most is None else min(width, painter.px(part.most))


def least_width(part: Widget, painter: Painter) -> int:
    """The width below which a part's words would break, where less than the natural width is
    allowed.
    """
    return painter.px(part.size) if part.size is not None else part.least_width(painter)


def across(part: Widget, painter: Painter, length: int) -> int:
    """Return the length of a part across its container, in pixels."""
    bounds = [painter.px(units) for units in (part.across, part.most) if units is not None]
    return min(length, *bounds) if bounds else length


def want_height(part: Widget, painter: Painter, width: int, weight: float) -> Length:
    """Return the height that a part likes, with its weight among those that divide the rest."""
    natural = part.height_for(painter, width)
    rank = part.rank if isinstance(part, Column) else NEVER
    return Length(natural, part.least_height(painter, width) if rank else natural, weight, rank)


class Column(Container):
    """Parts below each other, `gap` units apart.

    Where there is too little height, scrollers in it give way first, then panels; then all its
    words shrink together, never below their size at a scale of 100 %; then it scrolls. `even`
    parts are equally high. Parts that are narrower than the column are in its middle, or at its
    left.
    """

    state_names = Container.state_names | {"area"}
    gives_way: ClassVar[int] = NEVER
    can_scroll: ClassVar[bool] = True

    def __init__(
        self,
        *parts: Maybe,
        gap: float = 0,
        even: bool = False,
        align: Literal["left", "centre"] = "centre",
        pad: Padding = 0,
        look: Backing | None = None,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(*parts, pad=pad, look=look, **common)
        self.gap = gap
        self.even = even
        self.align = align
        self.area: ScrollArea | None = None

    def is_crowded(self, painter: Painter) -> bool:
        # Words are smaller than they should be, or some are out of sight.
        return self.word_scale < 1 or (self.area is not None and self.area.reach > 0)

    @property
    def rank(self) -> int:
        return GROUP if self.look is not None else self.gives_way

    def _wants(self, painter: Painter, width: int) -> list[Length]:
        return self._once(self._measure_wants, painter, width)

    def _measure_wants(self, painter: Painter, width: int) -> list[Length]:
        return [self._want(part, painter, across(part, painter, width)) for part in self.parts]

    def _want(self, part: Widget, painter: Painter, width: int) -> Length:
        if part.size is not None:
            return Length(painter.px(part.size), painter.px(part.size))
        if part.share or self.even:
            return Length(0, part.least_height(painter, width), part.share or 1.0)
        return want_height(part, painter, width, part.grow)

    def _gaps(self, painter: Painter) -> int:
        return painter.px(self.gap) * max(0, len(self.parts) - 1)

    def _natural_height(self, painter: Painter, width: int) -> int:
        wants = self._wants(painter, width)
        return sum(max(want.natural, want.least) for want in wants) + self._gaps(painter)

    def _least_height(self, painter: Painter, width: int) -> int:
        least = sum(want.least for want in self._wants(painter, width)) + self._gaps(painter)
        return least if self.rank == NEVER else min(least, painter.px(self._floor))

    _floor: ClassVar[int] = _LEAST_GROUP

    def is_too_narrow(self, painter: Painter, width: int) -> bool:
        return self.rank == NEVER and self._has_broken_words(painter, width)

    def _has_broken_words(self, painter: Painter, width: int) -> bool:
        inner = self._inner_width(painter, width)
        return any(p.is_too_narrow(painter, across(p, painter, inner)) for p in self.parts)

    def arrange(self, context: Context, rect: Rect) -> None:
        super().arrange(context, rect)
        painter = context.painter
        scale, least = painter.word_scale, min(painter.word_scale, painter.least_word_scale)
        while scale > least and self._is_too_small(painter, scale):
            scale = max(least, scale - _SHRINKING)
        self.word_scale = scale
        with painter.letters_scaled(scale):
            inner = self.inner(painter)
            needed = sum(w.least for w in self._wants(painter, inner.w)) + self._gaps(painter)
            if self.can_scroll and self._scrolls(inner.h, needed):
                self._scroll(context, inner)
            else:
                self.area = None
                self._place_parts(context, inner)

    def _scrolls(self, room: int, needed: int) -> bool:
        return needed > room

    def _is_too_small(self, painter: Painter, scale: float) -> bool:
        inner = self.inner(painter)
        with painter.letters_scaled(scale):
            needed = sum(w.least for w in self._wants(painter, inner.w)) + self._gaps(painter)
            return needed > inner.h or self._has_broken_words(painter, self.rect.w)

    def _scroll(self, context: Context, inner: Rect) -> None:
        """Place the parts, as high as they would like to be, in an area that scrolls."""
        painter = context.painter
        area = self.area = self.area or ScrollArea(context)
        area.place(inner)
        room = Rect(0, 0, area.inner_width, 0)
        height = self._natural_height(painter, room.w)
        self._place_parts(context, room._replace(h=height))
        area.form.replace([leaf for part in self.parts for leaf in part.leaves()])
        area.content_height = height
        area.scroll_to(area.top)

    def _place_parts(self, context: Context, inner: Rect) -> None:
        painter, gap = context.painter, context.painter.px(self.gap)
        heights = divide(inner.h, self._wants(painter, inner.w), gap)
        for part, cell in zip(self.parts, inner.stack(heights, gap), strict=True):
            width = across(part, painter, cell.w)
            is_left = self.align == "left"
            part.arrange(
                context, cell._replace(w=width) if is_left else cell.centred(width, cell.h)
            )

    def _outlined(self, context: Context, at: Point) -> Iterator[Node]:
        area = self.area
        if area is None:
            yield from super()._outlined(context, at)
        else:
            inner = at[0] + area.rect.x, at[1] + area.rect.y - area.top
            yield from area.outlined(context, at, super()._outlined(context, inner))

    def leaves(self) -> Iterator[Widget]:
        if self.area is None:
            yield from super().leaves()
            return
        if self.look is not None:
            yield self
        yield self.area


class Body(Column):
    """The content of a page below its head, and its foot: the last part. In an upright window that
    has room left, and in any that is almost empty, the content stands free in the middle.
    """

    def arrange(self, context: Context, rect: Rect) -> None:
        super().arrange(context, rect)
        painter = context.painter
        shares = [index for index, part in enumerate(self.parts) if part.share]
        if not shares:
            return
        content = self.parts[: shares[-1] + 1]
        free = content[-1].rect.bottom - max(map(_lowest, content))
        if free > (0 if painter.view.is_upright else _EMPTY * rect.h):
            usual = self.pad
            above = min(_ABOVE * free, rect.h / 6) / painter.view.scale
            self.pad = (usual[0], usual[1] + above, *usual[2:])
            super().arrange(context, rect)
            self.pad = usual


def _lowest(part: Widget) -> int:
    """Return the foot of the lowest leaf that is drawn."""
    if not isinstance(part, Container):
        return part.rect.y if isinstance(part, Spacer) else part.rect.bottom
    if isinstance(part, Column) and part.area is not None:
        return part.rect.y + min(part.rect.h, part.area.content_height)
    return max(map(_lowest, part.parts), default=part.rect.y)


class Scroll(Column):
    """A list that scrolls where height is missing, and is the first to give way. One with parts of
    a `share` fills its room where it has enough.
    """

    gives_way = SCROLLS
    _floor = _LEAST_SCROLL

    def _scrolls(self, room: int, needed: int) -> bool:
        return needed > room or not any(part.share for part in self.parts)

    def _is_too_small(self, painter: Painter, scale: float) -> bool:
        inner = self._inner_width(painter, self.rect.w) - painter.px(18)
        with painter.letters_scaled(scale):
            return any(part.is_too_narrow(painter, inner) for part in self.parts)


class Panel(Column):
    """A column that is a section of the page: read aloud by itself, and the first to shrink."""

    def __init__(
        self,
        *parts: Maybe,
        gap: float = 8,
        even: bool = False,
        align: Literal["left", "centre"] = "centre",
        pad: Padding = (20, 10),
        look: Backing | None = "panel",
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(*parts, gap=gap, even=even, align=align, pad=pad, look=look, **common)


class PressedPanel(Panel):
    """A panel that is pressed as a whole, or read like one without `on_press`. One that `is_marked`
    is a chosen band; others draw nothing until the pointer is on them. `start` and `end` are the
    ends of its band.
    """

    is_focusable = True
    can_scroll = False
    start: End = "edge"
    end: End = "edge"

    def __init__(
        self,
        on_press: OnPress | None,
        *parts: Maybe,
        is_marked: bool = False,
        gap: float = 4,
        pad: Padding = (14, 8),
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(*parts, gap=gap, pad=pad, **common)
        self._on_press = on_press
        self.is_marked = is_marked
        self.is_chosen = is_marked and on_press is not None

    def fill(self, theme: Theme) -> Colour | None:
        """Return the colour of the panel's band, None without a band."""
        return theme.palette.chosen if self.is_marked else None

    def band(self, painter: Painter) -> Rect:
        """Return the place of the panel's band."""
        return self.rect

    def arrange(self, context: Context, rect: Rect) -> None:
        with context.painter.ink_on(self.fill(context.painter.theme) or context.painter.ground):
            super().arrange(context, rect)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        fill = self.fill(painter.theme)
        if fill is not None or (self.is_hovered and self.is_pressable):
            ground, shade = fill or painter.theme.palette.faint, shade_of(self)
            band = self.band(painter)
            draw_band(surface, painter, ground, band, self.end, start=self.start, shade=shade)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        draw_band_focus(surface, painter, self.band(painter), self.end, self.start)


class Row(Container):
    """Parts beside each other, `gap` units apart; `even` ones are equally wide. One that `stacks`
    is a column wherever its parts have no room beside each other.
    """

    def __init__(
        self,
        *parts: Maybe,
        gap: float = 0,
        even: bool = False,
        stacks: bool = False,
        pad: Padding = 0,
        look: Backing | None = None,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(*parts, pad=pad, look=look, **common)
        self.gap = gap
        self.even = even
        self.stacks = stacks
        self.widths: list[Length] | None = None

    def spoken(self, context: Context) -> list[str]:
        parts = [part for part in self.parts if "".join(part.spoken(context)).strip()]
        if say(self.reads) or not parts:
            return super().spoken(context)
        sentences = [words for part in parts for words in part.spoken(context)]
        value = parts[-1]
        if len(sentences) == 2 and sentences[1].startswith(f"{sentences[0]}: "):
            # A field that names itself.
            return sentences[1:]
        if isinstance(parts[0], Text) or sentences[0].rstrip(".").isdigit():
            return [labelled(sentences)]
        if len(parts) == 2 and value.is_focusable and not value.is_pressable:
            # A setting: the line about it is below its name.
            name, *about = parts[0].spoken(context)
            return [labelled([name, *value.spoken(context)]), *about]
        return sentences

    def wants(self, painter: Painter) -> list[Length]:
        """Return the width that each contained part needs."""
        return self._once(self._measure_wants, painter, 0)

    def _measure_wants(self, painter: Painter, _: int) -> list[Length]:
        return [self._want(part, painter) for part in self.parts]

    def _want(self, part: Widget, painter: Painter) -> Length:
        if part.size is not None:
            return Length(painter.px(part.size), painter.px(part.size))
        if self.even or part.share:
            return Length(0, 0, part.share or 1.0)
        natural = natural_width(part, painter)
        return Length(natural, min(natural, part.least_width(painter)), part.grow, WRAPS)

    def _is_stacked(self, painter: Painter, width: int) -> bool:
        if not self.stacks:
            return False
        widths = [
            natural_width(part, painter) if part.size is None else painter.px(part.size)
            for part in self.parts
        ]
        widest = max(widths, default=0) * len(widths) if self.even else sum(widths)
        return widest + painter.px(self.gap) * (len(widths) - 1) > width

    def _stack(self, painter: Painter, width: int) -> list[Length]:
        """Return the height that each part likes where they are below each other."""
        return [want_height(part, painter, width, self._weight(part)) for part in self.parts]

    def _weight(self, part: Widget) -> float:
        """Return a part's weight among those that divide the rest of a stack's height."""
        return 0.0

    def _in_stack(self, part: Widget, painter: Painter, cell: Rect) -> Rect:
        """Return the place of a part in its cell of a stack."""
        return cell

    def _cells(self, painter: Painter, width: int) -> list[tuple[Widget, int]]:
        """Each part with its width, of the given one inside the padding."""
        gap = painter.px(self.gap)
        widths = divide(width, self.widths or self.wants(painter), gap)
        limits = [width if p.most is None else painter.px(p.most) for p in self.parts]
        return list(zip(self.parts, map(min, widths, limits), strict=True))

    def _heights(self, painter: Painter, width: int, *, is_least: bool) -> int:
        def height(part: Widget, w: int) -> int:
            if part.across is not None:
                return painter.px(part.across)
            measure = part.least_height if is_least else part.height_for
            return measure(painter, w)

        if self._is_stacked(painter, width):
            gaps = painter.px(self.gap) * (len(self.parts) - 1)
            wants = self._stack(painter, width)
            return sum(want.least if is_least else want.natural for want in wants) + gaps
        return max((height(part, w) for part, w in self._cells(painter, width)), default=0)

    def _natural_height(self, painter: Painter, width: int) -> int:
        return self._heights(painter, width, is_least=False)

    def _least_height(self, painter: Painter, width: int) -> int:
        return self._heights(painter, width, is_least=True)

    def measure(self, painter: Painter) -> tuple[int, int]:
        gaps = painter.px(self.gap) * max(0, len(self.parts) - 1)
        width = sum(natural_width(part, painter) for part in self.parts) + gaps
        width += self._beside(painter)
        return width, self.height_for(painter, width)

    def least_width(self, painter: Painter) -> int:
        least = [least_width(part, painter) for part in self.parts]
        gaps = painter.px(self.gap) * max(0, len(least) - 1)
        inner = max(least, default=0) if self.stacks else sum(least) + gaps
        return inner + self._beside(painter)

    def is_too_narrow(self, painter: Painter, width: int) -> bool:
        inner = self._inner_width(painter, width)
        if self._is_stacked(painter, inner):
            return any(part.is_too_narrow(painter, inner) for part in self.parts)
        cells = self._cells(painter, inner)
        return any(part.is_too_narrow(painter, w) for part, w in cells)

    def arrange(self, context: Context, rect: Rect) -> None:
        super().arrange(context, rect)
        painter = context.painter
        inner, gap = self.inner(painter), painter.px(self.gap)
        if self._is_stacked(painter, inner.w):
            heights = divide(inner.h, self._stack(painter, inner.w), gap)
            for part, cell in zip(self.parts, inner.stack(heights, gap), strict=True):
                part.arrange(context, self._in_stack(part, painter, cell))
            return
        x, placed = inner.x, []
        for part, width in self._cells(painter, inner.w):
            cell = Rect(x, inner.y, width, inner.h)
            height = inner.h if part.across is None else min(inner.h, painter.px(part.across))
            placed.append((part, cell.centred(width, height)))
            x += width + gap
        arrange = _arrange_alike if self.even else _arrange_each
        arrange(context, placed)


class Sides(Row):
    """The sides of a page: in an upright window they are below each other, and the rest of the
    height is for pictures.
    """

    def _is_stacked(self, painter: Painter, width: int) -> bool:
        return painter.view.is_upright

    def _weight(self, part: Widget) -> float:
        return float(any(isinstance(one, Picture) and one.share for one in part.walk()))

    def _in_stack(self, part: Widget, painter: Painter, cell: Rect) -> Rect:
        # Words begin at one edge.
        pads = [one.pad[0] if isinstance(one, Container) else 0 for one in (self.parts[0], part)]
        return cell.cut_left(painter.px(max(0, pads[0] - pads[1])))[1]


class AlignedRows(Column):
    """Rows whose parts form columns: each column is as wide as its widest part.

    A `Spacer()` leaves a column empty. A part that is no row has the whole width. With `has_head`
    the first row names the columns.
    """

    def __init__(
        self,
        *parts: Maybe,
        has_head: bool = False,
        gap: float = 0,
        pad: Padding = 0,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(*parts, gap=gap, pad=pad, **common)
        self.has_head = has_head

    def spoken(self, context: Context) -> list[str]:
        rows = [part for part in self.parts if isinstance(part, Row)]
        if not self.has_head or not rows:
            return super().spoken(context)
        heads, *others = (
            [" ".join(sentences) for sentences in row.each_spoken(context)] for row in rows
        )
        return [_in_columns(heads, cells) for cells in others]

    def _wants(self, painter: Painter, width: int) -> list[Length]:
        rows = [part for part in self.parts if isinstance(part, Row)]
        wants = [row.wants(painter) for row in rows]
        columns = [_widest(list(column)) for column in _transposed(wants)]
        for row in rows:
            row.widths = columns[: len(row.parts)]
        return super()._wants(painter, width)


def _in_columns(heads: list[str], cells: list[str]) -> str:
    """Return a row as one sentence: the cells up to its name, then each value behind its column's
    head.
    """
    named = [not cell[:1].isdigit() and bool(cell) for cell in cells]
    name = named.index(True) + 1 if True in named else 0
    headed = (f"{h} {c}".strip() for h, c in zip(heads[name:], cells[name:], strict=False) if c)
    return labelled([cell for cell in (*cells[:name], *headed) if cell])


def _words_above(part: Widget, box: Container) -> str:
    """Return the first of the words directly above a part."""
    words = ""
    for before in reversed(box.parts[: box.parts.index(part)]):
        if not isinstance(before, Text) or not before.names:
            break
        words = before.words
    return "" if words[-1:] in (*".!?…",) else words


def _is_drawn(part: Widget) -> bool:
    """Whether a part is a box of its own, whose words are no label."""
    return isinstance(part, Container) and part.look is not None


def label_of(leaf: Widget, way: list[Container]) -> str:
    """Return the words before a part in the same row; `way` are the containers around the part."""
    inner = leaf
    # A cell that is read with its label needs no other one.
    for box in reversed(() if ": " in say(leaf.reads) else way):
        if isinstance(box, Row):
            before = box.parts[: box.parts.index(inner)]
            named = (part for part in before if not _is_drawn(part))
            texts = (w for part in named for w in part.walk() if isinstance(w, Text) and w.names)
            words = next(filter(None, (text.words for text in texts)), "")
            if words:
                return "" if words[-1] in ".!?…" else words
        elif len(box.parts) > 1:
            # Beside a field there may be a link that fills it.
            is_meant = inner is leaf or leaf.role is Role.FIELD
            return "" if leaf.is_pressable or not is_meant else _words_above(inner, box)
        if box.look is not None:
            return ""
        inner = box
    return ""


def _transposed(rows: list[list[Length]]) -> Iterator[list[Length]]:
    for column in range(max(map(len, rows), default=0)):
        yield [row[column] for row in rows if column < len(row)]


def _widest(wants: list[Length]) -> Length:
    natural, least = max(w.natural for w in wants), max(w.least for w in wants)
    return Length(natural, least, max(w.weight for w in wants), max(w.gives_way for w in wants))


def _arrange_each(context: Context, placed: Sequence[tuple[Widget, Rect]]) -> None:
    for part, cell in placed:
        part.arrange(context, cell)


def _arrange_alike(context: Context, placed: Sequence[tuple[Widget, Rect]]) -> None:
    """Arrange each part in the cell beside it; where one's words have to shrink, all do."""
    _arrange_each(context, placed)
    scales = [part.word_scale for part, _ in placed if isinstance(part, Column)]
    if scales and min(scales) < max(scales):
        with context.painter.letters_scaled(min(scales)):
            _arrange_each(context, placed)


class Cells(Container):
    """Equal cells, `columns` of them in a row; all rows are as high as the highest part, and where
    one's words have to shrink, all do.
    """

    def __init__(
        self,
        *parts: Maybe,
        columns: int,
        gap: float = 0,
        pad: Padding = 0,
        look: Backing | None = None,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(*parts, pad=pad, look=look, **common)
        self.columns = max(1, columns)
        self.gap = gap

    @property
    def _rows(self) -> int:
        return -(-len(self.parts) // self.columns)

    def _cell_width(self, painter: Painter, width: int) -> int:
        return max(1, (width - painter.px(self.gap) * (self.columns - 1)) // self.columns)

    def _natural_height(self, painter: Painter, width: int) -> int:
        cell = self._cell_width(painter, width)
        highest = max((natural_height(part, painter, cell) for part in self.parts), default=0)
        return self._rows * highest + max(0, self._rows - 1) * painter.px(self.gap)

    def _least_height(self, painter: Painter, width: int) -> int:
        cell = self._cell_width(painter, width)
        highest = max((part.least_height(painter, cell) for part in self.parts), default=0)
        return self._rows * highest + max(0, self._rows - 1) * painter.px(self.gap)

    def measure(self, painter: Painter) -> tuple[int, int]:
        widest = max((natural_width(part, painter) for part in self.parts), default=0)
        width = self.columns * (widest + painter.px(self.gap)) + self._beside(painter)
        return width, self.height_for(painter, width)

    def least_width(self, painter: Painter) -> int:
        least = max((least_width(part, painter) for part in self.parts), default=0)
        gaps = painter.px(self.gap) * (self.columns - 1)
        return self.columns * least + gaps + self._beside(painter)

    def arrange(self, context: Context, rect: Rect) -> None:
        super().arrange(context, rect)
        painter = context.painter
        inner = self.inner(painter)
        cells = inner.grid(self.columns, max(1, self._rows), painter.px(self.gap))
        # Pixels that are left over widen gaps: of two widths, words would have two sizes.
        width = self._cell_width(painter, inner.w)
        spare, last = inner.w - width, max(1, self.columns - 1)
        placed = [
            (part, cell._replace(x=inner.x + spare * (index % self.columns) // last, w=width))
            for index, (part, cell) in enumerate(zip(self.parts, cells, strict=False))
        ]
        _arrange_alike(context, placed)


class Over(Container):
    """Parts over each other, each in the whole room; the last one is on top."""

    def arrange(self, context: Context, rect: Rect) -> None:
        super().arrange(context, rect)
        for part in self.parts:
            part.arrange(context, self.inner(context.painter))

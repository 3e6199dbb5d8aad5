"""The choice after a stage: three cards, another three, a rope, and the order of the aces."""

from functools import partial
from typing import Final, NamedTuple, Unpack

import pygame

from game.climb.aces import ACES, SLOTS, AceName, needs_slot, slot_of
from game.climb.ending import card_gain
from game.climb.game import ClimbKeeper
from game.climb.open_climb import BuyRope, NextStage, OrderSlots, Reroll, TakeCard
from game.climb.stage_rules import REROLL_PRICE, boss_of, rope_price, target_at
from game.locale import write_signed
from game.page.climb_words import name_ace, name_stage, word_boss, word_card, word_offer
from game.ui.draw.bands import draw_band, draw_hexagon_focus, fill_gold
from game.ui.draw.climb_picture import (
    AceLook,
    MountainPath,
    draw_ace,
    draw_camp,
    draw_crystal,
    draw_path,
    tint_of,
)
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Sky
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import Navigation, Push, Replace
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import Point, Rect
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    SILENT,
    ActionBand,
    Body,
    Column,
    Over,
    PageScene,
    Picture,
    PressedPanel,
    Row,
    Sides,
    Spacer,
    Style,
    Text,
    Widget,
    WidgetOptions,
    WordLink,
)
from game.ui.scenes.climb.naming import word_purse
from game.ui.scenes.climb.pause import climb_pause
from game.ui.scenes.climb.score_picture import draw_purse
from game.ui.scenes.shared.names import CLIMB_RULES
from game.ui.sound.names import Sound
from game.ui.widgets import IconButton, OnPress

_AHEAD: Final = 3
"""Stages ahead on the path."""

_STEP: Final = 134
"""Most units from camp to camp."""

_CAMP, _BOSS_CAMP = 24, 36
"""Units of a camp's radius."""

_PLAYED_FOR: Final = frozenset(
    (AceName.EARLY_BIRD, AceName.LAST_WORD, AceName.FINALE, AceName.FORK)
)
"""Aces whose gain says nothing about a board that was not laid for them."""


class CampAhead(NamedTuple):
    """A stage on the path: its camp's centre, and the place of its words, in units from the left
    edge and the top of the room above the cards.
    """

    stage: int
    at: Point
    words: tuple[float, float, float, float]


class HeldAce(Widget):
    """A held ace that can be marked, to be replaced or moved."""

    def __init__(
        self,
        look: AceLook,
        name: str,
        on_press: OnPress,
        *,
        is_chosen: bool = False,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(on_press, **common)
        self.look, self.name, self.is_chosen = look, name, is_chosen

    def measure(self, painter: Painter) -> tuple[int, int]:
        return painter.px(70), painter.px(70)

    def name_and_state(self, context: Context) -> str:
        return self.name

    @property
    def _radius(self) -> float:
        return min(self.rect.w, self.rect.h) * 0.46

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        draw_ace(surface, painter, self.rect.centre, self._radius, self.look)
        if self.is_chosen:
            draw_hexagon_focus(surface, painter, self.rect.centre, self._radius)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        draw_hexagon_focus(surface, painter, self.rect.centre, self._radius)


class ChoiceScene(PageScene):
    """The page of three cards, one of which can be taken, with each one's gain for the last
    stage. No card is chosen at first: the first press on one chooses it, the next takes it.
    """

    door = 6
    unasked = 1
    counted = (READ_WITH_HEADING,)

    def __init__(self, context: Context, climb: ClimbKeeper) -> None:
        super().__init__(context)
        self._climb = climb
        self._card: int | None = None
        self._marked = max(0, len(climb.open.slots) - 1)
        self._gains: dict[tuple[AceName, AceName | None], int] = {}
        self.first = "none" if self._ready is None else ("card", self._ready)
        self.keys = {
            Action.CANCEL: self._leave,
            Action.HELP: lambda: Push(context.routes.rules(CLIMB_RULES)),
        }

    # the choice

    @property
    def chosen(self) -> AceName | None:
        """The card to be taken, None before one is chosen."""
        return None if self._card is None else self._climb.open.cards[self._card]

    @property
    def _ready(self) -> int | None:
        """The card that a first press chooses: none that would replace a better ace."""
        cards = enumerate(self._climb.open.cards)
        return next((i for i, c in cards if self._replaced(c) is None or self.gain(c) >= 0), None)

    def _replaced(self, card: AceName) -> AceName | None:
        """Return the ace that a card would replace; None while a slot is free."""
        slots = self._climb.open.slots
        return slots[self._marked].ace if needs_slot(slots, card) else None

    def gain(self, card: AceName) -> int:
        """Return the change of the last stage's score if the card had been held."""
        key = card, self._replaced(card)
        if key not in self._gains:
            step = self._climb.open.steps[-1]
            # All held aces were held in the last stage: none is taken before the choice is over.
            self._gains[key] = card_gain(step.before.slots, step.end, *key)
        return self._gains[key]

    # the page

    def page(self) -> Widget:
        text, catalogue = self.context.text, self.context.catalogue
        end = self._climb.open.steps[-1].end
        number = catalogue.number
        words = text(
            "climb.choice.stage",
            stage=str(end.stage),
            score=number(end.score.total),
            target=number(end.target),
        )
        cards = self._climb.open.cards
        reach = 0.4 * self.view.units_wide
        head = Column(
            self.head(text("menu.climb"), back=text("play.paused"), leave=self._leave),
            Column(
                Text(
                    text("climb.choice.title"),
                    "action",
                    lines=1,
                    most=reach,
                ),
                Text(
                    words, "strong", lines=2, most=reach, reads=self._spoken(), id=READ_WITH_HEADING
                ),
                Spacer(share=1),
                pad=(58, 0 if self._is_low else 8, 0, 0),
                align="left",
                share=1,
            ),
        )
        words_ahead = map(self._camp_words, self._camps()[1:])
        ahead = Over(head, *words_ahead, size=self._room_ahead, id="ahead")
        body = Sides(
            Row(
                *(self._card_part(index, card) for index, card in enumerate(cards)),
                gap=24,
                even=True,
                share=72,
            ),
            self._aces(),
            gap=30,
            pad=(12, 0, 0, 0),
            share=1,
        )
        foot = Row(
            Picture(
                self._paint_purse,
                share=1,
                least=26,
                reads=SILENT,
                tooltip=text("climb.table.about_purse"),
            ),
            self._action(),
            gap=20,
        )
        below = Body(body, foot, gap=14, pad=(38, 0, 38, 14), share=1)
        return Column(Spacer(size=28), ahead, below)

    def _action(self) -> Widget:
        """Return what takes the chosen card; before one is chosen, what chooses one."""
        text, card = self.context.text, self.chosen
        if card is not None:
            words = text("climb.choice.take", ace=name_ace(self.context.catalogue, card))
            return ActionBand(words, self._take, icon=Icon.CHECK, small=True, id=MAIN)
        if self._ready is None:
            return ActionBand(text("climb.choice.none"), self._go_on, small=True, id=MAIN)
        press = partial(self._press, self._ready)
        return ActionBand(text("climb.choice.title"), press, small=True, id=MAIN)

    @property
    def _is_low(self) -> bool:
        """Whether the window has no room for the cards' second lines."""
        return self.view.units_high < 640

    @property
    def _room_ahead(self) -> float:
        """Units of height of the head and the path above the cards, fewer in a low window."""
        return 90 + max(78.0, min(150.0, self.view.units_high - 650))

    # the path

    def _path(self) -> MountainPath:
        """Return the path in units from the left edge and the top of the room above the cards.

        It is so high that the words below each camp end above the cards.
        """
        played, room = self._climb.open.steps[-1].end.stage, self._room_ahead
        wide = self.view.units_wide
        step = min(_STEP, wide * 0.125, (room - 70) / 1.1)
        path = MountainPath(wide * 0.42 - step * (played - 0.5), 0.0, step)
        ahead = range(played + 1, played + 1 + _AHEAD)
        deep = max(path.camp(stage)[1] + self._depth(stage) for stage in ahead)
        return path._replace(foot=room - 4 - max(deep, path.camp(played)[1] + 10))

    def _depth(self, stage: int) -> float:
        """Return the units from the path down to the end of a stage's words."""
        if boss_of(stage) is None:
            return 40 if self._is_low else 48
        return 48 if self._is_low else 72

    def _camps(self) -> list[CampAhead]:
        """Return the next stages on the path, with the places of their words."""
        path, played = self._path(), self._climb.open.steps[-1].end.stage
        camps = []
        for stage in range(played, played + 1 + _AHEAD):
            (x, y), deep = path.camp(stage), self._depth(stage)
            radius = _CAMP if boss_of(stage) is None else _BOSS_CAMP
            # A boss's words begin below its camp; others at the right, below the rising path.
            left, top, wide = x + 14, y + deep - 26, 290.0
            if radius == _BOSS_CAMP:
                left, top = x - radius, y + 18
                if self._is_low:
                    left, wide = x - 10, 400.0
            words = (left, top, min(wide, self.view.units_wide - left - 8), y + deep - top)
            camps.append(CampAhead(stage, (x, y - radius * 0.4), words))
        return camps

    def _camp_words(self, camp: CampAhead) -> Widget:
        """Return the target of a stage ahead, of a boss its name and its rule as well."""
        catalogue, (left, top, wide, high) = self.context.catalogue, camp.words
        target, boss = catalogue.number(target_at(camp.stage)), boss_of(camp.stage)
        parts = [Text(target, "strong", lines=1, share=1, reads=SILENT)]
        if boss is not None:
            name, short, _ = word_boss(catalogue, boss)
            lines = [name, f"{target} · {short}"]
            lines = [" · ".join(lines)] if self._is_low else lines
            styles: tuple[Style, ...] = ("label", "strong")
            parts = [
                Text(line, style, lines=1, share=1, reads=SILENT)
                for line, style in zip(lines, styles, strict=False)
            ]
        return Column(
            Spacer(size=top),
            # A target alone is as wide as it is: a number is never broken.
            Row(
                Spacer(size=left),
                Column(*parts, size=None if boss is None else wide),
                Spacer(share=1),
                size=high,
            ),
            Spacer(share=1),
        )

    def _card_part(self, index: int, card: AceName) -> Widget:
        context, catalogue, slots = self.context, self.context.catalogue, self._climb.open.slots
        text, place = context.text, slot_of(slots, card)
        level = 1 if place is None else slots[place].level + 1
        rarity = text(f"climb.rarity.{ACES[card].rarity}")
        about = word_offer(catalogue, slots, card)
        held = (
            text("climb.choice.held", before=str(level - 1), after=str(level))
            if place is not None
            else rarity
        )
        gain, made = self._gain_words(card), self._made_words(card, "made")
        is_number = not self._is_played_for(card)
        by_ear = self._made_words(card, "made_by_ear")
        has_held = any(slot_of(slots, other) is not None for other in self._climb.open.cards)
        spoken = text(
            "climb.choice.card",
            key=str(index + 1),
            ace=name_ace(catalogue, card),
            rarity=held,
            about=as_sentences((about, by_ear) if is_number else (f"{about}, {gain}",)),
        )
        if index == self._card:
            spoken = as_sentences((spoken, text("heard.spoken.is_chosen")))
        return PressedPanel(
            partial(self._press, index),
            Picture(
                partial(self._paint_card, index, AceLook(card, level)),
                share=9,
                least=44 if self._is_low else 70,
            ),
            Picture(partial(self._paint_name, index, name_ace(catalogue, card)), size=44, least=30),
            (not self._is_low or has_held) and Text(held, "body", lines=1),
            Text(about, "label", lines=4, valign="top", size=84, share=1),
            Text(
                gain,
                "action" if is_number else "label",
                "cool" if not is_number or self.gain(card) >= 0 else "bad",
                lines=1 if is_number else 2,
                size=52,
            ),
            is_number and Picture(partial(self._paint_gain, card), size=24, least=10),
            is_number and not self._is_low and Text(made, "body", lines=1),
            not is_number and Spacer(size=24 if self._is_low else 50),
            gap=5,
            pad=(8, 4),
            reads=spoken,
            id=("card", index),
        )

    def _is_played_for(self, card: AceName) -> bool:
        """Whether a card's gain is no number: it pays to those who lay the board for it."""
        return card in _PLAYED_FOR and self.gain(card) == 0

    def _gain_words(self, card: AceName) -> str:
        if self._is_played_for(card):
            return self.context.text("climb.choice.if_played")
        return write_signed(self.context.catalogue, self.gain(card))

    def _made_words(self, card: AceName, key: str) -> str:
        number, was = self.context.catalogue.number, self._climb.open.steps[-1].end.score.total
        after = number(was + self.gain(card))
        return self.context.text(f"climb.choice.{key}", before=number(was), after=after)

    def _aces(self) -> Widget:
        """Return the held aces, the things on sale, and the link that takes no card."""
        text, catalogue, climb = self.context.text, self.context.catalogue, self._climb.open
        slots = climb.slots
        held: list[Widget] = [
            HeldAce(
                AceLook(slot.ace, slot.level),
                f"{name_ace(catalogue, slot.ace)}: {word_card(catalogue, slots, index)}",
                partial(self._mark, index),
                is_chosen=index == self._marked,
                tooltip=f"{name_ace(catalogue, slot.ace)}. {word_card(catalogue, slots, index)}",
                id=("held", index),
            )
            for index, slot in enumerate(slots)
        ]
        free = [Spacer(share=1) for _ in range(SLOTS - len(held))]
        card = self.chosen
        replaced = None if card is None else self._replaced(card)
        instead = ""
        if card is not None and replaced is not None:
            names = {"ace": name_ace(catalogue, card), "other": name_ace(catalogue, replaced)}
            instead = text("climb.choice.instead", **names)
        bought = climb.state.ropes_bought + (0 if climb.choice is None else climb.choice.ropes)
        title = text("climb.choice.yours")
        if not slots:
            title = text("format.named", name=title, words=text("climb.choice.none_yet"))
        # The order means something to Echo alone.
        has_echo = AceName.ECHO in {*(slot.ace for slot in slots), *climb.cards}
        is_moved = has_echo and len(slots) > 1
        moves = (("left", Icon.LEFT, -1), ("right", Icon.RIGHT, 1)) if is_moved else ()
        return Column(
            Row(
                Text(title, "heading", lines=1),
                *(
                    IconButton(
                        icon, partial(self._move, step), tooltip=text(f"climb.choice.{way}"), id=way
                    )
                    for way, icon, step in moves
                ),
                gap=12,
                size=44,
            ),
            bool(held) and Row(*held, *free, even=True, size=64, most=360),
            bool(instead) and Text(instead, "strong", lines=2),
            self._sold("reroll", REROLL_PRICE, self._reroll),
            self._sold("rope", rope_price(bought), self._buy_rope),
            WordLink(text("climb.choice.none"), self._go_on, leads=True, size=40, id="none"),
            Spacer(share=1),
            gap=6,
            share=30,
            align="left",
        )

    def _sold(self, what: str, price: int, press: OnPress) -> Widget:
        text, lacks = self.context.text, price - self._climb.open.crystals
        words = f"{price}   {text(f'climb.choice.{what}')}"
        part: Widget = WordLink(words, press, leads=True, id=what)
        if lacks > 0:
            about = text("climb.choice.lacks", count=str(lacks))
            part = Text(f"{words} · {about}", "strong", "ink_soft", lines=2, share=1, id=what)
        return Row(Picture(self._paint_crystal, size=24, reads=SILENT), part, gap=10, size=44)

    def _spoken(self) -> str:
        """Return what is to do, the stages ahead, ropes and crystals for the screen reader."""
        text, catalogue, climb = self.context.text, self.context.catalogue, self._climb.open
        end = climb.steps[-1].end
        cards = ", ".join(name_ace(catalogue, card) for card in climb.cards)
        count = str(len(climb.cards))
        take = text("heard.spoken.take_one", count=count, cards=cards)
        keys = "" if self.context.is_pad_held else text("heard.spoken.take_keys", count=count)
        ahead = (
            text(
                "climb.choice.ahead_stage",
                stage=name_stage(catalogue, stage),
                target=catalogue.number(target_at(stage)),
            )
            for stage in range(end.stage + 1, end.stage + 1 + _AHEAD)
        )
        purse = word_purse(self.context, climb)
        stages = text("climb.choice.ahead", stages="; ".join(ahead))
        return as_sentences((take, keys, stages, purse))

    def read(self, topic: Topic) -> str:
        return self._spoken() if topic is Topic.HEADING else super().read(topic)

    # pictures

    def sky(self) -> Sky | None:
        stage = self._climb.open.steps[-1].end.stage
        return tint_of(self.context.painter.theme, stage, is_quiet=True).sky

    def draw_below(self, surface: pygame.Surface) -> None:
        super().draw_below(surface)
        self._draw_path(surface)

    def _draw_path(self, surface: pygame.Surface) -> None:
        """Draw the next three stages on the path, a boss larger; the page writes their words."""
        painter, played = self.context.painter, self._climb.open.steps[-1].end.stage
        p, types, px = painter.theme.palette, painter.theme.type, painter.px
        room, laid = self.part("ahead").rect, self._path()
        path = MountainPath(room.x + px(laid.left), room.y + px(laid.foot), px(laid.step))
        tint = tint_of(painter.theme, played, is_quiet=True)
        draw_path(surface, painter, path, tint, path.camp(played)[0], is_plain=True)
        for stage, (x, y), _ in self._camps():
            is_boss, centre = boss_of(stage) is not None, (room.x + px(x), room.y + px(y))
            radius = px(_BOSS_CAMP if is_boss else _CAMP)
            edge = p.gold if stage == played else p.band_light if is_boss else p.line
            style = types.heading if is_boss else types.label
            draw_camp(surface, painter, centre, radius, stage, edge, style)

    def _paint_card(self, index: int, look: AceLook, surface: pygame.Surface, rect: Rect) -> None:
        painter = self.context.painter
        edge = painter.px(4)
        radius = min(rect.h / 2 - edge, rect.w * 0.44)
        # The card is close to its words, however much room there is.
        centre = (rect.x + radius, rect.bottom - edge - radius)
        draw_ace(surface, painter, centre, radius, look)
        if index == self._card:
            draw_hexagon_focus(surface, painter, centre, radius)

    def _paint_name(self, index: int, name: str, surface: pygame.Surface, rect: Rect) -> None:
        painter = self.context.painter
        style = painter.theme.type.heading
        if index != self._card:
            painter.text_in(surface, name, rect, style, max_lines=1)
            return
        fill = painter.theme.palette.chosen
        width = min(rect.w, painter.text_width(name, style) + painter.px(54))
        # The name stays where it was: the band begins left of it.
        cut = rect._replace(x=rect.x - painter.px(27), w=width)
        draw_band(surface, painter, fill, cut, "cut", start="cut")
        with painter.ink_on(fill):
            inner = rect._replace(w=width - painter.px(50))
            painter.text_in(surface, name, inner, painter.theme.type.heading, max_lines=1)

    def _paint_gain(self, card: AceName, surface: pygame.Surface, rect: Rect) -> None:
        """Paint a horizontal band: the score, in ice the gain, in red the loss, and a tick at the
        target. The bands of all cards have one scale.
        """
        p, end = self.context.painter.theme.palette, self._climb.open.steps[-1].end
        was, gain = end.score.total, self.gain(card)
        most = max(1, was, end.target, *(was + self.gain(c) for c in self._climb.open.cards))
        high = max(2, rect.h * 2 // 3)
        y = rect.centre[1] - high // 2
        left = round(rect.w * min(was, was + gain) / most)
        right = round(rect.w * max(was, was + gain) / most)
        surface.fill(p.ink_soft, (rect.x, y, left, high))
        surface.fill(p.cool if gain >= 0 else p.bad, (rect.x + left, y, right - left, high))
        tick = rect.x + round(rect.w * end.target / most)
        thick = max(2, self.context.painter.px(3))
        fill_gold(surface, self.context.painter, rect._replace(x=tick, w=thick))

    def _paint_crystal(self, surface: pygame.Surface, rect: Rect) -> None:
        draw_crystal(surface, self.context.painter, rect.centre, self.context.painter.px(30))

    def _paint_purse(self, surface: pygame.Surface, rect: Rect) -> None:
        climb, px = self._climb.open, self.context.painter.px
        left = self.context.painter.view.area.x
        foot = Rect(left, rect.bottom - px(40), rect.right - left, px(40))
        draw_purse(surface, self.context, foot, climb.ropes, climb.crystals)

    # actions

    def _press(self, index: int) -> Navigation | None:
        """Choose a card; the chosen one is taken."""
        if index == self._card:
            return self._take()
        self._card = index
        self.renew()
        self.focus(("card", index))
        self.context.speak(self.spoken(self.part(("card", index))), is_urgent=True)
        return None

    def _mark(self, index: int) -> None:
        self._marked = index

    def _move(self, step: int) -> None:
        """Move the marked ace by one place."""
        order = [slot.ace for slot in self._climb.open.slots]
        place = (self._marked + step) % len(order)
        order.insert(place, order.pop(self._marked))
        self._climb.act(OrderSlots(tuple(order)))
        self._marked = place

    def _reroll(self) -> None:
        self._climb.act(Reroll())
        self._card = None
        self.context.sound.play(Sound.CLIMB_CARDS)

    def _buy_rope(self) -> None:
        self._climb.act(BuyRope())
        self.context.sound.play(Sound.CLIMB_ROPE)

    def _take(self) -> Navigation | None:
        card = self.chosen
        if card is None:
            return None
        self.context.sound.play(Sound.ACE)
        name = name_ace(self.context.catalogue, card)
        self.context.speak(self.context.text("heard.spoken.taken_ace", name=name), is_urgent=True)
        return self._go_on(TakeCard(card, self._replaced(card)))

    def _go_on(self, *taken: TakeCard) -> Navigation:
        # Saved together: this page can only be opened while there are cards.
        self._climb.act(*taken, NextStage())
        return Replace(self.context.routes.climb_table(self._climb))

    def react(self, intent: Intent) -> Navigation | None:
        if isinstance(intent, Command) and intent.action is None and not intent.is_repeat:
            digit = intent.digit
            if digit is not None and 1 <= digit <= len(self._climb.open.cards):
                return self._press(digit - 1)
        return super().react(intent)

    def _leave(self) -> Navigation:
        return Push(climb_pause(self.context, self._climb))

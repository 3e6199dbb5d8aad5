"""A page that chooses an edition: a list at the left, an example, the players and one action.

A drawer from the right has all rules.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final, Protocol

import pygame

from game.play.choices import Choices
from game.play.editions import Edition, find_edition
from game.rules.ruleset import Ruleset
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    SILENT,
    ActionBand,
    AlignedRows,
    Column,
    ListRow,
    Maybe,
    Over,
    PageScene,
    Panel,
    Picture,
    Row,
    Scroll,
    Sides,
    Slab,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.editions.options import explain, option_control, option_keys, row_name
from game.ui.scenes.editions.rows import (
    OWN_DIGIT,
    EditionRow,
    edition_rows,
    press_digit,
)
from game.ui.scenes.editions.rules_picture import RulesPicture
from game.ui.scenes.editions.topic_picture import TopicPicture
from game.ui.scenes.editions.topics import RuleTopic, changed_rules, topic_of
from game.ui.scenes.shared.choosing import choices_of_edition
from game.ui.widgets import IconButton, Segmented

_CUSTOM: Final = "custom"
_VARIANTS: Final = 116
"""Units of height of the choice of a variant with its rule."""

_DAFFODIL: Final = "daffodil"
"""The field of the choices that names a Daffodil's variant."""
_LIST: Final = 384
"""Units from the window's edge to the end of the chosen edition's band."""

_DRAWER: Final = 430
"""Units to the left of the open drawer."""

_BOARD, _LEAST_BOARD = 430, 150
"""Most units of height of the example's board, and least in an upright window."""

_ONE_LINE: Final = 45
_TWO_LINES: Final = 69
"""Units of height of a row with two lines."""

_AROUND: Final = 252
_ABOVE: Final = 108
"""Units of height of head, foot and a first row together."""

_ABOUT: Final = 128
"""Units of height of the sentence about a rule."""


class RuleChooser(Protocol):
    """The control of such a page: it has the choices and changes them."""

    choices: Choices

    @property
    def troubles(self) -> tuple[str, ...]:
        """Sentences about the reasons against playing these choices."""

    def take_card(self, card: Edition) -> None:
        """Choose all rules of an edition."""

    def choose(self, key: str, value: Any) -> None:
        """Change one field of the choices."""


class EditionPage(PageScene):
    """The base of pages that choose an edition; each adds its players, links and action."""

    left_out: ClassVar[frozenset[str]] = frozenset()
    """Fields of the choices that the drawer does not offer."""

    def __init__(self, context: Context, chooser: RuleChooser) -> None:
        super().__init__(context)
        self._chooser = chooser
        self._topics = TopicPicture(context)
        self._example = RulesPicture(context)
        self._explained: tuple[str, Any] | None = None
        self.topic: RuleTopic | None = None
        self._shown: Edition | None = None
        """The edition shown as an example under the pointer; None for the chosen one."""
        self.is_open = False
        """Whether the drawer with the rules is open."""
        self.keys |= {Action.CANCEL: self._leave, Action.CONFIRM: self.begin}

    # the words of a page

    def title(self) -> str:
        """Return the title in the head."""
        raise NotImplementedError

    def above(self) -> Maybe:
        """Return the first row of the page."""
        return None

    def has_above(self) -> bool:
        """Return whether the page has a first row."""
        return False

    def more_rows(self) -> Iterator[Widget]:
        """Yield the rows below the editions and the player's own rules."""
        yield from ()

    def count_more(self) -> int:
        """Return the number of these rows."""
        return 0

    def people(self) -> Iterator[Maybe]:
        """Yield the controls of the players."""
        raise NotImplementedError

    def links(self) -> Iterator[Maybe]:
        """Yield the links at the foot."""
        yield WordLink(self.context.text("setup.change"), self.open, id="change")

    def remark(self) -> str:
        """Return the note above the action; "" for none."""
        return ""

    def action(self) -> ActionBand:
        """Return the action band."""
        raise NotImplementedError

    def extra_rules(self) -> Iterator[tuple[str, Widget]]:
        """Yield extra rows of the drawer: a name and a control each."""
        yield from ()

    def drawer_links(self) -> Iterator[Maybe]:
        """Yield the links at the drawer's foot."""
        yield from ()

    def is_mixture(self) -> bool:
        """Return whether one of `more_rows` is chosen."""
        return False

    def begin(self) -> Navigation | None:
        """Close the drawer if it is open, else perform the page's action."""
        if self.is_open:
            return self.close()
        return self.start()

    def start(self) -> Navigation | None:
        """Perform the page's action."""
        raise NotImplementedError

    # the page

    @property
    def is_narrow(self) -> bool:
        """Whether a large interface needs the narrow layout."""
        return self.view.units_wide < 1180

    @property
    def is_low(self) -> bool:
        """Whether rows have only one line."""
        above = _ABOVE if self.has_above() else 0
        room = self.view.units_high - _AROUND - above
        return room < (OWN_DIGIT * _TWO_LINES) + self.count_more() * _ONE_LINE

    def page(self) -> Widget:
        if self.is_open:
            return self._opened()
        above = self.above()
        variants = [*self._variants()]
        taken = (_ABOVE if above else 0) + (_VARIANTS if variants else 0)
        is_upright = self.view.is_upright
        board = min(_BOARD, max(110, self.view.units_high - _AROUND - taken))
        people = Panel(
            *self.people(), gap=8, pad=0, align="left", size=330 if self.is_narrow else 372
        )
        body = Sides(
            self._list(),
            Column(
                Picture(
                    lambda surface, room: self._example.draw(surface, self.example, room),
                    reads=SILENT,
                    # In an upright window the board has what editions and players leave.
                    least=_LEAST_BOARD if is_upright else board,
                    size=None if is_upright else board,
                    share=1,
                ),
                *variants,
                share=1,
                most=560,
            ),
            people,
            gap=20 if self.is_narrow else 40,
            pad=(0, 0, 20, 0),
            share=1,
        )
        return self.headed(
            self.title(),
            above and Column(above, pad=(20, 0, 0, 6), align="left"),
            body,
            self._foot(),
        )

    def _list(self) -> Widget:
        choices = self._chooser.choices
        chosen = choices.edition if choices.is_of_card else ""
        is_own = not choices.is_of_card and not self.is_mixture()
        name = self.context.text("editions.custom.name")
        about = self.own_words()
        rows = (
            *edition_rows(self.context, self.take_card, chosen, is_low=self.is_low),
            ListRow(
                self.take_own,
                name,
                "" if self.is_low else about,
                is_chosen=is_own,
                reads=f"{name}, {about}" if is_own else name,
                tooltip=self.context.text("editions.custom.about"),
                id=_CUSTOM,
            ),
            *self.more_rows(),
            Spacer(share=1),
        )
        width = (330 if self.is_narrow else _LIST) - 38
        return Panel(Scroll(*rows), pad=(20, 0, 0, 0), size=width)

    def _variants(self) -> Iterator[Widget]:
        """Yield the choice of a Daffodil variant, with its rule, where the board is a Daffodil."""
        choices = self._chooser.choices
        if _DAFFODIL not in option_keys(choices):
            return
        name = Text(row_name(self.context, _DAFFODIL), "label", "ink_soft")
        control = option_control(self.context, choices, _DAFFODIL, self._choose)
        yield Row(Spacer(share=1), name, control, Spacer(share=1), gap=20, size=52)
        about = explain(self.context, _DAFFODIL, choices)
        yield Text(about, "body", align="centre", lines=2, reads=SILENT)

    def own_words(self) -> str:
        """Return the rules in which the choices differ from their edition."""
        choices = self._chooser.choices
        card = find_edition(choices.edition)
        if card is None or choices.is_of_card or self.is_mixture():
            return self.context.text("editions.custom.short")
        changes = changed_rules(
            self.context, choices, choices_of_edition(self.context, card, choices)
        )
        return changes or self.context.text("editions.custom.short")

    def _foot(self) -> Widget:
        troubles, remark = "\n".join(self._chooser.troubles), self.remark()
        return Row(
            Column(
                Spacer(share=1),
                Text(
                    troubles or remark, "body", "bad" if troubles else None, lines=3, id="troubles"
                ),
                Row(*self.links(), gap=24, stacks=True),
                share=1,
                gap=4,
                align="left",
            ),
            self.action(),
            gap=20,
            pad=(20, 0, 0, 0),
        )

    # the drawer

    def _opened(self) -> Widget:
        text = self.context.text
        rules = [
            Row(
                Text(name, "label", "ink_soft", lines=2),
                Row(control, Spacer(share=1), grow=1),
                gap=20,
                id=("row", control.id),
            )
            for name, control in (*self._rules(), *self.extra_rules())
        ]
        slab = Slab(
            Row(
                Text(text("setup.rules"), "title", lines=1, share=1),
                IconButton(Icon.CLOSE, self.close, tooltip=text("menu.back"), size=48, id="close"),
                pad=(0, 0, 20, 0),
                size=52,
            ),
            Scroll(AlignedRows(*rules), Spacer(share=1)),
            self.topic is not None and self._explanation(self.topic),
            Spacer(share=1),
            Row(
                Row(*self.drawer_links(), gap=30, stacks=True, share=1),
                self.done(),
                gap=20,
            ),
            gap=10,
            pad=(44, 30, 38, 14),
            share=1,
        )
        if self.view.is_upright:
            return slab
        under = self.headed(self.title(), Row(self._list(), Spacer(share=1), share=1))
        return Over(under, Row(Spacer(size=336 if self.is_narrow else _DRAWER), slab))

    def _rules(self) -> Iterator[tuple[str, Widget]]:
        choices = self._chooser.choices
        for key in option_keys(choices):
            if key not in self.left_out:
                yield (
                    row_name(self.context, key),
                    option_control(self.context, choices, key, self._choose),
                )

    def _explanation(self, topic: RuleTopic) -> Widget:
        trouble = topic.trouble or "\n".join(self._chooser.troubles)
        return Row(
            Picture(self._paint_topic, size=200 if self.is_narrow else 250, least=96, reads=SILENT),
            Column(
                Text(topic.title, "label"),
                Text(topic.words, "body"),
                bool(trouble) and Text(trouble, "body", "bad"),
                Spacer(share=1),
                gap=4,
                share=1,
            ),
            gap=26,
            look="ruled",
            pad=(0, 14, 20, 0),
            size=_ABOUT,
            # The rows explain themselves.
            reads=trouble or SILENT,
        )

    def done(self) -> ActionBand:
        """Return the action band that closes the drawer."""
        words = self.context.text("setup.done")
        return ActionBand(words, self.close, icon=Icon.CHECK, small=True, id=MAIN)

    def open(self, key: str = "") -> None:
        """Open the drawer, at the row of the rule `key` if given."""
        self.is_open = True
        choices = self._chooser.choices
        key = key or next(key for key in option_keys(choices) if key not in self.left_out)
        self._explain(key, getattr(choices, key))
        self.renew()
        self.focus(key)
        self._explained = self._find_pointed()

    def close(self) -> Navigation | None:
        """Close the drawer."""
        self.is_open = False
        self.renew()
        self.focus("change")
        return None

    def _leave(self) -> Navigation | None:
        return self.close() if self.is_open else Pop()

    def _heading_words(self) -> list[str]:
        return [self.context.text("setup.rules")] if self.is_open else super()._heading_words()

    # choices

    def take_card(self, card: Edition) -> None:
        """Choose an edition."""
        self._chooser.take_card(card)
        self._shown = None
        self.renew()
        # The unmoved focus must not replace the card's example at once.
        self._explained = self._find_pointed()

    def take_own(self) -> Navigation | None:
        """Choose the player's own rules, and open the drawer."""
        if not self.is_open:
            self.open()
        return None

    def _choose(self, key: str, value: Any) -> None:
        self._chooser.choose(key, value)
        self._explain(key, value)
        self._explained = key, value

    # explanations

    def _find_pointed(self) -> tuple[str, Any] | None:
        """Return the edition or rule under the pointer, else the focused one."""
        parts, choices = list(self.root.walk()), self._chooser.choices
        hovered = [part for part in parts if part.is_hovered]
        for part in hovered + [part for part in parts if part.shows_focus]:
            if isinstance(part, EditionRow):
                return "card", part.edition
            if isinstance(part.id, str) and hasattr(choices, part.id):
                if isinstance(part, Segmented):
                    return part.id, part.pointed
                return part.id, getattr(choices, part.id)
        return None

    def _explain(self, key: str, value: Any) -> None:
        if self.is_open and key != "card":
            self.topic = topic_of(self.context, self._chooser.choices, key, value)
        self._shown = value if key == "card" else None

    def animate(self, dt: float) -> Pulse:
        pointed = self._find_pointed()
        if pointed == self._explained:
            return STILL
        self._explained = pointed
        self._explain(*(pointed or ("card", None)))
        return self.redraw()

    @property
    def example(self) -> Ruleset:
        """The rules shown as an example."""
        return self._chooser.choices.rules if self._shown is None else self._shown.rules

    def _paint_topic(self, surface: pygame.Surface, room: Rect) -> None:
        if self.topic is not None:
            self._topics.draw(surface, self.topic, room)

    # the scene

    def handle(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(Action.CONFIRM, text="" | "\r", is_repeat=False):
                focused = self.form.focused
                if focused is None or not (focused.shows_focus or focused.text_area):
                    answer = self.begin()
                    if answer is None:
                        self.renew()
                    return answer
        return super().handle(intent)

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(digit=digit) if digit == OWN_DIGIT:
                name = self.context.text("editions.custom.name")
                self.context.speak(f"{name}, {self.context.text('heard.spoken.is_chosen')}.")
                return self.take_own()
            case Command(digit=int(digit)):
                return press_digit(self.context, self.root, digit)
            case _:
                return super().react(intent)

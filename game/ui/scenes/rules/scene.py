"""The pages of the rules, with a list of them at the side."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.locale.rulebook import BlockKind, load_pages
from game.play.examples import load_examples
from game.resources import asset, seed_file
from game.ui.draw.painter import Painter
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.outline import Node, Role
from game.ui.frame.scene import Navigation, Pop, Push
from game.ui.frame.topics import Topic, as_sentences, gist_of, sentences_of
from game.ui.layout.rects import Point, View
from game.ui.parts import Column, ListRow, PageScene, Panel, Row, Scroll, Spacer, Widget
from game.ui.scenes.rules.figures import FigureMaker
from game.ui.scenes.rules.flow import RulesFlow, flow_page
from game.ui.scenes.shared.names import action_key
from game.ui.widgets import ScrollArea
from game.ui.widgets.buttons import WordLink

_CHAPTERS_WIDE: Final = 352
"""Units of width of the list of chapters."""

_AROUND: Final = 200
"""Units above and below the list."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A heading or a paragraph in words."""

    words: str
    role: Role


class RulesScene(PageScene):
    """The list of pages and the open one.

    Page keys scroll, left and right turn the page; Tab reaches the list.
    """

    larger = (1.1,)
    is_steady = True

    def __init__(
        self, context: Context, page: str | None = None, *, has_lesson: bool = False
    ) -> None:
        super().__init__(context)
        self._has_lesson = has_lesson
        self._examples = load_examples(seed_file("deals", "examples.toml"))
        self._flows: dict[tuple[int, int, float], RulesFlow] = {}
        self._paragraphs: dict[str, list[Paragraph]] = {}
        self._load()
        names = [p.name for p in self._pages]
        self._open = names.index(page) if page in names else 0
        self._paragraph = 0
        """The index of the paragraph read aloud last."""
        self.keys[Action.HELP] = Pop

    def _load(self) -> None:
        self._language = self.context.catalogue.language
        self._paragraphs.clear()
        self._pages = load_pages(asset("rules"), self._language)

    def page(self) -> Widget:
        shown, text, routes = self._open, self.context.text, self.context.routes
        following = (shown + 1) % len(self._pages)
        # A chosen row's band starts at the window's edge, which a scroll area would cut.
        row = min(52, (self.view.units_high - _AROUND) / len(self._pages))
        chapters = Column(
            *(
                ListRow(
                    partial(self._turn_to, i),
                    page.title,
                    style="label",
                    is_chosen=i == shown,
                    id=page.name,
                    size=row,
                )
                for i, page in enumerate(self._pages)
            ),
            pad=(20, 0, 0, 0),
            size=_CHAPTERS_WIDE,
        )
        opened = Panel(
            Scroll(_FlowText(self, id="text"), id=("page", shown), share=1),
            pad=(30, 0, 0, 0),
            most=900,
            share=1,
        )
        foot = Row(
            self._has_lesson
            and WordLink(
                text("rules.first_game"),
                lambda: Push(routes.tutorial()),
                leads=True,
                id="lesson",
            ),
            Spacer(share=1),
            WordLink(
                self._pages[following].title,
                partial(self._turn_to, following),
                leads=True,
                id="next",
            ),
            pad=(20, 0, 20, 0),
            size=48,
        )
        return self.headed(
            text("play.rules"),
            Row(chapters, Column(opened, align="left", share=1), gap=24, share=1),
            foot,
        )

    def flow(self, width: int) -> RulesFlow:
        """Return the open page laid out for a width in pixels."""
        key = (self._open, width, self.view.scale)
        if key not in self._flows:
            figures = FigureMaker(self.context.catalogue, self._examples)
            page, painter = self._pages[self._open], self.context.painter
            self._flows[key] = flow_page(page, painter, width, figures)
        return self._flows[key]

    def sentences(self) -> list[str]:
        """Return the open page as sentences for the screen reader."""
        return [paragraph.words for paragraph in self.paragraphs()]

    def paragraphs(self) -> list[Paragraph]:
        """Return the title, the headings and the paragraphs of the open page."""
        page = self._pages[self._open]
        if page.name not in self._paragraphs:
            blocks = [
                ("".join(run.text for run in block.runs), block.kind) for block in page.blocks
            ]
            blocks = [(page.title, BlockKind.HEADING), *blocks]
            self._paragraphs[page.name] = [
                Paragraph(words, Role.HEADING if kind is BlockKind.HEADING else Role.LABEL)
                for words, kind in blocks
                if words
            ]
        return self._paragraphs[page.name]

    def read(self, topic: Topic) -> str:
        if topic is Topic.HEADING:
            return as_sentences((self.context.text("play.rules"), self._beginning()))
        if topic in (Topic.HERE, Topic.ENDS):
            return self._read_on()
        return super().read(topic)

    def _beginning(self) -> str:
        """Return the title and the first words of the page, and the key that reads on."""
        self._paragraph = 1
        title, first, *_ = self.sentences()
        key = action_key(self.context, Action.SAY_HERE)
        on = self.context.text("heard.spoken.read_on", key=key)
        room = f"{self.context.text('play.rules')} {title} {on}"
        return as_sentences((title, *gist_of(sentences_of(first), room), on))

    def _read_on(self) -> str:
        """Return the next paragraph; after the last one the title and the first."""
        paragraphs = self.sentences()
        self._paragraph = (self._paragraph + 1) % len(paragraphs)
        return as_sentences([paragraphs[self._paragraph]])

    def _turn_to(self, index: int) -> None:
        self._open = index
        self.context.speak(self._beginning(), is_urgent=True)

    def resize(self, view: View) -> None:
        self._flows.clear()
        if self.context.catalogue.language is not self._language:
            self._load()
        super().resize(view)

    def handle(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(Action.LEFT | Action.RIGHT as action, is_repeat=False):
                step = 1 if action is Action.RIGHT else -1
                self._turn_to((self._open + step) % len(self._pages))
                self.renew()
                return None
            case _:
                return super().handle(intent)

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(Action.PAGE_UP | Action.PAGE_DOWN | Action.FIRST | Action.LAST):
                self.area.handle(intent)
                return None
            case _:
                return super().react(intent)

    @property
    def area(self) -> ScrollArea:
        """The scroll area of the page."""
        areas = (part for part in self.form.widgets if isinstance(part, ScrollArea))
        return next(area for area in areas if self.find("text") in area.form.widgets)


class _FlowText(Widget):
    """The text of the open page."""

    is_focusable = False

    def __init__(self, scene: RulesScene, *, id: str) -> None:
        super().__init__(id=id)
        self._scene = scene

    def measure(self, painter: Painter) -> tuple[int, int]:
        return 0, 0

    def height_for(self, painter: Painter, width: int) -> int:
        return self._scene.flow(width).height

    def spoken(self, context: Context) -> list[str]:
        return self._scene.sentences()

    def outline(self, context: Context, at: Point = (0, 0), label: str = "") -> Iterator[Node]:
        rect = self.rect.moved(round(at[0]), round(at[1]))
        for paragraph in self._scene.paragraphs():
            yield Node(id(paragraph), paragraph.role, paragraph.words, rect)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        self._scene.flow(self.rect.w).draw(surface, painter, -self.rect.y)

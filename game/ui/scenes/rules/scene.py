"""How to play: the rules pages, with a list of them at the side."""

from functools import partial

import pygame

from game.locale.rulebook import load_pages
from game.play.examples import load_examples
from game.resources import asset, seed_file
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import Navigation, Pop, Push
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import View
from game.ui.parts import Column, PageScene, Panel, Row, Scroll, Spacer, Widget
from game.ui.scenes.rules.figures import FigureMaker
from game.ui.scenes.rules.flow import RulesFlow, flow_page
from game.ui.widgets import Button, Look, ScrollArea
from game.ui.widgets.buttons import WordLink


class RulesScene(PageScene):
    """A list of pages and the one that is open.

    Page keys scroll, left and right turn the page; Tab reaches the list.
    """

    def __init__(
        self, context: Context, page: str | None = None, *, has_lesson: bool = False
    ) -> None:
        super().__init__(context)
        self._has_lesson = has_lesson
        self._examples = load_examples(seed_file("deals", "examples.toml"))
        self._flows: dict[tuple[int, int], RulesFlow] = {}
        self._load()
        names = [p.name for p in self._pages]
        self._open = names.index(page) if page in names else 0
        self.keys[Action.HELP] = Pop

    def _load(self) -> None:
        self._language = self.context.catalogue.language
        self._pages = load_pages(asset("rules"), self._language)

    def page(self) -> Widget:
        shown = self._open
        titles = (
            Button(
                page.title,
                partial(self._turn_to, i),
                look=Look.PRIMARY if i == shown else Look.QUIET,
                id=page.name,
            )
            for i, page in enumerate(self._pages)
        )
        back = self.context.text("rules.back")
        return Row(
            Column(
                *titles,
                Spacer(share=1),
                self._has_lesson
                and WordLink(
                    self.context.text("rules.first_game"),
                    lambda: Push(self.context.routes.tutorial()),
                    leads=True,
                    id="lesson",
                ),
                Button(back, Pop, icon=Icon.LEFT, look=Look.QUIET, id="back"),
                gap=8,
                size=250,
            ),
            Column(
                Panel(
                    Scroll(_FlowText(self, id="text"), id=("page", shown), share=1),
                    pad=(30, 20),
                    most=860,
                    share=1,
                ),
                share=1,
            ),
            gap=24,
            pad=self.context.painter.theme.margin,
        )

    def flow(self, width: int) -> RulesFlow:
        """The open page, laid out for a width in pixels."""
        key = (self._open, width)
        if key not in self._flows:
            figures = FigureMaker(self.context.catalogue, self._examples)
            page, painter = self._pages[self._open], self.context.painter
            self._flows[key] = flow_page(page, painter, width, figures)
        return self._flows[key]

    def sentences(self) -> list[str]:
        """The open page as it is read aloud."""
        page = self._pages[self._open]
        blocks = ("".join(run.text for run in block.runs) for block in page.blocks)
        return [page.title, *filter(None, blocks)]

    def read(self, topic: Topic) -> str:
        if topic is Topic.HEADING:
            return as_sentences((self.context.text("play.rules"), *self.sentences()))
        return super().read(topic)

    def _turn_to(self, index: int) -> None:
        self._open = index
        self.context.speak(as_sentences(self.sentences()), is_urgent=True)

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
        """Where the page scrolls."""
        return next(part for part in self.form.widgets if isinstance(part, ScrollArea))


class _FlowText(Widget):
    """The page that a scene of rules has open."""

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

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        self._scene.flow(self.rect.w).draw(surface, painter, -self.rect.y)

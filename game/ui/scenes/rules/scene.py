"""How to play: the rules pages, with a list of them at the side."""

from functools import partial

import pygame

from game.locale.rulebook import load_pages
from game.play.examples import load_examples
from game.resources import asset, seed_file
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import Navigation, Pop
from game.ui.layout.rects import Rect, View
from game.ui.scenes.rules.figures import FigureMaker
from game.ui.scenes.rules.flow import RulesFlow, flow_page
from game.ui.widgets import Button, Look, ScrollArea, WidgetScene


class RulesScene(WidgetScene):
    """A list of pages and the one that is open.

    Page keys scroll, left and right turn the page; Tab reaches the list.
    """

    def __init__(self, context: Context, page: str | None = None) -> None:
        super().__init__(context)
        self._examples = load_examples(seed_file("deals", "examples.toml"))
        self._load()
        names = [p.name for p in self._pages]
        self._open = names.index(page) if page in names else 0
        self._flow: RulesFlow | None = None
        self._panel = Rect(0, 0, 0, 0)
        self._scroll = ScrollArea(context, paint=self._paint)
        self._back = self.button("rules.back", Pop, Icon.LEFT, Look.QUIET)
        self._buttons = [
            Button(partial(self._title_of, i), partial(self._turn_to, i))
            for i in range(len(self._pages))
        ]
        self.form.replace([*self._buttons, self._scroll, self._back])
        self.keys[Action.HELP] = Pop
        self._mark()

    def _load(self) -> None:
        self._language = self.context.catalogue.language
        self._pages = load_pages(asset("rules"), self._language)

    def _title_of(self, index: int) -> str:
        return self._pages[index].title

    def _turn_to(self, index: int) -> None:
        self._open = index
        self._scroll.scroll_to(0)
        self._mark()
        self._lay_out_page()

    def _mark(self) -> None:
        for i, button in enumerate(self._buttons):
            button.look = Look.PRIMARY if i == self._open else Look.QUIET

    def resize(self, view: View) -> None:
        """The list at the left, the page in a panel of a readable width."""
        super().resize(view)
        if self.context.catalogue.language is not self._language:
            self._load()
        area = view.area.inset(view.px(self.context.painter.theme.margin))
        side, rest = area.cut_left(view.px(250), view.px(24))
        width = min(rest.w, view.px(860))
        self._panel = Rect(rest.x + (rest.w - width) // 2, rest.y, width, rest.h)
        self._scroll.place(self._panel.inset(view.px(30), view.px(20)))
        back, side = side.cut_bottom(view.px(46), view.px(12))
        self._back.place(back)
        row = min(view.px(50), (side.h + view.px(8)) // len(self._buttons) - view.px(8))
        self.place_all(self._buttons, side.stack([row] * len(self._buttons), view.px(8)))
        self._lay_out_page()

    def _lay_out_page(self) -> None:
        figures = FigureMaker(self.context.catalogue, self._examples)
        width = self._scroll.inner_width - self.context.painter.px(10)
        self._flow = flow_page(self._pages[self._open], self.context.painter, width, figures)
        self._scroll.content_height = self._flow.height
        self._scroll.scroll_to(self._scroll.top)

    def handle(self, intent: Intent) -> Navigation | None:
        """Left and right turn the page, whatever has the focus."""
        match intent:
            case Command(Action.LEFT | Action.RIGHT as action, is_repeat=False):
                step = 1 if action is Action.RIGHT else -1
                self._turn_to((self._open + step) % len(self._pages))
                return None
            case _:
                return super().handle(intent)

    def react(self, intent: Intent) -> Navigation | None:
        """Escape goes back; page keys scroll whatever has the focus."""
        match intent:
            case Command(Action.PAGE_UP | Action.PAGE_DOWN | Action.FIRST | Action.LAST):
                self._scroll.handle(intent)
                return None
            case _:
                return super().react(intent)

    def _paint(self, surface: pygame.Surface, top: int) -> None:
        if self._flow is not None:
            self._flow.draw(surface, self.context.painter, top)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background and the page's panel."""
        super().draw_below(surface)
        self.context.painter.panel(surface, self._panel)

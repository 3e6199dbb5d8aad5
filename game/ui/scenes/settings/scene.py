"""The settings; each change is applied and stored at once."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from game.locale import Language
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.opening import Opening
from game.ui.frame.preferences import change_settings, set_language
from game.ui.frame.scene import STILL, Pulse, Push, Refresh
from game.ui.parts import (
    MAIN,
    Column,
    PageScene,
    Panel,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.settings.looks import StripeChoice, ThemeChoice
from game.ui.scenes.settings.rows import NAMES_WIDE, ROWS, Section, SettingsRow, folder_notice
from game.ui.scenes.shared.dialogs import problem_notice
from game.ui.widgets import PressResult, Segmented, Slider, TextField, Toggle
from game.ui.widgets.buttons import WordLink

_WIDTH: Final = 960
"""Most units of width of a row."""

_TWO_COLUMNS: Final = 1100
"""Units of window width from which keys have two columns."""


class SettingsScene(PageScene):
    """Sections above, the open one's rows below."""

    larger = (1.4,)
    is_steady = True

    def __init__(
        self,
        context: Context,
        section: Section = Section.GENERAL,
        on_open: Callable[[Section], None] = lambda _: None,
    ) -> None:
        super().__init__(context)
        self.section, self._on_open = section, on_open
        self.typed: dict[str, str] = {}
        self.opening: Opening | None = None
        self.keys |= {
            Action.MUTE: lambda: self.change(is_muted=not context.preferences.is_muted),
            Action.MUSIC: lambda: self.change(has_music=not context.preferences.has_music),
        }

    def page(self) -> Widget:
        # A row's control has the key of its words as its `id`.
        text = self.context.text
        sections = [(section, text(f"settings.section.{section.value}")) for section in Section]
        about = WordLink(
            text("about.title"), lambda: Push(self.context.routes.about()), leads=True, id="about"
        )
        return self.headed(
            text("settings.title"),
            Panel(
                Scroll(
                    *self._lines(),
                    gap=36 if self.view.is_upright else 18,
                    pad=4,
                    share=1,
                    id=self.section,
                ),
                pad=(16, 8),
                share=1,
            ),
            Row(Spacer(share=1), about, pad=(0, 0, 20, 0), size=48),
            beside=(
                not self.view.is_upright and Spacer(size=56),
                Segmented(sections, self.section, self.open, share=1, across=46, id=MAIN),
            ),
        )

    def tree_state(self) -> object:
        return self.context.preferences, self.section, tuple(self.typed.items()), self.view

    def _lines(self) -> Iterator[Widget]:
        rows = [row for row in ROWS[self.section] if row.is_shown(self.context)]
        yield from (self._line(row) for row in rows if not row.is_key)
        keys = [self._made(row) for row in rows if row.is_key]
        if keys:
            is_wide = self.view.units_wide > _TWO_COLUMNS
            half = -(-len(keys) // 2) if is_wide else len(keys)
            columns = (Column(*part, share=1) for part in (keys[:half], keys[half:]) if part)
            yield Row(*columns, gap=60)

    def _made(self, row: SettingsRow) -> Widget:
        control = row.make(self, row.name_key)
        control.id = row.name_key
        control.why_disabled = None if row.applies(self.context.preferences) else ""
        return control

    def _line(self, row: SettingsRow) -> Widget:
        """Return a row: name, control and explanation; a switch contains its words."""
        control, text, about = self._made(row), self.context.text, f"{row.name_key}_about"
        if isinstance(control, Toggle):
            control.share = 1
            return Row(Row(control, share=1), id=("row", row.name_key))
        if isinstance(control, ThemeChoice):
            return Column(control, id=("row", row.name_key), pad=(0, 6))
        words = ""
        if about in self.context.catalogue:
            words = text(about, **row.figures(self.context))
        control.across = 52 if isinstance(control, StripeChoice) else 46
        is_long = isinstance(control, Slider | TextField)
        if is_long:
            control.most = 520
        if not isinstance(control, WordLink):
            control.share = 1
        return Column(
            Row(
                Text(text(row.name_key), "label", "ink", size=NAMES_WIDE),
                control,
                gap=14,
                stacks=True,
            ),
            bool(words) and Text(words, "body", "ink_soft", most=_WIDTH),
            align="left",
            id=("row", row.name_key),
        )

    def animate(self, dt: float) -> Pulse:
        if self.opening is not None and self.opening.take_failure():
            return Pulse(needs_frame=True, transition=folder_notice(self.context))
        return STILL

    # actions

    def open(self, section: Section) -> None:
        """Show a section's rows."""
        self.section = section
        self._on_open(section)

    def change(self, **changes: Any) -> PressResult:
        """Apply and store preferences; report once if they cannot be stored."""
        change_settings(self.context, **changes)
        problem = self.context.store.problems.take()
        return None if problem is None else Push(problem_notice(self.context, problem))

    def restyle(self, **changes: Any) -> PressResult:
        """Apply and store preferences, and rebuild the page."""
        return self.change(**changes) or Refresh()

    def set_language(self, language: Language) -> PressResult:
        """Change the language everywhere."""
        set_language(self.context, language)
        return Refresh()

"""The settings; each change is applied and stored at once."""

from collections.abc import Callable
from typing import Any

from game.locale import Language
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings, speak
from game.ui.frame.scene import Push, Refresh
from game.ui.parts import MAIN, Column, PageScene, Panel, Row, Scroll, Spacer, Text, Widget
from game.ui.scenes.settings.looks import PictureChoice
from game.ui.scenes.settings.rows import ROWS, Section, SettingsRow
from game.ui.scenes.shared.dialogs import problem_notice
from game.ui.widgets import PressResult, Segmented, Toggle
from game.ui.widgets.buttons import WordLink


class SettingsScene(PageScene):
    """Sections above, the open one's rows below."""

    def __init__(
        self,
        context: Context,
        section: Section = Section.GENERAL,
        on_open: Callable[[Section], None] = lambda _: None,
    ) -> None:
        super().__init__(context)
        self.section, self._on_open = section, on_open
        self.typed: dict[str, str] = {}
        self.keys |= {
            Action.MUTE: lambda: self.change(is_muted=not context.preferences.is_muted),
            Action.MUSIC: lambda: self.change(has_music=not context.preferences.has_music),
        }

    def page(self) -> Widget:
        # Each row's control has the key of its words as its `id`.
        text = self.context.text
        sections = [(section, text(f"settings.section.{section.value}")) for section in Section]
        lines = map(self._line, ROWS[self.section])
        return self.headed(
            text("settings.title"),
            Segmented(sections, self.section, self.open, size=50, id=MAIN),
            Panel(
                Scroll(*lines, gap=10, pad=4, share=1, id=self.section),
                pad=(18, 12),
                share=1,
                most=None if self.section is Section.LOOK else 960,
            ),
            beside=(
                WordLink(
                    text("about.title"),
                    lambda: Push(self.context.routes.about()),
                    leads=True,
                    id="about",
                ),
            ),
            back=text("settings.back"),
        )

    def _line(self, row: SettingsRow) -> Widget:
        """A name, a sentence about it and the control; a switch bears its words itself."""
        control = row.make(self, row.words)
        control.id, control.share = row.words, 56
        control.why_disabled = None if row.applies(self.context.preferences) else ""
        if isinstance(control, Toggle):
            return Row(control, id=("row", row.words))
        text, about = self.context.text, f"{row.words}_about"
        if isinstance(control, PictureChoice):
            control.share = 0
            return Column(
                Text(text(row.words), ink="ink"),
                about in self.context.catalogue and Text(text(about), "small", "ink_soft"),
                control,
                gap=6,
                id=("row", row.words),
            )
        control.across = 56 if isinstance(control, Segmented) else 44
        name: Widget = Text(text(row.words), ink="ink", share=44)
        if about in self.context.catalogue:
            about = text(about, **row.figures(self.context))
            words = (Text(text(row.words), ink="ink"), Text(about, "small"))
            name = Column(Spacer(share=1), *words, Spacer(share=1), share=44)
        return Row(name, control, gap=14, id=("row", row.words))

    # what is done

    def open(self, section: Section) -> None:
        """Show a section's rows."""
        self.section = section
        self._on_open(section)

    def change(self, **changes: Any) -> PressResult:
        """Apply and store preferences; tell once if they cannot be stored."""
        change_settings(self.context, **changes)
        problem = self.context.store.problems.take()
        return None if problem is None else Push(problem_notice(self.context, problem))

    def restyle(self, **changes: Any) -> PressResult:
        """Apply and store preferences, and lay everything out again."""
        return self.change(**changes) or Refresh()

    def speak(self, language: Language) -> PressResult:
        """Speak another language everywhere."""
        speak(self.context, language)
        return Refresh()

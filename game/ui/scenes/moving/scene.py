"""Moves a player's whole profile: everything into one file, or out of one."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from game.locale import Language, load_catalogue
from game.locale.errors import word_error
from game.rules.errors import FormatError
from game.storage.exports import find_folder, free_path, write_new
from game.storage.moving import (
    ENDING,
    ProfileCopy,
    TakenOver,
    copying_profile,
    moved_settings,
    printing_profile,
    reading_profile,
    taking_over,
)
from game.storage.steps import Steps
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped, Intent
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Navigation, Push, Refresh, Scene
from game.ui.parts import (
    MAIN,
    DialogChoice,
    PageScene,
    Panel,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    ask,
)
from game.ui.scenes.moving.work import do_steps
from game.ui.scenes.shared.brought_files import BroughtFiles
from game.ui.scenes.shared.dialogs import notice
from game.ui.widgets import Button, Look


def moving_scene(context: Context, path: str = "") -> Scene:
    """The page; or, for a file, the question whether it is to be brought in."""
    return MovingScene(context) if not path else _ask_about(context, Path(path))


def _counted(context: Context, matches: int, waiting: int) -> dict[str, str]:
    """Both numbers in words."""
    return {
        "games": context.text("moving.matches", count=matches),
        "waiting": context.text("moving.waiting", count=waiting),
    }


def _read(path: Path) -> Steps[ProfileCopy | FormatError]:
    try:
        return (yield from reading_profile(path))
    except FormatError as error:
        return error


def _ask_about(context: Context, path: Path) -> Scene:
    """What a file holds, and what of it is to be brought in; or what is wrong with it."""
    words = context.text("moving.reading", file=path.name)
    return do_steps(context, words, _read(path), partial(_ask_to_take, context, path.name))


def _ask_to_take(context: Context, name: str, profile: ProfileCopy | FormatError) -> Scene:
    text = context.text
    if isinstance(profile, FormatError):
        reason = word_error(context.catalogue, profile.at(""))
        return notice(context, text("moving.refused", place=name, reason=reason))
    return ask(
        context,
        "moving.found_title",
        "moving.found",
        DialogChoice("moving.take", partial(_take, context, profile), Look.PRIMARY),
        DialogChoice("moving.take_all", partial(_take, context, profile, with_settings=True)),
        DialogChoice("moving.stay"),
        **_counted(context, len(profile.matches), len(profile.waiting)),
    )


def _take(context: Context, profile: ProfileCopy, *, with_settings: bool = False) -> Navigation:
    steps = taking_over(context.store, profile)
    then = partial(_after_taking, context, profile, with_settings=with_settings)
    return Push(do_steps(context, context.text("moving.taking"), steps, then))


def _after_taking(
    context: Context, profile: ProfileCopy, taken: TakenOver | None, *, with_settings: bool
) -> Scene:
    """Say what was added; the settings are taken over after the matches."""
    if taken is None:
        return notice(context, context.text("moving.unwritten"))
    if with_settings:
        settings = moved_settings(profile, context.preferences)
        if settings.language in tuple(Language):
            context.catalogue = load_catalogue(Language(settings.language))
        change_settings(context, **{name: getattr(settings, name) for name in profile.settings})
    # Language, theme and sizes may be others from now on.
    close = DialogChoice("menu.problem.ok", Refresh, Look.PRIMARY)
    return ask(context, "moving.title", "moving.done", close, **_counted(context, *taken))


class MovingScene(PageScene):
    """Two panels: export at the left, import at the right."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._files = BroughtFiles(context, Icon.PERSON, partial(moving_scene, context), ENDING)
        self._files.look()

    def page(self) -> Widget:
        text = self.context.text
        files = self._files.rows()
        nothing = Text(text("moving.none"), "small", align="centre", share=1)
        return self.headed(
            text("moving.title"),
            Row(
                Panel(
                    Text(text("moving.out"), "heading"),
                    Text(text("moving.out_about")),
                    Button(
                        text("moving.save"), self._save, icon=Icon.HOME, look=Look.PRIMARY, id=MAIN
                    ),
                    Spacer(share=1),
                    gap=14,
                    share=1,
                ),
                Panel(
                    Text(text("moving.into"), "heading"),
                    Text(text("moving.into_about")),
                    self._files.field(text("moving.path"), text("moving.open")),
                    Scroll(*files, gap=8, share=1) if files else nothing,
                    gap=14,
                    share=1,
                ),
                gap=16,
                share=1,
            ),
            back=text("moving.back"),
        )

    def _save(self) -> Navigation:
        """Write the file; first ask, where not everything can be read."""
        context = self.context
        steps = copying_profile(context.store, context.preferences)
        return Push(do_steps(context, context.text("moving.saving"), steps, self._ask_or_write))

    def _ask_or_write(self, profile: ProfileCopy) -> Scene:
        context = self.context
        if not profile.problems:
            return self._write(profile)
        words = [
            context.text(key, **values) for key, values in (p.unread for p in profile.problems)
        ]
        return ask(
            context,
            "moving.unread_title",
            "moving.unread",
            DialogChoice("moving.stay", look=Look.PRIMARY),
            DialogChoice("moving.rest", lambda: Push(self._write(profile))),
            problems=" ".join(words),
        )

    def _write(self, profile: ProfileCopy) -> Scene:
        words = self.context.text("moving.saving")
        return do_steps(self.context, words, printing_profile(profile), self._write_text)

    def _write_text(self, text: str) -> Scene:
        context = self.context
        folder, today = find_folder(is_picture=False), context.store.today.isoformat()
        path = free_path(folder, today, ENDING)
        try:
            write_new(path, text.encode())
        except OSError:
            return notice(context, context.text("moving.failed"))
        self._files.look()
        words = context.text("moving.saved", file=str(path))
        return notice(context, words, context.text("moving.title"))

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Dropped(path):
                return Push(_ask_about(self.context, Path(path)))
            case _:
                return super().react(intent)

    def enter(self) -> None:
        self._files.look()
        super().enter()

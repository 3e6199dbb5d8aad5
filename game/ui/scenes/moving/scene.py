"""Moving house: everything of a player into one file, and out of one."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

import platformdirs

from game.locale import Language, load_catalogue, write_date
from game.locale.errors import word_error
from game.rules.errors import FormatError
from game.storage.exports import find_folder, free_path, write_new
from game.storage.moving import (
    ENDING,
    ProfileCopy,
    copy_profile,
    moved_settings,
    print_profile,
    read_profile,
    take_over,
)
from game.storage.places import HOME_VARIABLE
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
from game.ui.scenes.shared.dialogs import notice
from game.ui.widgets import Button, Look, PressResult, TextField
from game.ui.widgets.menu_row import MenuRow

_MOST_FILES: Final = 20
_LONGEST_PATH: Final = 1000


def moving_scene(context: Context, path: str = "") -> Scene:
    """The page; or, for a file, the question whether it is to be brought in."""
    return MovingScene(context) if not path else _ask_about(context, Path(path))


def find_profiles() -> list[Path]:
    """Such files among the player's documents and downloads, the newest first."""
    folders = {find_folder(is_picture=False)}
    if not os.environ.get(HOME_VARIABLE):
        folders.add(Path(platformdirs.user_downloads_dir()))
    found: list[tuple[float, Path]] = []
    for folder in folders:
        with suppress(OSError):
            found += [(path.stat().st_mtime, path) for path in folder.glob(f"*{ENDING}")]
    return [path for _, path in sorted(found, reverse=True)[:_MOST_FILES]]


def _counted(context: Context, matches: int, waiting: int) -> dict[str, str]:
    """Both numbers in words."""
    return {
        "games": context.text("moving.matches", count=matches),
        "waiting": context.text("moving.waiting", count=waiting),
    }


def _ask_about(context: Context, path: Path) -> Scene:
    """What a file holds, and what of it is to be brought in; or what is wrong with it."""
    text = context.text
    try:
        profile = read_profile(path)
    except FormatError as error:
        reason = word_error(context.catalogue, error.at(""))
        return notice(context, lambda: text("moving.refused", place=path.name, reason=reason))
    return ask(
        context,
        "moving.found_title",
        "moving.found",
        DialogChoice(lambda: text("moving.take"), partial(_take, context, profile), Look.PRIMARY),
        DialogChoice(
            lambda: text("moving.take_all"), partial(_take, context, profile, with_settings=True)
        ),
        DialogChoice(lambda: text("moving.stay")),
        **_counted(context, len(profile.matches), len(profile.waiting)),
    )


def _take(context: Context, profile: ProfileCopy, *, with_settings: bool = False) -> Navigation:
    taken = take_over(context.store, profile)
    if taken is None:
        return Push(notice(context, lambda: context.text("moving.unwritten")))
    if with_settings:
        settings = moved_settings(profile, context.preferences)
        if settings.language in tuple(Language):
            context.catalogue = load_catalogue(Language(settings.language))
        change_settings(context, **{name: getattr(settings, name) for name in profile.settings})
    words = _counted(context, *taken)
    # Language, theme and sizes may be others from now on.
    close = DialogChoice(lambda: context.text("menu.problem.ok"), Refresh, Look.PRIMARY)
    return Push(ask(context, "moving.title", "moving.done", close, **words))


class MovingScene(PageScene):
    """At the left out, at the right in."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._typed = ""
        self._files = find_profiles()

    def page(self) -> Widget:
        """Two panels beside each other."""
        text = self.context.text
        files: list[Widget] = [*map(self._file_row, self._files)]
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
                    Row(
                        TextField(
                            self.context,
                            self._typed,
                            self._keep_path,
                            placeholder=text("moving.path"),
                            max_length=_LONGEST_PATH,
                            on_enter=self._open,
                            share=1,
                            id="path",
                        ),
                        Button(text("moving.open"), lambda: self._open(self._typed), id="open"),
                        gap=10,
                        size=48,
                    ),
                    Scroll(*files, gap=8, share=1) if files else nothing,
                    gap=14,
                    share=1,
                ),
                gap=16,
                share=1,
            ),
            back=text("moving.back"),
        )

    def _keep_path(self, typed: str) -> None:
        self._typed = typed

    def _file_row(self, path: Path) -> Widget:
        day = ""
        with suppress(OSError):
            when = datetime.fromtimestamp(path.stat().st_mtime)
            day = write_date(self.context.catalogue, when.date())
        go = partial(self._open, str(path))
        return MenuRow(self.context, path.name, go, Icon.PERSON, body=day, size=60, id=path)

    def _open(self, typed: str) -> PressResult:
        path = os.path.expanduser(typed.strip().strip("\"'"))
        return Push(_ask_about(self.context, Path(path))) if path else None

    def _save(self) -> PressResult:
        context = self.context
        folder, today = find_folder(is_picture=False), context.store.today.isoformat()
        path = free_path(folder, today, ENDING)
        raw = print_profile(copy_profile(context.store, context.preferences)).encode()
        try:
            write_new(path, raw)
        except OSError:
            return Push(notice(context, lambda: context.text("moving.failed")))
        self._files = find_profiles()
        words = context.text("moving.saved", file=str(path))
        return Push(notice(context, lambda: words, context.text("moving.title")))

    def react(self, intent: Intent) -> Navigation | None:
        """A file that is dropped here is brought in."""
        match intent:
            case Dropped(path):
                return Push(_ask_about(self.context, Path(path)))
            case _:
                return super().react(intent)

    def enter(self) -> None:
        """Settings that were brought in may have changed everything on the page."""
        self._files = find_profiles()
        super().enter()

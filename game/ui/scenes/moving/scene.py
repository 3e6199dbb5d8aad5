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
    copy_profile,
    moved_settings,
    print_profile,
    read_profile,
    take_over,
)
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
from game.ui.scenes.shared.brought_files import BroughtFiles
from game.ui.scenes.shared.dialogs import notice
from game.ui.widgets import Button, Look, PressResult


def moving_scene(context: Context, path: str = "") -> Scene:
    """The page; or, for a file, the question whether it is to be brought in."""
    return MovingScene(context) if not path else _ask_about(context, Path(path))


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
        return notice(context, text("moving.refused", place=path.name, reason=reason))
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
        return Push(notice(context, context.text("moving.unwritten")))
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

    def _save(self) -> PressResult:
        """Write the file; first ask, where not everything can be read."""
        context = self.context
        profile = copy_profile(context.store, context.preferences)
        if not profile.problems:
            return self._write(profile)
        words = [
            context.text(key, **values) for key, values in (p.unread for p in profile.problems)
        ]
        rest = DialogChoice(lambda: context.text("moving.rest"), partial(self._write, profile))
        stay = DialogChoice(lambda: context.text("moving.stay"), look=Look.PRIMARY)
        return Push(
            ask(
                context,
                "moving.unread_title",
                "moving.unread",
                stay,
                rest,
                problems=" ".join(words),
            )
        )

    def _write(self, profile: ProfileCopy) -> Navigation:
        context = self.context
        folder, today = find_folder(is_picture=False), context.store.today.isoformat()
        path = free_path(folder, today, ENDING)
        try:
            write_new(path, print_profile(profile).encode())
        except OSError:
            return Push(notice(context, context.text("moving.failed")))
        self._files.look()
        words = context.text("moving.saved", file=str(path))
        return Push(notice(context, words, context.text("moving.title")))

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Dropped(path):
                return Push(_ask_about(self.context, Path(path)))
            case _:
                return super().react(intent)

    def enter(self) -> None:
        self._files.look()
        super().enter()

"""Settings that another program wrote, in the window: each value is used or reported."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from game.storage.settings import Settings, read_settings
from game.ui.frame.context import Context
from game.ui.frame.preferences import apply_settings
from game.ui.layout.rects import make_view
from game.ui.scenes.settings.rows import Section
from game.ui.scenes.settings.scene import SettingsScene
from tests.storage.test_foreign_settings import odd_settings
from tests.ui.conftest import SIZE
from tests.ui.scenes.stage import Stage


def show_settings(player: Context, settings: Settings) -> None:
    """Show the pages that read settings."""
    apply_settings(player, settings)
    player.painter.resize(make_view(SIZE, settings.interface_scale))
    routes = player.routes
    for page in (
        routes.title(),
        routes.setup(),
        routes.calculator(),
        *(SettingsScene(player, section) for section in (Section.GENERAL, Section.HANDS)),
    ):
        stage = Stage(player, page)
        stage.let(0.1)
        stage.draw()


def odd_texts() -> list[Settings]:
    """Return the settings that odd texts are read as; other tests try all other values."""
    texts = [{f: v for f, v in tree.items() if isinstance(v, str)} for tree in odd_settings()]
    read = (read_settings(tree, Settings()) for tree in texts)
    return list(dict.fromkeys(settings for settings in read if settings != Settings()))


def test_pages_are_shown_with_texts_of_every_kind(player: Context) -> None:
    for settings in Random(1).sample(odd_texts(), 2):
        show_settings(player, replace(settings, theme="night", stripes="box"))

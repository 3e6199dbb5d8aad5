"""Sharing a climb: its text, picture, record and code."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from game.bots.service.process import PICTURE_ARGUMENT
from game.climb.record import parse_climb
from game.locale import Language, load_catalogue, write_date
from game.page.climb_words import describe_climb_result
from game.storage.pasted import CodeKind, find_codes
from game.storage.places import HOME_VARIABLE
from game.ui.frame.context import Context
from game.ui.scenes.share.climb import climb_share
from game.ui.scenes.share.clipboard import FILE
from game.ui.scenes.share.control import ShareKind
from tests.gallery.climb import play_climb
from tests.ui.scenes.stage import Stage
from tests.ui.unseen import drawn_words

ENGLISH = load_catalogue(Language.ENGLISH)


def test_a_climb_is_shared_as_text_picture_record_and_code(
    player: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copied: list[str]
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    climb, day = play_climb("4", "magpie").record, date(2026, 11, 20)
    when = datetime(2026, 11, 20, 12, tzinfo=UTC)
    scene = climb_share(player, climb, day, when)
    stage = Stage(player, scene)
    assert player.text("climb.finish.share_title") in stage.read()
    assert player.text("climb.finish.share_about") in " ".join(stage.read())
    assert scene.find(ShareKind.PAGE) is None
    stage.press("ctrl+c")
    assert copied == ["\n".join(describe_climb_result(climb, ENGLISH, day))]
    assert scene.message.startswith(player.text("share.copied", words="").rstrip("." + chr(160)))
    stage.click(stage.part(ShareKind.RECORD))
    assert scene.made is not None
    assert parse_climb(scene.made.read_bytes()) == climb
    assert scene.message == player.text("share.saved", file=str(scene.made))
    code = player.text("climb.finish.share_code")
    stage.click(stage.find(code))
    (found,) = find_codes(copied[-1])
    assert found.kind is CodeKind.CLIMB
    assert parse_climb(found.data) == climb
    shown = copied[-1][:20].splitlines()[0]
    assert scene.message == player.text("play.copied", code=f"{shown}…")
    player.copy_text = lambda _: False
    stage.click(stage.find(code))
    assert scene.message == player.text("play.not_copied", code=f"{shown}…")
    assert scene.is_bad
    shared = scene.control.shared
    wanted = [PICTURE_ARGUMENT, "en", "2026-11-20", "", FILE]
    assert shared.command(ShareKind.PICTURE) == wanted
    assert not shared.has_moves
    other = climb_share(player, climb, None, when).control.shared
    assert other.command(ShareKind.PICTURE) == [*wanted[:2], "", "", FILE]
    assert other.text() == "\n".join(describe_climb_result(climb, ENGLISH, None))


@pytest.mark.usefixtures("pixels")
def test_the_picture_on_the_page_names_the_day_of_the_climb(player: Context) -> None:
    climb, day = play_climb("4", "magpie").record, date(2026, 11, 20)
    for shown in (day, None):
        scene = climb_share(player, climb, shown, datetime(2026, 11, 20, 12, tzinfo=UTC))
        scene.resize(player.painter.view)
        drawn = drawn_words(scene.draw, player.painter.view.area.size)
        assert (write_date(ENGLISH, day) in " ".join(drawn)) is (shown is not None)

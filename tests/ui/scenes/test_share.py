"""The shared page: it saves what was played, nothing is lost, every fault is reported."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest
from PIL import Image

import game.ui.scenes.share.control as control_module
from game.bots.service.process import PICTURE_ARGUMENT
from game.climb.ending import FALLEN, MISSED, SQUARES
from game.locale import Language, load_catalogue
from game.page.possible import Possible
from game.page.result import describe_result
from game.progress.daily import STANDARD_EDITION, Medal, deal_on
from game.progress.deal_totals import key_of
from game.rules.boards import BoardName
from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.record import parse_record
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import line_status
from game.storage.database import deal_of, with_identity
from game.storage.places import HOME_VARIABLE
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.surface_cache import SliceSpent, rendering_deadline
from game.ui.draw.theme import DEFAULT_THEME
from game.ui.exports.card import board_place, moments_of
from game.ui.exports.saving import ANIMATION_SUFFIX, STILL_SIZE, draw_still, picture_of
from game.ui.frame.context import Context
from game.ui.frame.scene import Push
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect, make_view
from game.ui.parts import Sign, Text
from game.ui.scenes.share.clipboard import FILE, picture_command, was_copied
from game.ui.scenes.share.control import ShareControl, SharedMatch, ShareKind
from game.ui.scenes.share.result import is_row_of_hexagons, result_line
from game.ui.scenes.share.scene import ShareScene, share_scene
from game.ui.sound.names import Sound
from game.ui.widgets import say
from tests.gallery import NOW
from tests.gallery.daily import TODAY, keep_share, play_deal
from tests.gallery.records import play_out
from tests.golden.pages import changed_pages
from tests.rules.random_matches import random_match
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import Stage

pytestmark = pytest.mark.usefixtures("pixels")

ENGLISH = load_catalogue(Language.ENGLISH)


@pytest.fixture
def match() -> Match:
    """A standard game with several lines."""
    return play_out(Ruleset(), ("Ana",), "42", "standard")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder to which everything is saved."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


def open_share(context: Context, match: Match) -> tuple[Stage, ShareScene]:
    stage = Stage(context, share_scene(context, match))
    assert isinstance(stage.top, ShareScene)
    return stage, stage.top


def wait(stage: Stage, scene: ShareScene) -> None:
    """Let what is made be made."""
    stage.wait_until(lambda: scene.control.making is None)


def has_saved(scene: ShareScene, suffix: str) -> bool:
    """Whether the latest file is of that kind."""
    return scene.made is not None and scene.made.suffix == suffix


def far(pixel: pygame.Color, colour: tuple[int, int, int]) -> int:
    """Return the distance of a pixel from a colour."""
    return max(abs(a - b) for a, b in zip(pixel[:3], colour, strict=True))


def test_the_picture_opened_again_has_the_boards_colours(match: Match) -> None:
    picture = pygame.image.load(io.BytesIO(picture_of(match, ".png", ENGLISH)), "card.png")
    assert picture.get_size() == STILL_SIZE
    place = board_place(make_view(STILL_SIZE))
    board = lay_out_board(match.rules.grid, place, 0.62)
    position = match.rounds[0].seats[0].position
    checked = 0
    for line in match.rules.grid.lines:
        status = line_status(line, position)
        if status.filled == len(line) and status.numbers:
            # Somewhere between two neighbours' middles the stripe has no digits on it.
            (ax, ay), (bx, by) = (board.centres[i] for i in line.spaces[:2])
            wanted = DEFAULT_THEME.stripes[status.numbers[-1]]
            found = [
                picture.get_at((round(ax + (bx - ax) * t / 40), round(ay + (by - ay) * t / 40)))
                for t in range(4, 21)
            ]
            assert min(far(pixel, wanted) for pixel in found) < 40
            checked += 1
    assert checked == len(score_match(match).players[0].rounds[0].lines) > 2


def test_a_moving_picture_has_a_frame_for_every_tile_and_the_end() -> None:
    rules = Ruleset(BoardName.DAFFODIL, daffodil=4, rays=RayRule.RAYS)
    match = random_match(rules, 1, Random(1))
    moments = list(moments_of(match, 0))
    with Image.open(io.BytesIO(picture_of(match, ANIMATION_SUFFIX, ENGLISH))) as picture:
        frames = getattr(picture, "n_frames", 1)
        picture.seek(0)
        first = picture.convert("RGB").tobytes()
        picture.seek(frames - 1)
        assert picture.convert("RGB").tobytes() != first
    tiles = sum(len(turn.placements) for turn in match.rounds[0].seats[0].turns)
    assert len(moments) == tiles + 2
    # Two frames alike may be one, shown for longer.
    assert tiles <= frames <= len(moments)


def test_the_page_comes_about_in_however_little_time_its_frames_have(
    context: Context, match: Match
) -> None:
    """Each try of its first frame finds what the last one has made, of the card too."""
    _, scene = open_share(context, match)
    surface = pygame.Surface(context.painter.view.area.size)
    for _ in range(600):
        with suppress(SliceSpent), rendering_deadline(0.0):
            scene.draw(surface)
            return
    raise AssertionError("no frame")


def test_tiles_appear_in_the_order_they_were_placed(match: Match) -> None:
    placed = [p.space for turn in match.rounds[0].seats[0].turns for p in turn.placements]
    moments = list(moments_of(match, 0))
    assert [len(m.hidden) for m in moments] == [*range(19, -1, -1), 0]
    for before, after, space in zip(moments, moments[1:], placed, strict=False):
        assert before.hidden - after.hidden == {space}


@pytest.mark.slow
def test_everything_is_saved_beside_what_is_there_and_read_again(
    player: Context, match: Match, home: Path
) -> None:
    stage, scene = open_share(player, match)
    wait(stage, scene)
    for kind in (ShareKind.PICTURE, ShareKind.RECORD, ShareKind.PICTURE, ShareKind.RECORD):
        stage.click(stage.find(player.text(f"share.{kind.value}")))
        wait(stage, scene)
        assert scene.made is not None
        assert str(scene.made) in scene.message
    pictures, records = (sorted(home.glob(f"*{s}")) for s in (".webp", ".json"))
    assert len(pictures) == len(records) == 2
    with Image.open(pictures[0]) as picture:
        assert getattr(picture, "n_frames", 1) > 1
    assert parse_record(records[0].read_bytes()) == match


@pytest.mark.slow
def test_the_page_is_made_by_a_process_of_its_own(
    player: Context, match: Match, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, scene = open_share(player, match)
    stage.click(stage.find(player.text("share.page")))
    assert scene.message == player.text("share.making.page")
    wait(stage, scene)
    (page,) = home.glob("*.html")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("\ufeff<!")
    assert len(text) < 400_000
    monkeypatch.setattr("webbrowser.open", lambda _: False)
    stage.click(stage.find(player.text("share.open")))
    refusal = player.text("share.not_opened", file=str(page))
    stage.wait_until(lambda: scene.message == refusal)
    assert scene.is_bad


@pytest.mark.slow
def test_the_copied_text_is_what_the_terminal_prints(
    player: Context, match: Match, home: Path, copied: list[str]
) -> None:
    stage, scene = open_share(player, match)
    stage.press("ctrl+c")
    wait(stage, scene)
    (text,) = copied
    bare = list(describe_result(match, 0, ENGLISH, possible=None, daily=None))
    lines = text.splitlines()
    assert lines[0] == bare[0]
    assert lines[-1] == bare[-1]
    total = str(score_match(match).players[0].total)
    assert total in text
    # The font lacks the hexagons, so they are drawn as shapes.
    assert any(sign in text for sign in "⬢⬡")
    words = stage.read()
    assert not any(sign in line for line in words for sign in "⬢⬡")
    assert any(total in line for line in words)


def test_what_the_finish_knows_is_not_asked_again(
    player: Context, match: Match, home: Path, copied: list[str]
) -> None:
    found = {key_of("best", 0): 200.0, key_of("master", 0): 150.0}
    player.store.profile.store_findings(deal_of(match), found)
    stage, scene = open_share(player, match)
    stage.press("ctrl+c")
    assert scene.control.making is None
    possible = Possible((), 200.0, 150.0)
    lines = describe_result(match, 0, ENGLISH, possible=possible, daily=None)
    assert copied == ["\n".join(lines)]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("xclip") is None, reason="a clipboard needs xclip")
@pytest.mark.usefixtures("x_server")
def test_another_program_pastes_the_picture(player: Context, match: Match, home: Path) -> None:
    stage, scene = open_share(player, match)
    stage.click(stage.find(player.text("share.picture")))
    wait(stage, scene)
    (saved,) = home.iterdir()
    assert scene.message == player.text("share.copied_saved", file=str(saved))
    paste = ["xclip", "-selection", "clipboard", "-target", "image/png", "-out"]
    pasted = subprocess.run(paste, capture_output=True, check=True, timeout=20).stdout
    assert pasted == scene.control.card
    assert pygame.image.load(io.BytesIO(pasted), "pasted.png").get_size() == STILL_SIZE


@pytest.mark.slow
@pytest.mark.parametrize("can_move", [True, False])
@pytest.mark.parametrize("command", [None, [sys.executable, "-c", "raise SystemExit(1)"]])
def test_a_picture_that_cannot_be_copied_is_saved_and_that_is_said(
    player: Context,
    match: Match,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: list[str] | None,
    can_move: bool,
) -> None:
    """The saved picture moves if Pillow is installed; otherwise it is still."""
    monkeypatch.setattr(control_module, "picture_command", lambda: command)
    monkeypatch.setattr(control_module, "can_move", lambda: can_move)
    stage, scene = open_share(player, match)
    stage.click(stage.find(player.text("share.picture")))
    wait(stage, scene)
    (saved,) = home.iterdir()
    assert (saved.read_bytes() == scene.control.card) is not can_move
    assert saved.suffix == (".webp" if can_move else ".png")
    assert scene.message == player.text("share.saved", file=str(saved))


XCLIP = ["xclip", "-selection", "clipboard", "-target", "image/png", "-in", FILE]
WL_COPY = ["wl-copy", "--type", "image/png"]


@pytest.mark.parametrize(
    ("screens", "programs", "command"),
    [
        ((), ("wl-copy", "xclip"), None),
        (("DISPLAY",), ("wl-copy", "xclip"), XCLIP),
        (("WAYLAND_DISPLAY",), ("wl-copy", "xclip"), WL_COPY),
        (("DISPLAY", "WAYLAND_DISPLAY"), ("wl-copy", "xclip"), WL_COPY),
        (("DISPLAY", "WAYLAND_DISPLAY"), ("xclip",), XCLIP),
        (("DISPLAY", "WAYLAND_DISPLAY"), (), None),
    ],
)
def test_on_linux_the_program_of_the_screen_copies_a_picture(
    monkeypatch: pytest.MonkeyPatch,
    screens: tuple[str, ...],
    programs: tuple[str, ...],
    command: list[str] | None,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name in programs else None)
    for screen in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.setenv(screen, "" if screen not in screens else ":0")
    assert picture_command("linux") == command


@pytest.mark.parametrize(("system", "program"), [("darwin", "osascript"), ("win32", "powershell")])
def test_each_other_system_has_its_own_program(
    system: str, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name)
    command = picture_command(system)
    assert command is not None
    assert command[0] == program
    # On Windows the picture is the input.
    assert (command[-1] == FILE) is (system == "darwin")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert picture_command(system) is None


def test_a_picture_was_copied_where_its_program_has_not_failed() -> None:
    for status, out, system, is_copied in (
        (0, "", "linux", True),
        (1, "", "linux", False),
        (0, "", "darwin", True),
        (0, "True\r\n", "win32", True),
        (0, "False\r\n", "win32", False),
        (0, "", "win32", False),
        (1, "True", "win32", False),
    ):
        assert was_copied(status, out, system) is is_copied


@pytest.mark.parametrize("status", [0, 1])
def test_a_saved_picture_says_whether_it_is_copied_too(
    match: Match, home: Path, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    words = [sys.executable, "-S", "-c", f"raise SystemExit({status})"]
    monkeypatch.setattr(control_module, "picture_command", lambda: words)
    monkeypatch.setattr(control_module, "can_move", lambda: False)
    control = ShareControl(SharedMatch(match, ENGLISH, None), None)
    control.card = b"a picture"
    assert control.make(ShareKind.PICTURE) is None
    while (made := control.poll()) is None:
        time.sleep(0.001)
    (saved,) = home.iterdir()
    assert (made.path, made.is_copied, made.error) == (saved, status == 0, "")
    assert (saved.suffix, saved.read_bytes()) == (".png", b"a picture")
    monkeypatch.setattr(control_module, "picture_command", lambda: None)
    again = control.make(ShareKind.PICTURE)
    assert again is not None
    assert not again.is_copied, "the clipboard has the first one, if any"
    record = control.make(ShareKind.RECORD)
    assert record is not None
    assert not record.is_copied, "a record is on no clipboard"


def test_hexagons_and_squares_of_a_text_are_signs() -> None:
    squares = "".join(SQUARES)
    line = f"⬡⬢[{MISSED}]{FALLEN}{squares}"
    assert [is_row_of_hexagons(one) for one in (line, "", "⬡ ⬢", "[]", "112")] == [
        *(True, False, False, True, False)
    ]
    parts = [part for part in result_line(line).walk() if isinstance(part, Sign | Text)]
    shown = [part.icon if isinstance(part, Sign) else say(part.words) for part in parts]
    piece = Icon.PIECE
    assert shown == [Icon.HEX, piece, "[", piece, "]", *[piece] * 5]
    inks = [part.ink for part in parts if isinstance(part, Sign)]
    passed = ["good", "cool", "ink_soft", "accent"]
    assert inks == ["ink_soft", "accent", "poor", "bad", *passed]
    (words,) = [part for part in result_line("112 ⬢").walk() if isinstance(part, Text)]
    assert say(words.words) == "112 ⬢"


def test_a_command_that_fails_says_why(
    player: Context, match: Match, home: Path, monkeypatch: pytest.MonkeyPatch, heard: Heard
) -> None:
    monkeypatch.setattr(control_module, "_command", lambda *words: ["/nowhere/at/all"])
    control = ShareControl(SharedMatch(match, ENGLISH, None), None)
    made = control.make(ShareKind.PAGE)
    assert made is not None
    assert made.error
    words = ["python", "-c", "import sys; sys.exit('first\\nthe disk is gone')"]
    monkeypatch.setattr(control_module, "_command", lambda *given: words)
    stage, scene = open_share(player, match)
    wait(stage, scene)
    stage.click(stage.find(player.text("share.page")))
    wait(stage, scene)
    assert scene.message == player.text("share.failed", reason="the disk is gone")
    assert (scene.is_bad, heard.sounds[-1:]) == (True, [Sound.REFUSE])
    assert not list(home.iterdir())
    # A file that cannot be written names its place.
    (home / "file").touch()
    monkeypatch.setenv(HOME_VARIABLE, str(home / "file" / "below"))
    heard.sounds.clear()
    stage.click(stage.part(ShareKind.RECORD))
    assert str(home / "file") in scene.message
    assert scene.message.startswith(player.text("share.failed", reason="").rstrip(". "))
    assert (scene.is_bad, scene.made, heard.sounds) == (True, None, [Sound.BUTTON, Sound.REFUSE])


def test_a_command_says_what_the_page_knows(match: Match) -> None:
    when = datetime(2026, 11, 21, 12, tzinfo=UTC)
    bare = SharedMatch(match, ENGLISH, None)
    full = SharedMatch(
        match, ENGLISH, when, deal_on(date(2026, 11, 21), "standard"), None, "gold", True
    )
    day = when.astimezone().date().isoformat()
    lang = ["--lang", "en"]
    assert bare.command(ShareKind.PICTURE) == [PICTURE_ARGUMENT, "en", "", "", FILE]
    assert full.command(ShareKind.PICTURE) == [PICTURE_ARGUMENT, "en", day, "gold", FILE]
    assert bare.command(ShareKind.TEXT) == ["score", "--text", *lang, "-"]
    assert full.command(ShareKind.TEXT) == ["score", "--text", *lang, "--daily", "2026-11-21", "-"]
    assert bare.command(ShareKind.PAGE) == ["page", *lang, "--review", "-"]
    assert full.command(ShareKind.PAGE) == ["page", *lang, "-"], "no secret is sent"
    assert bare.text() == "", "engines have to be asked"
    assert SharedMatch(match, ENGLISH, None, possible=Possible((), 250, 170)).text()


def test_one_thing_is_made_at_a_time_and_every_press_is_answered(
    player: Context,
    match: Match,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    copied: list[str],
) -> None:
    go_on = home / "go-on"
    words = (
        "import pathlib, sys, time\n"
        f"while not pathlib.Path({str(go_on)!r}).exists(): time.sleep(0.01)\n"
        "out = sys.argv[-1]\n"
        "print('112') if out == '-c' else pathlib.Path(out).write_text('made')"
    )
    monkeypatch.setattr(control_module, "picture_command", lambda: None)
    monkeypatch.setattr(control_module, "can_move", lambda: False)
    monkeypatch.setattr(control_module, "_command", lambda *_: [sys.executable, "-c", words])
    stage, scene = open_share(player, match)
    stage.click(stage.find(player.text("share.picture")))
    control = scene.control
    job = control.job
    for kind in (ShareKind.PICTURE, ShareKind.PAGE, ShareKind.PAGE, ShareKind.TEXT):
        stage.click(stage.find(player.text(f"share.{kind}")))
        assert scene.message == player.text(f"share.making.{kind}")
        assert (control.job, control.making) == (job, ShareKind.PICTURE)
    stage.click(stage.find(player.text("share.record")))
    (record,) = home.iterdir()
    assert scene.message == player.text("share.saved", file=str(record))
    go_on.touch()
    for suffix in (".png", ".html"):
        stage.wait_until(partial(has_saved, scene, suffix))
        assert scene.message == player.text("share.saved", file=str(scene.made))
        assert copied == [], "one after the other"
    stage.wait_until(lambda: copied)
    assert (copied, control.job) == (["112"], None)
    assert len(list(home.iterdir())) == 4


def test_a_command_that_makes_nothing_has_failed(
    match: Match, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control_module, "_command", lambda *given: [sys.executable, "-c", ""])
    control = ShareControl(SharedMatch(match, ENGLISH, None), None)
    assert control.make(ShareKind.PAGE) is None
    while (made := control.poll()) is None:
        time.sleep(0.02)
    assert made.error
    assert not list(home.iterdir())


def test_a_picture_that_cannot_move_after_all_is_saved_as_it_stands(
    match: Match, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = (
        "import sys; out = sys.argv[-1]; is_moving = out.endswith('.webp');"
        "open(out, 'wb').write(b'half' if is_moving else b'a picture');"
        "is_moving and sys.exit('none')"
    )
    monkeypatch.setattr(control_module, "_command", lambda *given: [sys.executable, "-c", script])
    monkeypatch.setattr(control_module, "picture_command", lambda: None)
    monkeypatch.setattr(control_module, "can_move", lambda: True)
    control = ShareControl(SharedMatch(match, ENGLISH, None), None)
    assert control.make(ShareKind.PICTURE) is None
    while (made := control.poll()) is None:
        time.sleep(0.02)
    assert not made.error
    assert made.path is not None
    assert (made.path.suffix, made.path.read_bytes()) == (".png", b"a picture")


def test_files_are_named_after_the_end_of_the_game_and_pictures_lie_with_pictures(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(*, is_picture: bool) -> Path:
        return tmp_path / ("pictures" if is_picture else "documents")

    monkeypatch.setattr(control_module, "find_folder", find)
    monkeypatch.setattr(control_module, "picture_command", lambda: None)
    monkeypatch.setattr(control_module, "can_move", lambda: False)
    script = "import sys; open(sys.argv[-1], 'wb').write(b'made')"
    monkeypatch.setattr(control_module, "_command", lambda *_: [sys.executable, "-S", "-c", script])
    for folder in ("pictures", "documents"):
        (tmp_path / folder).mkdir()
    when = datetime(2026, 11, 21, 12, 0, 5, tzinfo=UTC)
    control = ShareControl(SharedMatch(match, ENGLISH, when), when)
    control.card = b"a picture"
    made = [control.make(kind) for kind in (ShareKind.PICTURE, ShareKind.RECORD, ShareKind.PAGE)]
    while made[-1] is None:
        made[-1] = control.poll()
    name = f"take-it-easy-{when.astimezone():%Y-%m-%d-%H%M%S}"
    assert [one and one.path for one in made] == [
        tmp_path / "pictures" / f"{name}.png",
        tmp_path / "documents" / f"{name}.json",
        tmp_path / "documents" / f"{name}.html",
    ]


def test_where_no_best_board_is_named_the_text_asks_nobody() -> None:
    match = random_match(Ruleset(rays=RayRule.BEST_RAY), 2, Random(3))
    made = ShareControl(SharedMatch(match, ENGLISH, None), None).make(ShareKind.TEXT)
    assert made is not None
    assert made.text == "\n".join(describe_result(match, 0, ENGLISH, possible=None, daily=None))


def test_pictures_lie_among_pictures_and_all_else_among_documents(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the time of the player's clock at which the match was finished."""
    monkeypatch.setattr(
        control_module,
        "find_folder",
        lambda *, is_picture: tmp_path / ("pictures" if is_picture else "documents"),
    )
    elsewhere = timezone(timedelta(hours=5, minutes=30))
    when = datetime(2026, 11, 22, 23, 30, tzinfo=elsewhere)
    control = ShareControl(SharedMatch(match, ENGLISH, when), when)
    control.card = b"a picture"
    monkeypatch.setattr(control_module, "picture_command", lambda: None)
    monkeypatch.setattr(control_module, "can_move", lambda: False)
    stamp = when.astimezone().strftime("%Y-%m-%d-%H%M%S")
    for kind, folder in ((ShareKind.PICTURE, "pictures"), (ShareKind.RECORD, "documents")):
        made = control.make(kind)
        assert made is not None
        assert made.path is not None
        assert made.path.parent == tmp_path / folder
        assert stamp in made.path.name


def test_leaving_ends_what_is_being_made(player: Context, match: Match, home: Path) -> None:
    stage, scene = open_share(player, match)
    stage.click(stage.find(player.text("share.page")))
    job = scene.control.job
    assert job is not None
    stage.press("escape")
    assert stage.stack.is_empty
    assert job.is_done
    assert not list(home.iterdir())


@pytest.mark.slow
def test_what_another_page_has_broken_off_can_be_made_again(
    player: Context, match: Match, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "import pathlib, sys; pathlib.Path(sys.argv[-1]).write_text('made')"
    monkeypatch.setattr(control_module, "picture_command", lambda: None)
    monkeypatch.setattr(control_module, "can_move", lambda: False)
    monkeypatch.setattr(control_module, "_command", lambda *_: [sys.executable, "-S", "-c", words])
    stage, scene = open_share(player, match)
    for kind in ("picture", "page"):
        stage.click(stage.find(player.text(f"share.{kind}")))
    assert scene.message
    stage.stack.apply(Push(player.routes.notice("Something else.")))
    stage.press("escape")
    assert stage.top is scene
    assert not scene.message
    stage.let(0.1)
    assert scene.control.job is None, "nothing waits any more"
    stage.click(stage.find(player.text("share.picture")))
    wait(stage, scene)
    (saved,) = home.iterdir()
    assert scene.message == player.text("share.saved", file=str(saved))


def test_the_picture_of_a_daily_deal_names_number_day_and_medal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    day = date(2026, 11, 20)
    words: list[str] = []

    def write(self: Painter, _: object, text: str, *args: object, **options: object) -> None:
        words.append(text)

    monkeypatch.setattr(Painter, "text_in", write)
    for played, medal in ((play_deal(day), Medal.GOLD), (play_out(Ruleset(), ("Ana",), "4"), "")):
        words.clear()
        surface = pygame.Surface((640, 400))
        draw_still(played, ENGLISH, day, medal, surface, Painter(make_view((640, 400))))
        said = " / ".join(words)
        assert ("Daily deal 324" in said, "Gold" in said) == (medal != "",) * 2
        assert "20 November 2026" in said


def test_in_a_picture_each_name_has_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    names = tuple(letter * 24 for letter in "MWGQNS")
    written: list[str] = []
    write_line = Painter.write_line

    def write(painter: Painter, surface: pygame.Surface, text: str, *more: Any) -> Rect:
        written.append(text)
        return write_line(painter, surface, text, *more)

    monkeypatch.setattr(Painter, "write_line", write)
    for size in ((600, 315), STILL_SIZE):
        written.clear()
        match, surface = play_out(Ruleset(), names, "4"), pygame.Surface(size)
        draw_still(match, ENGLISH, None, "", surface, Painter(make_view(size)))
        for name in names:
            assert len([line for line in written if line[:2] == name[:2]]) == 1, (size, written)


def test_a_daily_result_that_counts_is_shared_with_its_medal(player: Context) -> None:
    """The medal of the deal is on the picture only where the attempt counted and all is known."""
    player.store.clock = lambda: NOW
    day = TODAY - timedelta(days=1)
    match = play_deal(day, STANDARD_EDITION)
    assert shared_of(player, match).medal == ""
    keep_share(player.store, day, 0)
    shared = shared_of(player, match)
    assert (shared.medal, shared.possible) == ("", None)
    assert (shared.when, shared.day) == (datetime(2026, 11, 20, 20, 5, tzinfo=UTC), day)
    keep_share(player.store, day, 66)
    shared = shared_of(player, match)
    assert shared.medal == Medal.SILVER.value
    assert shared.possible is not None
    assert shared.possible.best > shared.possible.master > 0
    assert shared.daily == deal_on(day, STANDARD_EDITION)
    again = replace(match, meta=with_identity(None))
    player.store.profile.add_match(again, NOW)
    assert shared_of(player, again).medal == ""


def shared_of(context: Context, match: Match) -> SharedMatch:
    """Return what a match's page shares."""
    shared = share_scene(context, match).control.shared
    assert isinstance(shared, SharedMatch)
    return shared


@pytest.mark.parametrize("rows", [0, 1, 2, 3])
def test_at_most_two_rows_of_hexagons_are_beside_the_copied_words(
    player: Context, match: Match, monkeypatch: pytest.MonkeyPatch, copied: list[str], rows: int
) -> None:
    lines = ["Take It Easy!", *["⬢⬢⬡"] * rows, "112 points"]
    monkeypatch.setattr(SharedMatch, "text", lambda _: "\n".join(lines))
    stage, scene = open_share(player, match)
    stage.press("ctrl+c")
    assert copied == ["\n".join(lines)]
    words = "Take It Easy! · 112 points"
    assert scene.message == player.text("share.copied", words=words)
    signs = [part for part in scene.root.walk() if isinstance(part, Sign)]
    assert len(signs) == (3 * rows if rows <= 2 else 0)
    # A later message has none.
    player.copy_text = lambda _: False
    stage.press("ctrl+c")
    assert scene.message == player.text("share.not_copied", words=words)
    assert scene.is_bad
    scene.leave()
    assert scene.message, "only what is being made is broken off"


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("share") == []

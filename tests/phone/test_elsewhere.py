"""A room without a window, the real program, played in a browser at the end of a bad line.

With `TAKE_IT_EASY_NGINX`, the path of that program, it stands before the room as net/README says.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from game.rules.record import parse_record
from tests.net.test_room import Player, Program, compare, wait_until
from tests.page.test_looks import axe_findings
from tests.page.visitor import Visitor
from tests.phone.conftest import browser as browser
from tests.phone.conftest import visitor as visitor
from tests.phone.test_phone import answers
from tests.phone.wire import Wire
from tests.sources import GAME

RULES = "classic free pairs none"


@contextlib.contextmanager
def proxy(folder: Path, port: int) -> Iterator[tuple[int, str]]:
    """Start nginx with the lines of net/README; yields its port and the room's path."""
    program = os.environ.get("TAKE_IT_EASY_NGINX")
    if not program:
        yield port, "/"
        return
    guide = (GAME / "net" / "README.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"location /room/ \{.*?\}", guide, re.DOTALL)
    own = port + 1 if port < 60_000 else port - 1
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}\n"
        f"http {{ access_log {folder}/log; client_body_temp_path {folder}/body;\n"
        f"proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fast;\n"
        f"uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;\n"
        f"server {{ listen 127.0.0.1:{own}; {lines.replace('4280', str(port))} }} }}\n"
    )
    server = subprocess.Popen([program, "-c", str(folder / "nginx.conf"), "-p", str(folder)])
    try:
        yield own, "/room/"
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture
def room(browser: Chrome, tmp_path: Path) -> Iterator[tuple[Program, Wire, str]]:
    """The program, the line to it, and the path of its page."""
    words = ("--listen", "127.0.0.1:0", "--seats", "2", "--rules", RULES, "--call-time", "60s")
    program = Program(tmp_path / "room", *words, "--trust-proxy")
    with proxy(tmp_path, program.port) as (port, path):
        wire = Wire(port)
        yield program, wire, path
        browser.get("about:blank")
        wire.close()
    if program.process.poll() is None:
        program.process.kill()
        program.process.wait()


@pytest.mark.journey
def test_a_match_through_delay_stalls_and_cuts(
    visitor: Visitor, room: tuple[Program, Wire, str]
) -> None:
    program, wire, path = room
    visitor.holds_a_phone()
    visitor.browser.get(f"http://127.0.0.1:{wire.port}{path}#{program.code}")
    wait_until(lambda: visitor.sees("#name"))
    # The address has filled in the letters; nothing but a name is left to type.
    assert visitor.runs("return at('code').value") == program.code
    visitor.runs("at('name').focus()")
    visitor.types("Ann")
    visitor.presses("#join")
    wait_until(lambda: visitor.runs("return waiting !== null"))
    assert "as soon as everybody is here" in visitor.reads("main")
    assert "could see" in visitor.reads("main")
    assert axe_findings(visitor) == []
    ben = Player("Ben", lambda: (f"ws://127.0.0.1:{wire.port}{path}socket", program.code))
    playing = threading.Thread(target=lambda: asyncio.run(ben.run()), daemon=True)
    playing.start()
    wait_until(lambda: visitor.runs("return state !== null && screen === 'play'"))
    lies: dict[int, int] = {}
    troubled: set[int] = set()
    end = time.monotonic() + 180
    while visitor.runs("return screen") != "count":
        assert time.monotonic() < end
        call, is_mine, tiles, called, shown = visitor.runs(
            "return [state.call, state.do === 'place' || !!sent, state.board.tiles, state.called,"
            " screen === 'play' ? document.querySelectorAll('#hand svg').length : null]"
        )
        if not is_mine:
            lies |= {tile: space for space, tile in enumerate(tiles) if tile >= 0}
            # The page shows what was called: nobody has a big screen.
            assert shown in (None, len(called))
        if call % 3 == 2 and call not in troubled:
            troubled.add(call)
            answers(visitor)
            wire.stall(2.0)
        elif call % 3 == 0 and call not in troubled:
            troubled.add(call)
            answers(visitor)
            wire.cut()
        answers(visitor)
        time.sleep(0.05)
    total, board = visitor.runs("return [state.count[state.you].total, state.board.tiles]")
    playing.join(60)
    wait_until(lambda: len(program.printed) == 1 + 2 + 1)
    match = parse_record(Path(program.printed[-1]).read_bytes())
    seat = next(i for i, player in enumerate(match.players) if player.name == "Ann")
    position = match.round.seats[seat].position
    assert board == [-1 if tile is None else tile.index for tile in position.tiles]
    # Every tile was confirmed where it lies: the room has placed none for her.
    assert {tile: space for space, tile in enumerate(board) if tile >= 0 and tile in lies} == lies
    assert len(lies) >= sum(tile >= 0 for tile in board) - 2
    assert f"Ann: {total:g}" in program.printed
    assert wire.cuts >= 3
    # Each cut may take the answer to a pair with it; nobody's call was missed.
    compare(match, ben, missing=2 * wire.cuts)
    assert not any(turn.is_missed for one in match.round.seats for turn in one.turns)
    visitor.browser.get("about:blank")
    assert program.ends() == 0

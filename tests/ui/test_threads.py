"""A game on a system that starts no thread, or not this one: helpers are missing, nothing ends."""

from __future__ import annotations

import ast
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from math import inf
from pathlib import Path
from threading import Thread
from typing import Any

import pygame
import pytest

import game.ui.frame.loop as loop
from game.bots.players.external_process import Allowance, BotProcess
from game.bots.service.process_engines import ProcessEngines
from game.bots.service.runner import EngineRunner
from game.net.journal.store import TableOpening, TableStore
from game.net.service.service import Service
from game.progress.engine_client import EngineClient
from game.rules.ruleset import Ruleset
from game.storage.backup import backup_of
from game.storage.places import HOME_VARIABLE, find_places
from game.storage.settings import Settings, SettingsStore
from game.storage.store import open_storage
from game.ui import wiring
from game.ui.check_here import _patiently
from game.ui.frame.context import Context
from game.ui.frame.loop import Loop
from game.ui.frame.opening import Opening
from game.ui.frame.reader_tree import ReaderTree
from game.ui.frame.title import LaunchOptions, open_title
from game.ui.frame.window import GameWindow
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.setup.scene import SetupScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.sound.speech import SystemSpeaker
from game.ui.sound.speech_engine import SpeechProgram
from tests.bots.asking import PATIENCE, called
from tests.sources import GAME, MODULES, nodes_of
from tests.ui.evening import Evening, Events, key
from tests.ui.unseen import draw_blank

REFUSED = "can't start new thread"


class Threads:
    """Counts the threads that are started, and refuses the nth, or every one for 0."""

    def __init__(self, patch: pytest.MonkeyPatch, refused: int | None = None) -> None:
        self.names: list[str] = []
        start = Thread.start

        def start_some(thread: Thread) -> None:
            self.names.append(thread.name)
            if refused in (0, len(self.names)):
                raise RuntimeError(REFUSED)
            start(thread)

        patch.setattr(Thread, "start", start_some)


class Helped(Evening):
    """A match with sound, gamepads, speech and an engine beside it, and a table by post."""

    def make_loop(self, window: GameWindow, context: Context, stack: Any, **more: Any) -> Loop:
        self.runner = EngineRunner()
        super().make_loop(window, context, stack)
        context.engines = EngineClient(self.runner)
        self.loop.after_first_frame = more["after_first_frame"]
        return self.loop

    def script(self) -> Iterator[Events]:
        yield from self.wait(TitleScene)
        choice = self.context.engines.ask_choice(called(), 0, "duckling", "7")
        post = TableOpening(Ruleset(), 1, 3600, people=("Ana",))
        opened = self.context.apart.service.open_table(post)
        opened.exception(PATIENCE)
        yield from self.open_doors()
        yield from self.press("new")
        yield from self.wait(SetupScene)
        yield key(pygame.K_RETURN)
        yield from self.begin()
        yield from self.play(100)
        yield from self.wait(CountScene)
        assert choice.result(PATIENCE)
        self.runner.close()
        yield from self.leave()


def play(home: Path, refused: int | None = None) -> list[str]:
    """Play from the launch to the end of a match; return the names of the threads."""
    settings = Settings(language="de", has_speech=True, has_reduced_motion=True)
    SettingsStore(home / "settings.json").save(settings)
    evening = Helped()
    speech = SpeechProgram(sys.executable, lambda *_: ("-c", "input()"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(home))
        patch.setattr(wiring, "Loop", evening.make_loop)
        patch.setattr(wiring, "SystemSpeaker", lambda: SystemSpeaker(lambda: speech, lambda: None))
        patch.setattr(loop, "MAKING_SECONDS", inf)
        draw_blank(patch)
        patch.setattr(gc, "freeze", lambda: None)
        # Other tests in this process have a display too.
        patch.setattr(pygame, "quit", lambda: None)
        patch.setattr(os, "_exit", lambda _: None)
        threads = Threads(patch, refused)
        with open_title(LaunchOptions(window_size=(1024, 640))) as opened:
            wiring.run_game(opened)
    assert len(evening.finished) == 1
    with closing(open_storage(find_places({HOME_VARIABLE: str(home)}))) as store:
        assert [one.identity for one in store.profile.last_matches()] == [*evening.finished]
        assert backup_of(store.profile.path).exists()
    return threads.names


@pytest.mark.slow
def test_a_game_needs_no_thread(tmp_path: Path) -> None:
    names = play(tmp_path / "all")
    assert {"sound", "speech", "backup"} <= set(names)
    for refused in (0, *(names.index(name) + 1 for name in dict.fromkeys(names))):
        play(tmp_path / str(refused), refused)


def test_what_cannot_be_asked_for_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    Threads(monkeypatch, 0)
    assert Opening(lambda: True).take_failure()
    ReaderTree("Take It Easy!").open_later()
    with pytest.raises(OSError, match="no thread can be started"):
        _patiently(lambda: "")
    with pytest.raises(OSError, match="no thread can be started"):
        BotProcess([sys.executable, "-c", "input()"], "bot", Allowance())
    service = Service(TableStore(tmp_path), ProcessEngines())
    assert isinstance(service.open().exception(0), OSError)
    monkeypatch.undo()
    assert service.open().result(PATIENCE) is None
    service.close()


def test_threads_are_started_in_one_place() -> None:
    """Only `threads.py` calls `Thread`: elsewhere a refusal could end the game."""
    places = {
        path.relative_to(GAME).as_posix()
        for path in MODULES
        for node in nodes_of(path)
        if isinstance(node, ast.Call)
        and (ast.unparse(node.func).rpartition(".")[2] in ("Thread", "Timer"))
    }
    assert places == {"threads.py"}

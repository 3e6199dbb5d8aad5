"""Tables apart for the tests of their pages."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from game.net.journal.store import LeadSettings, TableOpening
from game.net.service.service import Service
from game.net.service.snapshots import TableSnapshot
from game.net.service.table_flow import ApartFlow, ApartKeeper
from game.play.table_control import TableControl, TableSignal
from game.play.table_game import Phase as TableStep
from game.progress.engine_client import EngineClient
from game.rules.match import legal_placements
from game.rules.ruleset import Ruleset
from tests.gallery import collect_samples
from tests.ui.scenes.stage import Stage

SAMPLES = collect_samples("apart")


LEAGUE: Final = Ruleset.parse("classic free mail none bonus=call")


class Screen:
    """One program's usual table, with a player who places at once."""

    def __init__(self, service: Service, table: bytes) -> None:
        match = ApartKeeper(service, table)
        self.game = match.game()
        self.flow = ApartFlow(match, time.time)
        self.control = TableControl(self.game, EngineClient(), time.monotonic, self.flow)
        self.is_over = False

    def step(self) -> None:
        news = self.control.advance(0.02, is_moving=False)
        self.is_over |= TableSignal.OVER in news
        stage = self.game.phase()
        if stage is TableStep.ACT and self.flow.can_place(self.control):
            choice = legal_placements(self.game.match, self.game.view)[0]
            self.control.place(choice.tile, choice.space)
        elif stage is TableStep.CLOSE:
            self.control.close_or_go_on()
        elif self.flow.can_hand_in(self.game):
            self.flow.go_on(self.control)


def has_begun(seen: TableSnapshot) -> bool:
    return seen.table is not None and seen.table.match is not None


def let_until(stage: Stage, what: type[object]) -> None:
    stage.wait_until(lambda: type(stage.top) is what)


def wait_for(what: Callable[[], object]) -> None:
    """Until it has come about, with no window."""
    end = time.monotonic() + 60
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def play_league(leader: Service, guest: Service, folder: Path) -> bytes:
    """A league in a shared folder, led and played by Ana, played to its end with Ben."""
    folder.mkdir()
    opening = TableOpening(LEAGUE, 2, 3600, ("Ana",), folder=str(folder))
    table = leader.open_table(opening).result(30)
    guest.join(leader.invitation(table), "Ben", str(folder)).result(30)
    wait_for(lambda: has_begun(leader.snapshots[table]) and has_begun(guest.snapshots[table]))
    screens = [Screen(leader, table), Screen(guest, table)]

    def play_on() -> bool:
        for screen in screens:
            screen.step()
        return all(screen.is_over for screen in screens)

    wait_for(play_on)
    return table


def open_for_computers(service: Service, desk: LeadSettings | None = None) -> bytes:
    """A league's table at which two computers play."""
    bots = (("A", "random"), ("B", "random"))
    opening = TableOpening(LEAGUE, 2, 3600, (), bots, lead_settings=desk or LeadSettings())
    return service.open_table(opening).result(30)


def wait_for_words(stage: Stage, words: str) -> None:
    stage.wait_until(
        lambda: any(words in shown for shown in [" ".join(stage.read()), *stage.read()])
    )


def until(snapshot: TableSnapshot, seconds: int) -> TableSnapshot:
    """The same table whose open call ends then."""
    assert snapshot.table is not None
    assert snapshot.table.call is not None
    call = replace(snapshot.table.call, until=seconds)
    return replace(snapshot, table=replace(snapshot.table, call=call))


def answered(result: object = None, error: BaseException | None = None) -> Future[Any]:
    """Return an answer of the service that is there already."""
    future: Future[Any] = Future()
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
    return future

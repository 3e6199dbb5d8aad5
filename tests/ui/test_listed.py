"""The page of the tables that a club lists: seen, asked for by a press, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import TypeVar

import pytest

from game.net.at_club import ListedTable
from game.net.invitations import Invitation, read_invitation
from game.net.keys import new_secret, public_of
from game.net.service import Service
from game.net.trouble import TransportError, Trouble
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.parts import MAIN
from game.ui.scenes.apart.joining import JoinScene
from game.ui.scenes.apart.listed import LIST_PAUSE, ListedScene
from game.ui.scenes.apart.lobby import LobbyScene
from game.ui.scenes.apart.waiting import WaitingScene
from game.ui.scenes.apart.words import failure_words
from tests.ui.scenes.stage import Stage
from tests.ui.test_apart import let_until

pytestmark = pytest.mark.usefixtures("blank", "no_listener")

T = TypeVar("T")
CLUB = "tls://anna:word@club.example:4222"


def table(number: int, names: tuple[str, ...] = (), title: str = "") -> ListedTable:
    invitation = Invitation(bytes([number]) * 16, public_of(new_secret()), "")
    return ListedTable(invitation, Ruleset(), 3, 60, title, names)


class Listing:
    """A club with the test's `answer`; `asked` are the queried addresses."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, service: Service) -> None:
        self.answer: Callable[[], tuple[ListedTable, ...]] = tuple
        self.asked: list[str] = []
        monkeypatch.setattr(service, "listed_at", self._list)

    def _list(self, url: str) -> Future[tuple[ListedTable, ...]]:
        self.asked.append(url)
        done: Future[tuple[ListedTable, ...]] = Future()
        try:
            done.set_result(self.answer())
        except Exception as error:
            done.set_exception(error)
        return done


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch, service: Service) -> Listing:
    return Listing(monkeypatch, service)


def test_the_lobby_leads_to_the_list_and_a_press_asks_for_a_seat(
    context: Context, club: Listing, service: Service
) -> None:
    context.preferences = replace(context.preferences, club_address=CLUB, player_name="Cora")
    one, two = table(1, ("Ann\u202eeve",)), table(2, title="Cup")
    club.answer = lambda: (one, two)
    stage = Stage(context, LobbyScene(context))
    stage.click(stage.part("elsewhere"))
    stage.click(stage.part("listed"))
    assert isinstance(stage.top, ListedScene)
    stage.let(0.1)
    words = " ".join(stage.read())
    assert "Cup" in words
    assert context.text("together.state.opening", count=2) in words
    assert "\u202e" not in words
    stage.click(stage.part(two.invitation.table))
    let_until(stage, WaitingScene)
    (seen,) = service.snapshots.values()
    assert seen.id == two.invitation.table
    assert [seat.name for seat in seen.seating.seats] == ["Cora"]


def test_whoever_has_no_name_says_it_first(context: Context, club: Listing) -> None:
    context.preferences = replace(context.preferences, club_address=CLUB, player_name="")
    one = table(1)
    club.answer = lambda: (one,)
    stage = Stage(context, ListedScene(context))
    stage.let(0.1)
    stage.click(stage.part(one.invitation.table))
    assert isinstance(stage.top, JoinScene)
    assert read_invitation(stage.top.code) == one.invitation


def test_an_address_is_typed_once_and_looked_at_again_and_again(
    context: Context, club: Listing
) -> None:
    stage = Stage(context, ListedScene(context))
    scene = stage.top
    assert isinstance(scene, ListedScene)
    assert club.asked == []
    assert not stage.part(MAIN).is_enabled
    stage.click(stage.part("address"))
    stage.type(f" {CLUB} ")
    stage.click(stage.part(MAIN))
    stage.let(0.1)
    assert context.text("together.none_listed") in " ".join(stage.read())
    assert context.preferences.club_address == CLUB
    club.answer = lambda: (table(1, title="Cup"),)
    stage.let(LIST_PAUSE + 1)
    assert set(club.asked) == {CLUB}
    assert 2 <= len(club.asked) <= 3
    assert "Cup" in " ".join(stage.read())


@pytest.mark.parametrize(
    "error",
    [TransportError(Trouble.NO_CLUB, "tls://club"), TransportError(Trouble.USER_REFUSED, "tls://x"),
     FormatError(Fault.NOT_A_SERVER, text="x"), OSError(5, "odd"), RuntimeError("odd")],
)  # fmt: skip
def test_why_nothing_is_listed_is_said_and_nobody_asks_again_alone(
    context: Context, club: Listing, error: Exception
) -> None:
    def fail() -> tuple[ListedTable, ...]:
        raise error

    club.answer = fail
    context.preferences = replace(context.preferences, club_address=CLUB)
    stage = Stage(context, ListedScene(context))
    stage.let(0.1)
    assert failure_words(context, error) in " ".join(stage.read())
    stage.let(2 * LIST_PAUSE)
    assert len(club.asked) == 1
    club.answer = lambda: (table(1, title="Cup"),)
    stage.click(stage.part(MAIN))
    stage.let(0.1)
    assert "Cup" in " ".join(stage.read())

"""Every route leads somewhere: its module is there, and takes what the route hands on."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

import pytest

from game.play.table import TableSetup
from game.rules.match import Player
from game.rules.ruleset import Ruleset
from game.ui.frame.routes import Routes

ROUTES = [name for name in vars(Routes) if not name.startswith("_")]
SETUP = TableSetup(Ruleset(), (Player("Ana"),), "1")


@pytest.mark.parametrize("name", ROUTES)
def test_what_opens_a_screen_takes_what_its_route_hands_on(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def make(routes: Routes, place: str, *told: Any, **named: Any) -> Any:
        module, _, opener = place.partition(":")
        found = getattr(import_module(f"game.ui.scenes.{module}"), opener)
        inspect.signature(found).bind(None, *told, **named)
        opened.append(place)

    monkeypatch.setattr(Routes, "_make", make)
    route = getattr(Routes, name)
    told = [p for p in inspect.signature(route).parameters.values() if p.default is p.empty][1:]
    route(Routes(None), **{p.name: SETUP if p.name == "setup" else None for p in told})
    assert opened
    # Every argument reaches the screen, whatever its default is.
    for value in ("", "x"):
        every = {p: SETUP if p == "setup" else value for p in inspect.signature(route).parameters}
        every.pop("self")
        route(Routes(None), **every)

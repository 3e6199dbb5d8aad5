"""Shared fixtures of the tests of tables apart."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from game.net.service.service import Service


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Return what is asked of the service, instead of doing it: the method and its arguments."""
    noted: list[tuple[Any, ...]] = []

    def note(name: str) -> Callable[..., Future[Any] | None]:
        def ask(service: Service, *given: Any, **named: Any) -> Future[Any] | None:
            noted.append((name, *given, *named.items()))
            return Future() if name in ("open_table", "join") else None

        return ask

    for name in ("lead", "substitute", "leave_seat", "open_table", "join"):
        monkeypatch.setattr(Service, name, note(name))
    return noted

"""A file of learned arrays is read whole or refused with its name, however it is damaged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from game.bots.values.book import load_book
from game.bots.values.network import read_network
from game.bots.values.shortlist import Shortlist
from game.resources import ResourceError, asset

READERS: list[tuple[Callable[[Path], object], Path]] = [
    (read_network, asset("bots", "standard.npz")),
    (load_book, asset("bots", "book.npz")),
    (Shortlist.load, asset("bots", "shortlist.npz")),
    (read_network, asset("bots", "network.npz")),
]
DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda whole: b"",
    "garbage": lambda whole: b"garbage" * 99,
    "cut": lambda whole: whole[: len(whole) // 2],
    "one byte": lambda whole: whole[:5000] + bytes([whole[5000] ^ 4]) + whole[5001:],
    "folder": lambda whole: whole[:-30] + b"x" * 30,
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize(("read", "path"), READERS)
def test_damage_is_told(
    read: Callable[[Path], object], path: Path, damage: str, tmp_path: Path
) -> None:
    read(path)
    bad = tmp_path / "bad.npz"
    bad.write_bytes(DAMAGE[damage](path.read_bytes()))
    with pytest.raises(ResourceError, match=r"bad\.npz is damaged: install the game again"):
        read(bad)


@pytest.mark.parametrize("read", [load_book, Shortlist.load, read_network])
def test_an_archive_of_something_else_is_refused(
    read: Callable[[Path], object], tmp_path: Path
) -> None:
    path = tmp_path / "other.npz"
    np.savez(path, other=np.zeros(3))
    with pytest.raises(ResourceError, match="install the game again"):
        read(path)


def test_what_another_thread_disturbs_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    refusals = [SystemError("AST constructor recursion depth mismatch")]
    load = np.load

    def load_disturbed(*arguments: Any, **options: Any) -> Any:
        if refusals:
            raise refusals.pop()
        return load(*arguments, **options)

    monkeypatch.setattr(np, "load", load_disturbed)
    read_network(asset("bots", "network.npz"))
    assert not refusals

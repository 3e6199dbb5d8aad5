"""The fingerprint changes with any of the files that values come from, and with nothing else; what
was made by values carries it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.bots.values import fingerprint as room
from game.resources import asset, read_table, seed_file
from tests.golden.choices import FILE as CHOICES


def test_every_file_of_values_changes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = room.fingerprint()
    assert len(own) == 8
    assert room.sign("luck 7") == f"luck 7@{own}"
    assert {f.name for f in asset("bots").glob("*.npz")} == set(room.FILES)
    for name in room.FILES:
        (tmp_path / name).write_bytes(asset("bots", name).read_bytes())
    monkeypatch.setattr(room, "asset", lambda folder, name: tmp_path / name)
    compute = room.fingerprint.__wrapped__
    assert compute() == own
    for name in room.FILES:
        path = tmp_path / name
        whole = path.read_bytes()
        path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        assert compute() != own
        path.write_bytes(whole)
    (tmp_path / "network.npz").unlink()
    assert compute() != own


@pytest.mark.parametrize("path", [("levels.toml",), ("deals", "challenges.toml")])
def test_what_was_made_by_values_was_made_by_these(path: tuple[str, ...]) -> None:
    assert read_table(seed_file(*path))["values"] == room.fingerprint()
    assert CHOICES.read_text(encoding="utf-8").splitlines()[-1] == room.fingerprint()

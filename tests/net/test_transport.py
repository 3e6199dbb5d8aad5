"""The folder that an invitation's address names."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.net.post.transport import folder_of_url, resolve_folder
from game.rules.errors import Fault, FormatError
from tests.unreadable import close_folder


def test_a_folder_is_named_by_an_absolute_file_address_alone(tmp_path: Path) -> None:
    there = tmp_path / "a folder"
    url = there.as_uri()
    assert folder_of_url(url) == there
    assert folder_of_url(url.replace("file://", "file://localhost")) == there
    others = ("", "nats://x:1", "http://x/y", "file://server/share", "file:here", "file://[x/")
    assert [folder_of_url(other) for other in others] == [None] * len(others)
    with pytest.raises(FormatError) as caught:
        resolve_folder(str(there))
    assert caught.value.fault is Fault.NO_SUCH_FOLDER
    there.mkdir()
    assert resolve_folder(str(there / ".." / "a folder")) == there.resolve()


def test_a_folder_out_of_sight_is_refused_like_one_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close_folder(monkeypatch, tmp_path)
    with pytest.raises(FormatError) as caught:
        resolve_folder(str(tmp_path / "there"))
    assert caught.value.fault is Fault.NO_SUCH_FOLDER

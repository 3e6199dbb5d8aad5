"""The picture of a call: the tiles, their numbers and the clock."""

from __future__ import annotations

from tests.golden.pages import changed_pages


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("caller_picture") == []

"""The bands of the steps that open or join a table apart."""

from __future__ import annotations

from tests.golden.pages import changed_pages


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-step_bands") == []

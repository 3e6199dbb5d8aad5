"""Some of the fuzzer's inputs; `python -m tests.net.fuzz` tries 200,000."""

from __future__ import annotations

from tests.net.fuzz import fuzz


def test_whatever_comes_is_read_or_refused() -> None:
    found = fuzz(1_500, 2)
    assert found["judged_entry read"] > 0
    assert found["judged_entry refused"] > 30
    assert found["signed_line read"] > 30

"""What CONTRIBUTING.md says of each kind of change is enough to make it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.extending import EXTENSIONS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", EXTENSIONS)
def test_a_section_is_enough(name: str, tmp_path: Path) -> None:
    EXTENSIONS[name].carry_out(tmp_path)

"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

import game.bots  # noqa: F401  keeps arithmetic to one thread, before any test loads numpy

# Time on a shared machine says nothing about the code: no test fails for being slow.
settings.register_profile("house", deadline=None, print_blob=True)
settings.load_profile("house")

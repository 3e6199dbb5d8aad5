"""One way to compile a kernel, typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

__all__ = ["jit"]

P = ParamSpec("P")
R = TypeVar("R")


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile with numba: no bounds checks, fast floating point, cached on disk."""
    compiled = numba.njit(cache=True, fastmath=True, error_model="numpy")(function)
    return cast("Callable[P, R]", compiled)

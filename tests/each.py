"""One test for many cases: it tries all of them and names every one that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def _shown(case: object) -> str:
    """Return a case as a failure shows it: whole unless it is long."""
    return repr(case)[:160]


def each(
    cases: Iterable[Any], name: Callable[[Any], str] = _shown
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Make a test of a check that is called with every case; a plain tuple is several arguments.

    For cases by the hundred that need no fixture. `pytest.mark.parametrize` counts each of them as
    a test of its own, and starts and reports it as one.
    """
    listed = list(cases)

    def decorate(check: Callable[..., None]) -> Callable[[], None]:
        def test() -> None:
            failed: dict[str, str] = {}
            for case in listed:
                try:
                    check(*case) if type(case) is tuple else check(case)
                except (Exception, pytest.fail.Exception) as error:
                    failed[name(case)] = f"{type(error).__name__}: {error}"
            assert listed, "no case at all"
            assert not failed, f"{len(failed)} of {len(listed)} cases:\n" + "\n".join(
                f"{case}: {reason}" for case, reason in failed.items()
            )

        test.__name__, test.__doc__, test.__module__ = (
            check.__name__,
            check.__doc__,
            check.__module__,
        )
        return test

    return decorate


def some(cases: Iterable[Any], every: int) -> list[Any]:
    """Return the cases of a test: one of so many is run at once, the others are slow."""
    return [
        pytest.param(case, marks=pytest.mark.slow if number % every else ())
        for number, case in enumerate(cases)
    ]

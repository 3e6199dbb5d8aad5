"""Long work in steps, so that it can be shown and stopped: a window does some in each frame.

A generator of `Steps` yields the share that is done, from 0 to 1, and returns the result. Closing
it stops the work.
"""

from collections.abc import Callable, Generator
from typing import TypeVar

T = TypeVar("T")

Steps = Generator[float, None, T]


def finish(steps: Steps[T], show: Callable[[float], object] = lambda share: None) -> T:
    """Return the result of all steps; `show` is called with the share that is done."""
    while True:
        try:
            show(next(steps))
        except StopIteration as end:
            result: T = end.value
            return result

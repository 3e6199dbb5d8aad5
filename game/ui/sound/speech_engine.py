"""The description of a speech program: how it is called."""

from collections.abc import Callable, Sequence
from typing import NamedTuple


class SpeechProgram(NamedTuple):
    """A program that speaks: what to call it with for a language, the words on its input."""

    program: str
    arguments: Callable[[str], Sequence[str]]
    cancel: Sequence[str] = ()
    """What to call it with to break off what its service is still saying."""

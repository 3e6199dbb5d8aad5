"""The description of a speech program: how it is called."""

from collections.abc import Callable, Sequence
from typing import NamedTuple


class SpeechProgram(NamedTuple):
    """A program that speaks.

    One that `is_lasting` is started once: it reads a line for each sentence, the language and the
    words with a tab between, breaks off at an empty line, and writes a line whenever it is silent
    again. Any other is started for each sentence, with the words on its input.
    """

    program: str
    arguments: Callable[[str], Sequence[str]]
    cancel: Sequence[str] = ()
    """What to call it with to break off what its service is still saying."""

    plain: Sequence[str] | None = None
    """What to call it with where it lacks the language's voice, if it fails then."""

    is_lasting: bool = False

"""The description of a speech program: how it is called, and with which options it speaks."""

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

USUAL_RATE: Final = 0.5


class SpeechOptions(NamedTuple):
    """The player's choice for reading aloud: rate and volume are 0…1, an empty voice is the default
    one.
    """

    rate: float = USUAL_RATE
    volume: float = 1.0
    voice: str = ""

    @property
    def words_a_minute(self) -> int:
        """The rate for programs that count words: 175 usually, 80 to 450 at its ends."""
        return max(80, round(175 * math.pow(6.6, self.rate - USUAL_RATE)))


class SpeechProgram(NamedTuple):
    """A program that speaks.

    One that `is_lasting` is started once: it reads a line for each sentence, with tabs between the
    language, the rate (-10 to 10), the volume (0 to 100) and the words, stops speaking at an empty
    line, and writes a line whenever it is silent again. Any other runs once for each sentence,
    with the words on its input.

    `program` is the command's name, `arguments` returns the command's arguments for a language and
    options.
    """

    program: str
    arguments: Callable[[str, SpeechOptions], Sequence[str]]
    cancel: Sequence[str] = ()
    """The arguments that stop the service's current sentence."""

    plain: Sequence[str] | None = None
    """The arguments without a voice, for programs that fail if they lack the language's."""

    is_lasting: bool = False

    can_change: frozenset[str] = frozenset({"rate", "volume"})
    """The options that the program uses."""

    ask: Callable[[], None] | None = None
    """Called before each sentence; raises `OSError` if the program would hang."""

"""The names of the sounds, with their files and levels; no pygame, so that any module may
use them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from game.storage.settings import Settings

NUMBER_COUNT: Final = 9
LENGTHS: Final = (2, 3, 4, 5)
"""Lengths of lines: a completed line's sound depends on its number and its length."""


class Sound(StrEnum):
    """Effects by their meaning; a value is the stem of its files."""

    CALL = "call"
    PICK = "pick"
    PLACE = "place"
    TAKE_BACK = "take-back"
    ALIVE = "alive"
    """A line can still be completed."""
    LINE = "line"
    STROKE = "stroke"
    """Several lines at once, or one of many points."""
    LINE_DIES = "line-dies"
    RAY = "ray"
    COUNT = "count"
    TOTAL = "total"
    RECORD = "record"
    WIN = "win"
    BEATEN = "beaten"
    """The strongest computer is beaten on the same deal."""
    FIRST = "first"
    """Something has come about for the first time."""
    GOAL = "goal"
    BUTTON = "button"
    MOVE = "move"
    REFUSE = "refuse"
    TICK = "tick"
    LAST_CALL = "last-call"
    """The last call of a round."""
    MEDAL = "medal"
    LEVEL = "level"
    """A level is gained."""
    RIGHT = "right"
    """A puzzle is solved; the steps are those solved in a row."""
    ACE = "ace"
    """An ace is taken."""
    CLIMB_BEGIN = "climb-begin"
    CLIMB_PASSED = "climb-passed"
    CLIMB_FAR = "climb-far"
    """A stage is passed with three times the target."""
    CLIMB_JUST = "climb-just"
    CLIMB_HOLDS = "climb-holds"
    """A stage was missed, and a rope is lost."""
    CLIMB_BELOW = "climb-below"
    """Two ropes are lost."""
    CLIMB_BOSS = "climb-boss"
    CLIMB_SUMMIT = "climb-summit"
    CLIMB_OVER = "climb-over"
    CLIMB_PAYS = "climb-pays"
    """An ace pays, the first, second, … by one tile."""
    CLIMB_CRYSTAL = "climb-crystal"
    CLIMB_REACHED = "climb-reached"
    """The target is reached while the stage is played."""
    CLIMB_CARDS = "climb-cards"
    """Other cards are laid."""
    CLIMB_ROPE = "climb-rope"
    """A rope is bought."""

    def file_name(self, step: int = 0, variation: int = 0) -> str:
        """Return the file of one of the sound's steps; the highest for a step too high."""
        steps = PITCH_STEPS.get(self, 1)
        place = f"-{max(0, min(step, steps - 1))}" if steps > 1 else ""
        return f"{self.value}{place}.{variation % self.variations}.ogg"

    @property
    def variations(self) -> int:
        """The number of recordings of each form, so that a sound is not repeated exactly."""
        return VARIATIONS.get(self, 3)


PITCH_STEPS: Final[Mapping[Sound, int]] = {
    Sound.PLACE: 4,
    Sound.ALIVE: NUMBER_COUNT,
    Sound.LINE: NUMBER_COUNT * len(LENGTHS),
    Sound.STROKE: 4,
    Sound.RAY: 2,
    Sound.COUNT: 12,
    Sound.RIGHT: 8,
    Sound.CLIMB_PAYS: 5,
    Sound.CLIMB_CRYSTAL: 5,
}
"""The number of forms of a sound that has several: weights of a tile, numbers of a line, numbers
and lengths of a complete one, levels of a stroke, sun and moon, rising pitches."""

VARIATIONS: Final[Mapping[Sound, int]] = {
    Sound.CALL: 5,
    Sound.ALIVE: 2,
    Sound.LINE: 2,
    Sound.STROKE: 2,
    Sound.RAY: 2,
    Sound.COUNT: 2,
    Sound.TOTAL: 2,
    Sound.RECORD: 2,
    Sound.WIN: 2,
    Sound.BEATEN: 2,
    Sound.FIRST: 2,
    Sound.GOAL: 2,
    Sound.MOVE: 6,
    Sound.BUTTON: 4,
    Sound.CLIMB_PASSED: 2,
    Sound.CLIMB_HOLDS: 2,
    Sound.LAST_CALL: 2,
    Sound.MEDAL: 2,
    Sound.LEVEL: 2,
    Sound.RIGHT: 2,
    Sound.ACE: 2,
    Sound.CLIMB_BEGIN: 2,
    Sound.CLIMB_FAR: 2,
    Sound.CLIMB_JUST: 2,
    Sound.CLIMB_BELOW: 2,
    Sound.CLIMB_BOSS: 2,
    Sound.CLIMB_SUMMIT: 2,
    Sound.CLIMB_OVER: 2,
    Sound.CLIMB_PAYS: 2,
    Sound.CLIMB_CRYSTAL: 2,
    Sound.CLIMB_REACHED: 2,
    Sound.CLIMB_CARDS: 2,
    Sound.CLIMB_ROPE: 2,
}


STEPPING_FORWARD: Final[Mapping[Sound, float]] = {
    Sound.LINE: 0.9,
    Sound.STROKE: 1.2,
    Sound.RAY: 1.0,
    Sound.TOTAL: 1.8,
    Sound.RECORD: 2.2,
    Sound.WIN: 2.0,
    Sound.BEATEN: 2.2,
    Sound.FIRST: 1.6,
    Sound.GOAL: 1.2,
    Sound.CLIMB_PASSED: 1.4,
    Sound.CLIMB_HOLDS: 2.2,
    Sound.LAST_CALL: 1.6,
    Sound.MEDAL: 2.0,
    Sound.LEVEL: 2.0,
    Sound.CLIMB_BEGIN: 1.4,
    Sound.CLIMB_FAR: 2.2,
    Sound.CLIMB_JUST: 1.4,
    Sound.CLIMB_BELOW: 1.2,
    Sound.CLIMB_BOSS: 2.4,
    Sound.CLIMB_SUMMIT: 3.0,
    Sound.CLIMB_OVER: 2.0,
    Sound.CLIMB_REACHED: 1.2,
    Sound.ACE: 1.2,
}
"""Effects under which the music steps back, and for how many seconds."""


def weight_step(points: int) -> int:
    """`Sound.PLACE` for a tile whose numbers add up to `points`, 6 to 24: heavier is higher."""
    return max(0, min(3, (points - 6) // 5))


def line_step(number: int, length: int) -> int:
    """`Sound.LINE` for a complete line of a number."""
    place = max(0, min(length - LENGTHS[0], len(LENGTHS) - 1))
    return (number - 1) * len(LENGTHS) + place


def count_step(place: int) -> int:
    """`Sound.COUNT` for the first, second, ... band of a count: each is higher than the last."""
    return min(place, PITCH_STEPS[Sound.COUNT]) - 1


def number_step(number: int) -> int:
    """`Sound.ALIVE` for a line of a number."""
    return number - 1


UNDER_SPEECH: Final = 0.4
"""The music's share of the full volume while reading aloud is on."""


class Volumes(NamedTuple):
    """The volumes, each 0 to 1; at 0 no sound is computed."""

    effects: float = 0.7
    music: float = 0.0
    voice: float = 0.0

    @staticmethod
    def of(settings: Settings) -> Volumes:
        """Return the volumes that the player has set."""
        if settings.is_muted:
            return Volumes(0.0, 0.0, 0.0)
        music = settings.music_volume if settings.has_music else 0.0
        if settings.has_speech:
            # Reading aloud names the tiles itself, and must be understood over the music.
            return Volumes(settings.volume, music * UNDER_SPEECH, 0.0)
        return Volumes(settings.volume, music, settings.voice_volume)

    @property
    def are_zero(self) -> bool:
        """Whether everything is silent."""
        return self.effects <= 0 and self.music <= 0 and self.voice <= 0

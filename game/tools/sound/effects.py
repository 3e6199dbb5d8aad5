"""The effects: warm wood and soft metal, few modes, quick decays, nothing harsh.

Every recipe is given its step and a generator from which each variation takes its own small
differences: of pitch, timing, and the strength of what it is made of.
"""

import zlib
from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np

from game.resources import resource_root
from game.tools.sound.instruments import METAL, WOOD, Modes, bar, in_body, string
from game.tools.sound.levels import levelled
from game.tools.sound.synth import (
    ROUND,
    Wave,
    breath,
    degree,
    filtered,
    in_room,
    knock,
    layered,
    pitch,
    room,
    tone,
    trimmed,
    write_ogg,
)
from game.ui.sound.names import LENGTHS, STEPS, Sound

Chance = np.random.Generator

PEAK: Final = 0.37
"""No effect goes higher: the mixer reckons with it when many sound at once."""


@cache
def _answer(length: float) -> Wave:
    return room(length, np.random.default_rng(7))


def _near(chance: Chance, share: float = 0.012) -> float:
    """A factor close to one."""
    return float(1 + share * chance.uniform(-1, 1))


def _struck(hertz: float, length: float, decay: float, modes: Modes) -> Wave:
    return bar(12 * np.log2(hertz / pitch(0)), length, modes, velocity=0.7, decay=decay)


def wood(hertz: float, length: float, decay: float) -> Wave:
    """A marimba's bar."""
    return _struck(hertz, length, decay, WOOD)


def metal(hertz: float, length: float, decay: float) -> Wave:
    """A vibraphone's bar."""
    return _struck(hertz, length, decay, METAL)


def pluck(hertz: float, length: float) -> Wave:
    """A harp's string."""
    semitones = 12 * np.log2(hertz / pitch(0))
    return in_body(string(semitones, length, velocity=0.7, pick=0.2, ring=1.2))


def _call(step: int, chance: Chance) -> Wave:
    k = _near(chance)
    return layered(
        (0.0, 0.5, breath(0.16, 500 * k, 2200 * k, chance)),
        (0.05 * _near(chance, 0.1), 0.9, wood(pitch(7), 0.30, 0.09)),
        (0.12 * _near(chance, 0.06), 1.0, wood(pitch(14), 0.42, 0.12)),
        (0.115, 0.12, knock(1_900 * k, 0.04)),
    )


def _place(step: int, chance: Chance) -> Wave:
    """Heavier for higher numbers: lower, longer, with more body."""
    k = _near(chance, 0.03)
    low = (205, 172, 142, 112)[step] * k
    return layered(
        (0.0, 0.8 + 0.12 * step, tone(low, 0.2 + 0.05 * step, ROUND, decay=0.05 + 0.016 * step,
                                      attack=0.002, bend=0.55)),
        (0.0, 0.45, knock((520, 470, 420, 365)[step] * k, 0.14)),
        (0.0, 0.22, breath(0.05, 1500, 600, chance)),
        (0.05 * _near(chance, 0.2), 0.16, knock(540 * k, 0.09)),
        (0.082 * _near(chance, 0.2), 0.06, knock(585 * k, 0.07)),
    )  # fmt: skip


def _take_back(step: int, chance: Chance) -> Wave:
    k = _near(chance)
    return layered(
        (0.0, 0.45, breath(0.15, 1800 * k, 500, chance)),
        (0.02, 0.8, wood(pitch(9), 0.22, 0.07)),
        (0.09 * _near(chance, 0.08), 1.0, wood(pitch(4), 0.30, 0.09)),
    )


def _alive(step: int, chance: Chance) -> Wave:
    k = _near(chance, 0.002)
    return layered(
        (0.0, 1.0, pluck(pitch(12 + degree(step)) * k, 0.34)),
        (0.0, 0.12, breath(0.04, 3000, 1500, chance)),
    )


def _line(step: int, chance: Chance) -> Wave:
    """Return a line's chord: its number is the pitch, its length the notes."""
    number, place = divmod(step, len(LENGTHS))
    length = LENGTHS[place]
    notes: list[tuple[float, float, Wave]] = []
    at = 0.0
    for i in range(length):
        hertz = pitch(degree(number + 2 * i)) * _near(chance, 0.0015)
        notes.append((at, 1.0 - 0.09 * i, metal(hertz, 1.1, 0.24)))
        at += 0.068 * _near(chance, 0.06)
    root = pitch(degree(number) - 12)
    notes.append((0.0, 0.5, tone(root, 0.9, ROUND, decay=0.3, attack=0.01)))
    return layered(*notes)


def _stroke(step: int, chance: Chance) -> Wave:
    """A run upwards, with each level longer, higher, and ending in more sparks."""
    run = [
        (0.05 * i * _near(chance, 0.04), 0.55 + 0.05 * i,
         metal(pitch(degree(7 + 2 * step + i)), 0.6, 0.15))
        for i in range(3 + step)
    ]  # fmt: skip
    end = 0.05 * (3 + step)
    top = degree(7 + 2 * step + 3 + step)
    crown = _chord(end, (top, top + 7)[: 1 + step // 2], 0.24 + 0.08 * step, chance)
    sparks = [
        (end + 0.12 + 0.45 * float(chance.random()), 0.16,
         metal(pitch(degree(16 + step + int(chance.integers(4)))), 0.4, 0.08))
        for _ in range(3 * step)
    ]  # fmt: skip
    return layered(*run, *crown, *sparks)


def _line_dies(step: int, chance: Chance) -> Wave:
    k = _near(chance, 0.006)
    first = tone(pitch(-3) * k, 0.30, ROUND, decay=0.10, attack=0.012)
    second = tone(pitch(-8) * k, 0.46, ROUND, decay=0.15, attack=0.012, bend=0.975)
    return layered((0.0, 1.0, first), (0.11 * _near(chance, 0.1), 1.0, second))


def _ray(step: int, chance: Chance) -> Wave:
    """Return a ray's sound: a sun rises, bright; a moon floats down, soft."""
    steps = (5, 7, 9, 10, 12) if step == 0 else (11, 9, 8, 6, 5)
    notes = [
        (
            i * 0.085 * _near(chance, 0.04),
            0.8,
            metal(pitch(degree(s)), 1.3, 0.3)
            if step == 0
            else tone(pitch(degree(s)), 1.3, ROUND, decay=0.4, attack=0.02),
        )
        for i, s in enumerate(steps)
    ]
    air = breath(0.9, 900, 5200, chance) if step == 0 else breath(0.9, 2600, 700, chance)
    return layered(*notes, (0.0, 0.16, air))


def _count(step: int, chance: Chance) -> Wave:
    hertz = pitch(degree(3 + step)) * _near(chance, 0.001)
    return layered(
        (0.0, 1.0, wood(hertz, 0.42, 0.13)),
        (0.0, 0.25, metal(hertz * 2, 0.3, 0.08)),
    )


def _chord(at: float, notes: tuple[int, ...], decay: float, chance: Chance) -> list[
    tuple[float, float, Wave]
]:  # fmt: skip
    return [
        (at + 0.012 * i * _near(chance, 0.3), 0.7, metal(pitch(n), decay * 3.2, decay))
        for i, n in enumerate(notes)
    ]


def _total(step: int, chance: Chance) -> Wave:
    rise = [
        (0.11 * i * _near(chance, 0.03), 0.9, metal(pitch(n), 0.5, 0.16))
        for i, n in enumerate((0, 4, 7, 12))
    ]
    low = (0.46, 0.8, tone(pitch(-12), 1.3, ROUND, decay=0.5, attack=0.01))
    return layered(*rise, *_chord(0.46, (0, 7, 12, 16, 19), 0.5, chance), low)


def _record(step: int, chance: Chance) -> Wave:
    """Higher than the total, and twice: something that was never there before."""
    run = [
        (0.075 * i * _near(chance, 0.03), 0.7, metal(pitch(degree(5 + i)), 0.6, 0.17))
        for i in range(8)
    ]
    sparks = [
        (0.9 + 0.9 * float(chance.random()), 0.18,
         metal(pitch(degree(15 + int(chance.integers(5)))), 0.5, 0.1))
        for _ in range(9)
    ]  # fmt: skip
    low = (0.62, 0.9, tone(pitch(-12), 1.8, ROUND, decay=0.6, attack=0.01))
    return layered(*run, *_chord(0.62, (12, 16, 19, 24, 26), 0.6, chance), *sparks, low)


def _win(step: int, chance: Chance) -> Wave:
    horn = tuple((k, 1 / k**1.25, 1.0) for k in range(1, 10))
    tune = ((0.0, 0), (0.16, 4), (0.32, 7), (0.56, 7), (0.66, 9), (0.76, 12))
    notes = [
        (at * _near(chance, 0.015), 0.5, tone(pitch(n), 0.5, horn, decay=0.22, attack=0.02))
        for at, n in tune
    ]
    return layered(*notes, *_chord(0.76, (0, 7, 12, 16, 19), 0.5, chance))


def _beaten(step: int, chance: Chance) -> Wave:
    """A horn's call that goes over its own top, and its answer an octave above."""
    horn = tuple((k, 1 / k**1.3, 1.0) for k in range(1, 9))
    tune = ((0.0, 7), (0.14, 12), (0.28, 16), (0.42, 14), (0.56, 19))
    notes = [
        (at * _near(chance, 0.015), 0.5, tone(pitch(n), 0.55, horn, decay=0.24, attack=0.02))
        for at, n in tune
    ]
    answer = [
        (0.7 + 0.09 * i * _near(chance, 0.03), 0.5, metal(pitch(n), 0.7, 0.2))
        for i, n in enumerate((19, 24, 28, 31))
    ]
    low = (0.56, 0.8, tone(pitch(-5), 1.4, ROUND, decay=0.5, attack=0.01))
    return layered(*notes, *answer, *_chord(0.98, (7, 12, 16, 24), 0.5, chance), low)


def _first(step: int, chance: Chance) -> Wave:
    """Return a harp that opens a chord: wonder, not triumph."""
    notes = [
        (0.1 * i * _near(chance, 0.05), 0.8, pluck(pitch(n), 0.9))
        for i, n in enumerate((0, 7, 12, 14, 16, 19, 23, 24))
    ]
    return layered(*notes, (0.1, 0.14, breath(0.9, 900, 4800, chance)))


def _goal(step: int, chance: Chance) -> Wave:
    notes = [
        (at * _near(chance, 0.03), 0.9, metal(pitch(n), 0.9, 0.26))
        for at, n in ((0.0, 12), (0.09, 16), (0.18, 21), (0.34, 24))
    ]
    return layered(*notes, (0.0, 0.2, breath(0.4, 1500, 6000, chance)))


def _refuse(step: int, chance: Chance) -> Wave:
    k = _near(chance, 0.02)
    return layered(
        (0.0, 1.0, tone(128 * k, 0.14, ROUND, decay=0.06)),
        (0.0, 0.5, tone(191 * k, 0.10, ROUND, decay=0.04)),
        (0.10 * _near(chance, 0.1), 1.0, tone(112 * k, 0.18, ROUND, decay=0.07)),
    )


def _pick(step: int, chance: Chance) -> Wave:
    return wood(pitch(12) * _near(chance, 0.008), 0.16, 0.04)


def _button(step: int, chance: Chance) -> Wave:
    return tone(640 * _near(chance, 0.02), 0.12, ROUND, decay=0.032, bend=0.72)


def _move(step: int, chance: Chance) -> Wave:
    return layered(
        (0.0, 1.0, tone(980 * _near(chance, 0.03), 0.07, ROUND, decay=0.016, bend=0.9)),
        (0.0, 0.1, breath(0.03, 4000, 2000, chance)),
    )


def _tick(step: int, chance: Chance) -> Wave:
    return knock(1250 * _near(chance, 0.012), 0.09)


def _climb_passed(step: int, chance: Chance) -> Wave:
    """A ladder of wood in five quick rungs, and a bright chord on top."""
    rungs = [
        (0.06 * i * _near(chance, 0.03), 0.8, wood(pitch(degree(2 + 2 * i)), 0.4, 0.11))
        for i in range(5)
    ]
    low = (0.3, 0.6, tone(pitch(-12), 0.9, ROUND, decay=0.3, attack=0.01))
    return layered(*rungs, *_chord(0.3, (12, 19, 24), 0.3, chance), low)


def _climb_holds(step: int, chance: Chance) -> Wave:
    """Two heartbeats from far below, and a breath."""
    beats = [
        (at * _near(chance, 0.02), 0.9, tone(78, 0.24, ROUND, decay=0.07, bend=0.6))
        for at in (0.0, 0.15, 0.7, 0.85)
    ]
    air = (1.1, 0.25, breath(0.7, 3000, 500, chance))
    return layered(*beats, air)


_RECIPES: Final[dict[Sound, tuple[Callable[[int, Chance], Wave], float, float]]] = {
    Sound.CALL: (_call, -22.5, 0.25),
    Sound.PICK: (_pick, -29.5, 0.1),
    Sound.PLACE: (_place, -20.5, 0.15),
    Sound.TAKE_BACK: (_take_back, -24.0, 0.25),
    Sound.ALIVE: (_alive, -26.5, 0.25),
    Sound.LINE: (_line, -19.5, 0.35),
    Sound.STROKE: (_stroke, -21.5, 0.4),
    Sound.LINE_DIES: (_line_dies, -24.0, 0.3),
    Sound.RAY: (_ray, -19.5, 0.45),
    Sound.COUNT: (_count, -23.5, 0.25),
    Sound.TOTAL: (_total, -18.5, 0.45),
    Sound.RECORD: (_record, -18.5, 0.45),
    Sound.WIN: (_win, -18.5, 0.4),
    Sound.BEATEN: (_beaten, -18.5, 0.4),
    Sound.FIRST: (_first, -19.5, 0.4),
    Sound.GOAL: (_goal, -19.5, 0.4),
    Sound.BUTTON: (_button, -27.5, 0.12),
    Sound.MOVE: (_move, -32.5, 0.1),
    Sound.REFUSE: (_refuse, -22.5, 0.12),
    Sound.TICK: (_tick, -27.5, 0.12),
    Sound.CLIMB_PASSED: (_climb_passed, -19.0, 0.4),
    Sound.CLIMB_HOLDS: (_climb_holds, -22.5, 0.45),
}
"""What makes a sound, how loud it ends up in LUFS, and how much of the room is heard."""


def synthesise(sound: Sound, step: int = 0, variation: int = 0) -> Wave:
    """One recording of an effect: stereo, at its level."""
    recipe, loudness, wetness = _RECIPES[sound]
    name = sound.file_name(step, variation)
    chance = np.random.default_rng(zlib.crc32(name.encode()))
    dry = filtered(recipe(step, chance), 40, 13_000, 1)
    wet = in_room(dry, _answer(0.9 if wetness > 0.3 else 0.45), wetness)
    return levelled(trimmed(wet), loudness, PEAK)


def write_effects() -> int:
    """Write every effect; bytes."""
    folder = resource_root() / "assets" / "sounds"
    for old in folder.glob("*.ogg"):
        old.unlink()
    return sum(
        write_ogg(folder / sound.file_name(step, variation), synthesise(sound, step, variation))
        for sound in Sound
        for step in range(STEPS.get(sound, 1))
        for variation in range(sound.variations)
    )

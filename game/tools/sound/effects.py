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
from game.ui.sound.names import LENGTHS, PITCH_STEPS, Sound

Chance = np.random.Generator

LOUDEST_EFFECT: Final = 0.37
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


def _horn(hertz: float, length: float, decay: float) -> Wave:
    """A horn's note: many even partials, a soft beginning."""
    timbre = tuple((k, 1 / k**1.25, 1.0) for k in range(1, 10))
    return tone(hertz, length, timbre, decay=decay, attack=0.02)


def _stroke(step: int, chance: Chance) -> Wave:
    """A run upwards, with each level longer, higher, fuller, and ending in more sparks."""
    run = [
        (0.05 * i * _near(chance, 0.04), 0.55 + 0.05 * i,
         metal(pitch(degree(7 + 2 * step + i)), 0.6, 0.15))
        for i in range(3 + step)
    ]  # fmt: skip
    end = 0.05 * (3 + step)
    top = degree(7 + 2 * step + 3 + step)
    crown = _chord(end, (top, top + 7)[: 1 + step // 2], 0.24 + 0.08 * step, chance)
    # Broad and lasting sound makes it loud; a high and short one would only clip.
    notes = ((), (7, 12), (0, 7, 12), (0, 7, 12, 16))[step]
    horns = [
        (end, 0.42, _horn(pitch(n) * _near(chance, 0.001), 0.5 + 0.35 * step, 0.2 + 0.12 * step))
        for n in notes
    ]
    sparks = [
        (end + 0.12 + 0.45 * float(chance.random()), 0.16,
         metal(pitch(degree(16 + step + int(chance.integers(4)))), 0.4, 0.08))
        for _ in range(3 * step)
    ]  # fmt: skip
    return layered(*run, *crown, *horns, *sparks)


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
    tune = ((0.0, 0), (0.16, 4), (0.32, 7), (0.56, 7), (0.66, 9), (0.76, 12))
    notes = [(at * _near(chance, 0.015), 0.5, _horn(pitch(n), 0.5, 0.22)) for at, n in tune]
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


def _last_call(step: int, chance: Chance) -> Wave:
    """A roll of wood that swells and stops, and the call an octave lower under one bell."""
    roll = [
        (0.046 * i * _near(chance, 0.02), 0.16 + 0.06 * i, wood(pitch(-5 + i % 2), 0.2, 0.06))
        for i in range(9)
    ]
    end = 0.046 * 9 + 0.06
    return layered(
        *roll,
        (end, 1.0, wood(pitch(2), 0.4, 0.12)),
        (end + 0.07, 1.0, wood(pitch(-5), 0.5, 0.16)),
        (end, 0.5, metal(pitch(19), 0.9, 0.3)),
    )


def _medal(step: int, chance: Chance) -> Wave:
    """Return a coin that is spun, rings ever faster, and stops."""
    at, gap, spins = 0.0, 0.17, []
    for i in range(11):
        spins.append((at * _near(chance, 0.01), 0.7, metal(pitch(degree(13 + i % 2)), 0.5, 0.14)))
        at, gap = at + gap, gap * 0.82
    return layered(*spins, *_chord(at + 0.05, (4, 11, 16, 23), 0.45, chance))


def _level(step: int, chance: Chance) -> Wave:
    """Three steps up, each on two horns, and the last one held."""
    notes = [
        (at * _near(chance, 0.015), 0.5, _horn(pitch(n + low), long, long / 2))
        for at, n, long in ((0.0, 0, 0.4), (0.26, 4, 0.4), (0.52, 9, 1.3))
        for low in (0, -5)
    ]
    return layered(*notes, (0.52, 0.3, metal(pitch(21), 1.0, 0.3)))


def _right(step: int, chance: Chance) -> Wave:
    """Two plucked notes, a step higher with each right answer in a row."""
    low = degree(5 + step)
    return layered(
        (0.0, 0.9, pluck(pitch(low) * _near(chance, 0.001), 0.5)),
        (0.1, 1.0, pluck(pitch(low + 7) * _near(chance, 0.001), 0.7)),
        (0.1, 0.3, metal(pitch(low + 19), 0.5, 0.12)),
    )


def _climb_begin(step: int, chance: Chance) -> Wave:
    """Two steps in snow, and a far horn that calls upwards."""
    steps = [(at, 0.5, breath(0.16, 2600, 700, chance)) for at in (0.0, 0.26)]
    horn = [(0.5 + 0.2 * i, 0.6, _horn(pitch(n), 0.7, 0.25)) for i, n in enumerate((-5, 2))]
    return layered(*steps, *horn)


def _rungs(chance: Chance) -> list[tuple[float, float, Wave]]:
    """A ladder of wood in five quick rungs."""
    return [
        (0.06 * i * _near(chance, 0.03), 0.8, wood(pitch(degree(2 + 2 * i)), 0.4, 0.11))
        for i in range(5)
    ]


def _climb_passed(step: int, chance: Chance) -> Wave:
    """The ladder, and a bright chord on top."""
    low = (0.3, 0.6, tone(pitch(-12), 0.9, ROUND, decay=0.3, attack=0.01))
    return layered(*_rungs(chance), *_chord(0.3, (12, 19, 24), 0.3, chance), low)


def _climb_far(step: int, chance: Chance) -> Wave:
    """The ladder twice, the second time under horns and a long chord."""
    again = [(0.34 + at, gain, wave) for at, gain, wave in _rungs(chance)]
    horns = [(0.64, 0.4, _horn(pitch(n), 1.4, 0.5)) for n in (0, 7, 12, 16)]
    bells = _chord(0.64, (12, 16, 19, 24, 28), 0.55, chance)
    return layered(*_rungs(chance), *again, *horns, *bells)


def _climb_just(step: int, chance: Chance) -> Wave:
    """One bell, and the breath that was held."""
    return layered(
        (0.0, 1.0, metal(pitch(19) * _near(chance, 0.002), 1.6, 0.5)),
        (0.25, 0.2, breath(0.6, 2400, 600, chance)),
    )


def _climb_holds(step: int, chance: Chance) -> Wave:
    """A strand that tears, two heartbeats from far below, and a breath."""
    tear = [(0.03 * i * _near(chance, 0.4), 0.5, knock(900 + 130 * i, 0.05)) for i in range(5)]
    beats = [
        (at * _near(chance, 0.02), 0.9, tone(78, 0.24, ROUND, decay=0.07, bend=0.6))
        for at in (0.3, 0.45, 1.0, 1.15)
    ]
    air = (1.4, 0.25, breath(0.7, 3000, 500, chance))
    return layered(*tear, *beats, air)


def _climb_below(step: int, chance: Chance) -> Wave:
    """Low strings, short: two ropes are gone."""
    notes = ((0.0, -12), (0.0, -19), (0.34, -14), (0.34, -21))
    low = ((at, 0.8, _horn(pitch(n) * _near(chance, 0.003), 0.8, 0.3)) for at, n in notes)
    return layered(*low)


def _climb_boss(step: int, chance: Chance) -> Wave:
    """Brass for two seconds: a boss is climbed."""
    tune = ((0.0, (0, 7)), (0.18, (0, 7)), (0.36, (4, 12)), (0.66, (7, 12, 16, 24)))
    brass = [
        (at * _near(chance, 0.01), 0.45, _horn(pitch(n + low), 0.5 if at < 0.6 else 1.5, 0.6))
        for at, notes in tune
        for n in notes
        for low in (0, -12)
    ]
    return layered(*brass, *_chord(0.66, (24, 28, 31), 0.5, chance))


def _climb_summit(step: int, chance: Chance) -> Wave:
    """An anthem of four chords under bells, on drums that roll into the last one, and a cymbal."""
    chords = ((0.0, (0, 7, 16)), (0.4, (5, 9, 17)), (0.8, (7, 14, 19)), (1.2, (0, 12, 16, 24)))
    brass = [
        (
            at * _near(chance, 0.015),
            0.34 if at < 1.2 else 0.6,
            _horn(pitch(n), 0.6 if at < 1.2 else 1.3, 0.5 if at < 1.2 else 0.7),
        )
        for at, notes in chords
        for n in notes
    ]
    bells = [(at, 0.3, metal(pitch(24 + notes[-1] % 12), 0.8, 0.25)) for at, notes in chords]
    beats = [(at, 0.5) for at, _ in chords]
    beats += [(0.9 + 0.075 * i, 0.2 + 0.06 * i) for i in range(4)]
    drums = [
        (at * _near(chance, 0.01), gain, tone(86, 0.5, ROUND, decay=0.13, bend=0.55))
        for at, gain in beats
    ]
    low = [(1.2, 0.55, _horn(pitch(n), 1.3, 0.6)) for n in (-12, -5, 19, 28)]
    cymbal = [(1.2, 0.35, breath(1.2, 9500, 5200, chance))]
    return layered(*brass, *bells, *drums, *low, *cymbal)


def _climb_over(step: int, chance: Chance) -> Wave:
    """One warm chord, spread from below: never mockery."""
    notes = [
        (0.07 * i * _near(chance, 0.05), 0.8, pluck(pitch(n), 1.6))
        for i, n in enumerate((-12, -5, 0, 4, 11))
    ]
    return layered(*notes, (0.0, 0.5, tone(pitch(-24), 2.0, ROUND, decay=0.8, attack=0.05)))


def _climb_pays(step: int, chance: Chance) -> Wave:
    """A tap of glass, a semitone higher for each ace that pays."""
    return layered(
        (0.0, 1.0, metal(pitch(17 + step) * _near(chance, 0.001), 0.5, 0.13)),
        (0.0, 0.4, knock(1900, 0.04)),
    )


def _climb_crystal(step: int, chance: Chance) -> Wave:
    """A drop that rings twice, higher for each crystal."""
    hertz = pitch(degree(14 + step)) * _near(chance, 0.001)
    ring = metal(hertz, 0.9, 0.3)
    return layered((0.0, 0.8, ring), (0.09, 0.5, metal(hertz * 1.5, 0.7, 0.2)))


def _climb_reached(step: int, chance: Chance) -> Wave:
    """A string that is drawn upwards past a mark, and the mark's bell."""
    rise = [
        (0.05 * i * _near(chance, 0.05), 0.6, pluck(pitch(degree(5 + i)), 0.5)) for i in range(5)
    ]
    return layered(*rise, (0.27, 0.9, metal(pitch(26), 1.1, 0.35)))


def _climb_cards(step: int, chance: Chance) -> Wave:
    """Three cards that are laid."""
    k = _near(chance, 0.02)
    laid = [(0.11 * i * k, 0.7, breath(0.09, 3200, 900, chance)) for i in range(3)]
    return layered(
        *laid, *((0.11 * i * k + 0.06, 0.6, knock(300 + 25 * i, 0.08)) for i in range(3))
    )


def _climb_rope(step: int, chance: Chance) -> Wave:
    """A coil that is thrown, and a knot that is pulled tight."""
    return layered(
        (0.0, 0.7, breath(0.28, 500, 2200, chance)),
        (0.26, 1.0, knock(240 * _near(chance, 0.03), 0.14)),
        (0.33, 0.6, wood(pitch(-5), 0.3, 0.08)),
    )


def _ace(step: int, chance: Chance) -> Wave:
    """A card that is turned over and shines."""
    shine = [
        (0.12 + 0.045 * i * _near(chance, 0.05), 0.6, metal(pitch(n), 0.9, 0.28))
        for i, n in enumerate((9, 14, 16, 21, 26))
    ]
    return layered((0.0, 0.5, breath(0.14, 900, 3600, chance)), *shine)


_RECIPES: Final[dict[Sound, tuple[Callable[[int, Chance], Wave], float, float]]] = {
    Sound.CALL: (_call, -22.5, 0.25),
    Sound.PICK: (_pick, -29.5, 0.1),
    Sound.PLACE: (_place, -20.5, 0.15),
    Sound.TAKE_BACK: (_take_back, -24.0, 0.25),
    Sound.ALIVE: (_alive, -26.5, 0.25),
    Sound.LINE: (_line, -19.5, 0.35),
    Sound.STROKE: (_stroke, -19.5, 0.4),
    Sound.LINE_DIES: (_line_dies, -24.0, 0.3),
    Sound.RAY: (_ray, -19.5, 0.45),
    Sound.COUNT: (_count, -23.5, 0.25),
    Sound.TOTAL: (_total, -18.5, 0.45),
    Sound.RECORD: (_record, -17.5, 0.45),
    Sound.WIN: (_win, -17.5, 0.4),
    Sound.BEATEN: (_beaten, -17.5, 0.4),
    Sound.FIRST: (_first, -19.5, 0.4),
    Sound.GOAL: (_goal, -19.5, 0.4),
    Sound.BUTTON: (_button, -27.5, 0.12),
    Sound.MOVE: (_move, -32.5, 0.1),
    Sound.REFUSE: (_refuse, -22.5, 0.12),
    Sound.TICK: (_tick, -27.5, 0.12),
    Sound.CLIMB_PASSED: (_climb_passed, -19.0, 0.4),
    Sound.CLIMB_HOLDS: (_climb_holds, -22.5, 0.45),
    Sound.LAST_CALL: (_last_call, -19.5, 0.35),
    Sound.MEDAL: (_medal, -19.0, 0.4),
    Sound.LEVEL: (_level, -18.5, 0.4),
    Sound.RIGHT: (_right, -20.5, 0.35),
    Sound.CLIMB_BEGIN: (_climb_begin, -22.0, 0.45),
    Sound.CLIMB_FAR: (_climb_far, -17.4, 0.4),
    Sound.CLIMB_JUST: (_climb_just, -20.5, 0.45),
    Sound.CLIMB_BELOW: (_climb_below, -23.5, 0.4),
    Sound.CLIMB_BOSS: (_climb_boss, -16.1, 0.4),
    Sound.CLIMB_SUMMIT: (_climb_summit, -16.1, 0.4),
    Sound.CLIMB_OVER: (_climb_over, -22.0, 0.45),
    Sound.CLIMB_PAYS: (_climb_pays, -20.5, 0.3),
    Sound.CLIMB_CRYSTAL: (_climb_crystal, -22.5, 0.35),
    Sound.CLIMB_REACHED: (_climb_reached, -19.5, 0.4),
    Sound.CLIMB_CARDS: (_climb_cards, -24.0, 0.2),
    Sound.CLIMB_ROPE: (_climb_rope, -23.0, 0.25),
    Sound.ACE: (_ace, -20.5, 0.4),
}
"""The recipe of each sound, the loudness of its first step in LUFS, and the share of the room."""

_LOUDER: Final = {Sound.STROKE: 0.6}
"""LUFS by which each step of a sound is louder than the one before."""


def synthesise_effect(sound: Sound, step: int = 0, variation: int = 0) -> Wave:
    """Return one recording of an effect: stereo, at its level."""
    recipe, loudness, wetness = _RECIPES[sound]
    name = sound.file_name(step, variation)
    chance = np.random.default_rng(zlib.crc32(name.encode()))
    dry = filtered(recipe(step, chance), 40, 13_000, 1)
    wet = in_room(dry, _answer(0.9 if wetness > 0.3 else 0.45), wetness)
    louder = step * _LOUDER.get(sound, 0.0)
    # Dense sound has higher peaks after the file's compression, a cymbal most of all.
    dense = 0.03 if sound is Sound.CLIMB_SUMMIT else 0.005 * louder
    return levelled(trimmed(wet), loudness + louder, LOUDEST_EFFECT - dense)


def write_effects() -> int:
    """Write every effect; bytes."""
    folder = resource_root() / "assets" / "sounds"
    for old in folder.glob("*.ogg"):
        old.unlink()
    return sum(
        write_ogg(
            folder / sound.file_name(step, variation), synthesise_effect(sound, step, variation)
        )
        for sound in Sound
        for step in range(PITCH_STEPS.get(sound, 1))
        for variation in range(sound.variations)
    )

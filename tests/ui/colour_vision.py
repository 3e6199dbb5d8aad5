"""The distances of colours to all kinds of eyes, and the legibility of words.

Models of missing cones: Machado, Oliveira and Fernandes (2009) at full severity; Brettel, Viénot
and Mollon (1997), two half-planes a cone; Viénot, Brettel and Mollon (1999), one plane. The first
two and the third for red and green are in linear light, and `difference` measures CIE ΔE 2000
between what they show. `other_difference`: the third, and distances in Ottosson's OKLab (2020),
times 100. `reading_contrast`: APCA-W3 0.1.9.
"""

from __future__ import annotations

import math
from typing import Final

__all__ = [
    "EYES",
    "VISIONS",
    "contrast",
    "difference",
    "other_difference",
    "reading_contrast",
    "seen",
]

Rgb = tuple[int, int, int]
Triple = tuple[float, float, float]

VISIONS: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_BRETTEL: Final[dict[str, tuple[tuple[Triple, Triple, Triple], ...]]] = {
    "protan": (
        ((0.14980, 1.19548, -0.34528), (0.10764, 0.84864, 0.04372), (0.00384, -0.00540, 1.00156)),
        ((0.14570, 1.16172, -0.30742), (0.10816, 0.85291, 0.03892), (0.00386, -0.00524, 1.00139)),
    ),
    "deutan": (
        ((0.36477, 0.86381, -0.22858), (0.26294, 0.64245, 0.09462), (-0.02006, 0.02728, 0.99278)),
        ((0.37298, 0.88166, -0.25464), (0.25954, 0.63506, 0.10540), (-0.01980, 0.02784, 0.99196)),
    ),
    "tritan": (
        ((1.01277, 0.13548, -0.14826), (-0.01243, 0.86812, 0.14431), (0.07589, 0.80500, 0.11911)),
        ((0.93678, 0.18979, -0.12657), (0.06154, 0.81526, 0.12320), (-0.37562, 1.12767, 0.24796)),
    ),
}
_HALVES: Final[dict[str, Triple]] = {
    "protan": (0.00048, 0.00393, -0.00441),
    "deutan": (-0.00281, -0.00611, 0.00892),
    "tritan": (0.03901, -0.02788, -0.01113),
}
"""On which side of this plane's normal a colour takes the first of its two matrices."""

_VIENOT: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "protan": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deutan": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}

EYES: Final = (
    *((vision, "machado") for vision in VISIONS),
    *((vision, "brettel") for vision in _BRETTEL),
    *((vision, "vienot") for vision in _VIENOT),
)
"""Every kind of eye by every model of it."""


def _linear(value: float) -> float:
    value /= 255
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def seen(colour: Rgb, vision: str, model: str = "machado") -> Triple:
    """The colour in linear light as those eyes see it, each part 0…1."""
    r, g, b = light = (_linear(colour[0]), _linear(colour[1]), _linear(colour[2]))
    if model == "vienot":
        rows = _VIENOT[vision]
    elif model == "brettel":
        x, y, z = _HALVES[vision]
        rows = _BRETTEL[vision][x * r + y * g + z * b < 0]
    else:
        rows = VISIONS[vision]
    r, g, b = (min(1.0, max(0.0, part)) for part in _times(rows, light))
    return r, g, b


def _lab(light: Triple) -> Triple:
    r, g, b = light
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883

    def f(t: float) -> float:
        return float(t ** (1 / 3)) if t > 0.008856 else 7.787 * t + 16 / 116

    return 116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))


def luminance(colour: Rgb) -> float:
    """Relative luminance by WCAG."""
    r, g, b = seen(colour, "normal")
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Rgb, two: Rgb) -> float:
    """WCAG contrast, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def difference(one: Rgb, two: Rgb, vision: str = "normal", model: str = "machado") -> float:
    """CIE ΔE 2000 between two sRGB colours; about 2 is just seen, 20 is plain."""
    l1, a1, b1 = _lab(seen(one, vision, model))
    l2, a2, b2 = _lab(seen(two, vision, model))
    mean_c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    dh = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    delta_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    mean_h = (h1 + dh / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(mean_h - 30))
        + 0.24 * math.cos(math.radians(2 * mean_h))
        + 0.32 * math.cos(math.radians(3 * mean_h + 6))
        - 0.20 * math.cos(math.radians(4 * mean_h - 63))
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    turn = 30 * math.exp(-(((mean_h - 275) / 25) ** 2))
    r_c = 2 * math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7))
    r_t = -math.sin(math.radians(2 * turn)) * r_c
    dl, dc, dhh = (l2 - l1) / s_l, (c2 - c1) / s_c, delta_h / s_h
    return math.sqrt(dl * dl + dc * dc + dhh * dhh + r_t * dc * dhh)


_CONES: Final[tuple[Triple, Triple, Triple]] = (
    (17.8824, 43.5161, 4.11935),
    (3.45565, 27.1554, 3.86714),
    (0.0299566, 0.184309, 1.46709),
)
_LIGHT: Final[tuple[Triple, Triple, Triple]] = (
    (0.0809444479, -0.130504409, 0.116721066),
    (-0.0102485335, 0.0540193266, -0.113614708),
    (-0.000365296938, -0.00412161469, 0.693511405),
)
_MISSING: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0, 2.02344, -2.52581), (0, 1, 0), (0, 0, 1)),
    "deutan": ((1, 0, 0), (0.494207, 0, 1.24827), (0, 0, 1)),
    "tritan": ((1, 0, 0), (0, 1, 0), (-0.395913, 0.801109, 0)),
}
_OK_CONES: Final[tuple[Triple, Triple, Triple]] = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_OK_LAB: Final[tuple[Triple, Triple, Triple]] = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def _times(rows: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    x, y, z = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in rows)
    return x, y, z


def _ok_lab(colour: Rgb, vision: str) -> Triple:
    r, g, b = (_linear(part) for part in colour)
    light = _times(_LIGHT, _times(_MISSING[vision], _times(_CONES, (r, g, b))))
    r, g, b = (min(1.0, max(0.0, part)) for part in light)
    x, y, z = (part ** (1 / 3) for part in _times(_OK_CONES, (r, g, b)))
    return _times(_OK_LAB, (x, y, z))


def other_difference(one: Rgb, two: Rgb, vision: str = "normal") -> float:
    """The distance by the second model; about 2 is just seen, 20 is plain."""
    return 100 * math.dist(_ok_lab(one, vision), _ok_lab(two, vision))


def reading_contrast(ink: Rgb, ground: Rgb) -> float:
    """Lc by APCA-W3, without its sign: 60 for words, 75 for columns of them, 106 at most."""

    def y(colour: Rgb) -> float:
        parts = zip((0.2126729, 0.7151522, 0.0721750), colour, strict=True)
        light = float(sum(share * (part / 255) ** 2.4 for share, part in parts))
        return light + math.pow(max(0.0, 0.022 - light), 1.414)

    words, behind = y(ink), y(ground)
    if words < behind:
        contrast = 1.14 * (math.pow(behind, 0.56) - math.pow(words, 0.57))
    else:
        contrast = 1.14 * (math.pow(words, 0.62) - math.pow(behind, 0.65))
    return 0.0 if contrast < 0.1 else 100 * (contrast - 0.027)

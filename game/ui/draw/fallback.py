"""Letters that the game's own font lacks: found in fonts of the extra `scripts` or of the system,
or drawn as their numbers.

A line is cut into runs of one font each. A sign that no font has is a small box with its number in
Unicode, so that two names without fonts still look different.
"""

import os
import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import pygame

_FOLDERS: Final = {
    "win32": (r"C:\Windows\Fonts", r"~\AppData\Local\Microsoft\Windows\Fonts"),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
}
_UNIX_FOLDERS: Final = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts")

_WANTED: Final = (
    # Many letters in one file first; then the scripts, then signs, then anything of a family
    # that has one file for each script.
    r"(dejavusans|segoeui|sfns|arial unicode|freesans)\.",
    r"notosans-(regular|vf)|notosans\[",
    r"(geezapro|tahoma|arialhb|notosans(arabic|hebrew)-regular)",
    r"(notosanscjk-regular|notosanscjksc|pingfang|msyh\.|hiragino sans gb|wqy-|droidsansfall)",
    r"(malgun\.|applesdgothic|yugoth|meiryo\.|notosans(kr|jp|sc)-)",
    r"(nirmala|kohinoor|leelawui|thonburi|ebrima|gadugi|sylfaen|mukti|lohit)",
    r"(seguisym|apple symbols|symbola|notoemoji-regular|notosanssymbols2?-regular|seguiemj)",
    r"notosans[a-z]+-regular",
    r"(unifont|freeserif|code2000)",
)
"""Names of font files, in small letters, the ones to look into first at the front."""

PACKAGES: Final = tuple(
    f"fontpkg_{name}"
    for name in (
        *("noto_sans", "heebo", "noto_sans_arabic", "noto_sans_devanagari", "noto_sans_thai"),
        *("noto_sans_tamil", "noto_sans_telugu", "noto_sans_khmer"),
    )
)
"""The packages of the extra `scripts`, for systems without such fonts of their own."""

_MOST_FILES: Final = 32
_NOWHERE: Final = "\U0010fffe"
"""A character that no font has: its picture is that of every missing one."""

_LEFTWARD: Final = ("R", "AL")
_BRACKETS: Final = ("()", "[]", "{}", "<>", "«»", "‹›")
_MIRROR: Final = str.maketrans("".join(_BRACKETS), "".join(pair[::-1] for pair in _BRACKETS))

_SCRIPTS: Final = {
    "ARABIC": "Arab",
    "SYRIAC": "Syrc",
    "NKO": "Nkoo",
    "THAANA": "Thaa",
    "HEBREW": "Hebr",
    "DEVANAGARI": "Deva",
    "BENGALI": "Beng",
    "GURMUKHI": "Guru",
    "GUJARATI": "Gujr",
    "ORIYA": "Orya",
    "TAMIL": "Taml",
    "TELUGU": "Telu",
    "KANNADA": "Knda",
    "MALAYALAM": "Mlym",
    "SINHALA": "Sinh",
    "THAI": "Thai",
    "LAO": "Laoo",
    "TIBETAN": "Tibt",
    "MYANMAR": "Mymr",
    "KHMER": "Khmr",
    "MONGOLIAN": "Mong",
    "JAVANESE": "Java",
    "BALINESE": "Bali",
    "ADLAM": "Adlm",
    "HANGUL": "Hang",
}
"""Scripts that are shaped, by the first word of their letters' names: their codes in ISO 15924."""

NO_SCRIPT: Final = "Zzzz"
"""The script of a newly opened font: unknown."""

_BETWEEN_NAMES: Final = ",;:·=&+|–—"
"""Signs that separate names in the game's own sentences."""

_BOX_WIDTH: Final = 0.62
_BOX_HEIGHT: Final = 0.8
_BOX_DIGITS: Final = 0.4
"""Width and height of the box, and the size of two digits side by side, in em."""


class FontRun(NamedTuple):
    """Signs of one font: of the game's own where `path` is None; `is_missing` where none has it."""

    text: str
    path: Path | None = None
    is_missing: bool = False
    is_leftward: bool = False


@lru_cache(4000)
def runs_of(text: str, main_font: Path) -> tuple[FontRun, ...]:
    """Return the runs of a line from left to right; a single one of the game's own font for most.

    Text between two words written from right to left is read with them: their runs are in reverse
    order. Digits never are.
    """
    runs: list[FontRun] = []
    for part, is_leftward in _directed_parts(text):
        made = _runs_of_part(part, main_font, is_leftward=is_leftward)
        runs += map(_mirrored, reversed(made)) if is_leftward else made
    return tuple(runs)


def _runs_of_part(text: str, main_font: Path, *, is_leftward: bool) -> list[FontRun]:
    """Return the runs in the order in which they are read."""
    runs: list[FontRun] = []
    for cluster in _clusters(text):
        path = font_of(cluster, main_font)
        is_missing = path is None
        if is_missing:
            # Joiners are no signs of their own.
            cluster = "".join(c for c in cluster if unicodedata.category(c) != "Cf")
            if not cluster:
                continue
        # Signs of numbers stay with the digits before them.
        is_number = _direction(cluster) in ("EN", "AN") or (
            _direction(cluster) in ("CS", "ES", "ET") and runs[-1:] and runs[-1].text[-1].isdigit()
        )
        run = FontRun(cluster, None if path == main_font else path, is_missing)
        run = run._replace(is_leftward=is_leftward and not is_number)
        last = runs[-1] if runs else None
        if last is not None and last[1:] == run[1:]:
            runs[-1] = run._replace(text=last.text + cluster)
        elif (
            len(runs) > 1
            and last == FontRun(" ", is_leftward=is_leftward)
            and runs[-2][1:] == run[1:]
        ):
            # A blank between two words of one font does not part them.
            del runs[-1]
            runs[-1] = run._replace(text=f"{runs[-1].text} {cluster}")
        else:
            runs.append(run)
    return runs


def _mirrored(run: FontRun) -> FontRun:
    """Return the run as written between right-to-left words, unless the font reverses the text."""
    if not run.is_leftward or (run.path is not None and not run.is_missing):
        return run
    return run._replace(text=run.text[::-1].translate(_MIRROR))


def _directed_parts(text: str) -> Iterator[tuple[str, bool]]:
    """Split a line into parts, each with whether it is read from right to left.

    A part goes from the first such letter to the last before a letter that is read the other way,
    brackets closed. Two names of a list are two parts.
    """
    directions = [unicodedata.bidirectional(c) for c in text]
    start, size = 0, len(text)
    while start < size:
        first = next((i for i in range(start, size) if directions[i] in _LEFTWARD), size)
        if first > start:
            yield text[start:first], False
        if first == size:
            return
        ends = (i for i in range(first, size) if directions[i] == "L" or text[i] in _BETWEEN_NAMES)
        stop = next(ends, size)
        # Arabic digits and marks on the last letter belong to the word.
        last = max(i for i in range(first, stop) if directions[i] in (*_LEFTWARD, "AN")) + 1
        while last < stop and directions[last] == "NSM":
            last += 1
        while last < stop and text[first:last].count(_opening(text[last])) > text[first:last].count(
            text[last]
        ):
            last += 1
        yield text[first:last], True
        start = last


def _opening(sign: str) -> str:
    """Return the bracket that this one closes; a sign that no text has where it closes none."""
    return chr(_MIRROR[ord(sign)]) if sign in ")]}»›>" else _NOWHERE


def _clusters(text: str) -> Iterator[str]:
    """Yield each sign with the marks and joiners that belong to the sign."""
    cluster = ""
    for c in text:
        is_added = unicodedata.category(c) in ("Mn", "Mc", "Me", "Cf") or cluster.endswith("\u200d")
        if cluster and not is_added:
            yield cluster
            cluster = ""
        cluster += c
    if cluster:
        yield cluster


def _direction(cluster: str) -> str:
    """Return a sign's class in Unicode's bidirectional algorithm."""
    return unicodedata.bidirectional(cluster[0])


@lru_cache(20_000)
def font_of(cluster: str, main_font: Path) -> Path | None:
    """Return the first font that has all signs, else one that has the first; None for none."""
    signs = [c for c in cluster if unicodedata.category(c) != "Cf"] or [cluster[0]]
    for wanted in (signs, signs[:1]):
        for path in (main_font, *other_fonts()) if not cluster.isascii() else (main_font,):
            if all(_has(path, sign) for sign in wanted):
                return path
    return main_font if cluster.isascii() or cluster.isspace() else None


@cache
def _has(path: Path, sign: str) -> bool:
    font = open_font(path, "fill")
    if font is None:
        return False
    if font.metrics(sign) != font.metrics(_NOWHERE):
        return True
    white = "white"
    try:
        drawn, nothing = (font.render(c, True, white) for c in (sign, _NOWHERE))
    except pygame.error:
        # A sign without a width: there is nothing to draw.
        return True
    return drawn.get_size() != nothing.get_size() or (
        pygame.image.tobytes(drawn, "RGBA") != pygame.image.tobytes(nothing, "RGBA")
    )


def package_fonts(package: str) -> list[Path]:
    """Return the font files of a package, found without importing the package's machinery.

    The files are in any folder of the package, under any name.
    """
    spec = find_spec(package)
    folders = (spec and spec.submodule_search_locations) or ()
    return [path for folder in folders for path in sorted(Path(folder).rglob("*.ttf"))]


@cache
def other_fonts() -> tuple[Path, ...]:
    """Return all fonts to look into, the best first."""
    packed = (path for package in PACKAGES for path in package_fonts(package))
    return (*(path for path in packed if "Italic" not in path.name), *_system_fonts())


def _system_fonts() -> tuple[Path, ...]:
    """Return the system's fonts that are worth a look, the best first (12 ms for 3,000 files)."""
    wanted = [re.compile(pattern) for pattern in _WANTED]
    ranked: list[tuple[int, str, Path]] = []
    for folder in _FOLDERS.get(sys.platform, _UNIX_FOLDERS):
        for place, _, names in os.walk(os.path.expanduser(folder)):
            for name in names:
                small = name.lower()
                if small.endswith((".ttf", ".otf", ".ttc")):
                    ranks = (i for i, pattern in enumerate(wanted) if pattern.match(small))
                    rank = next(ranks, None)
                    if rank is not None:
                        ranked.append((rank, small, Path(place, name)))
    return tuple(path for *_, path in sorted(ranked)[:_MOST_FILES])


@cache
def open_font(path: Path, role: str) -> pygame.font.Font | None:
    """Return a font that is opened once for each role, None for an invalid file."""
    try:
        return pygame.font.Font(str(path), 20)
    except (OSError, pygame.error):
        return None


def draw_runs(
    main_font: pygame.font.Font, runs: tuple[FontRun, ...], colour: tuple[int, int, int], role: str
) -> pygame.Surface:
    """Draw a line of several fonts on the baseline of the game's own, in that font's size and
    outline.
    """
    edge = main_font.outline
    drawn = [_draw(main_font, run, colour, role) for run in runs]
    width = sum(surface.get_width() - 2 * edge for surface, _ in drawn) + 2 * edge
    height = main_font.render(" ", True, colour).get_height()
    line = pygame.Surface((max(1, width), height), pygame.SRCALPHA)
    line.fill((*colour, 0))
    x = 0
    for surface, ascent in drawn:
        line.blit(surface, (x, main_font.get_ascent() - ascent))
        x += surface.get_width() - 2 * edge
    return line


def measure_runs(main_font: pygame.font.Font, runs: tuple[FontRun, ...]) -> int:
    """Return the width of such a line, without an outline, in pixels."""
    return sum(_width_of(main_font, run) for run in runs)


def _width_of(main_font: pygame.font.Font, run: FontRun) -> int:
    if run.is_missing:
        return _box_width(main_font) * len(run.text)
    width = _fitted(main_font, run, "fill").size(run.text)[0]
    main_font.set_script(NO_SCRIPT)
    return width


def _fitted(main_font: pygame.font.Font, run: FontRun, role: str) -> pygame.font.Font:
    """Return the run's font in the size and with the outline of the game's own."""
    font = main_font if run.path is None else open_font(run.path, role)
    if font is None or font is main_font:
        main_font.set_script(find_script(run.text))
        return main_font
    if font.point_size != main_font.point_size:
        font.point_size = main_font.point_size
    if font.outline != main_font.outline:
        font.outline = main_font.outline
    font.set_direction(pygame.DIRECTION_RTL if run.is_leftward else pygame.DIRECTION_LTR)
    font.set_script(find_script(run.text))
    return font


@lru_cache(1024)
def find_script(text: str) -> str:
    """Return the code of a text's script, by which letters are joined and put in order; `NO_SCRIPT`
    where they need neither.
    """
    for sign in text:
        script = _SCRIPTS.get(unicodedata.name(sign, "").partition(" ")[0])
        if script is not None:
            return script
    return NO_SCRIPT


def _draw(
    main_font: pygame.font.Font, run: FontRun, colour: tuple[int, int, int], role: str
) -> tuple[pygame.Surface, int]:
    """Return the letters of a run, and the pixels from their top to the baseline."""
    if run.is_missing:
        return _draw_boxes(main_font, run.text, colour), main_font.get_ascent()
    font = _fitted(main_font, run, role)
    try:
        return font.render(run.text, True, colour), font.get_ascent()
    except pygame.error:
        return main_font.render("?", True, colour), main_font.get_ascent()
    finally:
        # Lines of the game's own letters are drawn without asking here.
        main_font.set_script(NO_SCRIPT)


def _box_width(main_font: pygame.font.Font) -> int:
    return max(4, round(main_font.point_size * _BOX_WIDTH))


def _draw_boxes(
    main_font: pygame.font.Font, text: str, colour: tuple[int, int, int]
) -> pygame.Surface:
    """Draw each sign as a box with the sign's number: two rows of hexadecimal digits.

    An outline is empty, since the strokes would fill the box.
    """
    edge, size, wide = main_font.outline, main_font.point_size, _box_width(main_font)
    height = main_font.render(" ", True, colour).get_height()
    surface = pygame.Surface((wide * len(text) + 2 * edge, height), pygame.SRCALPHA)
    surface.fill((*colour, 0))
    if edge:
        return surface
    tall, line = round(size * _BOX_HEIGHT), max(1, size // 20)
    top = main_font.get_ascent() - tall
    for number, sign in enumerate(text):
        box = pygame.Rect(wide * number + line, top, wide - 2 * line, tall)
        pygame.draw.rect(surface, colour, box, line)
        digits = f"{ord(sign):04X}"
        half = (len(digits) + 1) // 2
        main_font.point_size = max(3, round(size * _BOX_DIGITS * 2 / half))
        for row, part in enumerate((digits[:half], digits[half:])):
            shown = main_font.render(part, True, colour)
            surface.blit(
                shown, shown.get_rect(center=(box.centerx, top + tall * (1 + 2 * row) // 4))
            )
        main_font.point_size = size
    return surface

"""The licences of everything in a bundle, and the owner of each file.

A file belongs to a distribution installed by pip, to Python, to a package of the system, or to the
game. Wheels include C libraries too; `LIBRARIES` has words by which the licence of each is found.
The wheels of pygame-ce and Prism lack the licences of their libraries; `licences/` has these.
"""

import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from email.parser import Parser
from functools import cache
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path, PurePosixPath
from sysconfig import get_path
from typing import Final

from game.resources import asset

TOP: Final = Path(__file__).parents[2]
TEXTS: Final = Path(__file__).with_name("licences")
_BARE: Final = {"pygame-ce": TEXTS, "prismatoid": TEXTS / "prism"}
PLACE: Final = "licences"
"""The folder of licences below a bundle's `_internal`."""

LISTING: Final = "parts.json"

BOOTLOADER: Final = "pyinstaller"
"""The distribution of a bundle's executable, none of whose files is listed."""

LIBRARIES: Final = {
    "FLAC": "Josh Coalson",
    "SDL2": "Sam Lantinga",
    "Xau": "Keith Packard",
    "asound": "alsa-lib",
    "avif": "Joe Drago",
    "blkid": "Theodore Ts'o",
    "brotli": "Brotli Authors",
    "ffi": "Anthony Green",
    "fluidsynth": "FluidSynth",
    "freetype": "FreeType Project",
    "gfortran": "GCC Runtime Library Exception",
    "gio": "Peter Mattis",
    "giomm": "gtkmm Development Team",
    "glib": "Peter Mattis",
    "glibmm": "gtkmm Development Team",
    "gmodule": "Peter Mattis",
    "gobject": "Peter Mattis",
    "harfbuzz": "HarfBuzz",
    "jpeg": "Independent JPEG Group",
    "lcms2": "Marti Maria",
    "lzma": "XZ Utils",
    "mount": "Theodore Ts'o",
    "mpg123": "mpg123 project",
    "ogg": "libogg",
    "openblas": "OpenBLAS",
    "openjp2": "OpenJPEG",
    "opus": "Skype Limited",
    "opusfile": "opusfile",
    "pcre2": "University of Cambridge",
    "png16": "PNG Reference Library",
    "portmidi": "PortMidi",
    "quadmath": "libquadmath",
    "scipy_openblas": "OpenBLAS",
    "selinux": "libselinux",
    "sharpyuv": "Google Inc",
    "sigc": "The libsigc++ Development Team",
    "sndfile": "Erik de Castro Lopo",
    "tiff": "Sam Leffler",
    "vorbis": "libvorbis",
    "wavpack": "Conifer Software",
    "webp": "Google Inc",
    "xcb": "Bart Massey",
    "xmp": "Extended Module Player",
    "zstd": "Meta Platforms",
}
"""Libraries in wheels by the beginning of their names, with words of each one's licence."""

_LIBRARY: Final = re.compile(
    r"(?:lib)?([\w+]+?)(?:64_?|64__v[\w.-]*|-[\w.-]*)?(?:\.\d+)*\.(?:so|dll|dylib)\b.*"
)
_TEXT: Final = re.compile(r"(?i)(licen[cs]e|copying|lgpl|ofl|notice)[\w.-]*$")
_TERMS: Final = re.compile(r"(?i)copyright|licen[cs]e|permission|public domain")


class LicenceError(Exception):
    """A file would be shipped without its licence."""


@dataclass(frozen=True, slots=True)
class LicensedPart:
    """The files of one owner; `files` and `texts` are paths below a bundle's `_internal`."""

    name: str
    licence: str
    files: tuple[str, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Owner:
    name: str
    licence: str
    texts: tuple[tuple[str, Path], ...]
    """Pairs of a text's path below `licences` and its source."""


def copy_texts(shipped: Iterable[tuple[str, str]], folder: Path) -> list[tuple[str, Path]]:
    """Find the licences of shipped files, which are pairs of the path in a bundle and the source.

    Return pairs of each text's path in the bundle and its source, among them a list of all parts,
    which is written into `folder`. Raises `LicenceError`.
    """
    owned = defaultdict(list)
    known = _files_of_distributions()
    homeless = []
    for place, source in shipped:
        owner = _owner(Path(source), known)
        if owner is None:
            homeless.append(source)
        else:
            owned[owner].append(PurePosixPath(place.replace("\\", "/")))
    if homeless and sys.platform == "linux":
        raise LicenceError(f"whose are these, and under which licence? {homeless}")
    parts: list[LicensedPart] = []
    texts: dict[str, Path] = {}
    for owner in (_game(), _distribution(BOOTLOADER), *owned):
        if not owner.texts:
            raise LicenceError(f"{owner.name} has no licence text")
        texts |= {f"{PLACE}/{place}": source for place, source in owner.texts}
        files = (str(path) for path in owned[owner] if is_binary(path) or path.suffix == ".ttf")
        places = (f"{PLACE}/{place}" for place, _ in owner.texts)
        parts.append(LicensedPart(owner.name, owner.licence, tuple(sorted(files)), tuple(places)))
    _write_parts(folder / LISTING, {part.name: part for part in parts}.values())
    return [*texts.items(), (f"{PLACE}/{LISTING}", folder / LISTING)]


def read_parts(internal: Path) -> list[LicensedPart]:
    """Read the list of `copy_texts` from a bundle's `_internal`."""
    listed = json.loads((internal / PLACE / LISTING).read_text(encoding="utf-8"))
    return [
        LicensedPart(p["name"], p["licence"], tuple(p["files"]), tuple(p["texts"])) for p in listed
    ]


def find_unlicensed(internal: Path) -> list[str]:
    """Return the files in a bundle's `_internal` without a licence text."""
    parts = read_parts(internal)
    named = {file for part in parts for file in part.files}
    places = {text for part in parts for text in part.texts}
    texts = {text: (internal / text).read_text("utf-8", "replace") for text in places}
    missing = [text for text in texts if not _TERMS.search(texts[text])]
    words = "\n".join(texts.values())
    for path in internal.rglob("*"):
        place = path.relative_to(internal)
        if path.is_symlink() or not (is_binary(place) or path.suffix == ".ttf"):
            continue
        has_text = library_text(place, words) if is_library(place) else True
        if place.as_posix() not in named or not has_text:
            missing.append(place.as_posix())
    return missing


def is_binary(path: PurePosixPath | Path) -> bool:
    """Whether a file is compiled: a library, or an extension module."""
    return bool(re.search(r"\.(so|dll|dylib|pyd)\b", path.name))


def is_library(path: PurePosixPath | Path) -> bool:
    """Whether a file is a C library from a wheel."""
    return path.parent.name.endswith((".libs", ".dylibs")) and is_binary(path)


def library_text(path: PurePosixPath | Path, words: str) -> bool:
    """Whether `words` contain the licence of a C library from a wheel."""
    name = _LIBRARY.fullmatch(path.name)
    begun = [key for key in LIBRARIES if name and name[1].startswith(key)]
    return bool(begun) and LIBRARIES[max(begun, key=len)].lower() in " ".join(words.split()).lower()


def _write_parts(listing: Path, parts: Iterable[LicensedPart]) -> None:
    words = json.dumps([asdict(part) for part in parts], indent=1)
    listing.write_text(words, encoding="utf-8")


def _owner(source: Path, known: dict[Path, str]) -> _Owner | None:
    path = source.resolve()
    if (name := known.get(path) or known.get(source.absolute())) is not None:
        return _distribution(name)
    stdlib = Path(get_path("stdlib")).resolve()
    if path.is_relative_to(stdlib) or path.name == "base_library.zip":
        return _python()
    if path.is_relative_to(TOP):
        return _game()
    return _system(path) or (_python() if path.is_relative_to(sys.base_prefix) else None)


def _game() -> _Owner:
    texts = (("LICENSE", TOP / "LICENSE"), ("OFL.txt", asset("page", "OFL.txt")))
    return _Owner("Take It Easy!", "MIT and OFL-1.1", texts)


def _python() -> _Owner:
    text = Path(get_path("stdlib"), "LICENSE.txt")
    if not text.exists():
        text = Path(sys.base_prefix, "LICENSE.txt")
    return _Owner("Python", "PSF-2.0", (("python/LICENSE.txt", text),) if text.exists() else ())


@cache
def _distribution(name: str) -> _Owner:
    package = distribution(name)
    texts = {
        str(file): Path(str(file.locate()))
        for file in package.files or ()
        if _TEXT.match(file.name) and not file.name.endswith((".py", ".pyc"))
    }
    if (folder := _BARE.get(package.metadata["Name"].lower())) is not None:
        place = PurePosixPath("libraries", folder.relative_to(TEXTS))
        texts |= {str(place / path.name): path for path in sorted(folder.glob("*.txt"))}
    metadata = Parser().parsestr(package.read_text("METADATA") or "")
    licence = (metadata["License-Expression"] or metadata["License"] or "").replace(" ", "-")
    if not re.fullmatch(r"[\w.+-]{1,60}", licence):
        licence = "see-text"
    return _Owner(f"{metadata['Name']} {package.version}", licence, tuple(texts.items()))


def _system(path: Path) -> _Owner | None:
    """Return the Debian package of a system library, or None."""
    if not shutil.which("dpkg"):
        return None
    for place in (str(path), str(path).removeprefix("/usr")):
        asked = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True)
        if asked.returncode == 0:
            package = asked.stdout.partition(":")[0]
            text = Path("/usr/share/doc", package, "copyright")
            if text.exists():
                return _Owner(package, "see-text", ((f"system/{package}", text),))
    return None


def _files_of_distributions() -> dict[Path, str]:
    return {path: name for package in distributions() for path, name in _files(package)}


def _files(package: Distribution) -> Iterator[tuple[Path, str]]:
    name = package.metadata["Name"]
    for file in package.files or ():
        yield Path(str(file.locate())).resolve(), name

"""Everything in a bundle has its licence's text beside it, libraries inside of wheels included."""

from __future__ import annotations

import json
import shutil
import sys
from importlib.metadata import distribution, files
from pathlib import Path

import pytest

from game.tools.licences import (
    LIBRARIES,
    LISTING,
    PLACE,
    LicenceError,
    copy_texts,
    find_unlicensed,
    is_binary,
    is_library,
    library_text,
    read_parts,
)

WHEELS = (
    "pygame-ce",
    "numpy",
    "pillow",
    "psutil",
    "pynacl",
    "fontpkg-baloo-2",
    "prismatoid",
    "accesskit",
    "cffi",
)
SHOWN = (".so", ".ttf", ".py")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="wheels of Linux are looked at"),
]


@pytest.fixture(scope="module")
def put_together(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle's folder with everything of the wheels, as the spec would put it together."""
    shipped = [
        (str(file), str(file.locate()))
        for wheel in WHEELS
        for file in files(wheel) or ()
        if is_binary(file) or file.suffix in SHOWN
    ]
    made, internal = tmp_path_factory.mktemp("made"), tmp_path_factory.mktemp("internal")
    placed = [(place, Path(source)) for place, source in shipped if not place.endswith(".py")]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("game.tools.licences.BOOTLOADER", "hatchling")
        placed += copy_texts(shipped, made)
    for place, source in placed:
        (internal / place).parent.mkdir(parents=True, exist_ok=True)
        if place.startswith(PLACE):
            (internal / place).write_bytes(source.read_bytes())
        else:
            (internal / place).touch()
    return internal


@pytest.fixture
def internal(put_together: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, to be changed."""
    # Its bootloader is in every bundle, but PyInstaller is no test's business.
    monkeypatch.setattr("game.tools.licences.BOOTLOADER", "hatchling")
    return Path(shutil.copytree(put_together, tmp_path / "_internal"))


def test_every_part_has_its_text(internal: Path) -> None:
    assert find_unlicensed(internal) == []
    names = {part.name.split()[0].lower() for part in read_parts(internal)}
    assert {distribution(wheel).metadata["Name"].lower() for wheel in WHEELS} <= names
    libraries = [path for path in internal.rglob("*") if is_library(path)]
    assert len(libraries) > 20


def test_a_text_that_is_missing_is_named(internal: Path) -> None:
    texts = internal / PLACE / "libraries"
    (texts / "xiph.txt").write_text("Copyright (c) of somebody else", encoding="utf-8")
    missing = find_unlicensed(internal)
    for name in ("FLAC", "ogg", "vorbis", "opusfile"):
        assert any(f"lib{name}" in path for path in missing)
    assert not [path for path in missing if "SDL2" in path]
    (texts / "sdl.txt").write_text("", encoding="utf-8")
    assert f"{PLACE}/libraries/sdl.txt" in find_unlicensed(internal)


def test_what_nobody_has_listed_is_named(internal: Path) -> None:
    for place in ("pygame_ce.libs/libnew-1a2b3c4d.so.1", "odd/module.so", "fonts/Odd.ttf"):
        (internal / place).parent.mkdir(exist_ok=True)
        (internal / place).touch()
        assert find_unlicensed(internal) == [place]
        (internal / place).unlink()
    listed = "pygame_ce.libs/libnew-1a2b3c4d.so.1"
    (internal / listed).touch()
    listing = internal / PLACE / LISTING
    parts = json.loads(listing.read_text(encoding="utf-8"))
    parts.append({"name": "new", "licence": "MIT", "files": [listed], "texts": []})
    listing.write_text(json.dumps(parts), encoding="utf-8")
    assert find_unlicensed(internal) == [listed]


def test_a_file_of_nobody_is_refused(internal: Path, tmp_path: Path) -> None:
    stray = tmp_path / "stray.so"
    stray.touch()
    with pytest.raises(LicenceError, match=r"stray\.so"):
        copy_texts([("stray.so", str(stray))], tmp_path)


@pytest.mark.parametrize(
    ("file", "known"),
    [
        ("libSDL2_mixer-2-6719e6f6.0.so.0.800.2", "SDL2"),
        ("libopusfile-96d7a9c0.so.0.4.5", "opusfile"),
        ("libopus-ddd6afb9.so.0.11.1", "opus"),
        ("libscipy_openblas64_-32a4b2a6.so", "scipy_openblas"),
        ("libopenblas64__v0.3.23-293-gc2f4bdbb-gcc_10_3_0-2bde3a66.dll", "openblas"),
        ("libpng16-fefdc88d.so.16.58.0", "png16"),
        ("libgio-2-ce46001f.0.so.0.8800.1", "gio"),
        ("libpcre2-8-b77f698a.so.0.11.0", "pcre2"),
    ],
)
def test_a_library_is_known_by_its_name(file: str, known: str) -> None:
    path = Path("some.libs") / file
    assert is_library(path)
    assert library_text(path, f"… {LIBRARIES[known]} …")
    others = {words for words in LIBRARIES.values() if words != LIBRARIES[known]}
    assert not library_text(path, " ".join(others))

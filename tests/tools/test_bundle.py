"""The files of a bundle, for each system; `tests.end_to_end.bundle` checks that one plays."""

from __future__ import annotations

import hashlib
import stat
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from game import __version__
from game.tools.bundle import APP, find_twins, pack_folder, size_of, strip, without_twins
from game.tools.downloads import write_page
from tests.end_to_end.report import LINES, find_wrong

of_modes = pytest.mark.skipif(
    sys.platform == "win32", reason="files have no such modes there, and links need a right"
)


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder as PyInstaller leaves it: a program, data, and a link."""
    folder = tmp_path / APP
    (folder / "_internal" / "assets").mkdir(parents=True)
    (folder / "_internal" / "assets" / "ș.txt").write_text("words", encoding="utf-8")
    (folder / "take-it-easy").write_bytes(b"program")
    (folder / "take-it-easy").chmod(0o755)
    (folder / "_internal" / "lib.so").symlink_to("assets")
    return folder


@of_modes
def test_linux_gets_a_tarball(built: Path, tmp_path: Path) -> None:
    packed = pack_folder(built, tmp_path, "linux")
    assert packed.name.startswith(f"take-it-easy-{__version__}-linux-")
    top = packed.name.removesuffix(".tar.xz")
    with tarfile.open(packed) as tar:
        assert tar.getmember(f"{top}/take-it-easy").mode == 0o755
        assert tar.getmember(f"{top}/_internal/assets/ș.txt").mode == 0o644
        assert tar.getmember(f"{top}/_internal/lib.so").linkname == "assets"


@of_modes
@pytest.mark.parametrize(("system", "name"), [("win32", "windows"), ("darwin", "macos")])
def test_others_get_a_zip(built: Path, tmp_path: Path, system: str, name: str) -> None:
    packed = pack_folder(built, tmp_path, system)
    assert packed.name.startswith(f"take-it-easy-{__version__}-{name}-")
    top = APP if system == "darwin" else packed.name.removesuffix(".zip")
    with zipfile.ZipFile(packed) as held:
        assert {member.split("/")[0] for member in held.namelist()} == {top}
        assert held.read(f"{top}/_internal/assets/ș.txt") == b"words"
        modes = {m.filename.rpartition("/")[2]: m.external_attr >> 16 for m in held.infolist()}
        assert stat.S_IMODE(modes["take-it-easy"]) == 0o755
        assert stat.S_ISLNK(modes["lib.so"])
        assert held.read(f"{top}/_internal/lib.so") == b"assets"


@pytest.mark.parametrize("library", ["SDL2.dll", "libSDL2-2.0.so.0.3200.10", "libSDL2.dylib"])
def test_a_bundle_has_one_of_each_library(tmp_path: Path, library: str) -> None:
    """The copy in the package stays; modules of the same name, links and data are none."""
    inside, link = (f"pygame/{library}", "", "BINARY"), (library, "", "SYMLINK")
    others = [("_c.pyd", "", "EXTENSION"), ("numpy/_c.pyd", "", "EXTENSION"), ("a.txt", "", "DATA")]
    assert without_twins([(library, "", "BINARY"), inside, *others]) == [inside, *others]
    assert without_twins([link, inside]) == [link, inside]
    assert without_twins([(library, "", "BINARY")]) == [(library, "", "BINARY")]
    for name in (library, f"pygame/{library}", "numpy/_c.pyd", "psutil/_c.pyd"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"code")
    assert find_twins(tmp_path) == [library]


@of_modes
def test_a_size_is_that_of_all_files_and_of_links_themselves(built: Path) -> None:
    words = len("words") + len("program") + len("assets")
    assert size_of(built) == words
    (built / "_internal" / "more").write_bytes(b"1234")
    assert size_of(built) == words + 4


@of_modes
def test_only_the_bundle_s_own_libraries_are_stripped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of SDL do not load when they are stripped."""
    names = ("libpython3.so.1", "python3.11/lib-dynload/_c.so", "numpy/core/a.so", "nacl/b.so")
    left = ("pygame.libs/libSDL2.so", "assets/words.txt", "numpy.libs/libblas.so")
    for name in (*names, *left):
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).touch()
    (tmp_path / "in" / "libz.so").symlink_to("libpython3.so.1")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    strip(tmp_path / "in")
    tool = tmp_path / "bin" / "strip"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/log\n', encoding="utf-8")
    tool.chmod(0o755)
    strip(tmp_path / "in")
    option, *files = (tmp_path / "log").read_text(encoding="utf-8").split()
    assert option == "--strip-unneeded"
    assert sorted(files) == sorted(str(tmp_path / "in" / name) for name in names)


def test_the_page_of_the_downloads_names_each_file_with_its_sum(tmp_path: Path) -> None:
    files = [tmp_path / f"take-it-easy-1-{name}" for name in ("linux-x.tar.xz", "windows-x.zip")]
    for file in files:
        file.write_bytes(file.name.encode())
    write_page(tmp_path, files)
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    sums = (tmp_path / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    for file, line in zip(files, sums, strict=True):
        digest = hashlib.sha256(file.name.encode()).hexdigest()
        assert line == f"{digest}  {file.name}"
        assert f'href="{file.name}"' in page
        assert digest in page
    assert page.index("start <code>take-it-easy</code>") < page.index("Take It Easy.exe")


REPORT = f"""\
game: {__version__} (0.000 s)
lock: [True, True, True], where [True, False, True] is right (0.052 s)
reader: FAILED ValueError: no backend (1.4 s)
colour: blue (0.000 s)
"""


def test_a_report_is_wrong_where_a_line_is_missing_unknown_or_not_as_expected(
    tmp_path: Path,
) -> None:
    report = tmp_path / "report.txt"
    report.write_text(REPORT, encoding="utf-8")
    wrong = find_wrong(report, {})
    assert {words.partition(":")[0] for words in wrong} == {*LINES, "colour"} - {"game"}
    assert "engine: no such line" in wrong
    assert "colour: an unknown line" in wrong
    assert any(words.startswith("lock: [True, True") for words in wrong)
    report.write_text("game: 0.9 (0.000 s)\n", encoding="utf-8")
    assert "game: 0.9 (0.000 s)" in find_wrong(report, {})
    assert "game: 0.9 (0.000 s)" not in find_wrong(report, {"game": r"0\.9"})

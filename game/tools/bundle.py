"""Packs a program that needs no Python: `python -m game.tools.bundle OUTDIR`.

It is built for the system of the machine, from the installed libraries:

    python3 -m venv .venv && .venv/bin/pip install -q -e ".[bundle]"
    .venv/bin/python -m game.tools.bundle dist

writes a tarball on Linux, a zip on Windows, and the zipped `Take It Easy.app` on macOS, each beside
its unpacked folder. On Windows its `Take It Easy.exe` opens no console.
"""

import argparse
import os
import platform
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from typing import Final

from game import __version__

SPEC: Final = Path(__file__).with_name("take-it-easy.spec")
APP: Final = "Take It Easy.app"
DESCRIBED: Final = (
    *("pygame-ce", "numpy", "platformdirs", "psutil", "pynacl", "fontpkg-baloo-2"),
    *("pillow", "prismatoid", "accesskit"),
)
"""The libraries in a bundle whose versions it can name."""

_LIBRARY: Final = re.compile(r".+\.dll|lib.+\.so[.\d]*|.+\.dylib")
"""Names of shared libraries; extension modules have the same name in several packages."""

_SYSTEMS: Final = {"win32": "windows", "darwin": "macos"}


def build(outdir: Path) -> Path:
    """Build the folder and return its path."""
    work = outdir / "build"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    places = ["--distpath", str(outdir), "--workpath", str(work)]
    subprocess.run([*command, *places, str(SPEC)], check=True)
    shutil.rmtree(work)
    if sys.platform == "darwin":
        return outdir / APP
    folder = outdir / "take-it-easy"
    if sys.platform == "linux":
        strip(folder / "_internal")
    return folder


def without_twins(entries: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return a bundle's files without the libraries at its top that a package has as well.

    pygame's hook puts its libraries at the top, the analysis beside pygame: with both, Windows
    loads two copies of SDL, and ctypes asks the one that has no window.
    """
    files = [*entries]
    inside = {Path(to).name for to, _, kind in files if kind != "SYMLINK" and Path(to).parent.name}
    return [
        (to, source, kind)
        for to, source, kind in files
        if Path(to).parent.name or kind == "SYMLINK" or not _is_twin(Path(to).name, inside)
    ]


def _is_twin(name: str, inside: Set[str]) -> bool:
    return name in inside and _LIBRARY.fullmatch(name) is not None


def find_twins(folder: Path) -> list[str]:
    """Return the names of libraries that are in a bundle twice."""
    names = [p.name for p in _files(folder) if not p.is_symlink() and _LIBRARY.fullmatch(p.name)]
    return sorted(name for name, count in Counter(names).items() if count > 1)


def strip(internal: Path) -> None:
    """Strip debugging symbols, if the machine has the tool."""
    if shutil.which("strip") is None:
        return
    # Skip SDL and related libraries: some that auditwheel has moved do not load when stripped.
    places = ("*.so*", "python3*/**/*.so", "psutil/*.so", "numpy/**/*.so", "PIL/*.so",
              "pygame/**/*.so", "nacl/*.so", "accesskit/*.so")  # fmt: skip
    libraries = [path for place in places for path in internal.glob(place)]
    real = [str(path) for path in libraries if not path.is_symlink()]
    subprocess.run(["strip", "--strip-unneeded", *real], check=True)


def pack_folder(folder: Path, outdir: Path, system: str = sys.platform) -> Path:
    """Pack the folder in the usual format of a system; return the file."""
    machine = platform.machine().lower() or "unknown"
    name = f"take-it-easy-{__version__}-{_SYSTEMS.get(system, system)}-{machine}"
    top = folder.name if system == "darwin" else name
    paths = sorted(folder.rglob("*"))
    if system in _SYSTEMS:
        target = outdir / f"{name}.zip"
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
            for path in paths:
                _add(packed, path, f"{top}/{path.relative_to(folder).as_posix()}")
        return target
    target = outdir / f"{name}.tar.xz"
    with tarfile.open(target, "w:xz", preset=1) as tar:
        for path in paths:
            tar.add(path, f"{top}/{path.relative_to(folder)}", recursive=False, filter=_anybody)
    return target


def _add(packed: zipfile.ZipFile, path: Path, name: str) -> None:
    """Add a file with its mode, or a link as a link; an .app needs both."""
    if path.is_dir() and not path.is_symlink():
        return
    member = zipfile.ZipInfo(name)
    member.compress_type, member.create_system = zipfile.ZIP_DEFLATED, 3
    member.external_attr = path.lstat().st_mode << 16
    is_link = stat.S_ISLNK(path.lstat().st_mode)
    packed.writestr(member, os.readlink(path) if is_link else path.read_bytes())


def _anybody(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Remove owner and time from an archive's member, so that archives are reproducible."""
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = "root"
    if member.isreg() or member.isdir():
        member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return member


def size_of(folder: Path) -> int:
    """Return the total bytes of all files; a link counts as itself."""
    return sum(path.lstat().st_size for path in _files(folder))


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() or path.is_symlink())


def main() -> int:
    """Build and pack the program, and print its size."""
    parser = argparse.ArgumentParser(prog="python -m game.tools.bundle", description=__doc__)
    parser.add_argument("outdir", type=Path)
    options = parser.parse_args()
    options.outdir.mkdir(parents=True, exist_ok=True)
    folder = build(options.outdir)
    print(f"{folder}: {size_of(folder) / 1e6:.1f} MB")
    packed = pack_folder(folder, options.outdir)
    print(f"{packed}: {packed.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Makes a folder that starts without Python: `python -m game.tools.bundle OUTDIR [--deb] [--tar]`.

It is built for the machine it is built on, from the libraries installed beside it:

    python3 -m venv .venv && .venv/bin/pip install -q -e ".[bundle]"
    .venv/bin/python -m game.tools.bundle dist

leaves `dist/take-it-easy/` with a program of that name; on Windows also `Take It Easy.exe`, which
opens no console, on macOS `dist/Take It Easy.app`. On Linux a small BLAS saves 25 MB: `apt install
binutils libblis64-serial-dev` before. `--deb` makes a Debian package of it as well (needs
dpkg-deb), `--tar` a tarball that may be unpacked anywhere.
"""

import argparse
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from game import __version__
from game.tools.blas import put_small_blas
from game.tools.debian import build_package

SPEC: Final = Path(__file__).with_name("take-it-easy.spec")


def build(outdir: Path) -> Path:
    """Build the folder; returns it."""
    work = outdir / "build"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    places = ["--distpath", str(outdir), "--workpath", str(work)]
    subprocess.run([*command, *places, str(SPEC)], check=True)
    shutil.rmtree(work)
    folder = outdir / "take-it-easy"
    if sys.platform == "linux":
        make_small(folder / "_internal")
    return folder


def make_small(internal: Path) -> None:
    """Take out what is not needed to run, as far as this machine has the tools."""
    if not put_small_blas(internal):
        print("numpy's own BLAS stays, 25 MB: it takes binutils and libblis64-serial-dev")
    if shutil.which("strip"):
        # Not SDL and its kin: of what auditwheel has moved, not all loads once it is stripped.
        places = (
            "*.so*",
            "python3*/**/*.so",
            "psutil/*.so",
            "numpy/**/*.so",
            "PIL/*.so",
            "pygame/**/*.so",
        )
        libraries = [path for place in places for path in internal.glob(place)]
        real = [str(path) for path in libraries if not path.is_symlink()]
        subprocess.run(["strip", "--strip-unneeded", *real], check=True)


def build_tarball(folder: Path, outdir: Path) -> Path:
    """Pack a folder that `build` has made, with a launcher's entry and icons; returns its file."""
    name = f"take-it-easy-{__version__}-{platform.system().lower()}-{platform.machine()}"
    target = outdir / f"{name}.tar.xz"
    with tarfile.open(target, "w:xz", preset=1) as tar:
        for path in sorted(folder.rglob("*")):
            tar.add(path, f"{name}/{path.relative_to(folder)}", recursive=False, filter=_anybody)
    return target


def _anybody(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """One file of the archive, the same whoever packs it."""
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = "root"
    if member.isreg() or member.isdir():
        member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return member


def size_of(folder: Path) -> int:
    """Return the bytes of all files, each once."""
    return sum(path.lstat().st_size for path in _files(folder))


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() or path.is_symlink())


def main() -> int:
    """Build what is asked for, and say how large it is."""
    parser = argparse.ArgumentParser(prog="python -m game.tools.bundle", description=__doc__)
    parser.add_argument("outdir", type=Path)
    parser.add_argument("--deb", action="store_true", help="a Debian package as well")
    parser.add_argument("--tar", action="store_true", help="a tarball as well")
    options = parser.parse_args()
    options.outdir.mkdir(parents=True, exist_ok=True)
    folder = build(options.outdir)
    print(f"{folder}: {size_of(folder) / 1e6:.1f} MB")
    made = [build_package(folder, options.outdir)] if options.deb else []
    made += [build_tarball(folder, options.outdir)] if options.tar else []
    for file in made:
        print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The game as a folder that starts without Python: `python -m game.tools.bundle OUTDIR [--deb]`.

It is built for the machine it is built on, from the libraries installed beside it:

    python3 -m venv .venv && .venv/bin/pip install -q -e ".[bundle]"
    .venv/bin/python -m game.tools.bundle dist

leaves `dist/take-it-easy/` with a program of that name; on Windows also `Take It Easy.exe`, which
opens no console, on macOS `dist/Take It Easy.app`. On Linux a small BLAS saves 25 MB: `apt install
binutils libblis64-serial-dev` before. `--deb` makes a Debian package of it as well (needs
dpkg-deb).
"""

import argparse
import gzip
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from game import DISTRIBUTION, __version__
from game.cli.desktop import write_desktop_files
from game.resources import asset
from game.tools.blas import put_small_blas

SPEC: Final = Path(__file__).with_name("take-it-easy.spec")
ARCHITECTURES: Final = {"x86_64": "amd64", "aarch64": "arm64", "armv7l": "armhf"}

CONTROL: Final = """\
Package: {package}
Version: {version}
Architecture: {architecture}
Maintainer: The Take It Easy founders <nobody@localhost>
Installed-Size: {kilobytes}
Depends: libc6
Recommends: desktop-file-utils, shared-mime-info
Section: games
Priority: optional
Description: hexagon tile-laying board game in every edition
 Take It Easy! by Peter Burley, with every variant of its printed rules:
 alone, against the computer, or with up to six at one screen; in English,
 French, German and Romanian. An independent, unofficial implementation.
"""


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
        places = ("*.so*", "python3*/**/*.so", "nacl/*.so", "numpy/**/*.so", "PIL/*.so")
        found = [path for place in places for path in internal.glob(place)]
        real = [str(path) for path in found if not path.is_symlink()]
        subprocess.run(["strip", "--strip-unneeded", *real], check=True)


def build_deb(folder: Path, outdir: Path) -> Path:
    """Put a folder that `build` has made into a Debian package; returns its file."""
    root = outdir / "deb"
    shutil.rmtree(root, ignore_errors=True)
    home = root / "opt" / "take-it-easy"
    shutil.copytree(folder, home, symlinks=True)
    (root / "usr" / "bin").mkdir(parents=True)
    (root / "usr" / "bin" / "take-it-easy").symlink_to("/opt/take-it-easy/take-it-easy")
    write_desktop_files(root / "usr" / "share", "take-it-easy")
    manual = root / "usr" / "share" / "man" / "man6" / "take-it-easy.6.gz"
    manual.parent.mkdir(parents=True)
    manual.write_bytes(gzip.compress(asset("desktop", "take-it-easy.6").read_bytes(), mtime=0))
    rights = root / "usr" / "share" / "doc" / DISTRIBUTION / "copyright"
    rights.parent.mkdir(parents=True)
    shutil.copy(home / "_internal" / "licences" / "LICENSE", rights)
    architecture = ARCHITECTURES.get(platform.machine(), platform.machine())
    (root / "DEBIAN").mkdir()
    kilobytes = size_of(home) // 1024
    (root / "DEBIAN" / "control").write_text(
        CONTROL.format(
            package=DISTRIBUTION,
            version=__version__,
            architecture=architecture,
            kilobytes=kilobytes,
        ),
        encoding="utf-8",
    )
    package = outdir / f"{DISTRIBUTION}_{__version__}_{architecture}.deb"
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z3", "--build", str(root), str(package)]
    subprocess.run(command, check=True)
    shutil.rmtree(root)
    return package


def size_of(folder: Path) -> int:
    """The bytes of all files, each once."""
    return sum(path.lstat().st_size for path in _files(folder))


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() or path.is_symlink())


def main() -> int:
    """Build what is asked for, and say how large it is."""
    parser = argparse.ArgumentParser(prog="python -m game.tools.bundle", description=__doc__)
    parser.add_argument("outdir", type=Path)
    parser.add_argument("--deb", action="store_true", help="a Debian package as well")
    options = parser.parse_args()
    options.outdir.mkdir(parents=True, exist_ok=True)
    folder = build(options.outdir)
    print(f"{folder}: {size_of(folder) / 1e6:.1f} MB")
    if options.deb:
        package = build_deb(folder, options.outdir)
        print(f"{package}: {package.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

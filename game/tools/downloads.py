"""Makes everything that players can download: `python -m game.tools.downloads OUTDIR`.

On Linux the tarball, and the Windows zip by a Windows Python under Wine (`game.tools.wine`), where
the machine has what that needs; on a Mac the Mac's. Beside them `SHA256SUMS`, and `index.html`, a
page that says what is in them and how to start it: the folder is ready to be uploaded anywhere.
"""

from __future__ import annotations

import argparse
import hashlib
import html
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from game import __version__
from game.tools.bundle import build, pack_folder, size_of
from game.tools.wine import WineError, WinePython, missing_tools, screen

CHECKOUT: Final = Path(__file__).parents[2]

_PARTS: Final = (
    *("pyinstaller", "pillow", "prismatoid", "accesskit"),
    # What PyInstaller needs on Windows alone, which another system's pip leaves out.
    *("pywin32-ctypes", "pefile"),
)
"""The distributions that a Windows bundle is made with."""

_STEPS: Final = {
    "linux": "Unpack it anywhere and start <code>take-it-easy</code> in it.",
    "windows": "Unpack it anywhere and start <code>Take It Easy.exe</code> in it. Windows may ask"
    " first, since the program is not signed.",
    "macos": "Unpack it and open the application.",
}
_PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Take It Easy! {version}</title>
<h1>Take It Easy! {version}</h1>
<p>The hexagon tile-laying game in English, French, German and Romanian. Nothing needs to be
installed. Games are saved in one folder, which the settings name and open; what is shared is saved
among the user's pictures and documents.</p>
<table>
<tr><th>File</th><th>Size</th><th>How to start it</th><th>SHA-256</th></tr>
{rows}
</table>
<p>Inside are the game, Python, and the libraries that it uses; the folder
<code>_internal/licences</code> has the licence of each.</p>
</html>
"""


def sum_of(path: Path) -> str:
    """Return a file's SHA-256 in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_page(folder: Path, files: Sequence[Path]) -> None:
    """Write `SHA256SUMS` and `index.html` about the files beside them."""
    sums = {path.name: sum_of(path) for path in files}
    lines = "".join(f"{digest}  {name}\n" for name, digest in sums.items())
    (folder / "SHA256SUMS").write_text(lines, encoding="utf-8")
    rows = "\n".join(
        f'<tr><td><a href="{html.escape(path.name)}">{html.escape(path.name)}</a></td>'
        f"<td>{path.stat().st_size / 1e6:.0f} MB</td>"
        f"<td>{next(words for system, words in _STEPS.items() if system in path.name)}</td>"
        f"<td><code>{sums[path.name]}</code></td></tr>"
        for path in files
    )
    page = _PAGE.format(version=__version__, rows=rows)
    (folder / "index.html").write_text(page, encoding="utf-8")


def build_for_windows(python: WinePython, work: Path) -> Path:
    """Build and pack the Windows bundle by a Windows Python; return the zip. Raises `WineError`."""
    python.install(CHECKOUT, _PARTS)
    checkout = python.drive / "checkout"
    shutil.rmtree(checkout, ignore_errors=True)
    for name in ("game", "assets", "seeds"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT / name, checkout / name, ignore=ignored)
    shutil.copy(CHECKOUT / "LICENSE", checkout)
    made = work / "windows"
    script = "import os, runpy, sys; os.chdir(sys.argv[1]); sys.argv[1:] = sys.argv[2:]; "
    script += (
        "sys.path.insert(0, os.getcwd()); runpy.run_module('game.tools.bundle', None, '__main__')"
    )
    python.run("-c", script, r"C:\checkout", python.windows_path(made))
    (packed,) = made.glob("*.zip")
    return packed


def make_downloads(outdir: Path, wine: Path | None) -> list[Path]:
    """Make all bundles that this machine can make; return their paths in `outdir`.

    Raises `WineError` where the Windows bundle cannot be made although `wine` is a folder.
    """
    outdir.mkdir(parents=True, exist_ok=True)
    work = outdir / "work"
    folder = build(work)
    print(f"{folder}: {size_of(folder) / 1e6:.1f} MB")
    packed = [pack_folder(folder, work)]
    if wine is not None:
        with screen():
            python = WinePython(wine)
            if not python.is_made:
                python.make()
            packed.append(build_for_windows(python, work))
    files = [Path(shutil.move(path, outdir / path.name)) for path in packed]
    shutil.rmtree(work)
    write_page(outdir, files)
    return files


def main() -> int:
    """Make the downloads; status 1 where one failed, 2 where the machine lacks something."""
    parser = argparse.ArgumentParser(prog="python -m game.tools.downloads", description=__doc__)
    parser.add_argument("outdir", type=Path)
    parser.add_argument("--wine", type=Path, help="where the Windows Python is or will be made")
    parser.add_argument("--only-here", action="store_true", help="leave out the Windows bundle")
    options = parser.parse_args()
    has_windows = sys.platform == "linux" and not options.only_here
    if find_spec("PyInstaller") is None:
        print('This command needs PyInstaller: pip install ".[bundle]".', file=sys.stderr)
        return 2
    if has_windows and (lacking := missing_tools()):
        print(f"{lacking} Without them, --only-here.", file=sys.stderr)
        return 2
    wine = options.wine or options.outdir.with_name(f"{options.outdir.name}-wine")
    try:
        files = make_downloads(options.outdir, wine if has_windows else None)
    except (WineError, subprocess.CalledProcessError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    for path in files:
        print(f"{os.fspath(path)}: {path.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

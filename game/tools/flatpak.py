"""Writes what a Flatpak is built from, without a network: `python -m game.tools.flatpak OUTDIR`.

OUTDIR gets the wheels of the game and of all that it needs, for the Python of the runtime, and a
manifest that names each with its SHA-256. Then, where flatpak-builder and the runtime are:

    flatpak-builder --user --install build OUTDIR/game.take_it_easy.desktop_game.json
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from game import DISTRIBUTION
from game.cli.desktop import APPLICATION, NAME

TOP: Final = Path(__file__).parents[2]
RUNTIME: Final = "25.08"
PYTHON: Final = "3.13"
"""The Python of that runtime."""

EXTRAS: Final = "lan,pictures,qr"
DESKTOP: Final = (
    "from pathlib import Path; from game.cli.desktop import write_desktop_files; "
    f'write_desktop_files(Path("/app/share"), "{NAME}")'
)


def write_manifest(outdir: Path, wheels: Sequence[Path]) -> Path:
    """Write the manifest for `wheels`, which lie below `outdir`; returns its file."""
    sources = [
        {
            "type": "file",
            "path": wheel.relative_to(outdir).as_posix(),
            "sha256": sha256(wheel.read_bytes()).hexdigest(),
        }
        for wheel in wheels
    ]
    install = "pip3 install --no-index --find-links=. --no-build-isolation --prefix=/app"
    manifest: dict[str, Any] = {
        "id": APPLICATION,
        "runtime": "org.freedesktop.Platform",
        "runtime-version": RUNTIME,
        "sdk": "org.freedesktop.Sdk",
        "command": NAME,
        "finish-args": [
            "--share=ipc",
            "--socket=fallback-x11",
            "--socket=wayland",
            "--socket=pulseaudio",
            # Gamepads among them.
            "--device=all",
            # Tables whose players are elsewhere.
            "--share=network",
            # What is shared is saved there.
            "--filesystem=xdg-pictures",
            "--filesystem=xdg-documents",
        ],
        "rename-desktop-file": f"{NAME}.desktop",
        "rename-icon": NAME,
        "modules": [
            {
                "name": NAME,
                "buildsystem": "simple",
                "build-commands": [
                    f'{install} "{DISTRIBUTION}[{EXTRAS}]"',
                    f"PYTHONPATH=/app/lib/python{PYTHON}/site-packages python3 -c '{DESKTOP}'",
                    f"cd /app/share/mime/packages && mv {NAME}.xml {APPLICATION}.xml",
                ],
                "sources": sources,
            }
        ],
    }
    target = outdir / f"{APPLICATION}.json"
    target.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    return target


def main() -> int:
    """Fetch the wheels and write the manifest."""
    parser = argparse.ArgumentParser(prog="python -m game.tools.flatpak", description=__doc__)
    parser.add_argument("outdir", type=Path)
    wheels = parser.parse_args().outdir / "wheels"
    python = sys.executable
    build = [python, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(wheels), str(TOP)]
    subprocess.run(build, check=True)
    (wheel,) = wheels.glob("take_it_easy_game-*.whl")
    fetch = [python, "-m", "pip", "download", "--dest", str(wheels), "--only-binary=:all:"]
    fetch += ["--python-version", PYTHON, "--platform", "manylinux_2_28_x86_64"]
    fetch += ["--platform", "manylinux2014_x86_64", f"{wheel}[{EXTRAS}]"]
    subprocess.run(fetch, check=True)
    print(write_manifest(wheels.parent, sorted(wheels.glob("*.whl"))))
    return 0


if __name__ == "__main__":
    sys.exit(main())

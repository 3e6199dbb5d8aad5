"""A Flatpak's manifest names what is there, and builds from nothing else."""

from __future__ import annotations

import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

from game import DISTRIBUTION
from game.cli.desktop import APPLICATION, desktop_files
from game.tools.flatpak import write_manifest


def test_the_manifest_names_every_wheel_and_asks_no_network(tmp_path: Path) -> None:
    wheels = [tmp_path / "wheels" / f"{name}-1-py3-none-any.whl" for name in ("one", "two")]
    for wheel in wheels:
        wheel.parent.mkdir(exist_ok=True)
        wheel.write_bytes(wheel.name.encode())
    path = write_manifest(tmp_path, wheels)
    assert path.name == f"{APPLICATION}.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    (module,) = manifest["modules"]
    for source in module["sources"]:
        file = path.parent / source["path"]
        assert source["sha256"] == sha256(file.read_bytes()).hexdigest()
    assert len(module["sources"]) == len(wheels)
    assert not [source for source in module["sources"] if "url" in source]
    install, place, _ = module["build-commands"]
    assert "--no-index" in install
    assert DISTRIBUTION in install
    # What is renamed afterwards is what the game writes.
    written = {file.name for file in desktop_files(Path("/app/share"))}
    assert manifest["rename-desktop-file"] in written
    assert f"{manifest['rename-icon']}.svg" in written
    compile(place.partition("-c '")[2].rstrip("'"), "build-command", "exec")
    if shutil.which("flatpak-builder"):
        show = ["flatpak-builder", "--show-manifest", str(path)]
        shown = subprocess.run(show, capture_output=True, text=True)
        assert shown.returncode == 0, shown.stderr
        assert "WARNING" not in shown.stderr

"""Makes a Debian package of a bundle: `python -m game.tools.bundle OUTDIR --deb`.

It installs into `/opt`, brings Python and every library with it, and puts the command where games
stand. It is not meant for Debian's own archive; `OVERRIDES` says what lintian would want for that.
"""

import gzip
import platform
import re
import shutil
import subprocess
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from typing import Final

from game import CONTACT, DISTRIBUTION, HOMEPAGE, __version__
from game.cli.desktop import write_desktop_files
from game.resources import asset
from game.tools.licences import debian_copyright, is_binary, read_parts

ARCHITECTURES: Final = {"x86_64": "amd64", "aarch64": "arm64", "armv7l": "armhf"}
HOME: Final = "opt/take-it-easy"
MAINTAINER: Final = f"The Take It Easy founders <{CONTACT}>"

CONTROL: Final = """\
Package: {package}
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kilobytes}
Depends: libc6 (>= {libc})
Recommends: desktop-file-utils, shared-mime-info
Section: games
Priority: optional
Homepage: {homepage}
Description: hexagon tile-laying board game in every edition
 Take It Easy! by Peter Burley, with every variant of its printed rules:
 alone, against the computer, or with up to six at one screen; in English,
 French, German and Romanian. An independent, unofficial implementation.
"""

CHANGELOG: Final = """\
{package} ({version}) unstable; urgency=low

  * Release {version}.

 -- {maintainer}  {date}
"""

OVERRIDES: Final = """\
# Everything lies below /opt: the package is its makers' own, not the archive's.
{package}: dir-or-file-in-opt
# It plays on any Debian, with the libraries that it was tried with.
{package}: embedded-library
{package}: custom-library-search-path
# Small modules that call Python alone, and a program that PyInstaller has made.
{package}: library-not-linked-against-libc
{package}: shared-library-lacks-prerequisites
{package}: hardening-no-pie
"""


def build_package(folder: Path, outdir: Path) -> Path:
    """Put a folder that `bundle.build` has made into a Debian package; returns its file."""
    root = outdir / "deb"
    shutil.rmtree(root, ignore_errors=True)
    home = root / HOME
    shutil.copytree(folder, home, symlinks=True)
    games = root / "usr" / "games"
    games.mkdir(parents=True)
    (games / "take-it-easy").symlink_to(f"/{HOME}/take-it-easy")
    share = root / "usr" / "share"
    write_desktop_files(share, "/usr/games/take-it-easy")
    _write_documents(share, home / "_internal")
    architecture = ARCHITECTURES.get(platform.machine(), platform.machine())
    (root / "DEBIAN").mkdir()
    control = CONTROL.format(
        package=DISTRIBUTION,
        version=__version__,
        architecture=architecture,
        maintainer=MAINTAINER,
        homepage=HOMEPAGE,
        libc=newest_libc(home),
        kilobytes=sum(p.lstat().st_size for p in home.rglob("*") if p.is_file()) // 1024,
    )
    (root / "DEBIAN" / "control").write_text(control, encoding="utf-8")
    _set_modes(root)
    package = outdir / f"{DISTRIBUTION}_{__version__}_{architecture}.deb"
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z3", "--build", str(root), str(package)]
    subprocess.run(command, check=True)
    shutil.rmtree(root)
    return package


def newest_libc(home: Path) -> str:
    """Return the version of the C library that the newest symbol asked for below `home` needs."""
    asked = {
        int(minor)
        for path in home.rglob("*")
        if path.is_file() and (is_binary(path) or path.parent == home)
        for minor in re.findall(rb"GLIBC_2\.(\d+)", path.read_bytes())
    }
    return f"2.{max(asked, default=0)}"


def _write_documents(share: Path, internal: Path) -> None:
    documents = share / "doc" / DISTRIBUTION
    documents.mkdir(parents=True)
    rights = debian_copyright(read_parts(internal), internal, f"{HOME}/_internal")
    (documents / "copyright").write_text(rights, encoding="utf-8")
    metainfo = asset("desktop", "metainfo.xml").read_text(encoding="utf-8")
    released = re.search(rf'version="{re.escape(__version__)}" date="([\d-]+)"', metainfo)
    assert released is not None
    day = datetime.fromisoformat(released[1]).replace(tzinfo=UTC)
    words = CHANGELOG.format(
        package=DISTRIBUTION,
        version=__version__,
        maintainer=MAINTAINER,
        date=format_datetime(day),
    )
    (documents / "changelog.gz").write_bytes(gzip.compress(words.encode(), mtime=0))
    overrides = share / "lintian" / "overrides" / DISTRIBUTION
    overrides.parent.mkdir(parents=True)
    overrides.write_text(OVERRIDES.format(package=DISTRIBUTION), encoding="utf-8")


def _set_modes(root: Path) -> None:
    """Give every file the same mode, whoever builds: only programs may be run."""
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            runs = path.is_dir() or (path.stat().st_mode & 0o100 and not is_binary(path))
            path.chmod(0o755 if runs else 0o644)

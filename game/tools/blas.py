"""Puts a small BLAS into a bundle on Linux, in the place of the one in numpy's wheel.

The wheel's OpenBLAS has kernels for every processor and all of LAPACK: 28 MB, a quarter of the
bundle. The engines multiply matrices and nothing else, so BLIS, from Debian's
`libblis64-serial-dev`, is linked into a library of the same name that offers what numpy asks for:
3 MB. LAPACK's functions, which `numpy.linalg` would call and nothing here does, end the process.
"""

import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from game.tools.licences import PLACE, LicensedPart, add_part

ARCHIVES: Final = "*/blis64-serial/libblis64.a"
NOTICE: Final = "share/doc/libblis64-serial-dev/copyright"

KIN: Final = {
    "haswell": ("knl", "skx", "zen", "zen2", "zen3"),
    "generic": ("penryn", "bulldozer", "piledriver", "steamroller", "excavator"),
}
"""Processors that make do with another's kernels: 0.7 MB are saved for each."""

_OFFERED: Final = re.compile(r"scipy_(?:(cblas_\w+)|(\w+_))64_")


def put_small_blas(internal: Path, libraries: Path = Path("/usr/lib")) -> bool:
    """Replace numpy's BLAS in a bundle's `_internal`; returns whether all it takes is installed.

    Raises `CalledProcessError` where BLIS lacks what numpy asks for.
    """
    archive = next(libraries.glob(ARCHIVES), None)
    wheels = next(internal.glob("numpy.libs/libscipy_openblas64_*.so"), None)
    if not (archive and wheels and shutil.which("ld")):
        return False
    asked = _symbols(internal.glob("numpy/**/*.so"), "--dynamic", "--undefined-only")
    there = _symbols([archive], "--defined-only")
    offered = filter(None, map(_OFFERED.fullmatch, asked))
    sets = [f"--defsym={name[0]}={_blis_name(name, there)}" for name in offered]
    sets += [
        f"--defsym=bli_cntx_init_{kin}{part}=bli_cntx_init_{model}{part}"
        for model, family in KIN.items()
        for kin in family
        for part in ("", "_ref", "_ind")
        if {f"bli_cntx_init_{kin}", f"bli_cntx_init_{model}"} <= there
    ]
    pulled = sorted({name for part in sets if (name := part.rpartition("=")[2])})
    shutil.rmtree(wheels.parent)
    wheels.parent.mkdir()
    _link(wheels, archive, [*(f"--undefined={name}" for name in pulled), *sets])
    if (internal / PLACE).is_dir():
        shutil.copy(libraries.parent / NOTICE, internal / PLACE / "blis")
        small = LicensedPart(
            "BLIS", "BSD-3-Clause", (f"numpy.libs/{wheels.name}",), (f"{PLACE}/blis",)
        )
        add_part(internal, small)
    for link in internal.glob("*.so*"):
        if link.is_symlink() and not link.exists():
            link.unlink()
    return True


def _blis_name(name: re.Match[str], there: Iterable[str]) -> str:
    """Return what BLIS calls the function that numpy's wheel asks for as `scipy_cblas_sgemm64_`."""
    plain = name[1] or name[2]
    return plain if plain in there else "bli_abort"


def _symbols(files: Iterable[Path], *options: str) -> set[str]:
    command = ["nm", *options, "--format=posix", *map(str, files)]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {line.split()[0] for line in listed.splitlines() if " " in line}


def _link(target: Path, archive: Path, options: Sequence[str]) -> None:
    exported = target.with_suffix(".map")
    exported.write_text("{ global: scipy_*; local: *; };", encoding="utf-8")
    system = [str(next(Path("/lib").glob(f"*/lib{name}.so.6"))) for name in ("m", "c")]
    command = ["ld", "-shared", "--gc-sections", "--strip-all", f"--version-script={exported}"]
    command += [f"-soname={target.name}", "-o", str(target), *options, str(archive), *system]
    subprocess.run(command, check=True)
    exported.unlink()

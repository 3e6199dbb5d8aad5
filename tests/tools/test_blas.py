"""The bundle's small BLAS multiplies as numpy's own loops do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from game.tools.blas import ARCHIVES, put_small_blas

PROGRAM = """
import numpy as np
chance = np.random.default_rng(1)
for kind, most in ((np.float32, 1e-4), (np.float64, 1e-12)):
    a, b = (chance.normal(size=size).astype(kind) for size in ((190, 70), (70, 33)))
    for left, right in ((a, b), (a, b[:, 0]), (a[::2], b), (a.T, a), (b.T, a.T)):
        letters = "ij,jk->ik" if right.ndim == 2 else "ij,j->i"
        # Without a path einsum adds up by itself, and asks no library.
        assert np.abs(left @ right - np.einsum(letters, left, right)).max() < most
    assert abs(a[0] @ a[1] - (a[0] * a[1]).sum()) < most
print(open("/proc/self/maps").read())
"""


def test_numpy_multiplies_as_before(tmp_path: Path) -> None:
    source = Path(np.__file__).parent
    libraries = source.with_name("numpy.libs")
    if not any(Path("/usr/lib").glob(ARCHIVES)) or not any(libraries.glob("libscipy_*")):
        pytest.skip("needs libblis64-serial-dev, and numpy's wheel for Linux")
    shutil.copytree(libraries, tmp_path / "numpy.libs")
    ignored = shutil.ignore_patterns("tests", "__pycache__", "*.a", "f2py")
    shutil.copytree(source, tmp_path / "numpy", ignore=ignored)
    assert put_small_blas(tmp_path)
    (small,) = (tmp_path / "numpy.libs").iterdir()
    assert small.stat().st_size < 5_000_000
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert str(small) in done.stdout

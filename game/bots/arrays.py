"""Array types by number type, and a reader of learned arrays."""

from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.resources import damaged

Bools: TypeAlias = NDArray[np.bool_]
Float32s: TypeAlias = NDArray[np.float32]
Index: TypeAlias = NDArray[np.intp]
Int64s: TypeAlias = NDArray[np.int64]
Int8s: TypeAlias = NDArray[np.int8]
Uint8s: TypeAlias = NDArray[np.uint8]
"""`Index` is numpy's own index type."""


def read_arrays(path: Path, *needed: str) -> dict[str, Float32s]:
    """Return the arrays of an .npz file by name, in single precision.

    Raises `ResourceError` if the file cannot be read or lacks a `needed` array.
    """
    try:
        try:
            arrays = _load(path)
        except SystemError:
            # Python 3.11 may refuse to parse an array's head while another thread parses something
            # (python/cpython#106905): the file is as it should be.
            arrays = _load(path)
    except Exception as error:
        # Damaged archives raise a dozen different errors, in zipfile, in numpy and in parsing.
        raise damaged(path, error) from None
    for name in needed:
        if name not in arrays:
            raise damaged(path, f"no {name!r}")
    return arrays


def _load(path: Path) -> dict[str, Float32s]:
    with np.load(path, allow_pickle=False) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}

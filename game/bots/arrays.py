"""Reading what was learned."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from game.resources import damaged


def read_arrays(path: Path, *needed: str) -> dict[str, NDArray[np.float32]]:
    """The arrays of an .npz file by name, in single precision.

    Raises `ResourceError` where it cannot be read, or lacks one that is `needed`.
    """
    try:
        with np.load(path, allow_pickle=False) as stored:
            arrays = {name: stored[name].astype(np.float32) for name in stored.files}
    except Exception as error:
        # A damaged archive shows itself in a dozen ways: as no archive, no number, no end.
        raise damaged(path, error) from None
    for name in needed:
        if name not in arrays:
            raise damaged(path, f"no {name!r}")
    return arrays

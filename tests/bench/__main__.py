"""Benchmarks: `python -m tests.bench [NAME …]`, all of them without a name.

One module in this package is one benchmark; it has a `main() -> None` that prints its figures,
and its first docstring line says what it measures.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Sequence
from typing import Final

import tests.bench

NAMES: Final = sorted(
    module.name
    for module in pkgutil.iter_modules(tests.bench.__path__)
    if not module.name.startswith("_")
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmarks named, or all; the exit status."""
    wanted = list(sys.argv[1:] if arguments is None else arguments) or NAMES
    unknown = sorted(set(wanted) - set(NAMES))
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(NAMES)}")
        return 2
    for name in wanted:
        module = importlib.import_module(f"tests.bench.{name}")
        print(f"\n{name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
        module.main()
    return 0


if __name__ == "__main__":
    sys.exit(main())

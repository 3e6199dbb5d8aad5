"""The game's own files, `assets/` and `seeds/`: beside the package, or inside it in a wheel."""

from pathlib import Path
from typing import Any


class ResourceError(Exception):
    """A file of the game is missing or damaged, so that it must be installed again."""


def damaged(path: Path, why: object) -> ResourceError:
    """Return the error for one of the game's own files with invalid content."""
    return ResourceError(f"{path} is damaged: install the game again ({why})")


def resource_root() -> Path:
    """Return the directory that contains `assets` and `seeds`.

    A wheel has them in `game/data`, a checkout at the top level. `game/data` is searched first,
    because the folders beside an installed package are not the game's.
    """
    package = Path(__file__).resolve().parent
    for root in (package / "data", package.parent):
        if (root / "assets" / "locale").is_dir() and (root / "seeds").is_dir():
            return root
    raise ResourceError(f"the game's files are missing beside {package}: install it again")


def asset(*parts: str) -> Path:
    """Return the path of a file or folder below `assets`. Raises `ResourceError` if missing."""
    return _find("assets", *parts)


def seed_file(*parts: str) -> Path:
    """Return the path of a file or folder below `seeds`. Raises `ResourceError` if missing."""
    return _find("seeds", *parts)


def read_words(path: Path) -> str:
    """Read one of the game's own text files. Raises `ResourceError`."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise damaged(path, error) from None


def read_table(path: Path) -> dict[str, Any]:
    """Read one of the game's own TOML files. Raises `ResourceError`."""
    # Imported here, because the title screen needs no TOML.
    import tomllib

    words = read_words(path)
    try:
        return tomllib.loads(words)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise damaged(path, error) from None


def _find(*parts: str) -> Path:
    path = resource_root().joinpath(*parts)
    if not path.exists():
        raise ResourceError(f"the game's file {'/'.join(parts)} is missing: install it again")
    return path

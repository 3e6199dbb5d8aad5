"""Finds `assets/` and `seeds/`: beside the package in a checkout, inside it in a wheel."""

from pathlib import Path
from typing import Any


class ResourceError(Exception):
    """A file that belongs to the game is missing or damaged: so is the installation."""


def damaged(path: Path, why: object) -> ResourceError:
    """Return what is raised for one of the game's own files that is not what it should be."""
    return ResourceError(f"{path} is damaged: install the game again ({why})")


def resource_root() -> Path:
    """Return the directory that holds `assets` and `seeds`.

    A wheel carries them in `game/data`; in a checkout they stand at the top level. The wheel's
    are looked for first, because beside an installed package lie other people's folders.
    """
    package = Path(__file__).resolve().parent
    for root in (package / "data", package.parent):
        if (root / "assets" / "locale").is_dir() and (root / "seeds").is_dir():
            return root
    raise ResourceError(f"the game's files are missing beside {package}: install it again")


def asset(*parts: str) -> Path:
    """Return a file or directory below `assets`. Raises `ResourceError` if it is missing."""
    return _find("assets", *parts)


def seed_file(*parts: str) -> Path:
    """Return a file or directory below `seeds`. Raises `ResourceError` if it is missing."""
    return _find("seeds", *parts)


def read_words(path: Path) -> str:
    """Return the text of one of the game's own files. Raises `ResourceError`."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise damaged(path, error) from None


def read_table(path: Path) -> dict[str, Any]:
    """Return the contents of one of the game's own TOML files. Raises `ResourceError`."""
    # What the title does not wait for.
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

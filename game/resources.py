"""Where `assets/` and `seeds/` lie: beside the package in a checkout, inside it in a wheel."""

from pathlib import Path


class ResourceError(Exception):
    """A file that belongs to the game is missing: the installation is damaged."""


def resource_root() -> Path:
    """The directory that holds `assets` and `seeds`.

    A wheel carries them in `game/data`; in a checkout they stand at the top level. The wheel's
    are looked for first, because beside an installed package lie other people's folders.
    """
    package = Path(__file__).resolve().parent
    for root in (package / "data", package.parent):
        if (root / "assets" / "locale").is_dir() and (root / "seeds").is_dir():
            return root
    raise ResourceError(f"the game's files are missing beside {package}: install it again")


def asset(*parts: str) -> Path:
    """A file or directory below `assets`. Raises `ResourceError` if it is missing."""
    return _find("assets", *parts)


def seed_file(*parts: str) -> Path:
    """A file or directory below `seeds`. Raises `ResourceError` if it is missing."""
    return _find("seeds", *parts)


def _find(*parts: str) -> Path:
    path = resource_root().joinpath(*parts)
    if not path.exists():
        raise ResourceError(f"the game's file {'/'.join(parts)} is missing: install it again")
    return path

"""Gives hatchling the project's addresses, which are defined in `game/__init__.py` alone."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class AddressHook(MetadataHookInterface):
    """Fills in `[project.urls]` and the founders' address."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add what `pyproject.toml` declares as dynamic."""
        package = runpy.run_path(str(Path(self.root, "game", "__init__.py")))
        metadata["urls"] = {"Homepage": package["HOMEPAGE"]}
        metadata["authors"] = [{"name": "The Take It Easy founders", "email": package["CONTACT"]}]

"""Gives hatchling the project's addresses, which are defined in `game/__init__.py` alone."""

import re
import runpy
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


def with_absolute_links(readme: str, address: str) -> str:
    """Return the README with its links below `address`, as a package index needs them."""
    return re.sub(r"\]\((?!https?:|#)", f"]({address}/", readme)


class AddressHook(MetadataHookInterface):
    """Fills in `[project.urls]`, the founders' address and the README for a package index."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add what `pyproject.toml` declares as dynamic."""
        package = runpy.run_path(str(Path(self.root, "game", "__init__.py")))
        metadata["urls"] = {"Homepage": package["HOMEPAGE"]}
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_absolute_links(readme, package["HOMEPAGE"]),
        }
        metadata["authors"] = [{"name": "The Take It Easy founders", "email": package["CONTACT"]}]

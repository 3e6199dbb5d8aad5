"""The learned tables: reading, writing, adding up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from game.bots.arrays import read_arrays
from game.bots.general.features import RAY_ENTRIES, SIZES, Features, line_stage, space_stage
from game.resources import ResourceError, asset
from game.rules.ruleset import CallRule, PlacementRule, RayRule, Ruleset

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Weights:
    """One set of tables, each (stages, entries), in points."""

    tables: dict[str, Floats]

    @classmethod
    def zeros(cls) -> Weights:
        """Tables that know nothing."""
        return cls({name: np.zeros(size, dtype=np.float32) for name, size in SIZES.items()})

    def without(self, names: frozenset[str]) -> Weights:
        """These tables with some of them forgotten."""
        return Weights({k: np.zeros_like(v) if k in names else v for k, v in self.tables.items()})

    def add_up(self, features: Features, to_come: int, ray_worth: Floats | None = None) -> Floats:
        """(n,): the estimate of each board with so many tiles to come (at least 1).

        `ray_worth` (4, 4) weighs rays by symbol (1 sun, 2 moon) and length less 2.
        """
        stage = line_stage(to_come)
        early = space_stage(to_come)
        tables = self.tables
        lines = tables["lines"][stage][features.lines]
        if features.late is not None:
            lines = np.where(features.late, lines * np.float32(0.5), lines)
        total: Floats = lines.sum(axis=1)
        total += tables["demand"][stage][features.demand].sum(axis=1)
        total += tables["spaces"][early][features.spaces].sum(axis=1)
        total += tables["start"][to_come, 0]
        if features.stamens is not None:
            total += tables["stamens"][early][features.stamens].sum(axis=1)
        if features.aside is not None:
            total += tables["aside"][to_come][features.aside].sum(axis=1)
        if features.rays is not None:
            rays = tables["rays"][stage][features.rays]
            if ray_worth is not None:
                rays = rays * ray_worth.ravel()[features.rays // RAY_ENTRIES]
            total += rays.sum(axis=1)
        if features.light is not None:
            total += tables["light"][early][features.light].sum(axis=1)
        return total


def weights_name(rules: Ruleset) -> str:
    """The name of the file for `rules`: what its tables depend on."""
    board = rules.board.value if rules.daffodil is None else f"{rules.board.value}-{rules.daffodil}"
    return f"{board}_{rules.placement.value}_{rules.rays.value}"


def save_file(weights: Weights, path: Path) -> None:
    """Write the tables that know something, in half precision."""
    path.parent.mkdir(parents=True, exist_ok=True)
    small = {
        name: table.astype(np.float16) for name, table in weights.tables.items() if table.any()
    }
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **small)


def load_file(path: Path) -> Weights:
    """Read what `save_file` wrote. Raises `ResourceError`."""
    known = {name: table for name, table in read_arrays(path, "lines").items() if name in SIZES}
    return Weights(Weights.zeros().tables | known)


@cache
def load_weights(rules: Ruleset) -> Weights:
    """The tables for `rules`, or those learned for the most similar rules on its board."""
    folder = asset("bots", "general")
    for placement in (rules.placement, PlacementRule.FREE):
        for rays in (rules.rays, RayRule.NONE):
            for daffodil in dict.fromkeys((rules.daffodil, rules.daffodil and 1)):
                near = Ruleset(rules.board, placement, CallRule.SINGLE, rays, daffodil)
                path = folder / f"{weights_name(near)}.npz"
                if path.exists():
                    return load_file(path)
    raise ResourceError(f"no tables for {rules} in {folder}")

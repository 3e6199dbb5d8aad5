"""Computer players, the coach, the exact solver, and the training of them all.

`players` holds who can sit at a table, by name in its `registry`; `coach` says what placements are
worth and reviews rounds; `best` finds the best board. `values` is what the strong players and the
coach ask, `training` learns it. `service` lets them all think in a process of their own, so that
the window goes on drawing. `protocol` is what a player must answer.

Whoever loads an engine comes by here before numpy is loaded, so this is where its arithmetic is
kept to one thread, in whatever process: the matrices are so small that more threads wait for each
other (a move takes two to four times as long), and the frame loop needs the other cores. What is
set already is left, for whoever knows better.
"""

from os import environ

for _name in (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
):
    environ.setdefault(_name, "1")

"""Computer players, the coach, the exact solver, and their training.

A choice's way: the window gives `service` a task, which sends the match to the engine process;
there a player of `players` (named in its `registry`, with the methods of `protocol`) chooses by
`judge`, which weighs each legal placement with the estimates of `values`; the answer is a future.
`coach` gives advice and reviews rounds by the same judge, `best` finds the best board, `training`
learns the estimates, `evaluate` measures players. `spread` distributes long work, `bar` shows its
progress, `arrays` names array types.

This module runs before numpy is loaded and limits the numerical libraries to one thread: with small
matrices several threads make a move two to four times slower, and the frame loop needs the cores.
Environment variables that are already set keep their values.
"""

from os import environ

for _name in (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
):
    environ.setdefault(_name, "1")

"""Computer players, the coach, the exact solver, and the training of them all.

`players` holds the computer players, listed by name in its `registry`; `coach` says what placements
are worth and reviews rounds; `best` finds the best board. `values` estimates what a board is worth,
for the strong players and the coach; `training` learns these estimates. `service` runs them all in
a process of their own, so that the window goes on drawing. `protocol` names a player's methods,
`judge` judges each legal placement by the best estimate for the rules, `evaluate` measures players.
`spread` distributes long work, `bar` shows its progress, `arrays` names types of arrays.

Every import of an engine runs this module before numpy is loaded. So the numerical libraries are
limited to one thread here, for every process. The matrices are so small that several threads wait
for each other (a move takes two to four times as long), and the frame loop needs the other cores.
An environment variable that is already set keeps its value.
"""

from os import environ

for _name in (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
):
    environ.setdefault(_name, "1")

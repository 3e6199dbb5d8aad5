"""The environments keep the conventions they claim, the rules, and agree with each other."""

from __future__ import annotations

import pickle

import numpy as np

from game.research.many import ManyEnv
from game.research.solo import SoloEnv
from game.research.table import TableEnv


def test_environments_are_pickled_in_mid_game() -> None:
    solo, many, table = SoloEnv(), ManyEnv(4), TableEnv()
    solo.reset(seed=3)
    many.reset(seed=3)
    table.reset(seed=3)
    for action in range(5):
        solo.step(action)
        many.step(np.full(4, action))
    again, crowd = pickle.loads(pickle.dumps(solo)), pickle.loads(pickle.dumps(many))
    players = pickle.loads(pickle.dumps(table))
    for action in range(5, 19):
        assert (again.step(action)[0] == solo.step(action)[0]).all()
        seen, wanted = crowd.step(np.full(4, action)), many.step(np.full(4, action))
        assert (seen[0] == wanted[0]).all()
        assert (seen[1] == wanted[1]).all()
    assert players.agent_selection == table.agent_selection

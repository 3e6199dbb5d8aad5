"""Scored records that are pinned; `tests/golden/rules.py` explains how."""

from __future__ import annotations

import json

from game.rules.record import parse_record
from game.rules.score_json import score_json
from tests.golden.rules import RECORDS
from tests.rules.referee import judge, ordered


def test_every_pinned_record_still_scores_the_same() -> None:
    lines = RECORDS.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 180
    for line in lines:
        pinned = json.loads(line)
        match = parse_record(json.dumps(pinned["record"]))
        assert score_json(match) == pinned["score"]
        assert ordered(judge(pinned["record"])) == ordered(pinned["score"])

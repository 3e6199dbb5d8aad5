"""The count of a match on a stage, and its result."""

from __future__ import annotations

from game.bots.service.runner import EngineRunner
from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.progress.deal_totals import key_of
from game.progress.engine_client import EngineClient
from game.progress.findings import DealFindings
from game.rules.match import Match
from game.storage.database import deal_of
from game.storage.profile import Profile
from game.ui.frame.context import Context
from game.ui.scenes.count.finish import MatchFinish
from game.ui.scenes.count.next_steps import count_scene
from tests.ui.scenes.table_stage import TableStage


def finished(match: Match, **known: float) -> MatchFinish:
    """Return the end of a match whose engines are not queried."""
    profile = Profile(None)
    found = {key_of(key, 0): known[key] for key in known.keys() & {"best", "master"}}
    profile.store_findings(deal_of(match), found)
    findings = DealFindings(profile, match, EngineClient(EngineRunner(in_process=False)))
    findings.questions.clear()
    return MatchFinish(match, findings, record=known.get("record"), average=known.get("average"))


def count_of(context: Context, match: Match) -> TableStage:
    """The count of a match that has just been played."""
    setup = TableSetup.from_match(match)
    return TableStage(context, count_scene(context, TableGame(setup, LocalKeeper(match))))

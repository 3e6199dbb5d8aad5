"""Tables that begin again, with the same deal or another one, and what is copied of a deal."""

from __future__ import annotations

from dataclasses import replace

from game.play.table import TableSetup
from game.rules.marks import Mark
from game.rules.ruleset import Ruleset
from game.storage.codes import Deal, parse_code
from game.storage.store import with_identity
from game.ui.frame.context import Context
from game.ui.frame.scene import Push, Reset
from game.ui.parts import Dialog
from game.ui.scenes.shared.starting import (
    copy_code,
    drop_match,
    new_deal,
    open_finished,
    same_deal,
    to_title,
)
from game.ui.scenes.title.scene import TitleScene
from tests.storage.matches import play_match
from tests.ui.scenes.conftest import Tables
from tests.ui.scenes.table_stage import people


def test_the_same_deal_is_another_attempt_and_a_new_one_is_a_first(
    player: Context, tables: Tables
) -> None:
    today = player.store.today
    marks = frozenset({Mark.CHALLENGE, Mark.COACHED, Mark.TOOK_BACK})
    setup = TableSetup(
        *(Ruleset(), people("Ana", "Ben"), "42", "standard"),
        colours=("red", "blue"),
        marks=marks,
        daily=today,
        begun=player.store.clock(),
        has_hidden_boards=True,
        challenge="7",
    )
    assert isinstance(same_deal(player, setup), Reset)
    again = tables.setups[-1]
    assert again == replace(setup, marks=frozenset({Mark.CHALLENGE, Mark.AGAIN}))
    assert isinstance(new_deal(player, setup), Reset)
    fresh = tables.setups[-1]
    assert fresh.seed != setup.seed
    assert fresh == replace(
        setup, seed=fresh.seed, marks=frozenset(), daily=None, begun=None, challenge=""
    )


def test_a_table_of_more_players_than_seats_is_refused_in_words(player: Context) -> None:
    crowd = TableSetup(Ruleset(), people(*map(str, range(9))), "42")
    for start in (same_deal, new_deal):
        refused = start(player, crowd)
        assert isinstance(refused, Push)
        assert isinstance(refused.scene, Dialog)


def test_a_match_left_for_the_title_waits_there_and_one_given_up_does_not(player: Context) -> None:
    for leave, waits in ((to_title, 1), (drop_match, 1)):
        match = replace(play_match("1", placements=4), meta=with_identity(None))
        player.store.save_match(match)
        left = leave(player)
        assert isinstance(left, Reset)
        assert isinstance(left.scene, TitleScene)
        assert player.store.autosave.load().match is None
        assert len(player.store.waiting()) == waits, "the one left first, alone"
    assert open_finished(player, None) is None


def test_a_copied_code_is_the_deal_s_and_a_failure_is_told(
    player: Context, copied: list[str]
) -> None:
    setup = TableSetup(Ruleset(rounds=2), people("Ana"), "42")
    assert copy_code(player, setup) == player.text("play.copied", code=copied[0])
    assert parse_code(copied[0]) == Deal(setup.rules, "42")
    player.copy_text = lambda _: False
    assert copy_code(player, setup) == player.text("play.not_copied", code=copied[0])

"""Parts that the pages of the Climb share: other climbs, names, rows of aces, the pause."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from game.climb.aces import AceEffect, AceName
from game.climb.days import CLIMBING_BOTS, usual_stages
from game.climb.earned import earning_climbs
from game.climb.game import ClimbKeeper, begin_game
from game.climb.ghosts import Ghost, GhostKind, computer_ghosts
from game.climb.open_climb import BuyRope
from game.climb.record import parse_climb, print_climb
from game.climb.score import AcePart, GoldState
from game.climb.scores import finished_climb, friends_climb, name_on_table
from game.climb.sharing import with_climber
from game.climb.stage_rules import rope_price
from game.climb.state import day_seed
from game.page.climb_words import (
    name_ace,
)
from game.rules.errors import Fault, FormatError
from game.storage.climbs import FinishedClimb
from game.storage.pasted import CodeKind, write_code
from game.ui.frame.context import Context
from game.ui.parts import MAIN, Dialog, ListRow
from game.ui.scenes.climb.ace_row import word_paid
from game.ui.scenes.climb.after import AfterStage
from game.ui.scenes.climb.camps import (
    Camper,
    by_camp,
    campers_of,
    flags_of_climb,
    ghosts_of_stage,
    stages_done,
)
from game.ui.scenes.climb.control import (
    ClimbEndControl,
    ClimbList,
    ClimbStartControl,
    has_climb,
    is_climb_file,
    list_climbs,
    read_climb_file,
    read_pasted_climb,
)
from game.ui.scenes.climb.end import (
    ClimbEndScene,
    StagesScene,
    climb_end_scene,
)
from game.ui.scenes.climb.naming import name_ghost, word_purse
from game.ui.scenes.climb.pause import end_climb_scene
from game.ui.scenes.climb.start import MountainScene
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.title.scene import TitleScene
from tests.gallery import NOW
from tests.gallery.climb import (
    choice,
    keep_climb,
    play_climb,
    play_stage,
    take_first,
    with_aces,
)
from tests.golden.pages import changed_pages
from tests.ui.scenes.climb_stage import ClimbStage
from tests.ui.scenes.stage import Stage


def test_giving_up_says_what_is_lost(player: Context) -> None:
    later = ClimbKeeper(player.store, "", take_first(with_aces(2)))
    for keeper, key in ((None, "give_up_first"), (later, "give_up_body")):
        stage = ClimbStage(player, keeper)
        stage.press("escape")
        stage.click(stage.find(player.text("climb.table.give_up")))
        assert isinstance(stage.top, Dialog)
        assert player.text(f"climb.table.{key}") in " ".join(stage.read())
        stage.click(stage.find(player.text("climb.table.give_up")))
        assert isinstance(stage.top, TitleScene if keeper is None else ClimbEndScene)


def test_the_player_comes_first_at_a_camp_then_friends_then_computers() -> None:
    kinds = list(GhostKind)
    made = [Camper(kind, kind.value, stage) for kind in reversed(kinds) for stage in (3, 5)]
    camps = by_camp(made)
    assert {stage: [one.kind for one in camps[stage]] for stage in camps} == {3: kinds, 5: kinds}


def test_computers_are_ghosts_on_the_seed_of_the_day_alone(player: Context) -> None:
    player.store.clock = lambda: datetime(2026, 12, 1, 12, tzinfo=UTC)
    kept = keep_climb(player, play_climb("4", "magpie").record)
    for seed, has_computers in ((day_seed(player.store.today), True), (kept.seed, False)):
        kinds = {ghost.kind for ghost in ghosts_of_stage(player, seed, 1, 0)}
        assert (GhostKind.COMPUTER in kinds) is has_computers


def test_own_climbs_are_listed_from_the_latest_and_a_friend_s_unfinished_one_stays_out(
    player: Context,
) -> None:
    kept = [keep_climb(player, play_climb(f"{n}", "magpie").record, n) for n in (3, 1, 2)]
    mine = [one.climb.identity for one in list_climbs(player, ClimbList.MINE)]
    assert mine == [kept[at].identity for at in (1, 2, 0)]
    keep_climb(player, play_climb("1", "fox", most=1).record)
    again = [one.place for one in list_climbs(player, ClimbList.MINE)]
    assert again == [0, 1, 1, 1], "the second on a seed does not count"
    for most, can_add in ((1, False), (40, True)):
        record = with_climber(play_climb("4", "magpie", most=most).record, "Mia")
        control = ClimbEndControl(player, friends_climb(record, NOW, player.store.today))
        assert (control.can_add, control.is_practice) == (can_add, False)
    assert control.add()
    assert not control.can_add, "it is stored"
    stages = control.record.stages[:2]
    for milliseconds, minutes in ((150_000, 5), (9_000, 1)):
        stages = tuple(replace(one, milliseconds=milliseconds) for one in stages)
        control.record = replace(control.record, stages=stages)
        assert control.minutes == minutes


def test_a_climb_of_the_table_is_known_by_its_identity_and_earns_its_own_goals(
    player: Context,
) -> None:
    first = keep_climb(player, play_climb("1", most=6).record, 3)
    again = keep_climb(player, play_climb("1", most=2).record, 2)
    climbs = player.store.profile.climbs
    earned = {one.identity: goals for one, goals in earning_climbs(climbs.finished())}
    assert [*earned] == [first.identity]
    for climb in (first, again):
        control = ClimbEndControl(player, climb, is_new=True)
        assert (climb.id, control.climb.id) == (0, climbs.id_of(climb.identity))
        assert control.goals == earned.get(climb.identity, ())
        assert control.is_practice is (climb is again)
    loose = ClimbEndControl(player, finished_climb(play_climb("6", "magpie").record, NOW))
    assert not loose.is_practice, "it is in no table anyway"


def test_tables_are_of_their_days(player: Context) -> None:
    player.store.clock = lambda: NOW
    today = keep_climb(player, play_climb(day_seed(NOW.date()), "magpie").record, day=NOW.date())
    week = keep_climb(player, play_climb("4", "magpie").record, 2)
    ever = keep_climb(player, play_climb("6", "magpie").record, 20)
    for what, listed in (
        (ClimbList.DAY, {today}),
        (ClimbList.WEEK, {today, week}),
        (ClimbList.EVER, {today, week, ever}),
    ):
        shown = {one.climb.identity for one in list_climbs(player, what)}
        assert shown == {one.identity for one in listed}


def test_a_file_with_a_climb_is_read_as_the_pasted_one_or_refused(
    player: Context, tmp_path: Path
) -> None:
    player.store.clock = lambda: datetime(2026, 12, 2, 12, tzinfo=UTC)
    record = play_climb(day_seed(date(2026, 12, 2)), "magpie", most=1).record
    text, file = print_climb(with_climber(record, "Mia")), tmp_path / "file"
    pasted = read_pasted_climb(player, text)
    assert (pasted.climb.day, pasted.climb.name) == ("2026-12-02", "Mia")
    code = write_code(CodeKind.CLIMB, text.encode())
    for raw in (text.encode(), f"Look:\n{code}".encode(), text.encode("utf-16")):
        file.write_bytes(raw)
        assert read_climb_file(player, str(file)) == pasted
    file.write_bytes(b"\xff\xff\xff")
    for name, fault in (("none", Fault.NO_SUCH_FILE), ("file", Fault.NOT_A_TEXT_FILE)):
        with pytest.raises(FormatError) as refused:
            read_climb_file(player, str(tmp_path / name))
        assert refused.value.fault is fault
    assert not is_climb_file("a\0b")


def test_known_stages_are_the_player_s_own_of_that_seed(player: Context) -> None:
    keep_climb(player, play_climb("4", "magpie", most=2).record)
    keep_climb(player, play_climb("4", most=3).record, friend="Mia")
    keep_climb(player, play_climb("6", most=4).record)
    assert [stages_done(player, seed) for seed in ("4", "6", "7")] == [2, 4, 0]
    game = begin_game(player.store, "Ana", seed="7")
    assert stages_done(player, "7") == 0
    game.open = play_stage(game.open, "magpie")
    game.finish_stage()
    assert stages_done(player, "7") == 1


def test_the_mountain_has_the_best_own_climb_friends_on_the_seed_and_computers(
    player: Context,
) -> None:
    day = date(2026, 12, 1)
    climbs = [
        keep_climb(player, play_climb(seed, "magpie").record, number)
        for number, seed in enumerate(("4", "6"))
    ]
    best = max(climbs, key=lambda one: one.points)
    mia = keep_climb(player, play_climb(day_seed(day), "magpie", most=2).record, friend="Mia")
    keep_climb(player, play_climb("8", "magpie", most=2).record, friend="Zoe")
    people = (
        Camper(GhostKind.PLAYER, player.text("climb.start.you"), best.stage, best.points),
        Camper(GhostKind.FRIEND, "Mia", mia.stage, mia.points),
    )
    computers = tuple(
        Camper(
            GhostKind.COMPUTER,
            bot_name(player, ghost.name),
            len(ghost.totals),
            ghost.totals[-1],
            ghost.name,
        )
        for ghost in computer_ghosts(day)
    )
    assert computers
    assert campers_of(player, day) == (*people, *computers)
    usual = tuple(
        Camper(GhostKind.COMPUTER, bot_name(player, bot), stage, bot=bot)
        for bot, stage in usual_stages().items()
    )
    assert campers_of(player, date(2031, 6, 1)) == (people[0], *usual)


def test_ghosts_of_a_seed_are_friends_there_and_one_s_own_best_elsewhere(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.ui.scenes.climb.camps._REPLAYED", 1)
    climbs = [
        keep_climb(player, play_climb(seed, "magpie", most=2).record, number)
        for number, seed in enumerate(("4", "6"))
    ]
    best = max(climbs, key=lambda one: one.points)
    keep_climb(player, play_climb("3", most=3).record, friend="Zoe")
    mia = keep_climb(player, play_climb("8", "magpie", most=1).record, friend="Mia")
    broken = replace_record(mia, "{}")
    player.store.profile.climbs.add(broken)
    own, friend = ghosts_of_stage(player, "8", 1, 0)
    assert (own.kind, own.totals) == (GhostKind.PLAYER, totals_of(best))
    assert (friend.kind, friend.name, friend.totals) == (GhostKind.FRIEND, "Mia", totals_of(mia))
    assert ghosts_of_stage(player, "8", 1, 10**6) == ()
    assert [ghost.kind for ghost in ghosts_of_stage(player, "8", 3, 0)] == [GhostKind.FRIEND]
    assert flags_of_climb(broken) == ()
    assert len(flags_of_climb(mia)) == 1


def replace_record(climb: FinishedClimb, record: str) -> FinishedClimb:
    """Return another climb with that record, which the rules refuse."""
    return climb._replace(identity=f"{climb.identity}x", record=record)


def totals_of(climb: FinishedClimb) -> tuple[int, ...]:
    """Return the climb's total after each of its stages."""
    return tuple(step.after.total for step in parse_climb(climb.record).steps())


def test_the_rows_of_the_pause_lead_on_and_giving_up_is_no_hasty_enter(player: Context) -> None:
    text = player.text
    for words, kind in (
        ("play.rules", RulesScene),
        ("play.settings", SettingsScene),
        ("play.menu", TitleScene),
    ):
        stage = ClimbStage(player)
        stage.press("escape")
        stage.click(stage.find(text(words)))
        assert isinstance(stage.top, kind)
        if isinstance(stage.top, RulesScene):
            assert stage.top.sentences()[0] == "The Climb"
    stage = ClimbStage(player)
    stage.press("escape")
    stage.click(stage.find(text("climb.table.give_up")))
    assert isinstance(stage.top, Dialog)
    assert stage.top.part(MAIN).spoken(player)[0] == text("play.cancel")


def test_escape_and_the_head_open_the_pause_at_the_table_and_at_the_choice(
    player: Context,
) -> None:
    for open_page, sign in ((ClimbStage, "sign"), (choice, "back")):
        for way in ("escape", "sign"):
            made = open_page(player)
            stage = made if isinstance(made, Stage) else Stage(player, made)
            page = stage.top
            if way == "escape":
                stage.press("escape")
            else:
                stage.click(stage.widget(sign))
            assert isinstance(stage.top, PauseScene), (page, way)
            stage.press("escape")
            assert stage.top is page


def test_the_records_lead_to_the_player_s_climbs(player: Context) -> None:
    stage = Stage(player, player.routes.records())
    assert not any(part.id == "climb" for part in stage.top.root.walk())  # type: ignore[attr-defined]
    climbs = [keep_climb(player, play_climb(seed, "magpie").record) for seed in ("4", "6")]
    keep_climb(player, play_climb("5").record, friend="Mia")
    stage = Stage(player, player.routes.records())
    words = " ".join(stage.part("climb").spoken(player))
    assert player.text("climb.climbs", count=2) in words
    assert player.catalogue.number(max(climb.points for climb in climbs)) in words
    assert "›" not in words
    stage.click(stage.part("climb"))
    rows = [w for w in stage.top.root.walk() if isinstance(w, ListRow)]  # type: ignore[attr-defined]
    assert {row.id for row in rows} == {("climb", climb.identity) for climb in climbs}


def test_the_row_of_aces_stands_on_every_page_of_a_finished_stage(player: Context) -> None:
    climb = next(c for n in range(30) if len((c := play_climb(str(n), most=4)).steps) == 4)
    step = climb.steps[-1]
    game = ClimbKeeper(player.store, "", replace(climb, state=step.after))
    end = climb_end_scene(player, finished_climb(climb.record, player.store.clock()))
    for scene in (AfterStage(player, game, step), end, StagesScene(player, climb.steps)):
        rows = [w for w in Stage(player, scene).top.root.walk() if w.id == "aces"]  # type: ignore[attr-defined]
        spoken = " ".join(words for row in rows for words in row.spoken(player))
        for part in step.end.score.parts:
            paid = f"{name_ace(player.catalogue, part.ace)} {word_paid(player, part)}".strip()
            assert paid in spoken


def test_a_ghost_has_its_climber_s_name(player: Context) -> None:
    for kind, name, shown in (
        (GhostKind.COMPUTER, "fox", bot_name(player, "fox")),
        (GhostKind.PLAYER, "Ana", player.text("climb.start.you")),
        (GhostKind.FRIEND, "Mia", "Mia"),
    ):
        assert name_ghost(player, Ghost(kind, name, ())) == shown
    assert bot_name(player, "fox") != "fox"


def test_open_climbs_are_today_s_or_others(player: Context) -> None:
    today = player.store.today
    begin_game(player.store, "Ana", seed="77")
    assert ClimbStartControl(player).open_today is None
    begin_game(player.store, "Ana", day=today)
    control = ClimbStartControl(player)
    assert control.open_today is not None
    assert control.open_today[1].state.seed == day_seed(today)
    assert [climb.state.seed for _, climb in control.others] == ["77"]


def test_a_climb_is_known_by_its_record_or_its_code(tmp_path: Path) -> None:
    record = print_climb(play_climb("4", most=1).record)
    code = write_code(CodeKind.CLIMB, b"")
    file = tmp_path / "file"
    for text, is_one in ((record, True), (f"Look: {code}", True), ("{}", False), ("", False)):
        assert has_climb(text) is is_one
        for encoding in ("utf-8", "utf-16"):
            file.write_text(text, encoding)
            assert is_climb_file(str(file)) is is_one
    assert not is_climb_file(str(tmp_path / "none"))


def test_a_purse_has_its_ropes_and_its_crystals(player: Context) -> None:
    climb = take_first(with_aces(2))
    for ropes, crystals, words in (
        (0, 1, "no rope, 1 crystal"),
        (1, 0, "1 rope, 0 crystals"),
        (2, 7, "2 ropes, 7 crystals"),
    ):
        state = replace(climb.state, ropes=ropes, crystals=crystals)
        assert word_purse(player, replace(climb, state=state)) == words
    choosing = with_aces(4)
    rich = replace(choosing.state, ropes=0, ropes_bought=0, crystals=rope_price(0) + 2)
    bought = replace(choosing, state=rich).act(BuyRope())
    assert word_purse(player, bought) == "1 rope, 2 crystals"


def test_an_ace_s_payment_is_written_by_its_state(player: Context) -> None:
    gold = AcePart(AceName.FORK, AceEffect.GOLD, 0, factor=Fraction(2), state=GoldState.SURE)
    added = AcePart(AceName.FINALE, AceEffect.POINTS, 0, Fraction(3))
    for part, words in (
        (gold, "×2"),
        (replace(gold, state=GoldState.OPEN), "×2"),
        (replace(gold, state=GoldState.LOST), player.text("climb.table.failed")),
        (added, "+3"),
        (replace(added, effect=AceEffect.MULTIPLIER), "+3"),
        (replace(added, effect=AceEffect.ECHO), ""),
    ):
        assert word_paid(player, part) == words


def test_the_player_s_page_has_the_best_stage_and_leads_to_the_climbs(player: Context) -> None:
    stage = Stage(player, player.routes.you())
    assert not any(part.id == "climb" for part in stage.top.root.walk())  # type: ignore[attr-defined]
    climb = keep_climb(player, play_climb("4", "magpie").record)
    keep_climb(player, play_climb("5").record, friend="Mia")
    stage = Stage(player, player.routes.you())
    assert str(climb.stage) in " ".join(stage.part("climb").spoken(player))
    stage.click(stage.part("climb"))
    rows = [w for w in stage.top.root.walk() if isinstance(w, ListRow)]  # type: ignore[attr-defined]
    assert [row.id for row in rows] == [("climb", climb.identity)]


def test_the_best_at_this_stage_ever_is_a_ghost_on_another_seed(player: Context) -> None:
    climbs = [play_climb(str(number), "magpie", most=1) for number in range(4)]
    best = max(climbs, key=lambda one: one.steps[0].after.total)
    for number, climb in enumerate(climbs):
        keep_climb(player, climb.record, number)
    first = ghosts_of_stage(player, "unknown", 1, 0)
    assert [ghost.total_after(1) for ghost in first] == [best.steps[0].after.total]
    keep_climb(player, play_climb("unknown", "magpie").record)
    (same,) = ghosts_of_stage(player, "unknown", 1, 0)
    assert same.total_after(1) == play_climb("unknown", "magpie").steps[0].after.total


@pytest.mark.parametrize("day", ["2026-11-01", "2026-12-05", "2031-06-01"])
def test_every_day_has_its_animals_on_the_mountain(player: Context, day: str) -> None:
    campers = campers_of(player, date.fromisoformat(day))
    assert {one.bot for one in campers if one.bot} == {*CLIMBING_BOTS}
    assert all(one.stage for one in campers)


def test_a_name_is_changed_on_an_own_stored_climb_alone(player: Context) -> None:
    own = keep_climb(player, play_climb("4", "magpie").record)
    friend = keep_climb(player, play_climb("5").record, friend="Mia")
    loose = finished_climb(play_climb("6", "magpie").record, NOW)
    before = default_name(player, 0)
    for climb in (friend, loose):
        control = ClimbEndControl(player, climb)
        record = control.record
        control.rename("Zoe")
        assert (control.record, default_name(player, 0)) == (record, before)
    control = ClimbEndControl(player, own)
    record = control.record
    control.rename("")
    assert (control.name, control.record) == ("", record)
    control.rename("Zoe")
    kept = {one.identity: one for one in player.store.profile.climbs.finished()}
    names = [name_on_table(kept[one.identity]) for one in (own, friend)]
    assert names == ["Zoe", "Mia"]
    assert control.climb.record == kept[own.identity].record
    assert default_name(player, 0) == "Zoe"
    control.rename("Z\u202eoe")
    assert (control.name, default_name(player, 0)) == ("Z\u202eoe", "Zoe")
    assert not control.is_practice
    assert (control.is_new, control.goals, control.day) == (False, (), None)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("climb") == []


def test_an_ended_climb_leads_to_its_page_and_one_that_was_not_stored_to_the_title(
    player: Context,
) -> None:
    climb = ClimbKeeper(player.store, "", play_climb("4", "magpie", most=1))
    unstored = Stage(player, MountainScene(player))
    unstored.stack.apply(end_climb_scene(player, climb))
    assert isinstance(unstored.top, TitleScene)
    climb.save_time()
    climb.end()
    stored = Stage(player, MountainScene(player))
    stored.stack.apply(end_climb_scene(player, climb))
    assert isinstance(stored.top, ClimbEndScene)
    assert (stored.top.control.climb.id, stored.top.control.is_new) == (climb.climb_id, True)
    assert stored.top.unasked == 1

"""The box on the table: calling, correcting, entering boards, and the calculator, by any hand."""

from __future__ import annotations

import dataclasses
import json
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from game.locale import Language, load_catalogue
from game.page.data import page_data
from game.page.result import describe_result
from game.play.caller import Pace
from game.play.choices import SeatChoice
from game.play.editions import find_edition
from game.play.own_seats import seat_of_honour
from game.rules.boards import CLASSIC, BoardName
from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.record import parse_record, print_record
from game.rules.ruleset import CallRule, RayRule, Ruleset
from game.rules.scoring import score_position
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.scene import Push
from game.ui.frame.topics import Topic
from game.ui.parts import MAIN, Column, Dialog, Scroll, Slab
from game.ui.scenes.box.control import BoxControl
from game.ui.scenes.box.scene import BoxScene
from game.ui.scenes.caller.entering import EnteredMode
from game.ui.scenes.caller.line_sheet import LineSheet
from game.ui.scenes.caller.scene import CallerScene
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.shared.choosing import choices_of_edition, remember_choices
from game.ui.scenes.shared.starting import continue_match
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.widgets import Stepper
from tests.gallery import collect_samples, make_context, open_sample
from tests.gallery.box import EIGHT
from tests.golden.pages import changed_pages
from tests.play.boards import lay
from tests.ui.scenes.caller_stage import call_all, caller_of, leave_count, open_caller, saved
from tests.ui.scenes.stage import Stage

RECORDS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "golden" / "records.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("size", [(800, 1000), (720, 1150), (1080, 1920)])
@pytest.mark.parametrize(("name", "people"), [("box", 1), ("box-eight", 8)])
def test_an_upright_window_has_room_for_the_editions_and_the_names(
    size: tuple[int, int], name: str, people: int
) -> None:
    scene = open_sample(collect_samples()[name], make_context(Language.GERMAN, size)).top
    assert isinstance(scene, BoxScene)
    parts = [*scene.root.walk()]
    boxes = [one for one in parts if isinstance(one, Column) and not isinstance(one, Scroll)]
    assert not [one for one in boxes if one.area], "a list scrolls, and nothing around it"
    names = next(
        one for one in parts if isinstance(one, Scroll) and scene.part(("name", 0)) in one.parts
    )
    field = scene.part(("name", 0))
    assert field is not None
    assert names.rect.h >= min(people, 6) * field.rect.h
    editions = next(one for one in parts if isinstance(one, Scroll))
    assert editions.rect.h >= 3 * field.rect.h


def type_board(stage: Stage, words: list[str]) -> None:
    """Enter a board as `294@c3`, sign by sign."""
    for word in words:
        stage.type(word)


def published() -> list[tuple[Match, float]]:
    """Boards of golden matches that one player alone can count: of each board one or two."""
    found: dict[tuple[BoardName, bool, RayRule], tuple[Match, float]] = {}
    for entry in RECORDS:
        match = parse_record(json.dumps(entry["record"]))
        rules = match.rules
        if rules.call is CallRule.MAIL or rules.rays is RayRule.BEST_RAY or not match.is_complete:
            continue
        round_score = entry["score"]["players"][0]["rounds"][0]
        if round_score["total"] < 20:
            continue
        key = (rules.board, rules.has_aside, rules.rays)
        found.setdefault(key, (match, round_score["total"]))
    return list(found.values())


@pytest.mark.parametrize("language", Language)
def test_the_head_ends_before_the_open_drawer(context: Context, language: Language) -> None:
    context.catalogue = load_catalogue(language)
    scene = BoxScene(context)
    Stage(context, scene)
    scene.open()
    drawer = next(part for part in scene.root.walk() if isinstance(part, Slab))
    assert scene.part("back").rect.right <= drawer.rect.x


def test_rounds_follow_each_other_and_all_are_counted(player: Context) -> None:
    stage = open_caller(player, Ruleset(rounds=2))
    totals = []
    for index in range(2):
        game = caller_of(stage).game
        assert game.round_index == index
        while not game.is_round_called:
            stage.press("n")
        board = game.board(0)
        for tile, space in zip(game.called, range(19), strict=True):
            board = lay(board, tile, space)
        game.enter(0, board)
        totals.append(score_position(game.rules, board).total)
        stage.press("b", "n")
        leave_count(stage)
    assert isinstance(stage.top, TitleScene)
    (played,) = player.store.profile.last_matches()
    assert played.result.total == sum(totals)


def test_an_unfinished_board_is_counted_with_a_warning_and_not_kept(player: Context) -> None:
    stage = open_caller(player)
    call_all(stage)
    stage.press("b")
    stage.let(0.2)
    stage.type("c3")
    stage.press("return")
    stage.click(stage.find(player.text("entry.count")))
    assert isinstance(stage.top, Dialog)
    assert "Ana" in " ".join(stage.read())
    stage.press("right", "return")
    assert isinstance(stage.top, CountScene)
    assert stage.has(player.text("entry.end"))
    count = stage.top
    assert isinstance(count, CountScene)
    count.control.finish()
    count.renew()
    stage.let(2.0)
    assert player.text("entry.not_kept") in " ".join(stage.read())
    leave_count(stage)
    assert isinstance(stage.top, TitleScene)
    assert player.store.profile.last_matches() == ()
    assert saved(player) is None


def test_the_setup_says_what_cannot_be_played(player: Context) -> None:
    player.preferences = dataclasses.replace(player.preferences, knows_game=True)
    stage = Stage(player, TitleScene(player))
    stage.click(stage.part("box"))
    scene = stage.top
    assert isinstance(scene, BoxScene)
    scene.control.choose("rays", RayRule.BEST_RAY)
    stage.press("1")
    scene.control.choose("rays", RayRule.BEST_RAY)
    scene.renew()
    start = stage.part(MAIN)
    assert start.why_disabled
    stage.press("return")
    assert stage.top is scene
    for count, word in ((7, "errors.conflict.best-ray-is-for-two-to-six"), (6, ""), (2, "")):
        scene.control.seat(count)
        scene.renew()
        assert start.why_disabled == (player.text(word) if word else None)
    # A computer that plays along is a player, too.
    for count, is_told in ((1, False), (6, True)):
        scene.control.seat(count)
        scene.control.accompany("fox")
        scene.renew()
        assert bool(start.why_disabled) is is_told
    scene.control.accompany("")
    scene.control.seat(2)
    stage.press("5")
    assert scene.control.choices.call is CallRule.MAIL
    assert scene.control.people == 2
    scene.control.seat(8)
    scene.renew()
    companion = stage.part("companion")
    assert companion.hint() == player.text("box.company_full")
    scene.control.accompany("fox")
    assert scene.control.people == 8
    assert not scene.control.companion
    scene.control.seat(7)
    scene.renew()
    assert companion.is_enabled
    scene.control.accompany("fox")
    scene.renew()
    assert companion.is_enabled, "the computer can leave again"
    people = stage.part("people")
    assert isinstance(people, Stepper)
    assert max(people.values) == scene.control.people == 7
    stage.press("return")
    game = caller_of(stage).game
    assert len(game.players) == 8
    assert game.setup.answer_seconds is None
    stage.press("n")
    assert len(game.called) == 3


def test_v6_eight_boards_are_set_up_entered_counted_kept_and_read_back(player: Context) -> None:
    """A table of the largest box, by keys: whatever shows or reads its match knows all eight."""
    player.preferences = dataclasses.replace(player.preferences, knows_game=True)
    stage = Stage(player, TitleScene(player))
    stage.click(stage.part("box"))
    scene = stage.top
    assert isinstance(scene, BoxScene)
    stage.form.focus(stage.part("people"))
    stage.press(*["right"] * 9)
    assert scene.control.people == 8
    for seat, name in enumerate(EIGHT):
        scene.control.name(seat, name)
    stage.click(stage.part(MAIN))
    game = call_all(stage)
    assert game.setup.edition == "standard"
    assert len({game.setup.colour_of(seat) for seat in game.people}) == 8
    stage.press("b")
    boards = {}
    for seat in game.people:
        table = stage.top
        assert isinstance(table, TableScene)
        assert isinstance(table.mode, EnteredMode)
        assert table.mode.seat == seat
        spaces = Random(seat).sample(range(19), 19)
        boards[seat] = dict(zip(spaces, game.called, strict=True))
        words = " ".join(f"{t}@{CLASSIC.name_of(i)}" for i, t in boards[seat].items())
        player.paste_text = partial(str, words)
        stage.press("ctrl+v")
        assert not game.missing(seat)
        if seat < 7:
            stage.press("pagedown")
    left = saved(player)
    assert left is not None
    resumed = player.routes.saved_table(parse_record(print_record(left)))
    assert isinstance(resumed, CallerScene)
    assert [resumed.game.board(i) for i in range(8)] == [game.board(i) for i in range(8)]
    too_many = player.text("errors.conflict.too-many-players")
    at_screen = continue_match(player, dataclasses.replace(left, meta=None))
    assert isinstance(at_screen, Push)
    assert too_many in " ".join(Stage(player, at_screen.scene).read())
    stage.press("n")
    count = stage.top
    assert isinstance(count, CountScene)
    count.control.finish()
    count.renew()
    stage.let(3.0)
    heads = [stage.part(("seat", seat)).rect for seat in range(8)]
    assert all(a.right <= b.x + 1 for a, b in pairwise(sorted(heads)))
    totals = [score_position(game.rules, game.board(seat)).total for seat in game.people]
    heard = count.read(Topic.SCORE)
    for name, total in zip(EIGHT, totals, strict=True):
        points = player.text("terms.count.points", count=total)
        assert player.text("heard.spoken.total", name=name, points=points) in heard, name
    leave_count(stage)
    (played,) = player.store.profile.last_matches()
    match = player.store.profile.match(played.id)
    assert match is not None
    assert [p.total for p in score_match(match).players] == totals
    assert json.loads(print_record(match))["version"] == 2
    assert parse_record(print_record(match)) == match
    seat = seat_of_honour(match)
    text = "".join(describe_result(match, seat, player.catalogue, possible=None, daily=None))
    page = json.dumps(page_data(match, seat, Language.ENGLISH), ensure_ascii=False)
    assert all(name in text and name in page for name in EIGHT)
    for opened in (
        player.routes.finished_count(match),
        player.routes.review(match),
        player.routes.share(match),
    ):
        Stage(player, opened).let(0.5)
    kept = Stage(player, player.routes.finished_count(match))
    assert kept.find(player.text("review.open"))
    with pytest.raises(LookupError):  # No screen seats eight.
        kept.find(player.text("play.restart"))


def test_the_drawer_has_where_tiles_are_drawn_and_how_fast(player: Context) -> None:
    stage = Stage(player, TitleScene(player))
    stage.stack.apply(Push(player.routes.box()))
    scene = stage.top
    assert isinstance(scene, BoxScene)
    words = scene.spoken(scene.root)
    assert words.endswith(
        "Who plays? 1 player. Player 1, text field. A computer plays along. Nobody. You play on"
        " your own boards; the program calls the tiles and adds up the scores. Change the rules."
        " Score calculator. By lines. Start calling."
    )
    stage.click(stage.part("change"))
    rules = scene.spoken(scene.root)
    assert rules.endswith(
        "The rules: Back. Placing: Anywhere. A tile goes on any empty space. Rays: None. Suns and"
        " moons are mere decoration. Rounds: 1 round. One round decides. Calling: One. One tile at"
        " a time. Tiles: Drawn here, 1 of 2. Next call: By key or click. Done."
    )
    for is_here, pace, tail in (
        (False, None, "From your own bag, 2 of 2. Next call: By key or click. Done."),
        (True, 20, "Drawn here, 1 of 2. Next call: Every 20\u00a0s. Done."),
    ):
        stage.choose("drawn", is_here)
        pacing = scene.part("pace")
        assert pacing.is_enabled is is_here
        assert (pacing.hint() == player.text("box.pace_by_hand")) is not is_here
        if pace:
            stage.choose("pace", pace)
        assert scene.control.pace == Pace(pace, is_drawn_here=is_here)
        assert scene.spoken(scene.root).endswith(tail)
    stage.press("escape")
    stage.choose("people", 3)
    scene.focus(("name", 1))
    stage.type("Ben")
    stage.choose("people", 2)
    stage.choose("companion", "fox")
    for part, kind in (("calculator", TableScene), ("sheet", LineSheet)):
        stage.click(stage.part(part))
        assert isinstance(stage.top, kind)
        stage.press("escape")
    scene.focus(MAIN)
    stage.press("n")
    assert [type(one) for one in stage.stack.scenes] == [TitleScene, CallerScene]
    game = caller_of(stage).game
    assert [one.name for one in game.players] == ["Player 1", "Ben", "Fox"]
    assert [one.bot for one in game.players] == [None, None, "fox"]
    assert game.pace == Pace(20)


def test_the_box_begins_with_the_edition_and_the_people_of_the_last_table(player: Context) -> None:
    french = find_edition("french")
    assert french is not None
    ana, ben = SeatChoice("red", "Ana"), SeatChoice("blue", "Ben")
    fox = SeatChoice("green", bot="fox")
    last = choices_of_edition(player, french)
    last = dataclasses.replace(
        last, rounds=3, answer_seconds=20, is_blind=True, has_hidden_boards=True
    )
    for seats, people in (((ana, fox, ben), (ana, ben)), ((fox,), (SeatChoice("red"),))):
        remember_choices(player, dataclasses.replace(last, seats=seats))
        control = BoxControl(player)
        choices = control.choices
        assert (choices.edition, choices.seats) == ("french", people)
        assert choices.rules == french.rules, "changed rules would not be shown"
        assert (choices.answer_seconds, choices.is_blind) == (None, False)
        assert not choices.has_hidden_boards


def test_finished_matches_that_wait_are_filed_before_a_box_begins(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = list[str]()
    monkeypatch.setattr(Storage, "file_waiting", lambda _: done.append("filed"))
    monkeypatch.setattr(Storage, "save_match", lambda *_: done.append("saved"))
    BoxControl(player).start()
    assert done == ["filed", "saved"]


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("box") == []

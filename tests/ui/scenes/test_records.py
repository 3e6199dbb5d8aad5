"""The records: matches, figures and the page of a deal."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pygame
import pytest

from game.bots.best.result import BestResult
from game.bots.coach.replay import ReplayAct, replay_seat
from game.bots.coach.review import Review
from game.bots.coach.verdicts import ReviewedPlacement, Verdict
from game.bots.players.playing import play_rounds
from game.bots.players.registry import make_bot
from game.bots.service.answer import EngineAnswer
from game.bots.service.tasks import BestBoardTask, EngineTask, ReviewTask
from game.bots.values.fingerprint import sign
from game.play.table import TableSetup
from game.progress.challenges import all_challenges, solve_challenge
from game.progress.daily import deal_on
from game.progress.engine_client import EngineClient
from game.rules.marks import Mark
from game.rules.match import Player, PlayerKind, new_match
from game.rules.match_score import score_match
from game.rules.ruleset import RayRule, Ruleset
from game.storage.codes import parse_code
from game.storage.database import deal_of, identity_of
from game.storage.history import PlayedMatch, SeatResult, Summary
from game.storage.profile import Profile
from game.storage.store import Storage, with_identity
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    PointerMoved,
    Scrolled,
)
from game.ui.frame.routes import Routes
from game.ui.frame.scene import Pop, Push, Scene
from game.ui.layout.rects import Rect
from game.ui.parts import MAIN, Dialog, NumberWord
from game.ui.scenes.climb.scores import ScoresScene
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.guests.scene import GuestsScene
from game.ui.scenes.records.control import AttemptKind, Group, RecordsControl, RecordsPage
from game.ui.scenes.records.deal import DealScene
from game.ui.scenes.records.picture import (
    FIGURES,
    draw_spread,
    figure_words,
    line_words,
    mistake_words,
    spread_words,
)
from game.ui.scenes.records.rows import MatchRow, group_title
from game.ui.scenes.records.scene import RecordsScene
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.setup.scene import SetupScene
from game.ui.scenes.share.scene import ShareScene
from game.ui.scenes.shared.challenge import challenge_table
from game.ui.scenes.shared.names import attempt_words, rules_words
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import ScrollArea, Stepper
from game.ui.widgets.scenes import BaseScene
from tests.gallery.climb import keep_climb, play_climb
from tests.gallery.records import (
    FIRST_DAY,
    add_attempts,
    fill_history,
    measured,
    play_out,
    play_table,
)
from tests.gallery.review import PatientEngines, ReadyEngines
from tests.golden.pages import changed_pages
from tests.play.engines import FailingEngines
from tests.rules.random_matches import random_match
from tests.ui.painted import place_of
from tests.ui.scenes.stage import Stage
from tests.ui.written import Written


def open_records(context: Context, count: int = 7) -> tuple[Stage, RecordsScene]:
    context.store = fill_history(context, count)
    stage = Stage(context, RecordsScene(context))
    scene = stage.top
    assert isinstance(scene, RecordsScene)
    scene.control.page = RecordsPage.SCORES
    scene.renew()
    return stage, scene


def test_an_empty_history_invites_to_play(context: Context) -> None:
    context.store = Storage.in_memory()
    stage = Stage(context, RecordsScene(context))
    assert [w for w in stage.widgets() if isinstance(w, MatchRow)] == []
    stage.click(stage.find(context.text("records.empty_play")))
    assert isinstance(stage.top, SetupScene)


def test_matches_are_listed_newest_first_and_by_edition(context: Context) -> None:
    stage, _ = open_records(context)
    rows = [w.match for w in stage.widgets() if isinstance(w, MatchRow)]
    assert len(rows) == 7
    assert [m.finished_at for m in rows] == sorted((m.finished_at for m in rows), reverse=True)
    groups = stage.part("groups")
    assert isinstance(groups, Stepper)
    assert [group.edition for group in groups.values] == [None, "standard", "daffodil"]
    for _ in range(2):
        stage.hit((groups.rect.right - 8, groups.rect.centre[1]))
    rows = [w.match for w in stage.widgets() if isinstance(w, MatchRow)]
    assert [m.edition for m in rows] == ["daffodil"]


def test_the_chosen_group_and_match_stay_when_the_history_is_read_again(context: Context) -> None:
    _, scene = open_records(context)
    control = scene.control
    group = control.groups[-1]
    assert control.show(group)
    assert not control.show(group)
    control.show(group, AttemptKind.FIRST)
    control.show(Group())
    assert control.kind is AttemptKind.FIRST, "a filter holds for the next group"
    control.show(group, AttemptKind.ALL)
    chosen = control.chosen
    other = next(match for match in control.matches if match not in control.shown)
    assert context.store.profile.delete_match(other.id)
    control.load()
    assert (control.group, control.chosen) == (group, chosen)
    assert chosen is not None
    for match in list(control.shown):
        control.show(group)
        control.chosen = match
        assert control.delete()
    assert control.group == Group()


def test_a_second_press_opens_the_match(context: Context) -> None:
    stage, _ = open_records(context)
    rows = [w for w in stage.widgets() if isinstance(w, MatchRow)]
    stage.click(rows[2])
    assert rows[2].is_selected
    stage.click(rows[2])
    assert isinstance(stage.top, CountScene)


def test_the_chosen_match_stays_chosen_after_a_dialog(context: Context) -> None:
    stage, scene = open_records(context)
    rows = [w for w in stage.widgets() if isinstance(w, MatchRow)]
    stage.click(rows[2])
    stage.press("ctrl+c")
    stage.press("return")
    assert scene.control.chosen == rows[2].match
    assert [w.match for w in stage.widgets() if isinstance(w, MatchRow) and w.is_selected] == [
        rows[2].match
    ]


def test_the_code_on_the_clipboard_is_the_deal(context: Context, copied: list[str]) -> None:
    stage, scene = open_records(context)
    stage.press("ctrl+c")
    assert isinstance(stage.top, Dialog)
    chosen = scene.control.chosen
    assert chosen is not None
    deal = parse_code(copied[0])
    assert (str(deal.rules), deal.seed) == (chosen.rules, chosen.seed)
    for key in ("play.copied", "play.not_copied"):
        assert context.text(key, code=copied[0]) in " ".join(stage.read())
        stage.press("escape")
        context.copy_text = lambda _: False
        stage.press("ctrl+c")


def test_a_deal_can_be_played_again(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[TableSetup] = []

    def start(routes: Routes, setup: TableSetup) -> Scene:
        started.append(setup)
        return BaseScene(context)

    monkeypatch.setattr(SceneRoutes, "new_table", start)
    stage, scene = open_records(context)
    stage.click(stage.find(context.text("records.again")))
    chosen = scene.control.chosen
    assert chosen is not None
    assert (started[0].seed, str(started[0].rules)) == (chosen.seed, chosen.rules)


MANY = 100_000


@pytest.mark.slow
def test_of_very_many_matches_the_rows_in_sight_are_made(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page comes at once, and the list goes on to the first match of all as it is scrolled."""
    context.store = fill_history(context, 7)
    known = context.store.profile.last_matches()
    matches = tuple(known[number % 7]._replace(id=number) for number in range(MANY, 0, -1))
    monkeypatch.setattr(context.store.profile, "last_matches", lambda: matches)
    monkeypatch.setattr(context.store.profile, "match", lambda _: None)
    stage = Stage(context, RecordsScene(context))

    def listed() -> list[MatchRow]:
        return [w for w in stage.widgets() if isinstance(w, MatchRow)]

    def area() -> ScrollArea:
        areas = [area for area in stage.form.widgets if isinstance(area, ScrollArea)]
        return next(area for area in areas if listed()[0] in area.form.widgets)

    def in_sight() -> list[int]:
        top, bottom = area().top, area().top + area().rect.h
        rows = [r.match.id for r in listed() if top < r.rect.bottom and r.rect.y < bottom]
        assert rows == [*range(rows[0], rows[0] - len(rows), -1)]
        assert len(rows) > area().rect.h // (listed()[0].rect.h * 2), "none is missing"
        assert len(listed()) < 100
        return rows

    assert in_sight()[0] == MANY
    stage.hit(stage.place_of(listed()[1]))
    met = set(in_sight())
    for _ in range(50):
        stage.give(PointerMoved(area().rect.centre))
        stage.give(Scrolled(area().rect.centre, -3.0))
        stage.let(0.02)
        met.update(in_sight())
    assert len(met) > 100
    assert met == {*range(min(met), MANY + 1)}, "each was in sight on the way"
    for chord, end in (("end", 1), ("down", 1), ("home", MANY), ("down", MANY)):
        stage.press(chord)
        stage.let(0.1)
        assert end in in_sight()
    # Other attempts begin at the newest row again.
    stage.press("end")
    stage.let(0.1)
    stage.choose("kinds", AttemptKind.FIRST)
    scene = stage.top
    assert isinstance(scene, RecordsScene)
    assert listed()[0].match == scene.control.shown[0]


def test_a_match_is_deleted_only_after_a_question(context: Context) -> None:
    stage, _ = open_records(context)
    stage.press("delete", "escape")
    assert len(context.store.profile.last_matches()) == 7
    stage.press("delete", "return")
    assert len(context.store.profile.last_matches()) == 7
    stage.press("delete")
    stage.click(stage.find(context.text("records.delete")))
    assert len(context.store.profile.last_matches()) == 6
    assert len([w for w in stage.widgets() if isinstance(w, MatchRow)]) == 6


def test_a_match_whose_record_is_gone_is_said_to_be_unreadable(context: Context) -> None:
    stage, scene = open_records(context)
    assert scene.control.chosen is not None
    scene.control.chosen = scene.control.chosen._replace(id=999)
    stage.click(stage.find(context.text("records.open")))
    assert isinstance(stage.top, Dialog)


def test_figures_keep_games_by_the_clock_apart(context: Context) -> None:
    context.store = Storage.in_memory()
    ordinary = [play_out(Ruleset(), ("Ana",), str(n), "standard") for n in range(3)]
    timed = TableSetup(Ruleset(rays=RayRule.RAYS), (Player("Ana"),), "9", answer_seconds=20)
    for number, match in enumerate((*ordinary, play_table(timed))):
        context.store.profile.add_match(match, FIRST_DAY + timedelta(days=number))
    control = RecordsControl(context.store.profile, EngineClient())
    assert len(control.matches) == 4
    assert (control.figures.matches, len(control.figures.totals)) == (4, 3)
    totals = [score_match(match).players[0].total for match in ordinary]
    assert len(set(totals)) == 3
    assert list(control.figures.totals) == totals
    by_clock = next(group for group in control.groups if group.handicaps)
    control.show(by_clock)
    assert (control.figures.matches, len(control.shown)) == (1, 1)
    control.load()
    assert control.group == by_clock


def test_one_label_is_one_number_on_every_page(context: Context) -> None:
    context.store = Storage.in_memory()
    for number in range(6):
        match = play_out(Ruleset(), ("Ana",), str(number), "standard")
        context.store.profile.add_match(match, FIRST_DAY + timedelta(days=number))
        found = {"total": 150.0, "luck": 2.0, "falling": 7.0 + number}
        context.store.profile.store_findings(sign(f"measured:{identity_of(match)}"), found)
    control = RecordsControl(context.store.profile, EngineClient())
    assert control.mistakes == control.level.costs == {"falling": 9.5}
    control.show(control.groups[1])
    assert control.mistakes == control.level.costs


def test_every_match_is_in_one_group_under_its_own_name(context: Context) -> None:
    """Recounted from the marks and names: the groups' games add up to all, and none has none."""
    context.store = Storage.in_memory()
    challenge = all_challenges()[0]
    setups = [
        TableSetup(Ruleset(), (Player("Ana"),), "1", "standard"),
        TableSetup(Ruleset(), (Player("Ana"), Player("Ben")), "2", "standard"),
        TableSetup(Ruleset(), (Player("Ben"), Player("Ana")), "3", "standard"),
        TableSetup(Ruleset(), (Player("Ana"),), "4", "standard", answer_seconds=20),
        challenge_table(context, challenge),
    ]
    for number, setup in enumerate(setups):
        match = solve_challenge(challenge) if setup.challenge else play_table(setup)
        match = replace(match, meta=with_identity(setup.to_meta()))
        context.store.profile.add_match(match, FIRST_DAY + timedelta(days=number))
    control = RecordsControl(context.store.profile, EngineClient())
    games = {group_title(context, g): control.summaries[g].matches for g in control.groups}
    standard = context.text("editions.standard.name")
    timed = f"{standard} · {context.text('records.mark.timed')}"
    assert games.pop(context.text("records.all")) == len(setups)
    assert games == {standard: 1, "Ana and Ben": 2, timed: 1, "Challenges": 1}
    newest = MatchRow(context, control.matches[0], lambda: None, is_selected=False)
    assert "Challenge" in newest.name_and_state(context)
    assert context.text("editions.custom.name") not in newest.name_and_state(context)
    # Ben's totals are not Ana's, in any order of seats.
    assert all(len(control.summaries[group].totals) <= 2 for group in control.groups[1:])


def test_attempts_that_do_not_count_are_listed_but_not_counted(context: Context) -> None:
    context.store = fill_history(context, 7)
    add_attempts(context.store)
    stage = Stage(context, RecordsScene(context))
    scene = stage.top
    assert isinstance(scene, RecordsScene)
    scene.control.page = RecordsPage.SCORES
    scene.renew()
    # One of them was by other rules.
    assert (len(scene.control.figures.totals), len(scene.control.shown)) == (6, 10)
    for kind, count in ((AttemptKind.FIRST, 7), (AttemptKind.REST, 3), (AttemptKind.ALL, 10)):
        stage.choose("kinds", kind)
        rows = [w for w in stage.widgets() if isinstance(w, MatchRow)]
        assert len(rows) == count
    rules = str(Ruleset())
    totals = [m.result.total for m in scene.control.matches if m.counts and m.rules == rules]
    assert context.store.profile.best(rules) == scene.control.figures.best == max(totals)
    words = [attempt_words(context, m) for m in scene.control.matches]
    assert words[0] == "attempt 4, with the coach"
    assert words[2] == "attempt 2"
    assert words[3:] == [""] * 7


def test_a_match_that_cannot_be_deleted_is_said_so(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, scene = open_records(context)
    monkeypatch.setattr(Profile, "delete_match", lambda profile, number: False)
    stage.press("delete")
    stage.click(stage.find(context.text("records.delete")))
    assert isinstance(stage.top, Dialog)
    assert len(scene.control.matches) == 7


class Oracle(ReadyEngines):
    """Answers every question by hand; counts them."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        if not isinstance(task, ReviewTask):
            answer.give(BestResult(214, True, (), 214))
            return
        placed = tuple(
            ReviewedPlacement(m.call, m.placements[0], 0, 0, Verdict.BEST, ())
            for m in replay_seat(task.match, task.round_index, task.seat)
            if m.act is ReplayAct.PLACED
        )
        answer.give(Review(placed, (), 0, 0, 0, 0, (), 151))


def test_the_page_of_a_deal_compares_all_attempts_and_asks_engines_once(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    context.store = fill_history(context, 3)
    with monkeypatch.context() as patch:
        patch.setattr(Profile, "store_findings", lambda *given: True)
        first = add_attempts(context.store)
    oracle = context.engines = Oracle()
    for _ in range(2):
        attempts = [m for m in context.store.profile.last_matches() if m.deal == deal_of(first)]
        stage = Stage(context, DealScene(context, first, attempts, Pop, Pop))
        scene = stage.top
        assert isinstance(scene, DealScene)
        stage.let(1.0)
        rows = [w.match for w in stage.widgets() if isinstance(w, MatchRow)]
        assert [m.attempt for m in rows] == [1, 2, 3, 4]
        assert (scene.findings.master, scene.findings.best) == (151, 214)
        assert {"151", "214"} <= set(stage.read())
    assert [type(task) for task in oracle.tasks] == [BestBoardTask, ReviewTask]
    for row in reversed(rows):
        (part,) = (w for w in stage.widgets() if isinstance(w, MatchRow) and w.match == row)
        stage.click(part)
        assert stage.top is scene, "the first press chooses it"
        stage.click(stage.part(MAIN))
        assert isinstance(stage.top, CountScene)
        assert identity_of(stage.top.control.match) == row.identity
        stage.press("escape")


def test_the_figures_of_a_deal_are_being_computed_known_or_none(context: Context) -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    context.store.profile.add_match(match)
    attempts = context.store.profile.last_matches()
    total = score_match(match).players[0].total
    asking, none = context.text("records.asking"), context.text("records.none")
    context.engines = engines = PatientEngines()
    stage = Stage(context, DealScene(context, match, attempts, Pop, Pop))
    stage.let(0.1)
    names = [context.text(f"records.deal_{key}") for key in ("own", "master", "best")]

    def figures() -> list[str]:
        parts = [part for part in stage.widgets() if isinstance(part, NumberWord)]
        assert [part.is_gold for part in parts] == [True, False, False]
        return [part.spoken(context)[-1] for part in parts]

    own = f"{names[0]}: {total}"
    assert figures() == [own, *(f"{name}: {asking}" for name in names[1:])]
    for answer in engines.answers:
        answer.fail(RuntimeError("no"))
    context.engines = FailingEngines()
    stage = Stage(context, DealScene(context, match, attempts, Pop, Pop))
    stage.let(0.2)
    assert figures() == [own, *(f"{name}: {none}" for name in names[1:])]
    # One player in one round: the board needs neither a name nor a number.
    scene = stage.top
    assert isinstance(scene, DealScene)
    assert scene.find("board") is None
    words = " ".join(stage.read())
    assert "Round 1" not in words
    assert rules_words(context, match.rules) in words


def test_whoever_leaves_the_page_of_a_deal_asks_nothing_more(context: Context) -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    context.store.profile.add_match(match)
    engines = context.engines = PatientEngines()
    pressed: list[str] = []
    scene = DealScene(
        context,
        match,
        context.store.profile.last_matches(),
        lambda: pressed.append("again"),
        lambda: pressed.append("copy"),
    )
    stage = Stage(context, scene)
    stage.let(0.5)
    assert engines.answers
    assert not engines.answers[0].cancelled()
    stage.press("ctrl+c", "r")
    assert pressed == ["copy", "again"]
    scene.leave()
    assert all(answer.cancelled() for answer in engines.answers)
    engines.answers.clear()
    stage = Stage(context, RecordsScene(context))
    stage.let(0.5)
    assert engines.answers
    context.store.profile.add_match(play_out(Ruleset(), ("Ana",), "4", "standard"))
    stage.stack.apply(Push(context.routes.rules()))
    assert all(answer.cancelled() for answer in engines.answers)
    stage.stack.apply(Pop())
    assert isinstance(stage.top, RecordsScene)
    assert len(stage.top.control.matches) == 2, "whoever comes back sees what came meanwhile"


def test_figures_are_whole_but_means_and_what_is_no_habit_comes_last(context: Context) -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    context.store.profile.add_match(match)
    summary = RecordsControl(context.store.profile, EngineClient()).figures
    total = score_match(match).players[0].total
    shown = {key: figure_words(context, key, summary) for key in FIGURES}
    assert (shown["games"], shown["best"], shown["mean"]) == ("1", f"{total}", f"{total:.1f}")
    bare = replace(summary, best=None)
    assert figure_words(context, "best", bare) == context.text("records.none")
    assert mistake_words(context, {}) == context.text("records.no_mistakes")
    dearest = mistake_words(context, {"elsewhere": 9.0, "rising": 1.0, "order": 2.0}).splitlines()
    assert [line[-3:] for line in dearest] == ["2.0", "1.0", "9.0"]
    kinds = ("elsewhere", "rising", "order", "falling", "vertical", "unfinished")
    costs = {kind: 9.0 - number for number, kind in enumerate(kinds)}
    listed = mistake_words(context, costs).splitlines()
    names = [line.partition(": ")[0] for line in listed]
    assert names == [context.text(f"review.mistake.{kind}") for kind in kinds[1:]], "five at most"
    assert spread_words(context, [100, 109, 150]).startswith("100–109: ")
    assert spread_words(context, [100, 110, 300]).startswith("100–119: ")


@pytest.mark.usefixtures("pixels")
def test_the_page_of_a_deal_shows_every_round_of_everybody(context: Context) -> None:
    match = random_match(Ruleset(rounds=2), 2, Random(17))
    match = replace(match, players=(Player("Ana"), Player("Ben")))
    context.store.profile.add_match(match)
    attempts = list(context.store.profile.last_matches())
    stage = Stage(context, DealScene(context, match, attempts, Pop, Pop))
    scene = stage.top
    assert isinstance(scene, DealScene)
    totals = [score_match(match).players[s].rounds[r].total for r in (0, 1) for s in (0, 1)]
    pictures = set()
    for board, total in zip(scene.boards, totals, strict=True):
        stage.choose("board", board)
        words = " ".join(stage.read())
        round_, name = board[0] + 1, ("Ana", "Ben")[board[1]]
        assert f"Round {round_} of 2 · {name} · {total} points" in words
        pictures.add(pygame.image.tobytes(stage.draw(), "RGB"))
    assert len(pictures) == 4
    # Another attempt shows the same player's board of the same round.
    again = replace(match, meta=with_identity(None))
    context.store.profile.add_match(again, FIRST_DAY)
    attempts = list(context.store.profile.last_matches())
    stage = Stage(context, DealScene(context, match, attempts, Pop, Pop))
    stage.choose("board", (0, 1))
    stage.click(listed(stage)[1])
    deal = stage.top
    assert isinstance(deal, DealScene)
    assert deal.board == (0, 1)
    assert listed(stage)[1].is_selected
    apart = replace(match, meta=json.dumps({"apart": {"own": [1]}}))
    context.store = Storage.in_memory()
    context.store.profile.add_match(apart)
    attempts = list(context.store.profile.last_matches())
    scene = DealScene(context, apart, attempts, Pop, Pop)
    assert (scene.boards, scene.board) == ([(0, 1), (1, 1)], (1, 1)), "one's own are shown"


def test_the_statistics_say_and_draw_the_same(context: Context) -> None:
    context.store = Storage.in_memory()
    scene = measured(context, 27)
    stage = Stage(context, scene)
    words = scene.spoken(scene.root)
    for sentence in (
        "Everything · 27 games. Games: 27. Best: 177. Average: 132.5. Last ten: 151.8. Wins: 6."
        " Days in a row: 0. Points and lines: Standard game. Lines that scored, by length and"
        " number: 3 tiles: 4 with 2, 7 with 3, 10 with 4, 13 with 5, 9 with 6, 15 with 7, 15 with"
        " 8, 16 with 9. 4 tiles: 4 with 1,",
        "5 tiles: 3 with 1, 1 with 2, 4 with 3, 2 with 4, 4 with 6, 1 with 7. Points lost per round"
        " · Standard game: Falling lines cost you 6 points a game. Falling line broken: −5.5. A"
        " line left unfinished: −3.2. The wrong tile first: −1.6. How often you got each score:"
        " 80–89: 1 game. 90–99: 2 games.",
        "170–179: 1 game. Puzzles.",
    ):
        assert sentence in words
    drawn = " ".join(stage.read())
    # Blocks of each length, the sum, and the number below.
    assert " 4 5 7 1 3 4 18 5 3 4 20 9 3 4 10 2 3 4 5 21 6 " in drawn
    assert "8 −5.5 Falling line broken −3.2 A line left unfinished −1.6 The wrong" in drawn
    assert " 80 100 120 140 160 Puzzles" in drawn
    # A group has its own engines' findings, if they can be computed by its rules.
    control = scene.control
    assert control.measured is control.level
    for group in control.groups[1:]:
        control.show(group)
        assert control.measured is not control.level
        assert control.measured is not None
        assert str(control.measured.rules) == group.rules
        is_standard = group.edition == "standard"
        assert group not in control.compared
        assert (control.figures.best == 177) is is_standard


@pytest.mark.parametrize(
    ("totals", "words"),
    [
        ([], []),
        ([5], ["0", "20", "40", "60"]),
        ([100] * 12, ["60", "80", "100", "120", "140"]),
        ([100] * 13, ["60", "80", "100", "120", "140", "Each tile stands for 2 games."]),
        ([100, 259], ["100", "120", "140", "160", "180", "200", "220", "240"]),
        ([100, 260], ["100", "140", "180", "220", "260"]),
    ],
)
def test_the_columns_of_totals_have_ten_points_or_twenty_and_say_what_a_tile_is(
    context: Context, totals: list[float], words: list[str]
) -> None:
    room = Rect(0, 0, 400, 300)
    written = Written(room[2:])
    with written.listening():
        draw_spread(pygame.Surface(room[2:]), context, room, totals)
    assert written.words == words


def test_the_newest_game_is_the_golden_tile_on_top_of_its_column(context: Context) -> None:
    gold = context.painter.theme.palette.gold
    for totals in ([100, 140], [140, 140, 100], [100, 100, 140]):
        surface = pygame.Surface((400, 300))
        draw_spread(surface, context, Rect(0, 0, 400, 300), totals)
        shown = place_of(surface, gold)
        assert shown is not None
        assert (shown.centre[0] < 200) is (totals[-1] == 100), totals


def test_of_each_length_lines_are_told_from_the_shortest(context: Context) -> None:
    lines = Counter({"5x9": 1, "2x1": 2, "3x8": 3, "2x4": 1})
    assert line_words(context, replace(Summary(), lines=lines)).splitlines() == [
        "2 tiles: 2 with 1, 1 with 4",
        "3 tiles: 3 with 8",
        "5 tiles: 1 with 9",
    ]


def test_the_best_game_is_marked_where_it_counts(context: Context) -> None:
    context.store = Storage.in_memory()
    setup = TableSetup(Ruleset(), (Player("Ana"),), "0", "standard")
    for number, table in enumerate((setup, setup.marked(Mark.COACHED))):
        match = replace(play_table(table), meta=with_identity(table.to_meta()))
        context.store.profile.add_match(match, FIRST_DAY + timedelta(days=number))
    stage = Stage(context, RecordsScene(context))
    scene = stage.top
    assert isinstance(scene, RecordsScene)
    rows = listed(stage)
    assert len({row.match.result.total for row in rows}) == 1
    assert [row.is_best for row in rows] == [False, True]
    assert [row.is_selected for row in rows] == [True, False]
    stage.choose("pages", RecordsPage.LINES)
    figures = [part for part in scene.root.walk() if isinstance(part, NumberWord)]
    assert [part.id for part in figures if part.is_gold] == ["best"]


def test_a_row_says_who_won_against_whom(context: Context) -> None:
    context.store = Storage.in_memory()
    players = {
        "alone": (Player("Ana"),),
        "won": (Player("Ana"), Player("Duckling", PlayerKind.BOT, "random")),
        "lost": (Player("Ana"), Player("Beaver", PlayerKind.BOT, "beaver")),
    }
    for number, names in enumerate(players.values()):
        setup = TableSetup(Ruleset(), names, str(number), "standard")
        bots = [make_bot("greedy"), *(make_bot(one.bot) for one in names[1:] if one.bot)]
        match = new_match(setup.rules, setup.players, setup.to_meta())
        match = play_rounds(match, bots, str(number), [Random(1)] * len(bots))
        context.store.profile.add_match(match, FIRST_DAY + timedelta(days=number))
    control = RecordsControl(context.store.profile, EngineClient())
    told = [
        MatchRow(context, one, lambda: None, is_selected=False).name_and_state(context)
        for one in reversed(control.matches)
    ]
    assert [("won" in words) for words in told] == [False, True, False]
    ends = ("alone", "against Duckling", "against Beaver")
    assert all(end in words for words, end in zip(told, ends, strict=True))
    assert control.figures.wins == 1


def played(*results: SeatResult, **changes: Any) -> PlayedMatch:
    """Return a listed match of Ana alone, or with these results, at noon of a day in March."""
    match = PlayedMatch(
        id=1,
        identity="0" * 16,
        finished_at=FIRST_DAY,
        edition="standard",
        rules=str(Ruleset()),
        seed="7",
        deal="d",
        marks=frozenset(),
        attempt=1,
        results=results or (ANA,),
    )
    return match._replace(**changes)


ANA = SeatResult("Ana", True, None, 120, True)
FOX = SeatResult("Fox", False, "fox", 110, False)
GONE = SeatResult("Ben", False, None, 90, False)


def test_a_row_names_the_kind_of_its_game(context: Context) -> None:
    deal = deal_on(FIRST_DAY.date(), "standard")
    context.store.clock = lambda: FIRST_DAY
    friend = ANA._replace(name="Eva", is_winner=False)
    coached, timed = frozenset({Mark.COACHED}), frozenset({Mark.TIMED, Mark.BLIND})
    for match, words in (
        (played(), "Standard game: 120 points, alone"),
        (played(ANA, FOX), "Standard game: 120 points, won, against Fox"),
        (played(FOX, ANA, GONE), "Standard game: 120 points, won, against Fox and Ben"),
        (played(ANA._replace(is_winner=False), FOX), "Standard game: 120 points, against Fox"),
        (played(friend, ANA), "Standard game: 120 points, against Ana"),
        (
            played(seed=deal.seeds[0]),
            f"Standard game: 120 points, Daily deal {deal.number} · alone",
        ),
        (
            played(marks=coached | timed, attempt=2),
            "Standard game: 120 points, alone · timed, blind · attempt 2, with the coach",
        ),
        (played(marks=frozenset({Mark.CHALLENGE})), "Challenge: 120 points, alone · a challenge"),
        (
            played(edition="", rules=str(Ruleset(rounds=2))),
            "Your own rules: 120 points, alone",
        ),
    ):
        row = MatchRow(context, match, lambda: None, is_selected=False)
        day, _, rest = row.name_and_state(context).partition(", ")
        _, _, rest = rest.partition(", ")
        assert (day, rest) == ("1 March 2026", words)


def test_a_group_of_people_compares_the_standard_game_or_what_they_played_most(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wins are counted in all its games."""
    eva = ANA._replace(name="Eva", total=99, is_winner=False)
    rays, daffodil = str(Ruleset(rays=RayRule.RAYS)), "daffodil-4 free single none"
    for kinds, compared, totals in (
        ((rays, daffodil, rays), rays, [101, 103]),
        ((rays, str(Ruleset()), rays), str(Ruleset()), [102]),
        ((rays, rays, rays), None, [101, 102, 103]),
    ):
        matches = tuple(
            played(
                ANA._replace(total=101 + number),
                eva,
                id=number,
                rules=rules,
                finished_at=FIRST_DAY + timedelta(days=number),
            )
            for number, rules in reversed([*enumerate(kinds)])
        )
        monkeypatch.setattr(Profile, "last_matches", lambda _, listed=matches: listed)
        control = RecordsControl(context.store.profile, EngineClient())
        group = Group(people=("Ana", "Eva"))
        assert control.groups == [Group(), group]
        assert control.compared.get(group) == compared
        figures = control.summaries[group]
        assert (list(figures.totals), figures.wins, figures.matches) == (totals, 3, 3)
        assert figures.dates == {(FIRST_DAY + timedelta(days=n)).date() for n in range(3)}
        assert control.show(group) is False, "the latest match is chosen already"
        assert control.measured is None
        assert control.mistakes == {}


def test_engines_measure_the_chosen_group_on_its_page_and_the_standard_game_else(
    context: Context,
) -> None:
    profile, engines = context.store.profile, PatientEngines()
    daffodil = Ruleset.parse("daffodil-4 free single none")
    games = (("standard", Ruleset()), ("daffodil", daffodil), ("daffodil", daffodil))
    for number, (edition, rules) in enumerate(games):
        match = play_out(rules, ("Ana",), f"{number}", edition)
        profile.add_match(match, FIRST_DAY + timedelta(days=number))
    control = RecordsControl(profile, engines)
    assert not control.poll()
    control.page = RecordsPage.LINES
    (group,) = (one for one in control.groups if one.edition == "daffodil")
    for _ in range(2):
        control.show(Group())
        control.show(group)
        assert not control.poll()
    assert [task.match.rules for task in engines.tasks] == [Ruleset(), daffodil, daffodil]
    assert [one.cancelled() for one in engines.answers] == [False, True, False]
    engines.answers[2].give({"total": 150.0, "luck": 2.0, "falling": 7.0})
    assert control.poll(), "an answer has arrived"
    assert control.mistakes == {"falling": 7.0}
    assert not control.poll()
    control.stop()
    assert [one.cancelled() for one in engines.answers] == [True, True, False, True]


def test_what_is_asked_of_a_history_that_has_changed_is_withdrawn(context: Context) -> None:
    profile, engines = context.store.profile, PatientEngines()
    profile.add_match(play_out(Ruleset(), ("Ana",), "1"))
    control = RecordsControl(profile, engines)
    control.poll()
    control.load()
    assert [one.cancelled() for one in engines.answers] == [False], "nothing has changed"
    profile.add_match(play_out(Ruleset(), ("Ana",), "2"))
    control.load()
    assert [one.cancelled() for one in engines.answers] == [True]


def test_the_best_attempt_at_a_deal_is_marked_whichever_it_is(context: Context) -> None:
    match = play_out(Ruleset(), ("Ana",), "3", "standard")
    attempts = [
        played(ANA._replace(total=total), id=1000 + number, attempt=number)
        for number, total in ((3, 110), (1, 90), (2, 130))
    ]
    stage = Stage(context, DealScene(context, match, attempts, Pop, Pop))
    rows = listed(stage)
    assert [row.match.result.total for row in rows] == [90, 130, 110]
    assert [row.is_best for row in rows] == [False, True, False]
    (own, *_) = (part for part in stage.widgets() if isinstance(part, NumberWord))
    assert own.spoken(context)[-1] == f"{context.text('records.deal_own')}: 130"


def test_groups_are_listed_from_the_largest(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenge, timed = frozenset({Mark.CHALLENGE}), frozenset({Mark.TIMED})
    matches = (
        played(id=1),
        played(ANA, ANA._replace(name="Eva"), id=2, marks=challenge),
        played(id=3, marks=timed),
        played(id=4, marks=timed),
        played(id=5, marks=challenge),
        played(id=6, marks=timed | {Mark.COACHED}),
    )
    monkeypatch.setattr(Profile, "last_matches", lambda _: matches)
    control = RecordsControl(context.store.profile, EngineClient())
    by_clock = Group("standard", str(Ruleset()), timed)
    ordinary = Group("standard", str(Ruleset()))
    assert control.groups == [Group(), by_clock, Group(is_challenge=True), ordinary]
    assert [control.summaries[group].matches for group in control.groups] == [6, 3, 2, 1]
    assert [len(control.summaries[group].totals) for group in control.groups] == [1, 2, 0, 1]
    for group, all_, first, rest in (
        (Group(), [1, 2, 3, 4, 5, 6], [1, 3, 4], [2, 5, 6]),
        (by_clock, [3, 4, 6], [3, 4], [6]),
    ):
        for kind, ids in zip(AttemptKind, (all_, first, rest), strict=True):
            control.show(group, kind)
            assert [match.id for match in control.shown] == ids
            assert control.chosen in control.shown
    assert control.measured is None, "nothing is measured by the clock"


def test_the_records_lead_to_climbs_attempts_share_and_guests(context: Context) -> None:
    context.store = fill_history(context, 7)
    add_attempts(context.store)
    stage = Stage(context, RecordsScene(context))
    scene = stage.top
    assert isinstance(scene, RecordsScene)
    assert scene.find("climb") is None
    stage.stack.apply(Push(context.routes.rules()))
    keep_climb(context, play_climb("4", "magpie").record)
    stage.stack.apply(Pop())
    climb = "The Climb: 1 climb, Your best: stage 3 · 3,290 points"
    assert climb in scene.part("climb").read(context)
    stage.click(scene.part("climb"))
    assert isinstance(stage.top, ScoresScene)
    stage.press("escape")
    for part, kind in (("deal", DealScene), ("share", ShareScene), ("open", CountScene)):
        stage.click(scene.part(part))
        assert isinstance(stage.top, kind)
        if isinstance(stage.top, DealScene):
            assert [row.match.attempt for row in listed(stage)] == [1, 2, 3, 4]
            figures = "Your best attempt: 92. Master: 166. Best possible: 231."
            assert figures in stage.top.spoken(stage.top.root)
            assert [row.is_best for row in listed(stage)] == [True, False, True, False]
        stage.press("escape")
    stage.click(stage.find(context.text("records.guests")))
    assert isinstance(stage.top, GuestsScene)
    stage.press("escape")
    chosen = scene.control.chosen
    assert chosen is not None
    scene.control.chosen = chosen._replace(id=999)
    for name in ("open", "deal", "share", "again"):
        stage.click(scene.part(name))
        assert context.text("records.unreadable") in " ".join(stage.read())
        stage.press("return")
    scene.control.chosen = chosen
    stage.click(scene.part("again"))
    assert isinstance(stage.top, TableScene)
    assert stage.top.game.setup.marks == {Mark.AGAIN}


def listed(stage: Stage) -> list[MatchRow]:
    """The rows of matches on the page."""
    return [part for part in stage.widgets() if isinstance(part, MatchRow)]


def test_tiles_from_elsewhere_have_no_code_and_are_not_dealt_again(
    context: Context, copied: list[str]
) -> None:
    context.store = Storage.in_memory()
    match = random_match(Ruleset(), 1, Random(3))
    match = replace(match, rounds=tuple(replace(one, seed=None) for one in match.rounds))
    context.store.profile.add_match(replace(match, meta=with_identity(None)))
    stage = Stage(context, context.routes.records())
    for press in ("again", "ctrl+c"):
        if press == "again":
            stage.click(stage.part("again"))
        else:
            stage.press(press)
        assert isinstance(stage.top, Dialog)
        assert stage.top.body == context.text("records.no_code")
        stage.press("escape")
    assert copied == []
    scene = stage.top
    assert isinstance(scene, RecordsScene)
    assert scene.control.chosen is not None
    scene.control.chosen = scene.control.chosen._replace(id=999)
    for name in ("again", "open", "deal", "share"):
        stage.click(stage.part(name))
        assert isinstance(stage.top, Dialog)
        assert stage.top.body == context.text("records.unreadable")
        stage.press("escape")


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("records") == []


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="times of day depend on the zone")
def test_lists_of_matches_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("records-list") == []

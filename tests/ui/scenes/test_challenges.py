"""Challenges at the table and on the ladder; goals as cards."""

from __future__ import annotations

import itertools
from dataclasses import replace
from random import Random

import pytest

from game.bots.protocol import Worth
from game.play.table import TableSetup
from game.play.table_game import Phase as Waits
from game.progress.challenge_progress import ChallengeProgress, hides_review, outcome_of
from game.progress.challenges import (
    Challenge,
    ChallengeKind,
    all_challenges,
    begin_challenge,
    solve_challenge,
)
from game.progress.goals import PastMatch
from game.progress.match_saving import resume_match, start_game
from game.progress.puzzles import SOLVED, find_puzzles, mark_puzzle, store_puzzles
from game.rules.marks import Mark
from game.rules.match import Match, Player, apply, legal_placements
from game.rules.match_score import score_match
from game.rules.moves import Call, Finish, Place
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.storage.store import with_identity
from game.ui.frame.bindings import DEFAULT_BINDINGS, Action
from game.ui.frame.context import Context
from game.ui.frame.intents import PointerMoved
from game.ui.frame.scene import Push, Scene
from game.ui.parts import MAIN, Dialog, Picture
from game.ui.scenes.challenges.scene import ChallengesScene, Rung
from game.ui.scenes.count.finish import FinishMood, key_placement
from game.ui.scenes.count.next_steps import open_count
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.count.verdict import verdict_of
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.share.control import ShareKind
from game.ui.scenes.share.scene import ShareScene, share_scene
from game.ui.scenes.shared.challenge import challenge_table, task_words
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from tests.gallery import collect_samples, empty_store
from tests.gallery.guests import list_all, reviewed
from tests.gallery.records import play_out
from tests.golden.pages import changed_pages
from tests.ui.scenes.puzzle_stage import puzzles_on
from tests.ui.scenes.stage import Stage
from tests.ui.scenes.table_stage import TableStage

LAST = next(c for c in all_challenges() if c.kind is ChallengeKind.LAST)


def keep(context: Context, challenge: Challenge, *marks: Mark) -> Match:
    """The challenge's solution, as if it had been played."""
    setup = challenge_table(context, challenge).marked(*marks)
    match = replace(solve_challenge(challenge), meta=with_identity(setup.to_meta()))
    context.store.profile.add_match(match)
    return match


def play(stage: TableStage, placements: tuple[Placement, ...]) -> None:
    """Place by mouse, one call after the other, until it is counted."""
    for placement in placements:
        stage.let_until_waits(Waits.ACT)
        stage.click_space(placement.space)
    stage.let_until_counted()


def open_ladder(context: Context, name: str = "") -> tuple[TableStage, ChallengesScene]:
    scene = ChallengesScene(context, name)
    stage = TableStage(context, TitleScene(context))
    stage.stack.apply(Push(scene))
    return stage, scene


def test_the_ladder_rises_from_easy_to_hard(player: Context) -> None:
    _, scene = open_ladder(player)
    rungs = [rung for rung in scene.root.walk() if isinstance(rung, Rung)]
    assert [rung.label for rung in rungs] == [str(1 + i) for i in range(len(rungs))]
    assert scene.chosen is scene.progress.challenges[0]


def test_a_challenge_is_played_met_and_followed_by_the_next(player: Context) -> None:
    stage, _ = open_ladder(player, LAST.name)
    stage.press("return")
    assert isinstance(stage.top, TableScene)
    assert stage.match.round.seats[0].position.filled.bit_count() == len(LAST.placed)
    stage.let_until_waits(Waits.ACT)
    assert task_words(player, LAST) in stage.read()
    play(stage, LAST.solution)
    assert isinstance(stage.top, CountScene)
    stage.let(8)
    assert "Challenge met!" in stage.read()
    assert f"The target was {LAST.points} points; you scored {LAST.points}" in " ".join(
        stage.read()
    )
    assert "3 of 3 stars · 1 of 50 met" in " ".join(stage.read())
    stage.click(stage.find("Share"))
    assert isinstance(stage.top, ShareScene)
    stage.press("escape")
    finish = stage.breakdown.finish
    assert finish is not None
    assert finish.mood is FinishMood.WIN
    assert finish.marks == {"asked": LAST.points}
    assert ChallengeProgress(player.store.profile).met(LAST) is not None
    stage.click(stage.find(player.text("challenges.next")))
    assert isinstance(stage.top, TableScene)
    following = ChallengeProgress(player.store.profile).next_after(LAST)
    assert stage.game.setup.challenge == following.name
    assert following is not LAST


@pytest.mark.parametrize("name", ["win-1", "win-2"])
def test_a_table_is_won_by_the_rule_that_it_teaches(player: Context, name: str) -> None:
    challenge = next(c for c in all_challenges() if c.name == name)
    stage, _ = open_ladder(player, name)
    stage.press("return")
    rule = challenge.rules.rays.value if challenge.rules.bonus is None else "mail"
    steps = [player.text(f"challenges.lesson.{rule}.{number}") for number in (1, 2, 3, 4)]
    assert player.text("play.answered") not in " ".join(stage.read())
    said = []
    for placement in challenge.solution:
        stage.let_until_waits(Waits.ACT)
        read = " ".join(stage.read())
        assert task_words(player, challenge) in read
        said.append(next(number for number, words in enumerate(steps) if words in read))
        stage.hit(stage.hand_point(stage.game.hand().index(placement.tile)))
        stage.click_space(placement.space)
    assert said == sorted(said)
    assert set(said) == {0, 1, 2, 3}
    stage.let_until_counted()
    stage.let(12)
    # The computers sat there with the chance that the solution was found against.
    match = stage.breakdown.control.match
    for state, (_, placed) in zip(match.round.seats[1:], challenge.rivals, strict=True):
        assert tuple(p for turn in state.turns for p in turn.placements) == placed
    read = " ".join(stage.read())
    own, *others = score_match(match).players
    most = max(other.total for other in others)
    assert "Challenge met!" in read
    assert f"You scored {own.total}; Magpie scored {most} points" in read
    assert ChallengeProgress(player.store.profile).met(challenge) is not None


def test_a_missed_one_can_be_tried_again_at_once(player: Context) -> None:
    stage, _ = open_ladder(player, LAST.name)
    stage.press("return")
    spaces = [p.space for p in LAST.solution][::-1]
    play(stage, tuple(map(Placement, LAST.order, spaces)))
    stage.let(8)
    assert "Not met this time" in stage.read()
    finish = stage.breakdown.finish
    assert finish is not None
    assert f"The target was {LAST.points} points; you scored {finish.total}" in " ".join(
        stage.read()
    )
    assert finish.mood is FinishMood.PLAIN
    assert ChallengeProgress(player.store.profile).met(LAST) is None
    assert ChallengeProgress(player.store.profile).attempts(LAST) == 1
    stage.press("return")
    assert stage.game.setup.challenge == LAST.name
    play(stage, LAST.solution)
    assert ChallengeProgress(player.store.profile).met(LAST) is not None
    stage.press("return")
    stage.click(stage.find("All"))
    assert isinstance(stage.top, ChallengesScene)
    assert [type(scene) for scene in stage.stack.scenes] == [TitleScene, ChallengesScene]


@pytest.mark.parametrize("is_shown", [False, True])
def test_a_missed_one_keeps_its_secret_until_somebody_asks(player: Context, is_shown: bool) -> None:
    challenge = next(c for c in all_challenges() if c.kind is ChallengeKind.LINES)
    profile, match = player.store.profile, broken(challenge)
    match = replace(match, meta=with_identity(challenge_table(player, challenge).to_meta()))
    assert profile.add_match(match)
    made = tuple(p for turn in match.round.seats[0].turns for p in turn.placements)
    review = reviewed(made, {len(made) - 2: 9.0})
    choices = [(Worth(Placement(p.tile, -1), 90.0), Worth(p, 60.0)) for p in made]
    weighed = tuple(
        replace(one, choices=c) for one, c in zip(review.placements, choices, strict=True)
    )
    store_puzzles(profile, match, 0, 0, review)
    scene = open_count(player, match)
    assert isinstance(scene, CountScene)
    assert scene.finish is not None
    stage = Stage(player, scene)
    scene.finish.findings.reviews[0] = replace(review, placements=weighed)
    stage.let(1)
    secret = player.text("challenges.secret")
    assert secret in " ".join(stage.read())
    assert scene.finish.key is None
    assert find_puzzles(profile) == ()
    assert "--review" not in share_scene(player, match).control.shared.command(ShareKind.PAGE)
    stage.click(stage.find(player.text("review.open")))
    asked: Scene = stage.top
    assert isinstance(asked, Dialog)
    stage.press("escape")
    assert stage.top is scene
    if is_shown:
        stage.click(stage.find(player.text("challenges.show_me")))
        assert scene.finish.key is not None
        assert player.text("finish.key") in " ".join(stage.part("open-key").spoken(player))
    else:
        # Whoever has met it knows.
        assert hides_review(profile, match)
        keep(player, challenge)
    assert not hides_review(profile, match)
    assert "--review" in share_scene(player, match).control.shared.command(ShareKind.PAGE)
    assert secret not in " ".join(Stage(player, open_count(player, match)).read())
    assert len(find_puzzles(profile)) == 1
    stage.click(stage.find(player.text("review.open")))
    assert isinstance(stage.top, ReviewScene)


def test_with_the_coach_s_help_no_challenge_is_met_at_its_count_either(player: Context) -> None:
    stage, _ = open_ladder(player, LAST.name)
    stage.press("return")
    stage.let_until_waits(Waits.ACT)
    stage.press("h", "return")
    play(stage, LAST.solution)
    finish = stage.breakdown.finish
    assert finish is not None
    assert finish.verdict is not None
    assert not finish.verdict.is_met
    assert ChallengeProgress(player.store.profile).met(LAST) is None


def test_an_interrupted_challenge_goes_on_with_its_own_tiles(player: Context) -> None:
    stage, _ = open_ladder(player, LAST.name)
    stage.press("return")
    stage.let_until_waits(Waits.ACT)
    stage.click_space(LAST.solution[0].space)
    stage.let(1)
    again, scene = open_ladder(player, LAST.name)
    assert again.find("Continue") is scene.part(MAIN)
    again.press("return")
    assert isinstance(again.top, TableScene)
    assert len(again.match.round.called) > len(LAST.placed)
    saved = player.store.autosave.load().match
    assert saved is not None
    game = resume_match(player.store, saved)
    assert game.setup.challenge == LAST.name
    while not game.match.is_complete:
        if not game.match.round.seats[0].hand:
            game.call_next()
        tile = game.match.round.seats[0].hand[0]
        space = next(p.space for p in LAST.solution if p.tile == tile)
        game.perform(Place(0, tile, space))
    assert outcome_of(game.setup, game.match).value == "met"


ONE_OF_EACH = {(c.kind, c.rules.has_aside): c for c in all_challenges()}


@pytest.mark.parametrize("challenge", ONE_OF_EACH.values(), ids=lambda c: c.name)
def test_a_challenge_of_each_kind_is_met_at_a_table_by_its_solution(
    player: Context, challenge: Challenge
) -> None:
    setup = challenge_table(player, challenge)
    game = start_game(player.store, setup)
    moves = list(challenge.solution)
    seats = [moves, *(list(placed) for _, placed in challenge.rivals)]
    for size in challenge.rules.call_sizes[len(game.match.round.calls) :]:
        game.call_next()
        for seat, left in enumerate(seats):
            for move in [left.pop(0) for _ in range(size)]:
                game.perform(Place(seat, move.tile, move.space))
    if challenge.rules.has_aside:
        game.perform(Finish(0, tuple(moves)))
    assert outcome_of(game.setup, game.match).value == "met"
    player.store.save_match(game.match)
    player.store.file_match(game.match)
    (played,) = player.store.profile.last_matches()
    assert not played.counts
    assert ChallengeProgress(player.store.profile).met(challenge) == played
    assert not PastMatch.from_match(game.match).can_earn


def test_the_verdict_says_why(player: Context) -> None:
    lines = next(c for c in all_challenges() if c.kind is ChallengeKind.LINES)
    solved = solve_challenge(lines)
    names = ["\N{EN DASH}".join(line.ends) for line in lines.lines]
    for challenge, match, marks, is_met, words in (
        (lines, solved, (), True, ["Complete", *names]),
        (lines, broken(lines), (), False, ["Still to complete"]),
        (LAST, solve_challenge(LAST), (Mark.COACHED,), False, ["with help"]),
        (LAST, solved, (), False, ["Another game"]),
    ):
        setup = challenge_table(player, challenge).marked(*marks)
        verdict = verdict_of(player, setup, match)
        assert verdict is not None
        assert verdict.is_met is is_met
        assert all(word in verdict.why for word in words), verdict.why
    assert verdict_of(player, TableSetup.from_match(solve_challenge(LAST)), solved) is None


def test_a_met_one_says_so_whenever_it_is_looked_at(player: Context) -> None:
    keep(player, LAST)
    stage, _ = open_ladder(player, LAST.name)
    stage.click(stage.find("Show it"))
    stage.let(1)
    assert "Challenge met!" in stage.read()
    assert f"The target was {LAST.points} points; you scored {LAST.points}" in " ".join(
        stage.read()
    )
    finish = stage.breakdown.finish
    assert finish is not None
    assert finish.mood is FinishMood.PLAIN


def test_a_guests_challenge_has_its_verdict_and_climbs_no_ladder(player: Context) -> None:
    meta = challenge_table(player, LAST).to_meta()
    match = replace(solve_challenge(LAST), players=(Player("Zoé"),), meta=meta)
    stage = TableStage(player, player.routes.guest_count(match))
    stage.let(3)
    assert "Challenge met!" in stage.read()
    assert f"The target was {LAST.points} points; Zoé scored {LAST.points}" in " ".join(
        stage.read()
    )
    assert player.text("guests.remark").rstrip(".") in " ".join(stage.read())
    assert not any("of 50 met" in words for words in stage.read())
    assert ChallengeProgress(player.store.profile).met(LAST) is None


def test_a_challenge_is_measured_against_no_average(player: Context) -> None:
    player.store.profile.add_match(play_out(LAST.rules, ("Ana",), "1"))
    keep(player, LAST)
    assert player.store.profile.mean(str(LAST.rules)) is not None
    stage, _ = open_ladder(player, LAST.name)
    stage.click(stage.find("Show it"))
    finish = stage.breakdown.finish
    assert finish is not None
    assert finish.marks == {"asked": LAST.points}


def broken(challenge: Challenge) -> Match:
    """A match by chance in which the first line that the challenge wants earns nothing."""
    for seed in itertools.count():
        match, random = begin_challenge(challenge), Random(seed)
        for tile in challenge.order:
            match, _ = apply(match, Call((tile,)))
            match, _ = apply(match, Place(0, tile, random.choice(legal_placements(match, 0)).space))
        scored = score_position(challenge.rules, match.round.seats[0].position).lines
        if challenge.lines[0] not in [one.line for one in scored]:
            break
    return match


def test_tiles_that_lay_already_are_nobodys_mistakes(player: Context) -> None:
    match = keep(player, LAST)
    made = tuple(p for turn in match.rounds[0].seats[0].turns for p in turn.placements)
    laid = len(LAST.placed)
    review = reviewed(made, {laid - 1: 9.0, laid: 5.0})
    store_puzzles(player.store.profile, match, 0, 0, review)
    (puzzle,) = find_puzzles(player.store.profile)
    assert puzzle.index == laid
    weighed = tuple(
        replace(
            found, value=90.0, choices=(Worth(found.placement, 90.0), Worth(made[-1], 60.0 + index))
        )
        for index, found in enumerate(review.placements[:-1])
    )
    reviews = {0: replace(review, placements=weighed)}
    for count in (0, laid):
        key = key_placement(match, 0, reviews, count)
        assert key is not None
        assert key.placement == made[count]


def test_puzzles_are_behind_a_button_that_counts_them(player: Context) -> None:
    stage, _ = open_ladder(player)
    stage.click(stage.find("Puzzles from your games"))
    assert isinstance(stage.top, Dialog)
    match = keep(player, LAST)
    made = tuple(p for turn in match.rounds[0].seats[0].turns for p in turn.placements)
    costs = dict.fromkeys(range(len(made) - 3, len(made)), 4.0)
    store_puzzles(player.store.profile, match, 0, 0, reviewed(made, costs))
    list_all(player.store.profile, match)
    mark_puzzle(player.store.profile, find_puzzles(player.store.profile)[0], SOLVED)
    stage, _ = open_ladder(player)
    stage.click(stage.find("Puzzles from your games: 2 open"))
    assert puzzles_on(stage).puzzles.puzzles
    # What was solved and met meanwhile counts on the way back.
    mark_puzzle(player.store.profile, find_puzzles(player.store.profile)[1], SOLVED)
    keep(player, all_challenges()[0])
    stage.press("escape")
    assert isinstance(stage.top, ChallengesScene)
    words = stage.top.spoken(stage.top.root)
    assert words.startswith("Challenges. 2 of 50 met.")
    assert "Puzzles from your games: 1 open." in words


def test_progress_cannot_be_had_by_naming_a_challenge(player: Context) -> None:
    """The record's calls and placements must be the challenge's own."""
    other = next(c for c in all_challenges() if c.kind is LAST.kind and c is not LAST)
    setup = challenge_table(player, LAST)
    match = replace(solve_challenge(other), meta=with_identity(setup.to_meta()))
    player.store.profile.add_match(match)
    progress = ChallengeProgress(player.store.profile)
    assert progress.met(LAST) is None
    assert progress.met(other) is None


def test_next_is_the_first_open_one_above_then_from_below(player: Context) -> None:
    progress = ChallengeProgress(player.store.profile)
    first, second, *others = progress.challenges
    assert progress.next_after() is first
    assert progress.next_after(first) is second, "one that was missed is left behind"
    for challenge in (first, *others):
        keep(player, challenge)
    progress = ChallengeProgress(player.store.profile)
    assert progress.count == 49
    assert progress.next_after(others[20]) is second
    keep(player, second)
    assert ChallengeProgress(player.store.profile).next_after() is first


def test_a_rung_is_chosen_by_click_and_by_arrows(player: Context) -> None:
    stage, scene = open_ladder(player)
    fifth = scene.progress.challenges[4].name
    stage.click(scene.part(fifth))
    assert scene.chosen is scene.progress.challenges[4]
    assert stage.top is scene
    scene.focus(fifth)
    stage.press("right", "return")
    assert scene.chosen is scene.progress.challenges[5]
    focused = scene.form.focused
    assert isinstance(focused, Rung)
    # What is chosen already is not started by accident.
    stage.press("return")
    stage.click(scene.part(scene.chosen.name))
    assert stage.top is scene
    assert not any(isinstance(w, Rung) and w.hint() for w in scene.root.walk()), "nothing covered"
    stage.click(scene.part(MAIN))
    assert isinstance(stage.top, TableScene)


def test_a_challenge_gives_its_deal_to_nobody(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []

    def copy_text(_: Context, text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr(Context, "copy_text", copy_text)
    (copy, *_) = DEFAULT_BINDINGS.keys(Action.COPY)
    stage, _ = open_ladder(player)
    stage.press("return")
    assert isinstance(stage.top, TableScene)
    stage.press(copy)
    assert copied == []
    solo = TableStage(player, player.routes.new_table(TableSetup(Ruleset(), (Player("Ana"),), "7")))
    solo.press(copy)
    assert len(copied) == 1


CARDS = {
    "challenges": "Challenge 4 · Complete lines. Classic. Complete the marked line. e1–e3. Take it"
    " on.",
    "challenges-met": "Challenge 1 · The best board there is. Classic · 14 tiles are already"
    " placed. · You see the tiles to come. Build a board of 307 points, the maximum, with the tiles"
    " in this order. Met on 21 November 2026 · 3 of 3 stars. Try again. Show it.",
    "challenges-reach": "Challenge 31 · Reach a total. Classic. Reach 184 points: Master scored"
    " that on this deal. Take it on.",
    "challenges-win": "Challenge 38 · Win. Classic · Best ray. Beat Magpie. Take it on.",
    "challenges-last": "Challenge 44 · The last tiles. Classic · Sun and moon rays · 14 tiles are"
    " already placed. · You see the tiles to come. Place the last tiles as well as possible: 229"
    " points can be reached. Take it on.",
}


def test_a_rung_has_the_colour_of_its_state_and_an_edge_once_it_was_tried(player: Context) -> None:
    met, tried, fresh, chosen, hovered = ChallengeProgress(player.store.profile).challenges[:5]
    keep(player, met)
    keep(player, tried, Mark.COACHED)
    stage, scene = open_ladder(player, chosen.name)
    stage.give(PointerMoved(stage.place_of(scene.part(hovered.name))))
    picture, theme = stage.draw(), player.painter.theme
    p, blue, yellow = theme.palette, theme.stripes[4], theme.stripes[9]
    colours = {}
    for one in (met, tried, fresh, chosen, hovered):
        rung = scene.part(one.name)
        (x, y), radius = rung.rect.centre, int(rung.rect.w / 2)
        row = {tuple(picture.get_at((x - radius + i, y)))[:3] for i in range(2 * radius)}
        colours[one] = row & {p.faint, p.line, p.chosen, blue, yellow}
    assert colours == {
        met: {blue},
        tried: {p.faint, p.line},
        fresh: {p.faint},
        chosen: {yellow},
        hovered: {p.faint, p.chosen},
    }


@pytest.mark.parametrize("name", CARDS)
def test_the_page_says_what_was_met_and_what_the_chosen_challenge_asks(
    player: Context, name: str
) -> None:
    empty_store(player)
    scene = collect_samples("challenges")[name].make(player)
    assert isinstance(scene, ChallengesScene)
    Stage(player, scene)
    words = scene.spoken(scene.root)
    grades = "1 of 5: 13 of 17 met. Grade 2 of 5: 1 of 12 met. Grade 3 of 5: 0 of 14 met. Grade 4"
    assert words == (
        f"Challenges. 14 of 50 met. Grade {grades} of 5: 0 of 2 met. Grade 5 of 5: 0 of 5 met."
        f" Puzzles from your games: 12 open. {CARDS[name]}"
    )
    bots = [part.reads for part in scene.root.walk() if isinstance(part, Picture) and part.reads]
    assert len(bots) <= 1


def test_a_rung_says_whether_it_was_met_and_how_well(player: Context) -> None:
    empty_store(player)
    scene = collect_samples("challenges")["challenges"].make(player)
    assert isinstance(scene, ChallengesScene)
    Stage(player, scene)
    rungs = [part for part in scene.root.walk() if isinstance(part, Rung)]
    reads = [rung.read(player) for rung in rungs[1:4]]
    assert reads[0] == (
        "Challenge 2, Reach a total: Met, 1 of 3 stars. Reach 83 points: Duckling scored that on"
        " this deal. Classic."
    )
    assert reads[1].startswith("Challenge 3, The last tiles: Met, 3 of 3 stars. Place the last")
    assert reads[2].startswith("Challenge 4, Complete lines: Still open, chosen. Complete the")
    assert [rung.is_chosen for rung in rungs[:5]] == [False, False, False, True, False]


def test_a_challenge_that_was_tried_says_how_often_and_waits_for_its_own_game(
    player: Context,
) -> None:
    for tries in (1, 2):
        setup = challenge_table(player, LAST).marked(Mark.COACHED)
        player.store.profile.add_match(
            replace(solve_challenge(LAST), meta=with_identity(setup.to_meta()))
        )
        _, scene = open_ladder(player, LAST.name)
        words = scene.spoken(scene.root)
        assert player.text("challenges.tried", count=tries).rstrip(".") in words
        assert words.endswith("Try again.")
        assert ": Still open, chosen. " in scene.part(LAST.name).read(player)
    # A finished match that is saved still, and one of another challenge, are not resumed.
    other = next(one for one in all_challenges() if one is not LAST)
    for challenge, is_over in ((other, False), (LAST, True)):
        meta = with_identity(challenge_table(player, challenge).to_meta())
        match = solve_challenge(challenge) if is_over else begin_challenge(challenge)
        player.store.save_match(replace(match, meta=meta))
    stage, scene = open_ladder(player, LAST.name)
    assert scene.spoken(scene.root).endswith("Try again.")
    stage.press("return")
    assert stage.game.setup.challenge == LAST.name
    assert not stage.match.is_complete
    # Its own game is resumed, though another was saved later and it was missed before.
    stage.let_until_waits(Waits.ACT)
    meta = with_identity(challenge_table(player, other).to_meta())
    player.store.autosave.park()
    player.store.save_match(replace(begin_challenge(other), meta=meta))
    _, scene = open_ladder(player, LAST.name)
    assert scene.spoken(scene.root).endswith("Continue.")


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("challenges") == []

"""The mode of an ordinary match: keys, links, title and ways out."""

from __future__ import annotations

import pygame
import pytest

from game.play.editions import CallerRule
from game.play.rival import RIVAL
from game.play.table_game import Phase as Waits
from game.progress.challenges import all_challenges
from game.rules.marks import Mark
from game.rules.ruleset import Ruleset
from game.storage.codes import Deal, parse_code
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    PointerLeft,
)
from game.ui.frame.scene import Scene
from game.ui.frame.topics import as_sentences
from game.ui.parts import ActionBand, Dialog, ListRow, Row, Sign, Text, WordLink
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.shared.challenge import challenge_table, task_words
from game.ui.scenes.shared.names import action_key, bot_name, handicap_words, rules_words
from game.ui.scenes.shared.table_mode import PastTotals, TableScreen
from game.ui.scenes.table.explaining import (
    OtherBoard,
)
from game.ui.scenes.table.harvest import Harvest
from game.ui.scenes.table.mode import MatchMode
from game.ui.scenes.table.motion import Motion
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.widgets import say
from game.ui.widgets.scenes import BaseScene
from tests.play.phones import House, Phone
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table_stage import TableStage, bots, first_place, open_table, people, tiles_of
from tests.ui.voice import Voice


def test_a_game_alone_has_totals_to_reach_and_no_other_has(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(player.store.profile), "best", lambda *_: 180.0)
    monkeypatch.setattr(type(player.store.profile), "mean", lambda *_: 120.0)
    assert open_table(player).table.mode.past == PastTotals(best=180.0, mean=120.0)
    assert open_table(player, players=people("Ana", "Ben")).table.mode.past == PastTotals()
    challenge = challenge_table(player, all_challenges()[0])
    assert TableStage(player, player.routes.new_table(challenge)).table.mode.past == PastTotals()
    harvest = Harvest(player, open_table(player).game, Motion(), PastTotals(best=0.0))
    assert harvest.marks() == []


def calls_of(stage: TableStage, count: int = 4) -> list[str]:
    for _ in range(count):
        stage.play_call()
    return [str(t) for call in stage.match.round.calls for t in call][:count]


def answer(stage: TableStage, key: str) -> None:
    """Take a choice of the dialog on top."""
    assert isinstance(stage.top, Dialog)
    stage.click(stage.find(stage.context.text(key)))


def test_each_phase_has_its_keys_its_links_and_its_heading(player: Context) -> None:
    def shown(stage: TableStage) -> tuple[str, str, str]:
        table = stage.table
        hints = ", ".join(f"{key}: {does}" for key, does in table.mode.hints())
        links = [
            say(link.label)
            for link in stage.form.widgets
            if isinstance(link, WordLink | ActionBand) and link.why_disabled is None
        ]
        return hints, ", ".join(links), table.picture.panels.heading()

    ends, place = "PgDn: other boards, H: coach, Esc: menu, I: explain", "Enter: place"
    back = "Backspace: take back"
    stage = open_table(player)
    assert shown(stage) == (f"{place}, {back}, {ends}", "Coach", "Call 1 of 19")
    stage.click_space("c3")
    placed = f"Enter: next call, {back}, {ends}", "Take back, Coach", "Call 1 of 19"
    assert shown(stage) == placed
    stage.press("backspace")
    again = f"{place}, {back}, Ctrl+Y: redo, {ends}", "Redo, Coach", "Call 1 of 19"
    assert shown(stage) == again
    league = open_table(player, "classic free mail none", people("Ana", "Ben"))
    hand = f"{place}, {back}, Tab: other tile, {ends}", "Coach, Skip this call", "Call 1 of 9"
    assert shown(league) == hand
    for space in ("a1", "a2"):
        league.click_space(space)
    league.press("backspace")
    assert shown(league)[1] == "Take back, Redo, Coach, Skip this call"
    league.press("backspace")
    league.press("page down")
    peeking = "PgDn: other boards, Esc: Back to the game"
    assert shown(league)[::2] == (peeking, hand[2])
    hidden = open_table(player, players=people("Ana", "Ben"), has_hidden_boards=True)
    alone = "H: coach, Esc: menu, I: explain"
    assert shown(hidden)[0] == f"{place}, {back}, {alone}"
    daffodil = open_table(player, "daffodil-4 free pairs none", people("Ana", "Ben"))
    aside = f"{place}, {back}, Tab: other tile, X: set aside, {ends}"
    assert shown(daffodil) == (aside, "Coach", "Call 1 of 11")
    # Closing moves follow a full board.
    while daffodil.waits() is not Waits.CLOSE:
        daffodil.let_until_waits(Waits.ACT, Waits.CLOSE)
        if daffodil.waits() is Waits.ACT:
            daffodil.table.control.place(*first_place(daffodil))
    daffodil.give(PointerLeft())
    keys = f"{place}, {back}, N: done, Tab: other tile, {ends}"
    assert shown(daffodil) == (keys, "Take back, Coach, Done", "Closing moves")


def test_the_pause_lists_the_rows_of_its_table(player: Context) -> None:
    head, tail = "Same deal again, New deal", "How to play, Settings, Give up, Menu"
    for rules, players, extra in (
        ("classic free single none", people("Ana"), "No rival"),
        ("classic free single none", people("Ana", "Ben"), "Hand a seat to a computer"),
        ("classic free mail none", (*people("Ana"), *bots("Otto")), ""),
    ):
        stage = open_table(player, rules, players)
        stage.press("escape")
        listed = [row for row in stage.widgets() if isinstance(row, ListRow)]
        rows, keys = [str(row.id) for row in listed], [row.shortcut for row in listed]
        assert [key for key in keys if key is not None] == [
            Action.RESTART, Action.NEW_DEAL, Action.HELP, Action.GIVE_UP, Action.COPY,
        ]  # fmt: skip
        bad = [
            mark.icon for mark in stage.widgets() if isinstance(mark, Sign) and mark.ink == "bad"
        ]
        assert bad == [Icon.FLAG]
        deal = stage.context.text("play.deal", code="")
        assert rows.pop().startswith(deal)
        assert ", ".join(rows) == ", ".join(filter(None, (head, extra, tail)))


def test_the_title_tells_the_rules_or_the_round_and_who_calls(player: Context) -> None:
    one, rounds = "classic free single none", "classic free single none rounds=2"
    pair = people("Ana", "Ben")
    for rules, edition, players, words in (
        (one, "custom", people("Ana"), rules_words(player, Ruleset())),
        (one, "standard", people("Ana"), ""),
        ("classic free pairs none", "standard", people("Ana"), None),
        (rounds, "custom", people("Ana"), player.text("play.round", round=1, rounds=2)),
        (rounds, "custom", pair, player.text("score.round_caller", number=1, count=2, name="Ana")),
    ):
        stage = open_table(player, rules, players, caller=CallerRule.ROTATING, edition=edition)
        expected = rules_words(player, Ruleset.parse(rules)) if words is None else words
        assert stage.table.mode.title()[1] == expected


def test_the_title_names_handicaps_and_every_mark_but_a_challenge_s(player: Context) -> None:
    stage = open_table(player, answer_seconds=30, is_blind=True)
    handicaps = handicap_words(player, {Mark.TIMED, Mark.BLIND})
    assert stage.table.mode.title()[1].startswith(handicaps)
    plain, every = stage.table.mode.title()[1], set(Mark)
    for mark in every - stage.game.setup.marks:
        stage.game.mark(mark)
    words = [player.text(f"records.mark.{mark}") for mark in Mark if mark is not Mark.CHALLENGE]
    assert stage.table.mode.title()[1].removeprefix(plain).split(" · ")[1:] == words


def test_a_challenge_has_no_other_deal_and_no_code(player: Context, copied: list[str]) -> None:
    challenge = all_challenges()[0]
    stage = TableStage(player, player.routes.new_table(challenge_table(player, challenge)))
    stage.let(FRAME)
    table = stage.top
    stage.press("ctrl+n", "ctrl+c")
    assert stage.top is table
    assert copied == []


def test_restarting_calls_the_same_tiles(stage: TableStage) -> None:
    calls = calls_of(stage)
    stage.press("r")
    answer(stage, "play.restart")
    stage.let(FRAME)
    assert tiles_of(stage) == {}
    (waiting,) = stage.context.store.waiting()
    assert waiting.match == stage.match, "the match that was begun is gone"
    assert calls_of(stage) == calls


def test_a_new_deal_calls_others(stage: TableStage) -> None:
    calls = calls_of(stage)
    stage.press("ctrl+n")
    stage.let(FRAME)
    assert tiles_of(stage) == {}
    assert calls_of(stage) != calls


def test_nobody_is_asked_where_nothing_would_be_lost(stage: TableStage) -> None:
    first = stage.top
    stage.press("r")
    assert isinstance(stage.top, TableScene)
    assert stage.top is not first


@pytest.mark.parametrize("key", ["r", "ctrl+g"])
def test_every_question_can_be_answered_with_no(stage: TableStage, key: str) -> None:
    stage.click_space("c3")
    before = stage.top
    stage.press(key)
    answer(stage, "play.cancel")
    assert stage.top is before
    assert list(tiles_of(stage)) == ["c3"]


def test_giving_up_forgets_the_match_and_keeps_no_record(stage: TableStage) -> None:
    stage.click_space("c3")
    stage.press("ctrl+g")
    answer(stage, "play.give_up")
    assert isinstance(stage.top, TitleScene)
    assert stage.saved is None
    assert stage.context.store.profile.last_matches() == ()
    assert not stage.has(stage.context.text("menu.continue"))


def test_a_rival_comes_and_goes_by_the_pause_and_its_board_by_a_key(player: Context) -> None:
    player.speaker = voice = Voice()
    stage = open_table(player)
    stage.let(1)
    for asked in (OtherBoard(RIVAL), None):
        voice.spoken.clear()
        stage.press("page down")
        assert stage.table.selection.asked == asked
        assert voice.spoken == [as_sentences([stage.table.reader.explanation()])]
    stage.press("page down")
    voice.spoken.clear()
    stage.press("escape")
    assert stage.table.selection.asked is None
    assert voice.spoken == [stage.table.reader.to_do()]
    for word, has_rival in (("without", False), ("with", True)):
        stage.press("escape")
        stage.click(stage.find(player.text(f"play.{word}_rival")))
        assert isinstance(stage.top, TableScene)
        assert player.preferences.has_rival is has_rival
        assert (stage.table.mode.rival is not None) is has_rival
        assert stage.table.selection.asked is None
        assert len(stage.layout.seats) == has_rival


def test_a_seat_is_handed_to_a_computer_and_the_table_says_to_whom(player: Context) -> None:
    stage = open_table(player, players=people("Ana", "Ben", "Cleo"))
    stage.click_space("c3")
    stage.press("escape")
    stage.click(stage.find(player.text("play.take_over")))
    assert isinstance(stage.top, Dialog)
    stage.click(stage.find("Cleo"))
    assert isinstance(stage.top, TableScene)
    substitute = bot_name(player, stage.game.engine_of(2))
    words = player.text("play.taken_over", name="Cleo", substitute=substitute)
    assert (stage.game.people(), stage.table.toast.words) == ((0, 1), words)


def test_a_call_is_skipped_after_a_question_while_there_is_something_to_place(
    player: Context,
) -> None:
    stage = open_table(player, "classic free mail none", people("Ana", "Ben"))

    def skip() -> None:
        stage.click(stage.find(player.text("play.skip")))

    skip()
    assert isinstance(stage.top, Dialog)
    stage.click(stage.find(player.text("play.skip")))
    assert stage.match.round.seats[0].turns[0].is_missed
    stage.let_until_waits(Waits.ACT)
    stage.press("page down")
    before = stage.match
    skip()
    assert isinstance(stage.top, TableScene), "nothing is lost by a look at another board"
    assert stage.match is before


def strip_of(mode: MatchMode, table: TableScreen) -> tuple[list[str], list[Icon]]:
    """Return the words and the signs of the strip above the board."""
    (strip,) = [mode.above(table)]
    assert isinstance(strip, Row)
    (highest,) = mode.highest_above()
    words, signs = (
        [part for part in one.walk() if isinstance(part, Text | Sign)] for one in (strip, highest)
    )
    assert [getattr(part, "words", None) for part in words] == [
        getattr(part, "words", None) for part in signs
    ]
    texts = [say(part.words) for part in words if isinstance(part, Text)]
    return texts, [part.icon for part in words if isinstance(part, Sign)]


def test_beside_phones_the_strip_names_who_is_awaited_and_who_has_gone(
    player: Context, house: House
) -> None:
    context = player
    game = house.begins("classic free single none", people=1, bots=2)
    game.begin_round()
    stage = TableStage(context, TableScene(context, MatchMode(context, game)))
    mode, table, text = stage.table.mode, stage.table, context.text
    assert isinstance(mode, MatchMode)
    awaited = text("room.waits", names="Here 0, Anna, Björn, Fox 0 and Fox 1")
    assert strip_of(mode, table) == ([awaited], [Icon.HOURGLASS])
    assert mode.instructions() == f"{text('room.back')} {house.room.host}"
    house.goes(house.phones[1])
    gone = text("room.waits_gone", name="Björn")
    assert strip_of(mode, table) == ([f"{awaited} · {gone}"], [Icon.CLOSE])
    # Who asks to come in has a row of the pause, the first one at first.
    late = [Phone("Dora"), Phone("Eva")]
    for phone in late:
        house.says(phone, do="join", name=phone.name, code=house.room.code)
    stage.press("escape")
    stage.click(stage.find(text("room.let_in", name="Dora")))
    assert stage.top is table
    assert [guest.name for guest in house.room.asking] == ["Eva"]
    # A seat of a phone is left at the room.
    stage.press("escape")
    stage.click(stage.find(text("play.take_over")))
    stage.click(stage.find("Anna"))
    assert game.is_out(1)
    substitute = bot_name(context, game.engine_of(1))
    assert table.toast.words == text("play.taken_over", name="Anna", substitute=substitute)


def test_the_code_of_the_deal_is_copied_and_said(stage: TableStage, copied: list[str]) -> None:
    stage.press("ctrl+c")
    (code,) = copied
    assert parse_code(code) == Deal(stage.match.rules, stage.game.setup.seed)
    assert stage.table.toast.words
    assert code in stage.table.toast.words


def test_a_pad_sets_aside_by_another_button(player: Context) -> None:
    stage = open_table(player, "daffodil-4 free single none")
    key = dict[bool, str]()
    for is_pad_held in (False, True):
        player.is_pad_held = is_pad_held
        hints = {does: pressed for pressed, does in stage.table.mode.hints()}
        key[is_pad_held] = hints[player.text("play.key.aside")]
    actions = {False: Action.NEXT_TILE, True: Action.PREVIOUS}
    for is_pad_held, action in actions.items():
        player.is_pad_held = is_pad_held
        assert key[is_pad_held] == action_key(player, action)


def test_a_mode_counts_with_its_rival_and_marks_the_lines_of_its_challenge(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[object] = []

    def count(_: object, *given: object) -> Scene:
        counted.extend(given)
        return BaseScene(player)

    monkeypatch.setattr(SceneRoutes, "count", count)
    marked: list[object] = []
    monkeypatch.setattr(
        "game.ui.scenes.table.mode.mark_lines", lambda *given: marked.extend(given[2:])
    )
    plain = open_table(player)
    mode = plain.table.mode
    assert mode.rival is not None
    mode.count()
    assert counted == [plain.game, mode.rival]
    mode.draw(pygame.Surface((1, 1)), plain.layout)
    assert marked == []
    challenge = next(one for one in all_challenges() if one.lines)
    stage = TableStage(player, player.routes.new_table(challenge_table(player, challenge)))
    stage.table.mode.draw(pygame.Surface((1, 1)), stage.layout)
    assert marked == [stage.layout.board, challenge]
    words = stage.table.mode.instructions()
    assert words.splitlines()[0] == task_words(player, challenge)
    assert plain.table.mode.instructions() == ""

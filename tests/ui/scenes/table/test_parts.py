"""The parts around the table's picture."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import pygame
import pytest

from game.locale import Language
from game.play.table_game import Phase as Waits
from game.rules.ruleset import Ruleset
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import MouseButton, PointerMoved, PointerPressed
from game.ui.frame.preferences import change_settings
from game.ui.layout.rects import MIN_WINDOW, Rect, make_view
from game.ui.parts import ActionBand, Text, Widget, WordLink
from game.ui.scenes.shared.table_layout import HEAD, lay_out_table
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import Button, KeyHints, say
from tests.each import each
from tests.gallery import collect_samples, make_context, open_sample
from tests.golden.pages import changed_pages
from tests.ui.scenes.moments import MOMENTS
from tests.ui.scenes.table_stage import TableStage, bots, open_table, people


@pytest.mark.parametrize("sample", ["challenge-lesson-wild", "tutorial-misfit"])
@pytest.mark.parametrize("size", [MIN_WINDOW, (1920, 1080), (1280, 1024)])
def test_a_lesson_folds_before_the_board_shrinks(sample: str, size: tuple[int, int]) -> None:
    """Its strip becomes higher in a larger interface only where the board does not need the
    room.
    """
    context = make_context(Language.GERMAN, size)
    stack, layouts = open_sample(collect_samples()[sample], context), []
    for scale in (1.0, 2.0):
        context.painter.resize(make_view(size, scale))
        stack.resize(context.painter.view)
        assert isinstance(stack.top, TableScene)
        assert stack.top.layout is not None
        layouts.append(stack.top.layout)
    usual, larger = layouts
    assert larger.board.radius >= usual.board.radius
    assert larger.above.h >= usual.above.h * 0.99
    for layout, scale in ((usual, 1.0), (larger, 2.0)):
        number = make_view(size, scale).px(HEAD)
        assert layout.harvest.y - number >= layout.above.bottom, "a full column's number"


@pytest.mark.parametrize("language", Language)
def test_a_lesson_leaves_the_board_of_an_upright_window_large(language: Language) -> None:
    context = make_context(language, (640, 1000))
    scene = open_sample(collect_samples()["tutorial-misfit"], context).top
    assert isinstance(scene, TableScene)
    assert scene.layout is not None
    assert scene.layout.board.radius >= 26, "digits can be read"


def test_a_table_is_laid_out_for_its_rules_its_players_and_its_hand(player: Context) -> None:
    alone, five = people("Ana"), (*people("Ana"), *bots("B", "C", "D", "E"))
    view = player.painter.view
    for rules, players, is_left_handed, has_coach, has_rival in (
        ("classic free single none", alone, False, False, False),
        ("classic free single none", alone, False, False, True),
        ("classic free pairs none", five, True, False, True),
        ("classic free mail none", five, False, True, True),
        ("daffodil-4 free single none", alone, False, True, False),
        ("daffodil-2 free pairs none", alone, False, False, False),
    ):
        change_settings(player, is_left_handed=is_left_handed, has_rival=has_rival)
        stage = open_table(player, rules, players)
        if has_coach:
            stage.table.call_coach(is_on=True)
        others = len(players) - 1 + (stage.table.mode.rival is not None)
        parsed = Ruleset.parse(rules)
        assert stage.layout == lay_out_table(
            view,
            parsed.grid,
            others=others,
            has_aside=parsed.has_aside,
            has_coach=has_coach,
            most_tiles=max(parsed.call_sizes),
            is_mirrored=is_left_handed,
        ), rules
    assert stage.table.mode.rival is None


def of_kind(stage: TableStage, *kinds: type[Widget]) -> list[Widget]:
    """Return the visible widgets of some kinds in the order of the keyboard."""
    return [w for w in stage.form.widgets if isinstance(w, kinds) and not w.is_hidden]


def test_a_pointer_has_links_and_keys_have_their_hints(stage: TableStage) -> None:
    (hints,) = (w for w in stage.form.widgets if isinstance(w, KeyHints))
    for is_by_pointer in (True, False, True):
        if is_by_pointer:
            stage.give(PointerMoved((1, 1)))
        else:
            stage.press("left")
        links = [say(link.label) for link in of_kind(stage, WordLink) if isinstance(link, WordLink)]
        assert links == (["Take back", "Redo", "Coach"] if is_by_pointer else [])
        assert hints.is_hidden is is_by_pointer
    for keys in (("left",), ("c", "3", "return"), ("backspace",)):
        stage.press(*keys)
        assert hints.hints == stage.table.mode.hints()
    assert say(hints.stays) == "Esc"
    # A press of the pointer counts like a move.
    stage.give(PointerPressed((1, 1), MouseButton.PRIMARY))
    assert hints.is_hidden


def enabled(stage: TableStage) -> tuple[bool, bool]:
    """Return whether a tile can be taken back, and whether one can be placed again."""
    links = (stage.widget(each) for each in (Action.TAKE_BACK, Action.REDO))
    take_back, redo = (link.why_disabled is None for link in links)
    return take_back, redo


def test_take_back_and_redo_are_enabled_while_there_is_something_to_do(player: Context) -> None:
    alone, two = open_table(player), open_table(player, players=people("Ana", "Ben"))
    for stage in (alone, two):
        assert enabled(stage) == (False, False)
        stage.click_space("c3")
        assert enabled(stage) == (True, False)
        stage.press("backspace")
        assert enabled(stage) == (False, True)
        stage.press("ctrl+y")
        assert enabled(stage) == (True, False)
    alone.press("n")
    assert enabled(alone) == (True, False), "the call"
    two.let_until_waits(Waits.ACT)
    assert two.game.view == 1
    assert enabled(two) == (True, False), "of the player before"


@each(product(((1024, 640), (1280, 800), (640, 1000)), (1.0, 2.0), (False, True), Language))
def test_links_are_side_by_side_at_the_foot(
    size: tuple[int, int],
    scale: float,
    is_left_handed: bool,
    language: Language,
) -> None:
    context = make_context(language, size, scale)
    context.preferences = replace(context.preferences, is_left_handed=is_left_handed)
    stage = open_table(context, "classic free mail none", people("Ana", "Ben"))
    links = of_kind(stage, WordLink)
    assert len(links) == 4
    rects = [link.rect for link in links]
    painter, line = context.painter, stage.layout.hints
    for left, right in pairwise(rects):
        assert right.x - left.right >= painter.px(16)
    assert all(rect.bottom <= size[1] for rect in rects)
    natural = [link.measure(painter)[0] for link in links if isinstance(link, WordLink)]
    widths = [rect.w for rect in rects]
    assert all(given <= wide for given, wide in zip(widths, natural, strict=True))
    if widths == natural:
        # No word is broken: one line, in the middle of the room unless it is too long.
        assert len({rect.y for rect in rects}) == 1
        middle = (rects[0].x + rects[-1].right) / 2
        if sum(natural) + 3 * painter.px(34) <= line.w:
            assert abs(middle - line.centre[0]) <= 1
    # Further lines never go under the columns.
    if is_left_handed:
        assert rects[0].x >= line.x
    else:
        assert rects[-1].right <= line.right


def test_what_the_picture_draws_is_explained_where_it_is(player: Context) -> None:
    scene = collect_samples()["climb-table-first"].make(player)
    stage = TableStage(player, scene)
    stage.let(0.5)
    display = stage.table.mode.score_display
    assert display is not None
    row, purse = display.abouts()
    texts = {say(w.tooltip): w.rect for w in stage.form.widgets if isinstance(w, Text)}
    layout = stage.layout
    assert (texts[row], texts[purse]) == (layout.score_row, layout.purse)
    stage = open_table(player)
    stage.table.call_coach(is_on=True)
    texts = {say(w.tooltip): w.rect for w in stage.form.widgets if isinstance(w, Text)}
    explained = player.text("coach.explain")
    (coach,) = (w for w in stage.form.widgets if say(w.tooltip) == explained)
    assert not coach.is_hidden
    rows = stage.layout.coach_rows
    assert coach.rect == rows._replace(h=player.painter.px(30))
    score = stage.table.picture.panels.explain_score()
    assert texts[score] == stage.layout.harvest
    (about,) = (w for w in stage.form.widgets if say(w.tooltip) == score)
    assert about.is_hidden, "its explanation is drawn by the table"
    stage.table.call_coach(is_on=False)
    assert coach.is_hidden


def test_a_band_leads_on_from_a_board_that_is_full_and_none_before(player: Context) -> None:
    stage = MOMENTS["closing moves"](player)
    bands = [w for w in stage.form.widgets if isinstance(w, ActionBand)]
    assert [band.rect for band in bands] == [stage.layout.action]
    assert stage.table.parts.last_band is None
    assert stage.layout.harvest.bottom < stage.layout.action.y
    stage.press("n")
    stage.draw()
    assert not [w for w in stage.form.widgets if isinstance(w, ActionBand)]
    assert stage.layout.harvest.bottom > stage.layout.action.y


def test_the_button_of_the_next_call_is_below_the_hand(player: Context) -> None:
    change_settings(player, has_auto_call=False)
    stage = open_table(player)
    assert of_kind(stage, Button) == []
    stage.click_space("c3")
    (button,) = of_kind(stage, Button)
    hand, px = stage.layout.hand, player.painter.px
    below = Rect(hand.x, hand.bottom + px(4), hand.w, px(48))
    assert pygame.Rect(below).contains(button.rect)
    assert stage.table.parts.last_band is None
    stage.click(button)
    assert len(stage.match.round.calls) == 2


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("table_parts") == []

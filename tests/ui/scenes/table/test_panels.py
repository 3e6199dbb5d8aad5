"""The hand, the clock, another board, and the score in words."""

from __future__ import annotations

import math

import pygame
import pytest

from game.locale import write_list
from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_game import Phase as Waits
from game.play.table_game import TableGame
from game.rules.match import Match, apply
from game.rules.moves import BeginRound
from game.rules.ruleset import Ruleset
from game.rules.tiles import Symbol, Tile
from game.ui.draw.sprites.tiles import TileLook
from game.ui.draw.theme import Colour
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.table_layout import lay_out_table
from game.ui.scenes.table.league_words import missed_now, seat_news
from game.ui.scenes.table.motion import Motion
from game.ui.scenes.table.panels import Panels
from tests.gallery.review import PatientEngines
from tests.gallery.table import PromptEngines
from tests.gallery.table import table as sample_table
from tests.golden.pages import changed_pages
from tests.ui.scenes.table_stage import TableStage, bots, open_table, people
from tests.ui.written import written_lines


def test_a_dragged_tile_leaves_the_hand_and_the_next_one_is_lifted(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, "classic free mail none")
    stage.let(3)
    tiles, drawn = stage.game.hand(), list[tuple[Tile, TileLook]]()
    monkeypatch.setattr(
        type(player.painter.sprites),
        "draw_tile",
        lambda _, __, tile, ___, ____, look: drawn.append((tile, look)),
    )
    lifted, plain = TileLook.LIFTED, TileLook.NORMAL
    for chosen, dragged, shown in (
        (0, None, [(tiles[0], lifted), (tiles[1], plain), (tiles[2], plain)]),
        (1, tiles[0], [(tiles[1], lifted), (tiles[2], plain)]),
    ):
        drawn.clear()
        stage.table.picture.panels.draw_hand(pygame.Surface((1, 1)), stage.layout, chosen, dragged)
        assert drawn == shown


def test_a_tile_that_flies_to_the_hand_is_not_in_it_yet_and_one_owed_is_marked(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, "classic free mail none")
    panels, tiles, drawn = stage.table.picture.panels, stage.game.hand(), list[Tile]()
    monkeypatch.setattr(
        type(player.painter.sprites), "draw_tile", lambda _, __, tile, *___: drawn.append(tile)
    )
    marked: list[object] = []
    monkeypatch.setattr(
        "game.ui.scenes.table.panels.draw_late_mark", lambda _, __, at, *___: marked.append(at)
    )

    def hand() -> list[Tile]:
        drawn.clear()
        panels.draw_hand(pygame.Surface((1, 1)), stage.layout, 0, None)
        return [*drawn]

    assert hand() == [], "they fly"
    stage.let(3)
    assert hand() == [*tiles]
    assert marked == []
    stage.table.show(stage.table.control.miss())
    stage.let_until(lambda: len(stage.game.hand()) > 3)
    stage.let(3)
    owed, now = stage.game.hand(), stage.match.round.seats[0].owed
    assert hand() == [*owed]
    places = [stage.layout.hand_spot(owed, tile, 0).centre for tile in owed if tile in now]
    assert 0 < len(places) < len(owed)
    assert marked == places


def test_the_heading_counts_the_calls_and_the_last_one_has_its_own_words(player: Context) -> None:
    game = TableGame.start(TableSetup(Ruleset(), people("Ana"), "42", answer_seconds=30))
    panels = Panels(player, game, Motion())
    assert panels.heading() == ""
    game.begin_round()
    headings = []
    for space in range(19):
        headings.append(panels.heading().split(" · ")[0])
        game.place(game.hand()[0], space)
        if space < 18:
            game.call_next()
    calls = [player.text("play.call_of", call=n, calls=19) for n in range(1, 19)]
    assert headings == [*calls, player.text("play.last_call")]
    # Before the first call of a player who calls for the others.
    early = Match(game.match.rules, game.match.players)
    early, _ = apply(early, BeginRound())
    waits = TableGame(game.setup, LocalKeeper(early))
    assert Panels(player, waits, Motion()).heading() == calls[0]


def test_the_thread_is_as_long_as_the_time_and_red_at_its_end(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    bands: list[tuple[Colour, Rect]] = []
    monkeypatch.setattr(
        "game.ui.scenes.table.panels.draw_band",
        lambda _, __, fill, rect, *___: bands.append((fill, rect)),
    )
    stage = open_table(player, answer_seconds=30)
    p, panels, window = player.painter.theme.palette, stage.table.picture.panels, stage.layout
    lengths = []
    for left, fill in ((30, p.gold), (15, p.gold), (5.5, p.gold), (4.5, p.bad), (0.01, p.bad)):
        monkeypatch.setattr(TableGame, "seconds_left", lambda *_, left=left: left)
        bands.clear()
        panels.draw_thread(pygame.Surface((1, 1)), stage.layout)
        ((colour, rect),) = bands
        assert (colour, rect.x, rect.y) == (fill, 0, 0)
        lengths.append(rect.w / window.window.w)
    assert lengths == pytest.approx([1, 0.5, 22 / 120, 18 / 120, 1 / 120], abs=0.001)
    monkeypatch.setattr(TableGame, "seconds_left", lambda *_: None)
    bands.clear()
    panels.draw_thread(pygame.Surface((1, 1)), stage.layout)
    assert bands == []


def test_an_empty_hand_says_who_is_waited_for(player: Context) -> None:
    change_settings(player, has_auto_call=False)

    def written(stage: TableStage) -> list[str]:
        surface = pygame.Surface((1280, 800))
        with written_lines() as lines:
            stage.table.picture.panels.draw_hand(surface, stage.layout, 0, None)
        return [line.text for line in lines if line.text]

    alone = open_table(player)
    alone.click_space("c3")
    assert written(alone) == []
    two = open_table(player, players=(*people("Ana"), *bots("Otto")))
    two.click_space("c3")
    two.let_until_waits(Waits.CALL)
    assert " ".join(written(two)) == player.text("play.answered")
    # Where the next player calls, nobody has answered before the first call.
    early, _ = apply(Match(two.match.rules, two.match.players), BeginRound())
    before = Panels(player, TableGame(two.game.setup, LocalKeeper(early)), Motion())
    with written_lines() as lines:
        before.draw_hand(pygame.Surface((1280, 800)), two.layout, 0, None)
    assert not any(line.text for line in lines)
    player.engines = PatientEngines()
    waiting = open_table(player, players=(*people("Ana"), *bots("Otto")))
    waiting.click_space("c3")
    assert waiting.waits() is Waits.BOTS
    assert " ".join(written(waiting)) == player.text("play.thinking")
    player.engines = PromptEngines()
    league = open_table(player, "classic free mail none", (*people("Ana"), *bots("Otto")))
    league.table.show(league.table.control.miss())
    league.let_until_waits(Waits.CALL)
    assert " ".join(written(league)) == missed_now(player, league.game)


def test_the_score_tells_the_news_of_the_board_in_view(player: Context) -> None:
    stage = open_table(player, "classic free mail none", people("Ana", "Ben"))
    explain, game = stage.table.picture.panels.explain_score, stage.game
    stage.table.show(stage.table.control.miss())
    (news,) = seat_news(player, game, 0)
    assert explain().splitlines()[-1] == news
    stage.let_until_waits(Waits.ACT)
    assert game.view == 1
    assert news not in explain()


def test_a_hidden_board_is_named_at_its_own_column(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[str, Rect]] = []
    monkeypatch.setattr(
        "game.ui.scenes.table.panels.draw_tooltip",
        lambda _, __, words, column: said.append((words, column)),
    )
    setup = TableSetup(Ruleset(), people("Ana", "Ben", "Cleo"), "42", has_hidden_boards=True)
    game = TableGame.start(setup)
    game.begin_round()
    for view in (0, 1):
        layout = lay_out_table(player.painter.view, game.match.rules.grid, others=2)
        assert game.view == view
        for place, seat in enumerate(game.others):
            Panels(player, game, Motion()).draw_glimpse(pygame.Surface((1, 1)), layout, seat)
            name = game.player(seat).name
            assert said.pop() == (player.text("play.covered", name=name), layout.seats[place])
        game.place(game.hand()[0], 0)
        game.hand_over(1)


def test_the_score_is_explained_whole(stage: TableStage, monkeypatch: pytest.MonkeyPatch) -> None:
    panels = stage.table.picture.panels
    assert panels.explain_score() == "No line begun yet."
    monkeypatch.setattr(TableGame, "points_before", lambda *_: 12.0)
    before = "Of these, 12 points are from earlier rounds."
    assert panels.explain_score() == f"{before}\nNo line begun yet."
    stage.click_space("c3")
    panels.about = lambda: "About it."
    lines = "Lines: 0 complete, 3 begun and 0 broken."
    assert panels.explain_score().splitlines() == [
        before,
        f"{lines} Completing every line begun would earn 70 points more.",
        "About it.",
    ]


def test_a_clock_is_written_in_whole_seconds_and_hurries_at_its_end(player: Context) -> None:
    for limit, calm, short in ((30, 5.5, 4.5), (6, 3.5, 2.5)):
        stage = open_table(player, answer_seconds=limit)
        panels = stage.table.picture.panels
        start = stage.clock - limit + (stage.game.seconds_left(stage.clock) or 0)
        for left, is_hurried in ((calm, False), (short, True)):
            stage.clock = start + limit - left
            assert panels.heading().endswith(f"0:0{math.ceil(left)}")
            assert panels.is_hurried is is_hurried
        assert stage.table.holds_arrivals is True, "what arrives waits for the call's end"
        stage.let(short + 0.1)
        assert stage.table.toast.is_bad
        assert stage.table.holds_arrivals is False
    assert open_table(player).table.holds_arrivals is False


def test_the_score_names_who_holds_a_best_ray(player: Context) -> None:
    scene = sample_table(player, calls=11, rules="classic free single best-ray", bots=5)
    sentences = scene.picture.panels.explain_score().splitlines()
    for symbol in Symbol:
        holders = [scene.game.player(seat).name for seat in scene.game.best_ray_holders(symbol)]
        words = player.text(
            f"score.holds.{symbol.value}", names=write_list(player.catalogue, holders)
        )
        assert (words in sentences) is bool(holders)
    assert any("Ana" in words for words in sentences)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("panels") == []

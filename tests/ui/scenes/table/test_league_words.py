"""The league's penalties in words: what came back, what was placed, what is owed."""

from __future__ import annotations

from game.play.table_game import Phase as Waits
from game.rules.moves import Missed, Placed, PlayerOut, TakenBack
from game.rules.tiles import Tile
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.table.league_words import league_words, missed_now, seat_name, seat_news
from tests.ui.scenes.table_stage import TableStage, open_table, people


def test_penalties_name_what_came_back_what_was_placed_and_what_is_owed(
    league: TableStage,
) -> None:
    text, (first, second, third) = league.context.text, league.game.hand()
    league.table.show(league.table.control.miss())
    penalties = text("play.missed", name="Ana", call=1), text("play.owed", tiles="{}")
    owed = ", ".join("–".join(str(tile)) for tile in (first, second, third))
    assert league.table.toast.words == " ".join(penalties).format(owed)

    def name(*tiles: Tile) -> str:
        return ", ".join("–".join(str(tile)) for tile in tiles)

    missed = text("play.missed", name="Ana", call=1)
    game, context = league.game, league.context
    assert league_words(context, game, (Placed(0, first, 3, is_late=False),)) == []
    back = (TakenBack(0, second, 4), TakenBack(0, first, 3))
    events = (Missed(0, 1), *back, Placed(0, first, 3, is_late=False, by_master=True))
    assert league_words(context, game, events) == [
        missed,
        text("play.tiles_back", tiles=name(first, second)),
        text("play.master_placed", tiles=name(first)),
        text("play.owed", tiles=name(second, third)),
    ]
    who = bot_name(context, game.engine_of(0))
    out = text("play.is_out", name="Ana", substitute=who)
    assert league_words(context, game, (Missed(0, 1), PlayerOut(0)))[-1] == out


def test_each_missed_call_is_in_the_news_of_its_seat(league: TableStage) -> None:
    context, game = league.context, league.game

    def news() -> tuple[str, list[str], list[str], str]:
        missed, name = missed_now(context, game), seat_name(context, game, 0)
        return missed, seat_news(context, game, 0), seat_news(context, game, 1), name

    assert news() == ("", [], [], "Ana")
    who = bot_name(context, game.engine_of(0))
    out = f"Ana has missed three calls and is out. From now on in this seat: {who}."
    for call, calls in ((1, "1"), (2, "1 and 2"), (3, "1, 2 and 3")):
        league.table.show(league.table.control.miss())
        tiles = [p.tile for turn in league.match.round.seats[0].turns for p in turn.placements]
        named = ", ".join("–".join(str(tile)) for tile in tiles)
        seat = [f"Missed calls: {calls}"]
        seat += [f"Placed late by the game master: {named}."] if call > 1 else []
        seat += [out] if call == 3 else []
        name = f"Ana, then {who}" if call == 3 else "Ana"
        assert news() == (f"Call {call} missed: Ana.", seat, [], name)
        spoken = league.table.reader.words.other_board(0)
        assert spoken.startswith(" ".join(["Ana: 0 points.", *(f"{x.rstrip('.')}." for x in seat)]))
        if call < 3:
            league.let_until(lambda call=call: len(league.match.round.calls) > call)  # type: ignore[misc]
            league.let_until_waits(Waits.ACT)
            assert missed_now(context, game) == ""


def test_a_seat_left_is_taken_over_and_one_that_missed_is_out(player: Context) -> None:
    stage = open_table(player, players=people("Ana", "Ben"))
    stage.table.show(stage.table.control.leave_seat(1))
    who = bot_name(player, stage.game.engine_of(1))
    taken_over = player.text("play.taken_over", name="Ben", substitute=who)
    assert seat_news(player, stage.game, 1) == [taken_over]
    assert seat_news(player, stage.game, 0) == []

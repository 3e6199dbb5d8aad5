"""Computers say a word now and then: seldom, nothing twice, and nothing that is still hidden."""

from __future__ import annotations

from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.boards import CLASSIC
from game.rules.match import Player, PlayerKind
from game.rules.moves import Called, Event, LineCompleted, LineDied, Place
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
from game.ui.frame.context import Context
from game.ui.scenes.table.sayings import Sayings
from game.ui.scenes.table.stroke import Stroke

LINE = CLASSIC.lines_through[CLASSIC.index_of("c3")][0]
GREAT = LineCompleted(0, LINE, 9, 45, False)
CALLED = Called(0, (Tile.parse("293"),))


def table_of(context: Context, *, is_blind: bool = False) -> tuple[TableGame, Sayings]:
    """Ana with Fox and Beaver at a table."""
    players = (
        Player("Ana"),
        Player("Fox", PlayerKind.BOT, "fox"),
        Player("Beaver", PlayerKind.BOT, "beaver"),
    )
    rules = Ruleset.parse("classic free single none")
    game = TableGame.start(TableSetup(rules, players, "42", is_blind=is_blind))
    game.begin_round()
    return game, Sayings(context, game)


def calls_until(game: TableGame, sayings: Sayings, calls: int, *events: Event) -> list[str]:
    """Return what is said in so many calls, in each of which the same happens."""
    heard = []
    for _ in range(calls):
        assert sayings.hear(events) == "", "nobody speaks before the next call"
        for seat in range(3):
            game.view = seat
            state = game.seat_state(seat)
            assert state is not None
            free = next(i for i in range(19) if not state.position.filled >> i & 1)
            game.perform(Place(seat, state.hand[0], free))
        game.view = 0
        game.call_next()
        heard.append(sayings.hear((CALLED,)))
    return heard


def test_others_admire_in_turn_seldom_and_never_twice(player: Context) -> None:
    game, sayings = table_of(player)
    said = calls_until(game, sayings, 16, GREAT)
    spoken = [words for words in said if words]
    assert len(spoken) == len(set(spoken)) == 2
    assert any(player.text("bots.fox.admires") in words for words in spoken)
    assert any(player.text("bots.beaver.admires") in words for words in spoken)
    assert player.text("bots.fox.admires") in spoken[0]
    places = [i for i, words in enumerate(said) if words]
    assert places[1] - places[0] >= 4


def test_a_computer_is_proud_and_sorry_of_its_own(player: Context) -> None:
    game, sayings = table_of(player)
    (said,) = calls_until(game, sayings, 1, LineCompleted(1, LINE, 9, 45, False))
    assert player.text("bots.fox.proud") in said
    for points, is_proud in ((30, True), (29, False)):
        game, sayings = table_of(player)
        (said,) = calls_until(game, sayings, 1, LineCompleted(1, LINE, 9, points, False))
        assert (player.text("bots.fox.proud") in said) is is_proud
    assert Stroke.of([LineCompleted(1, LINE, 9, 45, False)], 2) == Stroke(0, 0)
    game, sayings = table_of(player)
    died = [LineDied(2, line) for line in CLASSIC.lines[:2]]
    (said,) = calls_until(game, sayings, 1, *died)
    assert player.text("bots.beaver.sorry") in said
    for events in ((*died, LineCompleted(2, LINE, 1, 5, False)), died[:1]):
        game, sayings = table_of(player)
        assert calls_until(game, sayings, 1, *events) == [""], "nothing to be sorry for"


def test_they_are_silent_where_nothing_is_to_be_known(player: Context) -> None:
    game, sayings = table_of(player, is_blind=True)
    assert calls_until(game, sayings, 1, GREAT) == [""]


def test_computers_without_a_level_say_nothing(player: Context) -> None:
    players = (Player("Ana"), Player("Greedy", PlayerKind.BOT, "greedy"), Player("Ben"))
    game = TableGame.start(TableSetup(Ruleset(), players, "42"))
    game.begin_round()
    assert calls_until(game, Sayings(player, game), 1, GREAT) == [""]

"""The page's own rules, `rules.js`, against the core: random games by every ruleset."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from selenium.webdriver import Chrome

from game.bots.players.playing import play_calls
from game.bots.players.registry import make_bot
from game.page.document import SCRIPTS
from game.page.tables import tables_of
from game.resources import asset
from game.rules.deal import deal_calls
from game.rules.placement import (
    ASIDE_INDEX,
    Placement,
    Position,
    empty_position,
    legal_spaces,
    put_unchecked,
    take_from_aside,
)
from game.rules.ruleset import CallRule, Ruleset, all_rulesets
from game.rules.scoring import line_status, score_position
from game.rules.seat import answer_next_call, choose_finish, new_seat, place_tile
from game.rules.tiles import TILES

GAMES_EACH = 6

PLAY = """
const play = ({tables, calls, picks, late}) => {
    const rules = makeRules(tables);
    let position = rules.newPosition();
    let pick = 0;
    const steps = [];
    const told = (legal, tile, space) => ({
        legal, tile, space, score: rules.score(position),
        lines: tables.lines.map((_, line) => rules.lineStatus(position, line)),
    });
    for (const call of calls) {
        const hand = [...call];
        while (hand.length) {
            const [tile] = hand.splice(picks[pick++] % hand.length, 1);
            const legal = rules.legalSpaces(position, tile);
            const space = legal[picks[pick++] % legal.length];
            position = rules.put(position, tile, space, late.includes(tile));
            steps.push(told(legal, tile, space));
        }
    }
    const finish = [];
    for (const tile of [...position.aside]) {
        const legal = rules.closingSpaces(position, tile);
        const choice = picks[pick++] % (legal.length + 1);
        if (choice === legal.length) { finish.push({legal, tile, space: null}); continue; }
        position = rules.moveToStamen(position, tile, legal[choice]);
        finish.push({...told(legal, tile, legal[choice])});
    }
    return {steps, finish, aside: position.aside};
};
return arguments[0].map(play);
"""


def test_random_games_agree_in_every_space_line_ray_and_total(browser: Chrome) -> None:
    """1,080 games: six by each of the 180 rulesets, late tiles and closing moves included."""
    browser.get("about:blank")
    program = asset("page", SCRIPTS[0]).read_text(encoding="utf-8")
    random = Random(13)
    played = 0
    for rules in all_rulesets():
        games = [_game(rules, f"{rules} {n}", random) for n in range(GAMES_EACH)]
        found = browser.execute_script(program + PLAY, games)
        for game, traced in zip(games, found, strict=True):
            _follow(rules, game, traced)
            played += 1
    assert played >= 1000


SUMS = """
return arguments[0].map(({tables, tiles}) =>
    makeRules(tables).score({tiles, aside: [], late: tiles.slice(0, 1)}));
"""


def test_boards_that_score_agree_by_every_ruleset(browser: Chrome) -> None:
    """Random games hardly complete a line: here a greedy board has several, one of them late."""
    browser.get("about:blank")
    program = asset("page", SCRIPTS[0]).read_text(encoding="utf-8")
    boards: dict[str, Position] = {}
    asked = []
    for rules in all_rulesets():
        if rules.board not in boards:
            plain = Ruleset(rules.board)
            match = play_calls(plain, [make_bot("greedy")], deal_calls(plain, "1"), [Random(0)])
            boards[rules.board] = match.rounds[0].seats[0].position
        tiles = [tile.index for tile in boards[rules.board].tiles if tile is not None]
        asked.append({"tables": tables_of(rules), "tiles": tiles})
    found = browser.execute_script(program + SUMS, asked)
    for rules, score in zip(all_rulesets(), found, strict=True):
        position = boards[rules.board]
        late = position.tiles[0]
        assert late is not None
        _compare_sums(rules, replace(position, late=1 << late.index), score)
        assert len(score["lines"]) > 3


def _game(rules: Ruleset, seed: str, random: Random) -> dict[str, Any]:
    calls = [[tile.index for tile in tiles] for tiles in deal_calls(rules, seed)]
    called = [tile for call in calls for tile in call]
    late = random.sample(called, 4) if rules.call is CallRule.MAIL else []
    picks = [random.randrange(1 << 20) for _ in range(60)]
    return {"tables": tables_of(rules), "calls": calls, "picks": picks, "late": late}


def _follow(rules: Ruleset, game: dict[str, Any], traced: dict[str, Any]) -> None:
    """Replay the browser's game in the core and compare all that it said on the way."""
    position = empty_position(rules.grid)
    calls = tuple(tuple(TILES[i] for i in call) for call in game["calls"])
    seat = new_seat(rules)
    for step in traced["steps"]:
        if not seat.hand:
            seat = answer_next_call(seat, calls)
        tile = TILES[step["tile"]]
        assert tuple(step["legal"]) == legal_spaces(rules, position, tile)
        position = put_unchecked(position, tile, step["space"], step["tile"] in game["late"])
        seat = place_tile(rules, seat, tile, step["space"])
        _compare(rules, position, step)
    assert seat.has_played(rules)
    moved = []
    for step in traced["finish"]:
        tile = TILES[step["tile"]]
        free = [s for s in rules.grid.stamens if position.tiles[s] is None]
        assert step["legal"] == ([] if tile.is_wild else free)
        if step["space"] is None:
            continue
        position = take_from_aside(put_unchecked(position, tile, step["space"]), tile)
        moved.append(Placement(tile, step["space"]))
        _compare(rules, position, step)
    if rules.has_aside:
        seat = choose_finish(rules, seat, tuple(moved))
    else:
        assert traced["finish"] == []
    assert seat.position.tiles == position.tiles
    assert [t.index for t in seat.position.aside] == traced["aside"]
    assert ASIDE_INDEX not in [p.space for p in moved]


def _compare(rules: Ruleset, position: Position, step: dict[str, Any]) -> None:
    _compare_sums(rules, position, step["score"])
    for line, shown in zip(rules.grid.lines, step["lines"], strict=True):
        status = line_status(line, position)
        assert shown["state"] == status.state.value
        assert shown["filled"] == status.filled
        if shown["state"] in ("alive", "complete"):
            assert shown["number"] == status.numbers[-1]


def _compare_sums(rules: Ruleset, position: Position, score: dict[str, Any]) -> None:
    expected = score_position(rules, position)
    assert score["lines"] == [
        {"line": s.line.index, "number": s.number, "points": s.points, "late": s.is_late}
        for s in expected.lines
    ]
    assert score["rays"] == [
        {"line": r.line.index, "sun": r.symbol.value == "sun", "points": r.points}
        for r in expected.rays
    ]
    assert score["total"] == expected.total

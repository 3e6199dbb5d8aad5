"""Clauses P1-P7. Boards are drawn as texts of `TILE@SPACE`; what may follow is asked for."""

from __future__ import annotations

from random import Random

import pytest

from game.rules.errors import IllegalMove, IllegalReason
from game.rules.match import apply
from game.rules.moves import Finish, parse_placement
from game.rules.placement import (
    ASIDE_INDEX,
    Position,
    empty_position,
    is_set_free,
    legal_spaces,
    put_unchecked,
    refusal,
    space_text,
)
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES, Tile
from tests.rules.records import read

FREE = Ruleset.parse("classic free single none")
ADJACENT = Ruleset.parse("classic adjacent single none")
SYMBOL = Ruleset.parse("classic adjacent-symbol single none")


def daffodil(variant: int, placement: str = "free") -> Ruleset:
    return Ruleset.parse(f"daffodil-{variant} {placement} single none")


def lay(rules: Ruleset, text: str) -> Position:
    """The position after these placements, whether they were legal or not."""
    position = empty_position(rules.grid)
    for word in text.split():
        p = parse_placement(rules.grid, word)
        position = put_unchecked(position, p.tile, p.space)
    return position


def fill(rules: Ruleset, spaces: str, unused: str = "") -> str:
    """Texts that put the first tiles but `unused` on these spaces."""
    tiles = [t for t in rules.grid.tile_set if str(t) not in unused]
    return " ".join(f"{t}@{s}" for t, s in zip(tiles, spaces.split(), strict=False))


def spaces(rules: Ruleset, text: str, tile: str) -> str:
    """Where `tile` may go, as texts; every other space must be refused with a reason."""
    position = lay(rules, text)
    legal = legal_spaces(rules, position, Tile.parse(tile))
    for space in range(ASIDE_INDEX - 1, len(rules.grid) + 1):
        assert (refusal(rules, position, Tile.parse(tile), space) is None) is (space in legal)
    return " ".join(space_text(rules.grid, s) for s in legal)


def why(rules: Ruleset, text: str, placement: str) -> IllegalReason | None:
    p = parse_placement(rules.grid, placement)
    return refusal(rules, lay(rules, text), p.tile, p.space)


def test_p1_a_tile_may_go_to_any_empty_space_and_two_never_share_one() -> None:
    everywhere = " ".join(map(str, FREE.grid.spaces))
    assert spaces(FREE, "", "294") == everywhere
    assert spaces(FREE, "753@a1 213@c3", "294") == " ".join(
        s for s in everywhere.split() if s not in ("a1", "c3")
    )
    assert why(FREE, "753@a1", "294@a1") is IllegalReason.OCCUPIED
    assert spaces(FREE, fill(FREE, everywhere), "798") == ""


def test_p1_every_called_tile_must_be_placed() -> None:
    with pytest.raises(Exception, match="not everything is placed: 753"):
        read("classic free pairs none", "294 753 / 213 214", "294@c3 / 213@a1")


def test_p1_a_space_that_the_board_does_not_have_is_refused() -> None:
    for space in (-2, 19, 31, 1000):
        refused = refusal(FREE, lay(FREE, ""), TILES[0], space)
        assert refused is IllegalReason.NO_SUCH_SPACE


def test_p2_the_first_tile_goes_anywhere_and_every_later_one_touches_a_placed_tile() -> None:
    assert len(spaces(ADJACENT, "", "294").split()) == 19
    assert spaces(ADJACENT, "753@a1", "294") == "a2 b1 b2"
    assert spaces(ADJACENT, "753@a1 213@b2", "294") == "a2 b1 b3 c2 c3"
    assert why(ADJACENT, "753@a1", "294@e3") is IllegalReason.NOT_ADJACENT


def test_p3_each_symbol_has_a_first_tile_of_its_own_and_grows_from_it() -> None:
    sun, moon = "213@a1", "214@e3"
    assert len(spaces(SYMBOL, sun, "214").split()) == 18
    assert spaces(SYMBOL, f"{sun} {moon}", "218") == "a2 b1 b2"
    assert spaces(SYMBOL, f"{sun} {moon}", "613") == "d3 d4 e2"
    assert why(SYMBOL, f"{sun} {moon}", "218@e2") is IllegalReason.NOT_ADJACENT_SUN
    assert why(SYMBOL, f"{sun} {moon}", "613@b1") is IllegalReason.NOT_ADJACENT_MOON


def test_p3_a_tile_that_cannot_touch_its_own_kind_goes_anywhere() -> None:
    walled_in = "213@a1 214@a2 613@b1 714@b2"
    assert spaces(SYMBOL, walled_in, "218") == "a3 b3 b4 c1 c2 c3 c4 c5 d1 d2 d3 d4 e1 e2 e3"
    assert spaces(SYMBOL, walled_in, "618") == "a3 b3 c1 c2 c3"


def test_p4_each_tile_of_a_call_is_judged_against_the_board_as_it_is_then() -> None:
    read("classic adjacent pairs none", "294 753", "294@c3 753@c2")
    with pytest.raises(Exception, match="not adjacent"):
        read("classic adjacent pairs none", "294 753", "294@c3 753@a1")
    read("classic adjacent mail none", "294 753 213", "294@a1 753@b2 213@c3")
    with pytest.raises(Exception, match="not adjacent"):
        read("classic adjacent mail none", "294 753 213", "294@a1 213@c3 753@b2")


def test_p5_daffodil_1_has_21_spaces_alike() -> None:
    assert len(spaces(daffodil(1), "", "***").split()) == 21
    assert "b2" in spaces(daffodil(1), "213@a1", "294")


def test_p5_daffodil_2_begins_on_the_stamens() -> None:
    rules = daffodil(2)
    assert spaces(rules, "", "294") == "b2 c4 e2"
    assert spaces(rules, "213@c4", "294") == "b2 e2"
    assert why(rules, "213@c4 214@b2", "294@a1") is IllegalReason.STAMENS_FIRST
    assert len(spaces(rules, "213@c4 214@b2 218@e2", "294").split()) == 18


@pytest.mark.parametrize("placement", ["adjacent", "adjacent-symbol"])
def test_p5_adjacency_does_not_bind_the_first_three_tiles_of_daffodil_2(placement: str) -> None:
    rules = daffodil(2, placement)
    assert spaces(rules, "213@b2", "218") == "c4 e2"
    assert spaces(rules, "213@b2 218@c4", "614") == "e2"
    around_e2 = {"d1", "d2", "e1", "e3", "f1", "f2"}
    later = spaces(rules, "213@b2 218@c4 214@e2", "613")
    assert around_e2 <= set(later.split())
    assert ("a1" in later.split()) is (placement == "adjacent"), "613 is a moon, 213 a sun"


def test_p5_daffodil_3_keeps_the_stamens_for_the_last_three() -> None:
    rules = daffodil(3)
    others = [str(s) for s in rules.grid.spaces if str(s) not in ("b2", "c4", "e2")]
    assert spaces(rules, "", "294") == " ".join(others)
    assert why(rules, "", "294@b2") is IllegalReason.STAMENS_LAST
    assert spaces(rules, fill(rules, " ".join(others[:17])), "798") == others[17]
    assert spaces(rules, fill(rules, " ".join(others)), "798") == "b2 c4 e2"
    assert spaces(rules, fill(rules, " ".join([*others, "c4"])), "798") == "b2 e2"


def test_p5_adjacency_binds_the_last_three_tiles_of_daffodil_3() -> None:
    rules = daffodil(3, "adjacent-symbol")
    petals = {"b2": "a1 a2 b1 b3 c1 c2", "c4": "b4 b5 c3 c5 d3 d4", "e2": "d1 d2 e1 e3 f1 f2"}
    suns = [str(t) for t in TILES if t.is_sun]
    moons = [str(t) for t in TILES if not t.is_sun]
    layout = [*zip(suns, petals["b2"].split(), strict=False)]
    layout += zip(moons, f"{petals['c4']} {petals['e2']}".split(), strict=False)
    text = " ".join(f"{tile}@{space}" for tile, space in layout)
    # All suns lie around b2, apart from moons; some of them touch the other stamens, too.
    touching = {
        stamen
        for stamen, petal in petals.items()
        for tile, space in layout
        if tile in suns and space in petal.split()
    }
    assert touching == {"b2"}
    assert spaces(rules, text, suns[-1]) == "b2"
    assert spaces(rules, text, moons[-1]) == "c4 e2"
    assert spaces(rules, f"{text} {suns[-1]}@b2", suns[-2]) == "c4 e2"


def test_p5_the_last_three_of_daffodil_3_touch_something_or_go_anywhere() -> None:
    others = [str(s) for s in daffodil(3).grid.spaces if str(s) not in ("b2", "c4", "e2")]
    # P2: every stamen touches its petals, so all three are open to any tile.
    rules = daffodil(3, "adjacent")
    assert spaces(rules, fill(rules, " ".join(others)), "798") == "b2 c4 e2"
    assert spaces(rules, fill(rules, " ".join([*others, "b2"])), "798") == "c4 e2"
    # P3 with its own P7: no sun touches a stamen while all petals are moons.
    rules = daffodil(3, "adjacent-symbol")
    moons = [str(t) for t in TILES if not t.is_sun]
    walled = " ".join(f"{t}@{s}" for t, s in zip(moons * 2, others, strict=False))
    assert spaces(rules, walled, "213") == "b2 c4 e2"
    assert spaces(rules, f"{walled} 218@c4", "213") == "b2 e2", "c4 touches no other stamen"
    assert why(rules, f"{walled} 218@c4", "213@c4") is IllegalReason.OCCUPIED


def test_p6_daffodil_4_closes_the_stamens_and_opens_the_daffodil_for_three() -> None:
    rules = daffodil(4)
    others = [str(s) for s in rules.grid.spaces if str(s) not in ("b2", "c4", "e2")]
    assert spaces(rules, "", "294") == " ".join(["x", *others])
    assert why(rules, "", "294@b2") is IllegalReason.STAMENS_CLOSED
    assert spaces(rules, "213@x 214@x", "294") == " ".join(["x", *others])
    assert spaces(rules, "213@x 214@x 218@x", "294") == " ".join(others)
    assert why(rules, "213@x 214@x 218@x", "294@x") is IllegalReason.DAFFODIL_FULL
    assert spaces(rules, fill(rules, " ".join(others)), "798") == "x"
    assert why(daffodil(3), "", "294@x") is IllegalReason.NO_DAFFODIL
    assert why(FREE, "", "294@x") is IllegalReason.NO_DAFFODIL


def test_p6_setting_aside_is_always_allowed_and_never_counts_as_touching() -> None:
    for placement in ("adjacent", "adjacent-symbol"):
        rules = daffodil(4, placement)
        assert spaces(rules, "218@x", "213").split()[0] == "x"
        assert len(spaces(rules, "218@x", "213").split()) == 19, "213 is the first on the board"
        assert spaces(rules, "218@x 213@a1", "614") == "x a2 b1"


def finished(finish: str) -> None:
    """A Daffodil 4 record with 213, 214 and *** set aside, closed by these moves."""
    rules = daffodil(4)
    others = [str(s) for s in rules.grid.spaces if str(s) not in ("b2", "c4", "e2")]
    turns = [*fill(rules, " ".join(["x", "x", *others])).split(), "***@x"]
    calls = " / ".join(turn.partition("@")[0] for turn in turns)
    read(str(rules), calls, f"{' / '.join(turns)}; finish {finish}")


@pytest.mark.parametrize("finish", ["", "213@b2", "213@e2 214@c4", "214@b2", "214@e2 213@b2"])
def test_p6_after_the_last_call_tiles_set_aside_may_move_to_the_stamens(finish: str) -> None:
    finished(finish)


@pytest.mark.parametrize(
    ("finish", "reason"),
    [
        ("***@b2", "wild stays aside"),
        ("213@a1", "not a stamen"),
        ("213@x", "not a stamen"),
        ("213@b2 214@b2", "occupied"),
        ("213@b2 213@c4", "not set aside"),
        ("218@b2", "not set aside"),
        ("798@b2", "not set aside"),
    ],
)
def test_p6_other_closing_moves_are_refused(finish: str, reason: str) -> None:
    with pytest.raises(Exception, match=rf"rounds\[0\].boards\[0\].finish: {reason}"):
        finished(finish)


def test_p6_adjacency_does_not_bind_the_closing_moves() -> None:
    rules = daffodil(4, "adjacent-symbol")
    moons = [t for t in TILES if not t.is_sun]
    suns = [t for t in TILES if t.is_sun and not t.is_wild]
    position, turns = empty_position(rules.grid), []
    for tile in (*moons, *suns[:3]):
        space = legal_spaces(rules, position, tile)[-1]
        position = put_unchecked(position, tile, space)
        turns.append(f"{tile}@{rules.grid.name_of(space)}")
    suns_around = {
        rules.grid.name_of(stamen): sum(
            position.tiles[i] in suns for i in rules.grid.neighbours[stamen]
        )
        for stamen in rules.grid.stamens
    }
    assert suns_around["b2"] > 0 == suns_around["e2"]
    turns += [f"{sun}@x" for sun in suns[3:6]]
    calls = " / ".join(turn.partition("@")[0] for turn in turns)
    read(str(rules), calls, f"{' / '.join(turns)}; finish {suns[3]}@e2")


def test_p6_closing_moves_wait_for_the_last_call_and_come_once() -> None:
    match = read("daffodil-4 free single none", "294", "294@x")
    with pytest.raises(IllegalMove) as refused:
        apply(match, Finish(0))
    assert refused.value.reason is IllegalReason.BOARD_NOT_FULL
    match = read("classic free single none", "294", "294@c3")
    with pytest.raises(IllegalMove) as refused:
        apply(match, Finish(0))
    assert refused.value.reason is IllegalReason.NO_FINISH


def test_p7_where_adjacency_leaves_nothing_any_open_space_is_legal() -> None:
    # Daffodil 3: the open spaces are the stamens; no sun touches one.
    rules = daffodil(3, "adjacent-symbol")
    others = [str(s) for s in rules.grid.spaces if str(s) not in ("b2", "c4", "e2")]
    moons = [str(t) for t in TILES if not t.is_sun]
    walled = " ".join(f"{t}@{s}" for t, s in zip(moons * 2, others, strict=False))
    assert spaces(rules, walled, "213") == "b2 c4 e2"
    # Daffodil 4: only spaces that are not stamens, and the daffodil beside them.
    rules = daffodil(4, "adjacent-symbol")
    assert spaces(rules, "213@a1 214@a2 613@b1", "218") == " ".join(
        ["x", *(s for s in others if s not in ("a1", "a2", "b1"))]
    )


@pytest.mark.parametrize("rules", [FREE, ADJACENT, SYMBOL], ids=str)
def test_p7_sets_a_tile_free_when_nothing_it_should_touch_has_room(rules: Ruleset) -> None:
    random, board, met = Random(7), rules.grid, set()
    for _ in range(400):
        tiles, share = random.sample(board.tile_set, 19), random.choice((0.2, 0.95))
        position = empty_position(board)
        for tile, space in zip(tiles[:-1], random.sample(range(19), 18), strict=True):
            if random.random() < share:
                position = put_unchecked(position, tile, space)
        mine = [
            i
            for i, t in enumerate(position.tiles)
            if t is not None and (rules is not SYMBOL or t.is_sun == tiles[-1].is_sun)
        ]
        has_room = any(position.tiles[n] is None for i in mine for n in board.neighbours[i])
        expected = rules is not FREE and bool(mine) and not has_room
        assert is_set_free(rules, position, tiles[-1]) is expected
        met.add(expected)
    assert met == ({False, True} if rules is SYMBOL else {False})

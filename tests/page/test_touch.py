"""Fingers and mice: a tile is dragged, and a slip of two taps is one tap."""

from __future__ import annotations

import pytest

from game.locale import Language, load_catalogue
from tests.page.games import challenge_of
from tests.page.visitor import Visitor

CLASSIC = "classic free single none"


@pytest.mark.parametrize("is_phone", [False, True], ids=["mouse", "finger"])
def test_a_tile_is_dragged_to_its_space_and_to_another(visitor: Visitor, is_phone: bool) -> None:
    (visitor.holds_a_phone if is_phone else visitor.sits_at_a_desktop)()
    visitor.opens(challenge_of(CLASSIC))
    visitor.presses("#play")
    visitor.drags("#hand > *", "[data-space=c3]", drop=False)
    assert visitor.sees(".dragged")
    assert visitor.sees(".ghost")
    visitor.lets_go()
    visitor.opens(challenge_of(CLASSIC))
    visitor.presses("#play")
    for space in ("c3", "a1"):
        start = "#hand > *" if space == "c3" else "[data-space=c3]"
        visitor.drags(start, f"[data-space={space}]")
        assert not visitor.sees(".dragged, .ghost")
        assert len(visitor.board(".stage")) == 1
        lies = f"return turn().last === spaceNamed('{space}')"
        assert visitor.runs(lies)
    assert visitor.reads("#call") == "Call 1 of 19"
    assert visitor.runs("return String(getSelection())") == ""
    # Beside the board nothing is placed, and the tile is in the hand as before.
    visitor.presses("#next")
    visitor.drags("#hand > *", "#score")
    assert len(visitor.board(".stage")) == 1
    assert visitor.reads("#call") == "Call 2 of 19"
    before = visitor.runs("return scrollY")
    # It cannot be put on another tile.
    visitor.drags("#hand > *", "[data-space=a1]")
    assert len(visitor.board(".stage")) == 1
    assert visitor.runs("return scrollY") == before
    # Another tile in the way needs no word.
    text = load_catalogue(Language.ENGLISH).text
    assert visitor.reads("#message") == text("page.place_hint")


def test_either_tile_of_a_pair_is_dragged(visitor: Visitor) -> None:
    visitor.opens(challenge_of("classic free pairs none"))
    visitor.presses("#play")
    second = visitor.runs("return tables.tiles[turn().hand[1]].text")
    visitor.drags("#hand button:nth-child(2)", "[data-space=b2]")
    assert list(visitor.board(".stage").values()) == [second]


def test_a_second_finger_neither_takes_nor_moves_a_tile(visitor: Visitor) -> None:
    visitor.holds_a_phone()
    visitor.opens(challenge_of(CLASSIC))
    visitor.presses("#play")
    # This browser knows no finger of the test's own events, which could be captured.
    visitor.runs("document.getElementById('page').setPointerCapture = () => {}")
    move = """
        const [type, x, y, isPrimary, button] = arguments;
        const event = { clientX: x, clientY: y, isPrimary, button, bubbles: true };
        document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(type, event));
        const [piece] = document.querySelectorAll('.dragged');
        return piece ? [piece.style.left, piece.style.top].map(parseFloat) : null;
    """
    (tile,) = visitor.sees("#hand > *")
    at = visitor.middle_of(tile)
    x, y = at["x"], at["y"]

    def finger(
        what: str, up: float = 0.0, *, is_first: bool = True, button: int = 0
    ) -> list[float] | None:
        at: list[float] | None
        at = visitor.runs(move, f"pointer{what}", x, y - up, is_first, button)
        return at

    assert finger("down", is_first=False) is None
    assert finger("move", 40) is None, "no tile was taken"
    finger("down", button=2)
    assert finger("move", 40) is None, "the other button takes none"
    finger("down")
    assert finger("move", 40, is_first=False) is None
    assert finger("move", 7) is None, "it was a press"
    assert finger("move", 40) == pytest.approx([x, y - 40])
    assert finger("move", 80, is_first=False) == pytest.approx([x, y - 40])
    assert finger("move", 80) == pytest.approx([x, y - 80])
    assert finger("cancel") is None
    assert finger("move", 40) is None


@pytest.mark.parametrize("is_phone", [False, True], ids=["mouse", "finger"])
def test_a_slip_of_two_taps_is_one_tap(visitor: Visitor, is_phone: bool) -> None:
    (visitor.holds_a_phone if is_phone else visitor.sits_at_a_desktop)()
    visitor.opens(challenge_of(CLASSIC))
    # Not on the first screen and on what has come in its place either.
    (play,) = visitor.sees("#play")
    at = visitor.middle_of(play)
    visitor.taps(play)
    # At once, as this computer may be too busy for two presses of its own within a moment.
    again = """
        const [x, y, taps] = arguments;
        const event = { detail: 1, clientX: x, clientY: y, bubbles: true };
        for (let i = 0; i < taps; i += 1) {
            document.elementFromPoint(x, y).dispatchEvent(new MouseEvent('click', event));
        }
    """
    visitor.runs(f"changed = tap.time = performance.now(); {again}", at["x"], at["y"], 1)
    assert visitor.board(".stage") == {}
    (space,) = visitor.sees("[data-space=c2]")
    at = visitor.middle_of(space)
    visitor.runs(again, at["x"], at["y"], 2)
    assert len(visitor.board(".stage")) == 1
    assert visitor.reads("#call") == "Call 1 of 19"
    visitor.presses("[data-space=c2]")
    visitor.presses("[data-space=c2]")
    assert visitor.reads("#call") == "Call 2 of 19"
    # Neither farther away, nor later, nor after a tap that changed nothing, nor by a key.
    passes = """
        let passed = 0;
        addEventListener('click', () => { passed += 1; });
        const before = (ms) => performance.now() - ms;
        return arguments[0].map(([right, late, isChanged, detail, drop]) => {
            tap = { x: 3, y: 3, time: before(late) };
            changed = tap.time - (isChanged ? 0 : 1);
            dropped = before(drop);
            const event = { detail, clientX: 3 + right, clientY: 3, bubbles: true };
            passed = 0;
            document.documentElement.dispatchEvent(new MouseEvent('click', event));
            return Boolean(passed);
        });
    """
    cases = [
        (27, 50, True, 1, 999), (28, 50, True, 1, 999), (0, 450, True, 1, 999),
        (0, 50, False, 1, 999), (0, 50, True, 0, 999), (99, 50, True, 1, 0), (99, 50, True, 1, 60),
    ]  # fmt: skip
    assert visitor.runs(passes, cases) == [False, True, True, True, True, False, True]

"""Fingers and mice: a tile is dragged, a slip of two taps is one tap, small celebrations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.locale import Language, load_catalogue
from game.page.data import ToBeat
from game.page.document import make_page, read_picture
from game.page.making import match_data
from game.rules.match_score import score_match
from game.rules.record import print_record
from tests.page.games import challenge_of, match_of, page_of
from tests.page.visitor import Visitor
from tests.terminal import run

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


def test_what_is_well_done_is_celebrated_unless_motion_is_unwanted(visitor: Visitor) -> None:
    best = "unpack(data.secret).best[0].indexOf(turn().hand[0])"
    play = f"""
        begin();
        window.gains = 0;
        while (game.screen === 'play') {{
            place({best});
            const [gain] = document.querySelectorAll('.gain');
            if (gain && getComputedStyle(gain).display !== 'none') gains += 1;
            onward();
        }}
        reveal();
        return [gains, document.querySelectorAll('.sparks svg').length];
    """
    for motion, is_moving in (("no-preference", True), ("reduce", False)):
        visitor.sits_at_a_desktop(motion=motion)
        visitor.opens(page_of())
        gains, sparks = visitor.runs(play)
        assert (gains > 5, sparks > 10) == (is_moving, is_moving)
    assert visitor.reads(".hero .medal") == "Master’s medal"
    medals = "return arguments[0].map((total) => medalFor(total, 100, 75))"
    totals = [49.9, 50, 59.9, 60, 69.9, 70, 74.9, 75]
    named = [None, "bronze", "bronze", "silver", "silver", "gold", "gold", "master"]
    assert visitor.runs(medals, totals) == named


@pytest.mark.parametrize("beat", list(ToBeat))
def test_whom_to_beat_is_named_first_as_the_sender_chooses(visitor: Visitor, beat: ToBeat) -> None:
    match = match_of("classic free single none", players=3)
    visitor.opens(make_page(match_data(match, Language.ENGLISH, with_review=False, beat=beat)))
    totals = [player.total for player in score_match(match).players]
    names = ["Ana <i>", "Bob", "Dora"]
    named = {ToBeat.ALL: 3, ToBeat.SENDER: 1, ToBeat.NONE: 0}[beat]
    expected = [f"{name} to beat: {total:g}" for name, total in zip(names, totals, strict=True)]
    assert [e.text for e in visitor.sees(".beat li")] == expected[:named]
    # Afterwards the player is listed among all of them.
    visitor.runs(
        "begin(); while (game.screen === 'play') { if (turn().isAnswered) onward();"
        " else place(legalSpaces(turn())[0]); } reveal()"
    )
    told = [e.text for e in visitor.sees("#standings tbody th")]
    assert sorted(told) == sorted([*names, "You"])


def test_the_page_that_is_passed_on_is_the_same_page(visitor: Visitor) -> None:
    page = page_of()
    visitor.opens(page)
    source = visitor.runs("return source")
    visitor.returns_to(source, "copy.html")
    assert visitor.runs("return source") == source
    visitor.presses("#play")
    assert visitor.reads("#call") == "Call 1 of 19"
    # It carries nothing of the game that is played on it.
    assert visitor.runs("return source") == source
    passed = visitor.runs("""
        let [file, link] = [];
        URL.createObjectURL = (sent) => { file = sent; return 'blob:it'; };
        HTMLAnchorElement.prototype.click = function () { link = [this.href, this.download]; };
        at('pass').click();
        return new Promise((done) => { setTimeout(done, 50); }).then(() => file.text())
            .then((text) => [...link, file.name, file.type, text === source]);
    """)
    assert passed == ["blob:it", "take-it-easy.html", "take-it-easy.html", "text/html", True]


def test_the_shared_text_has_the_address_where_there_is_one(
    visitor: Visitor, address: tuple[Path, str]
) -> None:
    folder, root = address
    play = (
        "begin(); while (game.screen === 'play') { if (turn().isAnswered) onward();"
        " else place(legalSpaces(turn())[0]); } reveal(); return resultText()"
    )
    (folder / "page.html").write_text(page_of(), encoding="utf-8")
    visitor.browser.get(f"{root}page.html#x")
    assert visitor.runs(play).splitlines()[-1] == f"{root}page.html"
    visitor.opens(page_of())
    assert "page.html" not in visitor.runs(play)


def test_previews_find_title_description_picture_and_icon(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = tmp_path / "match.json"
    record.write_text(print_record(match_of()), encoding="utf-8")
    out = tmp_path / "page.html"
    command = ("page", str(record), "-o", str(out), "--lang", "fr", "--beat", "none")
    assert run(capsys, *command) == (0, "", "")
    pattern = r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">'
    tags = dict(re.findall(pattern, out.read_text(encoding="utf-8")))
    assert tags["description"] == tags["og:description"]
    assert tags["og:description"].startswith("Ana &lt;i&gt; a joué ce tirage.")
    assert tags["og:locale"] == "fr_FR"
    assert tags["og:title"].startswith("Take It Easy!")
    assert tags["og:image"].startswith("data:image/png;base64,")
    assert "og:url" not in tags
    assert not (tmp_path / "page.png").exists()
    where = "https://example.org/easy/page.html"
    assert run(capsys, *command, "--address", where) == (0, "", "")
    tags = dict(re.findall(pattern, out.read_text(encoding="utf-8")))
    assert tags["og:url"] == where
    assert tags["og:image"] == "https://example.org/easy/page.png"
    assert (tmp_path / "page.png").read_bytes() == read_picture()
    status, _, err = run(capsys, *command, "--address", "page.html")
    assert (status, err.count("\n")) == (2, 1)
    assert "https://" in err

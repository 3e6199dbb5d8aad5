"""Boards as the page draws them, and the ways of arrow keys over them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from tests.page.games import challenge_of, page_of
from tests.page.test_looks import CLASSIC, DAFFODIL, shows
from tests.page.visitor import Visitor

GOLDEN = Path(__file__).parent.parent / "golden"


LYING = {
    CLASSIC: "213:a1 614:a2 718:a3 293:b1 253:c1 758:b2 658:c4 793:d2",
    DAFFODIL: "213:a1 614:a2 293:b1 653:f1 654:f2 *1*:c3 758:c4 713:x ***:x",
}
"""Tiles by space: a line of each state on each axis, and two tiles on the daffodil."""

DRAWINGS = """
    const index = (text) => tables.tiles.findIndex((tile) => tile.text === text);
    const named = (text) => text.split(' ').map(spaceNamed);
    const position = arguments[0].split(' ').map((word) => word.split(':'))
        .reduce((before, [text, space]) => rules.put(before, index(text), spaceNamed(space)),
            rules.newPosition());
    const board = (more, shown) => {
        const drawn = newBoard('Board', more);
        drawn.show(position, shown);
        return drawn.element;
    };
    const lines = (space) => tables.lines.flatMap(({ spaces }, i) =>
        (spaces.includes(spaceNamed(space)) ? [i] : []));
    const ghost = { tile: index('798'), space: spaceNamed('c2') };
    const drawings = [
        document.querySelector('.definitions'),
        board({ onChoose: () => {} }, { legal: named('c2 c5'), ghost, last: spaceNamed('b2'),
            current: spaceNamed('c5'), movable: spaceNamed('b2'),
            worth: { [spaceNamed('d1')]: '+7' },
            labels: (space) => `Space ${space}`, fresh: new Set(lines('a1')) }),
        board({}, { isFinal: true, lit: new Set(lines('a3')) }),
        board({}, { legal: [ASIDE], ghost: { ...ghost, space: ASIDE }, picked: index('***') }),
    ];
    // The first board has all of its tiles; on the others their places are enough.
    drawings.slice(2).forEach((drawn) =>
        drawn.querySelectorAll('.tile').forEach((tile) => tile.replaceChildren()));
    return drawings.map((drawn) => drawn.outerHTML).join('').replaceAll('><', '>\\n<');
"""


@pytest.mark.parametrize("rules", [CLASSIC, DAFFODIL])
def test_the_rules_have_a_picture_and_boards_are_drawn_as_before(
    visitor: Visitor, tmp_path: Path, rules: str
) -> None:
    """A browser shows the stored drawings; a changed one is written beside them to be looked at."""
    visitor.looks_through((320, 568))
    visitor.opens(page_of(rules))
    shows(visitor, "start")
    read = """
        const picture = document.querySelector('.lines');
        const { right, height } = picture.getBoundingClientRect();
        const edge = document.querySelector('.panel').getBoundingClientRect().right;
        const all = (selector) => [...picture.querySelectorAll(selector)];
        return [picture.getAttribute('aria-label'), right <= edge && height > 100,
            ...all('.sum').map((sum) => sum.textContent),
            all('.tile').map((tile) => tile.querySelector('.digit').textContent).join('')];
    """
    label, is_inside, whole, broken, numbers = visitor.runs(read)
    assert (is_inside, whole, broken) == (True, "3 × 9 = 27", "0")
    assert re.fullmatch(r"9999[15]9", numbers)
    assert "9" in label
    assert "27" in label
    drawn = tmp_path / f"board-{rules.partition(' ')[0]}.html"
    drawn.write_text(visitor.runs(DRAWINGS, LYING[rules]) + "\n", encoding="utf-8")
    assert drawn.read_text(encoding="utf-8") == (GOLDEN / drawn.name).read_text(encoding="utf-8")


WAYS = {
    CLASSIC: """
        a1:b1a2a1c2 a2:a1a3a2c3 a3:a2b4a3c4 b1:c1b2a1d1 b2:b1b3a1d2 b3:b2b4a3d3 b4:b3c5a3d4
        c1:c1c2b1d1 c2:c1c3a1e1 c3:c2c4a2e2 c4:c3c5a3e3 c5:c4c5b4d4 d1:c1d2b1e1 d2:d1d3b2e1
        d3:d2d4b3e3 d4:d3c5b4e3 e1:d1e2c2e1 e2:e1e3c3e2 e3:e2d4c4e3""",
    DAFFODIL: """
        a1:b1a2a1c1 a2:a1b3a2c2 b1:b1b2a1c1 b2:b1b3a1d1 b3:b2b4a2d2 b4:b3b5a2d3 b5:b4c5b5d4
        c1:b1c2a1e1 c2:c1c3a2e2 c3:c2c4b4e3 c4:c3c5b4d3 c5:c4c5b5d4 d1:c1d2b2f1 d2:d1d3b3f2
        d3:d2d4b4e3 d4:d3c5b5x e1:e1e2c1f1 e2:e1e3c2f1 e3:e2d3c3f2 f1:e1f2d1f1 f2:f1xd2f2
        x:f2xd4x""",
}
"""The spaces to which the arrows up, down, left and right lead from each; x is the daffodil."""


def test_arrow_keys_reach_every_space(visitor: Visitor) -> None:
    for rules, ways in WAYS.items():
        visitor.opens(challenge_of(rules))
        visitor.presses("#play")
        found = visitor.runs("""
            const name = (space) => (space === ASIDE ? 'x' : tables.spaces[space].name);
            const arrows = ['Up', 'Down', 'Left', 'Right'].map((way) => ARROWS[`Arrow${way}`]);
            const spaces = [...tables.spaces.keys(), ...(rules.hasAside ? [ASIDE] : [])];
            return spaces.map((space) => `${name(space)}:` +
                arrows.map((way) => name(board.neighbour(space, way))).join(''));
        """)
        assert found == ways.split()
    visitor.types(Keys.ARROW_UP)
    first = visitor.runs("return document.activeElement.dataset.space")
    visitor.types(Keys.ARROW_DOWN)
    assert visitor.runs("return document.activeElement.dataset.space") != first

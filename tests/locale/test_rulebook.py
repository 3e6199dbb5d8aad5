"""The rules pages are alike in every language, and show only what the rules can compute."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.locale.languages import Language
from game.locale.rulebook import Page, PageError, TextRun, load_pages, parse_page
from game.play.examples import load_examples
from game.resources import asset, seed_file
from game.rules.boards import BOARDS
from game.rules.errors import FormatError
from game.rules.scoring import find_rays, score_position
from game.rules.tiles import Direction, Tile

EXAMPLES = load_examples(seed_file("deals", "examples.toml"))


def pages_in(language: Language) -> tuple[Page, ...]:
    return load_pages(asset("rules"), language)


def shape(page: Page) -> list[tuple[str, tuple[str, ...]]]:
    return [(b.kind.value, b.words) for b in page.blocks]


@pytest.mark.parametrize("language", list(Language))
def test_every_language_has_the_same_pages_with_the_same_figures(language: Language) -> None:
    english = {page.name: shape(page) for page in pages_in(Language.ENGLISH)}
    assert len(english) == 10
    assert {page.name: shape(page) for page in pages_in(language)} == english


@pytest.mark.parametrize("language", list(Language))
def test_pages_are_typeset(language: Language) -> None:
    for page in pages_in(language):
        for block in page.blocks:
            text = "".join(run.text for run in block.runs)
            assert "'" not in text
            assert "**" not in text
            assert not set("şţŞŢ") & set(text)
            if language is Language.FRENCH:
                assert " :" not in text
                assert " ?" not in text


@pytest.mark.parametrize("language", list(Language))
def test_the_page_of_spaces_has_every_line_and_column(language: Language) -> None:
    """Rising and falling lines space by space, columns by their ends and their lengths."""
    (page,) = (page for page in pages_in(language) if page.name == "9-spaces")
    text = " ".join("".join(run.text for run in block.runs) for block in page.blocks)
    said = {tuple(re.findall("[a-f][1-5]", part)) for part in re.split("[;:.]", text)}
    for board in BOARDS.values():
        for line in board.lines:
            if line.direction is not Direction.VERTICAL:
                assert tuple(map(board.name_of, line.spaces)) in said
        lengths = [len(line) for line in board.lines if line.direction is Direction.VERTICAL]
        assert re.search(r"\D+".join(map(str, lengths)), text)
        assert all(f"{board.name_of(i)}" in text for i in board.stamens)


def test_figures_name_real_tiles_and_examples() -> None:
    for page in pages_in(Language.ENGLISH):
        for block in page.blocks:
            match block.words:
                case ["tiles", *tiles]:
                    assert [str(Tile.parse(t)) for t in tiles] == tiles
                case ["row", direction, *tiles]:
                    numbers = {Tile.parse(t).number(Direction(direction)) for t in tiles} - {None}
                    assert len(numbers) <= 1
                    assert len(set(tiles)) == len(tiles)
                case ["board" | "counted", name]:
                    assert name in EXAMPLES
                case ["legal", name, tile]:
                    assert name in EXAMPLES
                    assert Tile.parse(tile) not in EXAMPLES[name].position.tiles


def test_s8_the_standard_example_has_the_ten_published_sums() -> None:
    example = EXAMPLES["standard"]
    score = score_position(example.rules, example.position)
    assert sorted(s.points for s in score.lines) == sorted([27, 4, 25, 3, 6, 28, 30, 6, 9, 40])
    assert score.total == 178


def test_the_ray_example_shows_both_kinds_and_a_ray_without_points_of_its_line() -> None:
    example = EXAMPLES["rays"]
    score = score_position(example.rules, example.position)
    scoring = {s.line for s in score.lines}
    rays = find_rays(example.rules.grid, example.position)
    assert {r.symbol.value for r in rays} == {"sun", "moon"}
    assert any(r.line in scoring for r in rays)
    assert any(r.line not in scoring for r in rays)


def test_m3_the_late_example_earns_half() -> None:
    example = EXAMPLES["late"]
    assert score_position(example.rules, example.position).total == 13.5


@pytest.mark.parametrize("board", ["294@a1 294@a2", "294@a1 793@a1"])
def test_an_example_places_a_tile_once_and_a_space_holds_one(tmp_path: Path, board: str) -> None:
    path = tmp_path / "examples.toml"
    path.write_text(f'[odd]\nrules = "classic free single none"\nboard = "{board}"\n')
    with pytest.raises(FormatError, match="odd"):
        load_examples(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no title", "2-rays: a page begins with a title"),
        ("# Title\n\n{{dance 294}}", "2-rays, line 3: no such figure: dance"),
    ],
)
def test_broken_pages_say_where(text: str, words: str) -> None:
    with pytest.raises(PageError) as refused:
        parse_page("2-rays", text, Language.ENGLISH)
    assert str(refused.value) == words


def test_a_page_s_figures_stand_between_its_paragraphs() -> None:
    text = "# Rays\n\nQu'est-ce ?\n{{row vertical 294 793}}\n{{climb 46 26 2}}\n**Oui** !\n"
    page = parse_page("2-rays", text, Language.FRENCH)
    assert (page.name, page.title) == ("2-rays", "Rays")
    assert [(block.kind.value, block.runs, block.words) for block in page.blocks] == [
        ("paragraph", (TextRun("Qu’est-ce\u00a0?"),), ()),
        ("figure", (), ("row", "vertical", "294", "793")),
        ("figure", (), ("climb", "46", "26", "2")),
        ("paragraph", (TextRun("Oui", True), TextRun("\u00a0!")), ()),
    ]


def test_pages_come_by_their_numbers(tmp_path: Path) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    for name in ("10-last", "9-first", "0-all", "notes"):
        path = folder / (f"{name}.md" if name != "notes" else "notes.txt")
        path.write_text(f"# {name}\n\none **two** three\nfour\n- five\n## six\n", encoding="utf-8")
    pages = load_pages(tmp_path, Language.ENGLISH)
    assert [page.title for page in pages] == ["0-all", "9-first", "10-last"]
    assert [page.name for page in pages] == [page.title for page in pages]
    paragraph, bullet, heading = pages[0].blocks
    runs = [(run.text, run.is_bold) for run in paragraph.runs]
    assert runs == [("one ", False), ("two", True), (" three four", False)]
    assert [block.kind for block in pages[0].blocks] == [*["paragraph", "bullet", "heading"]]
    assert [run.text for run in (*bullet.runs, *heading.runs)] == ["five", "six"]

"""The rules pages fit their column, show every figure, and can be read by keyboard alone."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.locale import Language, load_catalogue
from game.play.examples import load_examples
from game.resources import seed_file
from game.ui.frame.bindings import Action
from game.ui.frame.context import Mute
from game.ui.frame.intents import Command
from game.ui.frame.outline import Role
from game.ui.frame.scene import Pop
from game.ui.frame.topics import Topic
from game.ui.layout.rects import make_view
from game.ui.parts import ListRow
from game.ui.scenes.rules.figures import FigureMaker
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets.buttons import WordLink
from tests.gallery import make_context
from tests.golden.pages import changed_pages
from tests.ui.scenes.stage import Stage
from tests.ui.written import Written

SIZES = ((1024, 640), (1920, 1080))


def open_rules(language: Language, size: tuple[int, int], scale: float = 1.0) -> RulesScene:
    scene = RulesScene(make_context(language, size, scale))
    scene.resize(make_view(size, scale))
    return scene


@pytest.mark.parametrize(("language", "size"), [*zip(Language, SIZES * 2, strict=True)])
def test_no_word_or_figure_leaves_the_column(language: Language, size: tuple[int, int]) -> None:
    scene = open_rules(language, size, 2.0)
    painter = scene.context.painter
    for _ in range(8):
        flow = scene.flow(scene.part("text").rect.w)
        for piece in flow.pieces:
            for words in piece.words:
                assert words.x + painter.text_width(words.text, words.style) <= flow.width + 1
        scene.handle(Command(Action.RIGHT))


@pytest.mark.usefixtures("pixels")
def test_every_page_draws_from_top_to_bottom() -> None:
    scene = open_rules(Language.GERMAN, (1024, 640))
    surface = pygame.Surface((1024, 640))
    seen = set()
    for _ in range(8):
        scene.handle(Command(Action.LAST))
        scene.draw(surface)
        seen.add(surface.get_buffer().raw)
        scene.handle(Command(Action.RIGHT))
    assert len(seen) == 8


def test_a_line_is_drawn_while_any_of_it_is_in_sight() -> None:
    scene = open_rules(Language.ENGLISH, (1024, 640))
    flow = scene.flow(700)
    piece = next(piece for piece in flow.pieces[5:] if piece.words)
    words = piece.words[0].text
    for top, is_there in (
        (piece.top - 41, False),
        (piece.top - 39, True),
        (piece.top + piece.height - 1, True),
        (piece.top + piece.height + 1, False),
    ):
        written = Written((700, 40))
        with written.listening():
            flow.draw(pygame.Surface((700, 40)), scene.context.painter, top)
        assert (words in written.words) is is_there, top


def test_escape_goes_back() -> None:
    assert open_rules(Language.FRENCH, (1024, 640)).handle(Command(Action.CANCEL)) == Pop()


def test_page_keys_scroll_and_a_new_page_starts_at_its_top() -> None:
    scene = open_rules(Language.ROMANIAN, (1024, 640))
    scene.handle(Command(Action.PAGE_DOWN))
    assert scene.area.top > 0
    scene.handle(Command(Action.RIGHT))
    assert scene.area.top == 0


def test_pages_turn_both_ways_and_are_read_paragraph_by_paragraph() -> None:
    scene = open_rules(Language.ENGLISH, (1280, 800))
    begin = (
        "How to play. The game in brief. Everybody has the same empty board of 19 spaces and the"
        " same 27 tiles. F8 reads on."
    )
    assert scene.read(Topic.HEADING) == begin
    pages = [part for part in scene.root.walk() if isinstance(part, ListRow)]
    count = len(scene.sentences())
    read = [scene.read(Topic.HERE) for _ in range(count)]
    assert [words.rstrip(".") for words in read[:-2]] == [
        words.rstrip(".") for words in scene.sentences()[2:]
    ]
    assert [words.rstrip(".") for words in read[-2:]] == [
        words.rstrip(".") for words in scene.sentences()[:2]
    ]
    titles = [page.spoken(scene.context)[0].removesuffix(", chosen") for page in pages]
    assert titles[0] == scene.sentences()[0] == "The game in brief"
    for key, index in ((Action.LEFT, -1), (Action.RIGHT, 0), (Action.RIGHT, 1)):
        scene.handle(Command(key))
        assert scene.sentences()[0] == titles[index]
        chosen = [
            part for part in scene.root.walk() if isinstance(part, ListRow) and part.is_marked
        ]
        assert [part.spoken(scene.context)[0] for part in chosen] == [f"{titles[index]}, chosen"]
        following = scene.part("next")
        assert isinstance(following, WordLink)
        assert following.label == titles[index + 1]
        following.press()
        scene.renew()
        assert scene.sentences()[0] == titles[index + 1]
        scene.handle(Command(Action.LEFT))
    spoken: list[str] = []
    scene.context.speaker = Noting(spoken)
    scene.context.preferences = replace(scene.context.preferences, has_speech=True)
    scene.handle(Command(Action.RIGHT))
    assert [words.partition(".")[0] for words in spoken] == [scene.sentences()[0]]
    scene.handle(Command(Action.LEFT))
    roles = {one.words: one.role for one in scene.paragraphs()}
    assert roles["Scoring"] is Role.HEADING
    assert Role.LABEL in roles.values()


class Noting(Mute):
    """A speaker that notes what it is given to say."""

    is_there = True

    def __init__(self, spoken: list[str]) -> None:
        self._spoken = spoken

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        self._spoken.append(words)


def test_a_named_page_opens_in_each_language_and_the_lesson_where_it_is_offered() -> None:
    context = make_context(Language.ENGLISH, (1280, 800))
    for page, has_lesson in (("7-league", False), ("none", True)):
        scene = RulesScene(context, page, has_lesson=has_lesson)
        stage = Stage(context, scene)
        assert (scene.find("lesson") is not None) is has_lesson
        title = "The correspondence league" if page == "7-league" else "The game in brief"
        assert scene.sentences()[0] == title
    before = scene.sentences()
    context.catalogue = load_catalogue(Language.GERMAN)
    scene.resize(make_view((1280, 800)))
    assert scene.sentences() != before
    assert scene.sentences()[0] in " ".join(stage.read())
    stage.click(stage.part("lesson"))
    assert isinstance(stage.top, TableScene)


def test_figures_compute_their_numbers() -> None:
    scene = open_rules(Language.ENGLISH, (1280, 800))
    painter = scene.context.painter
    examples = load_examples(seed_file("deals", "examples.toml"))
    maker = FigureMaker(scene.context.catalogue, examples)
    ropes = ["1 rope", "1 crystal", "Nines", "Crown", "Last Word"]
    for directive, words in (
        ("climb 20 30 4", ["20", " × 30", " × 4", " = ", "2,400", *ropes]),
        (
            "counted standard",
            ["3×9", "27", "5×5", "25", "4×7", "28", "5×6", "30", "5×8", "40", "178"],
        ),
        ("row falling 294 254 214", ["3 × 4 = 12"]),
        ("legal adjacent 294", []),
    ):
        written = Written((900, 900))
        with written.listening():
            picture = maker.make(directive.split(), painter, 800)
        assert picture.get_width() == 800
        assert written.words == words
    with pytest.raises(ValueError, match="no such figure"):
        maker.make(["circle", "7"], painter, 800)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("rules") == []

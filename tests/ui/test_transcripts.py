"""Whole games by ear, in each language: nothing too long unasked, nothing twice, nothing untold;
and what each page says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import pytest

from game.locale import Language, load_catalogue
from game.play.lesson import LessonGoal
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.topics import GIST_LETTERS, Topic, as_sentences, sentences_of
from game.ui.parts import ActionBand, PageScene
from game.ui.scenes.guests.scene import GuestsScene
from game.ui.scenes.keyboard.scene import Keyboard
from game.ui.scenes.records.scene import RecordsScene
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.tutorial.mode import LessonMode
from game.ui.widgets import WidgetScene
from tests.gallery import collect_samples, make_context, open_sample
from tests.ui.by_ear import Player, play_climb, play_rules, step_through_review
from tests.ui.test_hands import leaves
from tests.ui.test_screen_reader import Said
from tests.ui.transcript import Press, Transcript, heard_in, seconds_of
from tests.ui.unseen import SLOW, draw_blank, draw_nothing

POINTING: Final = {
    Language.ENGLISH: r"\bclick|\bpoint at\b",
    Language.FRENCH: r"\bcliqu|\bclic\b|\bpointez\b",
    Language.GERMAN: r"\bklick|\bzeig auf\b",
    Language.ROMANIAN: r"\bclic\b|\bfă clic\b",
}
"""Words for actions that a blind player does not perform."""


def play_first_game(context: Context) -> None:
    """The lesson as it asks, by keys alone, and its count."""
    change_settings(context, has_reduced_motion=True)
    player = Player(context, context.routes.tutorial())
    for _ in range(120):
        table = player.dark.loop.stack.top
        if not isinstance(table, TableScene) or not isinstance(table.mode, LessonMode):
            player.dark.wait(3.0)
            return
        lesson, game = table.mode.lesson, table.game
        if table.mode.is_skipping:
            player.dark.wait(0.5)
        elif lesson.step.goal is LessonGoal.TAKE_BACK:
            player.press("backspace")
        elif game.hand():
            space = (*lesson.marked(game.match), *game.legal(game.hand()[0]))[0]
            player.press(*game.match.rules.grid.name_of(space), "return")
        else:
            player.press("return")
        player.dark.wait(0.5)
    raise AssertionError("the lesson does not end")


@pytest.fixture(autouse=True)
def _unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing: a player by ear needs no picture."""
    draw_nothing(monkeypatch)


GAMES: Final[dict[str, Callable[[Context], object]]] = {
    "first game": play_first_game,
    "pairs": partial(play_rules, name="pairs"),
    "league": partial(play_rules, name="league"),
    "rays": partial(play_rules, name="rays"),
    "daffodil-4": partial(play_rules, name="daffodil-4"),
    "climb": play_climb,
    "review": step_through_review,
}


@pytest.mark.slow
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_short_and_complete_by_ear(
    context: Context, name: str, language: Language
) -> None:
    context.catalogue = load_catalogue(language)
    transcript = heard_in(GAMES[name], context)
    assert len(transcript.presses) > 15
    assert [*faults_of(transcript, language)] == []


def faults_of(transcript: Transcript, language: Language) -> Iterator[tuple[str, str]]:
    """Yield each fault that is heard."""
    for _, words in transcript.unasked:
        if len(words) > GIST_LETTERS + 5:
            yield "too long", words
        if re.search(POINTING[language], words, re.IGNORECASE):
            yield "for who sees", words
    for press in transcript.presses:
        if not press.is_question:
            known: set[str] = set()
            for one in press.sentences:
                if one in known:
                    yield "twice", f"{press.key}: {one} {press.said}"
                known.add(one)
        if press.key in ("return", "tab", "left", "right") and not press.said:
            yield "a choice is not heard", f"{press.key} on {type(press.scene).__name__}"
        yield from untold(press)


def untold(press: Press) -> Iterator[tuple[str, str]]:
    """Yield the effects of a placement that are not spoken before the next key."""
    heard = " ".join(press.said)
    for length, number in press.completed:
        words = press.text("heard.spoken.times", length=length, number=number)
        if words not in heard:
            yield "not told", f"{words}: {heard}"
    if press.lost and press.text("heard.spoken.lost", count=press.lost) not in heard:
        yield "not told", f"{press.lost} lost: {heard}"


def test_each_fault_is_found() -> None:
    """The test of games judges: what is wrong in a made-up transcript is named."""
    text = load_catalogue(Language.ENGLISH).text
    long, silent = Press("c", False, None, ["x" * 200], text), Press("tab", False, None, [], text)
    twice = Press("return", False, None, ["a1, free.", "One line. a1, free."], text)
    asked = Press("f5", True, None, ["x" * 200, "Click it.", "a.", "a."], text)
    dumb = Press("return", False, None, ["two on a1."], text, completed=[(3, 9)], lost=2)
    pointing = Press("return", False, None, ["Click a space."], text)
    transcript = Transcript()
    transcript.presses = [long, silent, twice, asked, dumb, pointing]
    kinds = [kind for kind, _ in faults_of(transcript, Language.ENGLISH)]
    assert sorted(kinds) == sorted(
        ["too long", "for who sees", "a choice is not heard", "twice", "not told", "not told"]
    ), kinds


SCREENS: Final = [name for name in collect_samples() if not name.startswith("sampler")]


def news_of(scene: PageScene) -> list[str]:
    """Return the words that are read when the page changes by itself."""
    return [words for part in scene.root.walk() for words in part.news(scene.context)]


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_every_page_says_where_one_is_and_no_part_says_a_thing_twice(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """In one language each."""
    draw_blank(monkeypatch)
    language = [*Language][SCREENS.index(name) % len(Language)]
    context = make_context(language, (1024, 640))
    context.speaker = Said()
    change_settings(context, has_speech=True)
    scene = open_sample(collect_samples()[name], context, SLOW).top
    assert scene.read(Topic.HEADING).strip(" .")
    if isinstance(scene, GuestsScene | RecordsScene):
        bands = [part for part in scene.root.walk() if isinstance(part, ActionBand)]
        assert not bands or scene.focused_leaf() is bands[0]
    parts = list(leaves(scene.form)) if isinstance(scene, WidgetScene) else []
    focus = [part.read(context) for part in parts]
    for words in focus:
        sentences = [one.strip(" .").casefold() for one in sentences_of(words)]
        assert len(set(sentences)) == len(sentences), words
        # The keyboard's key of a sign is the sign.
        assert words.strip(" .,") or isinstance(scene, Keyboard), parts[focus.index(words)]
    if isinstance(scene, PageScene):
        # A clock that runs is no news.
        news, now = news_of(scene), context.apart.now()
        monkeypatch.setattr(context.apart, "now", lambda: now + 1)
        scene.renew()
        assert news_of(scene) == news
    for words in (*focus, *(scene.read(topic) for topic in Topic)):
        assert not re.search(r"\b([^\W\d][^.:]*): \1\b", words), words
        assert not re.search(POINTING[language], words, re.IGNORECASE), words


@pytest.mark.parametrize("language", Language)
def test_the_rules_are_read_by_the_paragraph(context: Context, language: Language) -> None:
    context.catalogue = load_catalogue(language)
    player = Player(context, context.routes.rules())
    on = context.text("heard.spoken.read_on", key="F8")
    assert on in player.heard
    assert len(player.heard) <= GIST_LETTERS + 5
    scene = player.dark.loop.stack.top
    assert isinstance(scene, RulesScene)
    paragraphs = scene.sentences()
    assert player.heard.split(". ")[1].startswith(paragraphs[0])
    for words in (*paragraphs[2:], paragraphs[0], paragraphs[1]):
        assert player.press("f8") == as_sentences([words])
    heard = player.press("right")
    assert heard.startswith(scene.sentences()[0])
    assert on in heard
    assert player.press("f8") == as_sentences([scene.sentences()[2]])


def test_a_screen_opens_with_twelve_seconds_at_most(context: Context) -> None:
    """Whatever it has to say: the rest is asked for."""
    for name in ("breakdown-won", "play-closing", "play-coach", "you"):
        sample = collect_samples()[name]
        player = Player(context, sample.make(context))
        player.dark.wait(min(sample.seconds, 2.0))
        assert player.heard
        for words in (player.heard, player.press("tab"), player.press("tab")):
            assert len(words) <= GIST_LETTERS + 5, (name, words)


def test_a_digit_reads_an_ace_and_takes_it_when_typed_again(context: Context) -> None:
    sample = collect_samples()["climb-choice"]
    player = Player(context, sample.make(context))
    scene = player.dark.loop.stack.top
    for digit in ("1", "2", "1"):
        assert player.press(digit)
        assert player.dark.loop.stack.top is scene, "only read so far"
    player.press("1")
    assert player.dark.loop.stack.top is not scene


@pytest.mark.slow
@pytest.mark.parametrize("name", ["standard", "pairs", "climb"])
def test_in_brief_takes_half_of_the_time(context: Context, name: str) -> None:
    play = GAMES.get(name, partial(play_rules, name=name))
    seconds = {}
    for telling in ("long", "short"):
        change_settings(context, telling=telling)
        heard = heard_in(play, context)
        unasked = sum(seconds_of(words) for _, words in heard.unasked)
        seconds[telling] = (heard.seconds, unasked)
        assert not [fault for fault in faults_of(heard, Language.ENGLISH) if "told" in fault[0]]
    for brief, full in zip(seconds["short"], seconds["long"], strict=True):
        assert brief <= full / 2, seconds


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("key", ["on", "on_pad"])
def test_turning_it_on_says_twelve_seconds_and_offers_less(language: Language, key: str) -> None:
    text = load_catalogue(language).text
    words = text(f"heard.spoken.{key}")
    assert len(words) <= GIST_LETTERS
    assert text("settings.telling_is.short") in words


def test_the_board_is_read_a_column_at_a_time(context: Context) -> None:
    """First where the tile may go, then the column of the space meant, then on to the next."""
    sample = collect_samples()["play-solo"]
    player = Player(context, sample.make(context))
    table = player.dark.loop.stack.top
    assert isinstance(table, TableScene)
    grid, position = table.game.match.rules.grid, table.game.position()
    columns: dict[str, list[str]] = {}
    for space, one in enumerate(grid.spaces):
        columns.setdefault(one.name[0], []).append(table.reader.words.space(space))
    player.press("d", "1")
    first = player.press("f4")
    placed = sum(tile is not None for tile in position.tiles)
    assert first.startswith(context.text("heard.spoken.skipped", count=placed))
    assert len(first) < len(table.reader.words.board())
    for letter in "deabc":
        assert player.press("f4") == " ".join(columns[letter])
    assert player.press("f4") == first
    player.press("f4")
    assert player.press("d", "1", "f4").endswith(first)

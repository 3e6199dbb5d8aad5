"""Reading aloud: a whole game played by ear, and every widget's words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from game.locale import Language, load_catalogue
from game.play.editions import all_editions
from game.play.lesson import LessonPhase
from game.play.table import TableSetup
from game.progress.challenges import all_challenges
from game.rules.match import Player, PlayerKind
from game.rules.placement import put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
from game.ui.frame.bindings import DEFAULT_BINDINGS
from game.ui.frame.context import Context, Mute
from game.ui.frame.intents import Command, Typed
from game.ui.frame.loop import HOLD, Loop
from game.ui.frame.outline import Node, Outline, Role
from game.ui.frame.preferences import change_settings, speech_options
from game.ui.frame.scene import Push, Scene
from game.ui.frame.screen_reader import ScreenReader
from game.ui.frame.stack import SceneStack
from game.ui.frame.topics import GIST_LETTERS, Topic, as_sentences, sentences_of
from game.ui.layout.rects import Rect, make_view
from game.ui.parts import MAIN
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.settings.rows import Section
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.shared.names import tile_words
from game.ui.scenes.table.sayings import Sayings
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.tutorial.mode import LessonMode
from game.ui.sound.speech import SystemSpeaker
from game.ui.sound.speech_engine import SpeechOptions
from game.ui.sound.voices import caller_words
from game.ui.widgets import Segmented, Slider, Stepper, TextField, Toggle, WidgetScene
from tests.each import some
from tests.gallery import collect_samples
from tests.gallery.table import PromptEngines
from tests.ui.conftest import Heard
from tests.ui.test_hands import focused
from tests.ui.test_loop import FakeWindow, Recorder
from tests.ui.test_loop import Voice as LoopVoice
from tests.ui.unseen import draw_nothing


@pytest.fixture(autouse=True)
def _unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing: a player by ear needs no picture, which took four fifths of the time."""
    draw_nothing(monkeypatch)


class Said(Mute):
    """A speaker that collects what it is to say."""

    is_there = True

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.urgent: list[str] = []
        self.names: tuple[str, ...] = ()

    def voices(self, language: Language) -> tuple[str, ...]:
        return self.names

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        """Remember."""
        self.texts.append(words)
        if is_urgent:
            self.urgent.append(words)


class Dark:
    """A game whose player sees nothing: keys go in, texts come out."""

    def __init__(self, context: Context, scene: Scene) -> None:
        self.said = context.speaker = Said()
        change_settings(context, has_speech=True, has_auto_call=False)
        self._now = 1000.0
        context.now = lambda: self._now
        stack = SceneStack(scene, make_view((1280, 800)))
        self.loop = Loop(FakeWindow(), context, stack, clock=self, events=list)
        self.wait(0.1)

    def tick(self, rate: int) -> float:
        """A sixtieth of a second."""
        self._now += 1 / 60
        return 1 / 60

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds * 60)):
            self.loop.step()

    def press(self, *keys: str) -> list[str]:
        """Press keys one after the other; what was said meanwhile."""
        self.said.texts.clear()
        for key in keys:
            text = key if len(key) == 1 else ""
            if self.loop.stack.top.unasked:
                # A page that no press asked for is heard before it is pressed.
                self.wait(2 * HOLD)
            self.loop.take(Command(DEFAULT_BINDINGS.action(key), key=key, text=text))
            self.wait(0.05)
        return list(self.said.texts)


def open_dark_table(context: Context) -> Dark:
    """A standard game alone."""
    setup = TableSetup(Ruleset(), (Player("Ana"),), "7")
    return Dark(context, context.routes.new_table(setup))


NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
NUMBERS |= {"eight": 8, "nine": 9}


def test_another_scene_breaks_off_what_was_being_read(context: Context) -> None:
    """Nobody waits for the end of the board to hear that the game is paused, nor the way back."""
    dark = open_dark_table(context)
    dark.press("f4")
    for _ in range(2):
        dark.said.urgent.clear()
        (heard,) = dark.press("escape")
        assert dark.said.urgent == [heard]


def test_a_press_that_is_too_early_is_answered_by_the_focus_of_its_page(context: Context) -> None:
    dark = open_dark_table(context)
    dark.press("c", "3")
    dark.said.texts.clear()
    table = dark.loop.stack.top
    dark.loop.reader.answer_held(context.routes.rules())
    assert dark.said.texts == []
    dark.loop.reader.answer_held(table)
    assert dark.said.texts == [table.read(Topic.FOCUS)]


def test_to_place_without_a_space_says_so(context: Context) -> None:
    dark = open_dark_table(context)
    words = "No space is marked: the arrows mark one."
    assert dark.press("return") == dark.press("return") == [words]
    # It can be read as well.
    table = dark.loop.stack.top
    assert isinstance(table, TableScene)
    assert (table.toast.words, table.toast.is_shown) == (words, True)
    assert words not in dark.press("a", "return")


def test_what_the_bag_still_has_is_told_by_number(context: Context) -> None:
    """A player has heard all calls so far, so each number's spoken count can be computed."""
    dark = open_dark_table(context)
    left = dict.fromkeys(range(1, 10), 9)
    for _ in range(4):
        (now,) = dark.press("f3")
        called = re.search(r"To place: (.*?)\.", now)
        assert called is not None
        for word in called[1].split(", "):
            left[NUMBERS[word]] -= 1
        told = re.search(r"Left in the bag: (.*?)\.", dark.press("f6")[0])
        assert told is not None
        heard = (part.split(" with ") for part in told[1].split("; "))
        assert {int(number): int(count) for count, number in heard} == left
        dark.press("right", "return", "n")


def test_the_first_start_tells_in_every_language_how_to_have_it_read(
    context: Context, heard: Heard
) -> None:
    """In the caller's own voice, which needs no speech of the system; and not to who has it on."""
    scene = context.routes.language()
    for _ in range(3):
        scene.update(0.9)
    assert sorted(heard.calls) == sorted(f"{language} reading" for language in Language)
    dark = Dark(context, context.routes.language())
    dark.wait(3)
    assert len(heard.calls) == len(Language)
    assert context.text("menu.language.title") in dark.said.texts[0]


def test_the_key_that_explains_explains_aloud(context: Context) -> None:
    """The score, another's board as far as it may be known, each number of the bag."""
    setup = TableSetup(Ruleset(), (Player("Ana"), Player("Fox", PlayerKind.BOT, "fox")), "7")
    dark = Dark(context, context.routes.new_table(setup))
    dark.press("c", "3", "return")
    assert context.text("score.explain_none") not in dark.press("i")[0]
    other = dark.press("i")[0]
    assert other.startswith("Fox")
    told = [dark.press("i")[0] for _ in range(9)]
    assert len(set(told)) == 9
    table = dark.loop.stack.top
    assert isinstance(table, TableScene)
    left = [caller_words(context.catalogue, tile) for tile in table.game.match.bag]
    assert len(left) == 26
    assert all(" ".join(told).count(tile) == 3 for tile in left), "one for each of its numbers"
    assert "Call 1 of 19." in dark.press("i")[0], "back at one's own board"
    assert dark.press("page down")[0].startswith("Fox")
    assert "Call 1 of 19." in dark.press("escape")[0]


def test_the_rules_are_read_when_they_open_and_when_the_page_is_turned(context: Context) -> None:
    dark = open_dark_table(context)
    (first,) = dark.press("f1")
    assert first.startswith("How to play. The game in brief. Everybody has the same")
    (second,) = dark.press("right")
    assert second.startswith("Scoring.")


@pytest.mark.parametrize("name", ["challenge-lines", "challenge-maximum", "tutorial-first"])
def test_what_is_asked_for_beside_placing_is_told(context: Context, name: str) -> None:
    dark = Dark(context, collect_samples()[name].make(context))
    top = dark.loop.stack.top
    assert isinstance(top, TableScene)
    words = top.mode.instructions()
    assert words
    assert as_sentences([words]) in dark.said.texts[0]
    assert as_sentences([words]) in dark.press("f3")[0]
    assert ("in this order" in dark.press("f6")[0]) == (name == "challenge-maximum")


def test_the_lesson_says_each_of_its_steps(context: Context) -> None:
    dark = Dark(context, context.routes.tutorial())
    dark.wait(1.0)
    before = dark.loop.stack.top.mode.instructions()  # type: ignore[attr-defined]
    dark.press("a", "1", "return")
    dark.wait(2.0)
    said = list(dark.said.texts)
    after = dark.loop.stack.top.mode.instructions()  # type: ignore[attr-defined]
    assert before != after
    assert any(as_sentences([after]) in one for one in said)


def test_lines_score_and_what_happens_are_told(context: Context) -> None:
    dark = open_dark_table(context)
    assert "No lines started." in dark.press("f5")[0]
    assert "Ana: 0 points. 18 tiles to come." in dark.press("f6")[0]
    placed = dark.press("c", "3", "return")
    assert any(text.split(". ")[0].endswith("on c3") or "on c3." in text for text in placed)
    assert not any(text.startswith("c3:") for text in placed), "the news are not broken off"
    lines = dark.press("f5")[0]
    assert lines.count(" of ") == 3
    assert "c1 to c5: " in lines
    back = dark.press("backspace")
    assert any(text.startswith("Taken back: ") for text in back)
    dark.press("c", "3", "return", "n")
    refused = " ".join(dark.press("c", "3", "return"))
    assert context.text("errors.illegal.occupied") in refused


def test_a_placed_tile_breaks_off_the_outlook_and_nothing_breaks_off_what_it_did(
    context: Context,
) -> None:
    """Enter cuts off what is still read of the space; the pages that come then wait their turn."""
    dark = open_dark_table(context)
    dark.press("c", "3")
    dark.said.urgent.clear()
    placed, *called = dark.press("return", "n")
    assert placed in dark.said.urgent
    table = dark.loop.stack.top
    assert isinstance(table, TableScene)
    table.context.has_news = True
    dark.said.urgent.clear()
    dark.loop.stack.apply(Push(context.routes.rules()))
    dark.said.texts.clear()
    dark.wait(0.05)
    assert dark.said.texts
    assert not dark.said.urgent, "a page that comes by itself waits for the news"
    assert called


@pytest.mark.parametrize(
    ("rules", "size"),
    [("classic adjacent pairs rays", 2), ("classic free mail none bonus=call", 3)],
)
def test_which_tile_is_in_the_hand_is_said(context: Context, rules: str, size: int) -> None:
    """On Tab with its place in the hand, first by F3, and after each placement, by the last of
    which nothing is left; not again with each space.
    """
    setup = TableSetup(Ruleset.parse(rules), (Player("Ana"), Player("Bo", PlayerKind.BOT)), "7")
    dark = Dark(context, context.routes.new_table(setup))
    table = dark.loop.stack.top
    assert isinstance(table, TableScene)
    # Whose turn it is does not matter here.
    while not table.game.hand():
        dark.press("n")
    tiles = [tile_words(context, setup.rules, tile) for tile in table.game.hand()]
    assert len(tiles) == size
    for number, tile in [*enumerate(tiles[1:], 2), (1, tiles[0])]:
        (chosen,) = dark.press("tab")
        assert chosen.startswith(f"{tile}, {number} of {size}.")
        assert f"To place: {tile}; " in dark.press("f3")[0]
    for left in range(size - 1, 0, -1):
        legal = table.game.legal(table.game.hand()[0])
        space = setup.rules.grid.name_of(legal[len(legal) // 2])
        placed = " ".join(dark.press(*space, "return"))
        following = tile_words(context, setup.rules, table.game.hand()[0])
        assert placed.endswith(f"Next: {following}.")
        assert len(table.game.hand()) == left
        if left > 1:
            line = setup.rules.grid.lines_through[legal[len(legal) // 2]][0]
            near = next(i for i in line.spaces if table.game.position().tiles[i] is None)
            assert following not in dark.press(*setup.rules.grid.name_of(near))[-1]
    legal = table.game.legal(table.game.hand()[0])
    last = " ".join(dark.press(*setup.rules.grid.name_of(legal[0]), "return"))
    assert context.text("heard.spoken.all_placed") in last


def test_the_last_words_are_repeated(context: Context) -> None:
    dark = open_dark_table(context)
    asked = dark.press("f4")
    assert dark.press("f7") == asked == dark.press("f7")


def test_the_lines_of_a_space_are_told_number_first(context: Context) -> None:
    """A line has its place alone: the number, the empty spaces, how many such tiles are left."""
    dark = open_dark_table(context)
    assert dark.press("f8")[0].startswith(context.text("heard.spoken.no_space"))
    first = dark.press("c", "1", "f8")[-1]
    assert "From c1 to c5: empty, 5 spaces." in first
    dark.press("return", "n")
    begun = dark.press("c", "1", "f8")[-1]
    assert re.search(r"\d from c1 to c5: 1 of 5; empty c2, c3, c4, c5; \d such tiles left\.", begun)
    change_settings(context, telling="short")
    brief = dark.press("c", "1", "f8")[-1]
    assert re.search(r"\d from c1 to c5: 1 of 5\.", brief)
    assert "left" not in brief


def test_the_caller_is_silent_and_the_music_lower_while_everything_is_read(
    context: Context, heard: Heard
) -> None:
    change_settings(context, has_music=True, music_volume=0.5)
    assert heard.volumes is not None
    assert heard.volumes.voice > 0
    loud = heard.volumes.music
    change_settings(context, has_speech=True)
    assert heard.volumes.voice == 0
    assert 0 < heard.volumes.music < loud


def test_a_digit_in_the_setup_says_what_it_chose(context: Context) -> None:
    dark = Dark(context, context.routes.setup())
    assert dark.press("4") == ["Daffodil, chosen."]


def test_a_field_echoes_letters_the_caret_and_words(context: Context) -> None:
    """As screen readers do: never the whole text again, and Enter goes nowhere."""
    dark = Dark(context, context.routes.setup())
    page = dark.loop.stack.top
    assert isinstance(page, WidgetScene)
    while not isinstance(field := focused(page.form), TextField):
        dark.press("tab")

    def type_in(text: str) -> list[str]:
        dark.said.texts.clear()
        for letter in text:
            dark.loop.take(Typed(letter))
        dark.wait(0.05)
        return list(dark.said.texts)

    dark.loop.take(Command(None, key="a", is_ctrl=True))
    dark.press("delete")
    assert type_in("Ana B") == ["A", "n", "a", "Ana", "B"]
    assert dark.press("backspace") == ["B"]
    assert dark.press("left", "left", "home") == ["space", "a", "A"]
    assert dark.press("right", "end") == ["n", "end"]
    assert dark.press("f3")[0].count("Ana") == 1
    before = len(field.text)
    assert type_in("x" * (field.max_length - before + 1))[-1].startswith("Full: ")
    heard = dark.press("return")
    assert context.text("setup.start") not in " ".join(heard)
    assert field.text in " ".join(heard)


def test_a_code_is_not_spelled_out(context: Context) -> None:
    """A field is read by the words above it; of what has no end, how it begins."""
    context.paste_text = lambda: f"TIE1I.{'x' * 200}"
    dark = Dark(context, context.routes.join(""))
    assert dark.said.texts[0].count(context.text("together.invitation")) == 1
    assert dark.press("ctrl+v") == ["TIE1I…"]
    (asked,) = dark.press("f3")
    assert asked.endswith(f"{context.text('together.invitation')}: TIE1I…, text field.")


def test_the_calendar_is_one_stop(context: Context) -> None:
    """Tab stops at the chosen day; arrows go on to the others."""
    dark = Dark(context, context.routes.daily())
    dates = [" ".join(dark.press("tab")) for _ in range(30)]
    days = {words for words in dates if " November 2026" in words and ":" in words}
    assert len(days) <= 2


def seconds_of(words: str) -> float:
    """Return how long a voice of 175 words a minute reads, as espeak-ng was measured."""
    return len(words) / 14.6


@pytest.mark.parametrize(
    "language",
    [
        Language.ENGLISH,
        pytest.param(Language.GERMAN, marks=pytest.mark.slow),
        *(
            pytest.param(language, marks=(pytest.mark.slow, pytest.mark.sweep))
            for language in (Language.FRENCH, Language.ROMANIAN)
        ),
    ],
)
def test_the_first_game_is_played_by_ear(context: Context, language: Language) -> None:
    """No words are spoken twice running, unrequested ones are short, each task is named by its keys
    and spaces, and tiles that place themselves are spoken in one sentence.
    """
    context.catalogue = load_catalogue(language)
    text = context.text
    dark = Dark(context, context.routes.tutorial())
    table = dark.loop.stack.top
    assert isinstance(table, TableScene)
    mode = table.mode
    assert isinstance(mode, LessonMode)
    dark.wait(2.0)
    unasked = [list(dark.said.texts)]
    assert len(unasked[0]) == 1, "the heading alone"
    assert text("tutorial.by_ear.first.ask") in unasked[0][0]
    for _ in range(80):
        if dark.loop.stack.top is not table:
            break
        lesson, match = mode.lesson, table.game.match
        now = " ".join(dark.press("f3"))
        marked = [match.rules.grid.name_of(i) for i in lesson.marked(match)]
        if lesson.phase is LessonPhase.ASK and lesson.step.name in ("column", "complete", "again"):
            assert all(name in now or " " in now for name in marked)
            assert marked[0] in now
        if lesson.step.name == "last" and table.game.hand():
            free = table.game.legal(table.game.hand()[0])
            assert all(match.rules.grid.name_of(space) in now for space in free)
        assert text("heard.spoken.wait_for_call") not in now
        if lesson.step.name == "back" and lesson.phase is not LessonPhase.MET:
            unasked.append(dark.press("backspace"))
        elif table.game.hand():
            legal = table.game.legal(table.game.hand()[0])
            space = marked[0] if marked else match.rules.grid.name_of(legal[0])
            dark.press(*space)
            unasked.append(dark.press("return"))
        else:
            was = match.round.called
            dark.press("return")
            dark.wait(6.0)
            said = list(dark.said.texts)
            if len(table.game.match.round.called) > len(was) + 1:
                placed = text("heard.spoken.skipped", count=9).replace("9", r"\d+")
                assert sum(bool(re.match(placed, one)) for one in said) == 1, said
                assert len(said) <= 4, "the space meant, that, the next call, what is asked"
            unasked.append(said)
    count = dark.loop.stack.top
    assert isinstance(count, CountScene)
    dark.wait(6.0)
    (verdict,) = count.part("head").spoken(context)
    assert sum(verdict in words for words in dark.said.texts) == 1
    for said in unasked[:-1]:
        sentences = [one for words in said for one in re.split(r"(?<=[.!?]) ", words)]
        assert len(set(sentences)) == len(sentences), said
        for words in said:
            assert seconds_of(words) < (19 if said is unasked[0] else 14), words


def test_the_best_lines_are_read_first_and_all_of_them_when_asked_again(context: Context) -> None:
    dark = open_dark_table(context)
    for space in ("c3", "c4", "b3"):
        dark.press(*space, "return", "n")
    (gist,) = dark.press("f5")
    (full,) = dark.press("f5")
    more = re.search(r"(\d) more; F5 again", gist)
    assert more is not None
    assert gist.count(" from ") == 3
    assert full.count(" from ") == 3 + int(more[1])
    assert dark.press("f5") == [gist]
    dark.press("f6")
    assert dark.press("f5") == [gist], "another question begins with the gist"
    assert seconds_of(gist) < seconds_of(full)


def test_a_letter_says_the_space_and_its_figure_what_would_happen_there(context: Context) -> None:
    dark = open_dark_table(context)
    dark.press("c", "3", "return", "n")
    assert dark.press("c") == ["c3: " + dark.press("c")[0].removeprefix("c3: ")]
    short, full = dark.press("c", "2")
    assert short.startswith("c")
    assert full.startswith("c2, free. ")
    assert "Minus " in full or "needs " in full


def test_alone_there_is_no_other_board_and_that_is_said(context: Context) -> None:
    change_settings(context, has_rival=False)
    dark = open_dark_table(context)
    assert dark.press("page down") == [context.text("heard.spoken.no_board")]
    change_settings(context, has_rival=True)
    dark = open_dark_table(context)
    table = dark.loop.stack.top
    assert isinstance(table, TableScene)
    assert table.mode.rival is not None
    name = table.mode.rival.game.player(table.mode.rival.game.view).name
    points = context.text("terms.count.points", count=0)
    beside = context.text("heard.spoken.score", name=name, points=points)
    assert dark.press("page down") == [f"{beside} {context.text('heard.spoken.empty_board')}"]
    assert dark.press("f6")[0].endswith(beside), "its points are read with the player's"
    setup = TableSetup(Ruleset(), (Player("Ana"), Player("Fox", PlayerKind.BOT, "fox")), "7")
    dark = Dark(context, context.routes.new_table(setup))
    dark.press("page down")
    for key in ("f3", "f4"):
        assert dark.press(key)[0].startswith("Fox: 0 points."), key


def test_idle_talk_is_seen_and_not_read(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sayings, "hear", lambda *_: "Fox: Well, well.")
    dark = open_dark_table(context)
    heard = dark.press("c", "3", "return", "n")
    table = dark.loop.stack.top
    assert isinstance(table, TableScene)
    assert (table.toast.words, table.toast.is_shown) == ("Fox: Well, well.", True)
    assert "Well" not in " ".join([*heard, *dark.press("f3")])


def test_a_wild_tile_is_read_with_its_number(context: Context) -> None:
    rules = Ruleset.parse("daffodil-1 free pairs none")
    for name, number in (("*1*", "1"), ("2**", "2"), ("**3", "3")):
        assert tile_words(context, rules, Tile.parse(name)).endswith(f", {number}")
    assert not any(map(str.isdigit, tile_words(context, rules, Tile.parse("***"))))


def test_without_a_space_the_board_is_described(context: Context) -> None:
    dark = open_dark_table(context)
    (heard,) = dark.press("f8")
    assert "Columns a to e have 3, 4, 5, 4 and 3 spaces" in heard
    assert "A rising line: a3, b3, c3, d2, e1. A falling line: a1, b2, c3, d3, e3." in heard


def test_a_table_says_once_what_its_heading_says(context: Context) -> None:
    """The tile called first, and only that after a pause; the title is not read again."""
    dark = open_dark_table(context)
    title, _ = dark.loop.stack.top.mode.title()  # type: ignore[attr-defined]
    assert len(dark.said.texts) == 1
    assert dark.said.texts[0].startswith(title)
    assert "Called" not in dark.said.texts[0]
    dark.press("escape")
    (back,) = dark.press("escape")
    assert title not in back
    assert "To place: " in back
    dark.press("c", "3", "return")
    assert context.text("play.key.next_call") in dark.press("f3")[0]


def test_no_press_is_silent(context: Context) -> None:
    """A press is answered with the change on the page, or with the control; a label comes first."""
    dark = Dark(context, collect_samples()["challenges"].make(context))
    (rung,) = dark.press(*["tab"] * 4)[-1:]
    kind = context.text(f"challenges.kind_name.{all_challenges()[2].kind.value}")
    assert rung.startswith(f"Challenge 3, {kind}: Met, 3 of 3 stars.")
    (chosen,) = dark.press("return")
    assert chosen.startswith(f"Chosen. Challenge 3 · {kind}. ")
    assert "Met on " in chosen
    goals = Dark(context, context.routes.goals())
    goals.wait(0.5)
    (card,) = goals.press("tab", "tab")[-1:]
    assert goals.press("return") == [card]
    settings = Dark(context, context.routes.settings())
    (_, language) = settings.press("tab", "tab")
    assert language.startswith(f"Language: English, 1 of {len(Language)}.")


def test_a_puzzle_is_solved_by_ear(context: Context) -> None:
    """Letter, number and arrows lead to a space, which is spoken; the verdict is read, and the
    next.
    """
    dark = Dark(context, collect_samples()["puzzles"].make(context))
    assert "What would you have done with seven, nine, four?" in dark.said.texts[0]
    assert "c3 is worth less." in dark.said.texts[0]
    dark.wait(2.0)
    assert dark.press("d", "4")[-1].startswith("d4, free.")
    assert "11 tiles placed." in dark.press("f4")[0]
    assert "Left in the bag:" in dark.press("f6")[0]
    assert dark.press("a", "2", "f8")[-1].count(" to ") == 3
    assert dark.press("e", "1")[-1] == "e1: two, five, eight."
    assert dark.press("return") == ["This space is taken."]
    said = dark.press("c", "2", "return")
    assert "seven, nine, four on c2." in said[-2]
    assert said[-1].startswith("c2 is worth less. Try again, or see the answer.")
    dark.wait(2.0)
    assert dark.said.texts[-1] == "Taken back: seven, nine, four."
    assert dark.press("b", "1", "return")[-1].startswith("Right!")
    assert "Puzzle 2 of 2" in dark.press("return")[-1]


def test_a_clock_that_runs_low_is_told_once(context: Context) -> None:
    setup = TableSetup(Ruleset(), (Player("Ana"),), "7", answer_seconds=12)
    dark = Dark(context, context.routes.new_table(setup))
    dark.wait(0.2)
    low = context.text("heard.spoken.seconds_left", count=10)
    heard = dark.press("f3")[0]
    left = re.search(
        context.text("heard.spoken.seconds_left", count=0).replace("0", r"(\d+)"), heard
    )
    assert left is not None
    assert int(left[1]) in (11, 12)
    dark.said.texts.clear()
    dark.wait(4.0)
    assert dark.said.texts == [low]


def test_no_clock_runs_while_what_was_asked_for_is_read(context: Context) -> None:
    setup = TableSetup(Ruleset(), (Player("Ana"),), "7", answer_seconds=60)
    scene = context.routes.new_table(setup)
    dark = Dark(context, scene)
    table = dark.loop.stack.top
    assert isinstance(table, TableScene)
    while not table.game.hand():
        dark.press("n")
    dark.wait(3.0)

    def left() -> float:
        seconds = table.mode.seconds_left()
        assert seconds is not None
        return seconds

    before = left()
    dark.wait(5.0)
    assert left() == pytest.approx(before - 5, abs=1.1)
    dark.press("f4")
    dark.said.is_speaking = True
    before = left()
    # A still window makes few steps: these are half a minute of its clock, at most a minute stands.
    dark.wait(3.0)
    assert left() == pytest.approx(before, abs=1.1), "it stands while the answer is read"
    dark.said.is_speaking = False
    dark.wait(5.0)
    assert left() == pytest.approx(before - 5, abs=1.1)
    context.say("news")
    dark.said.is_speaking = True
    dark.wait(5.0)
    assert left() == pytest.approx(before - 10, abs=2.1), "what was not asked for stops no clock"


FILLED = (
    *("apart-desk", "apart-standings", "challenges", "daily", "goals", "menu-used"),
    *("records", "records-lines", "settings-hands", "setup"),
)


@pytest.mark.parametrize("name", FILLED)
def test_every_key_reads_something_by_pad_too_and_no_bare_number(
    context: Context, name: str
) -> None:
    sample = collect_samples()[name]
    dark = Dark(context, sample.make(context))
    dark.wait(sample.seconds)
    for key, button in zip(("f3", "f4", "f5", "f6"), ("up", "left", "right", "down"), strict=True):
        (heard,) = dark.press(key)
        # Twice in a row it reads on.
        assert dark.press("f7", f"pad rs-{button}") == [heard, heard]
        # A place in a ranking goes with its name.
        said = re.split(r"(?<=[.!?…]) ", re.sub(r"\b(\d)\. (?=[^\W\d])", r"\1 ", heard))
        assert not [one for one in said if re.fullmatch(r"[^×a-zA-Z]*", one)], (key, said)


def test_a_dialog_and_every_menu_row_speak(context: Context) -> None:
    dark = Dark(context, context.routes.title())
    rows = dark.press(*["tab"] * 6)
    assert len(rows) == 6
    assert len(set(rows)) > 4
    table = open_dark_table(context)
    (asked,) = table.press("escape")[:1]
    assert asked


def test_off_it_is_silent_but_answers_when_asked(context: Context) -> None:
    dark = open_dark_table(context)
    change_settings(context, has_speech=False)
    assert dark.press("c", "1", "right", "return") == []
    assert dark.press("f3") == dark.said.urgent[-1:], "what is asked for waits for nothing"
    dark.said.urgent.clear()
    told, *others = dark.press("f2")
    assert told == context.text("heard.spoken.on")
    assert others
    assert dark.said.urgent == [told], "nothing breaks it off"
    assert context.preferences.has_speech
    assert dark.press("f2") == [context.text("heard.spoken.off")]


def test_without_speech_in_the_system_the_screen_says_so(context: Context) -> None:
    dark = open_dark_table(context)
    change_settings(context, has_speech=False)
    context.speaker = SystemSpeaker(lambda: None, lambda: None)
    dark.press("f2")
    assert not context.preferences.has_speech
    assert not isinstance(dark.loop.stack.top, TableScene)
    assert context.text("heard.spoken.no_engine") in dark.loop.stack.top.read(Topic.HEADING)


def test_the_settings_offer_what_the_voice_can_change(context: Context) -> None:
    dark = Dark(context, SettingsScene(context, Section.ASSISTANCE))
    scene = dark.loop.stack.top
    assert isinstance(scene, SettingsScene)
    ids = ("settings.speech_rate", "settings.speech_volume", "settings.speech_voice")
    assert not any(map(scene.find, ids))
    dark.said.can_change = frozenset({"rate", "voice"})
    dark.said.names = ("Anna", "Bo")
    scene.renew()
    assert [scene.find(one) is not None for one in ids] == [True, False, True]
    scene.focus("settings.speech_rate")
    dark.press("right")
    assert context.preferences.speech_rate == pytest.approx(0.55)
    scene.focus("settings.speech_voice")
    chosen = []
    for _ in range(3):
        (heard,) = dark.press("return")
        chosen.append(context.preferences.speech_voice)
        assert (chosen[-1] or context.text("settings.speech_voice_usual")) in heard
    assert chosen == ["Anna", "Bo", ""]
    change_settings(context, speech_voice="of another system")
    scene.renew()
    dark.press("return")
    assert context.preferences.speech_voice == "Anna"
    assert speech_options(context.preferences) == SpeechOptions(0.55, 1.0, "Anna")


def test_an_arrow_that_leads_nowhere_says_that_this_is_the_end(context: Context) -> None:
    dark = Dark(context, collect_samples()["menu"].make(context))
    heard = [dark.press("down") for _ in range(12)]
    assert all(heard), "no arrow is silent"
    (last,), (again,) = heard[-2:]
    assert last == again
    end = context.text("heard.spoken.field_end")
    assert again.startswith(f"{end}. ")
    assert not any(words.startswith(end) for words in dark.press("up"))


@pytest.mark.parametrize(
    "section", [Section.SOUND, pytest.param(Section.LOOK, marks=pytest.mark.slow)]
)
def test_what_an_arrow_changes_says_that_this_is_the_end(
    context: Context, section: Section
) -> None:
    """And keeps the arrow: beside it may be something that the next key presses."""
    dark = Dark(context, SettingsScene(context, section))
    scene, end = dark.loop.stack.top, context.text("heard.spoken.field_end")
    assert isinstance(scene, SettingsScene)
    for _ in range(20):
        dark.press("tab")
        widget = focused(scene.form)
        if not isinstance(widget, Segmented | Slider | Stepper | Toggle) or widget.id == MAIN:
            continue
        heard = [" ".join(dark.press(way)) for way in ["left"] * 25 + ["right"] * 25]
        assert all(heard), "no arrow is silent"
        assert heard[24].startswith(f"{end}. ")
        assert heard[-1].startswith(f"{end}. ")
        assert not heard[25].startswith(end)
        assert focused(scene.form) is widget


def test_how_a_choice_is_changed_is_said_once(context: Context) -> None:
    hint = context.text("heard.spoken.changes")
    dark = Dark(context, SettingsScene(context, Section.LOOK))
    heard = [" ".join(dark.press("tab")) for _ in range(8)]
    (taught,) = (words for words in heard if hint in words)
    theme = context.text("settings.theme")
    assert taught.startswith(theme)
    assert taught.endswith(hint)


def test_a_page_is_read_on_by_the_same_key(context: Context) -> None:
    """In parts of twelve seconds; after the last, from the start."""
    sample = collect_samples()["records"]
    dark = Dark(context, sample.make(context))
    more = context.text("heard.spoken.more")
    whole = dark.loop.stack.top.read(Topic.BOARD)
    heard = [dark.press("f4")[0]]
    while heard[-1].endswith(more):
        assert len(heard) < 60
        heard.append(dark.press("f4")[0])
    assert max(map(len, heard)) <= GIST_LETTERS
    assert " ".join(words.removesuffix(more).strip() for words in heard) == whole
    assert dark.press("f4") == heard[:1]
    dark.press("f6")
    assert dark.press("f4") == heard[:1], "another question begins anew"


def test_the_editions_are_one_list_in_a_word_each(context: Context) -> None:
    """Tab stops at the chosen one, an arrow chooses the next, and F8 has the facts."""
    dark = Dark(context, context.routes.setup())
    first, second, *_ = (context.text(f"editions.{one.name}.name") for one in all_editions())
    stops = [dark.press("tab")[0] for _ in range(14)]
    assert len(set(stops)) < len(stops), "once round"
    editions = [context.text(f"editions.{one.name}.name") for one in all_editions()]
    assert [one for one in set(stops) if one.startswith(tuple(editions))] == [f"{first}, chosen."]
    while dark.press("tab") != [f"{first}, chosen."]:
        pass
    assert dark.press("down") == [f"{second}, chosen."]
    (asked,) = dark.press("f8")
    assert len(asked) > 60
    assert dark.press("up") == [f"{first}, chosen."]


def test_a_hint_is_read_once_on_a_page_and_when_it_is_asked_for(context: Context) -> None:
    dark = Dark(context, collect_samples()["settings-assistance"].make(context))
    about = context.text("settings.captions_about")
    heard = [dark.press("tab")[0] for _ in range(20)]
    label = context.text("settings.captions")
    captions = [one for one in heard if one.startswith(label)]
    assert len(captions) > 1
    assert [about in one for one in captions] == [True] + [False] * (len(captions) - 1)
    while not dark.press("tab")[0].startswith(label):
        pass
    assert about in dark.press("f8")[0]


@pytest.mark.parametrize("is_seated", some([True, False], 2))
def test_who_plays_is_said_and_then_a_computers_points_in_two_words(
    context: Context, is_seated: bool
) -> None:
    """A second computer of a level at the table, and the rival of a solitary player."""
    name = "Duckling 2" if is_seated else "Duckling"
    change_settings(context, has_rival=not is_seated)
    context.engines = PromptEngines()
    other = [Player(name, PlayerKind.BOT, "duckling")] if is_seated else []
    setup = TableSetup(Ruleset(), (Player("Ana"), *other), "7")
    dark = Dark(context, context.routes.new_table(setup))
    assert dark.said.texts[0].startswith(f"Your own rules against {name}. ")
    heard: list[str] = []
    for _ in range(17):
        table = dark.loop.stack.top
        assert isinstance(table, TableScene)
        space = table.game.legal(table.game.hand()[0])[0] if table.game.hand() else 0
        heard += dark.press(*table.game.match.rules.grid.name_of(space), "return", "n")
        dark.wait(0.5)
        heard += dark.said.texts
    sentences = [one for words in heard for one in sentences_of(words)]
    told = [one for one in sentences if name in one]
    assert isinstance(table, TableScene)
    board = table.mode.rival.game if table.mode.rival is not None else table.game
    assert told == sorted(told, key=lambda one: int(one.strip(".").split()[-1]))
    assert all(re.fullmatch(rf"{name}: \d+\.", one) for one in told), told
    seat = 1 if is_seated else board.view
    assert told[-1] == f"{name}: {board.total_now(seat)}."
    if not is_seated:
        context.speaker = dark.said
        assert dark.press("page down")[0].startswith("Duckling: ")
        assert "Call " in dark.press("page down")[0]


def test_pages_open_with_their_news(context: Context) -> None:
    news = {
        "climb-end": "You fell at stage 5. 16,521 points. 2,520 of 6,500: short by 3,980.",
        "climb-choice": "Take one of 3: Scrap, Seven Colours, Streak. 1 to 3 read a card;",
        "review-branch-end": "What if. 46 points fewer than in the game",
    }
    for name, words in news.items():
        dark = Dark(context, collect_samples()[name].make(context))
        assert dark.said.texts[0].startswith(words), name
        dark.said.texts.clear()
    # Back from a full board of another line leads Enter, which says so.
    (now,) = dark.press("f3")
    assert now.startswith(context.text("review.branch_back"))


def test_a_taken_ace_is_confirmed(context: Context) -> None:
    dark = Dark(context, collect_samples()["climb-choice"].make(context))
    heard = " ".join(dark.press("1", "1"))
    assert "Taken: Scrap. Stage 5." in heard


def test_what_a_placement_loses_is_read_before_what_it_gains(context: Context) -> None:
    """The key that reads the gist reads the first sentence only."""
    dark = open_dark_table(context)
    table = dark.loop.stack.top
    assert isinstance(table, TableScene)
    (tile,), grid = table.game.hand(), table.game.match.rules.grid
    column, rising, _ = grid.lines_through[0]
    same = [one for one in grid.tile_set if one.vertical == tile.vertical and one is not tile]
    other = next(one for one in grid.tile_set if one.rising != tile.rising and one not in same)
    position = table.game.position()
    for one, space in zip([*same, other], [*column.spaces[1:], rising.spaces[1]], strict=False):
        position = put_unchecked(position, one, space)
    current = table.game.match.round
    (seat,) = current.seats
    changed = replace(current, seats=(replace(seat, position=position),))
    table.game.keeper.keep(replace(table.game.match, rounds=(changed,)))
    table.selection.go_to(0)
    words = table.reader.words.focus()
    assert 0 <= words.find("Minus ") < words.find("Completes 3 times ")


def test_an_explanation_is_read_once_on_a_page_and_again_on_the_next(context: Context) -> None:
    change_settings(context, has_speech=True)
    voice = context.speaker = LoopVoice()
    reader, pages = ScreenReader(context), [Recorder(context, name) for name in "ab"]
    for page in pages:
        page.words = {Topic.HEADING: "A page.", Topic.FOCUS: "A button.", Topic.HINT: "It begins."}
        reader.announce_scene(page)
        reader.announce_scene(page)
    assert [words for words, _ in voice.said] == ["A page. A button. It begins."] * 2


@pytest.mark.parametrize("is_followed", [False, True])
def test_an_arrow_that_leads_nowhere_says_so_and_the_focus_unless_a_reader_does(
    context: Context, *, is_followed: bool
) -> None:
    change_settings(context, has_speech=True)
    voice = context.speaker = LoopVoice()
    voice.is_followed = is_followed
    reader, page = ScreenReader(context), Recorder(context)
    page.words = {Topic.FOCUS: "A button."}
    reader.announce_scene(page)
    reader.follow(page, is_arrow=True, is_used=False)
    end = context.text("heard.spoken.field_end")
    said = as_sentences([end] if is_followed else [end, "A button."])
    assert voice.said[-1] == (said, True)


class Focused(Recorder):
    """A page of sentences, one of which has the focus, of a kind."""

    role = Role.BUTTON

    def outline(self) -> Outline:
        return Outline((Node(1, self.role, "it", Rect(0, 0, 9, 9)),), 1)

    def put(self, focus: str, board: str = "", hint: str = "") -> None:
        """Set the focus's words, the other sentences and the hint."""
        board = f"{focus} {board}".strip()
        self.words = {Topic.FOCUS: focus, Topic.BOARD: board, Topic.HINT: hint}


A_PAGE = ("One.", "Two.", "About it.")


@pytest.mark.parametrize(
    ("role", "acts", "now", "own", "followed"),
    [
        # The focus moves: its words, and the hint once on a page.
        (Role.BUTTON, "", ("Three.", "Two.", "About it."), "Three.", ""),
        (Role.BUTTON, "", ("Three.", "Two.", "About three."), "Three. About three.", ""),
        (Role.BUTTON, "moved", ("One.", "Two.", ""), "One.", "One."),
        (Role.BUTTON, "", A_PAGE, "", ""),
        # A press: what is new of the focus, then of the page; never nothing.
        (Role.BUTTON, "press", ("One. More.", "Two.", ""), "More.", ""),
        (Role.BUTTON, "press", ("One, chosen.", "Two.", ""), "Chosen.", ""),
        (Role.BUTTON, "press", ("One.", "Three. Two.", ""), "Three.", "Three."),
        (Role.BUTTON, "press", ("Four.", "Three.", ""), "Four. Three.", "Three."),
        (Role.BUTTON, "press moved", ("Four.", "Two.", ""), "Four.", ""),
        (Role.BUTTON, "press", A_PAGE, "One. About it.", "One. About it."),
        # An arrow that changes nothing says so, on a slider even where it was used.
        (Role.BUTTON, "arrow", A_PAGE, "End. One.", "End."),
        (Role.BUTTON, "arrow used", A_PAGE, "", ""),
        (Role.SLIDER, "arrow used", A_PAGE, "End. One.", "End."),
        (Role.SWITCH, "arrow used", A_PAGE, "End. One.", "End."),
        (Role.BUTTON, "arrow used", ("Three.", "", ""), "Three.", ""),
        # How a choice is changed is said with the first one.
        (Role.CHOICE, "", ("Three.", "", ""), "Three. Changes.", ""),
        (Role.CHOICE, "moved", ("One.", "", ""), "One. Changes.", "One."),
        (Role.SWITCH, "", ("Three.", "", ""), "Three.", ""),
    ],
)
def test_what_an_act_has_changed_is_read_or_left_to_a_screen_reader(
    context: Context, role: Role, acts: str, now: tuple[str, str, str], own: str, followed: str
) -> None:
    named = {"End": "field_end", "Changes": "changes"}
    for is_followed, expected in ((False, own), (True, followed)):
        change_settings(context, has_speech=True)
        voice = context.speaker = LoopVoice()
        voice.is_followed = is_followed
        reader, page = ScreenReader(context), Focused(context)
        page.role = role
        page.put(*A_PAGE)
        reader.announce_scene(page)
        voice.said.clear()
        if "press" in acts:
            reader.expect_press(page)
        context.has_moved = "moved" in acts
        page.put(*now)
        for _ in range(2):
            reader.follow(page, is_arrow="arrow" in acts, is_used="used" in acts)
            if "arrow" in acts:
                break
        for word, key in named.items():
            expected = expected.replace(word, context.text(f"heard.spoken.{key}").rstrip("."))
        said = [(" ".join(words.split()), is_urgent) for words, is_urgent in voice.said]
        assert said == ([(expected, True)] if expected else [])
        assert (context.has_moved, context.has_spoken) == (False, False)


def test_an_explanation_is_read_once_however_many_are_between(context: Context) -> None:
    change_settings(context, has_speech=True)
    voice = context.speaker = LoopVoice()
    reader, page = ScreenReader(context), Focused(context)
    for name in ("a", "b", "a", "c", "b"):
        page.put(f"Button {name}.", "", f"About {name}.")
        reader.follow(page, is_arrow=False, is_used=True)
    assert [" ".join(words.split()) for words, _ in voice.said] == [
        "Button a. About a.",
        "Button b. About b.",
        "Button a.",
        "Button c. About c.",
        "Button b.",
    ]


def test_a_page_is_announced_once_each_time_it_is_on_top(context: Context) -> None:
    voice = context.speaker = LoopVoice()
    reader, (one, two) = ScreenReader(context), (Focused(context), Focused(context))
    for page, words in ((one, "First."), (two, "Second.")):
        page.put(words, "", "Press.")
        page.words[Topic.HEADING] = f"The {words.lower()}"
    for page, is_on, news, said in (
        (one, False, "", []),
        (one, True, "", [("The first. First. Press.", True)]),
        (one, True, "", []),
        (two, True, "has_news", [("The second. Second. Press.", False)]),
        (one, True, "has_spoken", [("The first. First. Press.", False)]),
        (one, False, "", []),
        (one, True, "", [("The first. First. Press.", True)]),
    ):
        change_settings(context, has_speech=is_on)
        context.has_news, context.has_spoken = news == "has_news", news == "has_spoken"
        reader.announce_scene(page)
        assert (voice.said, context.has_spoken) == (said, False)
        assert context.announced is (page if is_on else None)
        voice.said.clear()
    # Words of a page that is not announced answer no press that came too early.
    reader.answer_held(two)
    assert voice.said == []
    reader.answer_held(one)
    assert voice.said == [("First.", False)]

"""The words that are read aloud in a game, with the second and the key of each sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from game.rules.scoring import LineState, LineStatus, line_status
from game.ui.frame.bindings import DEFAULT_BINDINGS
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import Scene
from game.ui.frame.topics import READING, sentences_of
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.tutorial.mode import LessonMode
from tests.ui.by_ear import Player

LETTERS_A_SECOND: Final = 15.0
"""The speed of a voice at 175 words a minute, in all four languages: eSpeak's English, measured."""


@dataclass(slots=True)
class Press:
    """One key, or the beginning: when, what it is for, the screen, and what was said until the
    next one.
    """

    key: str
    is_question: bool
    scene: Scene | None
    said: list[str]
    text: Callable[..., str]
    completed: list[tuple[int, int]] = field(default_factory=list)
    """The length and the number of each line that the key completed on the player's board."""
    lost: int = 0
    """Lines that it broke there."""

    @property
    def sentences(self) -> list[str]:
        """Each sentence that was said."""
        return [one for words in self.said for one in sentences_of(words)]


def seconds_of(words: str) -> float:
    """Return how long a voice takes, about."""
    return len(words) / LETTERS_A_SECOND


Lines = tuple[LineStatus, ...]


def _lines_of(scene: Scene) -> Lines:
    """The lines of the board at a table, none on other screens or where they are hidden."""
    if not isinstance(scene, TableScene) or not scene.game.match.rounds:
        return ()
    game = scene.game
    if game.face_down() is not None or game.round is None:
        return ()
    position = game.position()
    return tuple(line_status(line, position) for line in game.match.rules.grid.lines)


class Transcript:
    """All presses of a game: `listen` is called with the player before it plays."""

    def __init__(self) -> None:
        self.presses: list[Press] = []

    def listen(self, player: Player) -> None:
        """Note what a player presses and hears from now on."""
        loop, truth = player.dark.loop, player.truth
        take, say = loop.take, truth.say
        text = player.context.text
        self.presses.append(Press("", False, loop.stack.top, [player.heard], text))

        def note_key(intent: Intent) -> None:
            if isinstance(intent, Command):
                action = DEFAULT_BINDINGS.action(intent.key)
                top = loop.stack.top
                press = Press(intent.key, action in READING, top, [], text)
                self.presses.append(press)
                before = _lines_of(top)
                take(intent)
                self._compare(press, before, _lines_of(top))
            else:
                take(intent)

        def note_words(words: str, *values: object, **named: bool) -> None:
            self.presses[-1].said.append(words)
            top = loop.stack.top
            if isinstance(top, TableScene) and isinstance(top.mode, LessonMode):
                # The lesson's sentences are none of the table's.
                truth.texts.append(words)
                return
            say(words, *values, **named)  # type: ignore[arg-type]

        loop.take = note_key  # type: ignore[method-assign]
        truth.say = note_words  # type: ignore[method-assign, assignment]

    @staticmethod
    def _compare(press: Press, before: Lines, after: Lines) -> None:
        """Note what a placement has done."""
        for was, now in zip(before, after, strict=False):
            if was.state is now.state:
                continue
            if now.state is LineState.COMPLETE:
                press.completed.append((len(now.line), now.numbers[-1]))
            press.lost += now.state is LineState.DEAD

    @property
    def unasked(self) -> Iterator[tuple[Press, str]]:
        """Yield what was said without a key that asks for it."""
        for press in self.presses:
            if not press.is_question:
                for words in press.said:
                    yield press, words

    @property
    def seconds(self) -> float:
        """Return the seconds that all of the words take."""
        return sum(seconds_of(words) for press in self.presses for words in press.said)


def heard_in(play: Callable[[Context], object], context: Context) -> Transcript:
    """Play, and return what was heard."""
    transcript = Transcript()
    begin = Player.__init__

    def begin_listening(player: Player, context: Context, scene: Scene) -> None:
        begin(player, context, scene)
        transcript.listen(player)

    Player.__init__ = begin_listening  # type: ignore
    try:
        play(context)
    finally:
        Player.__init__ = begin  # type: ignore[method-assign]
    return transcript

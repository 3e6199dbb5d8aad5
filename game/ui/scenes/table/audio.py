"""The sounds of one table: effects, the caller's voice, and music that follows the lines."""

from typing import Final, Unpack

from game.play.lines_now import is_ray
from game.play.table_game import TableGame
from game.rules.moves import Called, Event, LineCompleted, LineDied, Placed, RayCompleted, TakenBack
from game.rules.placement import ASIDE_INDEX, Position
from game.rules.scoring import LineState, line_status
from game.rules.tiles import NUMBERS, Direction, Symbol, Tile
from game.ui.frame.context import Context
from game.ui.scenes.shared.table_layout import TableLayout
from game.ui.scenes.table.motion import (
    BETWEEN_CALLS,
    BETWEEN_LINES,
    DROP_SECONDS,
    before_light,
    call_seconds,
)
from game.ui.scenes.table.stroke import Stroke
from game.ui.sound.music import Mood, MusicCue
from game.ui.sound.names import Sound, line_step, number_step, weight_step
from game.ui.sound.player import How

_FULL_LIFE: Final = 0.55
"""The share of lines still alive on a board that goes well."""

_ENDING: Final = 5
"""Tiles left from which the music changes to its ending."""


class TableAudio:
    """Plays the sounds of a table, each when its animation shows its cause."""

    def __init__(self, context: Context, game: TableGame) -> None:
        self._context = context
        self._game = game
        self._cue: MusicCue | None = None

    def enter(self) -> None:
        """Start the table's music."""
        self._cue = None
        self.follow()

    def follow(self) -> None:
        """Pass the share of living lines and the tiles left to the music."""
        life = life_of(self._game, self._game.position()) if self._game.face_down() is None else 0.0
        uncalled, waiting = self._uncalled(), len(self._game.hand())
        is_ending = uncalled + waiting <= _ENDING
        is_held = uncalled == 0 and waiting > 0
        cue = MusicCue(Mood.TABLE, life, is_ending=is_ending, is_held=is_held)
        if cue != self._cue:
            self._cue = cue
            self._context.sound.follow(cue)

    def _uncalled(self) -> int:
        """Return the number of tiles of the round still to be called."""
        match = self._game.match
        called = match.round.called if match.rounds else ()
        return sum(match.rules.call_sizes) - len(called)

    def play_events(
        self, events: tuple[Event, ...], layout: TableLayout, lead: float = DROP_SECONDS
    ) -> None:
        """Play a sound for each event, panned to its place and delayed to its animation.

        A placed tile lands after `lead` seconds.
        """
        context, game = self._context, self._game
        is_blind = game.face_down() is not None
        is_still = context.preferences.has_reduced_motion
        lines = deaths = 0
        stroke = Stroke.of(events, game.view)
        lights = lead if is_still else lead + before_light(stroke.points)

        def play(sound: Sound, x: float, **how: Unpack[How]) -> None:
            how["side"] = layout.side(x)
            if is_still:
                how["delay"] = 0.0
            context.sound.play(sound, **how)

        def middle(spaces: tuple[int, ...]) -> float:
            return sum(layout.board.centres[i][0] for i in spaces) / len(spaces)

        def place(space: int) -> float:
            return layout.hand.centre[0] if space == ASIDE_INDEX else layout.board.centres[space][0]

        for event in events:
            match event:
                case Called(_, tiles):
                    is_last = self._uncalled() == 0
                    for i in range(1 if is_last else len(tiles)):
                        sound = Sound.LAST_CALL if is_last else Sound.CALL
                        play(sound, layout.bag.centre[0], delay=BETWEEN_CALLS * i)
                    # The roll of the last call stops when its face appears and is named.
                    seconds = 0.0 if is_still else call_seconds(is_last=is_last) / 2
                    context.sound.call(tiles, context.catalogue.language, seconds)
                case Placed(seat, tile, space, _, _) if seat == game.view:
                    # A flying tile sounds when it lands, one placed by the pointer at once.
                    weight = weight_step(_weight(tile))
                    heard = 0.0 if lead < DROP_SECONDS else lead
                    play(Sound.PLACE, place(space), step=weight, delay=heard)
                    if space != ASIDE_INDEX and not is_blind:
                        for i, number in enumerate(self._going_on(space)):
                            delay = lead + 0.09 * i
                            play(Sound.ALIVE, place(space), step=number_step(number), delay=delay)
                case LineCompleted() | LineDied() | RayCompleted() if is_blind:
                    pass
                case LineCompleted(seat, line, number, _) if seat == game.view:
                    delay = lights + BETWEEN_LINES * lines
                    play(
                        Sound.LINE,
                        middle(line.spaces),
                        step=line_step(number, len(line)),
                        delay=delay,
                    )
                    lines += 1
                case RayCompleted(seat, line, symbol) if seat == game.view and is_ray(
                    game.match.rules, line_status(line, game.position())
                ):
                    is_sun = symbol is Symbol.SUN
                    delay = lights + BETWEEN_LINES * lines + 0.2
                    play(Sound.RAY, middle(line.spaces), step=0 if is_sun else 1, delay=delay)
                    lines += 1
                case LineDied(seat, line) if seat == game.view:
                    delay = lead + 0.09 * deaths
                    play(Sound.LINE_DIES, middle(line.spaces), loudness=0.6, delay=delay)
                    deaths += 1
                case TakenBack(seat, _, space) if seat == game.view:
                    play(Sound.TAKE_BACK, place(space))
        if stroke.level and lines and not is_blind:
            # It sounds over the last line's chord, higher for more points.
            delay = lights + BETWEEN_LINES * (lines - 1) + 0.2
            play(Sound.STROKE, layout.board_area.centre[0], step=stroke.level - 1, delay=delay)
        self.follow()

    def _going_on(self, space: int) -> list[int]:
        """Return the numbers of the lines through a space that were begun before and can still
        score.
        """
        position = self._game.position()
        board = self._game.match.rules.grid
        states = [line_status(line, position) for line in board.lines_through[space]]
        return [s.numbers[-1] for s in states if s.state is LineState.ALIVE and s.filled > 1]


def life_of(game: TableGame, position: Position) -> float:
    """Return the share of lines with two or more tiles that can still score, 1 on a good board."""
    lines = game.match.rules.grid.lines
    living = sum(
        status.state in (LineState.ALIVE, LineState.COMPLETE) and status.filled > 1
        for status in (line_status(line, position) for line in lines)
    )
    return min(1.0, living / (_FULL_LIFE * len(lines)))


def _weight(tile: Tile) -> int:
    """Return the sum of a tile's numbers; a wild stripe counts as its highest."""
    return sum(
        NUMBERS[direction][-1] if (number := tile.number(direction)) is None else number
        for direction in Direction
    )

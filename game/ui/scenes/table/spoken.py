"""The table in sentences, to be read aloud."""

from collections.abc import Collection, Iterable

from game.locale.catalogue import Value
from game.play.lines_now import points_at_best
from game.play.table_game import Stage, TableGame
from game.progress.challenges import challenge_of
from game.rules.boards import Line
from game.rules.moves import Called, Event, LineCompleted, LineDied, Placed, RayCompleted, TakenBack
from game.rules.placement import ASIDE_INDEX, Position
from game.rules.scoring import LineState, line_status, score_line
from game.rules.tiles import Symbol, Tile
from game.ui.frame.context import Context
from game.ui.frame.topics import as_sentences
from game.ui.scenes.shared.names import lying_words, space_name, space_words
from game.ui.scenes.table.explaining import BAG_NUMBERS, BagNumber, ExplainTarget, is_meant
from game.ui.scenes.table.input import Selection
from game.ui.scenes.table.league_words import seat_news
from game.ui.scenes.table.stroke import Stroke
from game.ui.sound.voices import words_of


class TableWords:
    """Whole sentences about one table."""

    def __init__(self, context: Context, game: TableGame, selection: Selection) -> None:
        self._context = context
        self._game = game
        self._selection = selection

    def _say(self, key: str, **values: Value) -> str:
        return self._context.text(f"heard.spoken.{key}", **values)

    def _tile(self, tile: Tile) -> str:
        return words_of(self._context.catalogue, tile)

    def _tiles(self, tiles: Iterable[Tile]) -> str:
        return "; ".join(map(self._tile, tiles))

    def _space(self, space: int) -> str:
        return space_name(self._context, self._game.match.rules.grid, space)

    def _counted(self, points: float) -> str:
        return self._context.text("terms.count.points", count=points)

    def to_do(self) -> str:
        """Which call it is, and what is to be placed."""
        game, words = self._game, []
        current = game.round
        if current is not None and current.calls:
            calls = len(game.match.rules.call_sizes)
            words.append(self._say("call_of", call=len(current.calls), calls=calls))
        hand = game.hand()
        if hand:
            words.append(self._say("to_place", tiles=self._tiles(hand)))
        elif game.stage() is Stage.CALL:
            words.append(self._say("wait_for_call"))
        elif game.stage() is Stage.BOTS and not game.elsewhere:
            words.append(self._context.text("play.thinking"))
        elif words:
            words.append(self._say("nothing_to_place"))
        return " ".join(words)

    def no_space(self) -> str:
        """That a tile waits and no space is meant; how one is marked."""
        return self._say("no_space")

    def focus(self) -> str:
        """Return the space meant, what lies there, and what the chosen tile would do there."""
        game, space = self._game, self._selection.target
        position = game.position()
        if space is None:
            return ""
        grid, hidden = game.match.rules.grid, game.face_down() or ()
        words, hand = [space_words(self._context, grid, position, space, hidden)], game.hand()
        is_free = space != ASIDE_INDEX and position.tiles[space] is None
        tile = self._selection.tile_of(hand)
        if tile is not None and is_free:
            reason = game.refusal(tile, space)
            if reason is not None:
                return " ".join([*words, self._context.text(f"errors.illegal.{reason.value}")])
            words += self._outlook(tile, space)
        return " ".join(words)

    def _outlook(self, tile: Tile, space: int) -> list[str]:
        """Return what a placement would do to the lines through its space."""
        before, after = self._game.position(), self._game.preview(tile, space)
        if after is None or self._game.face_down() is not None:
            return []
        words = []
        for line in self._game.match.rules.grid.lines_through[space]:
            was, then = line_status(line, before), line_status(line, after)
            if then.state is LineState.COMPLETE:
                points = self._counted(score_line(line, after).points)
                words.append(
                    self._say("completes", length=len(line), number=then.numbers[-1], points=points)
                )
            elif then.state is LineState.DEAD and was.state is LineState.ALIVE:
                points = self._counted(points_at_best(was, before))
                words.append(self._say("breaks", number=was.numbers[-1], points=points))
            elif was.state is LineState.ALIVE and then.state is LineState.ALIVE:
                number, needed = then.numbers[-1], len(line) - then.filled
                left = self._left(BagNumber(line.direction, number))
                words.append(self._say("goes_on", number=number, needed=needed, left=left))
        return words

    def _left(self, asked: BagNumber) -> int:
        return sum(is_meant(asked, tile) for tile in self._game.match.bag)

    def left_tiles(self, asked: ExplainTarget) -> str:
        """The tiles of the bag that are asked for, "" where none is."""
        return self._tiles(tile for tile in self._game.match.bag if is_meant(asked, tile))

    def _bag(self) -> str:
        """Return how many tiles of each number the bag still has."""
        each = (
            self._say("bag_number", count=self._left(asked), number=asked.number)
            for asked in BAG_NUMBERS
        )
        return self._say("bag", numbers="; ".join(each))

    def board(self) -> str:
        """Return what lies where, and where each tile of the hand may go."""
        game = self._game
        words = [self._lying(game.position(), game.face_down() or ())]
        for tile in game.hand():
            spaces = ", ".join(self._space(i) for i in game.legal(tile))
            words.append(self._say("may_go", tile=self._tile(tile), spaces=spaces))
        return " ".join(words)

    def _lying(self, position: Position, hidden: Collection[int] = ()) -> str:
        """Return what lies where, a sentence each."""
        return lying_words(self._context, self._game.match.rules.grid, position, hidden)

    def other_board(self, seat: int) -> str:
        """Whose board it is, its points, and what lies on it, as far as others may know."""
        game, name = self._game, self._game.player(seat).name
        position = game.position(seat)
        if game.is_hidden(seat):
            return self._context.text("play.covered", name=name)
        points = [] if game.is_secret(seat) else [self._points(seat)]
        news = seat_news(self._context, game, seat)
        return as_sentences((*(points or [name]), *news, self._lying(position)))

    def _points(self, seat: int) -> str:
        """Return a seat's points so far."""
        points = self._counted(self._game.total_now(seat))
        return self._say("score", name=self._game.player(seat).name, points=points)

    def lines(self) -> str:
        """The lines that are complete, those that live, and how many are lost."""
        game = self._game
        position = game.position()
        if game.face_down() is not None:
            return self._say("no_lines")
        words, dead = [], 0
        for line in game.match.rules.grid.lines:
            status = line_status(line, position)
            if status.state is LineState.COMPLETE:
                points = self._counted(score_line(line, position).points)
                words.append(self._say("complete", **self._ends(line), points=points))
            elif status.state is LineState.ALIVE:
                number, filled = status.numbers[-1], status.filled
                values = {"number": number, "filled": filled, "length": len(line)}
                words.append(self._say("alive", **self._ends(line), **values))
            dead += status.state is LineState.DEAD
        if dead:
            words.append(self._say("lost", count=dead))
        return " ".join(words or [self._say("no_lines")])

    def _ends(self, line: Line) -> dict[str, str]:
        return {"start": self._space(line.spaces[0]), "end": self._space(line.spaces[-1])}

    def score(self) -> str:
        """Return every player's points, how many tiles are still to come, and what the
        bag has left.
        """
        game, words = self._game, []
        for seat, player in enumerate(game.match.players):
            if game.is_secret(seat):
                words.append(self._context.text("play.secret", name=player.name))
                continue
            words.append(self._points(seat))
        current = game.round
        if current is not None:
            sizes = game.match.rules.call_sizes
            words.append(self._say("to_come", count=sum(sizes[len(current.calls) :])))
            words.append(self._bag())
            challenge = challenge_of(game.setup.challenge, game.match)
            if challenge is not None and challenge.is_open:
                tiles = self._tiles(challenge.tiles[len(current.called) :])
                words.append(self._say("coming", tiles=tiles) if tiles else "")
        return " ".join(words)

    def describe(self, events: tuple[Event, ...]) -> str:
        """Return what happened to the board in view, and what was called."""
        game, words, lost = self._game, [], 0
        is_blind = game.face_down() is not None
        for event in events:
            match event:
                case Called(_, tiles):
                    words.append(self._say("called", tiles=self._tiles(tiles)))
                case Placed(seat, tile, space, _, _) if seat == game.view:
                    where = self._space(space)
                    words.append(self._say("placed", tile=self._tile(tile), space=where))
                case TakenBack(seat, tile, _) if seat == game.view:
                    words.append(self._say("taken_back", tile=self._tile(tile)))
                case LineCompleted() | LineDied() | RayCompleted() if is_blind:
                    pass
                case LineCompleted(seat, line, number, points) if seat == game.view:
                    values = {"length": len(line), "number": number}
                    words.append(self._say("completed", **values, points=self._counted(points)))
                case RayCompleted(seat, _, symbol) if seat == game.view:
                    is_sun = symbol is Symbol.SUN
                    words.append(
                        self._context.text(f"terms.{'sun' if is_sun else 'moon'}_ray") + "."
                    )
                case LineDied(seat, _) if seat == game.view:
                    lost += 1
        stroke = Stroke.of(events, game.view)
        if stroke.lines > 1 and not is_blind:
            words.append(self._context.text(stroke.key))
        if lost:
            words.append(self._say("lost", count=lost))
        return " ".join(words)

"""The table in sentences for the screen reader."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final, NamedTuple

from game.locale import write_list
from game.locale.catalogue import Value
from game.play.lines_now import is_ray, points_at_best, rays_now
from game.play.table_game import Phase, TableGame
from game.progress.challenges import find_challenge
from game.rules.boards import Line
from game.rules.moves import Called, Event, LineCompleted, LineDied, Placed, RayCompleted, TakenBack
from game.rules.placement import ASIDE_INDEX, Position
from game.rules.ruleset import RayRule
from game.rules.scoring import (
    LineState,
    LineStatus,
    ScoredLine,
    line_status,
    ray_points,
    score_line,
)
from game.rules.tiles import Symbol, Tile
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.topics import GIST_LETTERS, as_sentences, gist_of
from game.ui.scenes.shared.bag_picture import BAG_NUMBERS, BagNumber
from game.ui.scenes.shared.names import (
    action_key,
    lying_words,
    space_name,
    space_words,
    spaces_words,
    tile_words,
)
from game.ui.scenes.table.coach import CoachView
from game.ui.scenes.table.explaining import ExplainTarget, is_meant
from game.ui.scenes.table.input import Selection
from game.ui.scenes.table.league_words import seat_news
from game.ui.scenes.table.line_words import LineWords, by_points_there
from game.ui.scenes.table.stroke import Stroke

_GIST: Final = 3
_BRIEF_GIST: Final = 2
"""Lines read at first."""


class _Loss(NamedTuple):
    """A line broken by a placement: its most points, its number or ray, and its sentence."""

    points: float
    name: str
    words: str


CLOSING_HELP: Final = "play.closing_help"
NO_CLOSING: Final = "play.nothing_to_move"


def closing_key(game: TableGame) -> str:
    """Return the catalogue key of the instruction for closing moves (P6)."""
    return CLOSING_HELP if game.hand() or game.closing else NO_CLOSING


class TableWords:
    """Sentences about one table; short ones if the player prefers them."""

    def __init__(
        self, context: Context, game: TableGame, selection: Selection, coach: CoachView
    ) -> None:
        self._context = context
        self._game = game
        self._selection = selection
        self._coach = coach

    def _say(self, key: str, /, **values: Value) -> str:
        return self._context.text(f"heard.spoken.{key}", **values)

    def _tile(self, tile: Tile) -> str:
        return tile_words(self._context, self._game.match.rules, tile)

    def _tiles(self, tiles: Iterable[Tile]) -> str:
        return "; ".join(map(self._tile, tiles))

    def _space(self, space: int) -> str:
        return space_name(self._context, self._game.match.rules.grid, space)

    def _counted(self, points: float) -> str:
        return self._lines.counted(points)

    @property
    def _lines(self) -> LineWords:
        match = self._game.match
        return LineWords(self._context, match.rules, self._game.position(), match.bag)

    @property
    def is_brief(self) -> bool:
        """Whether the player prefers short sentences."""
        return self._lines.is_brief

    @property
    def _hidden(self) -> str:
        """A sentence that lines are secret while tiles are face down, else ""."""
        return "" if self._game.face_down() is None else self._say("hidden_lines")

    def to_do(self, way_on: str = "", *, is_counted: bool = True) -> str:
        """Return the number of the call if `is_counted`, and the tiles to place, or `way_on`
        without any.
        """
        game, words = self._game, []
        current, hand, phase = game.round, game.hand(), game.phase()
        if phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
            return self._say("wait_for_count")
        is_first = current is None or not current.calls
        is_told = is_first and not is_counted
        is_counted &= not self.is_brief
        if is_counted and current is not None and current.calls and phase is not Phase.CLOSE:
            calls = len(game.match.rules.call_sizes)
            words.append(self._say("call_of", call=len(current.calls), calls=calls))
        if phase is Phase.CLOSE:
            words.append(self.closing())
        if hand:
            words.append(self._say("to_place", tiles=self._tiles(self._chosen_first(hand))))
        elif phase is Phase.CALL and way_on:
            words += [] if self.is_brief or is_first else [self._say("all_placed")]
            words.append(as_sentences([way_on]))
        elif phase in (Phase.BEGIN, Phase.CALL) and not is_told:
            words.append(self._say("wait_first" if is_first else "wait_for_call"))
        elif phase is Phase.BOTS and not game.apart.elsewhere:
            words.append(self._context.text("play.thinking"))
        elif words and phase is not Phase.CLOSE:
            words.append(self._say("nothing_to_place"))
        return " ".join(filter(None, words))

    def closing(self) -> str:
        """Return the options of the closing moves (P6), and the key that ends them."""
        if closing_key(self._game) == NO_CLOSING:
            return self._context.text(NO_CLOSING)
        return self._say("closing", key=action_key(self._context, Action.NEXT_CALL))

    def _chosen_first(self, hand: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Return the tiles of the hand in the order in which Tab chooses them."""
        chosen = self._selection.tile_of(hand)
        start = hand.index(chosen) if chosen in hand else 0
        return hand[start:] + hand[:start]

    def chosen_tile(self) -> str:
        """Return the chosen tile and its place in the hand, "" without one."""
        hand = self._game.hand()
        tile = self._selection.tile_of(hand)
        if tile is None:
            return ""
        words = self._tile(tile)
        if len(hand) > 1:
            number, count = hand.index(tile) + 1, len(hand)
            words = self._say("of", words=words, number=number, count=count)
        return as_sentences([words])

    def next_tile(self) -> str:
        """Return the tile to be placed next, or that none is left."""
        if self._game.phase() in (Phase.CLOSE, Phase.ROUND_OVER, Phase.MATCH_OVER):
            return ""
        tile = self._selection.tile_of(self._game.hand())
        if tile is not None:
            return self._say("next_tile", tile=self._tile(tile))
        current = self._game.round
        is_single = current is None or len(current.calls[-1]) < 2
        return "" if is_single else self._say("all_placed")

    def no_space(self) -> str:
        """Return that a tile needs a space, and how to select one."""
        return self._say("no_space")

    def space_meant(self) -> str:
        """Return the selected space with its tile."""
        space = self._selection.target
        return "" if space is None else self.space(space)

    def space_named(self) -> str:
        """Return the selected space; only its name if it is free."""
        space, tiles = self._selection.target, self._game.position().tiles
        is_taken = space is not None and tiles[space] is not None
        if space is None or space == ASIDE_INDEX or (is_taken and not self.is_brief):
            return self.space_meant()
        return as_sentences([self._space(space)])

    def space(self, space: int) -> str:
        """Return a space with its tile."""
        game = self._game
        hidden = game.face_down() or ()
        return space_words(self._context, game.match.rules, game.position(), space, hidden)

    def focus(self) -> str:
        """Return the selected space with its tile, and the effect of the chosen tile there."""
        game, space = self._game, self._selection.target
        position = game.position()
        if space is None:
            return ""
        hand = game.hand()
        is_free = space == ASIDE_INDEX or position.tiles[space] is None
        words = [self.space_named() if is_free and self.is_brief else self.space_meant()]
        tile = self._selection.tile_of(hand)
        if tile is not None and is_free:
            is_lying_there = space == ASIDE_INDEX and game.phase() is Phase.CLOSE
            reason = None if is_lying_there else game.refusal(tile, space)
            if reason is not None:
                return " ".join([*words, self._context.text(f"errors.illegal.{reason.value}")])
            words += gist_of(self._outlook(tile, space), " ".join(words))
            words.append(self._coach.spoken_value(tile, space))
        return " ".join(filter(None, words))

    def coach(self) -> str:
        """Return the coach's values of the best spaces for the chosen tile."""
        tile = self._selection.tile_of(self._game.hand())
        return "" if tile is None else self._coach.spoken_best(tile)

    def coach_reasons(self) -> str:
        """Return the coach's reasons for the selected space, or else for the best one."""
        tile = self._selection.tile_of(self._game.hand())
        return "" if tile is None else self._coach.spoken_reasons(tile, self._selection.target)

    def _outlook(self, tile: Tile, space: int) -> list[str]:
        """Return the effects of a placement on the lines through its space, the worst loss
        first.
        """
        before, after = self._game.position(), self._game.preview(tile, space)
        if after is None or self._game.face_down() is not None:
            return []
        lines = self._lines
        gains: list[str] = []
        losses: list[_Loss] = []
        for line in self._game.match.rules.grid.lines_through[space]:
            was, then = line_status(line, before), line_status(line, after)
            if then.state is LineState.COMPLETE:
                gains.append(self._scored(score_line(line, after), "completes"))
            elif then.state is LineState.DEAD and was.state is LineState.ALIVE:
                lost = points_at_best(was, before)
                values = {**lines.progress(was), "points": self._context.catalogue.number(lost)}
                losses.append(_Loss(lost, lines.numbers(was), self._say("breaks", **values)))
            elif was.state is then.state is LineState.ALIVE and not lines.is_brief:
                needed, left = len(line) - then.filled, lines.fitting(then)
                gains.append(
                    self._say("goes_on", number=lines.numbers(then), needed=needed, left=left)
                )
            self._add_ray(was, then, gains, losses)
        losses.sort(key=lambda loss: -loss.points)
        counted = [loss for loss in losses if loss.points]
        if not lines.is_brief or not counted:
            return [*(loss.words for loss in losses), *gains]
        at_most = self._context.catalogue.number(sum(loss.points for loss in counted))
        named = ", ".join(loss.name for loss in counted)
        broken = self._say("breaks_all", points=at_most, numbers=named)
        return [broken, *(loss.words for loss in losses if not loss.points), *gains]

    def _scored(self, scored: ScoredLine, key: str) -> str:
        """Return a complete line and its points, as the sentence `key` or as the shortest one."""
        points = self._counted(scored.points)
        if self.is_brief:
            return as_sentences([f"{self._times(scored.line, scored.number)}, {points}"])
        return self._say(key, length=len(scored.line), number=scored.number, points=points)

    def _times(self, line: Line, number: int) -> str:
        return self._say("times", length=len(line), number=number)

    def _add_ray(
        self,
        was: LineStatus,
        then: LineStatus,
        gains: list[str],
        losses: list[_Loss],
    ) -> None:
        """Add the effect on a ray, if rays can count (S4, S5)."""
        rules, line, lines = self._game.match.rules, then.line, self._lines
        if is_ray(rules, then):
            assert then.symbol is not None
            if then.filled == len(line):
                gains.append(lines.complete_ray(line, then.symbol, "ray_completes"))
            elif not lines.is_brief:
                key = f"ray_goes_on.{then.symbol.value}"
                gains.append(self._say(key, **lines.ends(line), **lines.filled(then)))
        elif is_ray(rules, was):
            assert was.symbol is not None
            key = f"ray_breaks.{was.symbol.value}"
            words = self._say(key, **lines.ends(line), **lines.filled(was))
            lost = ray_points(line, was.symbol) if rules.rays is RayRule.RAYS else 0
            name = self._context.text(f"terms.{was.symbol.value}_ray")
            losses.append(_Loss(lost, name, words))

    def _left(self, asked: BagNumber) -> int:
        return sum(is_meant(asked, tile) for tile in self._game.match.bag)

    def left_tiles(self, asked: ExplainTarget) -> str:
        """Return the requested tiles of the bag, "" for none."""
        return self._tiles(tile for tile in self._game.match.bag if is_meant(asked, tile))

    def _bag(self) -> str:
        """Return the number of remaining tiles for each number."""
        counts = [
            self._say("bag_number", count=self._left(asked), number=asked.number)
            for asked in BAG_NUMBERS
        ]
        if self._game.match.rules.has_symbols:
            suns = sum(tile.is_sun for tile in self._game.match.bag)
            moons = len(self._game.match.bag) - suns
            counts += [self._say("suns", count=suns), self._say("moons", count=moons)]
        return self._say("bag", numbers="; ".join(counts))

    def board(self) -> str:
        """Return the tiles on the board, and the legal spaces of each tile of the hand."""
        game = self._game
        return " ".join((self._lying(game.position(), game.face_down() or ()), *self._ways()))

    def _ways(self) -> list[str]:
        """Return where the tiles of the hand may go, in one sentence for those that may go to the
        same spaces.
        """
        game, ways = self._game, dict[str, list[Tile]]()
        for tile in game.hand():
            spaces = spaces_words(self._context, game.match.rules.grid, game.legal(tile))
            ways.setdefault(spaces, []).append(tile)
        if self.is_brief and len(ways) == 1:
            return [self._say("may_all_go", spaces=spaces) for spaces in ways]
        return [
            self._say("may_go", tiles=self._tiles(tiles), spaces=spaces)
            for spaces, tiles in ways.items()
        ]

    def read_board(self, number: int) -> str:
        """Return the board in parts: at first how full it is and where the tiles may go, then a
        column each time, the one of the space meant first.
        """
        game, whole = self._game, self.board()
        position, target = game.position(), self._selection.target
        placed = sum(tile is not None for tile in position.tiles)
        if not placed or (len(whole) <= GIST_LETTERS and not self.is_brief):
            return whole
        columns = [
            list(group)
            for _, group in groupby(
                range(len(position.tiles)), lambda i: game.match.rules.grid.name_of(i)[0]
            )
        ]
        columns += [[ASIDE_INDEX]] if game.match.rules.has_aside else []
        start = next((i for i, column in enumerate(columns) if target in column), 0)
        number %= len(columns) + 1
        if number:
            return " ".join(map(self.space, columns[(start + number - 1) % len(columns)]))
        if self.is_brief and game.hand():
            return " ".join(self._ways())
        key = action_key(self._context, Action.SAY_BOARD)
        on = self._say("read_on", key=key)
        return " ".join((self._say("skipped", count=placed), *self._ways(), on))

    def _lying(self, position: Position, hidden: Iterable[int] = ()) -> str:
        """Return the tiles on a board, a sentence each."""
        return lying_words(self._context, self._game.match.rules, position, frozenset(hidden))

    def other_board(self, seat: int) -> str:
        """Return another player's name, points and visible tiles."""
        game, name = self._game, self._game.player(seat).name
        position = game.position(seat)
        if game.is_hidden(seat):
            return self._context.text("play.covered", name=name)
        points = [] if game.is_secret(seat) else [self.score_of(seat)]
        news = seat_news(self._context, game, seat)
        return as_sentences((*(points or [name]), *news, self._lying(position)))

    def score_of(self, seat: int) -> str:
        """Return a seat's points so far."""
        points = self._counted(self._game.total_now(seat))
        return self._say("score", name=self._game.player(seat).name, points=points)

    def lines(self, *, is_full: bool = False) -> str:
        """Return the best three lines and the number of others, or with `is_full` all lines.

        In full: complete and living lines by points, open rays, the holders of the best rays. Then
        the number of dead lines.
        """
        game = self._game
        position, rules, lines = game.position(), game.match.rules, self._lines
        if self._hidden:
            return self._hidden
        statuses = [line_status(line, position) for line in rules.grid.lines]
        begun = [s for s in statuses if s.state in (LineState.ALIVE, LineState.COMPLETE)]
        words = [lines.line(status) for status in sorted(begun, key=by_points_there)]
        words += map(lines.ray, rays_now(rules, position))
        words += self._holders()
        shown = _BRIEF_GIST if lines.is_brief else _GIST
        if not is_full and len(words) > shown:
            more = self._say("more_lines", count=len(words) - shown)
            words = [*words[:shown], *([] if lines.is_brief else [more])]
        dead = sum(status.state is LineState.DEAD for status in statuses)
        if dead:
            words.append(self._say("lost", count=dead))
        return " ".join(words or [self._say("no_lines")])

    def lines_here(self) -> str:
        """Return the status of each line through the selected space, the highest first."""
        return self._hidden or self._lines.through(self._selection.target)

    def lines_ending(self) -> str:
        """Return the status of each line that ends at the selected space, by direction."""
        return self._hidden or self._lines.ending(self._selection.target)

    def _holders(self) -> list[str]:
        """Return the holders of the best rays, as far as they are public (S5)."""
        held = ((symbol, self._game.best_ray_holders(symbol)) for symbol in Symbol)
        return [
            self._context.text(
                f"score.holds.{symbol.value}",
                names=write_list(
                    self._context.catalogue, [self._game.player(seat).name for seat in seats]
                ),
            )
            for symbol, seats in held
            if seats
        ]

    def _counts(self, line: Line) -> bool:
        """Return whether a ray on a line can count (S4, S5)."""
        return is_ray(self._game.match.rules, line_status(line, self._game.position()))

    def score(self) -> str:
        """Return every player's points, the tiles still to come, and the contents of the bag."""
        game, words = self._game, []
        for seat, player in enumerate(game.match.players):
            if game.is_secret(seat):
                words.append(self._context.text("play.secret", name=player.name))
                continue
            words.append(self.score_of(seat))
        words += self._holders()
        current = game.round
        if current is not None:
            sizes = game.match.rules.call_sizes
            words.append(self._say("to_come", count=sum(sizes[len(current.calls) :])))
            if not self._lines.is_brief:
                words.append(self._bag())
            challenge = find_challenge(game.setup.challenge)
            if challenge is not None and challenge.is_open:
                tiles = self._tiles(challenge.tiles[len(current.called) :])
                words.append(self._say("coming", tiles=tiles) if tiles else "")
        return " ".join(words)

    def describe_skipped(self, events: Iterable[Event]) -> str:
        """Return the numbers of placed tiles, complete lines and dead lines, a sentence each."""
        counted, lines = 0, []
        lost = 0
        for event in events:
            match event:
                case Placed():
                    counted += 1
                case LineCompleted(_, line, number, _):
                    lines.append(self._times(line, number))
                case LineDied():
                    lost += 1
        words = [self._say("skipped", count=counted)]
        if lines:
            words.append(self._say("completed_all", lines=", ".join(lines)))
        if lost:
            words.append(self._say("lost", count=lost))
        return " ".join(words)

    def describe(self, events: tuple[Event, ...]) -> str:
        """Return the changes of the board on display, and the called tiles."""
        game, words, lost = self._game, [], 0
        is_blind = game.face_down() is not None
        stroke, lines = Stroke.of(events, game.view), list[str]()
        for event in events:
            match event:
                case Called(_, tiles):
                    if sum(game.match.rules.call_sizes) == len(game.match.round.called):
                        words.append(self._say("last_call"))
                    called = self._tiles(tiles)
                    words.append(
                        as_sentences([called])
                        if self.is_brief
                        else self._say("called", tiles=called)
                    )
                case Placed(seat, tile, space, _, _) if seat == game.view:
                    where = self._space(space)
                    words.append(
                        as_sentences([where])
                        if self.is_brief
                        else self._say("placed", tile=self._tile(tile), space=where)
                    )
                case TakenBack(seat, tile, _) if seat == game.view:
                    words.append(self._say("taken_back", tile=self._tile(tile)))
                case LineCompleted() | LineDied() | RayCompleted() if is_blind:
                    pass
                case LineCompleted(seat, line, number, points, is_late) if seat == game.view:
                    if stroke.lines == 1:
                        scored = ScoredLine(line, number, points, is_late)
                        words.append(self._scored(scored, "completed"))
                    lines.append(self._times(line, number))
                case RayCompleted(seat, line, symbol) if seat == game.view and self._counts(line):
                    words.append(self._lines.complete_ray(line, symbol, "ray_complete"))
                case LineDied(seat, _) if seat == game.view:
                    lost += 1
        if stroke.lines > 1 and not is_blind:
            words.append(self._say("completed_all", lines=", ".join(lines)))
            words.append(as_sentences([self._counted(stroke.points)]))
            if stroke.key:
                words.append(self._context.text(stroke.key))
        if lost:
            words.append(self._say("lost", count=lost))
        return " ".join(words)

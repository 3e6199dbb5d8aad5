"""Matches, rules, lines and rays as text for a terminal."""

from collections.abc import Iterable, Iterator

from game.cli.drawing import LATE_MARK, MOON_MARK, SUN_MARK, align, draw_board
from game.locale import Catalogue, write_list
from game.locale.terms import line_sum, word_rules
from game.rules.boards import Board, Line
from game.rules.match import Match
from game.rules.match_score import MatchScore, RoundScore, score_match
from game.rules.names import show_names
from game.rules.placement import Position
from game.rules.ruleset import Ruleset
from game.rules.scoring import ScoredLine, ScoredRay
from game.rules.tiles import Symbol


def describe_match(match: Match, catalogue: Catalogue) -> Iterator[str]:
    """Yield the lines of a match's breakdown in the catalogue's language."""
    match = show_names(match)
    score = score_match(match)
    yield describe_rules(match.rules, catalogue)
    if match.rules.has_symbols:
        yield f"{SUN_MARK} sun, {MOON_MARK} moon"
    if any(seat.position.late for played in match.rounds for seat in played.seats):
        yield f"{LATE_MARK} placed late: its lines count half"
    for index, played in enumerate(match.rounds):
        yield ""
        yield _round_title(match, index, catalogue)
        for seat, player in enumerate(match.players):
            yield ""
            yield player.name
            position = played.seats[seat].position
            yield from (f"  {line}" for line in draw_board(match.rules, position))
            yield from _describe_round(
                match.rules, position, score.players[seat].rounds[index], catalogue
            )
    yield ""
    yield from _describe_totals(match, score, catalogue)


def describe_rules(rules: Ruleset, catalogue: Catalogue) -> str:
    """Return the choices of a ruleset, joined by commas."""
    return " · ".join(word_rules(catalogue, rules, is_whole=True))


def _round_title(match: Match, index: int, catalogue: Catalogue) -> str:
    played = match.rounds[index]
    count = match.rules.rounds
    if played.caller is None:
        title = catalogue.text("score.round_of", number=index + 1, count=count)
    else:
        name = match.players[played.caller].name
        title = catalogue.text("score.round_caller", number=index + 1, count=count, name=name)
    if played.seed is None:
        return title
    return f"{title} · {catalogue.text('score.seed', seed=played.seed)}"


def _describe_round(
    rules: Ruleset, position: Position, score: RoundScore, catalogue: Catalogue
) -> Iterator[str]:
    if position.aside:
        tiles = " ".join(map(str, position.aside))
        yield f"  {catalogue.text('score.aside', tiles=tiles)}"
    rows = earning_rows(rules, score.lines, score.rays, catalogue)
    for symbol, points in ((Symbol.SUN, score.best_sun), (Symbol.MOON, score.best_moon)):
        if points:
            label = catalogue.text(f"terms.best_{symbol.value}_ray")
            rows.append((label, catalogue.number(points)))
    if not rows:
        yield f"  {catalogue.text('score.no_lines')}"
    if score.bonus:
        rows.append((catalogue.text("score.bonus_points"), catalogue.number(score.bonus)))
    rows.append((catalogue.text("score.round_total"), catalogue.number(score.total)))
    yield from align(rows)


def earning_rows(
    rules: Ruleset, lines: Iterable[ScoredLine], rays: Iterable[ScoredRay], catalogue: Catalogue
) -> list[tuple[str, str]]:
    """Return label and sum of every line and ray: `Vertical a1–a3`, `3 × 9 = 27`."""
    rows: list[tuple[str, str]] = []
    for scored in lines:
        label = catalogue.text(f"terms.direction.{scored.line.direction.value}")
        rows.append((f"{label} {_ends(rules.grid, scored.line)}", line_sum(catalogue, scored)))
    for ray in rays:
        each = ray.points // len(ray.line)
        label = catalogue.text(f"terms.{ray.symbol.value}_ray")
        text = catalogue.text("score.ray_sum", length=len(ray.line), number=each, points=ray.points)
        rows.append((f"{label} {_ends(rules.grid, ray.line)}", text))
    return rows


def _ends(grid: Board, line: Line) -> str:
    return f"{grid.name_of(line.spaces[0])}–{grid.name_of(line.spaces[-1])}"


def _describe_totals(match: Match, score: MatchScore, catalogue: Catalogue) -> Iterator[str]:
    rows: list[list[str]] = []
    if len(match.rounds) > 1:
        numbers = [str(i + 1) for i in range(len(match.rounds))]
        rows.append([catalogue.text("terms.round"), *numbers, catalogue.text("terms.total")])
    for player, earned in zip(match.players, score.players, strict=True):
        by_round = [catalogue.number(r.total) for r in earned.rounds]
        shown = by_round if len(match.rounds) > 1 else []
        rows.append([player.name, *shown, catalogue.number(earned.total)])
    yield from align(rows, "")
    if not score.is_complete:
        yield catalogue.text("score.incomplete")
    elif len(match.players) > 1:
        names = [match.players[i].name for i in score.winners]
        if len(names) == 1:
            yield catalogue.text("score.winner", name=names[0])
        else:
            yield catalogue.text("score.winners", names=write_list(catalogue, names))

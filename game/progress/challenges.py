"""Challenges: deals and positions with a goal, and the judgement of matches.

A challenge is a round that may be in progress: `placed` is on the board, `order` is still to be
called. `python -m game.tools.challenges` makes `seeds/deals/challenges.toml`; every challenge there
has a solution, and the share of plays by computers of all levels that met it, which determines its
grade.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, Final

from game.resources import damaged, read_table, seed_file
from game.rules.boards import Line
from game.rules.deal import split_calls
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import fields_of, list_of, refusing_at, text_of
from game.rules.match import Match, Player, PlayerKind, apply, find_departures, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Finish, Place, parse_placement
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.scoring import line_status, score_position
from game.rules.tiles import Tile


class ChallengeKind(StrEnum):
    """The kinds of goals; values are catalogue keys."""

    REACH = "reach"
    """Score at least as many points as a level did on the same deal."""

    LINES = "lines"
    """Complete the given lines."""

    LAST = "last"
    """Place the last tiles, which are all shown, optimally."""

    MAXIMUM = "maximum"
    """Build the best possible board with the tiles in the shown order."""

    WIN = "win"
    """Score at least as many points as each computer player at the table."""


class ChallengeOutcome(StrEnum):
    """The outcomes of a match for a challenge; values are catalogue keys."""

    OPEN = "open"
    MET = "met"
    MISSED = "missed"
    OTHER = "different"
    """The match was not played on this challenge."""


class RuleLesson(StrEnum):
    """A rule to learn beyond the standard game; values are catalogue keys."""

    STAMENS_FIRST = "daffodil-2"
    STAMENS_LAST = "daffodil-3"
    ASIDE = "daffodil-4"
    ADJACENT = "adjacent"
    SYMBOLS = "adjacent-symbol"
    PAIRS = "pairs"
    RAYS = "rays"
    WILD = "wild"
    BEST_RAY = "best-ray"
    LEAGUE = "mail"


@dataclass(frozen=True, slots=True)
class Challenge:
    """A round and a goal: at least `points`, and every one of `lines` complete.

    `level` names the computer whose total `points` are, "" for none. `is_open` if the tiles to come
    are shown. `met` is the share of plays that met it, 0 to 1; `solution` has placements of `order`
    that meet it, then any closing moves. `rivals` are the computer players at the table, each with
    its level and placements.

    `name` is its key, `kind` the sort of goal, `rules` the round's ruleset, and `placed` are tiles
    on the board from the start.
    """

    name: str
    kind: ChallengeKind
    rules: Ruleset
    placed: tuple[Placement, ...]
    order: tuple[Tile, ...]
    points: float
    lines: tuple[Line, ...]
    level: str
    met: float
    solution: tuple[Placement, ...]
    rivals: tuple[tuple[str, tuple[Placement, ...]], ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the tiles to come are shown."""
        return self.kind in (ChallengeKind.LAST, ChallengeKind.MAXIMUM)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the round in calling order, those already placed first."""
        return (*(p.tile for p in self.placed), *self.order)

    @property
    def grade(self) -> int:
        """The difficulty, 1 (easy) to 5."""
        return grade_of(self.met)


GRADES: Final = (0.6, 0.35, 0.15, 0.03)
"""Least shares of plays that meet a challenge of grade 1, 2, 3, 4; others have grade 5."""


def grade_of(met: float) -> int:
    """Return the grade, 1 (easy) to 5, of a challenge that a share `met` of the plays met."""
    return 1 + sum(met < share for share in GRADES)


CHALLENGE_SEED: Final = "challenge"
"""The seed of computer players' random choices at a challenge's table."""


@cache
def all_challenges() -> tuple[Challenge, ...]:
    """Return the game's challenges in the order of the list."""
    return load_challenges(seed_file("deals", "challenges.toml"))


def find_challenge(name: str) -> Challenge | None:
    """Return the challenge of that name, or None."""
    # No name needs no file, which takes 13 ms to read.
    return next((c for c in all_challenges() if c.name == name), None) if name else None


def number_of(name: str) -> int:
    """Return a challenge's number in the list, from 1; 0 if there is no such challenge."""
    names = [challenge.name for challenge in all_challenges()]
    return names.index(name) + 1 if name in names else 0


def rule_lessons(rules: Ruleset) -> frozenset[RuleLesson]:
    """Return the differences from the standard game's rules."""
    known = tuple(RuleLesson)
    texts = {f"daffodil-{rules.daffodil}", rules.placement, rules.call, rules.rays}
    is_wild = any(tile.is_wild for tile in rules.grid.tile_set)
    return frozenset({RuleLesson(text) for text in texts if text in known}) | (
        {RuleLesson.WILD} if is_wild else set()
    )


def new_lessons(challenge: Challenge) -> tuple[RuleLesson, ...]:
    """Return the differences that no earlier challenge of the list has, in order."""
    before = all_challenges()[: max(0, number_of(challenge.name) - 1)]
    known = frozenset[RuleLesson]().union(*(rule_lessons(c.rules) for c in before))
    return tuple(x for x in RuleLesson if x in rule_lessons(challenge.rules) - known)


def load_challenges(path: Path) -> tuple[Challenge, ...]:
    """Return all challenges of a file in the order of the list.

    Raises `FormatError` with the place, and `ResourceError` for a file without challenges.
    """
    tables = read_table(path)
    # The fingerprint of the measurement is for the tool only.
    tables.pop("values", None)
    challenges = tuple(_read(name, table) for name, table in tables.items())
    if not challenges:
        raise damaged(path, "no challenges")
    return tuple(climb(challenges))


def ladder_place(challenge: Challenge) -> tuple[object, ...]:
    """Return a challenge's sort key: grade, then board and rules, then difficulty.

    In a grade the order is the standard game, other rules on the classic board, rules with
    opponents, the Daffodil's variants.
    """
    rules = challenge.rules
    strangeness = (rules.daffodil or 0, bool(challenge.rivals), len(rule_lessons(rules)))
    return challenge.grade, strangeness, -challenge.met, len(challenge.order)


def climb(challenges: Iterable[Challenge]) -> Iterator[Challenge]:
    """Order challenges by `ladder_place`; in each grade and kind of rules their goals alternate."""
    for _, equals in groupby(sorted(challenges, key=ladder_place), lambda c: ladder_place(c)[:2]):
        queues: dict[ChallengeKind, list[Challenge]] = {}
        for challenge in equals:
            queues.setdefault(challenge.kind, []).append(challenge)
        for turn in zip_longest(*queues.values()):
            yield from filter(None, turn)


def _read(name: str, value: Any) -> Challenge:
    required = ("kind", "rules", "order", "met", "solution")
    fields = fields_of(value, name, required, ("placed", "points", "lines", "level", "rivals"))
    with refusing_at(name):
        kind = text_of(fields["kind"], name)
        if kind not in tuple(ChallengeKind):
            raise FormatError(Fault.NONE_OF, value=repr(kind[:20]), known=", ".join(ChallengeKind))
        rules = Ruleset.parse(text_of(fields["rules"], name))
        for key in ("points", "met"):
            if type(fields.get(key, 0)) not in (int, float):
                raise FormatError(Fault.NOT_A_NUMBER, key=key)
        if not 0 <= fields["met"] <= 1:
            raise FormatError(Fault.OUT_OF_RANGE, least=0, most=1, value=repr(fields["met"]))

        def placements(key: str) -> tuple[Placement, ...]:
            return read(text_of(fields.get(key, ""), name).split())

        def read(words: list[str]) -> tuple[Placement, ...]:
            return tuple(parse_placement(rules.grid, word) for word in words)

        rivals = (text_of(x, name).split() for x in list_of(fields.get("rivals", []), name))

        lines = tuple(
            _line(rules, text_of(line, name)) for line in list_of(fields.get("lines", []), name)
        )
        challenge = Challenge(
            name,
            ChallengeKind(kind),
            rules,
            placements("placed"),
            tuple(Tile.parse(word) for word in text_of(fields["order"], name).split()),
            fields.get("points", 0),
            lines,
            text_of(fields.get("level", ""), name),
            fields["met"],
            placements("solution"),
            tuple((words[0], read(words[1:])) for words in rivals if words),
        )
        if len(challenge.tiles) != len(rules.grid):
            raise FormatError(Fault.NOT_ONE_EACH)
        if judge_challenge(challenge, solve_challenge(challenge)) is not ChallengeOutcome.MET:
            raise FormatError(Fault.GOAL_MISSED)
    return challenge


def _line(rules: Ruleset, text: str) -> Line:
    """Return the line with the ends written as `a1-a3`."""
    for line in rules.grid.lines:
        if "-".join(line.ends) == text:
            return line
    raise FormatError(Fault.NO_SUCH_LINE, text=repr(text[:20]))


def begin_challenge(challenge: Challenge, *players: Player) -> Match:
    """Return the match at the challenge's start: `placed` is placed, the next call is to be made.

    Without `players` they have no names.
    """
    rivals = (Player(level, PlayerKind.BOT, level) for level, _ in challenge.rivals)
    match = new_match(challenge.rules, players or (Player("-"), *rivals))
    match, _ = apply(match, BeginRound())
    return _place(match, challenge, (challenge.placed,))


def solve_challenge(challenge: Challenge) -> Match:
    """Return the finished match of the challenge's solution."""
    count = len(challenge.order)
    placements = (challenge.solution[:count], *(placed for _, placed in challenge.rivals))
    match = _place(begin_challenge(challenge), challenge, placements)
    if challenge.rules.has_aside:
        match, _ = apply(match, Finish(0, challenge.solution[count:]))
    return match


def _place(match: Match, challenge: Challenge, by_seat: tuple[tuple[Placement, ...], ...]) -> Match:
    """Make calls and place tiles until all placements of every seat are made."""
    left = split_calls(challenge.rules, challenge.tiles)[len(match.round.calls) :]
    done = 0
    for call in left:
        turns = [placements[done : done + len(call)] for placements in by_seat]
        if not any(turns):
            break
        done += len(call)
        match, _ = apply(match, Call(call))
        for seat, turn in enumerate(turns):
            for p in turn:
                match, _ = apply(match, Place(seat, p.tile, p.space))
    return match


def judge_challenge(challenge: Challenge, match: Match) -> ChallengeOutcome:
    """Judge the first seat's first round.

    A match with other rules, calls or start is `OTHER`. It is `MISSED` as soon as one of the lines
    is broken, or at the end.
    """
    if match.rules != challenge.rules or not match.rounds:
        return ChallengeOutcome.OTHER
    played = match.rounds[0]
    state = played.seats[0]
    calls = split_calls(challenge.rules, challenge.tiles)
    made = tuple(p for turn in state.turns for p in turn.placements)
    if (
        played.calls != calls[: len(played.calls)]
        or made[: len(challenge.placed)] != challenge.placed[: len(made)]
        or [player.bot for player in match.players[1:]] != [level for level, _ in challenge.rivals]
    ):
        return ChallengeOutcome.OTHER
    if any(departure.seat == 0 for departure in find_departures(match)):
        # A substitute's points do not count (M5).
        return ChallengeOutcome.MISSED
    if any(not line_status(line, state.position).numbers for line in challenge.lines):
        return ChallengeOutcome.MISSED
    if not all(seat.is_done(challenge.rules) for seat in played.seats):
        return ChallengeOutcome.OPEN
    if challenge.kind is ChallengeKind.WIN:
        is_met = 0 in score_match(match).winners
    else:
        score = score_position(challenge.rules, state.position)
        complete = {scored.line for scored in score.lines}
        is_met = score.total >= challenge.points and complete.issuperset(challenge.lines)
    return ChallengeOutcome.MET if is_met else ChallengeOutcome.MISSED


_MARGINS: Final = (0.05, 0.12)
"""Shares of the goal's points that must be exceeded for the second and the third star."""

_MORE_LINES: Final = (2, 4)
"""Complete lines beyond the goal's for the second and the third star."""


def stars_of(challenge: Challenge, match: Match) -> int:
    """Return 1 to 3 stars for the margin by which a match met its challenge; 0 if it did not.

    The best possible result has all three.
    """
    if judge_challenge(challenge, match) is not ChallengeOutcome.MET:
        return 0
    if challenge.is_open:
        return 3
    score = score_position(challenge.rules, match.rounds[0].seats[0].position)
    if challenge.kind is ChallengeKind.LINES:
        more = len(score.lines) - len(challenge.lines)
        return 1 + sum(more >= count for count in _MORE_LINES)
    total, asked = score.total, challenge.points
    if challenge.kind is ChallengeKind.WIN:
        total, *others = (player.total for player in score_match(match).players)
        asked = max(others)
    return 1 + sum(total >= asked * (1 + share) for share in _MARGINS)

"""Makes `seeds/deals/challenges.toml`: `python -m game.tools.challenges [--out FILE]`.

Candidates of every kind come from fixed seeds, each with a solution: by the exact solver, or by the
play that set the goal. Computer players of all levels play each one several times without seeing
the calls to come; the share of plays that meet it, with equal weights of levels, is its difficulty.
Of each kind those are chosen that spread best from easy to hard, and some for each rule.

Each measurement is written to a checkpoint (FILE.done) at once, so that a stopped run can be
resumed. The same seeds and values give the same file.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, permutations
from pathlib import Path
from random import Random
from typing import Final

from game.bots.best.problem import problem_of
from game.bots.best.solver import boards_worth
from game.bots.players.playing import play_on
from game.bots.players.registry import LEVELS, make_bot
from game.bots.values.fingerprint import fingerprint
from game.play.pending_choices import choice_seed
from game.progress.challenges import (
    CHALLENGE_SEED,
    Challenge,
    ChallengeKind,
    ChallengeOutcome,
    RuleLesson,
    begin_challenge,
    climb,
    judge_challenge,
    ladder_place,
    rule_lessons,
)
from game.resources import resource_root
from game.rules.deal import deal_order, split_calls
from game.rules.match import Match
from game.rules.match_score import PlayerScore, score_match
from game.rules.moves import format_placement
from game.rules.placement import Placement, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.rules.tiles import Tile

PLAYS: Final = dict.fromkeys(LEVELS, 4) | {"fox": 1, "master": 1}
"""Plays of a challenge by each level; levels without random choices play once."""

HOW_MANY: Final = {
    ChallengeKind.REACH: 18,
    ChallengeKind.LINES: 12,
    ChallengeKind.LAST: 10,
    ChallengeKind.MAXIMUM: 8,
    ChallengeKind.WIN: 2,
}
"""The number of challenges of each kind."""

REACH_RULES: Final = (
    "classic free single none",
    "classic free single none",
    "classic adjacent single none",
    "classic adjacent-symbol single rays",
    "classic free pairs none",
    "daffodil-1 free single none",
    "daffodil-2 free single none",
    "daffodil-3 free single rays",
    "daffodil-4 free single none",
)
LAST_RULES: Final = (
    "classic free single none",
    "classic free single rays",
    "daffodil-1 free single none",
)
TILES_LEFT: Final = 5
WIN_TABLES: Final = (
    ("classic free single best-ray", ("magpie",)),
    ("classic free mail none bonus=call", ("duckling", "magpie")),
)
"""The rules and opponents of each challenge of the kind WIN."""


def make_candidates() -> Iterator[Challenge]:
    """Yield every candidate with its goal and solution; `met` is still 0."""
    yield from _reach_candidates()
    yield from _line_candidates()
    yield from _last_candidates()
    yield from _maximum_candidates()
    yield from _win_candidates()


def _reach_candidates() -> Iterator[Challenge]:
    for number in range(4 * len(REACH_RULES)):
        rules = Ruleset.parse(REACH_RULES[number % len(REACH_RULES)])
        level = LEVELS[(number * 5 + number // len(REACH_RULES)) % len(LEVELS)]
        seed = f"challenge reach {number}"
        empty = _challenge(ChallengeKind.REACH, rules, deal_order(rules.grid, seed))
        match = play_challenge(empty, level, seed)
        yield replace(
            empty,
            name=f"reach-{number + 1}",
            level=level,
            points=score_match(match).players[0].total,
            solution=(*_made(match), *(match.round.seats[0].finish or ())),
        )


def _line_candidates() -> Iterator[Challenge]:
    for number in range(30):
        rules = Ruleset.parse(REACH_RULES[number % 3])
        seed = f"challenge lines {number}"
        empty = _challenge(ChallengeKind.LINES, rules, deal_order(rules.grid, seed))
        match = play_challenge(empty, "master" if number % 2 else "fox", seed)
        position = match.round.seats[0].position
        lines = [scored.line for scored in score_position(rules, position).lines]
        wanted = 1 + number % 4
        if len(lines) < wanted:
            continue
        chosen = Random(seed).sample(sorted(lines, key=lambda x: -len(x))[: wanted + 3], wanted)
        yield replace(
            empty,
            name=f"lines-{number + 1}",
            lines=tuple(sorted(chosen, key=lambda line: line.index)),
            solution=_made(match),
        )


def _last_candidates() -> Iterator[Challenge]:
    for number in range(24):
        rules = Ruleset.parse(LAST_RULES[number % len(LAST_RULES)])
        seed = f"challenge last {number}"
        order = deal_order(rules.grid, seed)
        match = play_challenge(_challenge(ChallengeKind.LAST, rules, order), "squirrel", seed)
        made = _made(match)
        placed, left = made[:-TILES_LEFT], order[-TILES_LEFT:]
        points, solution = _best_of_left(rules, placed, left)
        yield replace(
            _challenge(ChallengeKind.LAST, rules, left),
            name=f"last-{number + 1}",
            placed=placed,
            points=points,
            solution=solution,
        )


def _best_of_left(
    rules: Ruleset, placed: tuple[Placement, ...], left: Sequence[Tile]
) -> tuple[float, tuple[Placement, ...]]:
    """Return the best way to fill the board by trying all; the rules must allow every space."""
    begun = replace(_challenge(ChallengeKind.LAST, rules, tuple(left)), placed=placed)
    position = begin_challenge(begun).round.seats[0].position
    free = [i for i, tile in enumerate(position.tiles) if tile is None]
    best: tuple[float, tuple[Placement, ...]] = (-1.0, ())
    for spaces in permutations(free):
        full = position
        for tile, space in zip(left, spaces, strict=True):
            full = put_unchecked(full, tile, space)
        total = score_position(rules, full).total
        if total > best[0]:
            best = total, tuple(map(Placement, left, spaces))
    return best


def _maximum_candidates() -> Iterator[Challenge]:
    rules = Ruleset()
    boards = sorted(
        boards_worth(problem_of(rules, rules.grid.tile_set), 307),
        key=lambda board: " ".join(map(str, board)),
    )
    for number, left in enumerate((4, 5, 6, 7, 8, 10, 13, 19)):
        random = Random(f"challenge maximum {number}")
        pairs = [Placement(tile, space) for space, tile in enumerate(boards[2 * number])]
        random.shuffle(pairs)
        cut = len(pairs) - left
        yield replace(
            _challenge(ChallengeKind.MAXIMUM, rules, tuple(p.tile for p in pairs[cut:])),
            name=f"maximum-{left}",
            placed=tuple(pairs[:cut]),
            points=307,
            solution=tuple(pairs[cut:]),
        )


def _win_candidates() -> Iterator[Challenge]:
    """Yield a candidate for each of `WIN_TABLES`.

    Its deal is the first one that Master wins and in which every player earns a best ray or bonus.
    """
    for number, (words, levels) in enumerate(WIN_TABLES):
        rules = Ruleset.parse(words)
        for deal in count():
            order = deal_order(rules.grid, f"challenge win {number} {deal}")
            rivals = tuple((level, ()) for level in levels)
            empty = replace(_challenge(ChallengeKind.WIN, rules, order), rivals=rivals)
            match = play_challenge(empty, "master", "")
            score = score_match(match)
            if score.winners != (0,) or not all(map(_has_extra, score.players)):
                continue
            yield replace(
                empty,
                name=f"win-{number + 1}",
                solution=_made(match),
                rivals=tuple((level, _made(match, i)) for i, level in enumerate(levels, 1)),
            )
            break


def _has_extra(player: PlayerScore) -> bool:
    """Whether the player earned a best ray or a bonus."""
    (played,) = player.rounds
    return played.best_sun + played.best_moon + played.bonus > 0


def _challenge(kind: ChallengeKind, rules: Ruleset, order: tuple[Tile, ...]) -> Challenge:
    return Challenge("", kind, rules, (), order, 0, (), "", 0.0, ())


def play_challenge(challenge: Challenge, level: str, chance: str) -> Match:
    """Return the challenge's round played by a level, which sees only what a player sees."""
    bots = [make_bot(level), *(_Rival(rival) for rival, _ in challenge.rivals)]
    match = begin_challenge(challenge)
    calls = split_calls(challenge.rules, challenge.tiles)[len(match.round.calls) :]
    return play_on(match, bots, calls, [Random(f"{chance} {level}")] * len(bots))


class _Rival:
    """A computer player with the random seeds that it has at a challenge's table."""

    def __init__(self, level: str) -> None:
        self._bot = make_bot(level)

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        return self._bot.choose(match, seat, Random(choice_seed(CHALLENGE_SEED, match, seat)))

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        random = Random(choice_seed(CHALLENGE_SEED, match, seat))
        return self._bot.choose_finish(match, seat, random)


def _made(match: Match, seat: int = 0) -> tuple[Placement, ...]:
    return tuple(p for turn in match.round.seats[seat].turns for p in turn.placements)


def measure_challenge(challenge: Challenge) -> float:
    """Return the share of plays that meet the challenge, with equal weights of levels."""
    shares = []
    for level, plays in PLAYS.items():
        met = sum(
            judge_challenge(challenge, play_challenge(challenge, level, f"{challenge.name} {n}"))
            is ChallengeOutcome.MET
            for n in range(plays)
        )
        shares.append(met / plays)
    return round(sum(shares) / len(shares), 3)


def choose(candidates: Sequence[Challenge]) -> list[Challenge]:
    """Choose `HOW_MANY` challenges of each kind, spread evenly over their difficulties.

    Every rule gets a challenge that teaches it alone; if none is among them, the easiest such
    candidate replaces a standard game. A challenge with two new rules is replaced by one of the
    same difficulty.
    """
    chosen: list[Challenge] = []
    for kind, most in HOW_MANY.items():
        of_kind = sorted((c for c in candidates if c.kind is kind), key=lambda c: (-c.met, c.name))
        step = (len(of_kind) - 1) / max(1, most - 1)
        chosen += [of_kind[round(i * step)] for i in range(min(most, len(of_kind)))]
    for lesson in RuleLesson:
        teaching = [c for c in candidates if _new_rules(c, chosen) == {lesson}]
        if teaching and not any(_new_rules(c, chosen) == {lesson} for c in chosen):
            easiest = max(teaching, key=lambda c: (c.met, c.name))
            alike = [c for c in chosen if c.kind is easiest.kind and c.rules == Ruleset()]
            chosen.remove(min(alike, key=lambda c: (abs(c.met - easiest.met), c.name)))
            chosen.append(easiest)
    for heavy in [c for c in chosen if len(_new_rules(c, chosen)) > 1]:
        chosen.remove(heavy)
        alike = [
            c
            for c in candidates
            if c.kind is heavy.kind and c not in chosen and len(_new_rules(c, chosen)) < 2
        ]
        chosen.append(min(alike, key=lambda c: (abs(c.met - heavy.met), c.name)))
    return list(climb(sorted(chosen, key=lambda c: c.name)))


def _new_rules(challenge: Challenge, ladder: Sequence[Challenge]) -> frozenset[RuleLesson]:
    """Return the rules of a challenge that no earlier one has."""
    before = [c.rules for c in ladder if ladder_place(c) < ladder_place(challenge)]
    return rule_lessons(challenge.rules).difference(*map(rule_lessons, before))


def write_ladder(challenges: Sequence[Challenge]) -> str:
    """Return the text of the file of challenges."""
    head = (
        "# Made by `python -m game.tools.challenges`; game/progress/challenges.py tells the keys."
    )
    return f'{head}\nvalues = "{fingerprint()}"\n{write_challenges(challenges)}'


def write_challenges(challenges: Sequence[Challenge]) -> str:
    """Return the TOML text of challenges in this order."""
    words: list[str] = []
    for c in challenges:
        grid = c.rules.grid
        words.append(f"\n[{c.name}]\nkind = {json.dumps(c.kind.value)}")
        words.append(f'rules = "{c.rules}"')
        if c.placed:
            words.append(f'placed = "{" ".join(format_placement(grid, p) for p in c.placed)}"')
        words.append(f'order = "{" ".join(map(str, c.order))}"')
        if c.points:
            words.append(f"points = {c.points}")
        if c.lines:
            words.append(f"lines = {json.dumps(['-'.join(line.ends) for line in c.lines])}")
        if c.level:
            words.append(f'level = "{c.level}"')
        words.append(f"met = {c.met}")
        words.append(f'solution = "{" ".join(format_placement(grid, p) for p in c.solution)}"')
        if c.rivals:
            rivals = [
                " ".join((level, *(format_placement(grid, p) for p in placed)))
                for level, placed in c.rivals
            ]
            words.append(f"rivals = {json.dumps(rivals)}")
    return "\n".join(words) + "\n"


def main() -> None:
    """Make the candidates, measure those not measured yet, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    home = resource_root() / "seeds" / "deals" / "challenges.toml"
    parser.add_argument("--out", type=Path, default=home)
    out: Path = parser.parse_args().out
    done = out.with_name(out.name + ".done")
    known: dict[str, float] = json.loads(done.read_text("utf-8")) if done.exists() else {}
    measured = []
    for challenge in make_candidates():
        if challenge.name not in known:
            known[challenge.name] = measure_challenge(challenge)
            done.write_text(json.dumps(known), encoding="utf-8")
        measured.append(replace(challenge, met=known[challenge.name]))
        print(f"{challenge.name}: {known[challenge.name]}", flush=True)
    out.write_text(write_ladder(choose(measured)), encoding="utf-8")


if __name__ == "__main__":
    main()

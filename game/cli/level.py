"""`take-it-easy level`: a player's level, which is the mean without the luck of the calls."""

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from game.bots.bar import Bar
from game.bots.coach.level import measure_attempt
from game.cli.records import Records, tell_unread
from game.cli.score import describe_rules
from game.locale import Catalogue
from game.play.editions import find_edition
from game.progress.level import (
    LATEST,
    LEAST,
    AttemptPoints,
    Standing,
    costs_of,
    dearest_habit,
    find_attempts,
    find_scale,
    rules_of_level,
    stand,
)
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.storage.places import find_places
from game.storage.problems import Problem, ProblemKind
from game.storage.reading import open_copy


@dataclass(slots=True)
class _Attempts:
    """The matches by one ruleset, oldest first, each with the seat that is measured."""

    rules: Ruleset
    matches: list[tuple[Match, int]] = field(default_factory=list)


def run_level(options: Namespace, catalogue: Catalogue) -> int:
    """Print the standing by each ruleset of the kept matches, or of the records given.

    Of the edition's rules alone where one is named. 0, or 2 if a record was bad.
    """
    card = find_edition(options.edition) if options.edition else None
    wanted = None if card is None else rules_of_level(card.rules)
    records = Records(options.files, catalogue)
    problems: list[Problem] = []
    groups = list(_given(records, catalogue) if options.files else _from_history(wanted, problems))
    status = tell_unread(problems, catalogue)
    if wanted is not None:
        groups = [one for one in groups if one.rules == wanted]
    for attempts in groups or [_Attempts(wanted or Ruleset())]:
        last = attempts.matches[-LATEST:]
        bar = Bar(len(last))
        measured = []
        for number, (match, seat) in enumerate(last):
            bar.show(number)
            measured.append(measure_attempt(match, seat))
        bar.clear()
        points = [AttemptPoints.of(one) for one in measured]
        standing = stand(find_scale(attempts.rules), points)
        if options.json:
            print(json.dumps(_level_json(attempts.rules, standing)), flush=True)
        else:
            print(describe_rules(attempts.rules, catalogue))
            for line in _words(standing, dearest_habit(map(costs_of, measured)), catalogue):
                print(f"  {line}", flush=True)
    return max(status, records.status)


def _given(records: Records, catalogue: Catalogue) -> Iterator[_Attempts]:
    """The first seat of every finished record, by rules."""
    groups: dict[Ruleset, _Attempts] = {}
    for record in records:
        if not record.match.is_complete:
            records.refuse(record, catalogue.text("result.unfinished"))
            continue
        rules = rules_of_level(record.match.rules)
        groups.setdefault(rules, _Attempts(rules)).matches.append((record.match, 0))
    yield from groups.values()


def _from_history(wanted: Ruleset | None, problems: list[Problem]) -> Iterator[_Attempts]:
    """What this machine's history holds, the most played rules first; `problems` gets what could
    not be read of it.
    """
    with open_copy(find_places()) as copy:
        problems += copy.problems
        profile, lost = copy.store.profile, set[int]()

        def read(number: int) -> Match | None:
            match = profile.match(number)
            if match is None:
                lost.add(number)
            return match

        played = profile.last_matches()
        counts = Counter(rules_of_level(Ruleset.parse(one.rules)) for one in played if one.counts)
        for rules in [rules for rules, _ in counts.most_common()] if wanted is None else [wanted]:
            attempts = list(find_attempts(played, read, rules))
            yield _Attempts(rules, [(match, seat) for _, match, seat in reversed(attempts)])
        if lost:
            problems.append(Problem(ProblemKind.RECORDS, copy.places.profile, str(len(lost))))


def _level_json(rules: Ruleset, standing: Standing) -> dict[str, Any]:
    following = standing.following
    return {
        "rules": str(rules),
        "games": len(standing.points),
        "mean": _rounded(standing.mean),
        "error": _rounded(standing.error),
        "level": standing.level,
        "next": following and {"level": following[0], "begins": _rounded(following[1])},
        "points": [{"total": p.total, "luck": _rounded(p.luck)} for p in standing.points],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def _words(
    standing: Standing, habit: tuple[str, float] | None, catalogue: Catalogue
) -> Iterable[str]:
    """Yield the sentences about a level, one a line."""
    text = catalogue.text
    if not standing.points:
        yield text("level.nothing")
        return
    if standing.mean is None:
        yield text("level.more", count=LEAST - len(standing.points))
        return
    mean = catalogue.number(standing.mean, 0)
    doubt = "" if standing.error is None else f" ± {catalogue.number(standing.error, 0)}"
    like = text(f"level.like.{standing.level}") if standing.level else text("level.without")
    yield text("level.told", level=like, mean=f"{mean}{doubt}")
    if standing.level is None:
        yield text("level.unmeasured")
    if standing.following is not None:
        level, begins = standing.following
        points = catalogue.number(begins, 0)
        yield text("level.begins", name=text(f"bots.{level}.name"), points=points)
    if habit is not None:
        points = text("terms.count.points", count=round(habit[1], 1))
        yield text("level.habit", habit=text(f"review.mistake.{habit[0]}"), points=points)

"""The player's history: every finished match in one SQLite file.

Matches are kept as their records, from which everything can be computed again; totals stand
beside them in a table so that questions are answered without reading records. `rules` is the
text of a `Ruleset`, times are UTC in ISO format, totals are points and may end in .5.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from game.rules.scoring import whole
from game.storage.database import Entry, add_entry, copy_entries, open_database
from game.storage.history import Filter, PlayedMatch, Result, Streaks, Summary
from game.storage.problems import Problem, ProblemKind

if TYPE_CHECKING:
    from game.rules.match import Match

EVERYTHING: Final = Filter()


class Profile:
    """An open history; `close` it, or use it in a `with` statement.

    What cannot be read counts as nothing, and `problem` then tells why.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._database, self.problem = open_database(path)
        self._is_lasting = self.problem is None or self.problem.kind is ProblemKind.CORRUPT

    def __enter__(self) -> Profile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; safe to repeat."""
        self._database.close()

    def add_match(
        self,
        match: Match,
        *,
        edition: str = "",
        is_coached: bool = False,
        finished_at: datetime | None = None,
    ) -> int | None:
        """Keep a finished match, durably; its id, the one it has if it was kept before.

        None where the file cannot be written (`problem` then tells why). Raises `ValueError`
        for a match that is not finished.
        """
        if not match.is_complete:
            raise ValueError("only finished matches go into the history")
        entry = Entry(match, finished_at or datetime.now(UTC), edition, is_coached)
        if not self._is_lasting:
            self._open_again()
        try:
            number = add_entry(self._database, entry)
        except sqlite3.Error as error:
            self._note(error)
            return None
        return number if self._is_lasting else None

    def _open_again(self) -> None:
        """Leave memory for the file if that can be had by now."""
        database, problem = open_database(self._path)
        if problem is not None and problem.kind is not ProblemKind.CORRUPT:
            database.close()
            return
        copy_entries(self._database, database)
        self._database.close()
        self._database, self.problem, self._is_lasting = database, problem, True

    def _note(self, error: sqlite3.Error) -> None:
        if self._path is not None:
            self.problem = Problem(ProblemKind.READ_ONLY, self._path, str(error))

    def _read(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        try:
            return self._database.execute(query, values).fetchall()
        except sqlite3.Error as error:
            self._note(error)
            return []

    def record(self, number: int) -> str | None:
        """The record of match `number`, None where there is none."""
        rows = self._read("SELECT record FROM match WHERE id = ?", (number,))
        return str(rows[0][0]) if rows else None

    def delete_match(self, number: int) -> bool:
        """Forget match `number`; whether that could be done."""
        try:
            self._database.execute("DELETE FROM match WHERE id = ?", (number,))
        except sqlite3.Error as error:
            self._note(error)
            return False
        return True

    def last_matches(self, most: int = 20, start: int = 0) -> tuple[PlayedMatch, ...]:
        """The latest matches, newest first, `start` of them skipped."""
        rows = self._read(
            "SELECT id, finished_at, edition, rules, seed, is_coached FROM match "
            "ORDER BY finished_at DESC, id DESC LIMIT ? OFFSET ?",
            (most, start),
        )
        return tuple(
            PlayedMatch(
                number,
                datetime.fromisoformat(when),
                edition,
                rules,
                seed,
                bool(coached),
                self._results(number),
            )
            for number, when, edition, rules, seed, coached in rows
        )

    def best(self, which: Filter = EVERYTHING) -> float | None:
        """The highest total, None where there is none."""
        return max(self.totals(which), default=None)

    def totals(self, which: Filter = EVERYTHING) -> tuple[float, ...]:
        """All totals, oldest first."""
        return tuple(total for total, _, _ in self._rows(which))

    def summarise(self, which: Filter = EVERYTHING) -> Summary:
        """Count, best, means and wins."""
        rows = self._rows(which)
        totals = [total for total, _, _ in rows]
        if not totals:
            return Summary(0, None, None, None, 0)
        last = totals[-10:]
        wins = sum(won for _, won, _ in rows)
        mean = sum(totals) / len(totals)
        return Summary(len(totals), max(totals), mean, sum(last) / len(last), wins)

    def histogram(self, which: Filter = EVERYTHING, width: int = 10) -> dict[int, int]:
        """How many totals lie in each bin [k, k + width), by k; bins between are there too."""
        if width < 1:
            raise ValueError("bins are at least one point wide")
        starts = [int(total // width) * width for total in self.totals(which)]
        if not starts:
            return {}
        return {k: starts.count(k) for k in range(min(starts), max(starts) + width, width)}

    def streaks(
        self,
        which: Filter = EVERYTHING,
        today: date | None = None,
    ) -> Streaks:
        """Streaks of days played and of matches won; days are those of the local calendar."""
        rows = self._rows(which)
        played = {datetime.fromisoformat(when).astimezone().date() for _, _, when in rows}
        current = today or datetime.now().astimezone().date()
        if current not in played:
            current -= timedelta(days=1)
        days = 0
        while current - timedelta(days=days) in played:
            days += 1
        longest = run = 0
        previous: date | None = None
        for day in sorted(played):
            run = run + 1 if previous == day - timedelta(days=1) else 1
            longest, previous = max(longest, run), day
        wins = longest_wins = 0
        for _, won, _ in rows:
            wins = wins + 1 if won else 0
            longest_wins = max(longest_wins, wins)
        return Streaks(days, longest, wins, longest_wins)

    def _results(self, number: int) -> tuple[Result, ...]:
        rows = self._read(
            "SELECT name, is_human, bot, total, is_winner FROM result "
            "WHERE match_id = ? ORDER BY seat",
            (number,),
        )
        return tuple(
            Result(name, bool(human), bot, whole(total), bool(won))
            for name, human, bot, total, won in rows
        )

    def _rows(self, which: Filter) -> list[tuple[float, bool, str]]:
        """Total, won or not, and time of every result that `which` asks for, oldest first.

        A total in a match of one player is no win: there was nobody to win against.
        """
        conditions = ["result.name = ?" if which.name is not None else "result.is_human"]
        values: list[object] = [] if which.name is None else [which.name]
        for column, value in (
            ("rules", which.rules),
            ("edition", which.edition),
            ("is_coached", which.is_coached),
        ):
            if value is not None:
                conditions.append(f"match.{column} = ?")
                values.append(value)
        rows = self._read(
            "SELECT result.total, result.is_winner AND EXISTS (SELECT 1 FROM result AS other "
            "WHERE other.match_id = match.id AND other.seat != result.seat), match.finished_at "
            "FROM result JOIN match ON match.id = result.match_id "
            f"WHERE {' AND '.join(conditions)} ORDER BY match.finished_at, match.id, result.seat",
            values,
        )
        return [(whole(total), bool(won), when) for total, won, when in rows]


def open_profile(path: Path | None) -> Profile:
    """The history at `path`, made if missing; one in memory for None. Never fails.

    `Profile.problem` tells what was wrong with the file: see `open_database`.
    """
    return Profile(path)

"""The game master's report of a round, and a league's standings, as text and as a web page."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from html import escape
from typing import Final

from game.locale import Catalogue, write_date, write_list
from game.play.league import CallMark, LeagueStanding, RoundReport, SeatReport
from game.rules.ruleset import Ruleset

_MARKS: Final = {
    CallMark.ANSWERED: "✓",
    CallMark.WAITED: "…",
    CallMark.MISSED: "✗",
    CallMark.TO_COME: "·",
}

_STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
background:#14102a;color:#f4f1ff}
h1{font-size:1.6rem;margin:0}p{color:#b9b0dd}
table{border-collapse:collapse;width:100%;margin:1.2rem 0}
th,td{padding:.35rem .5rem;border-bottom:1px solid #3a3168;text-align:right}
th:first-child,td:first-child,.name{text-align:left}
th{color:#b9b0dd;font-weight:600}.total{font-weight:700;color:#ffd24a}
.bonus{color:#ffd24a;font-size:.85em}.missed{color:#ff6878}.waited{color:#ffd24a}
.answered{color:#5edc82}.tiles{color:#b9b0dd}
pre{background:#1c1738;padding:1rem;overflow-x:auto;border-radius:.6rem}
"""


def report_text(catalogue: Catalogue, title: str, rules: Ruleset, report: RoundReport) -> str:
    """Return a round in plain text, for a mail: calls, marks, boards, standings."""
    text = catalogue.text
    lines = [title, _heading(catalogue, report), ""]
    for number, (tiles, answered) in enumerate(zip(report.calls, report.answered, strict=True), 1):
        told = text("together.report.answered", done=answered, seats=len(report.seats))
        lines.append(f"{number:>3}. {' '.join(map(str, tiles))}  ({told})")
    lines.append("")
    width = max(len(seat.name) for seat in report.seats)
    for place, seat in report.best_first():
        marks = "".join(_MARKS[mark] for mark in seat.marks)
        points = catalogue.number(seat.total)
        lines.append(
            f"{place}. {seat.name:<{width}}  {marks}  {points:>5}  {_sum(catalogue, seat)}"
        )
    for seat in report.seats:
        lines += ["", f"{seat.name}:", _board(rules, seat)]
    return "\n".join(lines) + "\n"


def remind_text(
    catalogue: Catalogue, title: str, names: Sequence[str], call: tuple[int, int], until: int
) -> str:
    """Return a few lines for those that a call (its number, of how many) waits for until
    UTC seconds.
    """
    when = datetime.fromtimestamp(min(until, 1 << 33), UTC).astimezone()
    return catalogue.text(
        "together.reminder",
        table=title,
        names=write_list(catalogue, list(names)),
        call=call[0],
        calls=call[1],
        date=write_date(catalogue, when.date()),
        time=f"{when:%H:%M} {_zone_of(when)}",
    )


def _zone_of(when: datetime) -> str:
    """Return how far the sender's clock is from UTC: the reader's may be another."""
    minutes = round((when.utcoffset() or timedelta()).total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    sign = "-" if minutes < 0 else "+"
    return "UTC" if not minutes else f"UTC{sign}{hours}" + (f":{rest:02}" if rest else "")


def report_page(catalogue: Catalogue, title: str, rules: Ruleset, report: RoundReport) -> str:
    """Return a round as one self-contained web page: no script, nothing fetched."""
    text = catalogue.text
    calls = range(1, report.most_calls + 1)
    head = "".join(f"<th>{n}</th>" for n in calls)
    rows = []
    for place, seat in report.best_first():
        cells = "".join(
            f'<td class="{mark.value}">{_MARKS[mark]}'
            + (f'<br><span class="bonus">+{bonus}</span>' if bonus else "")
            + "</td>"
            for mark, bonus in zip(seat.marks, seat.bonuses, strict=True)
        )
        lines, total = (catalogue.number(n) for n in (seat.lines, seat.total))
        rows.append(
            f'<tr><td>{place}</td><td class="name">{escape(seat.name)}</td>{cells}'
            f'<td>{lines}</td><td>{seat.bonus}</td><td class="total">{total}</td></tr>'
        )
    columns = [text(f"together.report.{key}") for key in ("lines", "bonus", "total")]
    tail = "".join(f"<th>{escape(column)}</th>" for column in columns)
    called = "".join(
        f'<tr><td>{n}</td><td class="name tiles">{" ".join(map(str, tiles))}</td></tr>'
        for n, tiles in enumerate(report.calls, 1)
    )
    boards = "".join(
        f"<h2>{escape(seat.name)}</h2><pre>{escape(_board(rules, seat))}</pre>"
        for seat in report.seats
    )
    player = escape(text("together.report.player"))
    body = (
        f"<p>{escape(_heading(catalogue, report))}</p>"
        f'<table><tr><th></th><th class="name">{player}</th>{head}{tail}</tr>'
        f"{''.join(rows)}</table>"
        f"<h2>{escape(text('together.report.calls'))}</h2><table>{called}</table>{boards}"
    )
    return _page(catalogue, title, body)


def standings_text(catalogue: Catalogue, title: str, standings: Sequence[LeagueStanding]) -> str:
    """Return a league's standings in plain text."""
    rows = [_columns(catalogue), *(_row(catalogue, standing) for standing in standings)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [title, ""]
    for row in rows:
        cells = [
            cell.ljust(width) if i == 1 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"


def standings_page(catalogue: Catalogue, title: str, standings: Sequence[LeagueStanding]) -> str:
    """Return a league's standings as one self-contained web page."""
    head = "".join(f"<th>{escape(column)}</th>" for column in _columns(catalogue))
    rows = "".join(
        "<tr>"
        + "".join(
            f'<td class="{("", "name")[i == 1]}{("", "total")[i == 7]}">{escape(cell)}</td>'
            for i, cell in enumerate(_row(catalogue, standing))
        )
        + "</tr>"
        for standing in standings
    )
    return _page(catalogue, title, f"<table><tr>{head}</tr>{rows}</table>")


def _columns(catalogue: Catalogue) -> list[str]:
    keys = ("place", "player", "matches", "wins", "rounds", "lines", "bonus", "total")
    return [catalogue.text(f"together.report.{key}") for key in keys]


def _row(catalogue: Catalogue, row: LeagueStanding) -> list[str]:
    numbers = (row.matches, row.wins, row.rounds, row.lines, row.bonus, row.total)
    return [str(row.place), row.name, *(catalogue.number(n) for n in numbers)]


def _heading(catalogue: Catalogue, report: RoundReport) -> str:
    if report.rounds == 1:
        return catalogue.text(
            "together.report.call", call=len(report.calls), calls=report.most_calls
        )
    return catalogue.text(
        "together.report.round_call",
        round=report.number,
        rounds=report.rounds,
        call=len(report.calls),
        calls=report.most_calls,
    )


def _sum(catalogue: Catalogue, seat: SeatReport) -> str:
    lines, bonus = (catalogue.number(n) for n in (seat.lines, seat.bonus))
    return f"{lines} + {bonus}"


def _board(rules: Ruleset, seat: SeatReport) -> str:
    """Tile and space, column by column; a late tile has a mark."""
    grid, position = rules.grid, seat.position
    columns: dict[str, list[str]] = {}
    for index, tile in enumerate(position.tiles):
        name = grid.name_of(index)
        late = "½" if tile is not None and position.is_late(tile) else ""
        columns.setdefault(name[0], []).append("---" if tile is None else f"{tile}{late}")
    lines = [f"{column}: {' '.join(tiles)}" for column, tiles in columns.items()]
    if position.aside:
        lines.append(f"x: {' '.join(map(str, position.aside))}")
    return "\n".join(lines)


def _page(catalogue: Catalogue, title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="{catalogue.language.value}"><head><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body><h1>{escape(title)}</h1>{body}</body></html>\n"
    )

"""The game master's report of a round, and a league's standings, as text and as a web page."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from html import escape
from typing import Final

from game.locale import Catalogue, write_date, write_list
from game.locale.terms import word_rules
from game.play.league import CallMark, LeagueStanding, RoundReport, SeatReport
from game.rules.names import isolate_name
from game.rules.ruleset import Ruleset
from game.rules.svg import draw_svg

_MARKS: Final = {
    CallMark.ANSWERED: "✓",
    CallMark.WAITED: "…",
    CallMark.MISSED: "✗",
    CallMark.TO_COME: "·",
}

_SUMS: Final = ("lines", "bonus", "total")

_STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#14102a;color:#f4f1ff}
main{max-width:60rem;margin:0 auto;padding:1.2rem 1rem 2rem}
h1{font-size:1.6rem;margin:0;overflow-wrap:anywhere}h2{font-size:1.2rem;margin:1.4rem 0 .4rem}
p{color:#b9b0dd;margin:.2rem 0}
table{border-collapse:collapse;width:100%;margin:1.2rem 0}
th,td{padding:.35rem .5rem;border-bottom:1px solid #3a3168;text-align:right}
th{color:#b9b0dd;font-weight:600}.name{text-align:left;overflow-wrap:anywhere}
tbody .name{color:#f4f1ff}.total{font-weight:700;color:#ffd24a}
ol{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.3rem}
li{background:#1c1738;border-radius:.5rem;padding:.1rem .6rem}
li small{color:#b9b0dd;margin-right:.3rem}
.bonus,.waited{color:#ffd24a}.missed{color:#ff6878}.answered{color:#5edc82}
.boards{display:grid;margin-top:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr));gap:1rem}
.boards section{background:#1c1738;border-radius:.8rem;padding:.2rem 1rem 1rem;min-width:0}
.boards h2{margin:.6rem 0;overflow-wrap:anywhere}.boards li{background:#14102a}
.boards svg{display:block;width:100%;height:auto;margin:.4rem 0}
@media(max-width:640px){
table,tbody{display:block}thead{display:none}
tr{display:grid;grid-template-columns:2rem minmax(0,1fr) auto;padding:.5rem 0;
border-bottom:1px solid #3a3168;gap:0 .5rem}
td,tbody th{display:block;border:0;padding:0;text-align:left}
tr .total{grid-area:1/3;font-size:1.2rem}
td:not(:first-child):not(.total){grid-column:2/-1;color:#b9b0dd}
td:not(:first-child):not(.total)::before{content:attr(data-label) ": "}
}
@media print{body{background:#fff;color:#000}.boards section{break-inside:avoid}}
"""


def report_text(catalogue: Catalogue, title: str, rules: Ruleset, report: RoundReport) -> str:
    """Return a round as plain text for a mail: calls, marks, boards, standings."""
    text = catalogue.text
    lines = [title, _heading(catalogue, report), ""]
    for number, (tiles, answered) in enumerate(zip(report.calls, report.answered, strict=True), 1):
        progress_words = text("together.report.answered", done=answered, seats=len(report.seats))
        lines.append(f"{number:>3}. {' '.join(map(str, tiles))}  ({progress_words})")
    lines += ["", *_replaced(catalogue, report)]
    width = max(len(seat.name) for seat in report.seats)
    for place, seat in report.best_first():
        marks = "".join(_MARKS[mark] for mark in seat.marks)
        points = catalogue.number(seat.total)
        lines.append(
            f"{place}. {_filled(seat.name, width)}  {marks}  {points:>5}  {_sum(catalogue, seat)}"
        )
    for seat in report.seats:
        lines += ["", f"{isolate_name(seat.name)}:", _board(rules, seat)]
    return "\n".join(lines) + "\n"


def _filled(name: str, width: int) -> str:
    """Return a name padded with blanks to a width."""
    return isolate_name(name) + " " * (width - len(name))


def remind_text(
    catalogue: Catalogue, title: str, names: Sequence[str], call: tuple[int, int], until: int
) -> str:
    """Return a reminder for players without an answer: `call` is (number, calls of the round).

    `until` is the deadline in UTC seconds.
    """
    when = datetime.fromtimestamp(min(until, 1 << 33), UTC).astimezone()
    return catalogue.text(
        "together.reminder",
        table=isolate_name(title),
        names=write_list(catalogue, [isolate_name(name) for name in names]),
        call=call[0],
        calls=call[1],
        date=write_date(catalogue, when.date()),
        time=f"{when:%H:%M} {_zone_of(when)}",
    )


def _zone_of(when: datetime) -> str:
    """Return the offset of the sender's time zone, because the reader's may differ."""
    minutes = round((when.utcoffset() or timedelta()).total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    sign = "-" if minutes < 0 else "+"
    return "UTC" if not minutes else f"UTC{sign}{hours}" + (f":{rest:02}" if rest else "")


def report_page(catalogue: Catalogue, title: str, rules: Ruleset, report: RoundReport) -> str:
    """Return a round as one self-contained web page without scripts."""
    text = catalogue.text
    columns = [text(f"together.report.{key}") for key in ("place", "player", *_SUMS)]
    rows = [
        [
            str(place),
            seat.name,
            *(catalogue.number(n) for n in (seat.lines, seat.bonus, seat.total)),
        ]
        for place, seat in report.best_first()
    ]
    called = "".join(
        f"<li><small>{n}</small>{' '.join(map(str, tiles))}</li>"
        for n, tiles in enumerate(report.calls, 1)
    )
    boards = "".join(_card(catalogue, rules, seat) for seat in report.seats)
    body = (
        f"<p>{escape(_heading(catalogue, report))}</p><p>{escape(_rules(catalogue, rules))}</p>"
        f"{''.join(f'<p>{escape(one)}</p>' for one in _replaced(catalogue, report))}"
        f"{_table(columns, rows)}<h2>{escape(text('together.report.calls'))}</h2>"
        f'<ol>{called}</ol><div class="boards">{boards}</div>'
    )
    return _page(catalogue, title, body)


def _card(catalogue: Catalogue, rules: Ruleset, seat: SeatReport) -> str:
    """Return a player's drawn board and the marks of each call, as HTML."""
    marks = "".join(
        f'<li class="{mark.value}"><small>{call}</small>{_MARKS[mark]}'
        + (f' <span class="bonus">+{bonus}</span>' if bonus else "")
        + "</li>"
        for call, (mark, bonus) in enumerate(zip(seat.marks, seat.bonuses, strict=True), 1)
    )
    position = seat.position
    late = " ".join(str(tile) for tile in position.tiles if tile and position.is_late(tile))
    label = catalogue.text("page.board_of", name=isolate_name(seat.name))
    drawn = draw_svg(position.tiles, position.aside)
    return (
        f"<section><h2><bdi>{escape(seat.name)}</bdi></h2>"
        f'<div role="img" aria-label="{escape(label)}">{drawn}</div>'
        + (f"<p>½ {late}</p>" if late else "")
        + f"<ol>{marks}</ol></section>"
    )


def standings_text(catalogue: Catalogue, title: str, standings: Sequence[LeagueStanding]) -> str:
    """Return a league's standings as plain text."""
    rows = [_columns(catalogue), *(_row(catalogue, standing) for standing in standings)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [title, ""]
    for row in rows:
        cells = [
            _filled(cell, width) if i == 1 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"


def standings_page(catalogue: Catalogue, title: str, standings: Sequence[LeagueStanding]) -> str:
    """Return a league's standings as one self-contained web page."""
    rows = [_row(catalogue, standing) for standing in standings]
    return _page(catalogue, title, _table(_columns(catalogue), rows))


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return an HTML table of places, names and figures, stacked on narrow screens."""
    names = ["", "name", *[""] * (len(columns) - 3), "total"]
    head = "".join(
        f'<th scope="col" class="{name}">{escape(column)}</th>'
        for name, column in zip(names, columns, strict=True)
    )
    body = "".join(f"<tr>{''.join(_cells(columns, names, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cells(columns: Sequence[str], names: Sequence[str], row: Sequence[str]) -> Iterator[str]:
    for column, name, cell in zip(columns, names, row, strict=True):
        if name == "name":
            yield f'<th scope="row" class="name"><bdi>{escape(cell)}</bdi></th>'
        else:
            yield f'<td class="{name}" data-label="{escape(column)}">{escape(cell)}</td>'


def _columns(catalogue: Catalogue) -> list[str]:
    keys = ("place", "player", "matches", "wins", "rounds", *_SUMS)
    return [catalogue.text(f"together.report.{key}") for key in keys]


def _row(catalogue: Catalogue, row: LeagueStanding) -> list[str]:
    numbers = (row.matches, row.wins, row.rounds, row.lines, row.bonus, row.total)
    return [str(row.place), standing_name(catalogue, row), *(catalogue.number(n) for n in numbers)]


def standing_name(catalogue: Catalogue, row: LeagueStanding) -> str:
    """Return a player's name, and whose seats that player took over."""
    if not row.came_for:
        return row.name
    names = write_list(catalogue, [isolate_name(name) for name in row.came_for])
    return f"{row.name} · {catalogue.text('together.report.came_for', names=names)}"


def _replaced(catalogue: Catalogue, report: RoundReport) -> list[str]:
    """Return who has come for whom, a line each."""
    return [
        catalogue.text(
            "together.report.replaced",
            when=_call(catalogue, report, *divmod(max(0, one.after - 1), report.most_calls)),
            came=isolate_name(one.came),
            left=isolate_name(one.left),
        )
        for one in report.replaced
    ]


def _heading(catalogue: Catalogue, report: RoundReport) -> str:
    return _call(catalogue, report, report.number - 1, len(report.calls) - 1)


def _call(catalogue: Catalogue, report: RoundReport, played: int, call: int) -> str:
    """Return the words for a call of round `played`, both counted from 0."""
    counts = {"call": call + 1, "calls": report.most_calls}
    if report.rounds == 1:
        return catalogue.text("together.report.call", **counts)
    about = {"round": played + 1, "rounds": report.rounds}
    return catalogue.text("together.report.round_call", **about, **counts)


def _rules(catalogue: Catalogue, rules: Ruleset) -> str:
    return " · ".join(word_rules(catalogue, rules, is_whole=True))


def _sum(catalogue: Catalogue, seat: SeatReport) -> str:
    lines, bonus = (catalogue.number(n) for n in (seat.lines, seat.bonus))
    return f"{lines} + {bonus}"


def _board(rules: Ruleset, seat: SeatReport) -> str:
    """Return the tiles with their spaces, column by column; a late tile has a mark."""
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
        f'\ufeff<!doctype html><html lang="{catalogue.language.value}"><head><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>\n"
    )

"""A second referee: judges and scores a raw record without the game's own rules.

Written from the clauses alone and in another manner on purpose: sets of axial coordinates,
tiles as texts, every board scored afresh after every turn, exact fractions. It imports nothing
of `game`, so that it cannot share a mistake with it. `judge` gives the JSON object of
`take-it-easy score --json`, or raises `Foul`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any

Point = tuple[int, int]
Board = dict[Point, str]

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
FLOWERS = ((0, 0), (1, 2), (3, -1))
NUMBERS = {"rising": "267", "vertical": "159", "falling": "348"}
CHARACTER = {"rising": 0, "vertical": 1, "falling": 2}
CONSTANT: dict[str, Callable[[Point], int]] = {
    "rising": lambda p: p[0] + p[1],
    "vertical": lambda p: p[0],
    "falling": lambda p: p[1],
}
REGULAR = {"".join(t) for t in product("267", "159", "348")}
WILD = {"***", "*1*", "2**", "**3"}


class Foul(Exception):
    """The record breaks the rules or its own format."""


def claim(condition: object, reason: str) -> None:
    """Raise `Foul` unless `condition` holds."""
    if not condition:
        raise Foul(reason)


def around(point: Point) -> set[Point]:
    return {(point[0] + q, point[1] + r) for q, r in STEPS}


SHAPES: dict[str, set[Point]] = {
    "classic": {(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2},
    "daffodil": set(FLOWERS).union(*(around(f) for f in FLOWERS)),
}


def name_spaces(shape: set[Point]) -> dict[str, Point]:
    """B1: columns lettered from the left, spaces numbered from the top."""
    names = {}
    for letter, q in zip("abcdefg", sorted({p[0] for p in shape}), strict=False):
        column = sorted(r for x, r in shape if x == q)
        names.update({f"{letter}{n}": (q, r) for n, r in enumerate(column, 1)})
    return names


def is_sun(tile: str) -> bool:
    """T5."""
    if tile in WILD:
        return tile in ("***", "2**")
    places = (NUMBERS[direction].index(tile[CHARACTER[direction]]) for direction in NUMBERS)
    return sum(places) % 2 == 0


def cut(shape: set[Point]) -> list[tuple[str, list[Point]]]:
    """B4: every line with its direction, top or left end first."""
    lines = []
    for direction, constant in CONSTANT.items():
        for value in {constant(p) for p in shape}:
            lines.append((direction, sorted(p for p in shape if constant(p) == value)))
    return lines


def plain(points: Fraction) -> int | float:
    return int(points) if points.denominator == 1 else float(points)


class Table:
    """The choices of one record, and the boards' geometry."""

    def __init__(self, rules: Any, players: int) -> None:
        claim(isinstance(rules, dict), "rules")
        needed, allowed = {"board", "placement", "call", "rays"}, {"daffodil", "bonus", "rounds"}
        claim(needed <= set(rules) <= needed | allowed, "keys of rules")
        for key, known in {
            "board": ("classic", "daffodil"),
            "placement": ("free", "adjacent", "adjacent-symbol"),
            "call": ("single", "pairs", "mail"),
            "rays": ("none", "rays", "best-ray"),
        }.items():
            claim(rules[key] in known, key)
        self.board: str = rules["board"]
        self.placement: str = rules["placement"]
        self.is_mail = rules["call"] == "mail"
        self.rays: str = rules["rays"]
        self.variant = rules.get("daffodil", 1 if self.board == "daffodil" else 0)
        claim(type(self.variant) is int, "daffodil")
        if self.board == "daffodil":
            claim(self.variant in (1, 2, 3, 4), "daffodil")
        else:
            claim("daffodil" not in rules, "daffodil variant on the classic board")
        self.bonus = rules.get("bonus", "call")
        claim(self.bonus in ("call", "game"), "bonus")
        claim(self.is_mail or "bonus" not in rules, "bonus without mail")
        self.rounds = rules.get("rounds", 1)
        claim(type(self.rounds) is int and self.rounds >= 1, "rounds")
        claim(1 <= players <= 8, "players")
        claim(self.rays != "best-ray" or 1 < players <= 6, "best ray alone or in a crowd")
        self.shape = SHAPES[self.board]
        self.names = name_spaces(self.shape)
        self.texts = {point: name for name, point in self.names.items()}
        self.stamens = set(FLOWERS) if self.board == "daffodil" else set()
        self.lines = cut(self.shape)
        self.tiles = REGULAR | (WILD if self.board == "daffodil" else set())
        left = len(self.shape)
        self.sizes: list[int] = []
        while left:
            size = {"single": 1, "pairs": 2, "mail": 2 if self.sizes else 3}[rules["call"]]
            self.sizes.append(min(size, left))
            left -= self.sizes[-1]

    def open_to(self, board: Board, tile: str) -> set[Point]:
        """P1-P7: the board's spaces where `tile` may go."""
        spaces = self.shape - set(board)
        if self.variant == 2 and spaces & self.stamens:
            return spaces & self.stamens
        if self.variant == 4 or (self.variant == 3 and spaces - self.stamens):
            spaces -= self.stamens
        if self.placement == "free":
            return spaces
        same = [
            p
            for p, other in board.items()
            if self.placement == "adjacent" or is_sun(other) == is_sun(tile)
        ]
        touching = {p for p in spaces if around(p) & set(same)}
        return touching or spaces

    def lines_of(self, board: Board, late: set[str]) -> list[dict[str, Any]]:
        """S1-S3, M3."""
        found = []
        for direction, points in self.lines:
            tiles = [board.get(p) for p in points]
            stripes = {tile[CHARACTER[direction]] for tile in tiles if tile}
            numbers = [int(n) for n in NUMBERS[direction] if stripes <= {n, "*"}]
            if None in tiles or not numbers:
                continue
            worth = Fraction(len(points) * max(numbers))
            is_late = bool(late & set(filter(None, tiles)))
            found.append(
                {
                    "direction": direction,
                    "spaces": [self.texts[p] for p in points],
                    "number": max(numbers),
                    "points": worth / 2 if is_late else worth,
                    "late": is_late,
                }
            )
        return found

    def rays_of(self, board: Board) -> list[dict[str, Any]]:
        """S4, whether the rules pay for them or not."""
        found = []
        for direction, points in self.lines:
            kinds = [is_sun(board[p]) for p in points if p in board]
            if len(kinds) == len(points) and len(set(kinds)) == 1:
                found.append(
                    {
                        "symbol": "sun" if kinds[0] else "moon",
                        "spaces": [self.texts[p] for p in points],
                        "points": len(points) * (7 if kinds[0] else 6),
                        "direction": direction,
                    }
                )
        return found

    def worth(self, board: Board, late: set[str]) -> Fraction:
        points = sum((line["points"] for line in self.lines_of(board, late)), Fraction(0))
        if self.rays == "rays":
            points += sum(ray["points"] for ray in self.rays_of(board))
        return points


class Play:
    """One board of one round, turn by turn."""

    def __init__(self, table: Table, calls: list[list[str]], value: Any) -> None:
        claim(isinstance(value, dict), "a board")
        claim({"turns"} <= set(value) <= {"turns", "finish"}, "keys of a board")
        self.table = table
        self.board: Board = {}
        self.aside: list[str] = []
        self.late: set[str] = set()
        self.owed: list[str] = []
        self.gains: list[Fraction] = []
        self.is_done = False
        turns = value["turns"]
        claim(isinstance(turns, list) and len(turns) <= len(calls), "turns")
        for i, turn in enumerate(turns):
            before = table.worth(self.board, self.late)
            left = self.take_turn(turn, calls[i], i + 1 == len(table.sizes), i + 1 == len(turns))
            self.gains.append(table.worth(self.board, self.late) - before)
            self.is_done = i + 1 == len(table.sizes) and not left
        self.close(value)
        self.gains += [Fraction(0)] * (len(table.sizes) - len(self.gains))

    def take_turn(self, turn: Any, call: list[str], is_last_call: bool, may_stop: bool) -> int:
        """M1-M5, C3: play one turn; how many tiles are still to be placed in it."""
        claim(isinstance(turn, list) and all(isinstance(t, str) for t in turn), "a turn")
        by_master = [t for t in turn if t.startswith("!")]
        claim(len(by_master) in (0, len(turn)), "a turn of two hands")
        claim(self.table.is_mail or not by_master, "a game master without mail")
        due = [*self.owed, *call]
        late = list(self.owed)
        if self.table.is_mail and len(by_master) == len(turn):
            due = due if is_last_call else list(self.owed)
            late = list(due)
            claim(turn or not due or may_stop, "nothing placed for a player who missed twice")
            self.owed = list(call)
        else:
            self.owed = []
        for text in turn:
            tile, at, space = text.removeprefix("!").partition("@")
            claim(at and tile in due, f"not to be placed: {text}")
            due.remove(tile)
            self.put(tile, space)
            if tile in late:
                self.late.add(tile)
        claim(may_stop or not due, "an incomplete turn before the last")
        return len(due)

    def put(self, tile: str, space: str) -> None:
        if space == "x":
            claim(self.table.variant == 4, "no daffodil here")
            self.aside.append(tile)
            claim(len(self.aside) <= 3, "the daffodil is full")
            return
        claim(space in self.table.names, f"no space {space}")
        point = self.table.names[space]
        claim(point in self.table.open_to(self.board, tile), f"{tile} may not go to {space}")
        self.board[point] = tile

    def close(self, value: dict[str, Any]) -> None:
        """P6: the closing moves."""
        if self.table.variant != 4:
            claim("finish" not in value or value["finish"] == [], "closing moves")
            return
        finish = value.get("finish")
        if finish is None:
            self.is_done = False
            return
        claim(isinstance(finish, list) and all(isinstance(t, str) for t in finish), "finish")
        claim(self.is_done or not finish, "closing moves too early")
        before = self.table.worth(self.board, self.late)
        for text in finish:
            tile, _, space = text.partition("@")
            claim(tile in self.aside and "*" not in tile, f"not to be moved: {text}")
            claim(self.table.names.get(space) in self.table.stamens, f"no stamen: {text}")
            claim(self.table.names[space] not in self.board, f"occupied: {text}")
            self.aside.remove(tile)
            self.board[self.table.names[space]] = tile
        if self.is_done:
            self.gains[-1] += self.table.worth(self.board, self.late) - before


def best_rays(table: Table, plays: list[Play], symbol: str) -> list[int]:
    """S5: each player's share of 60 points."""
    claims = []
    for seat, play in enumerate(plays):
        paid = {tuple(x["spaces"]): x["points"] for x in table.lines_of(play.board, play.late)}
        for ray in table.rays_of(play.board):
            spaces = tuple(ray["spaces"])
            if ray["symbol"] == symbol and spaces in paid:
                claims.append((len(spaces), paid[spaces], seat))
    longest = [c for c in claims if c[0] == max(c[0] for c in claims)]
    winners = {c[2] for c in longest if c[1] == max(c[1] for c in longest)}
    return [60 // len(winners) if seat in winners else 0 for seat in range(len(plays))]


def bonuses(table: Table, plays: list[Play]) -> list[int]:
    """M6."""
    paid = [0] * len(plays)
    if not table.is_mail or len(plays) < 2:
        return paid
    columns: Iterable[tuple[Fraction, ...]] = zip(*(play.gains for play in plays), strict=True)
    if table.bonus == "game":
        columns = [tuple(sum(play.gains, Fraction(0)) for play in plays)]
    for gains in columns:
        for seat, gain in enumerate(gains):
            better = {other for other in gains if other > gain}
            if gain > 0 and len(better) < 2:
                paid[seat] += (10, 5)[len(better)]
    return paid


def judge_round(table: Table, players: int, value: Any) -> tuple[list[dict[str, Any]], bool]:
    """Each player's round in the JSON's shape, and whether the round is finished."""
    claim(isinstance(value, dict), "a round")
    needed = {"caller", "calls", "boards"}
    claim(needed <= set(value) <= needed | {"seed"}, "keys of a round")
    caller, seed, calls, boards = (value.get(k) for k in ("caller", "seed", "calls", "boards"))
    claim(caller is None or (type(caller) is int and 0 <= caller < players), "caller")
    claim(seed is None or (isinstance(seed, str) and seed != ""), "seed")
    claim(isinstance(calls, list) and len(calls) <= len(table.sizes), "calls")
    called: set[str] = set()
    for call, size in zip(calls, table.sizes, strict=False):
        claim(isinstance(call, list) and len(call) == size, "a call's size")
        for tile in call:
            claim(isinstance(tile, str) and tile in table.tiles, "an unknown tile")
            claim(tile not in called, "a tile called twice")
            called.add(tile)
    claim(isinstance(boards, list) and len(boards) == players, "boards")
    plays = [Play(table, calls, board) for board in boards]
    suns = moons = [0] * players
    if table.rays == "best-ray":
        suns, moons = best_rays(table, plays, "sun"), best_rays(table, plays, "moon")
    scores = []
    for play, sun, moon, bonus in zip(plays, suns, moons, bonuses(table, plays), strict=True):
        lines = table.lines_of(play.board, play.late)
        rays = table.rays_of(play.board) if table.rays == "rays" else []
        total = table.worth(play.board, play.late) + sun + moon + bonus
        scores.append(
            {
                "lines": [{**line, "points": plain(line["points"])} for line in lines],
                "rays": [{k: ray[k] for k in ("symbol", "spaces", "points")} for ray in rays],
                "best_rays": {"sun": sun, "moon": moon},
                "bonus": bonus,
                "total": plain(total),
            }
        )
    return scores, all(play.is_done for play in plays)


def judge(record: Any) -> dict[str, Any]:
    """The score of a record, as `take-it-easy score --json` shapes it; `Foul` if it is bad."""
    needed = {"format", "version", "rules", "players", "rounds"}
    claim(isinstance(record, dict) and needed <= set(record) <= needed | {"meta"}, "keys")
    claim(record["format"] == "take-it-easy" and type(record["version"]) is int, "format")
    claim(isinstance(record.get("meta", {}), dict), "meta")
    players = record["players"]
    claim(isinstance(players, list), "players")
    claim(record["version"] == (2 if len(players) > 6 else 1), "version")
    for player in players:
        claim(isinstance(player, dict), "a player")
        claim({"name", "kind"} <= set(player) <= {"name", "kind", "bot"}, "keys of a player")
        claim(player["kind"] in ("human", "bot") and isinstance(player["name"], str), "a player")
        if "bot" in player:
            claim(player["kind"] == "bot" and isinstance(player["bot"], str), "a bot")
    table = Table(record["rules"], len(players))
    rounds = record["rounds"]
    claim(isinstance(rounds, list) and len(rounds) <= table.rounds, "rounds")
    judged: list[list[dict[str, Any]]] = []
    is_finished = True
    for value in rounds:
        claim(is_finished, "a round after an unfinished one")
        scores, is_finished = judge_round(table, len(players), value)
        judged.append(scores)
    totals = [sum(Fraction(scores[i]["total"]) for scores in judged) for i in range(len(players))]
    return {
        "players": [
            {
                "name": player["name"],
                "total": plain(Fraction(total)),
                "rounds": [scores[i] for scores in judged],
            }
            for i, (player, total) in enumerate(zip(players, totals, strict=True))
        ],
        "winners": [
            player["name"]
            for player, total in zip(players, totals, strict=True)
            if total == max(totals)
        ],
        "complete": is_finished and len(judged) == table.rounds,
    }


def ordered(score: dict[str, Any]) -> dict[str, Any]:
    """A score with its lines and rays in one fixed order, for comparing two scorers."""
    for player in score["players"]:
        for played in player["rounds"]:
            played["lines"].sort(key=lambda line: (line["direction"], line["spaces"]))
            played["rays"].sort(key=lambda ray: ray["spaces"])
    return score

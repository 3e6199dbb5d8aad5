"""The match record: one JSON object with the calls and placements of a match.

`print_record` writes it, `parse_record` reads it back; `record_json` and `read_record` do the same
with JSON values, for records inside other documents. A record that breaks the rules is refused with
the place and the reason, never repaired. `parse_record(print_record(m)) == m`.
"""

import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

from game.rules.boards import BoardName
from game.rules.deal import MAX_DERIVED_LENGTH, Calls, check_seed
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import (
    MAX_RECORD_BYTES,
    check_format,
    dump_json,
    fields_of,
    list_of,
    load_json,
    refusing_at,
    show,
    text_of,
)
from game.rules.match import Match, Player, PlayerKind, Round, check_call, new_match
from game.rules.moves import format_placement, parse_placement
from game.rules.names import MAX_NAME_LENGTH
from game.rules.placement import Placement
from game.rules.ruleset import (
    MAX_PLAYERS,
    MOST_BOARDS,
    BonusRule,
    CallRule,
    PlacementRule,
    RayRule,
    Ruleset,
)
from game.rules.seat import Seat, answer_next_call, choose_finish, miss_call, new_seat, place_tile
from game.rules.tiles import Tile

FORMAT: Final = "take-it-easy"
RECORD_VERSION: Final = 1
LARGE_VERSION: Final = 2
"""The version of records with more than `MAX_PLAYERS` players (V6), and of no others.

Programs that know six players at most then report a newer record, not a broken one.
"""

_T = TypeVar("_T")


def print_record(match: Match) -> str:
    """Return the record of a match as one line of JSON in its shortest form.

    A longer form could exceed `MAX_RECORD_BYTES` for a match that was read from a shorter one.
    """
    return json.dumps(record_json(match), ensure_ascii=False, separators=(",", ":"))


def record_json(match: Match) -> dict[str, Any]:
    """Return the record of a match as JSON values."""
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": version_of(len(match.players)),
        "rules": rules_json(match.rules),
        "players": [_player_json(p) for p in match.players],
        "rounds": [_round_json(match.rules, played) for played in match.rounds],
    }
    if match.meta is not None:
        record["meta"] = json.loads(match.meta)
    return record


def version_of(players: int) -> int:
    """Return the version of a record with so many players."""
    return RECORD_VERSION if players <= MAX_PLAYERS else LARGE_VERSION


def rules_json(rules: Ruleset) -> dict[str, str | int]:
    """Return the rules of a match as a record writes them, without default values."""
    choices: dict[str, str | int] = {"board": rules.board.value}
    if rules.daffodil is not None:
        choices["daffodil"] = rules.daffodil
    choices |= {
        "placement": rules.placement.value,
        "call": rules.call.value,
        "rays": rules.rays.value,
    }
    if rules.bonus is not None:
        choices["bonus"] = rules.bonus.value
    if rules.rounds != 1:
        choices["rounds"] = rules.rounds
    return choices


def _player_json(player: Player) -> dict[str, str]:
    shown = {"name": player.name, "kind": player.kind.value}
    return shown if player.bot is None else shown | {"bot": player.bot}


def _round_json(rules: Ruleset, played: Round) -> dict[str, Any]:
    return {
        "caller": played.caller,
        **({} if played.seed is None else {"seed": played.seed}),
        "calls": [[str(tile) for tile in call] for call in played.calls],
        "boards": [_board_json(rules, seat) for seat in played.seats],
    }


def _board_json(rules: Ruleset, seat: Seat) -> dict[str, Any]:
    turns = [
        [("!" if turn.is_missed else "") + format_placement(rules.grid, p) for p in turn.placements]
        for turn in seat.turns
    ]
    # A call not answered yet is left out: `[]` would say that it was missed.
    if seat.turns and not seat.turns[-1].placements and seat.hand:
        turns.pop()
    board: dict[str, Any] = {"turns": turns}
    if seat.finish is not None:
        board["finish"] = [format_placement(rules.grid, p) for p in seat.finish]
    return board


def parse_record(text: str | bytes) -> Match:
    """Return the match that a record holds.

    Raises `FormatError` with the place and the reason for anything that is not a record or
    breaks the rules, and for texts over `MAX_RECORD_BYTES`.
    """
    return read_record(load_json(text, MAX_RECORD_BYTES))


def read_record(value: Any) -> Match:
    """Return the match of a record that is given as JSON values. Raises `FormatError`."""
    record = fields_of(
        value, "", required=("format", "version", "rules", "players", "rounds"), optional=("meta",)
    )
    check_format(record, FORMAT, RECORD_VERSION, LARGE_VERSION)
    rules, version = _read_rules(record["rules"]), record["version"]
    most = MAX_PLAYERS if version == RECORD_VERSION else MOST_BOARDS
    listed = list_of(record["players"], "players", most=most)
    if version > version_of(len(listed)):
        raise FormatError(Fault.NEWER_VERSION, "version", value=show(version))
    players = tuple(_read_player(p, f"players[{i}]") for i, p in enumerate(listed))
    meta = None
    if "meta" in record:
        if not isinstance(record["meta"], dict):
            raise FormatError(Fault.NOT_AN_OBJECT, "meta")
        meta = dump_json(record["meta"], "meta")
    with refusing_at("players"):
        match = new_match(rules, players, meta, most=most)
    rounds: list[Round] = []
    for i, item in enumerate(list_of(record["rounds"], "rounds", most=rules.rounds)):
        where = f"rounds[{i}]"
        if rounds and not rounds[-1].is_complete(rules):
            raise FormatError(Fault.ROUND_UNFINISHED, where)
        rounds.append(_read_round(rules, len(players), item, where))
    return Match(rules, players, tuple(rounds), match.meta)


def _read_rules(value: Any) -> Ruleset:
    where = "rules"
    choices = fields_of(
        value,
        where,
        required=("board", "placement", "call", "rays"),
        optional=("daffodil", "bonus", "rounds"),
    )

    def choice(key: str, kind: Callable[[str], _T]) -> _T:
        try:
            return kind(text_of(choices[key], f"{where}.{key}"))
        except ValueError:
            raise FormatError(Fault.UNKNOWN, f"{where}.{key}", value=show(choices[key])) from None

    def number(key: str) -> int:
        if type(choices[key]) is not int:
            raise FormatError(Fault.NOT_WHOLE, f"{where}.{key}", value=show(choices[key]))
        return int(choices[key])

    with refusing_at(where):
        return Ruleset(
            board=choice("board", BoardName),
            placement=choice("placement", PlacementRule),
            call=choice("call", CallRule),
            rays=choice("rays", RayRule),
            daffodil=number("daffodil") if "daffodil" in choices else None,
            bonus=choice("bonus", BonusRule) if "bonus" in choices else None,
            rounds=number("rounds") if "rounds" in choices else 1,
        )


def _read_name(value: Any, where: str) -> str:
    """Read a player's name; any text is valid.

    Lone surrogates become question marks, because UTF-8 cannot encode them.
    """
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    raise FormatError(Fault.NOT_A_TEXT, where, value=show(value))


def _read_player(value: Any, where: str) -> Player:
    player = fields_of(value, where, required=("name", "kind"), optional=("bot",))
    name = _read_name(player["name"], f"{where}.name")
    if player["kind"] not in (PlayerKind.HUMAN.value, PlayerKind.BOT.value):
        raise FormatError(Fault.UNKNOWN, f"{where}.kind", value=show(player["kind"]))
    kind = PlayerKind(player["kind"])
    if "bot" not in player:
        return Player(name, kind)
    if kind is not PlayerKind.BOT:
        raise FormatError(Fault.ONLY_A_BOT, f"{where}.bot")
    return Player(name, kind, text_of(player["bot"], f"{where}.bot", most=MAX_NAME_LENGTH))


def _read_round(rules: Ruleset, players: int, value: Any, where: str) -> Round:
    fields = fields_of(value, where, required=("caller", "calls", "boards"), optional=("seed",))
    caller = fields["caller"]
    if caller is not None and (type(caller) is not int or not 0 <= caller < players):
        raise FormatError(Fault.NO_SUCH_PLAYER, f"{where}.caller", value=show(caller))
    seed = fields.get("seed")
    if seed is not None:
        with refusing_at(f"{where}.seed"):
            check_seed(text_of(seed, f"{where}.seed"), MAX_DERIVED_LENGTH)
    calls: Calls = ()
    listed = list_of(fields["calls"], f"{where}.calls", most=len(rules.call_sizes))
    for i, item in enumerate(listed):
        here = f"{where}.calls[{i}]"
        tiles = tuple(
            _read_tile(tile, f"{here}[{j}]") for j, tile in enumerate(list_of(item, here, most=3))
        )
        with refusing_at(here):
            check_call(rules, calls, tiles)
        calls = (*calls, tiles)
    boards = list_of(fields["boards"], f"{where}.boards")
    if len(boards) != players:
        raise FormatError(Fault.WRONG_BOARDS, f"{where}.boards", found=len(boards), players=players)
    seats = tuple(
        _read_board(rules, calls, board, f"{where}.boards[{i}]") for i, board in enumerate(boards)
    )
    return Round(caller, seed, calls, seats)


def _read_board(rules: Ruleset, calls: Calls, value: Any, where: str) -> Seat:
    fields = fields_of(value, where, required=("turns",), optional=("finish",))
    turns = list_of(fields["turns"], f"{where}.turns", most=len(calls))
    seat = new_seat(rules)
    for i, item in enumerate(turns):
        here = f"{where}.turns[{i}]"
        seat = _read_turn(rules, answer_next_call(seat, calls), item, here, i == len(turns) - 1)
    if not seat.hand and len(seat.turns) < len(calls):
        seat = answer_next_call(seat, calls)
    if not rules.has_aside:
        if "finish" in fields and fields["finish"] != []:
            raise FormatError(Fault.NO_CLOSING_MOVES, f"{where}.finish")
        return seat
    finish = fields.get("finish")
    if finish is None:
        return seat
    here = f"{where}.finish"
    placements = tuple(
        _read_placement(rules, p, f"{here}[{i}]")
        for i, p in enumerate(list_of(finish, here, most=3))
    )
    if not placements and not seat.has_played(rules):
        return seat  # an empty choice before the last answer leaves the closing moves open
    with refusing_at(here):
        return choose_finish(rules, seat, placements)


def _read_turn(rules: Ruleset, seat: Seat, value: Any, where: str, is_last: bool) -> Seat:
    """Place one turn's tiles for a seat with the call in hand; only the last may be partial."""
    items = list_of(value, where, most=len(seat.hand))
    texts = [text_of(item, f"{where}[{i}]") for i, item in enumerate(items)]
    by_master = bool(texts) and texts[0].startswith("!")
    is_missed = rules.call is CallRule.MAIL and (by_master or not texts)
    if is_missed:
        missed = miss_call(rules, seat)
        if texts or not missed.hand:
            seat = missed
        elif not is_last:
            raise FormatError(Fault.MASTER_OWES, where)
    for i, text in enumerate(texts):
        here = f"{where}[{i}]"
        if text.startswith("!") is not by_master:
            raise FormatError(Fault.MIXED_TURN, here)
        if by_master and not is_missed:
            raise FormatError(Fault.NO_MASTER, here)
        p = _read_placement(rules, text.removeprefix("!"), here)
        with refusing_at(here):
            seat = place_tile(rules, seat, p.tile, p.space, by_master=by_master)
    if seat.hand and not is_last:
        left = " ".join(map(str, seat.hand))
        raise FormatError(Fault.TILES_LEFT, where, tiles=left)
    return seat


def _read_placement(rules: Ruleset, value: Any, where: str) -> Placement:
    with refusing_at(where):
        return parse_placement(rules.grid, text_of(value, where))


def _read_tile(value: Any, where: str) -> Tile:
    with refusing_at(where):
        return Tile.parse(text_of(value, where))

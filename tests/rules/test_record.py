"""The reader's refusals, with the place and the reason; and no other failures."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from game.rules.errors import FormatError
from game.rules.json_shape import MAX_RECORD_BYTES
from game.rules.match import Player, PlayerKind, apply, new_match
from game.rules.moves import BeginRound, parse_move
from game.rules.record import parse_record, print_record, read_record, record_json
from game.rules.ruleset import MOST_BOARDS, Ruleset, all_rulesets
from game.rules.score_json import score_json
from tests.each import each
from tests.rules.fuzz import fuzz
from tests.rules.fuzz import read as read_or_refuse
from tests.rules.mutations import giants, inside, mutate, paths
from tests.rules.random_matches import random_match
from tests.rules.records import record
from tests.rules.referee import Foul, judge, ordered

GOOD = {
    "single": record("classic free single none", "294 / 753", "294@c3 / 753@a1", "294@c1 / 753@e3"),
    "adjacent": record("classic adjacent single none", "294 / 753", "294@c3 / 753@c2"),
    "pairs": record("classic adjacent-symbol pairs rays", "294 753 / 213 214", "753@c2 294@c3 / -"),
    "mail": record(
        "classic free mail none",
        "293 298 694 / 793 798 / 294 693",
        "- / !293@a1 !298@a2 !694@a3 / 793@c1 798@c2 294@c3 693@c4",
        "293@a1 298@a2 694@a3 / - / 793@c1 798@c2 294@c3 693@c4",
    ),
    "stamens first": record("daffodil-2 free single none", "*** / 753", "***@b2 / 753@c4"),
    "stamens last": record("daffodil-3 free single none", "*** / 753", "***@b1 / 753@c3"),
    "aside": record("daffodil-4 free single none", "*** / 753 / 1", "***@x / 753@c3"),
    "two rounds": record("classic free single none rounds=2", "294", "294@c3"),
}
GOOD["eight"] = record("classic free single none", "294 / 753", *["294@c3 / 753@a1"] * 8)
GOOD["aside"]["rounds"][0]["calls"].pop()

ROUND, BOARD = ("rounds", 0), ("rounds", 0, "boards", 0)
TURNS = (*BOARD, "turns")
DROP = object()

BROKEN: list[tuple[str, tuple[str | int, ...], Any, str, str]] = [
    # record, path, what is put there, the place named, words of the reason
    ("single", ("format",), DROP, "", "no 'format'"),
    ("single", ("format",), "take it easy", "format", "not 'take-it-easy'"),
    ("single", ("format",), [[]], "format", "a list"),
    ("single", ("version",), DROP, "", "no 'version'"),
    ("single", ("version",), 2, "version", "version 2, which only a newer game reads"),
    ("single", ("version",), 1.0, "version", "unknown version"),
    ("single", ("version",), True, "version", "unknown version"),
    ("single", ("version",), "1", "version", "unknown version"),
    ("single", ("rules",), DROP, "", "no 'rules'"),
    ("single", ("rules",), [], "rules", "not an object"),
    ("single", ("players",), DROP, "", "no 'players'"),
    ("single", ("rounds",), DROP, "", "no 'rounds'"),
    ("single", ("note",), "mine", "", "unknown key"),
    ("single", ("meta",), None, "meta", "not an object"),
    ("single", ("meta",), [], "meta", "not an object"),
    ("single", ("meta",), {"a": "\ud800"}, "meta", "not Unicode"),
    # V1
    ("single", ("rules", "board"), DROP, "rules", "no 'board'"),
    ("single", ("rules", "placement"), DROP, "rules", "no 'placement'"),
    ("single", ("rules", "call"), DROP, "rules", "no 'call'"),
    ("single", ("rules", "rays"), DROP, "rules", "no 'rays'"),
    ("single", ("rules", "board"), "hex", "rules.board", "unknown"),
    ("single", ("rules", "board"), None, "rules.board", "not a text"),
    ("single", ("rules", "placement"), "touching", "rules.placement", "unknown"),
    ("single", ("rules", "call"), ["mail"], "rules.call", "not a text"),
    ("single", ("rules", "rays"), "best_ray", "rules.rays", "unknown"),
    ("single", ("rules", "Rays"), "none", "rules", "unknown key"),
    (
        "single",
        ("rules", "daffodil"),
        1,
        "rules",
        "a Daffodil variant, 1 to 4, needs the Daffodil board",
    ),
    (
        "aside",
        ("rules", "daffodil"),
        0,
        "rules",
        "a Daffodil variant, 1 to 4, needs the Daffodil board",
    ),
    (
        "aside",
        ("rules", "daffodil"),
        5,
        "rules",
        "a Daffodil variant, 1 to 4, needs the Daffodil board",
    ),
    ("aside", ("rules", "daffodil"), "4", "rules.daffodil", "not a whole number"),
    ("aside", ("rules", "daffodil"), None, "rules.daffodil", "not a whole number"),
    ("aside", ("rules", "daffodil"), 4.0, "rules.daffodil", "not a whole number"),
    ("single", ("rules", "bonus"), "call", "rules", "a bonus needs the mail call"),
    ("mail", ("rules", "bonus"), "round", "rules.bonus", "unknown"),
    ("mail", ("rules", "bonus"), None, "rules.bonus", "not a text"),
    ("single", ("rules", "rounds"), 0, "rules", "no rounds"),
    ("single", ("rules", "rounds"), -1, "rules", "no rounds"),
    ("single", ("rules", "rounds"), True, "rules.rounds", "not a whole number"),
    ("single", ("rules", "rounds"), 10**30, "rules", "no rounds"),
    ("adjacent", ("rules", "rays"), "best-ray", "players", "best ray needs opponents"),
    # players
    ("single", ("players",), [], "players", "too few players"),
    ("single", ("players",), {}, "players", "not a list"),
    ("single", ("players",), [{"name": "A", "kind": "human"}] * 7, "players", "7 entries"),
    ("eight", ("version",), 1, "players", "8 entries"),
    ("eight", ("version",), 3, "version", "version 3, which only a newer game reads"),
    ("eight", ("players",), [{"name": "A", "kind": "human"}] * 9, "players", "9 entries"),
    ("eight", ("players",), [{"name": "A", "kind": "human"}] * 6, "version", "version 2, which"),
    ("eight", ("rules", "rays"), "best-ray", "players", "best ray is for two to six"),
    ("single", ("players", 0), "Ana", "players[0]", "not an object"),
    ("single", ("players", 0, "name"), DROP, "players[0]", "no 'name'"),
    ("single", ("players", 0, "name"), 7, "players[0].name", "not a text"),
    (
        "single",
        ("players", 1),
        {"name": "B", "kind": "bot", "bot": "\udfff"},
        "players[1].bot",
        "not Unicode",
    ),
    (
        "single",
        ("players", 1),
        {"name": "B", "kind": "bot", "bot": "A" * 101},
        "players[1].bot",
        "longer than 100",
    ),
    ("single", ("players", 1, "kind"), DROP, "players[1]", "no 'kind'"),
    ("single", ("players", 1, "kind"), "robot", "players[1].kind", "unknown"),
    ("single", ("players", 1, "kind"), [], "players[1].kind", "unknown"),
    ("single", ("players", 1, "bot"), "greedy", "players[1].bot", "only a bot"),
    ("single", ("players", 1), {"name": "B", "kind": "bot", "bot": 1}, "players[1].bot", "a text"),
    ("single", ("players", 1, "score"), 1, "players[1]", "unknown key"),
    # rounds
    ("single", ("rounds",), {}, "rounds", "not a list"),
    ("single", ("rounds",), [{}, {}], "rounds", "2 entries where 1"),
    ("two rounds", ("rounds", 1), {}, "rounds[1]", "the previous round is not finished"),
    ("single", ROUND, 1, "rounds[0]", "not an object"),
    ("single", (*ROUND, "caller"), DROP, "rounds[0]", "no 'caller'"),
    ("single", (*ROUND, "caller"), 2, "rounds[0].caller", "no such player"),
    ("single", (*ROUND, "caller"), -1, "rounds[0].caller", "no such player"),
    ("single", (*ROUND, "caller"), False, "rounds[0].caller", "no such player"),
    ("single", (*ROUND, "caller"), 0.0, "rounds[0].caller", "no such player"),
    ("single", (*ROUND, "seed"), 42, "rounds[0].seed", "not a text"),
    ("single", (*ROUND, "seed"), "", "rounds[0].seed", "a seed has"),
    ("single", (*ROUND, "seed"), "a\nb", "rounds[0].seed", "a seed has"),
    ("single", (*ROUND, "winner"), 0, "rounds[0]", "unknown key"),
    # C1, C2, T3, T4
    ("single", (*ROUND, "calls"), DROP, "rounds[0]", "no 'calls'"),
    ("single", (*ROUND, "calls"), None, "rounds[0].calls", "not a list"),
    ("single", (*ROUND, "calls"), [["294"]] * 20, "rounds[0].calls", "20 entries where 19"),
    ("single", (*ROUND, "calls", 0), "294", "rounds[0].calls[0]", "not a list"),
    ("single", (*ROUND, "calls", 0), [], "rounds[0].calls[0]", "wrong call size"),
    ("single", (*ROUND, "calls", 0), ["294", "213"], "rounds[0].calls[0]", "wrong call size"),
    ("single", (*ROUND, "calls", 1), ["294"], "rounds[0].calls[1]", "already called (294)"),
    ("single", (*ROUND, "calls", 1), ["***"], "rounds[0].calls[1]", "not in tile set (***)"),
    ("single", (*ROUND, "calls", 1, 0), "295", "rounds[0].calls[1][0]", "no such tile"),
    ("single", (*ROUND, "calls", 1, 0), 753, "rounds[0].calls[1][0]", "not a text"),
    ("single", (*ROUND, "calls", 1, 0), "924", "rounds[0].calls[1][0]", "no such tile"),
    ("aside", (*ROUND, "calls", 0, 0), "**4", "rounds[0].calls[0][0]", "no such tile"),
    ("aside", (*ROUND, "calls", 0, 0), "1**", "rounds[0].calls[0][0]", "no such tile"),
    ("pairs", (*ROUND, "calls", 1), ["213"], "rounds[0].calls[1]", "wrong call size"),
    ("pairs", (*ROUND, "calls", 1), ["213", "213"], "rounds[0].calls[1]", "already called"),
    ("mail", (*ROUND, "calls", 0), ["293", "298"], "rounds[0].calls[0]", "wrong call size"),
    ("mail", (*ROUND, "calls", 1, 1), "293", "rounds[0].calls[1]", "already called (293)"),
    # boards
    ("single", (*ROUND, "boards"), DROP, "rounds[0]", "no 'boards'"),
    ("single", (*ROUND, "boards"), [], "rounds[0].boards", "0 boards for 2 players"),
    ("single", (*ROUND, "boards"), [{"turns": []}] * 3, "rounds[0].boards", "3 boards for 2"),
    ("single", BOARD, [], "rounds[0].boards[0]", "not an object"),
    ("single", TURNS, DROP, "rounds[0].boards[0]", "no 'turns'"),
    ("single", (*BOARD, "total"), 0, "rounds[0].boards[0]", "unknown key"),
    ("single", TURNS, [[]] * 3, "rounds[0].boards[0].turns", "3 entries where 2"),
    ("single", (*TURNS, 0), [], "rounds[0].boards[0].turns[0]", "not everything is placed: 294"),
    ("single", (*TURNS, 0), "294@c3", "rounds[0].boards[0].turns[0]", "not a list"),
    ("single", (*TURNS, 0, 0), None, "rounds[0].boards[0].turns[0][0]", "not a text"),
    ("single", (*TURNS, 0, 0), "294", "rounds[0].boards[0].turns[0][0]", "not a placement"),
    ("single", (*TURNS, 0, 0), "294@", "rounds[0].boards[0].turns[0][0]", "no such space"),
    ("single", (*TURNS, 0, 0), "@c3", "rounds[0].boards[0].turns[0][0]", "no such tile"),
    ("single", (*TURNS, 0, 0), "294@c6", "rounds[0].boards[0].turns[0][0]", "no such space"),
    ("single", (*TURNS, 0, 0), "294@f1", "rounds[0].boards[0].turns[0][0]", "no such space"),
    ("single", (*TURNS, 0, 0), "294@C3", "rounds[0].boards[0].turns[0][0]", "no such space"),
    ("single", (*TURNS, 0, 0), " 294@c3", "rounds[0].boards[0].turns[0][0]", "no such tile"),
    ("single", (*TURNS, 0, 0), "294@c3@a1", "rounds[0].boards[0].turns[0][0]", "no such space"),
    ("single", (*TURNS, 0, 0), "213@c3", "rounds[0].boards[0].turns[0][0]", "not called (213)"),
    ("single", (*TURNS, 0, 0), "753@c3", "rounds[0].boards[0].turns[0][0]", "not called (753)"),
    ("single", (*TURNS, 1, 0), "294@a1", "rounds[0].boards[0].turns[1][0]", "not called (294)"),
    ("single", (*TURNS, 1), ["753@a1", "753@a2"], "rounds[0].boards[0].turns[1]", "2 entries"),
    ("pairs", (*TURNS, 0, 1), "753@a1", "rounds[0].boards[0].turns[0][1]", "not called (753)"),
    # P1-P6
    ("single", (*TURNS, 1, 0), "753@c3", "rounds[0].boards[0].turns[1][0]", "occupied"),
    ("single", (*TURNS, 1, 0), "753@x", "rounds[0].boards[0].turns[1][0]", "no daffodil"),
    ("stamens last", (*TURNS, 1, 0), "753@x", "rounds[0].boards[0].turns[1][0]", "no daffodil"),
    ("adjacent", (*TURNS, 1, 0), "753@a1", "rounds[0].boards[0].turns[1][0]", "not adjacent"),
    ("stamens first", (*TURNS, 1, 0), "753@a1", "rounds[0].boards[0].turns[1][0]", "stamens first"),
    ("stamens last", (*TURNS, 1, 0), "753@c4", "rounds[0].boards[0].turns[1][0]", "stamens last"),
    ("aside", (*TURNS, 1, 0), "753@e2", "rounds[0].boards[0].turns[1][0]", "stamens closed"),
    ("aside", (*BOARD, "finish"), ["753@b2"], "rounds[0].boards[0].finish", "board not full"),
    ("aside", (*BOARD, "finish"), {}, "rounds[0].boards[0].finish", "not a list"),
    ("aside", (*BOARD, "finish"), ["1", "2", "3", "4"], "rounds[0].boards[0].finish", "4 entries"),
    ("aside", (*BOARD, "finish"), [0], "rounds[0].boards[0].finish[0]", "not a text"),
    ("single", (*BOARD, "finish"), ["294@c3"], "rounds[0].boards[0].finish", "only Daffodil"),
    ("single", (*BOARD, "finish"), None, "rounds[0].boards[0].finish", "only Daffodil"),
    # M1-M4
    ("single", (*TURNS, 0, 0), "!294@c3", "rounds[0].boards[0].turns[0][0]", "no game master"),
    (
        "mail",
        (*TURNS, 0),
        ["!293@a1"],
        "rounds[0].boards[0].turns[0][0]",
        "not called (293)",
    ),
    ("mail", (*TURNS, 1), [], "rounds[0].boards[0].turns[1]", "must place what is owed"),
    ("mail", (*TURNS, 1, 2), "694@a3", "rounds[0].boards[0].turns[1][2]", "not both"),
    ("mail", (*TURNS, 1, 0), "293@a1", "rounds[0].boards[0].turns[1][1]", "not both"),
    ("mail", (*TURNS, 1, 2), "!793@a3", "rounds[0].boards[0].turns[1][2]", "not called (793)"),
    ("mail", (*TURNS, 1, 2), "!694@a2", "rounds[0].boards[0].turns[1][2]", "occupied"),
    ("mail", (*TURNS, 1, 2), DROP, "rounds[0].boards[0].turns[1]", "not everything is placed: 694"),
    ("mail", (*TURNS, 2, 0), "!793@c1", "rounds[0].boards[0].turns[2][1]", "not both"),
]


def break_at(value: Any, path: tuple[str | int, ...], put: Any) -> Any:
    value = deepcopy(value)
    parent, step = inside(value, path[:-1]), path[-1]
    if put is DROP:
        del parent[step]
    elif isinstance(parent, list) and step == len(parent):
        parent.append(put)
    else:
        parent[step] = put
    return value


@each(GOOD)
def test_the_records_to_be_broken_are_good(name: str) -> None:
    assert ordered(score_json(parse_record(json.dumps(GOOD[name])))) == ordered(judge(GOOD[name]))


@each(BROKEN)
def test_a_broken_record_is_refused_with_the_place_and_the_reason(
    name: str, path: tuple[str | int, ...], put: Any, place: str, reason: str
) -> None:
    with pytest.raises(FormatError) as refused:
        parse_record(json.dumps(break_at(GOOD[name], path, put)))
    assert refused.value.where == place
    assert reason in refused.value.reason


@pytest.mark.slow
@each(all_rulesets()[::13])
def test_mutated_records_are_judged_as_the_referee_judges_them(rules: Ruleset) -> None:
    """Some forty changes to a record by each of some rulesets; most break it."""
    random = Random(str(rules))
    good = json.loads(print_record(random_match(rules, 2, random)))
    refused = 0
    for _ in range(40):
        word, record_ = mutate(good, random)
        try:
            score = ordered(judge(record_))
        except Foul:
            with pytest.raises(FormatError) as error:
                parse_record(json.dumps(record_))
            known = {"", *(_written(path) for path in paths(record_))}
            assert error.value.where in known, word
            refused += 1
        else:
            assert ordered(score_json(parse_record(json.dumps(record_)))) == score, word
    assert refused > 10


def _written(path: tuple[str | int, ...]) -> str:
    words = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return words.removeprefix(".")


@each(
    [
        "",
        " ",
        "{",
        "[]",
        "null",
        "0",
        '"take-it-easy"',
        "{} {}",
        "\ufeff{}",
        "{'format': 1}",
        '{"a": 1, "a": 1}',
        '{"version": NaN}',
        '{"version": Infinity}',
        '{"version": 01}',
        '{"format": "take-it-easy",}',
        '{"format": "\t"}',
        '{"format": "\\x"}',
        '{"a": ' + "9" * 5000 + "}",
        "[" * 100_000,
        '{"a":' * 100_000,
    ],
    lambda text: text[:20],
)
def test_other_texts_are_no_records(text: str) -> None:
    with pytest.raises(FormatError):
        parse_record(text)


@pytest.mark.parametrize("data", [b"\xff{}", b'{"a": "\xed\xa0\x80"}', b"\xff\xfe{"])
def test_bytes_that_are_not_utf_8_are_no_record(data: bytes) -> None:
    with pytest.raises(FormatError, match="not UTF-8"):
        parse_record(data)


def test_a_text_with_a_lone_surrogate_is_no_record() -> None:
    with pytest.raises(FormatError, match="not UTF-8"):
        parse_record('{"format": "\ud800"}')


def test_a_record_may_be_1_mib_long_and_no_longer() -> None:
    text = json.dumps(GOOD["single"])
    parse_record(text + " " * (MAX_RECORD_BYTES - len(text)))
    with pytest.raises(FormatError, match="longer than 1048576 bytes"):
        parse_record(text + " " * (MAX_RECORD_BYTES - len(text) + 1))
    with pytest.raises(FormatError, match="longer than"):
        parse_record("é" * (MAX_RECORD_BYTES // 2 + 1))


@each([*giants(100_000)], lambda part: part[:20])
def test_texts_made_to_be_hard_to_read_are_read_or_refused(name: str, text: str) -> None:
    match = read_or_refuse(text)
    assert (match is not None) is (name in ("a big meta", "a long name", "as many rounds as fit"))
    if match is not None:
        assert parse_record(print_record(match)) == match


@pytest.mark.slow
def test_the_longest_record_can_be_printed_and_read_again() -> None:
    text = dict(giants(MAX_RECORD_BYTES - 100))["as many rounds as fit"]
    match = parse_record(text)
    assert len(match.rounds) > 2000
    assert parse_record(print_record(match)) == match


def test_meta_is_kept_as_it_is() -> None:
    meta = {
        "place": "Iași",
        "n": [1, 2.5, None, {"deep": [True]}],
        "z": 1,
        "a": -0.0,
        "big": 10**40,
    }
    match = parse_record(json.dumps(GOOD["single"] | {"meta": meta}))
    assert json.loads(print_record(match))["meta"] == meta
    assert list(json.loads(print_record(match))["meta"]) == list(meta)


@pytest.mark.parametrize(("depth", "is_good"), [(62, True), (70, False), (900, False)])
def test_meta_nests_to_a_bound(depth: int, is_good: bool) -> None:
    text = json.dumps(GOOD["single"]).removesuffix("}")
    text += ', "meta": {"a": ' + "[" * depth + "]" * depth + "}}"
    if is_good:
        assert parse_record(print_record(parse_record(text))) == parse_record(text)
    else:
        with pytest.raises(FormatError, match="nested too deeply"):
            parse_record(text)


@pytest.mark.slow
def test_random_damage_is_refused_and_never_fails() -> None:
    """The small run of `python -m tests.rules.fuzz`; the large one has 200,000 inputs."""
    found = fuzz(1500, seed=7)
    assert found["refused"] > 700
    assert found["read"] > 100


def test_a_record_is_one_line_with_its_fields_in_order_and_no_default() -> None:
    players = (Player("Zoë"), Player("Fox", PlayerKind.BOT, ""))
    match = new_match(Ruleset.parse("classic free pairs none rounds=2"), players, '{"a":"ț"}')
    for text in ("round 1 42", "call 294 753", "0 753@a1", "0 294@c3", "1 294@e3"):
        match, _ = apply(match, parse_move(match.rules.grid, text))
    assert print_record(match) == (
        '{"format":"take-it-easy","version":1,'
        '"rules":{"board":"classic","placement":"free","call":"pairs","rays":"none","rounds":2},'
        '"players":[{"name":"Zoë","kind":"human"},{"name":"Fox","kind":"bot","bot":""}],'
        '"rounds":[{"caller":1,"seed":"42","calls":[["294","753"]],'
        '"boards":[{"turns":[["753@a1","294@c3"]]},{"turns":[["294@e3"]]}]}],"meta":{"a":"ț"}}'
    )
    unseeded, _ = apply(new_match(Ruleset(), players[:1]), BeginRound())
    assert print_record(unseeded) == (
        '{"format":"take-it-easy","version":1,'
        '"rules":{"board":"classic","placement":"free","call":"single","rays":"none"},'
        '"players":[{"name":"Zoë","kind":"human"}],'
        '"rounds":[{"caller":null,"calls":[],"boards":[{"turns":[]}]}]}'
    )


def test_a_call_that_is_not_answered_is_left_out_and_a_missed_one_is_empty() -> None:
    """M1, M4: the game master's tiles are marked."""
    match = new_match(Ruleset.parse("classic free mail none"), (Player("Ana"),))
    boards = []
    for text in (
        "round -",
        "call 213 214 218",
        "0 miss",
        "call 253 254",
        "0 miss 213@a1 214@a2 218@a3",
        "call 258 293",
    ):
        match, _ = apply(match, parse_move(match.rules.grid, text))
        boards.append(record_json(match)["rounds"][0]["boards"][0]["turns"])
        assert parse_record(print_record(match)) == match
    master = ["!213@a1", "!214@a2", "!218@a3"]
    assert boards == [[], [], [[]], [[]], [[], master], [[], master]]


def test_v6_a_record_of_more_than_six_has_a_version_of_its_own() -> None:
    for count, version in ((1, 1), (6, 1), (7, 2), (8, 2)):
        match = new_match(Ruleset(), (Player("Ana"),) * count, most=MOST_BOARDS)
        assert record_json(match)["version"] == version
        assert parse_record(print_record(match)) == match


@each([rules for n in (1, 2, 3) for rules in all_rulesets(n)[n::11]])
def test_what_a_record_says_of_a_match_reads_back(rules: Ruleset) -> None:
    """Its rules, players, `meta`, caller and seed, before the first call."""
    players = (Player("Ana"), Player("Ben", PlayerKind.BOT, "fox"), Player("", PlayerKind.BOT))
    match = new_match(rules, players, '{"a": "ț"}')
    assert parse_record(print_record(match)) == match
    for caller, seed in ((None, None), (0, "42"), (2, "x" * 128)):
        begun, _ = apply(match, BeginRound(caller, seed))
        assert parse_record(print_record(begun)) == begun


def test_p6_an_empty_choice_closes_a_full_board_and_no_other() -> None:
    match = random_match(Ruleset.parse("daffodil-4 free single none"), 1, Random(1))
    for is_full in (True, False):
        for finish, found in (([], ()), (None, None)):
            record_ = record_json(match)
            (board,) = record_["rounds"][0]["boards"]
            board["finish"] = finish
            if not is_full:
                board["turns"].pop()
            (seat,) = read_record(record_).round.seats
            assert seat.finish == (found if is_full else None)
            assert seat.is_done(match.rules) is (is_full and finish == [])


def test_an_empty_choice_of_closing_moves_is_read_where_there_are_none() -> None:
    for name in ("single", "mail", "stamens last"):
        chosen = break_at(GOOD[name], (*BOARD, "finish"), [])
        assert read_record(chosen) == read_record(GOOD[name]), name

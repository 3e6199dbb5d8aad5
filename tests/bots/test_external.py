"""Bots from outside: programs and classes play, and what fails ends its match and is named."""

from __future__ import annotations

import json
import shlex
import sys
import time
from pathlib import Path
from random import Random

import pytest

from game.__main__ import main
from game.bots.players.external import (
    ExternalBot,
    ExternalBotError,
    Failing,
    is_external,
    recorded_name,
    short_name,
    split_on_windows,
)
from game.bots.players.playing import play_calls
from game.rules.deal import deal_calls
from game.rules.match import Match, legal_placements
from game.rules.placement import Placement
from game.rules.record import parse_record, read_record
from game.rules.ruleset import Ruleset
from tests.bots.asking import called

PROGRAM = """
import json, random, sys
for line in sys.stdin:
    asked = json.loads(line)
    chance = random.Random(asked["seed"])
    if asked["ask"] == "place":
        answer = {"place": chance.choice(asked["legal"])}
    else:
        moves = zip(asked["aside"], asked["free"])
        answer = {"finish": [f"{tile}@{space}" for tile, space in moves]}
    print(json.dumps(answer), flush=True)
"""


def test_every_failing_is_a_clause_with_the_name_and_the_detail() -> None:
    shown = {failing: ExternalBotError("fox.py:Bot", failing, "7").reason for failing in Failing}
    assert shown == {
        Failing.LOAD: "fox.py:Bot could not be started (7)",
        Failing.DIED: "fox.py:Bot ended without an answer",
        Failing.RAISED: "fox.py:Bot broke down (7)",
        Failing.LATE: "fox.py:Bot did not answer within 7 s (does it flush after each line?)",
        Failing.UNFLUSHED: "fox.py:Bot answered only once its input had ended, not within 7 s: it "
        "must read line by line and flush after each line",
        Failing.UNENDED: "fox.py:Bot did not end its answer with a newline within 7 s",
        Failing.GARBLED: "fox.py:Bot gave an answer that cannot be read (7)",
        Failing.ILLEGAL: "fox.py:Bot gave an answer that is not allowed (7)",
    }
    assert ExternalBotError("b", Failing.RAISED).reason == "b broke down (…)"


def program(path: Path, text: str) -> str:
    """The name of the bot that is this Python program."""
    path.write_text(text, encoding="utf-8")
    return f"command:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def test_a_command_of_windows_keeps_its_backslashes_and_loses_its_quotation_marks() -> None:
    command = r"""C:\bots\fox.exe "C:\Käse und Brot\bot.py" 'two words' -x"""
    assert split_on_windows(command) == [
        r"C:\bots\fox.exe", r"C:\Käse und Brot\bot.py", "two words", "-x"
    ]  # fmt: skip
    assert split_on_windows("""it"s one" 'it "s two'""") == ['it"s', 'one"', 'it "s two']
    assert short_name('command:"fox"') == "fox"
    with pytest.raises(ValueError, match="quotation"):
        split_on_windows('"C:\\bots')


LATE = (Failing.LATE, Failing.UNFLUSHED, Failing.UNENDED)


def one_answer(answer: str) -> str:
    """A program that always gives the same answer."""
    return f"import sys\nfor line in sys.stdin:\n    print({answer!r}, flush=True)\n"


@pytest.mark.parametrize("text", ["classic free pairs none", "daffodil-4 adjacent single rays"])
def test_programs_play_by_all_rules(tmp_path: Path, text: str) -> None:
    rules = Ruleset.parse(text)
    bot = ExternalBot(program(tmp_path / "bot.py", PROGRAM))
    played = [
        play_calls(rules, [bot], deal_calls(rules, "out"), [Random(number)]) for number in (1, 1, 2)
    ]
    bot.close()
    assert all(match.round.is_complete(rules) for match in played)
    assert played[0] == played[1]
    assert played[0] != played[2]


@pytest.mark.parametrize(
    ("text", "failing", "detail"),
    [
        ("", Failing.DIED, ""),
        ("import time; time.sleep(60)", Failing.LATE, "0.8"),
        (
            "import sys\nout = open(1, 'w')\nfor line in sys.stdin:\n    out.write('{}\\n')\n",
            Failing.UNFLUSHED,
            "0.8",
        ),
        ("import sys; print(sys.stdin.read())", Failing.UNFLUSHED, "0.8"),
        ("print('{}', end='', flush=True); input(); input()", Failing.UNENDED, "0.8"),
        (one_answer("294@a1"), Failing.GARBLED, ""),
        (one_answer("[]"), Failing.GARBLED, ""),
        (one_answer('{"put": "294@a1"}'), Failing.GARBLED, "put"),
        (one_answer('{"place": "294@zz"}'), Failing.ILLEGAL, "294@zz"),
        (one_answer('{"place": 7}'), Failing.ILLEGAL, "7"),
        (one_answer('{"place": ["ț"]}'), Failing.ILLEGAL, '["ț"]'),
        (one_answer('{"load": "no file"}'), Failing.LOAD, "no file"),
        (one_answer('{"error": "no idea"}'), Failing.RAISED, "no idea"),
        # With its own name: pytest hands a test's name on to what it starts.
        pytest.param(one_answer("x" * (3 << 20)), Failing.GARBLED, "", id="too long"),
    ],
)
def test_what_fails_is_named(tmp_path: Path, text: str, failing: Failing, detail: str) -> None:
    name = program(tmp_path / "bot.py", text)
    bot = ExternalBot(name, limit=0.8 if failing in LATE else 30.0)
    with pytest.raises(ExternalBotError) as caught:
        bot.choose(called(), 0, Random(1))
    assert (caught.value.name, caught.value.failing) == (name, failing)
    assert detail in caught.value.detail
    assert bot._process is None, "its process was not ended"


def test_a_wild_tile_is_not_offered_for_the_closing_moves(tmp_path: Path) -> None:
    """P6: it stays aside; the program answers with what it was asked."""
    rules = Ruleset.parse("daffodil-4 free single none")
    wild = next(tile for tile in rules.grid.tile_set if tile.is_wild)
    plain = [tile for tile in rules.grid.tile_set if not tile.is_wild][:20]
    text = program(
        tmp_path / "bot.py",
        "import json, sys\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
        "    print(json.dumps({'error': ' '.join(asked['aside'] + asked['free'])}), flush=True)\n",
    )
    bot = ExternalBot(text)

    class Placing:
        choose_finish = bot.choose_finish

        def choose(self, match: Match, seat: int, random: Random) -> Placement:
            legal = legal_placements(match, seat)
            return next((p for p in legal if (p.space < 0) is p.tile.is_wild), legal[0])

    with pytest.raises(ExternalBotError) as caught:
        play_calls(rules, [Placing()], [(tile,) for tile in (wild, *plain)], [Random(1)])
    bot.close()
    free = [rules.grid.name_of(space) for space in rules.grid.stamens]
    offered = [*map(str, plain[18:]), *free]
    assert (caught.value.failing, caught.value.detail) == (Failing.RAISED, " ".join(offered))


@pytest.mark.parametrize("finish", [["294@c3"], "x", [7], [["294@b2"]]])
def test_closing_moves_that_are_not_allowed(tmp_path: Path, finish: object) -> None:
    text = PROGRAM.replace(
        "    print(", f"    if asked['ask'] == 'finish': answer['finish'] = {finish!r}\n    print("
    )
    rules = Ruleset.parse("daffodil-4 free single none")
    with pytest.raises(ExternalBotError) as caught:
        play_calls(
            rules,
            [ExternalBot(program(tmp_path / "bot.py", text))],
            deal_calls(rules, "out"),
            [Random(1)],
        )
    assert caught.value.failing is Failing.ILLEGAL


def test_its_match_ends_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flaky = PROGRAM.replace(
        "    answer = {", '    answer = {"place": "x"} if "753" in asked["hand"] else {', 1
    )
    name = program(tmp_path / "flaky.py", flaky)
    arguments = ["play", "--bot", name, "--bot", "random", "--games", "8", "--json"]
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    ended = [line for line in err.splitlines() if line.startswith("Match ")]
    assert 0 < len(ended) < 8
    assert len(out.splitlines()) == 8 - len(ended)
    assert all(name in line for line in ended)
    for line in out.splitlines():
        assert parse_record(line).players[0].bot == name[:100]


def test_no_record_starts_a_program(tmp_path: Path) -> None:
    """A record may name anything as its bot: only the command line and the settings may."""
    from game.bots.players.registry import UnknownBotError, make_bot
    from game.bots.service.runner import EngineRunner
    from game.bots.service.tasks import ChoiceTask
    from tests.bots.asking import PATIENCE

    mark = tmp_path / "was-run"
    name = program(tmp_path / "evil.py", f"open({str(mark)!r}, 'w')")
    with pytest.raises(UnknownBotError):
        make_bot(name)
    runner = EngineRunner()
    assert runner.ask(ChoiceTask(called(), 0, name, "1")).exception(PATIENCE)
    runner.close()
    time.sleep(0.1)
    assert not mark.exists()


def test_a_limit_is_that_of_the_first_answer_too(tmp_path: Path) -> None:
    bot = ExternalBot(program(tmp_path / "slow.py", f"import time; time.sleep(5)\n{PROGRAM}"), 0.5)
    begun = time.monotonic()
    with pytest.raises(ExternalBotError):
        bot.choose(called(), 0, Random(1))
    assert time.monotonic() - begun < 4


def test_names() -> None:
    assert [is_external(n) for n in ("fox", "a:B", "command:x y", ":B", "a:", "a: ")] == [
        False, True, True, False, False, False,
    ]  # fmt: skip
    assert short_name("command:'/opt/my bots/clever.exe' --fast") == "clever"
    assert short_name("command:'/open quote") == "open quote"
    assert short_name("package.module:Bot") == "Bot"
    assert short_name("/some/where.py:A.Inner") == "Inner"
    assert short_name(f"command:{'c' * 30}.exe") == "c" * 24
    assert short_name(f"m:{'C' * 30}") == "C" * 24
    assert recorded_name("n" * 101) == "n" * 100


def test_a_question_is_the_match_without_its_seeds(tmp_path: Path) -> None:
    log = tmp_path / "asked.jsonl"
    text = PROGRAM.replace(
        "    asked =", f"    open({str(log)!r}, 'a').write(line)\n    asked =", 1
    )
    name = program(tmp_path / "spy.py", text)
    assert main(["play", "--bot", name, "--seed", "secret", "--rules",
                 "classic free single none rounds=2"]) == 0  # fmt: skip
    asked = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert len(asked) == 38
    assert "secret" not in log.read_text(encoding="utf-8")
    rules = Ruleset.parse("classic free single none rounds=2")
    spaces = [rules.grid.name_of(space) for space in range(19)]
    for number, one in enumerate(asked):
        rounds = read_record(one["record"]).rounds
        called = str(rounds[-1].called[-1])
        place = {"ask": "place", "hand": [called], "seat": 0, "seed": one["seed"]}
        free = [space for space in spaces if f"@{space}" not in str(one["record"]["rounds"][-1])]
        place |= {"legal": [f"{called}@{space}" for space in free], "record": one["record"]}
        assert one == place
        assert [len(each.calls) for each in rounds] == [19] * (number // 19) + [number % 19 + 1]
        assert 0 <= one["seed"] < 1 << 53
    assert len({one["seed"] for one in asked}) == 38

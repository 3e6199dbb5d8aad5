"""Each section of CONTRIBUTING.md, carried out in a copy of the checkout.

    python -m tests.extending [NAME…]

An extension changes only files that its section names; then what it adds must work, and the tests
that read every one of its kind must pass. `pytest` carries out the short ones.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TOP: Final = Path(__file__).parent.parent
_WORDS: Final = ("tests/locale/test_catalogues.py", "tests/locale/test_usage.py")
# What is compiled goes along: each program would compile the whole game anew.
_LEFT_OUT: Final = shutil.ignore_patterns(".git", ".venv", ".*_cache", ".hypothesis")


class Copy:
    """A copy of the checkout in which files are changed and programs run."""

    def __init__(self, folder: Path) -> None:
        self.top = folder / "checkout"
        self.changed: set[str] = set()
        shutil.copytree(TOP, self.top, ignore=_LEFT_OUT)

    def read(self, path: str) -> str:
        """A file's text."""
        return (self.top / path).read_text(encoding="utf-8")

    def write(self, path: str, text: str) -> None:
        """A file, new or changed."""
        self.changed.add(path)
        (self.top / path).parent.mkdir(parents=True, exist_ok=True)
        (self.top / path).write_text(text, encoding="utf-8")

    def insert(self, path: str, after: str, text: str) -> None:
        """Add lines behind the one line that begins with `after`, as it is indented."""
        lines = self.read(path).splitlines(keepends=True)
        (at,) = (i for i, line in enumerate(lines) if line.strip().startswith(after))
        indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        new = [f"{indent}{line}\n" if line else "\n" for line in text.splitlines()]
        self.write(path, "".join([*lines[: at + 1], *new, *lines[at + 1 :]]))

    def replace(self, path: str, old: str, new: str) -> None:
        """Change a text that stands in a file once."""
        text = self.read(path)
        assert text.count(old) == 1, (path, old)
        self.write(path, text.replace(old, new))

    def in_every_language(self, name: str, after: str, text: str) -> None:
        """Add the same lines to a file of words in each language."""
        for path in self.words(name):
            self.insert(path, after, text)

    def words(self, name: str) -> list[str]:
        """A file of words, once for each language."""
        files = (self.top / "assets" / "locale").glob(f"*/{name}")
        return [path.relative_to(self.top).as_posix() for path in files]

    def run(self, *words: str) -> str:
        """What Python, in the copy, says to `words`; it must end well."""
        done = subprocess.run(
            [sys.executable, *words], cwd=self.top, capture_output=True, text=True, timeout=1800
        )
        assert done.returncode == 0, (
            f"{' '.join(words)}\n{done.stdout[-6000:]}{done.stderr[-3000:]}"
        )
        return done.stdout

    def draw(self, *scenes: str, language: str = "en") -> None:
        """Draw the scenes whose names contain one of these."""
        words = [word for scene in scenes for word in ("--scene", scene)]
        words += ["--lang", language, "--size", "1024x640"]
        self.run("-m", "tests.gallery", "pictures", *words)
        for scene in scenes:
            assert list((self.top / "pictures").glob(f"*{scene}*-{language}.png")), scene

    def test(self, *words: str) -> None:
        """Run tests of the copy."""
        self.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", *words)


@dataclass(frozen=True, slots=True)
class Extension:
    """Sections of CONTRIBUTING.md, what follows them, and what must then be true."""

    sections: tuple[str, ...]
    change: Callable[[Copy], None]
    check: Callable[[Copy], None]
    test: Callable[[Copy], None]
    """Its own tests, which take longer."""

    def carry_out(self, folder: Path, *, is_tested: bool = False) -> None:
        """Change a copy below `folder`; raises `AssertionError` for what does not hold."""
        copy = Copy(folder)
        self.change(copy)
        listed = {p for p in copy.changed for section in self.sections if is_listed(section, p)}
        assert copy.changed <= listed, f"not in {self.sections}: {copy.changed - listed}"
        self.check(copy)
        if is_tested:
            self.test(copy)


def is_listed(section: str, path: str) -> bool:
    """Whether a section of CONTRIBUTING.md names a file or a folder above it."""
    page = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (text,) = re.findall(rf"^## {re.escape(section)}\n((?:(?!## ).*\n)*)", page, re.MULTILINE)
    names = re.findall(r"`((?:game|assets|tests|seeds)/[^`]*)`", text)
    patterns = [re.escape(name.rstrip("/")).replace(r"\*", "[^/]+") for name in names]
    return any(re.match(rf"{pattern}(/|$)", path) for pattern in patterns)


# a language: English with every word backwards


def _backwards(text: str) -> str:
    """Each word from its end, names in braces and marks left as they are."""
    parts = re.split(r"(\{[^{}]*\}|\{\{[^{}]*\}\}|https?://\S+|`[^`]*`|\\.)", text)
    return "".join(
        part
        if i % 2
        else re.sub(r"[^\W\d_]{2,}", lambda m: m[0][::-1] + "h" * (m[0] == "on"), part)
        for i, part in enumerate(parts)
    )


def _add_language(copy: Copy) -> None:
    copy.insert("game/locale/languages.py", 'ROMANIAN = "ro"', 'BACKWARDS = "xx"')
    copy.insert(
        "game/locale/languages.py", 'Language.ROMANIAN: "Română"', 'Language.BACKWARDS: "Hsilgne",'
    )
    copy.insert(
        "game/locale/plurals.py",
        "Language.ROMANIAN: (",
        "Language.BACKWARDS: (Plural.ONE, Plural.OTHER),",
    )
    copy.insert(
        "game/tools/sound/voices.py", "Language.ROMANIAN: (", 'Language.BACKWARDS: ("en", 160),'
    )
    for path in (copy.top / "assets" / "locale" / "en").iterdir():
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        turned = [_backward_line(line) for line in lines]
        copy.write(f"assets/locale/xx/{path.name}", "".join(turned))
    for path in (copy.top / "assets" / "rules" / "en").iterdir():
        copy.write(f"assets/rules/xx/{path.name}", _backwards(path.read_text(encoding="utf-8")))
    # Its calls would be made by a synthesiser.
    shutil.copytree(copy.top / "assets/voices/en", copy.top / "assets/voices/xx")


def _backward_line(line: str) -> str:
    """A line of a catalogue with its value backwards."""
    key, sign, value = line.partition(" = ")
    return key + sign + _backwards(value) if sign else line


def _check_language(copy: Copy) -> None:
    assert _backwards("usage") in copy.run("-m", "game", "--lang", "xx", "--help")
    copy.draw("language", language="xx")


def _test_language(copy: Copy) -> None:
    copy.test("tests/locale", "tests/ui/scenes/test_front.py", "tests/ui/test_screen_reader.py")
    copy.test("tests/ui/scenes/test_every_size.py")


# a setting that the table asks for


def _add_setting(copy: Copy) -> None:
    copy.insert("game/storage/settings.py", "is_left_handed:", "is_quiet_table: bool = False")
    copy.insert(
        "game/ui/scenes/settings/rows.py",
        'SettingsRow("settings.left_handed"',
        'SettingsRow("settings.quiet_table", switch("is_quiet_table")),',
    )
    copy.in_every_language(
        "settings.toml",
        "left_handed_about",
        'quiet_table = "Ssst"\nquiet_table_about = "Ssst, ssst."',
    )


def _check_setting(copy: Copy) -> None:
    copy.draw("settings-hands")


def _test_setting(copy: Copy) -> None:
    copy.test("tests/storage/test_files.py", *_WORDS)


# a goal: four lines in a round


def _add_goal(copy: Copy) -> None:
    copy.insert("game/progress/goals.py", "TWELVE_LINES =", 'FOUR_LINES = "four-lines"')
    copy.insert("game/progress/goals.py", "Goal.TWELVE_LINES: _", "Goal.FOUR_LINES: _has_lines(4),")
    for path in copy.words("goals.toml"):
        mark = "no-broken-line = "
        copy.write(path, copy.read(path).replace(mark, f'four-lines = "Xxxx."\n{mark}'))
    copy.insert(
        "game/ui/scenes/shared/goal_pictures.py",
        "_MOTIFS: Final[Mapping[Goal, Motif]]",
        'Goal.FOUR_LINES: Motif(text="4"),',
    )
    copy.replace(
        "tests/progress/test_goals_by_hand.py",
        "        if len(lines) >= 12:\n",
        '        if len(lines) >= 4:\n            yield "four-lines"\n'
        "        if len(lines) >= 12:\n",
    )


def _check_goal(copy: Copy) -> None:
    copy.draw("goals")


def _test_goal(copy: Copy) -> None:
    copy.test("tests/progress/test_goals_by_hand.py", "tests/progress/test_goals.py", *_WORDS)


# an edition: the standard game by suns and moons


def _add_edition(copy: Copy) -> None:
    card = copy.read("seeds/editions/french.toml")
    card = card.replace('text = "fr"', 'text = "sun"').replace("place = 2", "place = 6")
    card = card.replace("classic free single none", "classic adjacent-symbol single rays")
    facts = card.index("[facts]")
    copy.write("seeds/editions/heaven.toml", card[:facts] + "[facts]\n")
    for path in copy.words("editions.toml"):
        words = '[heaven]\nname = "Heaven"\nabout = "Heaven."\n\n[custom]\n'
        copy.replace(path, "[custom]\n", words)
    copy.replace(
        "game/progress/daily.py", "Mapping[str, int]] = {", 'Mapping[str, int]] = {"heaven": 5, '
    )
    copy.in_every_language("menu.toml", "[edition]", 'heaven = "Heaven"')


def _check_edition(copy: Copy) -> None:
    copy.run("-m", "game", "daily", "--date", "2026-11-22", "--lang", "en")
    copy.draw("setup-changed", "daily-first", "menu-continue")


def _test_words(copy: Copy) -> None:
    copy.test(*_WORDS)


# a bot that is a level: it places where the fewest tiles lie


_OTTER = '''"""The otter."""

from __future__ import annotations

from random import Random

from game.rules.match import Match, legal_placements
from game.rules.placement import Placement


class OtterBot:
    """Takes the last place it may."""

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """The last of the legal placements."""
        return legal_placements(match, seat)[-1]

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """Nothing is moved."""
        return ()
'''


def _add_bot(copy: Copy) -> None:
    registry = "game/bots/players/registry.py"
    copy.write("game/bots/players/otter.py", _OTTER)
    copy.replace(registry, '("random", "duckling",', '("random", "otter", "duckling",')
    copy.replace(
        registry,
        "        case _:\n",
        '        case "otter":\n            from game.bots.players.otter import OtterBot\n\n'
        "            return OtterBot()\n        case _:\n",
    )
    for path in copy.words("bots.toml"):
        words = '[otter]\nname = "Otter"\ncharacter = "Otter."\n\n[duckling]\n'
        copy.replace(path, "[duckling]\n", words)


def _check_bot(copy: Copy) -> None:
    copy.run("-m", "game", "play", "--bot", "otter", "--games", "2", "--seed", "1")
    copy.run("-m", "game", "check-bot", "game.bots.players.otter:OtterBot", "--lang", "en")


# a level: the same bot, to be chosen and to be beaten


def _add_level(copy: Copy) -> None:
    _add_bot(copy)
    copy.replace(
        "game/bots/players/registry.py",
        'LEVELS: Final = ("duckling",',
        'LEVELS: Final = ("otter", "duckling",',
    )
    copy.insert("game/bots/players/registry.py", "STRENGTH: Final = {", '    "otter": 45.0,')
    copy.replace(
        "game/progress/goals.py", 'LEVEL_GOALS: Final = ("', 'LEVEL_GOALS: Final = ("otter", "'
    )
    copy.insert("game/progress/goals.py", "TWELVE_LINES =", 'BEAT_OTTER = "beat-otter"')
    for path in copy.words("goals.toml"):
        called, beat, asked = copy.read(path).partition("beat-duckling = ")
        asked = asked.replace(beat, f'beat-otter = "Xxxx {{name}}."\n{beat}')
        copy.write(path, f'{called}beat-otter = "Xxxx"\n{beat}{asked}')
    copy.in_every_language("level.toml", "[like]", 'otter = "Otter."')
    measured = copy.read("seeds/levels.toml")
    copy.write(
        "seeds/levels.toml", measured.replace("duckling =", "otter = [45.0, 1.0, 9]\nduckling =")
    )


def _check_level(copy: Copy) -> None:
    copy.run("-m", "game", "play", "--bot", "otter", "--games", "2", "--seed", "1")
    copy.draw("goals")


def _test_level(copy: Copy) -> None:
    only = ("--games", "2", "--only", "classic free single none")
    copy.run("-m", "game.tools.levels", "--out", "measured.toml", *only)
    assert "\notter = [" in copy.read("measured.toml")
    copy.test("tests/progress/test_goals.py", "tests/ui/scenes/test_setup_topics.py", *_WORDS)


# a challenge: the last tiles of one more deal


def _add_challenge(copy: Copy) -> None:
    tool = "game/tools/challenges.py"
    copy.replace(tool, "range(24)", "range(25)")
    # All of them: which are kept of fewer depends on how hard the new one proves.
    copy.replace(tool, "ChallengeKind.LAST: 10", "ChallengeKind.LAST: 25")


_CHALLENGE: Final = """
from game.progress.challenges import ChallengeOutcome, judge_challenge, solve_challenge
from game.tools import challenges
(new,) = (c for c in challenges._last_candidates() if c.name == "last-25")
assert judge_challenge(new, solve_challenge(new)) is ChallengeOutcome.MET
"""


def _check_challenge(copy: Copy) -> None:
    copy.run("-c", _CHALLENGE)


_KNOWN: Final = """
import json
from game.progress.challenges import all_challenges
from game.tools.challenges import make_candidates
met = {c.name: c.met for c in all_challenges()}
known = {c.name: met.get(c.name, 0.5) for c in make_candidates() if c.name != "last-25"}
open("seeds/deals/challenges.toml.done", "w").write(json.dumps(known))
"""
"""Only the new one is measured: the others take minutes."""


def _test_challenge(copy: Copy) -> None:
    copy.run("-c", _KNOWN)
    copy.run("-m", "game.tools.challenges")
    assert "[last-25]" in copy.read("seeds/deals/challenges.toml")
    copy.test("tests/progress/test_challenges.py", "-k", "solution or forty")
    copy.draw("challenges")


# a page that says hello


_PAGE: Final = '''"""A page that says hello."""

from game.ui.frame.scene import Pop
from game.ui.parts import MAIN, PageScene, Panel, Text, Widget
from game.ui.widgets import Button


class GreetingScene(PageScene):
    """Says hello, and leads back."""

    def page(self) -> Widget:
        """The words, and a button."""
        text = self.context.text
        return self.headed(
            text("greeting.title"),
            Panel(
                Text(text("greeting.about"), "heading"),
                Button(text("greeting.go"), Pop, id=MAIN),
                share=1,
            ),
            back=text("greeting.back"),
        )
'''

_PAGE_SAMPLE: Final = '[greeting]\nof = "ui.scenes.greeting.scene.GreetingScene"\n'

_ROUTES: Final = {
    "game/ui/frame/routes.py": '''    def greeting(self) -> Scene:
        """Return the page that says hello."""

''',
    "game/ui/scenes/routes.py": """    def greeting(self) -> Scene:
        from game.ui.scenes.greeting.scene import GreetingScene

        return GreetingScene(self._context)

""",
}


def _add_page(copy: Copy) -> None:
    copy.write("game/ui/scenes/greeting/__init__.py", '"""Saying hello."""\n')
    copy.write("game/ui/scenes/greeting/scene.py", _PAGE)
    mark = "    def guest_count("
    for path, route in _ROUTES.items():
        copy.replace(path, mark, route + mark)
    copy.write("tests/gallery/greeting.toml", _PAGE_SAMPLE)
    for path in copy.words("menu.toml"):
        language = Path(path).parent.name
        words = f'title = "Xxxx {language}"\nabout = "Xxxx."\ngo = "Xxxx"\nback = "Xxxx"\n'
        copy.write(path.replace("menu", "greeting"), words)


def _check_page(copy: Copy) -> None:
    copy.draw("greeting", language="ro")


def _test_page(copy: Copy) -> None:
    copy.test(
        "tests/ui/test_screen_reader.py",
        "tests/ui/test_routes.py",
        "tests/test_imports.py",
        *_WORDS,
    )
    copy.test("tests/ui/scenes/test_every_size.py", "-k", "greeting")


# a ruleset's option: suns alone make rays


def _add_option(copy: Copy) -> None:
    copy.insert("game/rules/ruleset.py", 'BEST_RAY = "best-ray"', 'SUNS = "suns"')
    copy.replace(
        "game/rules/scoring.py",
        "    total = sum([s.points",
        "    if rules.rays is RayRule.SUNS:\n"
        "        found = find_rays(rules.grid, position)\n"
        "        rays = tuple(ray for ray in found if ray.symbol is Symbol.SUN)\n"
        "    total = sum([s.points",
    )
    copy.replace(
        "game/rules/standing.py",
        "rules.rays is not RayRule.BEST_RAY and",
        "rules.rays not in (RayRule.BEST_RAY, RayRule.SUNS) and",
    )
    copy.replace("game/rules/record.schema.json", '"best-ray"]', '"best-ray", "suns"]')
    copy.replace("game/storage/codes.py", "RayRule.BEST_RAY)", "RayRule.BEST_RAY, RayRule.SUNS)")
    copy.insert(
        "game/ui/scenes/shared/option_rows.py",
        '"rays.best-ray": {',
        '"rays.suns": {"sun": RAY_POINTS[Symbol.SUN]},',
    )
    copy.replace(
        "game/ui/scenes/setup/preview.py",
        "            if rule is RayRule.NONE:\n",
        "            is_dark = rule is RayRule.SUNS and symbol is Symbol.MOON\n"
        "            if rule is RayRule.NONE or is_dark:\n",
    )
    copy.replace(
        "game/ui/scenes/setup/preview.py", "rule is RayRule.RAYS:", "rule is not RayRule.BEST_RAY:"
    )
    # The bots have not learned it: they judge it as if all rays counted.
    copy.replace(
        "game/bots/values/features.py",
        "list(RayRule).index(rules.rays)",
        "(1 if rules.rays is RayRule.SUNS else list(RayRule).index(rules.rays))",
    )
    copy.in_every_language("terms.toml", "[ray_rule]", 'suns = "Xxxx"')
    copy.in_every_language("setup.toml", "[rays_option]", 'suns = "Xxxx"')
    copy.in_every_language("setup.toml", "[explain.rays]", 'suns = "Xxxx {sun}."')
    referee = "tests/rules/referee.py"
    copy.replace(referee, '("none", "rays", "best-ray")', '("none", "rays", "best-ray", "suns")')
    copy.replace(
        referee,
        "        return points\n\n\nclass Play",
        '        if self.rays == "suns":\n            rays = self.rays_of(board)\n'
        '            points += sum(r["points"] for r in rays if r["symbol"] == "sun")\n'
        "        return points\n\n\nclass Play",
    )
    copy.replace(
        referee,
        '        rays = table.rays_of(play.board) if table.rays == "rays" else []\n',
        '        rays = table.rays_of(play.board) if table.rays in ("rays", "suns") else []\n'
        '        if table.rays == "suns":\n'
        '            rays = [ray for ray in rays if ray["symbol"] == "sun"]\n',
    )


_CODE: Final = """
from game.rules.ruleset import Ruleset
from game.storage.codes import Deal, format_code, parse_code
deal = Deal(Ruleset.parse("{rules}"), "7")
assert parse_code(format_code(deal)) == deal
"""


def _check_option(copy: Copy) -> None:
    rules = "classic free single suns"
    options = ("--rules", rules, "--games", "1", "--seed", "3", "--json")
    record = copy.run("-m", "game", "play", *options, "--bot", "fox")
    (copy.top / "suns.jsonl").write_text(record, encoding="utf-8")
    copy.run("-m", "game", "score", "suns.jsonl", "--lang", "de")
    copy.run("-c", _CODE.format(rules=rules))
    copy.draw("setup-changed")


def _test_option(copy: Copy) -> None:
    copy.test("tests/rules", "tests/play/test_count_steps.py", "tests/storage/test_codes.py")
    copy.test("tests/bots/test_every_rule.py", "tests/ui/scenes/test_setup_topics.py", *_WORDS)


# a board of another shape: 24 spaces in columns of 4, 5, 6, 5, 4


def _add_board(copy: Copy) -> None:
    copy.insert("game/rules/boards.py", 'DAFFODIL = "daffodil"', 'MEADOW = "meadow"')
    copy.replace(
        "game/rules/boards.py",
        "BOARDS: Final[dict[BoardName, Board]] = {b.name: b for b in (CLASSIC, DAFFODIL)}",
        """MEADOW: Final = build_board(
    BoardName.MEADOW,
    ((0, 0, 4), (1, -1, 5), (2, -2, 6), (3, -2, 5), (4, -2, 4)),
    (),
    REGULAR_TILES,
)

BOARDS: Final[dict[BoardName, Board]] = {b.name: b for b in (CLASSIC, DAFFODIL, MEADOW)}""",
    )
    copy.insert(
        "game/storage/codes.py", "*((BoardName.DAFFODIL, variant)", "(BoardName.MEADOW, None),"
    )
    copy.in_every_language("terms.toml", "[board_name]", 'meadow = "Meadow"')


_A_GAME_AT_THE_TABLE = """
from tests.ui.scenes.table_stage import bots, open_table, people

def test_a_whole_game_is_played_counted_and_drawn(player):
    rules = "meadow adjacent single rays"
    stage = open_table(player, rules, (*people("Ana"), *bots("Otto")))
    stage.draw()
    stage.play_round()
    stage.let_until_counted()
    stage.let(30)
    stage.draw()
    assert stage.context.store.profile.last_matches()
"""


def _check_board(copy: Copy) -> None:
    rules = ("--rules", "meadow free single none", "--games", "1", "--seed", "1", "--json")
    for bot in ("greedy", "beaver", "fox"):
        record = copy.run("-m", "game", "play", *rules, "--bot", bot)
        (copy.top / "meadow.jsonl").write_text(record, encoding="utf-8")
        copy.run("-m", "game", "score", "meadow.jsonl", "--lang", "ro")
    copy.run("-c", _CODE.format(rules="meadow adjacent single rays"))
    copy.run("-m", "game", "best", "meadow.jsonl", "--lang", "en")
    copy.run("-m", "game", "picture", "meadow.jsonl", "-o", "meadow.png")


def _test_board(copy: Copy) -> None:
    rules = ("--rules", "meadow free pairs best-ray", "--games", "2", "--seed", "2")
    copy.run("-m", "game", "play", *rules, "--bot", "squirrel", "--bot", "master")
    (copy.top / "tests/ui/scenes/test_meadow.py").write_text(_A_GAME_AT_THE_TABLE)
    copy.test("tests/ui/scenes/test_meadow.py")


EXTENSIONS: Final = {
    "language": Extension(("A language",), _add_language, _check_language, _test_language),
    "setting": Extension(("A setting",), _add_setting, _check_setting, _test_setting),
    "goal": Extension(("A goal",), _add_goal, _check_goal, _test_goal),
    "edition": Extension(("An edition",), _add_edition, _check_edition, _test_words),
    "board": Extension(("A board",), _add_board, _check_board, _test_board),
    "option": Extension(("A ruleset's option",), _add_option, _check_option, _test_option),
    "bot": Extension(("A bot",), _add_bot, _check_bot, _test_words),
    "level": Extension(("A bot", "A level"), _add_level, _check_level, _test_level),
    "challenge": Extension(("A challenge",), _add_challenge, _check_challenge, _test_challenge),
    "page": Extension(("A page",), _add_page, _check_page, _test_page),
}
"""By the names that the command takes."""


def main(arguments: Iterable[str] | None = None) -> int:
    """Carry them out one after the other; the exit status tells whether all hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*EXTENSIONS, []], metavar="NAME")
    names = parser.parse_args(None if arguments is None else list(arguments)).names
    failed = 0
    for name in names or EXTENSIONS:
        with tempfile.TemporaryDirectory() as folder:
            try:
                EXTENSIONS[name].carry_out(Path(folder), is_tested=True)
            except AssertionError as error:
                failed += 1
                print(f"{name}: {error}")
            else:
                print(f"{name}: holds")
    return failed


if __name__ == "__main__":
    sys.exit(main())

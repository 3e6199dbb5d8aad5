"""`take-it-easy`: reads the arguments, wires the rooms together, and words what went wrong.

Exit status: 0, 1 where the game cannot open here, 2 for arguments or files that are wrong, 130
after Ctrl+C.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from game.bots.service.process import ENGINE_ARGUMENT
from game.cli.arguments import PROGRAM, UsageError, find_language, make_parser
from game.locale import Catalogue, load_catalogue, system_language
from game.resources import ResourceError
from game.rules.boards import BoardName
from game.rules.errors import FormatError, RulesetError
from game.rules.ruleset import CallRule, Ruleset

__all__ = ["main"]

BROKEN_PIPE_STATUS = 141
"""What a shell reports for a program that SIGPIPE ended."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status and raises only `SystemExit` for help."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words == [ENGINE_ARGUMENT]:
        from game.bots.service.worker import main as serve_engine

        serve_engine()
        return 0
    _make_streams_tolerant()
    try:
        catalogue = load_catalogue(find_language(words) or system_language())
        status = _run(words, catalogue)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader went away; nothing may be written any more, not even by the interpreter.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE_STATUS
    except ResourceError as error:
        return _refuse(str(error), 1)
    return status


def _run(words: list[str], catalogue: Catalogue) -> int:
    try:
        options = make_parser(catalogue).parse_args(words)
    except UsageError as error:
        return _refuse(f"{error} {catalogue.text('cli.see_help')}", 2)
    try:
        return _dispatch(options, catalogue)
    except FormatError as error:
        return _refuse(str(error), 2)
    except RulesetError as error:
        reasons = [catalogue.text(f"errors.conflict.{c.value}") for c in error.conflicts]
        return _refuse(" ".join(reasons), 2)


def _dispatch(options: argparse.Namespace, catalogue: Catalogue) -> int:
    match options.command:
        case "score":
            from game.cli.score import run_score

            return run_score(options.files, catalogue, is_json=options.json)
        case "deal":
            from game.cli.deal import run_deal

            return run_deal(options.seed, BoardName(options.board), CallRule(options.call))
        case "play":
            return _play(options, catalogue)
        case "best":
            from game.cli.best import run_best

            return run_best(options.files, catalogue, is_json=options.json)
        case _:
            return _open_game(options, catalogue)


def _play(options: argparse.Namespace, catalogue: Catalogue) -> int:
    from game.bots.players.registry import BOT_NAMES, UnknownBotError
    from game.cli.play import board_of, read_deals, run_play, seeded_deals

    try:
        if options.deals is None:
            rules: Ruleset = options.rules or Ruleset()
            deals = seeded_deals(rules, options.games, options.seed)
        else:
            lines = _read_lines(options.deals)
            rules = options.rules or Ruleset(board_of(lines))
            deals = read_deals(lines, rules)
        return run_play(options.bots, rules, deals, catalogue, is_json=options.json)
    except UnknownBotError as error:
        names = ", ".join(BOT_NAMES)
        return _refuse(catalogue.text("cli.no_such_bot", name=str(error), names=names), 2)
    except FormatError as error:
        where = "" if options.deals is None else f"{options.deals}: "
        return _refuse(f"{where}{error}", 2)


def _read_lines(name: str) -> list[str]:
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-8").splitlines()
    except OSError as error:
        raise FormatError(error.strerror or str(error)) from None
    except ValueError:
        raise FormatError("not a text file") from None


def _open_game(options: argparse.Namespace, catalogue: Catalogue) -> int:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # pygame names the window's class after the script as soon as it is imported.
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", PROGRAM)
    from game.ui.draw.fonts import NoFontError
    from game.ui.frame.goodbyes import goodbyes_to
    from game.ui.frame.title import Wishes, open_title
    from game.ui.frame.window import NoDisplayError

    wishes = Wishes(
        language=find_language([f"--lang={getattr(options, 'lang', '')}"]),
        seed=options.seed,
        edition=options.edition,
        is_fullscreen=True if options.fullscreen else None,
        window_size=options.windowed,
        is_muted=options.mute,
    )
    try:
        with goodbyes_to(sys.exit), open_title(wishes) as opened:
            # Scenes, rules and storage are loaded while the title is to be seen.
            from game.ui.frame.wiring import play

            play(opened)
    except NoDisplayError:
        return _refuse(catalogue.text("cli.no_display"), 1)
    except NoFontError as error:
        return _refuse(str(error), 1)
    return 0


def _refuse(message: str, status: int) -> int:
    """One line on standard error."""
    sys.stdout.flush()
    line = " ".join(message.split())
    print(f"{PROGRAM}: {line}", file=sys.stderr)
    return status


def _make_streams_tolerant() -> None:
    """Let a terminal that lacks a character show `?` rather than end the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())

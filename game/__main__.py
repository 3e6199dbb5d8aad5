"""`take-it-easy`: reads the arguments, wires the rooms together, and reports errors.

Exit status: 0; 1 if the window or a room cannot open or output cannot be written; 2 for invalid
arguments or files; 130 after Ctrl+C; 141 after a broken pipe.

The rooms are imported inside functions, so that Ctrl+C or a missing library during the import is
reported in one line.
"""

from __future__ import annotations

import codecs
import errno
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from typing import IO, TYPE_CHECKING, Final, TextIO

from game import PROGRAM
from game.bots.service.process import BOT_ARGUMENT, ENGINE_ARGUMENT, PICTURE_ARGUMENT

if TYPE_CHECKING:
    import argparse

    from game.locale import Catalogue
    from game.ui.frame.title import LaunchOptions


INTERRUPTED_STATUS = 130
BROKEN_PIPE_STATUS = 141
"""A shell's exit status of a program that SIGPIPE ended."""

_NO_DISPLAY = {
    "NoDisplayError": "There is no display to open a window on.",
    "NoColourError": "The display has too few colours, or a colour depth that SDL cannot draw in; "
    "24 bits suit.",
}

_PACKAGES = {
    "PIL": "Pillow",
    "fontpkg_baloo_2": "fontpkg-baloo-2",
    "nacl": "PyNaCl",
    "pygame": "pygame-ce",
}
"""The packages to install for missing modules, if their names differ."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    _notice_who_reads(given)
    _open_closed_streams()
    _forget_impossible_zone()
    listener = signal.getsignal(signal.SIGINT)
    if listener is signal.default_int_handler:
        # While loading, exit at once: a KeyboardInterrupt could be raised inside any import.
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED_STATUS))
    try:
        if given == [ENGINE_ARGUMENT]:
            from game.bots.service.worker import main as serve_engine

            signal.signal(signal.SIGINT, listener)
            serve_engine()
            return 0
        if given[:1] == [BOT_ARGUMENT]:
            from game.bots.players.external_host import main as serve_bot

            signal.signal(signal.SIGINT, listener)
            serve_bot(*given[1:])
            return 0
        return _run(given)
    except KeyboardInterrupt:
        _flush()
        return INTERRUPTED_STATUS
    except BrokenPipeError:
        _silence(sys.stdout)
        return BROKEN_PIPE_STATUS
    finally:
        signal.signal(signal.SIGINT, listener)


def _listen_to_ctrl_c() -> None:
    """Make Ctrl+C raise `KeyboardInterrupt` from now on, so that open files are closed."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _run(arguments: list[str]) -> int:
    try:
        from game.resources import ResourceError
        from game.rules.errors import RulesError

        try:
            if arguments[:1] == [PICTURE_ARGUMENT]:
                from game.ui.exports.process import draw_picture

                status = draw_picture(arguments[1:])
            else:
                # The window without options starts without loading the parser.
                status = _read_and_do(arguments) if arguments else _open_game(None)
            sys.stdout.flush()
        except ResourceError as error:
            return _refuse(str(error), 1)
        except RulesError as error:
            from game.locale.errors import word_error

            return _refuse(word_error(_english(), error), 2)
    except BrokenPipeError:
        raise
    except OSError as error:
        if sys.platform == "win32" and (error.errno, error.filename) == (errno.EINVAL, None):
            # Windows' word for a reader that left.
            raise BrokenPipeError from error
        _silence(sys.stdout)
        return _refuse(f"The output could not be written: {_reason(error)}", 1)
    except ImportError as error:
        module = (error.name or "").partition(".")[0]
        package = _PACKAGES.get(module, module or str(error))
        return _refuse(f"{package} is missing: python -m pip install {package}", 1)
    return status


def _reason(error: OSError) -> str:
    """Return why a file cannot be read or written, even in a damaged installation."""
    place = "" if error.filename is None else str(error.filename)
    try:
        from game.locale.errors import word_error
        from game.rules.errors import fault_of_file

        return word_error(_english(), fault_of_file(error).at(place))
    except Exception:
        return f"{place} {error.strerror or error}".strip()


def _english() -> Catalogue:
    """Return the English catalogue, whose terms the commands use."""
    from game.locale import Language, load_catalogue

    return load_catalogue(Language.ENGLISH)


def _read_and_do(arguments: list[str]) -> int:
    from game.cli.arguments import UsageError, read_arguments

    try:
        return _dispatch(read_arguments(arguments))
    except SystemExit as left:  # argparse leaves after --help and --version
        return left.code if isinstance(left.code, int) else 0
    except UsageError as error:
        return _refuse(f"{error} (--help shows what is possible)", 2)


def _dispatch(options: argparse.Namespace) -> int:
    if options.command is not None:
        run = _load_command(options.command)
        _listen_to_ctrl_c()
        return run(options, _english())
    if options.install_desktop or options.remove_desktop:
        return _change_desktop(is_added=options.install_desktop)
    if options.check_here is not None:
        return _check_here(options.check_here)
    return _open_game(options)


def _check_here(file: str) -> int:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from pathlib import Path

    from game.ui.check_here import check_here
    from game.ui.frame.window import NoDisplayError

    try:
        check_here(Path(file), _streams)
    except NoDisplayError as error:
        return _refuse(_NO_DISPLAY[type(error).__name__], 1)
    print(file)
    return 0


def _load_command(name: str) -> Callable[[argparse.Namespace, Catalogue], int]:
    match name:
        case "score":
            from game.cli.score import run_score

            return run_score
        case "deal":
            from game.cli.deal import run_deal

            return run_deal
        case "play":
            from game.cli.play import run_play

            return run_play
        case "check-bot":
            from game.cli.check_bot import run_check_bot

            return run_check_bot
        case "best":
            from game.cli.best import run_best

            return run_best
        case "page":
            from game.cli.page import run_page

            return run_page
        case _:
            from game.cli.room import run_room

            return run_room


def _change_desktop(*, is_added: bool) -> int:
    if sys.platform == "darwin":
        return _refuse("On macOS the app brings its own icon: there is nothing to install.", 1)
    from game.cli.desktop import install_desktop, remove_desktop

    folder = install_desktop() if is_added else remove_desktop()
    state = "now" if is_added else "no longer"
    print(f"Take It Easy! is {state} among your applications ({folder}).")
    return 0


def _launch_options_in(options: argparse.Namespace) -> LaunchOptions:
    from game.locale import Language
    from game.ui.frame.title import LaunchOptions

    rules, seed = options.seed or (None, None)
    language = getattr(options, "lang", None)
    return LaunchOptions(
        language=None if language is None else Language(language),
        seed=seed,
        rules=rules,
        edition=options.edition,
        is_fullscreen=True if options.fullscreen else None,
        window_size=options.windowed,
        is_muted=options.mute,
        record=options.open,
    )


def _open_game(options: argparse.Namespace | None) -> int:
    import gc

    # Imports create a hundred thousand lasting objects; collecting garbage among them is a fifth of
    # the start. The loop enables it again.
    gc.disable()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # pygame names the window's class after the script as soon as it is imported.
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", PROGRAM)
    from game.storage.one_window import AlreadyOpenError
    from game.ui.draw.fonts import NoFontError
    from game.ui.frame.signals import on_termination
    from game.ui.frame.title import LaunchOptions, open_title
    from game.ui.frame.window import NoDisplayError

    try:
        launch = LaunchOptions() if options is None else _launch_options_in(options)
        with on_termination(sys.exit), open_title(launch) as opened:
            # Scenes, rules and storage are loaded while the title is displayed.
            from game.ui.wiring import run_game

            _listen_to_ctrl_c()
            run_game(opened)
    except AlreadyOpenError:
        print("The game is open already: its window comes to the front.")
    except NoDisplayError as error:
        if launch.record is not None and not os.path.exists(launch.record):
            from game.rules.errors import Fault, FormatError

            raise FormatError(Fault.NO_SUCH_FILE, launch.record) from None
        return _refuse(_NO_DISPLAY[type(error).__name__], 1)
    except NoFontError:
        package = _PACKAGES["fontpkg_baloo_2"]
        repair = f"python -m pip install --force-reinstall {package}"
        return _refuse(f"The game cannot be shown without its font: {repair}", 1)
    return 0


def _notice_who_reads(arguments: list[str]) -> None:
    global _is_unread, _streams
    if "--check-here" in arguments:
        from game.cli.alert import describe_streams

        _streams = describe_streams()
    if sys.platform in ("win32", "darwin"):
        from game.cli.alert import is_unread

        _is_unread = is_unread()


_streams = ""
"""The description of the standard streams at the start, for `--check-here`."""

_is_unread = False
"""Whether the program was started by a click, so that its output is discarded."""


def _refuse(message: str, status: int) -> int:
    """Print an error as one line without control characters; return the exit status.

    If the output is discarded, show it in a dialog too.
    """
    from game.cli.drawing import clean

    if _is_unread:
        from game.cli.alert import show_alert

        show_alert(message)
    for stream, text in (
        (sys.stdout, ""),
        (sys.stderr, f"{PROGRAM}: {clean(' '.join(message.split()))}\n"),
    ):
        try:
            stream.write(text)
            stream.flush()
        except OSError:
            _silence(stream)
    return status


_PLAIN: Final = "take-it-easy-plain"


def _write_plainly(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that a stream's encoding lacks by ASCII; an encoder's error handler."""
    from game.cli.drawing import to_ascii

    assert isinstance(error, UnicodeEncodeError)
    return to_ascii(error.object[error.start : error.end]), error.end


def _open_closed_streams() -> None:
    """Replace closed standard streams (`>&-`) by ones whose use fails cleanly.

    As gnulib's `stdopen`: their descriptors must not be reused for the game's files, or a library's
    message would be written into a profile. Also write characters that a terminal lacks as ASCII.
    """
    codecs.register_error(_PLAIN, _write_plainly)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _open_nowhere(number))
        elif number and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_PLAIN)


def _open_nowhere(number: int) -> IO[str]:
    """Return a null stream, under its standard descriptor if possible.

    A stream that was closed fails when used; one that the system did not provide does not.
    """
    mode = "w" if number else "r"
    try:
        try:
            os.fstat(number)
        except OSError:
            # Unix assigns the lowest free descriptor: this one, which was closed.
            fresh = os.open(os.devnull, os.O_RDONLY if number else os.O_WRONLY)
            if fresh != number:
                # Windows reserves all three for a console; without one, output is discarded.
                os.close(fresh)
                fresh = os.open(os.devnull, os.O_RDWR)
                os.dup2(fresh, number)
                os.close(fresh)
        return open(number, mode, 1, "utf-8", "replace", closefd=False)
    except OSError:
        return open(os.devnull, mode, 1, "utf-8", "replace")


def _forget_impossible_zone() -> None:
    """Remove a `TZ` a day or more from Greenwich, as `UTC+24`: no date can be reckoned by it."""
    if abs(time.localtime().tm_gmtoff) >= 24 * 60 * 60 and hasattr(time, "tzset"):
        os.environ.pop("TZ", None)
        time.tzset()


def _flush() -> None:
    """Flush the streams, so that the interpreter's own flush at the exit cannot fail."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            _silence(stream)


def _silence(stream: TextIO) -> None:
    """Redirect a stream to the null device, for the interpreter's flush at the exit too."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
    except (OSError, ValueError):
        pass


if __name__ == "__main__":
    sys.exit(main())

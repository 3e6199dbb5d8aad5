"""The output file of a command (`-o`), which never overwrites another file unasked."""

import contextlib
import errno
import os
import stat
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from game.rules.errors import Fault, FormatError
from game.storage.files import write_atomically

PAGE_MARK: Final = b'<meta name="generator" content="Take It Easy!">'
"""A line in the head of every web page that the game writes."""

_HEAD: Final = 1 << 16
"""Bytes at a file's start that are searched for its mark."""


def open_output(
    options: Namespace, *inputs: str | Path, mark: bytes = b""
) -> Callable[[bytes], int]:
    """Check the file of `--output`, `-` for standard output, and return a function to write it.

    An existing file is overwritten if it contains `mark`, as earlier outputs do, or with `--force`,
    but never one of `inputs`, under any name or link. Raises `FormatError`, or `OSError` if it
    cannot be written; so does the returned function, which returns the exit status.
    """
    name: str = options.output
    with _faults_of(name):
        if name != "-":
            _check(Path(name), inputs, mark, is_forced=options.force)

    def write(raw: bytes) -> int:
        with _faults_of(name):
            if name == "-":
                sys.stdout.buffer.write(raw)
                return 0
            path = Path(name)
            _check(path, inputs, mark, is_forced=options.force)
            _write(path, raw)
        return 0

    return write


def _check(path: Path, inputs: tuple[str | Path, ...], mark: bytes, *, is_forced: bool) -> None:
    if not os.path.lexists(path):
        folder = os.stat(path.parent)
        if not stat.S_ISDIR(folder.st_mode):
            raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(path.parent, os.W_OK):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        return
    if path.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    for other in inputs:
        with contextlib.suppress(OSError, ValueError):
            source = os.fstat(sys.stdin.fileno()) if other == "-" else os.stat(other)
            if os.path.samestat(os.stat(path), source):
                raise FormatError(Fault.IS_THE_INPUT)
    # A broken link counts as an existing file; pipes and devices have no content to lose.
    is_file = not path.exists() or stat.S_ISREG(path.stat().st_mode)
    if is_forced or not is_file:
        return
    with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
        if mark and mark in file.read(_HEAD):
            return
    raise FormatError(Fault.IN_THE_WAY, option="--force")


def _write(path: Path, raw: bytes) -> None:
    if not os.path.lexists(path):
        # The permissions of a new file, by the user's umask.
        with path.open("xb") as file:
            mode = os.fstat(file.fileno()).st_mode
        try:
            write_atomically(path, raw, stat.S_IMODE(mode))
        except OSError:
            path.unlink(missing_ok=True)
            raise
    elif path.exists() and not stat.S_ISREG(path.stat().st_mode):
        path.write_bytes(raw)
    else:
        mode = path.stat().st_mode if path.exists() else 0o600
        write_atomically(path, raw, stat.S_IMODE(mode))


@contextlib.contextmanager
def _faults_of(name: str) -> Iterator[None]:
    try:
        yield
    except FormatError as error:
        raise error.at(name) from None
    except OSError as error:
        # A failure to write has its own exit status.
        raise OSError(error.errno, error.strerror, name) from None
    except ValueError:
        raise FormatError(Fault.NOT_A_FILE_NAME, repr(name)) from None

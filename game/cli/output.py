"""Writes what a command made where `-o` says, and over nothing that it was not asked to."""

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
"""Stands near the beginning of every web page that the game writes."""

_HEAD: Final = 1 << 16
"""In so many bytes of a file its mark is looked for."""


def open_output(
    options: Namespace, *inputs: str | Path, mark: bytes = b""
) -> Callable[[bytes], int]:
    """Return the writer to the file of `--output`, `-` for standard output; checked before work.

    A file that is there is written over if it holds `mark`, as an earlier output does, or with
    `--force`; never one of `inputs`, by whatever name or link. Raises `FormatError`, or `OSError`
    where nothing can be written, as the writer does, which returns the status.
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
    for other in inputs:
        with contextlib.suppress(OSError, ValueError):
            source = os.fstat(sys.stdin.fileno()) if other == "-" else os.stat(other)
            if os.path.samestat(os.stat(path), source):
                raise FormatError(Fault.IS_THE_INPUT)
    # A link that leads nowhere is somebody's all the same; a pipe or a device holds nothing.
    is_file = not path.exists() or stat.S_ISREG(path.stat().st_mode)
    if is_forced or not is_file:
        return
    with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
        if mark and mark in file.read(_HEAD):
            return
    raise FormatError(Fault.IN_THE_WAY, option="--force")


def _write(path: Path, raw: bytes) -> None:
    if not os.path.lexists(path):
        # As every new file, for whoever the user lets read it.
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
        # What cannot be written has an exit status of its own.
        raise OSError(error.errno, error.strerror, name) from None
    except ValueError:
        raise FormatError(Fault.NOT_A_FILE_NAME, repr(name)) from None

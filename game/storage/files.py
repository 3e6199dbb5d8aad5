"""Writes files atomically, reads them with a limit, and locks them."""

import contextlib
import errno
import os
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


_PRIVATE = 0o600


def write_atomically(
    path: Path, text: str | bytes, mode: int = _PRIVATE, *, is_flushed: bool = True
) -> None:
    """Replace the file by `text`; a crash or power cut leaves the old or the new one whole.

    Without `is_flushed` a power cut soon after may leave the old one, which saves half of the time.
    Creates missing directories, writes through a link, and refuses pipes and devices. Raises
    `OSError` if it cannot write.
    """
    raw = text.encode("utf-8") if isinstance(text, str) else text
    path = Path(os.path.realpath(path))
    refuse_other_than_file(path)
    os.makedirs(path.parent, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, _PRIVATE)
        try:
            while raw:
                raw = raw[os.write(handle, raw) :]
            os.fsync(handle)
        finally:
            os.close(handle)
        if mode != _PRIVATE:
            os.chmod(fresh, mode)
        replace(fresh, path, is_flushed=is_flushed)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(fresh)
        raise


def path_of(text: str) -> str:
    """Return the path that a text names: a `file:` address's, or the text itself.

    File managers copy and drop addresses.
    """
    if text[:5].lower() != "file:":
        return text
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        # Some programs leave `#` and `?` of a file's name as they are.
        address = urlsplit(text.strip().replace("?", "%3F"), allow_fragments=False)
    except ValueError:
        return text
    host = "" if address.hostname in (None, "localhost") else f"//{address.netloc}"
    return url2pathname(host + address.path)


def typed_path(text: str) -> str:
    """Return the path that a typed or pasted text names, without quotation marks around it."""
    return os.path.expanduser(path_of(text.strip().strip("\"'")))


def replace(source: Path, target: Path, *, is_flushed: bool = True) -> None:
    """Rename a file over another; with `is_flushed` the name is synced. Raises `OSError`."""
    _patiently(lambda: os.replace(source, target))
    if is_flushed:
        _sync(target.parent)


def _patiently(act: Callable[[], None]) -> None:
    """Retry what Windows refuses while a scanner or an indexer has the file open, for a second.

    Raises `OSError` after that.
    """
    end, pause = time.monotonic() + _PATIENCE, 0.01
    while True:
        try:
            return act()
        except PermissionError:
            if time.monotonic() >= end:
                raise
        time.sleep(pause)
        pause = min(2 * pause, 0.1)


def sweep(path: Path) -> None:
    """Delete temporary files of a killed `write_atomically` beside `path`; only for its one
    writer.
    """
    for left in leftovers(path):
        with contextlib.suppress(OSError):
            os.unlink(left)


def leftovers(path: Path) -> list[Path]:
    """Return the temporary files beside `path`, of crashed writers or of those at work now."""
    path = Path(os.path.realpath(path))
    with contextlib.suppress(OSError):
        return files_named(path.parent, f".{path.name}.", ".new")
    return []


def files_named(folder: Path, start: str, end: str) -> list[Path]:
    """Return the files whose names start and end so, in order. Raises `OSError`.

    Several folders are searched at the start, where `Path.glob` would compile an expression each.
    """
    names = (name for name in os.listdir(folder) if name.startswith(start) and name.endswith(end))
    return [folder / name for name in sorted(names)]


def _sync(directory: Path) -> None:
    # Windows cannot open one, and needs not; nor can some network drives.
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_bounded(path: Path, most: int) -> bytes | None:
    """Return at most `most` + 1 bytes of the file, None without a file.

    Raises `OSError` for an unreadable file, and for a pipe or a folder.
    """
    try:
        file = open_plain(path)
    except FileNotFoundError:
        return None
    with file:
        return file.read(most + 1)


def open_plain(path: str | Path) -> BinaryIO:
    """Open a file to read it. Raises `OSError`, also for a pipe or a folder: a pipe may never
    end.
    """
    # A pipe without a writer would wait for one.
    handle = os.open(path, os.O_RDONLY | _BINARY | _NO_WAIT)
    try:
        file = open(handle, "rb")  # noqa: SIM115
    except OSError:  # a folder
        os.close(handle)
        raise
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "not a file", str(path))
    return file


def refuse_other_than_file(path: Path) -> None:
    """Raise `OSError` if `path` is a folder, a pipe or a device."""
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise OSError(errno.EINVAL, "not a file", str(path))


def make_private(path: Path) -> None:
    """Create the file if it is missing, and let only its owner read it. Raises `OSError`."""
    refuse_other_than_file(path)
    os.makedirs(path.parent, exist_ok=True)
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    with contextlib.suppress(OSError):
        os.chmod(path, 0o600)


def quarantine(path: Path, word: str = "kept") -> Path:
    """Rename a file to a free name beside it (`settings.kept-1.json`); return the new path.

    Raises `OSError` if that is impossible; no file is ever overwritten.
    """
    aside = free_name(path, word)
    replace(path, aside)
    return aside


def free_name(path: Path, word: str) -> Path:
    """Return an unused path beside `path`: `climb.ended-1.json`."""
    number = 1
    while os.path.lexists(free := path.with_name(f"{path.stem}.{word}-{number}{path.suffix}")):
        number += 1
    return free


def remove(path: Path) -> None:
    """Delete the file, through a link too, if it exists. Raises `OSError`."""
    with contextlib.suppress(FileNotFoundError):
        _patiently(lambda: os.unlink(os.path.realpath(path)))


class Lock:
    """A file that one process at a time locks; the system unlocks it when the process ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None

    def take(self) -> bool:
        """Take the lock; return True if it is ours, or the file system has no locks."""
        try:
            os.makedirs(self.path.parent, exist_ok=True)
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | _NO_WAIT, 0o600)
        except OSError:
            return True
        try:
            lock_file(handle)
        except OSError as error:
            os.close(handle)
            return error.errno in _NO_LOCKS
        self._handle = handle
        return True

    def release(self) -> None:
        """Release the lock; safe to repeat."""
        if self._handle is not None:
            _unlock_file(self._handle)
            os.close(self._handle)
            self._handle = None


_PATIENCE = 1.0 if os.name == "nt" else 0.0
"""Seconds for which an operation is retried."""

_NO_LOCKS: Final = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)
"""The errors of a file system without locks. With any other the lock may be another's."""

_BINARY = getattr(os, "O_BINARY", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)


def lock_file(handle: int) -> None:
    """Lock an open file until it is closed or the process ends; raise `OSError` at once."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt

    msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)


def _unlock_file(handle: int) -> None:
    """Unlock the file before it is closed: Windows may unlock a closed one with a delay."""
    if fcntl is None:
        import msvcrt

        with contextlib.suppress(OSError):
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

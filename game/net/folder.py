"""A shared folder as a transport: packets as files, written once ("Roads")."""

import contextlib
import os
import time
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from game.net.entries import Entry
from game.net.invitations import Invitation
from game.net.packets import decode_packets, pack, split_packets, unpack
from game.net.refusals import refused_at
from game.rules.errors import Fault, FormatError
from game.storage.files import read_bounded

SUFFIX: Final = ".tie1p"
MAX_FILE_BYTES: Final = 16 << 20


class FolderTransport:
    """One table's packets in a folder that several homes share.

    Whatever is damaged there is refused and named, once; other files are left alone. `held` are
    the hashes of all entries that were seen in it.
    """

    def __init__(self, folder: Path, invitation: Invitation) -> None:
        self.folder = folder
        self.held: set[bytes] = set()
        self._invitation = invitation
        self._read: dict[str, tuple[int, int]] = {}

    def receive(
        self, *, again: bool = False, to_the_end: bool = False
    ) -> tuple[tuple[Entry, ...], tuple[FormatError, ...]]:
        """Return what came since last time, and what was refused of it. Raises `OSError`."""
        if again:
            self._read.clear()
        entries: list[Entry] = []
        refused: list[FormatError] = []
        for path in sorted(self._packet_files()):
            try:
                status = path.stat(follow_symlinks=False)
            except OSError:
                continue  # taken away meanwhile
            seen = (status.st_mtime_ns, status.st_size)
            if self._read.get(path.name) == seen:
                continue
            self._read[path.name] = seen
            try:
                found = self._read_file(path, refused)
            except (FormatError, OSError) as error:
                refused.append(refused_at(path.name, error))
                continue
            self.held.update(entry.hash for entry in found)
            entries += found
        return tuple(entries), tuple(refused)

    def send(self, entries: Iterable[Entry]) -> None:
        """Put in whatever of `entries` the folder lacks. Raises `OSError`."""
        missing = [entry for entry in entries if entry.hash not in self.held]
        for text in pack(self._invitation.key, missing):
            digest = sha256(text.encode("ascii")).hexdigest()[:32]
            path = self.folder / f"{self._invitation.road.hex()}.{digest}{SUFFIX}"
            _write_once(path, text + "\n")
            status = path.stat()
            self._read[path.name] = (status.st_mtime_ns, status.st_size)
        self.held.update(entry.hash for entry in missing)

    def wait(self, seconds: float) -> None:
        """Until it is worth looking again: a folder tells nobody of what comes."""
        time.sleep(seconds)

    def close(self) -> None:
        """Do nothing: no file is held open."""

    def _packet_files(self) -> list[Path]:
        start = f"{self._invitation.road.hex()}."
        with os.scandir(self.folder) as found:
            return [
                Path(item.path)
                for item in found
                if item.name.startswith(start)
                and item.name.endswith(SUFFIX)
                and item.is_file(follow_symlinks=False)
            ]

    def _read_file(self, path: Path, refused: list[FormatError]) -> list[Entry]:
        raw = read_bounded(path, MAX_FILE_BYTES)
        if raw is None:
            return []
        if len(raw) > MAX_FILE_BYTES:
            raise FormatError(Fault.TOO_MANY_BYTES, most=MAX_FILE_BYTES)
        entries: list[Entry] = []
        for road, sealed in split_packets(decode_packets(raw)):
            if road != self._invitation.road:
                raise FormatError(Fault.OTHER_TABLE)
            unpacked = unpack(self._invitation.key, sealed)
            entries += unpacked.entries
            refused += [refused_at(path.name, error) for error in unpacked.refused]
        return entries


def _write_once(path: Path, text: str) -> None:
    """Write a file so that it appears whole under its name; all sharers can read it."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def folder_of_url(url: str) -> Path | None:
    """Return the folder that an invitation names, None for another kind of address."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return None
    # Windows writes file:///C:/folder.
    path = Path(unquote(parts.path).removeprefix("/" if os.name == "nt" else ""))
    return path if path.is_absolute() else None

"""The window's access to network tables, whose players use other computers.

Importing this module loads no module of `game.net` but the notices; `Apart.service` does.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from game.net.service.notice import Notice, read_notices
from game.rules.errors import FormatError
from game.storage.files import open_plain
from game.storage.profile import Profile
from game.ui.frame.wake import wake

if TYPE_CHECKING:
    from concurrent.futures import Future

    from game.net.service.service import Service

_MARKS: Final = (b"TIE1I", b"TIE1K", b"TIE1T")
"""The first characters of invitations, seat keys and turn files."""


class Apart:
    """Opens the service of network tables at its first use; `folder` holds its files.

    Without a folder its files are in a temporary one until it is closed. `now` is UTC in seconds,
    by which deadlines are measured. `opening` is done once the stored tables have been read.
    """

    def __init__(self, folder: Path | None = None, now: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._passing: TemporaryDirectory[str] | None = None
        self.now = now
        self._service: Service | None = None
        self.opening: Future[None] | None = None
        self._filed: set[bytes] = set()
        self._known = -1

    def notices(self) -> tuple[Notice, ...]:
        """Return the latest notices of the tables, read from one small file."""
        return () if self._folder is None else read_notices(self._folder)

    @property
    def changes(self) -> int:
        """The number of changes that the tables have published; 0 without the service."""
        return 0 if self._service is None else self._service.changes

    def go_on(self) -> None:
        """Open the service if a table is not over: guests may wait for this game master."""
        if any(not notice.is_over for notice in self.notices()):
            _ = self.service

    @property
    def service(self) -> Service:
        """The service that plays the tables, opened at its first use."""
        if self._service is None:
            from game.bots.service.process_engines import ProcessEngines
            from game.net.journal.store import TableStore
            from game.net.service.service import Service

            folder = self._folder
            if folder is None:
                self._passing = TemporaryDirectory(ignore_cleanup_errors=True)
                folder = Path(self._passing.name)
            self._service = Service(TableStore(folder), ProcessEngines(), self.now, wake)
            if self._folder is not None:
                self.opening = self._service.open()
        return self._service

    def file_results(self, profile: Profile) -> None:
        """Put the results of tables that have ended into the history, each once.

        Called after every change, on any screen: a table may be removed before its result page was
        opened. A result that the history could not take is retried.
        """
        service = self._service
        if service is None or service.changes == self._known:
            return
        from game.net.service.results import finished_match

        self._known = service.changes
        for snapshot in tuple(service.snapshots.values()):
            if not snapshot.is_over or snapshot.id in self._filed:
                continue
            if not service.is_filed(snapshot.id):
                match = finished_match(snapshot)
                if match is None or profile.add_match(match) is None:
                    continue
                service.note_filed(snapshot.id)
            self._filed.add(snapshot.id)

    @property
    def is_safe(self) -> bool:
        """Whether no turn that is placed here and not handed in is in memory alone."""
        return self._folder is None or self._service is None or self._service.are_drafts_safe

    def use(self, service: Service) -> None:
        """Use this service instead of opening one, for tests."""
        self._service = service

    def close(self) -> None:
        """Stop playing; every change is on the disk already."""
        if self._service is not None and self._folder is not None:
            self._service.close()
        if self._passing is not None:
            self._passing.cleanup()
        self._service = self.opening = self._passing = None


def is_table_file(path: str) -> bool:
    """Whether a file holds a table's invitation, seat key or turns, by its first bytes."""
    with contextlib.suppress(OSError, ValueError), open_plain(path) as file:
        # In UTF-16 every other byte is zero.
        start = file.read(1 << 16).replace(b"\0", b"")
        return any(mark in start for mark in _MARKS)
    return False


def has_invitation(text: str) -> bool:
    """Whether a text holds a table's invitation or seat key."""
    from game.storage.pasted import CodeKind, find_codes

    with contextlib.suppress(FormatError):
        kinds = {code.kind for code in find_codes(text)}
        return not kinds.isdisjoint((CodeKind.INVITATION, CodeKind.SEAT_KEY))
    return False


def has_table_code(text: str) -> bool:
    """Whether a text may hold a table's invitation, seat key or turns."""
    return any(mark.decode() in text for mark in _MARKS)

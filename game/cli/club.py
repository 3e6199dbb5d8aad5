"""`take-it-easy club`: a server that leads its tables without a window.

Addresses of users go to standard output, messages to standard error.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Final

from game import DISTRIBUTION
from game.bots.players.local_engines import LocalEngines
from game.cli.drawing import clean
from game.locale import Catalogue
from game.net.club import Club, read_status
from game.net.host import (
    ADMIN,
    SERVER_PROGRAM,
    SYSTEM,
    HostedServer,
    NoServerError,
    Tls,
    find_server,
)
from game.net.live import NOBODY
from game.net.store import find_store
from game.rules.errors import Fault, FormatError

LOCAL = ("127.0.0.1", "localhost", "::1")


_NO_USER: Final = 'A user\'s name has letters, figures and _ only, and is not "admin".'
_IN_THE_CLEAR: Final = (
    "Passwords would travel readable for everybody: give --cert and --key, or say --in-the-clear "
    "if nobody can listen on the way."
)
_TRUST: Final = (
    "No authority has signed the certificate: addresses and invitations end with its SHA-256, by "
    "which each game knows it. With another certificate they change."
)
_RUNS: Final = (
    "The club runs and leads its tables; everything is kept in {folder}. Above is the address of "
    "each user, HOST being this machine's name. Names and tiles can be read there by whoever runs "
    "this machine. Ctrl+C ends it."
)


class ClubError(Exception):
    """An error that ends the command: its message for the user, and the exit status."""

    def __init__(self, message: str, status: int = 2) -> None:
        self.message, self.status = message, status
        super().__init__(message)


def run_club(options: argparse.Namespace, _: Catalogue) -> int:
    """Run a club until it is ended; return the exit status. Raises `FormatError`."""
    try:
        _run(options)
    except ClubError as problem:
        print(clean(problem.message), file=sys.stderr)
        return problem.status
    except NoServerError as error:
        print(clean(f"The server does not run: {error}"), file=sys.stderr)
        return 1
    return 0


def _run(options: argparse.Namespace) -> None:
    folder = Path(options.data) if options.data else find_store().folder / "club"
    if options.status:
        _print_status(folder)
        return
    if find_server() is None:
        command = f"pip install '{DISTRIBUTION}[host]'"
        install = "Install it with your system's packages, or use this game from"
        raise ClubError(
            f"There is no {SERVER_PROGRAM} here. {install} {command}, which brings it.", 1
        )
    listen, port = _read_address(options.listen)
    if (options.cert is None) != (options.key is None):
        raise ClubError("TLS needs both --cert and --key.")
    tls = None if options.cert is None else Tls(Path(options.cert), Path(options.key))
    for path in () if tls is None else (tls.certificate, tls.key):
        if not path.is_file():
            raise FormatError(Fault.NO_SUCH_FILE, str(path))
    users = tuple(dict.fromkeys(options.users or ()))
    taken = (ADMIN, SYSTEM, NOBODY)
    if any(not (name.isascii() and name.isidentifier()) or name in taken for name in users):
        raise ClubError(_NO_USER)
    if tls is None:
        if users and not options.in_the_clear and listen not in LOCAL:
            raise ClubError(_IN_THE_CLEAR)
        if users:
            warning = "Without a certificate everybody on the way can read these passwords."
            print(warning, file=sys.stderr)
    host = partial(
        HostedServer, folder, listen, port, tls=tls, users=users, megabytes=options.room,
        is_club=True,
    )  # fmt: skip
    club = Club(folder, host, LocalEngines(), keep_days=options.keep)
    is_ended = threading.Event()
    # Every signal that ends this program must end the server too.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: is_ended.set())
    club.start()
    try:
        _print_addresses(club, folder)
        problem, starts = "", 0
        while not is_ended.wait(0.5):
            if club.problem and club.problem != problem:
                words = f"The server does not run: {club.problem}"
                print(clean(words), file=sys.stderr, flush=True)
            problem = club.problem
            if not problem and club.restarts > starts:
                starts = club.restarts
                print("The server had ended, and runs again.", file=sys.stderr, flush=True)
    finally:
        club.close()


def _read_address(text: str) -> tuple[str, int]:
    listen, _, port = text.rpartition(":")
    is_number = port.isascii() and port.isdecimal() and len(port) < 6
    if not listen or not is_number or not 0 < int(port) < 1 << 16:
        raise ClubError(f"{text[:80]!r} is no address to listen on, such as 0.0.0.0:4222.")
    return listen.strip("[]"), int(port)


def _print_addresses(club: Club, folder: Path) -> None:
    """Print each user's address, with the password the first time."""
    assert club.server is not None
    server_secrets, address = club.server.secrets, club.server.address_at("HOST")
    scheme, _, place = address.partition("://")
    for name, word in server_secrets.users.items():
        # A password is shown once only; a lost one cannot be recovered.
        user = f"{name}:{word}" if name in club.server.new_users else name
        print(f"{scheme}://{user}@{place}", flush=True)
    if not server_secrets.users:
        print(address, flush=True)
    if club.server.fingerprint:
        print(_TRUST, file=sys.stderr)
    print(clean(_RUNS.format(folder=folder)), file=sys.stderr, flush=True)


def _print_status(folder: Path) -> None:
    """Print the users of the running club and their use of it."""
    try:
        status = read_status(folder)
    except OSError as error:
        raise NoServerError(str(error)) from None
    used, room = f"{status.bytes / (1 << 20):.1f}", f"{status.room >> 20}"
    print(f"{used} of {room} MB are used.")
    print(f"Tables that nobody has touched for {status.keep_days} days are deleted.")
    for user, count in status.users:
        print(f"Open tables of {clean(user)}: {count}")

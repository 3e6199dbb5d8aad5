"""Starts a server in this home: the machine's own program, or the one of the extra `host`.

It keeps everything below one folder, acknowledges what is on the disk, and listens to this machine
alone unless asked otherwise.
"""

import asyncio
import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

import nats
from nats.aio.client import Client
from nats.errors import Error as NatsError

from game.net.server import BUCKET, MAX_LISTENERS, STREAM, close_client, make_bucket
from game.rules.errors import FormatError
from game.rules.json_shape import load_json
from game.storage.files import read_bounded, write_atomically

KEEPER: Final = "keeper"
GUEST: Final = "guest"
"""A club's user for those who have an invitation and are no members."""

PROGRAM: Final = "nats-server"
CONFIGURATION: Final = "server.conf"
HERE: Final = "127.0.0.1"
EVERYWHERE: Final = ("0.0.0.0", "::")
MAX_KEEPER_BYTES: Final = 1 << 20
START_SECONDS: Final = 20.0
HOUSE_MEGABYTES: Final = 1_000
"""What a house's tables may come to on the disk: a hundred thousand calls of live tables."""

MAX_CONNECTIONS: Final = MAX_LISTENERS + 2_000

GUESTS_PUBLISH: Final = (
    f"$KV.{BUCKET}.>",
    "$JS.API.INFO",
    f"$JS.API.STREAM.INFO.{STREAM}",
    f"$JS.API.CONSUMER.CREATE.{STREAM}.>",
    f"$JS.API.CONSUMER.CREATE.{STREAM}",
    f"$JS.API.CONSUMER.INFO.{STREAM}.>",
    f"$JS.API.CONSUMER.DELETE.{STREAM}.>",
    f"$JS.FC.{STREAM}.>",
)
"""What a guest may do: add, and read. Neither the bucket nor another's message can be touched."""


class NoServerError(Exception):
    """There is no server program on this machine, or it did not start; `args[0]` says why."""


def find_server() -> Path | None:
    """Return the server program: on the machine, or beside this Python from the extra `host`."""
    beside = Path(sys.executable).with_name(PROGRAM + (".exe" if os.name == "nt" else ""))
    if beside.is_file():
        return beside
    found = shutil.which(PROGRAM)
    return None if found is None else Path(found)


@dataclass(frozen=True, slots=True)
class Tls:
    """A certificate and its key, as PEM files."""

    certificate: Path
    key: Path


def write_configuration(
    folder: Path,
    listen: str,
    port: int,
    password: str,
    *,
    tls: Tls | None = None,
    users: Mapping[str, str] | None = None,
    megabytes: int = HOUSE_MEGABYTES,
    closed_roads: Iterable[str] = (),
    more: str = "",
) -> Path:
    """Return the server's configuration in its folder; `password` is the keeper's, who
    makes the bucket.

    `sync_interval: always` has it acknowledge only what is on the disk. With `users` (names and
    passwords) nobody else is let in; without, whoever reaches it is a guest. Users and guests may
    add and read, and nothing else. Of `megabytes` no more is taken, so that nobody who may add
    fills the disk, and on `closed_roads` nothing more is put. `more` is put behind as it is.
    """
    guests = {"guest": "guest"} if users is None else users
    told = "\n".join(
        f"    {{ user: {json.dumps(name)}, password: {json.dumps(word)}, "
        f"permissions: {_permissions('' if users is None else name, closed_roads)} }}"
        for name, word in guests.items()
    )
    head = "no_auth_user: guest\n" if users is None else ""
    if tls is not None:
        files = (json.dumps(str(path.resolve())) for path in (tls.certificate, tls.key))
        head += "tls {{ cert_file: {}, key_file: {} }}\n".format(*files)
    path = folder / CONFIGURATION
    store = str(folder / "store").replace("\\", "/")
    pid = str(folder / "server.pid").replace("\\", "/")
    text = f"""\
listen: "{listen}:{port}"
max_payload: 32KB
max_control_line: 4KB
max_pending: 8MB
max_subscriptions: 200
ping_interval: "30s"
ping_max: 2
write_deadline: "5s"
max_connections: {MAX_CONNECTIONS}
pid_file: "{pid}"
jetstream {{
  store_dir: "{store}"
  sync_interval: always
  max_file_store: {megabytes}MB
}}
{head}authorization {{
  users: [
    {{ user: {KEEPER}, password: "{password}" }}
{told}
  ]
}}
{more}"""
    write_atomically(path, text)
    return path


def _permissions(user: str, closed_roads: Iterable[str]) -> str:
    """Return what a user may do: add and read, hearing answers in an inbox of their own."""
    allowed = ", ".join(f'"{subject}"' for subject in GUESTS_PUBLISH)
    denied = ", ".join(f'"$KV.{BUCKET}.{road}.>"' for road in closed_roads)
    inbox = f"_INBOX.{user}.>" if user else "_INBOX.>"
    refused = f", deny: [{denied}]" if denied else ""
    return f'{{ publish: {{ allow: [{allowed}]{refused} }}, subscribe: {{ allow: ["{inbox}"] }} }}'


@dataclass(frozen=True, slots=True)
class _Keeper:
    """The keeper's data, stored in a server's folder from one start to the next."""

    port: int = 0
    password: str = ""
    users: Mapping[str, str] = field(default_factory=dict)
    address: str = HERE
    has_tls: bool = False


class HostedServer:
    """A server that ends with this program, even if the program is killed.

    Raises `NoServerError` if it cannot.

    Its folder keeps the port, so that invitations stay true from one evening to the next. A server
    that outlived a program that was killed is found there, and taken over.
    """

    def __init__(
        self,
        folder: Path,
        listen: str = HERE,
        port: int = 0,
        *,
        tls: Tls | None = None,
        users: tuple[str, ...] = (),
        megabytes: int = HOUSE_MEGABYTES,
        keep_days: int = 0,
    ) -> None:
        program = find_server()
        if program is None:
            raise NoServerError(f"no {PROGRAM} on this machine")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        kept = _read_keeper(folder / "keeper.json")
        self.port = port or kept.port or _free_port()
        names = (*users, GUEST) if users else ()
        known = {name: kept.users.get(name) or secrets.token_hex(16) for name in names}
        self.new_users = tuple(name for name in known if name not in kept.users)
        """Whose password has just been made."""
        self._keep_days, self._megabytes, self._listen = keep_days, megabytes, listen
        address = HERE if listen in EVERYWHERE else listen
        word = kept.password or secrets.token_hex(16)
        self._keeper = _Keeper(self.port, word, known, address, tls is not None)
        self._tls = tls
        write_atomically(folder / "keeper.json", json.dumps(asdict(self._keeper)) + "\n")
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None
        self._watchdog: subprocess.Popen[bytes] | None = None
        if not self._answers():
            self._configure(())
            self.start()

    def _configure(self, closed_roads: Iterable[str]) -> None:
        write_configuration(
            self.folder,
            self._listen,
            self.port,
            self._keeper.password,
            tls=self._tls,
            users=self._keeper.users or None,
            megabytes=self._megabytes,
            closed_roads=closed_roads,
        )

    def close_roads(self, roads: Iterable[str]) -> None:
        """Refuse more messages for these tables; connected programs stay connected."""
        self._configure(roads)
        if self._process is not None and os.name == "posix":
            self._process.send_signal(signal.SIGHUP)

    async def connect(self) -> Client:
        """Return the keeper's own connection, which may do everything. Raises
        `nats.errors.Error`.
        """
        return await _connect(self.url, self._keeper.password, self._tls is not None)

    @property
    def url(self) -> str:
        """The server's address for programs on this machine."""
        return f"nats://{self._keeper.address}:{self.port}"

    @property
    def users(self) -> Mapping[str, str]:
        """Names and passwords of the users; none where everybody may connect."""
        return self._keeper.users

    def wait(self) -> None:
        """Until the server ends."""
        if self._process is not None:
            self._process.wait()

    def start(self) -> None:
        """Start it, or start it again on the same port with the same store."""
        command = [str(self._program), "-c", str(self.folder / CONFIGURATION)]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log,
                                             stderr=log)  # fmt: skip
        self._end_watchdog()
        self._watchdog = _watch_over(self._process.pid)
        deadline = time.monotonic() + START_SECONDS
        while True:
            if self._process.poll() is not None:
                raise NoServerError(f"it ended: see {self.folder / 'server.log'}")
            if self._answers():
                return
            if time.monotonic() > deadline:
                self.stop()
                raise NoServerError(f"it does not answer: see {self.folder / 'server.log'}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Ask the server to end, and wait for it."""
        self._end(kill=False)

    def kill(self) -> None:
        """Kill the server at once."""
        self._end(kill=True)

    def _end(self, *, kill: bool) -> None:
        if self._process is None:
            self._end_outlived()
            return
        self._end_watchdog()
        with contextlib.suppress(OSError):
            self._process.kill() if kill else self._process.terminate()
        try:
            self._process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _end_watchdog(self) -> None:
        """Stop the watchdog, so that it does not end another process under the old number."""
        if self._watchdog is not None:
            self._watchdog.kill()
            self._watchdog.wait()
            self._watchdog = None

    def _end_outlived(self) -> None:
        """End a server that was taken over: it answered to this home's keeper, under this pid."""
        with contextlib.suppress(OSError, ValueError):
            os.kill(int((self.folder / "server.pid").read_text("ascii")), signal.SIGTERM)

    def _answers(self) -> bool:
        """Whether this home's server runs, with its bucket."""
        try:
            # The library would wait seconds before it tried a second time.
            socket.create_connection((self._keeper.address, self.port), 1).close()
            asyncio.run(self._make_bucket())
        except (NatsError, OSError, TimeoutError):
            return False
        return True

    async def _make_bucket(self) -> None:
        client = await self.connect()
        word = self._keeper.users.get(GUEST)
        try:
            await make_bucket(
                client, guest=f"{GUEST}:{word}" if word else "", keep_days=self._keep_days
            )
        finally:
            await close_client(client)


async def open_keeper(folder: Path) -> Client:
    """Return the keeper's connection to the server of that folder, which runs on this
    machine.

    Raises `NoServerError` where no server keeps its things there, and `nats.errors.Error`.
    """
    kept = _read_keeper(folder / "keeper.json")
    if not kept.port:
        raise NoServerError(f"no club in {folder}")
    url = f"nats://{kept.address}:{kept.port}"
    try:
        return await _connect(url, kept.password, kept.has_tls)
    except (NatsError, OSError, TimeoutError) as error:
        raise NoServerError(str(error)) from None


async def _connect(url: str, password: str, has_tls: bool) -> Client:
    return await nats.connect(
        url,
        user=KEEPER,
        password=password,
        allow_reconnect=False,
        connect_timeout=1,
        reconnect_time_wait=0,
        max_reconnect_attempts=1,
        error_cb=_ignore,
        tls=_trusting_ourselves() if has_tls else None,
    )


def _watch_over(process: int) -> subprocess.Popen[bytes] | None:
    """End a server when this program ends, however that comes: a pipe that it holds is closed.

    None where there is nothing to run for it.
    """
    if os.name == "posix":
        command = ["/bin/sh", "-c", f"cat > /dev/null; kill {process}"]
    elif getattr(sys, "frozen", False):
        return None
    else:
        end = f"import os, sys; sys.stdin.read(); os.kill({process}, {signal.SIGTERM.value})"
        command = [sys.executable, "-c", end]
    with contextlib.suppress(OSError):
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    return None


def _read_keeper(path: Path) -> _Keeper:
    """Return the stored data; empty where it cannot be read, so that the server starts with new
    data.
    """
    try:
        value = load_json(read_bounded(path, MAX_KEEPER_BYTES) or b"", MAX_KEEPER_BYTES)
        users = {str(name): str(word) for name, word in value.get("users", {}).items()}
        address, has_tls = str(value.get("address", HERE)), value.get("has_tls") is True
        return _Keeper(int(value["port"]), str(value["password"]), users, address, has_tls)
    except (OSError, FormatError, ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return _Keeper()


def _trusting_ourselves() -> ssl.SSLContext:
    """Return a TLS context for the server that this program started: its certificate names another
    host.
    """
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def _ignore(error: Exception) -> None:
    """Ignore errors of a connection that has not been made yet."""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        port: int = probe.getsockname()[1]
        return port

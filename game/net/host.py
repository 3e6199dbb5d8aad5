"""A server in this home: found on the machine or from the extra `host`, for one evening's tables.

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
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

import nats
from nats.errors import Error as NatsError

from game.net.server import BUCKET, MAX_LISTENERS, STREAM, make_bucket
from game.rules.errors import FormatError
from game.rules.json_shape import load_json
from game.storage.files import read_bounded, write_atomically

__all__ = ["HostedServer", "NoServerError", "Tls", "find_server", "write_configuration"]

PROGRAM: Final = "nats-server"
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
    """The server program: on the machine, or beside this Python from the extra `host`."""
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
    more: str = "",
) -> Path:
    """The server's configuration in its folder; `password` is the keeper's, who makes the bucket.

    `sync_interval: always` has it acknowledge only what is on the disk. With `users` (names and
    passwords) nobody else is let in; without, whoever reaches it is a guest. Users and guests may
    add and read, and nothing else. Of `megabytes` no more is taken, so that nobody who may add
    fills the disk. `more` is put behind as it is.
    """
    allowed = ", ".join(f'"{subject}"' for subject in GUESTS_PUBLISH)
    guests = {"guest": "guest"} if users is None else users
    permissions = (
        f"permissions: {{ publish: {{ allow: [{allowed}] }}, "
        'subscribe: { allow: ["_INBOX.>"] } }'
    )
    told = "\n".join(
        f"    {{ user: {json.dumps(name)}, password: {json.dumps(word)}, {permissions} }}"
        for name, word in guests.items()
    )
    head = "no_auth_user: guest\n" if users is None else ""
    if tls is not None:
        files = (json.dumps(str(path.resolve())) for path in (tls.certificate, tls.key))
        head += "tls {{ cert_file: {}, key_file: {} }}\n".format(*files)
    path = folder / "server.conf"
    store = str(folder / "store").replace("\\", "/")
    pid = str(folder / "server.pid").replace("\\", "/")
    text = f"""\
listen: "{listen}:{port}"
max_payload: 32KB
max_connections: {MAX_CONNECTIONS}
pid_file: "{pid}"
jetstream {{
  store_dir: "{store}"
  sync_interval: always
  max_file_store: {megabytes}MB
}}
{head}authorization {{
  users: [
    {{ user: keeper, password: "{password}" }}
{told}
  ]
}}
{more}"""
    write_atomically(path, text)
    return path


@dataclass(frozen=True, slots=True)
class _Keeper:
    """What a server's folder keeps from one start to the next."""

    port: int = 0
    password: str = ""
    users: Mapping[str, str] = field(default_factory=dict)


class HostedServer:
    """A server that runs as long as this program does. Raises `NoServerError` if it cannot.

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
    ) -> None:
        program = find_server()
        if program is None:
            raise NoServerError(f"no {PROGRAM} on this machine")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        kept = _read_keeper(folder / "keeper.json")
        self.port = port or kept.port or _free_port()
        known = {name: kept.users.get(name) or secrets.token_hex(16) for name in users}
        self._keeper = _Keeper(self.port, kept.password or secrets.token_hex(16), known)
        self._tls = tls
        write_atomically(folder / "keeper.json", json.dumps(asdict(self._keeper)) + "\n")
        self._address = HERE if listen in EVERYWHERE else listen
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None
        self._configuration = folder / "server.conf"
        if not self._answers():
            password = self._keeper.password
            self._configuration = write_configuration(
                folder, listen, self.port, password, tls=tls, users=known if users else None,
                megabytes=megabytes,
            )  # fmt: skip
            self.start()

    @property
    def url(self) -> str:
        """Where programs on this machine find it."""
        return f"nats://{self._address}:{self.port}"

    @property
    def users(self) -> Mapping[str, str]:
        """Names and passwords of who is let in; none where everybody is."""
        return self._keeper.users

    def wait(self) -> None:
        """Until the server ends."""
        if self._process is not None:
            self._process.wait()

    def start(self) -> None:
        """Start it, or start it again on the same port with the same store."""
        command = [str(self._program), "-c", str(self._configuration)]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log,
                                             stderr=log)  # fmt: skip
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
        """Let it end in peace."""
        self._end(kill=False)

    def kill(self) -> None:
        """End it at once, as a power cut would but for the disk."""
        self._end(kill=True)

    def _end(self, *, kill: bool) -> None:
        if self._process is None:
            self._end_outlived()
            return
        with contextlib.suppress(OSError):
            self._process.kill() if kill else self._process.terminate()
        try:
            self._process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _end_outlived(self) -> None:
        """End a server that was taken over: it answered to this home's keeper, under this pid."""
        with contextlib.suppress(OSError, ValueError):
            os.kill(int((self.folder / "server.pid").read_text("ascii")), signal.SIGTERM)

    def _answers(self) -> bool:
        """Whether this home's server runs, with its bucket."""
        try:
            # The library would wait seconds before it tried a second time.
            socket.create_connection((self._address, self.port), 1).close()
            asyncio.run(self._make_bucket())
        except (NatsError, OSError, TimeoutError):
            return False
        return True

    async def _make_bucket(self) -> None:
        client = await nats.connect(
            self.url,
            user="keeper",
            password=self._keeper.password,
            allow_reconnect=False,
            connect_timeout=1,
            reconnect_time_wait=0,
            max_reconnect_attempts=1,
            error_cb=_ignore,
            tls=None if self._tls is None else _trusting_ourselves(),
        )
        try:
            await make_bucket(client)
        finally:
            await client.close()


def _read_keeper(path: Path) -> _Keeper:
    """What is kept, nothing where it cannot be read: a new server then begins with what is new."""
    try:
        value = load_json(read_bounded(path, MAX_KEEPER_BYTES) or b"", MAX_KEEPER_BYTES)
        users = {str(name): str(word) for name, word in value.get("users", {}).items()}
        return _Keeper(int(value["port"]), str(value["password"]), users)
    except (OSError, FormatError, ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return _Keeper()


def _trusting_ourselves() -> ssl.SSLContext:
    """For the server that this very program started: its certificate names another address."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def _ignore(error: Exception) -> None:
    """Before the server answers there is nothing to tell."""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        port: int = probe.getsockname()[1]
        return port

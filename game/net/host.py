"""Starts a NATS server in a folder: the machine's own program, or the one of the extra `host`.

It listens only on this machine by default. Every table has a server user of its own, who may read
that table and send requests; at a club each guest has one too. The server's own configuration keeps
users from one another's tables.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import re
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from game.net.live import (
    JOURNALS,
    NOBODY,
    REQUESTS,
    is_seat_user,
    journal_subject,
    make_streams,
    request_subject,
)
from game.net.trouble import with_user
from game.net.wire import NatsLink, trust_in_any
from game.processes import NO_CONSOLE
from game.rules.errors import FormatError
from game.rules.json_shape import load_json
from game.storage.files import read_bounded, write_atomically

ADMIN: Final = "admin"
SYSTEM: Final = "system"
SERVER_PROGRAM: Final = "nats-server"
LEAST_VERSION: Final = (2, 15)
CONFIGURATION: Final = "server.conf"
LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = ("0.0.0.0", "::")
MAX_SECRETS_BYTES: Final = 1 << 24
START_SECONDS: Final = 20.0
PORT_SECONDS: Final = 5.0
"""Seconds for which an ending server may still hold its port."""
MEGABYTES: Final = 1_000
"""Megabytes of all tables on the disk: two hundred thousand calls of live tables."""
LISTED_MEGABYTES: Final = 64
"""Megabytes beside that for a club's list of tables."""


class NoServerError(Exception):
    """No server program is on this machine, or it did not start; `args[0]` is the reason."""


def find_server() -> Path | None:
    """Return the server program: beside this Python from the extra `host`, or on the machine."""
    beside = Path(sys.executable).with_name(SERVER_PROGRAM + (".exe" if os.name == "nt" else ""))
    if beside.is_file():
        return beside
    on_path = shutil.which(SERVER_PROGRAM)
    return None if on_path is None else Path(on_path)


def _check_version(program: Path) -> None:
    try:
        done = subprocess.run(
            [program, "--version"],
            capture_output=True,
            timeout=START_SECONDS,
            creationflags=NO_CONSOLE,
        )
        text = done.stdout.decode(errors="replace")
    except (OSError, subprocess.SubprocessError) as error:
        raise NoServerError(f"{program}: {error}") from None
    numbers = re.search(r"v(\d{1,4})\.(\d{1,4})\.", text)
    if numbers is None or (int(numbers[1]), int(numbers[2])) < LEAST_VERSION:
        wanted = ".".join(map(str, LEAST_VERSION))
        raise NoServerError(f"{program}: {text.strip()[:80] or '?'} (version {wanted} is needed)")


@dataclass(frozen=True, slots=True)
class Tls:
    """A certificate and its key, as PEM files."""

    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class ServerSecrets:
    """The secrets and settings that the server's folder stores between starts.

    `password` is that of the administrating user, new at every start. Tables' passwords are
    computed from `secret`. `guests` are name, password and table of the users who may connect.

    `port` is 0 before the first start, `address` the one to listen at, `has_tls` encrypts
    connections. `users` are passwords by name.
    """

    port: int = 0
    password: str = ""
    secret: str = ""
    users: Mapping[str, str] = field(default_factory=dict)
    address: str = LOOPBACK
    has_tls: bool = False
    guests: tuple[tuple[str, str, str], ...] = ()

    @property
    def url(self) -> str:
        """The server's address on this machine, for the administrating user."""
        return self.url_of(ADMIN)

    def url_of(self, user: str) -> str:
        """Return the address for the administrating user, or for `SYSTEM`, who may query the
        server.
        """
        host = f"[{self.address}]" if ":" in self.address else self.address
        scheme = "tls" if self.has_tls else "nats"
        return f"{scheme}://{user}:{self.password}@{host}:{self.port}"

    def link(self, user: str = ADMIN) -> NatsLink:
        """Return a connection as that user; it accepts any certificate, which names another
        host.
        """
        return NatsLink(self.url_of(user), self.trust)

    @property
    def trust(self) -> ssl.SSLContext | None:
        """The TLS context for a server that this machine started itself; None without TLS."""
        return trust_in_any() if self.has_tls else None

    def table_guest(self, table: str) -> tuple[str, str, str]:
        """Return name, password and table of the user in a table's invitation."""
        word = hmac.digest(self.secret.encode(), table.encode(), "sha256").hex()[:32]
        return f"t{table[:16]}", word, table


def read_secrets(folder: Path) -> ServerSecrets:
    """Read a folder's stored secrets and settings; empty ones if they cannot be read."""
    try:
        value = load_json(
            read_bounded(folder / "secrets.json", MAX_SECRETS_BYTES) or b"", MAX_SECRETS_BYTES
        )
        users = {str(name): str(word) for name, word in value.get("users", {}).items()}
        port = int(value["port"])
        if not 0 < port < 1 << 16:
            return ServerSecrets()
        return ServerSecrets(
            port,
            str(value.get("password", "")),
            str(value.get("secret", "")),
            users,
            str(value.get("address", LOOPBACK)),
            value.get("has_tls") is True,
            tuple((str(name), str(word), str(table)) for name, word, table in value["guests"]),
        )
    except (OSError, FormatError, ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return ServerSecrets()


class HostedServer:
    """A server that ends with this program, even if the program is killed.

    Raises `NoServerError` if it cannot start.

    Its folder stores the port, so that invitations remain valid at the next start. If another
    program has taken the port, and the caller did not demand it, another one is used.
    """

    def __init__(
        self,
        folder: Path,
        listen: str = LOOPBACK,
        port: int = 0,
        *,
        tls: Tls | None = None,
        users: tuple[str, ...] = (),
        megabytes: int = MEGABYTES,
        is_club: bool = False,
    ) -> None:
        program = find_server()
        if program is None:
            raise NoServerError(f"no {SERVER_PROGRAM} on this machine")
        _check_version(program)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder = folder
        stored = read_secrets(folder)
        self.new_users = tuple(name for name in users if name not in stored.users)
        """The users whose password is new."""
        self.secrets = ServerSecrets(
            port or stored.port or _free_port(),
            "",
            stored.secret or secrets.token_hex(32),
            {name: stored.users.get(name) or secrets.token_hex(16) for name in users},
            LOOPBACK if listen in EVERYWHERE else listen,
            tls is not None,
            stored.guests,
        )
        self._listen, self._may_move, self._tls = listen, not port, tls
        self._megabytes, self._is_club = megabytes, is_club
        self._program, self._shut_out = program, frozenset[str]()
        self._system = NatsLink("")
        """The connection for requests to the server itself."""
        self.fingerprint = ""
        """The SHA-256 of its certificate where no authority that this machine knows signed it."""
        self._process: subprocess.Popen[bytes] | None = None
        self._watchdog: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """The server's address on this machine, for the administrating user."""
        return self.secrets.url

    @property
    def port(self) -> int:
        """The port that it listens at."""
        return self.secrets.port

    @property
    def is_running(self) -> bool:
        """Whether the server has not ended."""
        return self._process is not None and self._process.poll() is None

    def guest_url(self, table: bytes, address: str) -> str:
        """Return the address in a table's invitation, whose user may connect from now on."""
        guest = self.secrets.table_guest(table.hex())
        if guest not in self.secrets.guests:
            self.admit((*self.secrets.guests, guest))
        return with_user(self.address_at(address), *guest[:2])

    def address_at(self, host: str) -> str:
        """Return its address by a name of this machine, without a user."""
        mark = f"#{self.fingerprint}" if self.fingerprint else ""
        host = f"[{host}]" if ":" in host else host
        return f"{'tls' if self.secrets.has_tls else 'nats'}://{host}:{self.port}{mark}"

    def admit(
        self, guests: tuple[tuple[str, str, str], ...], shut_out: frozenset[str] = frozenset()
    ) -> None:
        """Let exactly these guests connect, without the users named in `shut_out`.

        Connections of the guests who remain are not interrupted.
        """
        if (guests, shut_out) == (self.secrets.guests, self._shut_out):
            return
        before = self.secrets, self._shut_out
        self.secrets, self._shut_out = replace(self.secrets, guests=guests), shut_out
        try:
            self._configure()
            self._store_secrets()
            self._system.reach()
            reload = f"$SYS.REQ.SERVER.{self._system.server}.RELOAD"
            if error := self._system.ask(reload, b"{}").json().get("error"):
                raise OSError(str(error))
        except OSError as error:
            self.secrets, self._shut_out = before
            raise NoServerError(str(error)) from None

    def _configure(self) -> None:
        text = configuration(
            self.folder, self._listen, self.secrets, tls=self._tls,
            megabytes=self._megabytes, is_club=self._is_club, shut_out=self._shut_out,
        )  # fmt: skip
        # Encoded as the file system does, so that any path survives.
        write_atomically(self.folder / CONFIGURATION, os.fsencode(text))
        os.chmod(self.folder / CONFIGURATION, 0o600)

    def _store_secrets(self) -> None:
        write_atomically(self.folder / "secrets.json", json.dumps(asdict(self.secrets)) + "\n")
        os.chmod(self.folder / "secrets.json", 0o600)

    def start(self) -> None:
        """Start the server, or restart it on the same port with the same store."""
        self._end_watchdog()
        _end_orphan(self.folder)
        port = self._settle_port()
        word = secrets.token_hex(16)
        self.secrets = replace(self.secrets, port=port, password=word)
        self._configure()
        for old in self.folder.glob("*.ports"):
            old.unlink(missing_ok=True)
        command = [str(self._program), "-c", str(self.folder / CONFIGURATION)]
        with (self.folder / "start.log").open("wb") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                creationflags=NO_CONSOLE,
            )
        self._watchdog = _watch_over(self._process.pid)
        deadline = time.monotonic() + START_SECONDS
        # Only this process writes the file when it listens: no other program gets the password.
        while not any(self.folder.glob(f"*_{self._process.pid}.ports")):
            if self._process.poll() is not None:
                raise NoServerError(f"it ended: see {self.folder / 'start.log'}")
            if time.monotonic() > deadline:
                self.stop()
                raise NoServerError(f"it does not answer: see {self.folder / 'server.log'}")
            time.sleep(0.02)
        self._store_secrets()
        self.fingerprint = self._find_fingerprint()
        self._system.go_to(self.secrets.url_of(SYSTEM), self.secrets.trust)
        link = self.secrets.link()
        try:
            make_streams(link, self._megabytes)
        except OSError as error:
            self.stop()
            raise NoServerError(str(error)) from None
        finally:
            link.close()

    def _find_fingerprint(self) -> str:
        if self._tls is None:
            return ""
        trust = ssl.create_default_context()
        trust.check_hostname = False
        link = NatsLink(self.secrets.url, trust)
        with contextlib.closing(link), contextlib.suppress(OSError):
            link.reach()
            return ""
        _, head, rest = self._tls.certificate.read_text().partition(ssl.PEM_HEADER)
        text, foot, _ = rest.partition(ssl.PEM_FOOTER)
        return sha256(ssl.PEM_cert_to_DER_cert(head + text + foot)).hexdigest()

    def _settle_port(self) -> int:
        """Return the port once it is free; another one if it remains taken and may change."""
        end = time.monotonic() + PORT_SECONDS
        while not _is_free(self._listen, self.port):
            if time.monotonic() > end:
                if self._may_move:
                    return _free_port()
                raise NoServerError(f"another program listens at port {self.port}")
            time.sleep(0.1)
        return self.port

    def stop(self) -> None:
        """Ask the server to end, and wait for it."""
        self._end_watchdog()
        self._system.leave()
        if self._process is None:
            return
        with contextlib.suppress(OSError):
            self._process.terminate()
        try:
            self._process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _end_watchdog(self) -> None:
        """Stop the watchdog, so that it does not end another process with the same number."""
        if self._watchdog is not None:
            self._watchdog.kill()
            self._watchdog.wait()
            self._watchdog = None


def configuration(
    folder: Path,
    listen: str,
    server_secrets: ServerSecrets,
    *,
    tls: Tls | None = None,
    megabytes: int = MEGABYTES,
    is_club: bool = False,
    shut_out: frozenset[str] = frozenset(),
) -> str:
    """Return a server's configuration.

    `ADMIN` may do everything, a table's user what its guests need, and a club's users ask the club
    to open tables; users in `shut_out` are left out. The store takes at most `megabytes`. A
    journal's lines are on the leader's disk before the server has them. What the server
    acknowledges survives its end, and after five seconds the machine's.
    """
    named = {name: _user(name, word, table=table) for name, word, table in server_secrets.guests}
    named |= {name: _user(name, word, opens=True) for name, word in server_secrets.users.items()}
    rows = [row for name, row in named.items() if name not in shut_out]
    rows.append(_user(ADMIN, server_secrets.password))
    head = ""
    if is_club and not server_secrets.users:
        head = f"no_auth_user: {NOBODY}\n"
        rows.append(_user(NOBODY, NOBODY, opens=True))
    if tls is not None:
        files = (_path(path.resolve()) for path in (tls.certificate, tls.key))
        head += "tls {{ cert_file: {}, key_file: {} }}\n".format(*files)
    host = f"[{listen}]" if ":" in listen else listen
    users = "\n".join(rows)
    return f"""\
listen: "{host}:{server_secrets.port}"
log_file: {_path(folder / "server.log")}
logfile_size_limit: 10MB
logfile_max_num: 2
max_payload: 96KB
max_control_line: 4KB
max_pending: 8MB
max_subscriptions: 2000
max_connections: 12000
ping_interval: "30s"
ping_max: 2
write_deadline: "5s"
pid_file: {_path(folder / "server.pid")}
ports_file_dir: {_path(folder)}
jetstream {{
  store_dir: {_path(folder / "store")}
  sync_interval: "5s"
  max_file_store: {megabytes + LISTED_MEGABYTES}MB
  max_memory_store: 16MB
}}
{head}system_account: SYSTEM
accounts {{
  SYSTEM {{ users: [ {_user(SYSTEM, server_secrets.password)} ] }}
  TABLES {{ jetstream: enabled, users: [
{users}
  ] }}
}}
"""


def _path(path: Path) -> str:
    return _text(str(path).replace("\\", "/"))


def _text(value: object) -> str:
    """Return a text, or a list of texts, in the configuration's syntax, which escapes no letter."""
    return json.dumps(value, ensure_ascii=False)


def _user(name: str, password: str, *, table: str = "", opens: bool = False) -> str:
    """Return a user of the server; one without a table who opens none may do everything."""
    allowed: list[str] = []
    heard = [f"_INBOX.{name}.>"]
    if opens:
        allowed = [request_subject("open", name, "own")]
    elif table:
        is_own = is_seat_user(name)
        guest, user = (name[1:], "own") if is_own else ("*", "all")
        allowed = [request_subject(table, guest, user)]
        allowed.append(f"$JS.API.DIRECT.GET.{JOURNALS}.{journal_subject(table, '*')}")
        allowed.append(f"$JS.API.DIRECT.GET.{REQUESTS}.{request_subject(table, '*')}")
        heard.append(f"tie.news.{table}.*")
    may = f"publish: {{ allow: {_text(allowed)} }}, subscribe: {{ allow: {_text(heard)} }}"
    permissions = f", permissions: {{ {may} }}" if allowed else ""
    return f"{{ user: {_text(name)}, password: {_text(password)}{permissions} }}"


def _watch_over(process: int) -> subprocess.Popen[bytes] | None:
    """Start a process that ends the server when this program ends: its pipe closes with it.

    None where no such process can run.
    """
    if os.name == "posix":
        command = ["/bin/sh", "-c", f"cat > /dev/null; kill {process}"]
    elif getattr(sys, "frozen", False):
        return None
    else:
        end = f"import os, sys; sys.stdin.read(); os.kill({process}, {signal.SIGTERM.value})"
        command = [sys.executable, "-P", "-c", end]
    with contextlib.suppress(OSError):
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            creationflags=NO_CONSOLE,
        )
    return None


def _end_orphan(folder: Path) -> None:
    """End a server that outlived the program which started it in this folder, and no other
    process.
    """
    with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
        number = int((folder / "server.pid").read_text("ascii"))
        if os.name == "nt":
            wanted = [
                "taskkill",
                "/f",
                "/pid",
                str(number),
                "/fi",
                f"imagename eq {SERVER_PROGRAM}.exe",
            ]
            subprocess.run(
                wanted, capture_output=True, timeout=PORT_SECONDS, creationflags=NO_CONSOLE
            )
            return
        shown = subprocess.run(
            ["ps", "-o", "args=", "-p", str(number)],
            capture_output=True,
            timeout=PORT_SECONDS,
            creationflags=NO_CONSOLE,
        )
        if os.fsencode(folder / CONFIGURATION) in shown.stdout:
            os.kill(number, signal.SIGTERM)


def _is_free(listen: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in listen else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((listen, port))
            probe.listen()
    except OSError:
        return False
    return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port

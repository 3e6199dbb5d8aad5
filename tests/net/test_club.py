"""A club's server with TLS and users: one command, a real server, real certificates."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.__main__ import main
from game.bots.players.stand_ins import StandIns
from game.net.fold import TableStage
from game.net.home import Home
from game.net.playing import TableOpening
from game.net.service import Service
from game.rules.ruleset import Ruleset

PATIENCE = 60.0


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate of our own for this machine, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("a certificate of our own needs openssl")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key),
         "-out", str(cert), "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost"],
        check=True, capture_output=True,
    )  # fmt: skip
    return cert, key


@pytest.fixture
def club(tmp_path: Path, certificate: tuple[Path, Path]) -> Iterator[list[str]]:
    """The addresses that `apart club` prints, while it runs."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    cert, key = certificate
    words = ["--listen", f"127.0.0.1:{port}", "--data", str(tmp_path / "club"),
             "--cert", str(cert), "--key", str(key), "--user", "anna", "--user", "ben"]  # fmt: skip
    env = {**os.environ, "TAKE_IT_EASY_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"}
    running = subprocess.Popen(
        [sys.executable, "-m", "game", "apart", "club", *words],
        env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert running.stdout is not None
    assert running.stderr is not None
    lines = [running.stdout.readline() for _ in range(2)]
    running.stderr.readline()
    yield [line.strip().replace("HOST", "localhost") for line in lines]
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    assert running.returncode == 0
    with pytest.raises(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port), 1):
        pass


def wait_for_end(service: Service, table: bytes) -> None:
    end = time.monotonic() + PATIENCE
    while not service.seen[table].is_over:
        assert time.monotonic() < end, service.seen[table].trouble
        time.sleep(0.05)


def test_a_club_plays_with_tls_and_users(
    tmp_path: Path,
    certificate: tuple[Path, Path],
    club: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna, ben = club
    assert re.fullmatch(r"tls://anna:[0-9a-f]{32}@localhost:\d+", anna)
    assert anna.split("@")[0] != ben.split("@")[0].replace("ben", "anna")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    monkeypatch.setattr("game.net.server.PATIENCE", 1.0)
    service = Service(Home(tmp_path / "one"), StandIns())
    service.open().result(PATIENCE)
    try:
        bots = (("A", "random"), ("B", "random"))
        opening = TableOpening(Ruleset(), 2, 600, (), bots, server=anna)
        table = service.open_table(opening).result(PATIENCE)
        wait_for_end(service, table)
        found = service.seen[table].table
        assert found is not None
        assert found.stage is TableStage.OVER
        # Nobody comes in without a password, nor with a wrong one, nor in the clear.
        host = anna.split("@")[1]
        for url in (f"tls://{host}", f"tls://anna:{'0' * 32}@{host}", f"nats://{host}"):
            table = service.open_table(
                TableOpening(Ruleset(), 2, 600, (), bots, server=url)
            ).result(PATIENCE)
            end = time.monotonic() + PATIENCE
            while not service.seen[table].trouble:
                assert time.monotonic() < end
                time.sleep(0.05)
            assert service.seen[table].table is not None
    finally:
        service.close()


def test_passwords_do_not_travel_in_the_clear(tmp_path: Path) -> None:
    """Beyond this machine; on it the club warns, and shows no password a second time."""
    env = {**os.environ, "TAKE_IT_EASY_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "game", "apart", "club", "--user", "anna"]
    done = subprocess.run(
        [*command, "--listen", f"0.0.0.0:{port}"],
        env=env, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 2
    assert "--in-the-clear" in done.stderr
    shown: list[str] = []
    for _ in range(2):
        running = subprocess.Popen(
            [*command, "--listen", f"127.0.0.1:{port}"],
            env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert running.stdout is not None
        assert running.stderr is not None
        assert "certificate" in running.stderr.readline()
        shown.append(running.stdout.readline())
        running.stderr.readline()
        status = subprocess.run(
            [*command[:-2], "--sweep"], env=env, capture_output=True, text=True, timeout=PATIENCE
        )
        assert status.returncode == 0, status.stderr
        assert "MB" in status.stdout
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=PATIENCE)
    assert re.fullmatch(r"nats://anna:[0-9a-f]{32}@HOST:\d+\n", shown[0])
    assert re.fullmatch(r"nats://anna@HOST:\d+\n", shown[1])
    done = subprocess.run(
        [*command[:-2], "--status"], env=env, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [("--listen", "nowhere"), ("--listen", "localhost:0"), ("--cert", "x.pem"),
     ("--user", "a b"), ("--user", "keeper"), ("--cert", "no.pem", "--key", "no.pem")],
)  # fmt: skip
def test_what_no_club_can_be_started_with_is_told(words: tuple[str, ...], tmp_path: Path) -> None:
    env = {**os.environ, "TAKE_IT_EASY_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-m", "game", "apart", "club", *words],
        env=env, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_server_program_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("game.net.host.find_server", lambda: None)
    assert main(["apart", "club", "--lang", "en"]) == 1
    assert "pip install 'take-it-easy-game[host]'" in capsys.readouterr().err

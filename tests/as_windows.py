"""A plugin that runs tests with what Windows lacks and refuses, on Linux.

    pytest -n 0 -p tests.as_windows tests/storage

Modules and functions that Unix alone has are gone. A file that is open is neither replaced nor
deleted, names are the same whatever their case, and devices and odd signs are no names.
"""

from __future__ import annotations

import asyncio
import builtins
import concurrent.futures.process
import ctypes
import errno
import io
import multiprocessing.context
import multiprocessing.popen_spawn_posix
import os
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import types
from collections.abc import Callable
from typing import Any, Final

import hypothesis
import numpy
import platformdirs
import psutil
import pygame
import pytest

LOADED: Final = (
    *(asyncio, concurrent, ctypes, hypothesis, multiprocessing, numpy, platformdirs, psutil),
    *(pygame, shutil, sqlite3, ssl, subprocess, tempfile),
)
"""Modules that are imported first, since they need Linux's functions that are then taken away."""

GONE_MODULES: Final = (
    *("fcntl", "pwd", "grp", "resource", "termios", "tty", "pty", "readline", "curses", "syslog"),
)
GONE_FUNCTIONS: Final = (
    *("fork", "forkpty", "geteuid", "seteuid", "getgid", "getegid", "setuid", "setgid", "setsid"),
    *("getsid", "getpgid", "getpgrp", "setpgid", "killpg", "nice", "statvfs", "fstatvfs", "mkfifo"),
    *("mknod", "chown", "fchown", "lchown", "fchmod", "chroot", "getloadavg", "sched_getaffinity"),
    *("sched_setaffinity", "posix_spawn", "posix_fadvise", "pread", "pwrite", "sync"),
    *("fdatasync", "openpty", "O_NONBLOCK", "O_DIRECTORY", "O_NOFOLLOW", "O_NOCTTY", "sysconf"),
    *("confstr", "getgroups", "memfd_create", "get_blocking"),
)
GONE_SIGNALS: Final = (
    *("SIGHUP", "SIGPIPE", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGQUIT", "SIGCHLD"),
    *("SIGSTOP", "SIGCONT", "SIGTSTP", "SIGWINCH", "SIGXFSZ", "alarm", "setitimer", "pause"),
    *("pthread_kill", "pthread_sigmask"),
)

DEVICES: Final = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{p}{n}" for p in ("com", "lpt") for n in "123456789"),
}
FORBIDDEN: Final = '<>:"|?*'


def _make_locks() -> types.ModuleType:
    """A `msvcrt` that locks by Linux's means."""
    import fcntl

    module = types.ModuleType("msvcrt")

    def locking(handle: int, mode: int, _: int) -> None:
        if mode == 0:
            fcntl.flock(handle, fcntl.LOCK_UN)
            return
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "locked") from None

    vars(module).update(locking=locking, LK_UNLCK=0, LK_LOCK=1, LK_NBLCK=2)
    return module


def take_unix_away() -> None:
    """Remove it from this process."""
    sys.modules["msvcrt"] = _make_locks()
    for name in GONE_MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in ((os, GONE_FUNCTIONS), (signal, GONE_SIGNALS), (socket, ("AF_UNIX",))):
        for name in names:
            vars(module).pop(name, None)


def _is_open(path: str) -> bool:
    real = os.path.realpath(path)
    for number in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{number}") == real:
                return True
        except OSError:
            continue
    return False


def _named(path: Any) -> Any:
    """The path as Windows reads it: a name in another case is the file that is there."""
    if not isinstance(path, str | os.PathLike) or _exists(path):
        return path
    text = os.fspath(path)
    if not isinstance(text, str):
        return path
    folder, name = os.path.split(text)
    stem = name.partition(".")[0].rstrip().casefold()
    if (
        stem in DEVICES
        or set(name) & set(FORBIDDEN)
        or (name.endswith((" ", ".")) and name.strip("."))
    ):
        raise OSError(errno.EINVAL, "no name on Windows", text)
    try:
        others = os.listdir(folder or ".")
    except OSError:
        return path
    same = (other for other in others if other.casefold() == name.casefold())
    return os.path.join(folder, next(same, name))


_lstat = os.lstat


def _exists(path: Any) -> bool:
    try:
        _lstat(path)
    except (OSError, ValueError):
        return False
    return True


def _refusing(real: Callable[..., Any], count: int) -> Callable[..., Any]:
    """A function of `os` that leaves alone what is open; its first `count` arguments are paths."""

    def act(*arguments: Any, **named: Any) -> Any:
        paths = [_named(path) for path in arguments[:count]]
        for path in paths:
            place = os.fspath(path)
            if (folder := named.get("dir_fd")) is not None:
                place = os.path.join(os.readlink(f"/proc/self/fd/{folder}"), place)
            if isinstance(place, str) and _is_open(place):
                raise PermissionError(errno.EACCES, "in use by another program", place)
        return real(*paths, *arguments[count:], **named)

    return act


def _finding(real: Callable[..., Any]) -> Callable[..., Any]:
    """A function that finds a file whatever the case of its name."""

    def act(path: Any, *arguments: Any, **named: Any) -> Any:
        return real(path if named.get("dir_fd") is not None else _named(path), *arguments, **named)

    return act


def change_files() -> None:
    """Let files behave as on Windows."""
    for name, count in (("replace", 2), ("rename", 2), ("unlink", 1), ("remove", 1)):
        setattr(os, name, _refusing(getattr(os, name), count))
    for name in ("open", "stat", "chmod", "mkdir"):
        setattr(os, name, _finding(getattr(os, name)))
    found = _finding(io.open)
    for module in (builtins, io):
        vars(module)["open"] = found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what is not for every system."""
    for item in items:
        if item.get_closest_marker("skipif") is not None:
            item.add_marker(pytest.mark.skip(reason="of one system alone"))


take_unix_away()
change_files()
import game.storage.files  # noqa: E402

game.storage.files._PATIENCE = 0.2

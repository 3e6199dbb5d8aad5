"""Commands run in this process: what they print, and what they read from standard input."""

from __future__ import annotations

import io
import sys

import pytest

from game.__main__ import main

SPOILT = '{"format": "take-it-easy", "version": 1}'
"""A record of a match without its rounds."""


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Status, standard output and standard error of a run in this process."""
    try:
        status = main(arguments)
    except SystemExit as left:
        status = int(left.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def feed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Set the text that standard input gives."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

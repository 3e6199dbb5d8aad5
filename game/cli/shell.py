"""What a shell knows of the commands: completions, and the page of the manual."""

import argparse
from collections.abc import Iterator

import shtab

FILES = {"deals", "file", "files", "open", "output"}
"""The arguments that are names of files."""


def completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script that completes the program's words in `shell`."""
    for action in _actions(parser):
        if action.dest in FILES:
            vars(action)["complete"] = shtab.FILE
    return shtab.complete(parser, shell)


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _actions(inner)

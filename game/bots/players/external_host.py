"""The main program of a bot that is a class: loads it, then answers each line with a line."""

import importlib
import importlib.util
import json
import os
import sys
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import IO, Any

from game.bots.protocol import Bot
from game.rules.moves import format_placement
from game.rules.record import read_record
from game.threads import start_thread


def load_bot(name: str) -> Bot:
    """Create an instance of the class `MODULE:NAME` or `PATH.py:NAME`.

    Modules are imported from Python's path, which excludes the current folder. Raises any exception
    of the import or the class.
    """
    module_name, _, path = name.rpartition(":")
    if module_name.endswith(".py"):
        spec = importlib.util.spec_from_file_location(Path(module_name).stem, module_name)
        if spec is None or spec.loader is None:
            raise ImportError(f"{module_name} is no module")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    else:
        module = importlib.import_module(module_name)
    item: Any = module
    for part in path.split("."):
        item = getattr(item, part)
    bot: Bot = item()
    for method in ("choose", "choose_finish"):
        if not callable(getattr(bot, method, None)):
            raise TypeError(f"{path} has no method {method}")
    return bot


def answer_question(bot: Bot, line: bytes) -> dict[str, Any]:
    """Return the bot's answer to a question."""
    question = json.loads(line)
    match = read_record(question["record"])
    grid, seat, random = match.rules.grid, question["seat"], Random(question["seed"])
    if question["ask"] == "place":
        return {"place": format_placement(grid, bot.choose(match, seat, random))}
    moves = bot.choose_finish(match, seat, random)
    return {"finish": [format_placement(grid, move) for move in moves]}


def main(name: str) -> None:
    """Serve over standard input and output until the input ends."""
    # The bot's own input and output must not mix with questions and answers.
    source, output = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    os.dup2(2, 1)
    lines: SimpleQueue[bytes] = SimpleQueue()
    if start_thread(partial(_read, source, lines)) is None:
        _write(output, {"load": "no thread can be started"})
        return
    try:
        bot = load_bot(name)
    except BaseException as error:
        _write(output, {"load": f"{type(error).__name__}: {error}"})
        return
    while True:
        line = lines.get()
        try:
            reply = answer_question(bot, line)
        except BaseException as error:
            _write(output, {"error": f"{type(error).__name__}: {error}"})
            return
        _write(output, reply)


def _read(source: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    """Queue each line of the input; end the process at its end, when the game has closed it."""
    for line in source:
        lines.put(line)
    os._exit(0)


def _write(output: IO[bytes], reply: dict[str, Any]) -> None:
    output.write(json.dumps(reply).encode() + b"\n")
    output.flush()


if __name__ == "__main__":
    main(sys.argv[1])

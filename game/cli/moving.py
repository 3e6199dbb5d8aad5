"""`take-it-easy export` and `import`: a player's whole profile, moved to another computer."""

from argparse import Namespace
from contextlib import closing
from pathlib import Path

from game.bots.bar import percent_bar
from game.cli.output import open_output
from game.cli.records import tell, tell_unread
from game.locale import Catalogue
from game.rules.errors import Fault, FormatError
from game.storage.moving import (
    copying_profile,
    moved_settings,
    printing_profile,
    reading_profile,
    taking_over,
)
from game.storage.places import find_places
from game.storage.reading import open_copy
from game.storage.steps import Steps, T, finish
from game.storage.store import open_storage


def run_export(options: Namespace, catalogue: Catalogue) -> int:
    """Write history, settings, findings and matches that wait into one file; never over another.

    Where something cannot be read nothing is written, unless `--rest` asks for what can be.
    """
    places = find_places()
    write = open_output(options, *places)
    with open_copy(places) as copy:
        profile = _show(copying_profile(copy.store, copy.settings))
        problems = dict.fromkeys((*copy.problems, *map(copy.at_home, profile.problems)))
    status = tell_unread(problems, catalogue)
    if problems and not options.rest:
        raise FormatError(catalogue.text("moving.damaged"))
    write(_show(printing_profile(profile)).encode())
    return status


def run_import(options: Namespace, catalogue: Catalogue) -> int:
    """Add what is in a file and not known here; its settings where that is asked, or none are.

    What became of files here that could not be read is told, and makes the status 2.
    """
    profile = _show(reading_profile(Path(options.file)))
    places = find_places()
    takes_settings = options.settings or not places.settings.exists()
    status = 0
    with closing(open_storage(places)) as store:
        taken = _show(taking_over(store, profile))
        if taken is None:
            raise FormatError(Fault.NO_PERMISSION, places.profile.name)
        if takes_settings:
            settings, odd = store.settings.load()
            for problem in (*odd, store.settings.save(moved_settings(profile, settings))):
                store.problems.add(problem)
        # They wait for the window all the same: who ran this may not have read it.
        for problem in store.problems.untold:
            key = f"storage.problem.{problem.kind.value}"
            status = tell(catalogue.text(key, **problem.values))
    games, waiting = (
        catalogue.text(f"moving.{key}", count=count) for key, count in taken._asdict().items()
    )
    print(catalogue.text("moving.done", games=games, waiting=waiting))
    return status


def _show(steps: Steps[T]) -> T:
    """Do all steps with a progress bar; Ctrl+C ends them, and nothing has changed then."""
    with percent_bar() as show:
        return finish(steps, show)

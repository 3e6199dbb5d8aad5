"""`take-it-easy export` and `import`: a player's whole profile, moved to another computer."""

from argparse import Namespace
from contextlib import closing
from pathlib import Path

from game.cli.records import write_output
from game.locale import Catalogue
from game.rules.errors import Fault, FormatError
from game.storage.moving import copy_profile, moved_settings, print_profile, read_profile, take_over
from game.storage.places import find_places
from game.storage.store import open_storage


def run_export(options: Namespace, catalogue: Catalogue) -> int:
    """Write history, settings, findings and matches that wait into one file; never over another."""
    if options.output != "-" and Path(options.output).exists():
        raise FormatError(catalogue.text("moving.exists"), repr(options.output[:60]))
    with closing(open_storage(find_places())) as store:
        profile = copy_profile(store, store.settings.load()[0])
    return write_output(options, print_profile(profile).encode())


def run_import(options: Namespace, catalogue: Catalogue) -> int:
    """Add what is in a file and not known here; its settings where that is asked, or none are."""
    profile = read_profile(Path(options.file))
    places = find_places()
    takes_settings = options.settings or not places.settings.exists()
    with closing(open_storage(places)) as store:
        taken = take_over(store, profile)
        if taken is None:
            raise FormatError(Fault.NO_PERMISSION, places.profile.name)
        if takes_settings:
            own = store.settings.load()[0]
            store.settings.save(moved_settings(profile, own))
    games, waiting = (
        catalogue.text(f"moving.{key}", count=count) for key, count in taken._asdict().items()
    )
    print(catalogue.text("moving.done", games=games, waiting=waiting))
    return 0

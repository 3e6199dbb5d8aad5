"""Records of climbs, read and printed as JSON."""

import json

from game.climb.record import CLIMB_FORMAT, ClimbRecord, climb_json, read_climb
from game.rules.errors import FormatError
from game.rules.json_shape import MAX_RECORD_BYTES, load_json


def read_climb_record(raw: bytes) -> ClimbRecord | None:
    """Read the record of a climb; None for any other record. Raises `FormatError`."""
    if CLIMB_FORMAT.encode() not in raw.replace(b"\0", b""):
        return None
    try:
        value = load_json(raw, MAX_RECORD_BYTES)
    except FormatError:
        return None
    if not isinstance(value, dict) or value.get("format") != CLIMB_FORMAT:
        return None
    return read_climb(value)


def print_figures(climb: ClimbRecord) -> str:
    """Return the figures of a climb for programs, as one line of JSON."""
    return json.dumps(climb_json(climb))

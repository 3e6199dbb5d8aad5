"""Checked reading of JSON from unknown sources; every error names the place in the document."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from game.rules.errors import Fault, FormatError, RulesError
from game.rules.texts import decode_text

MAX_RECORD_BYTES: Final = 1 << 20
"""A longer record is refused unread."""

_MOST_DIGITS: Final = 1000
"""Longest whole number that is parsed exactly; Python itself refuses more than 4,300 digits."""

MAX_DEPTH: Final = 64
"""Most levels of lists and objects in a value from outside."""


def load_json(text: str | bytes, most_bytes: int) -> Any:
    """Parse a JSON text. Raises `FormatError` for invalid JSON and for more than `most_bytes`."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(data) > most_bytes:
        raise FormatError(Fault.TOO_MANY_BYTES, most=most_bytes)
    try:
        return json.loads(
            decode_text(data),
            object_pairs_hook=_unique,
            parse_constant=_refuse,
            parse_int=parse_whole,
        )
    except UnicodeDecodeError as error:
        raise FormatError(Fault.NOT_UTF_8, byte=error.start) from None
    except json.JSONDecodeError as error:
        raise FormatError(Fault.NOT_JSON, line=error.lineno, column=error.colno) from error
    except RecursionError:
        raise FormatError(Fault.TOO_DEEP) from None


def parse_whole(digits: str) -> float:
    """Convert the digits of a JSON integer; more than `_MOST_DIGITS` become infinity.

    Infinity is refused wherever a number is expected, as `1e999` is.
    """
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise FormatError(Fault.KEY_TWICE, key=show(twice))
    return fields


def _refuse(constant: str) -> Any:
    raise FormatError(Fault.NOT_IN_JSON, text=constant)


def is_unicode(text: str) -> bool:
    """Whether a text holds no lone surrogate, which no file in UTF-8 can hold."""
    return text.isascii() or not any("\ud800" <= c <= "\udfff" for c in text)


def dump_json(value: Any, where: str) -> str:
    """Print a value from outside as JSON. Raises `FormatError` if it could not be read back."""
    if _is_deeper(value, MAX_DEPTH):
        raise FormatError(Fault.TOO_DEEP, where)
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode()
    except UnicodeEncodeError:
        raise FormatError(Fault.NOT_UNICODE, where) from None
    except ValueError:
        raise FormatError(Fault.TOO_LARGE, where) from None
    return text


def _is_deeper(value: Any, levels: int) -> bool:
    """Whether `value` nests lists or objects more than `levels` deep, found without recursion."""
    layer = [value]
    for _ in range(levels + 1):
        containers = [item for item in layer if isinstance(item, list | dict)]
        if not containers:
            return False
        layer = [
            inner
            for item in containers
            for inner in (item.values() if isinstance(item, dict) else item)
        ]
    return True


@contextmanager
def refusing_at(where: str) -> Iterator[None]:
    """Raise every `RulesError` as a `FormatError` at `where`, unless it names its own place."""
    try:
        yield
    except FormatError as error:
        raise error.at(error.where or where) from None
    except RulesError as error:
        raise FormatError(Fault.AGAINST_RULES, where, error=error) from None


def fields_of(
    value: Any, where: str, required: tuple[str, ...], optional: tuple[str, ...]
) -> dict[str, Any]:
    """Return `value` if it is an object with all `required` keys and only `optional` others."""
    if not isinstance(value, dict):
        raise FormatError(Fault.NOT_AN_OBJECT, where)
    for key in value:
        if key not in required and key not in optional:
            raise FormatError(Fault.UNKNOWN_KEY, where, key=show(key))
    for key in required:
        if key not in value:
            raise FormatError(Fault.NO_KEY, where, key=repr(key))
    return value


def check_format(fields: dict[str, Any], name: str, *versions: int) -> None:
    """Raise `FormatError` unless a document says that it is of this format and of a version that
    is read.
    """
    if fields["format"] != name:
        value = show(fields["format"])
        raise FormatError(Fault.WRONG_FORMAT, "format", wanted=repr(name), value=value)
    version = fields["version"]
    if type(version) is not int or version not in versions:
        fault = Fault.UNKNOWN_VERSION
        if type(version) is int and version > 0:
            fault = Fault.NEWER_VERSION if version > versions[-1] else Fault.OLDER_VERSION
        raise FormatError(fault, "version", value=show(version))


def list_of(value: Any, where: str, most: int | None = None) -> list[Any]:
    """Return `value` if it is a list of at most `most` entries."""
    if not isinstance(value, list):
        raise FormatError(Fault.NOT_A_LIST, where)
    if most is not None and len(value) > most:
        raise FormatError(Fault.TOO_MANY, where, found=len(value), most=most)
    return value


def text_of(value: Any, where: str, most: int | None = None) -> str:
    """Return `value` if it is a text of at most `most` characters."""
    if not isinstance(value, str):
        raise FormatError(Fault.NOT_A_TEXT, where, value=show(value))
    if most is not None and len(value) > most:
        raise FormatError(Fault.TOO_MANY_CHARACTERS, where, most=most)
    if not is_unicode(value):
        raise FormatError(Fault.NOT_UNICODE, where)
    return value


def show(value: Any) -> str:
    """Return `value` as text short enough for a one-line message."""
    if isinstance(value, list | dict):
        return Fault.A_LIST if isinstance(value, list) else Fault.AN_OBJECT
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."

"""The catalogues: whole sentences by symbolic key, with named placeholders and plural forms."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from game.locale.languages import Language
from game.locale.numbers import Number, format_number
from game.locale.plurals import PLURALS, Plural, plural_category
from game.locale.typography import typeset
from game.resources import ResourceError, asset, read_table

Value: TypeAlias = "str | Number"
"""The values of placeholders: texts, and numbers written by the language's rules."""

COUNT: Final = "count"
"""The placeholder whose value chooses the plural form."""

_PLACEHOLDER: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_KEY: Final = re.compile(r"[a-z0-9][a-z0-9_-]*\Z")


class CatalogueError(ResourceError):
    """A missing key or placeholder, or a malformed catalogue.

    The cause is the program, a translation, or a damaged installation, never the player.
    """


class Message(NamedTuple):
    """One sentence: its plural forms (only `other` if it has no `count`) and its placeholders."""

    forms: Mapping[Plural, str]
    placeholders: frozenset[str]

    @property
    def is_plural(self) -> bool:
        """Whether it has several forms, chosen by `count`."""
        return len(self.forms) > 1


class Catalogue:
    """All sentences of one language."""

    def __init__(self, language: Language, messages: Mapping[str, Message]) -> None:
        self.language = language
        self.messages = messages

    def __repr__(self) -> str:
        return f"<Catalogue {self.language.value}: {len(self.messages)} messages>"

    def __iter__(self) -> Iterator[str]:
        """All keys."""
        return iter(self.messages)

    def __contains__(self, key: str) -> bool:
        """Whether `key` has a sentence."""
        return key in self.messages

    def text(self, key: str, /, **values: Value) -> str:
        """Return the sentence for `key` with its placeholders filled from `values`.

        Numbers are written by the language's rules. `count` chooses the plural form. Raises
        `CatalogueError` if the key is unknown or the values are not exactly the placeholders':
        there is no fallback to another language.
        """
        try:
            message = self.messages[key]
        except KeyError:
            raise CatalogueError(f"no message {key!r} in {self.language.value}") from None
        if values.keys() != message.placeholders:
            expected = ", ".join(sorted(message.placeholders)) or "nothing"
            given = ", ".join(sorted(values)) or "nothing"
            raise CatalogueError(f"message {key!r} takes {expected}, was given {given}")
        form = Plural.OTHER
        if message.is_plural:
            count = values[COUNT]
            if isinstance(count, str):
                raise CatalogueError(f"message {key!r} counts with a text: {count!r}")
            form = plural_category(self.language, float(count))
        template = message.forms[form]
        if not values:
            return template
        return _PLACEHOLDER.sub(lambda match: self._write(values[match[1]]), template)

    def number(self, value: Number, decimals: int | None = None) -> str:
        """Return a number in the language's writing: `13,5`, `1.234`; see `format_number`."""
        return format_number(value, *self._number_marks, decimals)

    @cached_property
    def _number_marks(self) -> tuple[str, str]:
        """The marks before decimals and between thousands."""
        return self.text("format.number.decimal"), self.text("format.number.group")

    def _write(self, value: Value) -> str:
        return value if isinstance(value, str) else self.number(value)


def read_catalogue(directory: Path, language: Language) -> Catalogue:
    """Return the catalogue of the files `SECTION.toml` in `directory`, each read on first use.

    Keys start with the file's name: `[menu] play = "…"` in `start.toml` is `start.menu.play`. A
    table with a key `other` has plural forms. Files have plain spaces and apostrophes, which
    `typeset` replaces. Raises `CatalogueError` with file and key for a malformed entry.
    """
    return Catalogue(language, _Sections(directory, language))


@cache
def load_catalogue(language: Language) -> Catalogue:
    """Return the game's own catalogue of `language`."""
    return read_catalogue(asset("locale", language.value), language)


class _Sections(Mapping[str, Message]):
    """The messages of a folder's files, each file read on first use."""

    def __init__(self, directory: Path, language: Language) -> None:
        self._language = language
        self._messages: dict[str, Message] = {}
        # `Path.glob` takes five times as long, before the menu.
        names = sorted(os.listdir(directory)) if directory.is_dir() else []
        files = (directory / name for name in names if name.endswith(".toml"))
        self._unread = {path.stem: path for path in files}
        if not self._unread:
            raise CatalogueError(f"no catalogue files in {directory}")

    def __getitem__(self, key: str) -> Message:
        if key not in self._messages:
            self._read(key.partition(".")[0])
        return self._messages[key]

    def __iter__(self) -> Iterator[str]:
        for section in tuple(self._unread):
            self._read(section)
        return iter(self._messages)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _read(self, section: str) -> None:
        path = self._unread.pop(section, None)
        if path is not None:
            self._messages |= _read_section(path, self._language)


def _read_section(path: Path, language: Language) -> dict[str, Message]:
    try:
        return dict(_collect(path.stem, read_table(path), language))
    except CatalogueError as error:
        raise CatalogueError(f"{path}: {error}") from error


def _collect(
    prefix: str, tree: Mapping[str, object], language: Language
) -> Iterator[tuple[str, Message]]:
    for name, value in tree.items():
        if not _KEY.match(name):
            raise CatalogueError(f"not a key: {name!r}")
        key = f"{prefix}.{name}"
        if isinstance(value, str):
            yield key, _message(key, {Plural.OTHER: typeset(language, value)})
        elif not isinstance(value, dict):
            raise CatalogueError(f"{key} is neither a text nor a table")
        elif Plural.OTHER.value in value:
            yield key, _plural_message(key, value, language)
        else:
            yield from _collect(key, value, language)


def _plural_message(key: str, table: Mapping[str, object], language: Language) -> Message:
    expected = {form.value for form in PLURALS[language]}
    if set(table) != expected:
        raise CatalogueError(f"{key} needs exactly the forms {', '.join(sorted(expected))}")
    forms: dict[Plural, str] = {}
    for form, text in table.items():
        if not isinstance(text, str):
            raise CatalogueError(f"{key}.{form} is not a text")
        forms[Plural(form)] = typeset(language, text)
    return _message(key, forms)


def _message(key: str, forms: dict[Plural, str]) -> Message:
    names: set[str] = set()
    for text in forms.values():
        if not text:
            raise CatalogueError(f"{key} is empty")
        names.update(_PLACEHOLDER.findall(text))
        rest = _PLACEHOLDER.sub("", text)
        if "{" in rest or "}" in rest:
            raise CatalogueError(f"{key} has a brace that is no placeholder: {text!r}")
    if len(forms) > 1:
        # A form such as Romanian "un punct" may leave the number out, the caller never does.
        names.add(COUNT)
    return Message(forms, frozenset(names))

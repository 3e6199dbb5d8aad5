"""The errors of the rules in the catalogue's language: the place, then the clause."""

from game.locale.catalogue import Catalogue, Value
from game.rules.boards import BoardName
from game.rules.errors import Fault, FormatError, IllegalMove, RulesError, RulesetError


def word_error(catalogue: Catalogue, error: RulesError) -> str:
    """Return the text of `error` for the player: clauses without a final full stop."""
    if isinstance(error, RulesetError):
        return " ".join(catalogue.text(f"errors.conflict.{c.value}") for c in error.conflicts)
    if isinstance(error, IllegalMove):
        sentence = catalogue.text(f"errors.illegal.{error.reason.value}").removesuffix(".")
        return f"{sentence} ({error.detail})" if error.detail else sentence
    if not isinstance(error, FormatError):
        return str(error)
    reason = error.reason
    if isinstance(error.fault, Fault):
        values = {name: _word_value(catalogue, value) for name, value in error.values.items()}
        reason = catalogue.text(_key(error.fault), **values)
    if not error.where:
        return reason
    place = error.where
    if isinstance(place, int):
        place = catalogue.text("errors.line", line=str(place))
    return catalogue.text("errors.at", place=place, reason=reason)


def _key(fault: Fault) -> str:
    return f"errors.fault.{fault.name.lower().replace('_', '-')}"


def _word_value(catalogue: Catalogue, value: str | int | RulesError) -> Value:
    if isinstance(value, RulesError):
        return word_error(catalogue, value)
    if isinstance(value, Fault):
        return catalogue.text(_key(value))
    if isinstance(value, BoardName):
        return catalogue.text(f"terms.board_name.{value.value}")
    return value

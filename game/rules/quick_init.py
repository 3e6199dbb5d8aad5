"""A cheaper `__init__` for the values that every move makes anew."""

from dataclasses import MISSING, fields
from typing import Any, TypeVar

_T = TypeVar("_T")


def quick_init(cls: type[_T]) -> type[_T]:
    """Give a frozen slotted dataclass an `__init__` that writes its slots directly.

    The one that `dataclass` writes looks `object.__setattr__` up anew for each field and costs
    up to three times as much; a match makes about ten such values a move (`tests.bench.rules`).
    Measured in one run, six fields, this as 1: dataclass's own 1.7, `object.__setattr__` written
    by hand 1.4, a named tuple 0.7 (but it equals any tuple of its values, and no field can stay
    out of that, as a seat's `before` must), slots that are not frozen 0.45. The class stays
    frozen, and everything else about it stays as `dataclass` made it. Fields may have plain
    defaults, no factories.
    """
    scope: dict[str, Any] = {}
    parameters, body = ["self"], []
    for each in fields(cls):  # type: ignore[arg-type]
        scope[f"set_{each.name}"] = cls.__dict__[each.name].__set__
        body.append(f" set_{each.name}(self, {each.name})")
        if each.default is MISSING:
            parameters.append(each.name)
        else:
            scope[f"default_{each.name}"] = each.default
            parameters.append(f"{each.name}=default_{each.name}")
    exec(f"def __init__({', '.join(parameters)}):\n" + "\n".join(body), scope)
    init = scope["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = cls.__init__.__annotations__
    setattr(cls, "__init__", init)  # noqa: B010 (mypy forbids the plain assignment)
    return cls

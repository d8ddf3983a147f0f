"""Changed copies of frozen dataclasses."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["changed"]

V = TypeVar("V")

if TYPE_CHECKING:
    from dataclasses import replace as changed  # type checkers know ``replace``, and check names and types of fields
else:

    def changed(value: V, /, **facts: Any) -> V:
        """Return a copy of a frozen dataclass with these fields changed. Raise TypeError for an unknown field.

        Like ``dataclasses.replace``, but eight times as fast where an instance is nothing but a dictionary of its
        fields. Classes of which every event makes a copy have no slots for that reason.
        """
        cls = type(value)
        if not _is_dictionary(cls):
            return replace(value, **facts)
        before = value.__dict__
        after = before | facts
        if len(after) > len(before):
            raise TypeError(f"{cls.__name__} has no field {', '.join(sorted(after.keys() - before.keys()))}")
        copy = object.__new__(cls)
        object.__setattr__(copy, "__dict__", after)
        return copy


@cache
def _is_dictionary(cls: Any) -> bool:
    """Return whether instances of the class are a dictionary of their fields: no slots, no computed fields."""
    inherited = [attribute for base in cls.__mro__ for attribute in vars(base).items()]
    has_more_state = any(
        name == "__post_init__" or (name == "__slots__" and value) or isinstance(value, cached_property)
        for name, value in inherited
    )
    return not has_more_state and all(field.init for field in fields(cls))

"""A property that is computed at the first access, without a lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class lazy_property(Generic[T]):  # noqa: N801  # used as a decorator, as property is
    """A property that is computed at the first access and kept in the object's ``__dict__``.

    Threads that read it at the same time may each compute it. ``functools.cached_property`` of Python 3.11 holds one
    lock for all objects meanwhile: a page that reads the disk would keep the pages of all other tables waiting.
    """

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function, self.name = function, function.__name__
        self.__doc__ = function.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> Self | T:
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.function(instance)
        return value

"""Values of an object that are computed when they are asked for first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class lazy_property(Generic[T]):  # noqa: N801  # used as a decorator, as property is
    """A property that is computed once for an object, and kept in it; by several threads at once, more than once.

    ``functools.cached_property`` of Python 3.11 holds one lock for all objects while it computes: a page that reads
    the disk would keep the pages of all other tables waiting.
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

"""A cache of renderings: each is made once for all readers whose values are equal."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.web.fragments.fragment import AnyFragment, Rendered, render
from companion.web.view.moment import Moment, Stamp, Surroundings
from companion.web.view.reader import Reader, everybody

MAX_KEPT = 300
"""tables on a screen, each in one language, whose fragments are kept; those asked for longest ago go first"""


@dataclass(frozen=True)
class Seen:
    """A moment of a table with the public values of its fragments, each made once."""

    moment: Moment
    public_reader: Reader
    """the table screen, which shows public content"""
    _values: dict[AnyFragment, object] = field(default_factory=dict)

    def public_value(self, fragment: AnyFragment) -> object:
        """Return the fragment's value on the table screen."""
        found = self._values.get(fragment, self)
        if found is self:
            found = fragment.value_for(self.public_reader)
            self._values[fragment] = found
        return found


@dataclass
class KeptTable:
    """The renderings of one table in one language, the last of each seat (None: everybody).

    ``speaker``: the other input of templates (names, currency, edition). A change of it empties the cache.
    """

    lock: threading.Lock = field(default_factory=threading.Lock)
    speaker: object = None
    _last: dict[AnyFragment, dict[str | None, Rendered]] = field(default_factory=dict)
    _public: tuple[Seen | None, dict[AnyFragment, Rendered]] = (None, {})

    def speak(self, speaker: object) -> None:
        """Forget the renderings with other names or another currency."""
        if self.speaker is not speaker:
            self.speaker, self._last, self._public = speaker, {}, (None, {})

    def public(self, seen: Seen) -> dict[AnyFragment, Rendered]:
        """Return the renderings of this moment that are the same for everybody, as far as they are made."""
        if self._public[0] is not seen:
            self._public = seen, {}
        return self._public[1]

    def rendered(self, fragment: AnyFragment, seat: str | None, value: object) -> Rendered:
        """Return the rendering of this value; it is most often the value that another seat had last."""
        last = self._last.get(fragment)
        if last is None:
            last = self._last[fragment] = {}
        found = last.get(seat)
        if found is None or not (found.value is value or found.value == value):
            renderings = {id(each): each for each in reversed(last.values())}.values()
            found = next((each for each in renderings if each.value == value), None) or render(fragment, value)
            last.pop(seat, None)
            last[seat] = found
        return found


class KeptFragments:
    """The tables that are on a screen now: the moment of each, and its renderings by language.

    ``shown`` tells whether a screen still shows the table of this code: others are soon dropped.
    """

    def __init__(self, shown: Callable[[str], bool]) -> None:
        self.shown = shown
        self._tables: OrderedDict[tuple[str, ...], KeptTable] = OrderedDict()
        self._seen: dict[tuple[str, str], Seen] = {}
        self._lock = threading.Lock()

    def table(self, key: tuple[str, ...]) -> KeptTable:
        """Return the renderings with this key: the code of a table, and what else distinguishes its pages."""
        with self._lock:
            found = self._tables.get(key)
            if found is None:
                for left in [each for each in self._tables if not self.shown(each[0])]:
                    del self._tables[left]
                for seen in [each for each in self._seen if not self.shown(each[0])]:
                    del self._seen[seen]
                found = self._tables[key] = KeptTable()
                if len(self._tables) > MAX_KEPT:
                    self._tables.popitem(last=False)
            else:
                self._tables.move_to_end(key)
        return found

    def seen(self, code: str, stamp: Stamp, surroundings: Surroundings, look: Callable[[], Moment]) -> Seen:
        """Return the moment of the table at this stamp; ``look`` makes it where the cached one is of another stamp."""
        key = code, surroundings.url
        found = self._seen.get(key)
        if found is None or found.moment.stamp != stamp or found.moment.surroundings != surroundings:
            moment = look()
            found = Seen(moment, everybody(moment))
            with self._lock:
                self._seen[key] = found
                if len(self._seen) > MAX_KEPT:
                    del self._seen[next(iter(self._seen))]
        return found

"""Statistics of the evenings on this box: the groups that play together, their winners, and the records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations

from companion.core.feats import FeatKind
from companion.core.money.currency import Unit
from companion.core.plugin import Game, wins
from companion.core.text import Text, say
from companion.store.people import key_of
from companion.store.results import FeatLine, Result

FEWEST = 2
"""A player left alone, because the others were removed, is no group."""

MAX_RIVALS = 30
"""pairs that are listed"""

Found = Callable[[Result], Game | None]
"""The game of a result, if it is still on the shelf."""


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A player's victories in each of the group's games, and in all of them."""

    name: str
    wins: tuple[int, ...]

    @property
    def all_wins(self) -> int:
        """Return the player's victories in all games."""
        return sum(self.wins)


@dataclass(frozen=True, slots=True)
class Group:
    """The people of one group of players; ``games`` are titles with how often each was played."""

    last: datetime
    games: tuple[tuple[Text, int], ...]
    lines: tuple[GroupLine, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the group's players."""
        return tuple(line.name for line in self.lines)

    @property
    def played(self) -> int:
        """Return how many games the group has played."""
        return sum(count for _, count in self.games)


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two players who have met in games: how often each came before the other, with any others there."""

    names: tuple[str, str]
    ahead: tuple[int, int]
    even: int

    @property
    def played(self) -> int:
        """Return how many games both have been in."""
        return sum(self.ahead) + self.even


@dataclass(frozen=True, slots=True)
class BoxRecord:
    """The best feat of a kind; ``name`` "" where it is everybody's, or nobody's any more."""

    title: Text
    amount: int
    unit: Unit
    name: str
    day: datetime


@dataclass(frozen=True, slots=True)
class GameRecords:
    """The records of one edition of a game, or of one name that tables gave it."""

    title: Text
    edition: Text
    records: tuple[BoxRecord, ...]


def day_of(result: Result) -> datetime:
    """Return the end of the game, by the clock of the box."""
    return datetime.fromtimestamp(result.ended, UTC).astimezone()


def people_of(found: Iterable[Result]) -> tuple[str, ...]:
    """Return each name in these games once, those of the first games first."""
    names: dict[str, str] = {}
    for line in (line for each in found for line in each.standings if line.name):
        names.setdefault(key_of(line.name), line.name)
    return tuple(names.values())


def groups(found: Sequence[Result], game_of: Found) -> tuple[Group, ...]:
    """Return the groups that play together, those who played last first; ``found`` has the newest game first."""
    together: dict[frozenset[str], list[Result]] = defaultdict(list)
    for each in found:
        people = frozenset(key_of(line.name) for line in each.standings if line.name)
        if len(people) >= FEWEST and game_of(each):
            together[people].append(each)
    return tuple(_group(played, game_of) for played in together.values())


def title_of(result: Result, game: Game) -> Text:
    """Return what the table called its game, or else the title of the game."""
    return say("%(name)s", name=result.evening) if result.evening else game.title


def subtitle_of(result: Result, game: Game) -> Text:
    """Return the title of the game below the name that its table gave, or else the edition."""
    return game.title if result.evening else game.edition.title


def _kind(result: Result) -> tuple[str, str]:
    """Return what a game is counted as: games of one name together, however it was typed."""
    return result.game, key_of(result.evening)


def _group(played: Sequence[Result], game_of: Found) -> Group:
    titles: dict[tuple[str, str], Text] = {}
    for each in played:
        if game := game_of(each):
            titles.setdefault(_kind(each), title_of(each, game))
    won: dict[str, dict[tuple[str, str], int]] = {key_of(name): dict.fromkeys(titles, 0) for name in people_of(played)}
    for each in played:
        for line in each.standings:
            if line.name and wins(game_of(each), line.rank, line.score):
                won[key_of(line.name)][_kind(each)] += 1
    lines = [GroupLine(name, tuple(won[key_of(name)].values())) for name in people_of(played)]
    counts = tuple((title, sum(_kind(each) == kind for each in played)) for kind, title in titles.items())
    return Group(day_of(played[0]), counts, tuple(sorted(lines, key=lambda line: (-line.all_wins, line.name))))


def rivals(found: Sequence[Result]) -> tuple[Rivals, ...]:
    """Return every two who have met in a game, those who have met most often first."""
    met: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for each in found:
        ranks = sorted({key_of(line.name): line.rank for line in each.standings if line.name}.items())
        for (one, rank), (other, other_rank) in combinations(ranks, 2):
            met[one, other][2 if rank == other_rank else int(rank > other_rank)] += 1
    names = {key_of(name): name for name in people_of(found)}
    pairs = (Rivals((names[one], names[other]), (a, b), even) for (one, other), (a, b, even) in met.items())
    return tuple(sorted(pairs, key=lambda pair: (-pair.played, pair.names))[:MAX_RIVALS])


def records(found: Sequence[Result], game_of: Found, unit_of: Callable[[Result], Unit]) -> tuple[GameRecords, ...]:
    """Return the records of every game that has some; equalling a record does not replace it.

    Games of one name that a table gave count together, see ``title_of``.
    """
    best: dict[tuple[str, ...], dict[str, tuple[FeatLine, Result]]] = defaultdict(dict)
    for each in reversed(found):
        if not (game := game_of(each)):
            continue
        held = best[each.edition, *_kind(each)]
        for feat in each.feats:
            kind = game.feat_kinds.get(feat.kind)
            if kind and (feat.kind not in held or _surpasses(kind, (feat, each), held[feat.kind])):
                held[feat.kind] = feat, each
    return tuple(_records(lines, game_of, unit_of) for lines in best.values() if lines)


def _surpasses(kind: FeatKind, one: tuple[FeatLine, Result], other: tuple[FeatLine, Result]) -> bool:
    """Return whether one is the better feat, whatever parts of money or points each table counted in."""
    amount, held = (Fraction(feat.amount, 1 if kind.unit else 10**result.decimals) for feat, result in (one, other))
    return amount < held if kind.least else amount > held


def _records(
    best: Mapping[str, tuple[FeatLine, Result]], game_of: Found, unit_of: Callable[[Result], Unit]
) -> GameRecords:
    """Return the records of one game, in the order of its kinds."""
    last = max((result for _, result in best.values()), key=lambda result: result.ended)
    game = game_of(last)
    assert game, "only games that are installed have records"
    lines = tuple(
        BoxRecord(kind.title, feat.amount, kind.unit or unit_of(result), feat.name, day_of(result))
        for code, kind in game.feat_kinds.items()
        if code in best
        for feat, result in (best[code],)
    )
    return GameRecords(title_of(last, game), subtitle_of(last, game), lines)

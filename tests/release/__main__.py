"""``make release VERSION=1.2.3``: sets the version and dates the changelogs, today; nothing is built or tagged."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNRELEASED = "## [Unreleased]\n"
MAINTAINER = re.compile(r"^ -- (.+>)  .+$", re.MULTILINE)


def main(arguments: list[str]) -> None:
    """Write the three files that name a version."""
    if len(arguments) != 1 or not re.fullmatch(r"\d+\.\d+\.\d+", arguments[0]):
        raise SystemExit("make release VERSION=1.2.3")
    [version], now = arguments, datetime.now(UTC)
    written: dict[str, Callable[[str], str]] = {
        "companion/__init__.py": lambda text: re.sub(r'__version__ = ".+"', f'__version__ = "{version}"', text),
        "CHANGELOG.md": lambda text: dated(text, version, f"{now:%Y-%m-%d}"),
        "debian/changelog": lambda text: packaged(text, version, format_datetime(now)),
    }
    for name, change in written.items():
        path = ROOT / name
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
        print(name)


def dated(changelog: str, version: str, date: str) -> str:
    """Return the changelog with what was unreleased under the version and the date.

    A section of this version, which was prepared before and never released, becomes part of the new one.
    """
    head, _, rest = changelog.partition(UNRELEASED)
    first, *older = re.split(r"^(?=## )", rest, flags=re.MULTILINE)
    parts = parts_of(first)
    if older and older[0].startswith(f"## [{version}]"):
        for title, lines in parts_of(older.pop(0).partition("\n")[2]).items():
            parts[title] = "\n".join(filter(None, (parts.get(title, ""), lines)))
    blocks = [f"{title}\n\n{lines}" if title else lines for title, lines in parts.items() if lines]
    return "\n\n".join([f"{head}{UNRELEASED}", f"## [{version}] - {date}", *blocks, ""]).replace(
        "\n\n\n", "\n\n"
    ) + "".join(older)


def parts_of(section: str) -> dict[str, str]:
    """Return the lines of a section by their headings (``### Added``); what stands above the first has none."""
    above, *parts = re.split(r"^(?=### )", section, flags=re.MULTILINE)
    return {"": above.strip(), **{title: lines.strip() for title, _, lines in (each.partition("\n") for each in parts)}}


def packaged(changelog: str, version: str, date: str) -> str:
    """Return Debian's changelog with this version at the top, of this date."""
    maintainer = MAINTAINER.search(changelog)
    assert maintainer
    entry = f"table-companion ({version}) stable; urgency=medium\n\n  * What changed for players is in CHANGELOG.md.\n"
    entry += f"\n -- {maintainer[1]}  {date}\n"
    entries = re.split(r"^(?=table-companion )", changelog, flags=re.MULTILINE)[1:]
    older = entries[1:] if entries[0].startswith(f"table-companion ({version})") else entries
    return "\n".join([entry, *older])


if __name__ == "__main__":
    main(sys.argv[1:])

"""The scripts of a phone's page, joined in a few files: each request costs a phone far away a moment of its own.

A bundle is named after the module it is there for, ``phone.joined.js`` after ``phone.js``: it holds that module and all
that it imports, but for what an earlier bundle holds, which it imports from there. So a module runs once, whichever
bundles need it. What is imported when it is needed, ``import("./board.js")``, is a module's bundle where it has one.

In a bundle each module is a function that returns what the module exports. Modules are written for it in a plain form
(``tests/web/test_scripts.py`` checks it): an import has a line to itself, and ``export`` stands before ``const`` or
``function``. Pages of other kinds load the same modules one by one, as they lie in ``companion/static``.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping

FIRST = ("phone.js", "later.js", "board.js", "seats.js", "snap.js", "doubt.js")
"""the bundles of the program, each after those it imports from; a game's ``phone.js`` comes after them"""
IMPORT = re.compile(r'^import (?:(?:\* as (\w+)|\{ ([^}]+) \}) from )?"(\.[^"]+)";\n', re.MULTILINE)
LATER = re.compile(r'import\("(\.[^"]+)"\)')
EXPORT = re.compile(r"^export ((?:async )?function|const) (\w+)", re.MULTILINE)


def bundles(found: Mapping[str, bytes], games: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the text of each bundle; ``found``: file -> what it holds."""
    entries = [name for name in (*FIRST, *(f"games/{game}/phone.js" for game in games)) if name in found]
    texts = {name: body.decode() for name, body in found.items() if name.endswith(".js")}
    held: dict[str, str] = {}
    for entry in entries:
        modules = _closure(entry, texts, held)
        held |= dict.fromkeys(modules, entry)
        yield _joined_name(entry), _bundle(entry, modules, texts, held).encode()


def _joined_name(entry: str) -> str:
    return entry.removesuffix(".js") + ".joined.js"


def _closure(module: str, texts: Mapping[str, str], held: Mapping[str, str]) -> list[str]:
    """Return the module and what it imports, unless it is held already, each after what it imports itself."""
    if module in held:
        return []
    below = (name for _, _, path in IMPORT.findall(texts[module]) for name in _closure(_at(module, path), texts, held))
    return list(dict.fromkeys([*below, module]))


def _bundle(entry: str, modules: Iterable[str], texts: Mapping[str, str], held: Mapping[str, str]) -> str:
    named: dict[str, set[str]] = {}
    for module in modules:
        for _, _, path in IMPORT.findall(texts[module]):
            target = _at(module, path)
            named.setdefault(held[target], set()).add(_variable(target))
    heads = [
        f'import {{ {", ".join(sorted(names))} }} from "{_from(entry, _joined_name(other))}";\n'
        for other, names in named.items()
        if other != entry
    ]
    bodies = [_module(each, entry, texts[each], held) for each in modules]
    exported = [name for _, name in EXPORT.findall(texts[entry])]
    tail = [f"export {{ {', '.join(map(_variable, modules))} }};\n"]
    if exported:
        tail.append(f"export const {{ {', '.join(exported)} }} = {_variable(entry)};\n")
    return "".join([*heads, *bodies, *tail])


def _module(module: str, entry: str, text: str, held: Mapping[str, str]) -> str:
    """Return the module as a function that is called at once."""

    def taken(found: re.Match[str]) -> str:
        whole, names, path = found.groups()
        source = _variable(_at(module, path))
        if whole:
            return f"const {whole} = {source};\n"
        return f"const {{ {names.replace(' as ', ': ')} }} = {source};\n" if names else ""

    def later(found: re.Match[str]) -> str:
        target = _at(module, found[1])
        return f'import("{_from(entry, _joined_name(target) if target in FIRST else target)}")'

    exported = ", ".join(name for _, name in EXPORT.findall(text))
    body = EXPORT.sub(r"\1 \2", LATER.sub(later, IMPORT.sub(taken, text)))
    return f"const {_variable(module)} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _at(module: str, path: str) -> str:
    """Return the file that an address in this module means."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), path))


def _from(entry: str, name: str) -> str:
    """Return the address of a file in the bundle of this module."""
    path = posixpath.relpath(name, posixpath.dirname(entry) or ".")
    return path if path.startswith("..") else f"./{path}"


def _variable(module: str) -> str:
    return "$" + re.sub(r"\W", "_", module.removesuffix(".js"))

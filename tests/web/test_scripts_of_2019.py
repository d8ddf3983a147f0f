"""A television's browser is as old as the television: the scripts of its pages have no syntax newer than ES2019."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

STATIC = Path(__file__).resolve().parents[2] / "companion/static"
FIRST = ("screen.js", "television.js")
"""what the templates of the television and of the table screen name"""
IMPORTED = re.compile(r"""(?:from|import|import\() ?"(\.[^"]+)\"""")
NEWER = {
    *("optional_chain", "??", "??=", "||=", "&&="),
    *("field_definition", "private_property_identifier", "class_static_block"),
    *("meta_property", "namespace_export", "ERROR"),
}
"""the grammar's names for what came after ES2019"""
NEWER_METHODS = {
    *("at", "replaceAll", "matchAll", "allSettled", "any", "findLast", "hasOwn", "randomUUID", "structuredClone"),
    *("replaceChildren", "toSorted", "toReversed", "groupBy", "requestSubmit"),
}


def loaded(*names: str) -> Iterator[Path]:
    """Yield these modules and all that they import, at once or later."""
    waiting, found = [STATIC / name for name in names], set[Path]()
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            yield module
            waiting += [(module.parent / name).resolve() for name in IMPORTED.findall(module.read_text("utf-8"))]


def newer(source: bytes) -> list[str]:
    """Return what of a module an older browser does not understand, with its line."""
    tree = Parser(Language(tree_sitter_javascript.language())).parse(source)
    return [
        f"line {node.start_point[0] + 1}: {feature}" for node in nodes(tree.root_node) if (feature := newness(node))
    ]


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from nodes(child)


def newness(node: Node) -> str:
    text = (node.text or b"").decode()
    if node.type in NEWER:
        return node.type
    if node.type == "number" and re.search("_|^[0-9]+n$", text):
        return text
    called = node.parent is not None and node.parent.parent is not None and node.parent.parent.type == "call_expression"
    return f"{text}()" if node.type == "property_identifier" and called and text in NEWER_METHODS else ""


def test_the_scripts_of_a_television_are_those_of_2019() -> None:
    modules = list(loaded(*FIRST))
    assert {"live.js", "awake.js", "idiomorph.esm.js"} <= {module.name for module in modules}
    assert {module.name: found for module in modules if (found := newer(module.read_bytes()))} == {}


def test_the_templates_load_no_other_script() -> None:
    templates = STATIC.parents[1] / "templates"
    named = {
        name
        for page in ("television.html", "screen.html", "base.html", "parts/look.html")
        for name in re.findall(r"static\('([a-z_]+\.js)'\)", (templates / page).read_text("utf-8"))
    }
    assert named == set(FIRST)


@pytest.mark.parametrize(
    "script",
    [
        *("a?.b", "a ?? b", "a ??= b", "a ||= b", "1_000", "10n", "class A { b = 1; }", "class A { #b() {} }"),
        *("x.at(-1)", "x.replaceAll('a', 'b')", "import.meta.url", "export * as a from 'b';", "class A { static {} }"),
    ],
)
def test_newer_syntax_is_noticed(script: str) -> None:
    """Negative control."""
    assert newer(script.encode())


def test_what_was_there_in_2019_passes() -> None:
    script = (
        b"try { const { a, ...b } = c; } catch { for (const d of e.flatMap((f) => [...f])) g(`${d}`); } import('h');"
    )
    assert newer(script) == []

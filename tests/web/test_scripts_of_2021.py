"""Scripts run in Chromium 90, Safari 15.4 and Firefox 102: newer methods are called only behind a check for them."""

from __future__ import annotations

from pathlib import Path

import pytest
import tree_sitter_javascript
from tree_sitter import Language, Parser

from tests.web.test_scripts_of_2019 import nodes

COMPANION = Path(__file__).resolve().parents[2] / "companion"
SCRIPTS = sorted((*COMPANION.glob("static/*.js"), *COMPANION.glob("games/*/static/*.js")))
NEWER_SYNTAX = {"class_static_block", "ERROR"}
NEWER_METHODS = {
    *("at", "findLast", "findLastIndex", "hasOwn", "structuredClone", "groupBy", "withResolvers", "fromAsync"),
    *("toSorted", "toReversed", "toSpliced", "with", "isWellFormed", "randomUUID", "checkVisibility", "requestSubmit"),
    *("showPicker", "togglePopover", "showPopover", "setHTML", "startViewTransition", "timeout", "requestIdleCallback"),
}
LOOKS_BEHIND = ("(?<=", "(?<!")
"""look-behinds of a regular expression, which Safari knows since 16.4"""


def newer_features(source: bytes) -> list[str]:
    """Return what such a browser lacks in a module: syntax, and methods that are called but nowhere checked for."""
    tree = Parser(Language(tree_sitter_javascript.language())).parse(source)
    found, called, checked = list[str](), set[str](), set[str]()
    for node in nodes(tree.root_node):
        text = (node.text or b"").decode()
        if node.type in NEWER_SYNTAX or (node.type == "regex_pattern" and any(each in text for each in LOOKS_BEHIND)):
            found.append(f"line {node.start_point[0] + 1}: {node.type}")
        named = node.type == "property_identifier" or (node.type == "identifier" and text == "structuredClone")
        if not named or text not in NEWER_METHODS or node.parent is None:
            continue
        member = node if node.type == "identifier" else node.parent
        call = member.parent
        if call is None or call.type != "call_expression" or call.child_by_field_name("function") != member:
            checked.add(text)  # the method is only named, as in ``if (x.at)``
        elif any(child.type in ("?.", "optional_chain") for child in call.children):
            checked.add(text)
        else:
            called.add(text)
    return found + [f"{name}()" for name in sorted(called - checked)]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_calls_newer_methods_only_behind_a_check(script: Path) -> None:
    assert newer_features(script.read_bytes()) == []


@pytest.mark.parametrize(
    "script",
    ["x.at(-1)", "x.checkVisibility()", "structuredClone(x)", "/(?<=a)b/.test(x)", "class A { static { b(); } }"],
)
def test_newer_syntax_and_methods_are_noticed(script: str) -> None:
    assert newer_features(script.encode())


@pytest.mark.parametrize(
    "script",
    [
        "if (x.checkVisibility) x.checkVisibility();",
        "AbortSignal.timeout?.(9)",
        "a?.b ?? c",
        "x ??= y",
        "class A { #b = 1; }",
        "at(x)",
    ],
)
def test_a_newer_method_behind_a_check_passes(script: str) -> None:
    assert newer_features(script.encode()) == []

"""The scripts of a phone come in a few files, in which every module runs once and says what it exports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tree_sitter_javascript
from tree_sitter import Language, Parser

from companion.web.words.scripts import EXPORT, FIRST, IMPORT, bundles
from companion.web.words.static_files import static_files

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "companion/static"
GAMES = tuple((path.parent.name, path.parent) for path in sorted(ROOT.glob("companion/games/*/static")))
OURS = [*STATIC.glob("*.js"), *ROOT.glob("companion/games/*/static/*.js")]
FOUND = {
    "words.js": b"export const words = {};\n",
    "live.js": b'import { words } from "./words.js";\n\nexport const page = () => words;\n',
    "phone.js": b'import * as live from "./live.js";\nlive.page();\nimport("./later.js");\n',
    "later.js": b'import { page as here } from "./live.js";\nexport async function start() {\nhere();\n}\n',
    "vendor/hash.js": b"export const hash = 1;\n",
    "seal.js": b'import "./words.js";\nexport const seal = () => import("./vendor/hash.js");\n',
    "games/g/phone.js": b'import { seal } from "../../seal.js";\nimport { start } from "../../later.js";\nseal();\n',
}


def test_a_module_lies_in_the_first_file_that_needs_it_behind_what_it_imports() -> None:
    made = {name: text.decode() for name, text in bundles(FOUND, ["g", "none"])}
    assert list(made) == ["phone.joined.js", "later.joined.js", "games/g/phone.joined.js"]
    order = re.findall(r"^const (\$\w+) = ", made["phone.joined.js"], re.MULTILINE)
    assert order == ["$words", "$live", "$phone"]
    assert made["phone.joined.js"].endswith("export { $words, $live, $phone };\n")
    assert 'import("./later.joined.js")' in made["phone.joined.js"]
    assert made["later.joined.js"] == (
        'import { $live } from "./phone.joined.js";\n'
        "const $later = (() => {\nconst { page: here } = $live;\n"
        "async function start() {\nhere();\n}\nreturn { start };\n})();\n"
        "export { $later };\nexport const { start } = $later;\n"
    )
    bundle = made["games/g/phone.joined.js"]
    assert bundle.startswith(
        'import { $words } from "../../phone.joined.js";\nimport { $later } from "../../later.joined.js";\n'
    )
    assert "const $seal" in bundle
    assert 'import("../../vendor/hash.js")' in bundle, "what is no file of its own lies where it lay"


@pytest.mark.parametrize("script", OURS, ids=lambda path: path.name)
def test_a_script_imports_and_exports_in_the_plain_form(script: Path) -> None:
    """Anything else would stay in the file as it is, and end it."""
    text = script.read_text("utf-8")
    assert len(re.findall(r"^import\b(?!\()", text, re.MULTILINE)) == len(IMPORT.findall(text))
    assert len(re.findall(r"^export\b", text, re.MULTILINE)) == len(EXPORT.findall(text))


def test_a_script_loses_nothing_but_comments_and_indents_when_it_is_sent() -> None:
    served = static_files(GAMES).files
    scripts = [path for path in STATIC.rglob("*.js") if path.is_file()]
    assert any("vendor" in path.parts for path in scripts)
    for path in scripts:
        name = path.relative_to(STATIC).as_posix()
        assert words_of(served[name].body) == words_of(path.read_bytes()), name


def words_of(source: bytes) -> list[bytes]:
    """Return what the grammar finds in a script, but for comments."""
    waiting, found = [Parser(Language(tree_sitter_javascript.language())).parse(source).root_node], []
    while waiting:
        node = waiting.pop()
        if node.type == "template_string" or not node.children:
            found += [node.text or b""] if node.type not in {"comment", "html_comment"} else []
        else:
            waiting += node.children
    return found


def test_every_file_can_be_read_by_a_browser_and_carries_every_module_once() -> None:
    static = static_files(GAMES).files
    made = {name: file.body for name, file in static.items() if name.endswith(".joined.js")}
    assert {name.replace(".joined", "") for name in made} >= {*FIRST, *(f"games/{game}/phone.js" for game, _ in GAMES)}
    parser = Parser(Language(tree_sitter_javascript.language()))
    assert [name for name, text in made.items() if parser.parse(text).root_node.has_error] == []
    modules = re.findall(rb"^const (\$\w+) = \(\(\) =>", b"".join(made.values()), re.MULTILINE)
    modules_here = [each for each in modules if not each.startswith(b"$games_")]
    assert len(modules_here) == len(set(modules_here))

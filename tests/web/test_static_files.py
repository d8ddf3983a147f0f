"""Files that a browser keeps for ever lie at addresses that change with them; all else of a folder is nobody's."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.web.app import create_app
from companion.web.visit.guard import HEADERS
from companion.web.words.looks import looks
from companion.web.words.static_files import KINDS, StaticFiles, static_files
from tests.support.table import CODE, Night

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [*ROOT.glob("companion/static/*.js"), *ROOT.glob("companion/games/*/static/*.js")]


@pytest.fixture(scope="module")
def phone() -> FlaskClient:
    return create_app(Night().tables).test_client()


@pytest.fixture(scope="module")
def root(phone: FlaskClient) -> str:
    """Return the address under which the files lie now."""
    found = re.search(r'"(/static/[0-9a-f]+/)icon\.svg"', phone.get(f"/t/{CODE}/screen").text)
    assert found
    return found[1]


@pytest.mark.parametrize("name", ["act.js", "page.css", "icon.svg", "games/abilene/game.css", "games/abilene/hand.js"])
def test_a_file_is_kept_for_ever_under_the_same_policy_as_everything_else(
    phone: FlaskClient, root: str, name: str
) -> None:
    answer = phone.get(root + name)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert {header: answer.headers[header] for header in HEADERS} == HEADERS
    assert answer.mimetype == KINDS[Path(name).suffix]


def test_a_browser_that_takes_it_gets_fewer_bytes(phone: FlaskClient, root: str) -> None:
    plain = phone.get(f"{root}page.css")
    short = phone.get(f"{root}page.css", headers={"Accept-Encoding": "gzip, deflate"})
    assert plain.headers.get("Content-Encoding") is None
    assert short.headers["Content-Encoding"] == "gzip"
    assert plain.headers["Vary"] == short.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(short.data) == plain.data
    assert len(short.data) < len(plain.data) / 4
    assert int(short.headers["Content-Length"]) == len(short.data)


def test_a_part_of_a_film_can_be_asked_for(phone: FlaskClient, root: str) -> None:
    whole = phone.get(f"{root}awake/awake.mp4")
    assert whole.mimetype == "video/mp4"
    part = phone.get(f"{root}awake/awake.mp4", headers={"Range": "bytes=0-1", "Accept-Encoding": "gzip"})
    assert (part.status_code, part.data) == (206, whole.data[:2])
    assert part.headers["Content-Range"] == f"bytes 0-1/{len(whole.data)}"
    assert phone.get(f"{root}awake/awake.mp4", headers={"Range": "bytes=9999999-"}).status_code == 416


def test_comments_stay_at_home_and_licences_travel(phone: FlaskClient, root: str) -> None:
    assert b"\n//" not in phone.get(f"{root}live.js").data
    source = (ROOT / "companion" / "static" / "live.js").read_text("utf-8")
    code = {re.sub(r"\s+// .*", "", line.lstrip()) for line in source.splitlines()}
    assert set(phone.get(f"{root}live.js").text.splitlines()) <= code, "nothing else is touched"
    assert "/**" not in phone.get(f"{root}vendor/noble-hashes/utils.js").text
    assert "SIL Open Font License" in phone.get(f"{root}page.css").text


def test_a_page_from_before_an_update_still_finds_its_files_but_keeps_none(phone: FlaskClient, root: str) -> None:
    old = phone.get("/static/0123456789ab/act.js")
    assert old.headers["Cache-Control"] == "no-store"
    assert old.data == phone.get(f"{root}act.js").data


@pytest.mark.parametrize(
    "name",
    ["../app.py", "%2e%2e/app.py", "games/abilene/../abilene.py", "games/none/game.css", "games/abilene", "", "no.js"],
)
def test_nothing_else_is_served(phone: FlaskClient, root: str, name: str) -> None:
    assert phone.get(root + name).status_code == 404


def test_the_version_changes_with_any_file_and_with_nothing_else(tmp_path: Path) -> None:
    one = {"a.js": b"1", "b.js": b"2"}
    version = StaticFiles(one).version
    assert StaticFiles(dict(reversed(one.items()))).version == version
    for other in ({**one, "a.js": b"2"}, {"a.js": b"1"}, {"a.js": b"1", "c.js": b"2"}, {"a.jsb": b"", ".js": b"2"}):
        assert StaticFiles(other).version != version


def test_a_game_that_is_installed_changes_the_version(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "game.css").write_text(".own {}")
    game = static_files((("other", tmp_path),))
    assert game.version != static_files(()).version
    assert game.files["phone-other.css"].body.endswith(b".own {}")


def test_a_sheet_keeps_its_licences_alone_and_takes_addresses_from_where_it_lies() -> None:
    found = {
        "look/tokens.css": b'/*! by X */\n/* why\n so */ a { b: url("fonts/x.woff2"), url("data:y"); }',
        "games/g/world.css": b'url("scene.svg")',
    }
    made = dict(looks(found, ["g"]))
    sent = b'/*! by X */\na{b:url("look/fonts/x.woff2"),url("data:y")}\nurl("games/g/scene.svg")'
    assert made["page-g.css"] == sent


def test_every_file_that_a_page_names_is_there() -> None:
    found = static_files((("abilene", ROOT / "companion/games/abilene"),)).files
    pages = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("companion/games/*/templates/**/*.html")]
    named = {name for page in pages for name in re.findall(r"""static\(['"]([^'"]+)['"]\)""", page.read_text())}
    assert named - set(found) == set()
    assert {"phone.joined.js", "screen.js", "icon.svg"} <= named


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_import_by_relative_addresses_of_files_that_are_there(script: Path) -> None:
    """An absolute one would lead out of the version that a page was opened with."""
    served = script.parent if "games" not in script.parts else ROOT / "companion/static/games/abilene"
    for name in re.findall(r"""(?:from |import\()\s*["']([^"']+)["']""", script.read_text()):
        assert name.startswith("."), name
        target = (served / name).resolve()
        if target.is_relative_to(ROOT / "companion/static/games/abilene"):
            target = script.parent / target.name
        assert target.is_file(), name

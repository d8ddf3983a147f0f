"""The requirements of a release: dates, and packages in ``dist/`` that hold all of it and play in an empty environment.

``make release-check`` builds them and asks. ``make box-test`` installs the Debian packages and boots.
"""

from __future__ import annotations

import re
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from companion import LANGUAGES, __version__
from companion.i18n import program_catalogue
from tests.faults.support import seated_over_http
from tests.support.forked import installed_line
from tests.support.installed import new_environment
from tests.support.server_process import ServerProcess

pytestmark = pytest.mark.release
ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
WHEEL = DIST / f"table_companion-{__version__}-py3-none-any.whl"
SDIST = DIST / f"table_companion-{__version__}.tar.gz"
PROGRAM = ("companion", "vision", "templates", "printables")
COMPILED = {f"companion/translations/{language}/LC_MESSAGES/messages.mo" for language in LANGUAGES if language != "en"}
OPT = "./opt/table-companion/"


def test_the_changelogs_have_the_version_and_the_same_date() -> None:
    text = ROOT.joinpath("CHANGELOG.md").read_text(encoding="utf-8")
    unreleased, newest = re.split(r"^## ", text, flags=re.MULTILINE)[1:3]
    assert unreleased.partition("\n")[2].strip() == "", "make release dates it"
    found = re.match(r"\[(.+)\] - (\d{4}-\d{2}-\d{2})\n", newest)
    assert found
    assert found[1] == __version__
    dated = subprocess.run(
        ["dpkg-parsechangelog", "--show-field", "Timestamp"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    day = subprocess.run(
        ["date", "--utc", "--date", f"@{dated.stdout.strip()}", "+%F"], capture_output=True, text=True, check=True
    )
    assert day.stdout.strip() == found[2]


def kept() -> set[str]:
    """Return the files that git keeps."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(listed.stdout.splitlines())


def program() -> set[str]:
    """Return the files that a package holds besides its own description, as the checkout has them."""
    sources = {name for name in kept() if name.split("/")[0] in PROGRAM}
    return {name for name in sources if Path(name).with_suffix(".mo").as_posix() not in COMPILED} | COMPILED


def checked_out(name: str) -> str:
    """Return the name in the checkout of a file of a wheel."""
    return name.removeprefix("companion/_data/")


def test_the_wheel_holds_the_program_and_nothing_else() -> None:
    with zipfile.ZipFile(WHEEL) as files:
        found = {checked_out(name) for name in files.namelist() if ".dist-info/" not in name}
    assert found == program()


def test_the_wheel_says_what_it_is() -> None:
    with zipfile.ZipFile(WHEEL) as files:
        about = f"table_companion-{__version__}.dist-info"
        metadata = files.read(f"{about}/METADATA").decode()
        assert "companion = companion.cli.main:main" in files.read(f"{about}/entry_points.txt").decode()
        assert f"{about}/licenses/LICENSE" in files.namelist()
    assert f"\nVersion: {__version__}\n" in metadata
    assert "\n# Table companion\n" in metadata, "README.md is its page"


def test_the_sdist_holds_what_git_keeps_and_nothing_else() -> None:
    with tarfile.open(SDIST) as files:
        found = {each.name.partition("/")[2] for each in files if each.isfile()}
    assert found == kept() | {"PKG-INFO"}


def deb(name: str, architecture: str) -> Path:
    """Return a Debian package of this version."""
    return DIST / f"{name}_{__version__}_{architecture}.deb"


def inside(package: Path) -> set[str]:
    """Return the names of the files in a Debian package."""
    archive = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        return {each.name for each in files if not each.isdir()}


@pytest.mark.parametrize("architecture", ["amd64", "arm64"])
def test_the_debian_packages_hold_program_and_camera(architecture: str) -> None:
    found = inside(deb("table-companion", architecture))
    libraries = f"{OPT}packages/"
    packaged = {checked_out(name.removeprefix(libraries)) for name in found if name.startswith(libraries)}
    assert program() - packaged == set()
    assert {"./usr/bin/companion", f"{OPT}bin/companion", "./lib/systemd/system/companion.service"} <= found
    camera = inside(deb("table-companion-camera", architecture))
    assert f"{libraries}cv2/__init__.py" in camera
    assert not found & camera


def test_the_television_s_package_holds_its_unit() -> None:
    found = inside(deb("companion-tv", "all"))
    assert {"./usr/libexec/companion-tv", "./lib/systemd/system/companion-tv.service"} <= found


class InstalledBox(ServerProcess):
    """A box of the environment beside its file."""

    command = staticmethod(installed_line)

    def __init__(self, database: Path, *options: str) -> None:
        super().__init__(database, *options)
        self.games = database.with_name("environment")

    def run(self, *arguments: str) -> str:
        """Return what ``companion`` prints with these arguments."""
        assert self.games
        command = [str(self.games / "bin" / "companion"), *arguments]
        return subprocess.run(command, cwd=self.games, env={}, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module", params=[WHEEL, SDIST], ids=["wheel", "sdist"])
def box(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InstalledBox]:
    """Yield a box that serves from an environment with nothing but the package and what it needs."""
    folder = tmp_path_factory.mktemp("installed")
    new_environment(folder, request.param)
    with InstalledBox.serving(folder / "box.sqlite") as serving:
        yield serving


def test_an_installed_box_plays(box: InstalledBox) -> None:
    assert box.run("--version").split()[-1] == __version__
    code, tokens = seated_over_http(box)
    paid = {"seat": "s1", "kind": "pay", "data": {"to": "s2", "amount": 100}}
    assert box.request("POST", f"/api/tables/{code}/actions", paid, tokens["s1"])[0] == 200
    box.run("check", "--database", str(box.database))
    assert '"amount":100' in box.run("export", code, "--database", str(box.database)).replace(" ", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_installed_box_speaks_every_language(box: InstalledBox, language: str) -> None:
    asked = Request(f"http://{box.host}:{box.port}/", headers={"Accept-Language": language})
    with urlopen(asked, timeout=60) as answer:
        page = answer.read().decode()
    assert program_catalogue(language).gettext("Start a game") in page


def test_an_installed_box_prints(box: InstalledBox, tmp_path: Path) -> None:
    paper = tmp_path / "aid.pdf"
    box.run("print", "aid", "--game", "abilene", "--language", "fr", "--output", str(paper))
    assert paper.read_bytes().startswith(b"%PDF")

"""The Debian packages, as far as they can be read without being built: ``make box-test`` installs them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from companion import __version__

ROOT = Path(__file__).parents[1]
DEBIAN = ROOT / "debian"
CAMERA = ("cv2", "numpy", "opencv_python_headless", "cryptography", "cffi", "_cffi_backend", "pycparser")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_packages_have_the_program_s_version() -> None:
    found = re.match(r"table-companion \((.+?)\) ", text("debian/changelog"))
    assert found
    assert found[1] == __version__


def test_the_unit_is_that_of_the_docs_with_another_folder() -> None:
    before, after = re.findall(r"sed 's\|(.+)\|(.+)\|' docs/companion\.service", text("debian/rules"))[0]
    unit = text("docs/companion.service")
    assert unit.count(before) == 1
    assert after == "/opt/table-companion/bin"
    assert "$out/program/$opt/bin/companion" in text("debian/environment")


def test_a_purge_asks_about_the_folder_that_the_unit_keeps() -> None:
    folder = re.findall(r"^StateDirectory=(.+)$", text("docs/companion.service"), re.MULTILINE)[0]
    assert f"/var/lib/private/{folder}" in text("debian/table-companion.postrm")
    assert f"/var/lib/{folder}" in text("debian/table-companion.templates")


def test_the_camera_may_what_the_guide_lets_it() -> None:
    allowed = [line for line in text("debian/camera.conf").splitlines() if line and not line.startswith(("#", "["))]
    guide = text("docs/raspberry-pi.md")
    assert all(line in guide for line in allowed), allowed


def test_the_packages_are_for_the_pythons_that_their_wheels_are_for() -> None:
    assert re.findall(r"for python in ([\d. ]+);", text("debian/environment")) == ["3.13 3.11", "3.11 3.13"]
    expected = "python3 (>= 3.11), python3 (<< 3.12) | python3 (>= 3.13), python3 (<< 3.14)"
    assert expected in text("debian/control")


def test_the_camera_s_libraries_are_those_of_the_extra() -> None:
    """Any other file of it would lie in the package without a camera."""
    locked = {each["name"]: each for each in tomllib.loads(text("uv.lock"))["package"]}
    found, names = set[str](), ["opencv-python-headless", "cryptography"]
    while names:
        found.add(name := names.pop())
        names += [each["name"] for each in locked[name].get("dependencies", ()) if each["name"] not in found]
    known = {"typing-extensions"}  # the program's own
    assert {name.replace("-", "_") for name in found - known} | {"cv2", "_cffi_backend"} == set(CAMERA)
    assert f"{{{','.join(CAMERA)}}}*" in text("debian/environment")


def test_maintainers_scripts_stop_at_an_error() -> None:
    scripts = [path for path in DEBIAN.iterdir() if path.suffix in {".postinst", ".prerm", ".postrm"}]
    assert len(scripts) == 5
    for script in scripts:
        assert script.read_text().startswith("#!/bin/sh\nset -e\n"), script


def test_the_user_of_each_service_is_made_by_its_package_and_the_box_s_may_open_a_wifi() -> None:
    for package, unit in (
        ("table-companion", "docs/companion.service"),
        ("companion-tv", "debian/companion-tv.service"),
    ):
        found = re.search(r"^User=(.+)$", text(unit), re.MULTILINE)
        assert found
        assert text(f"debian/{package}.sysusers").split()[1] == found[1] == package
    assert 'subject.user == "table-companion"' in text("debian/polkit.rules")

from pathlib import Path

import pytest

from companion import paths


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "companion"
    place.mkdir()
    monkeypatch.setattr(paths, "PACKAGE", place)
    return place


def test_in_a_checkout_the_folder_lies_beside_the_package(package: Path) -> None:
    beside = package.parent / "templates"
    beside.mkdir()
    assert paths.folder("templates") == beside


def test_an_installed_wheel_uses_its_own_copy_whatever_lies_beside_it(package: Path) -> None:
    (package.parent / "templates").mkdir()
    copy = package / "_data" / "templates"
    copy.mkdir(parents=True)
    assert paths.folder("templates") == copy


def test_a_missing_folder_is_named_with_the_places_looked_at(package: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no folder 'printables'.*_data"):
        paths.folder("printables")


@pytest.mark.parametrize("name", ["templates", "printables"])
def test_this_installation_is_complete(name: str) -> None:
    assert paths.folder(name).is_dir()

"""``companion check`` and ``companion replay``: damage is reported in a sentence, and no file is written."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.app.export import export_lines
from companion.cli.main import main
from companion.core.money.bank_messages import Pay
from tests.support.any_evening import ANN, BEN, CODE, AnyEvening

Lines = list[dict[str, Any]]


def run(*arguments: str) -> Result:
    done = CliRunner().invoke(main, list(arguments))
    assert "Traceback" not in done.output
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("box") / "box.sqlite"
    evening = AnyEvening(path=path)
    for amount in range(1, 9):
        evening.act(ANN, Pay(BEN, amount))
    evening.log.close()
    return path


@pytest.fixture
def exported() -> Lines:
    evening = AnyEvening()
    for amount in range(1, 9):
        evening.act(ANN, Pay(BEN, amount))
    return [json.loads(line) for line in export_lines(evening.tables, CODE)]


# --- check -------------------------------------------------------------------------------------


def test_a_sound_file_is_in_order_and_not_a_byte_of_it_is_written(box: Path) -> None:
    before, when, beside = box.read_bytes(), box.stat().st_mtime_ns, sorted(box.parent.iterdir())
    assert run("check", "-d", str(box)).output == "Everything is in order.\n"
    assert (box.read_bytes(), box.stat().st_mtime_ns) == (before, when)
    assert sorted(box.parent.iterdir()) == beside


def test_an_empty_file_is_refused_and_stays_empty(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.touch()
    done = run("check", "-d", str(path))
    assert (done.exit_code, "is empty" in done.output, path.stat().st_size) == (1, True, 0)
    assert "There is no file" in run("check", "-d", str(tmp_path / "nothing")).output


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.logs("cannot be read", "cannot read", "cannot write")
def test_a_damaged_file_is_told_in_sentences_alone_and_left_as_it_was(box: Path, tmp_path: Path, seed: int) -> None:
    chance, data = random.Random(seed), bytearray(box.read_bytes())
    begin = chance.randrange(100, len(data) - 4096)
    data[begin : begin + 4096] = bytes(chance.randrange(256) for _ in range(4096))
    bad = tmp_path / "bad.sqlite"
    bad.write_bytes(data[: chance.randrange(5_000, len(data))] if seed % 3 == 0 else data)
    before = bad.read_bytes()
    done = run("check", "-d", str(bad))
    assert (done.exit_code, bad.read_bytes()) == (1, before), done.output
    assert all(line[:1].isupper() or line.startswith(" ") for line in done.output.splitlines() if line), done.output
    assert [path.name for path in tmp_path.iterdir()] == ["bad.sqlite"]


@pytest.mark.parametrize("content", [b"shopping list", b"SQLite format 3\x00", b"\x00" * 5_000])
def test_a_foreign_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    assert run("check", "-d", str(path)).exit_code == 1
    assert path.read_bytes() == content


# --- replay ------------------------------------------------------------------------------------


def replayed(lines: Lines, folder: Path) -> Result:
    path = folder / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return run("replay", str(path))


def more(lines: Lines) -> Lines:
    lines[-1]["data"]["amount"] = lines[-1]["data"]["postings"][0]["amount"] = 1_000
    return lines


def richer(lines: Lines) -> Lines:
    lines[0]["accounts"][BEN] += 5
    return lines


CHANGES: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "a payment twice": (lambda lines: [*lines, lines[-1]], "number"),
    "a payment left out": (lambda lines: [*lines[:-3], *lines[-2:]], "number"),
    "the last one left out": (lambda lines: lines[:-1], "first line says"),
    "two in another order": (lambda lines: [*lines[:-2], lines[-1], lines[-2]], "number"),
    "another amount": (more, "first line says"),
    "other accounts": (richer, "first line says"),
    "an unknown event": (lambda lines: [*lines[:-1], {**lines[-1], "kind": "rained"}], "not an exported game"),
    "no first line": (lambda lines: lines[1:], "not an exported game"),
    "nothing": (lambda lines: [], "not an exported game"),
}


def test_an_export_as_it_was_written_replays(exported: Lines, tmp_path: Path) -> None:
    done = replayed(exported, tmp_path)
    assert done.exit_code == 0, done.output
    assert "Ben: 1536" in done.output


@pytest.mark.parametrize("change", CHANGES)
def test_an_export_that_was_changed_is_told_in_a_sentence(exported: Lines, tmp_path: Path, change: str) -> None:
    make, words = CHANGES[change]
    done = replayed(make(exported), tmp_path)
    assert done.exit_code == 1
    assert words in done.output


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "{", "[1]", "null", "\x00"])
def test_what_is_no_export_is_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    done = run("replay", str(path))
    assert (done.exit_code, "not an exported game" in done.output) == (1, True), done.output

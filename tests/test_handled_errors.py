"""Every exception that is handled leaves a trace: its handler raises another one, or logs where it came from.

The walk reads the sources. Silent handlers are on a list, with their reasons.
"""

import ast
import io
import logging
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.logs import JournalFormatter, LineFormatter
from tests.support.sources import tree

ROOT = Path(__file__).parents[1]
SOURCES = sorted([*ROOT.glob("companion/**/*.py"), *ROOT.glob("vision/**/*.py")])

ANSWER = "the rules were asked, and their refusal is the answer; the core has no log"
SILENT: Mapping[str, str] = {
    "companion.cli.camera.tools.record: KeyboardInterrupt": "that is how a recording is ended",
    "companion.cli.network.claimed: suppress(NonUniqueNameException)": "the next name is tried",
    "companion.cli.camera.scene_reader.located: BoardNotFound": "its corners are tapped, or it is raised again",
    "companion.cli.listening.give_back_memory: suppress(AttributeError, OSError)": "no such library: nothing to ask",
    "companion.cli.listening.use_one_arena: suppress(AttributeError, OSError)": "no such library: nothing to choose",
    "companion.core.columns.as_typed: BadRequest": "what was refused is shown empty again, beside the refusal",
    "companion.core.referee.event_text._rule: BadRequest": "a rule that the game has not any more has no words",
    "companion.core.referee.rematch._learnt: BadRequest": "cards that cannot be kept are typed again",
    "companion.core.referee.referee._agree: RuleError": "becomes an event that keeps the refusal",
    "companion.core.text.filled: (KeyError, ValueError, TypeError)": "a sentence that does not fit is shown unfilled",
    "companion.games.abilene.common.seats.agree: IllegalMove": ANSWER,
    "companion.games.abilene.common.abilene.uses_bank: RuleError": ANSWER,
    "companion.games.abilene.common.camera.judgements._accepts: RuleError": ANSWER,
    "companion.games.abilene.common.camera.judgements.misplacements: RuleError": ANSWER,
    "companion.games.abilene.edition_1993.calc.jail: IllegalMove": ANSWER,
    "companion.games.abilene.edition_1993.rules.sales.jail_bills: IllegalMove": ANSWER,
    "companion.games.unexploded_cow.camera.judge._judged: RuleError": "the refusal is what the camera tells",
    "companion.printing.sheets.tiles._fitting: suppress(DoesNotFit)": "smaller letters are tried; the last raises",
    "companion.testing.evening.refused: kind": "the refusal is what the test asked for",
    "companion.testing.numbers.accepted_numbers: RuleError": "to be refused is what is wanted",
    "companion.testing.recorder.attempt: RuleError": "a recipe may try what is refused",
    "companion.testing.sentences.wrong: (KeyError, ValueError, TypeError)": "it becomes a line of the answer",
    "companion.web.admin.catalogues.save: BadRequest": "the refusal stands above the form",
    "companion.web.visit.guard.known_host: ValueError": "a name that is no number; the refusal of it is logged",
    "companion.web.screen.television.hotspot: NotNow": "the refusal stands on the television",
    "companion.web.server.streams.is_closed: BlockingIOError": "a socket that has nothing to say is the normal case",
    "companion.web.server.connection.handle_read: BlockingIOError": "a socket with nothing to say is the normal case",
    "companion.web.visit.tokens.holder: (BadSignature, ValueError, TypeError)": "the answer is no; `check` logs it",
    "companion.web.view.motions._lines_of: RuleError": "the refusal is what the question shows",
    "companion.cli.camera.why.explanation_lines: BadPicture": "the answer is the reason",
    "companion.cli.camera.why.explanation_lines: BoardNotFound": "the answer is the reason",
    "vision.dice.view.tray_in: BoardNotFound": "dice are read without a tray, too",
    "vision.inference.recogniser.read: Exception": "`stumbled` logs it",
    "vision.runtime.temporal_filter.see: Exception": "`stumbled` logs it",
}
"""Module and function of each handler that neither raises nor logs, with what it handles -> why."""


def silent_handlers(module: str, source: str) -> Iterator[str]:
    """Yield all handlers of the module that do neither, and each ``suppress``, which cannot."""
    for function, node in with_function(tree(source), ""):
        match node:
            case ast.ExceptHandler() if not any(raises(each) or logs(each) for each in node.body):
                yield f"{module}.{function}: {ast.unparse(node.type) if node.type else 'everything'}"
            case ast.Call(func=ast.Name("suppress")) | ast.Call(func=ast.Attribute(attr="suppress")):
                yield f"{module}.{function}: {ast.unparse(node)}"


def with_function(node: ast.AST, function: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield all nodes below, each with the name of its function."""
    waiting = deque([(function, node)])
    while waiting:
        function, node = waiting.popleft()
        name = node.name if isinstance(node, ast.FunctionDef) else function
        for child in ast.iter_child_nodes(node):
            yield name, child
            waiting.append((name, child))


def raises(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Raise)


def logs(statement: ast.stmt) -> bool:
    """Return whether the statement is a call of ``logger`` that is given the exception."""
    match statement:
        case ast.Expr(ast.Call(func=ast.Attribute(value=ast.Name("logger"), attr=how), keywords=keywords)):
            return how == "exception" or any(keyword.arg == "exc_info" for keyword in keywords)
    return False


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_every_handled_exception_is_raised_again_logged_or_on_the_list() -> None:
    found = [each for path in SOURCES for each in silent_handlers(module_of(path), path.read_text())]
    assert sorted(found) == sorted(SILENT)


@pytest.mark.parametrize(
    ("handled", "silent"),
    [
        ("except OSError:\n  return None", ["m.f: OSError"]),
        ("except OSError:\n  pass", ["m.f: OSError"]),
        ("except:\n  pass", ["m.f: everything"]),
        ("except OSError:\n  if late:\n    raise", ["m.f: OSError"]),
        ("except OSError:\n  logger.debug('gone')", ["m.f: OSError"]),
        ("except OSError:\n  logger.debug('gone', exc_info=True)", []),
        ("except OSError as error:\n  raise ValueError from error", []),
        ("finally:\n  pass", []),
    ],
)
def test_a_silent_handler_is_found(handled: str, silent: list[str]) -> None:
    lines = "\n ".join(f"try:\n  work()\n{handled}".split("\n"))
    assert list(silent_handlers("m", f"def f():\n {lines}")) == silent


def test_suppressing_is_found() -> None:
    source = "def f():\n with contextlib.suppress(OSError):\n  work()\n with suppress(OSError):\n  work()"
    assert list(silent_handlers("m", source)) == ["m.f: contextlib.suppress(OSError)", "m.f: suppress(OSError)"]


def written(formatter: logging.Formatter, level: int) -> str:
    """Return what a handled error with two secrets in it, one in its cause, leaves in the log."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(formatter)
    try:
        try:
            int("nonce")
        except ValueError as error:
            raise KeyError("vote") from error
    except KeyError:
        record = logging.LogRecord("m", level, __file__, 1, "table %s\nrefused", ("ABCD",), sys.exc_info())
        handler.handle(record)
    return out.getvalue()


@pytest.mark.parametrize("formatter", [LineFormatter, JournalFormatter])
@pytest.mark.parametrize(
    ("level", "severity", "origin"),
    [("debug", logging.DEBUG, True), ("info", logging.INFO, False), ("info", logging.ERROR, True)],
)
def test_a_handled_error_is_one_line_with_its_origin_and_no_message(
    formatter: type[LineFormatter], level: str, severity: int, origin: bool
) -> None:
    line = written(formatter(level), severity)
    assert line.count("\n") == 1
    assert "table ABCD | refused" in line
    assert ("KeyError [tests/test_handled_errors.py:" in line and "] < ValueError [" in line) == origin
    assert not any(each in line for each in ("vote", "nonce", str(ROOT)))

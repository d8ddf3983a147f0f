"""The list of planted faults fits the program, so that ``make mutants`` means something."""

import ast

import pytest

from tests.mutants.faults import ROOT, Fault, faults

FEWEST = 60

each_fault = pytest.mark.parametrize("fault", faults(), ids=[fault.name for fault in faults()])


@each_fault
def test_the_fault_can_be_planted_and_leaves_a_program(fault: Fault) -> None:
    source = (ROOT / fault.file).read_text()
    planted = fault.planted(source)
    assert planted != source
    ast.parse(planted)


@each_fault
def test_the_tests_that_must_catch_it_are_there(fault: Fault) -> None:
    assert fault.tests
    assert all((ROOT / test.partition("::")[0]).exists() for test in fault.tests)


def test_there_are_enough_faults_and_no_two_alike() -> None:
    assert len(faults()) >= FEWEST
    assert len({fault.name for fault in faults()}) == len(faults())
    assert sum(bool(fault.harmless) for fault in faults()) <= 0.1 * len(faults())


def test_a_fault_that_no_longer_fits_is_noticed() -> None:
    with pytest.raises(ValueError, match="0 places"):
        Fault("a fault", "a file", "not there", "", ("a test",)).planted("a source")

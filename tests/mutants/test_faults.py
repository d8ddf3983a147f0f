"""The list of planted faults fits the program, so that ``make mutants`` means something."""

import ast

import pytest

from tests.mutants.faults import ROOT, Fault, faults

each_fault = pytest.mark.parametrize("fault", faults(), ids=[fault.name for fault in faults()])


@each_fault
def test_the_fault_can_be_planted_and_leaves_another_program(fault: Fault) -> None:
    source = (ROOT / fault.file).read_text()
    assert ast.dump(ast.parse(fault.planted(source))) != ast.dump(ast.parse(source))
    assert fault.tests
    assert all((ROOT / test.partition("::")[0]).exists() for test in fault.tests)


def test_no_two_faults_are_alike() -> None:
    assert len({fault.name for fault in faults()}) == len(faults())


def test_a_fault_that_no_longer_fits_is_noticed() -> None:
    fault = Fault("a fault", "companion.store.phones.there_is_none", "True", "False", ())
    with pytest.raises(LookupError, match="no function there_is_none"):
        fault.planted((ROOT / fault.file).read_text())
    with pytest.raises(LookupError, match="no module"):
        _ = Fault("a fault", "nowhere.at_all", "True", "False", ()).file
    fault = Fault("a fault", "companion.store.phones.hashed", "md5", "sha1", ())
    with pytest.raises(LookupError, match="has not once: md5"):
        fault.planted((ROOT / fault.file).read_text())


def test_a_fault_changes_the_line_that_it_names_and_no_other() -> None:
    """Whole bodies were kept: when their functions changed, ten failed by names that were gone, and proved nothing."""
    for fault in faults():
        source = (ROOT / fault.file).read_text()
        before, after = source.splitlines(), fault.planted(source).splitlines()
        assert len(before) == len(after), fault.name
        assert sum(one != other for one, other in zip(before, after, strict=True)) == 1, fault.name

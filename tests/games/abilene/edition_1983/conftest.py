"""A game of the 1983 edition at its first turn."""

import pytest

from tests.support.prairie import PrairieNight


@pytest.fixture
def night() -> PrairieNight:
    return PrairieNight()

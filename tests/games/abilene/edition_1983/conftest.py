"""A game of the 1983 edition at its first turn."""

import pytest

from tests.prairie import PrairieNight


@pytest.fixture
def night() -> PrairieNight:
    return PrairieNight()

"""Reads every game; imported where processes are forked from (``tests.forked``)."""

from companion.games import registry

registry()

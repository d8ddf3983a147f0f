"""Duels with cards of the edition of 1983: hands, lay-downs, what changes hands."""

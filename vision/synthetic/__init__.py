"""A renderer of tables, for the demo and the tests; nothing of the reading path imports it."""

"""The rules as functions of values: nothing of tables, phones or money in them (rules §5-§11, §17)."""

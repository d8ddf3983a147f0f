"""The use cases: open a table, sit down, act, undo. Load, decide, append, ring."""

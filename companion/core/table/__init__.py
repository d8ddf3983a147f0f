"""The table: seats, lobby, proposals and consent, undo, reducer, replay."""

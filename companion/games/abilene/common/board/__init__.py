"""The board of Abilene: where figures stand and may go, in every edition; nothing here knows a turn or a table."""

"""Where the figures of Abilene stand and where they may go, in every edition: nothing here knows a turn or a table."""

"""What a phone and the table screen show of a game of 1983, with the shared parts of ``abilene.screens``."""

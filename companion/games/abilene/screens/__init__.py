"""What a phone and the table screen show of Abilene: sentences, buttons, the board, everybody at the table."""

"""What a camera saw of Abilene: read as positions, explained as moves, judged by the rules, told to the table."""

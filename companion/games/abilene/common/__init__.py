"""The parts that both editions of Abilene share; they import neither."""

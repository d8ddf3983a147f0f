"""What both editions of Abilene share; it stands on neither."""

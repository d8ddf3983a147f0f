"""Before the game and beside it: house rules, boards of one's own, figures set up by hand."""

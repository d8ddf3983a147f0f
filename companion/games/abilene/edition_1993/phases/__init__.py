"""The phases of a turn of 1993, one module each; ``abilene_1993`` lists them in the order in which they come first."""

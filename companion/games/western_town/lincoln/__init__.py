"""Lincoln: the card that says what he expects, his visit, and the final count."""

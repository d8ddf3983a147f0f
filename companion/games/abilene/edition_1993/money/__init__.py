"""What things cost in the edition of 1993: stickers, corral cards, prices, the final count."""

"""The money of the edition of 1993: stickers, corral cards, prices, the final count."""

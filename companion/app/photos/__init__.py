"""Photos of the board that phones take: what was learnt from them, and what they mean to the table."""

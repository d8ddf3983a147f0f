"""A camera over printed town boards: what lies where, what it counts, what it proposes."""

"""What the edition of 1983 plays in its own way: steers with a fever, belief, and two dice after the drive."""

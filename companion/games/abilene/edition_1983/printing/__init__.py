"""What is printed for the edition of 1983."""

"""What whoever hosts many tables does with all of them."""

"""Pages of phones and of the table screen."""

"""What phones and the table screen show."""

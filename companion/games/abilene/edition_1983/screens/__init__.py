"""The pages of phone and table screen for the edition of 1983."""

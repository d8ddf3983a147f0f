"""What pages are written with: languages, names kept apart, rules, and the files of the program and its games."""

"""Pages around the tables: the first page, boards, games played before, printing."""

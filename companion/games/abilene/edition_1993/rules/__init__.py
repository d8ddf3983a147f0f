"""Rules of 1993 that phases, screens, bots and cameras ask alike: loans, sales, endings."""

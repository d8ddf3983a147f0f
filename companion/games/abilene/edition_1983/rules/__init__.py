"""Rules of 1983 that phases, screens, bots and cameras ask alike: turns, loans, fever, sales, the ending."""

"""Languages, isolated names, rules and static files, with which pages are written."""

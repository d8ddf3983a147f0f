"""The referee: commands become events, consent is asked, events change a table, and the log tells them."""

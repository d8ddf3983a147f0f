"""Double-entry money: accounts, postings, payments and loans."""

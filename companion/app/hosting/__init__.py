"""The work of a host of many tables on all of them."""

"""Commitments: the sealed ballot and the exchange between two phones."""

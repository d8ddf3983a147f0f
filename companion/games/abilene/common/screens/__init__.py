"""The parts of a page that look the same in every edition."""

"""The pure part: standard library only; no clock, file, socket or random source."""

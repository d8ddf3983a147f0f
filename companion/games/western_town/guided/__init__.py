"""The guided level: a turn phase by phase, with what may be done in each."""

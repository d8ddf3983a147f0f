"""The command line: ``companion`` with all its commands."""

"""The camera's process: pipeline, temporal filter, diagnostics, the talk with the box."""

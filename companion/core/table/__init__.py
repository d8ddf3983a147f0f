"""The table as a value: seats, levels, proposals, and the commands and events that every table knows."""

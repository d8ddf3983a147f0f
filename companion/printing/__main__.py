"""``python -m companion.printing``: how the box prints, in a process of its own."""

from companion.printing.command import print_command

print_command()

"""``python -m companion.printing``: the box's printing, in a process of its own with a low priority."""

import os

from companion.printing.command import print_command

os.nice(10)
print_command()

"""``python -m companion.printing``: how the box prints, in a process of its own, which gives way to whoever plays."""

import os

from companion.printing.command import print_command

os.nice(10)
print_command()

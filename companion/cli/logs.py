"""The option of those commands that write a log."""

from __future__ import annotations

import click

from companion.logs import LEVELS

log_level_option = click.option(
    "--log-level",
    type=click.Choice(LEVELS),
    default="info",
    show_default=True,
    envvar="COMPANION_LOG_LEVEL",
    help="What is written to the error output; debug adds where every error came from.",
)

"""Build hook: compile the catalogues, which git does not keep, wherever the package is built or installed."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface):
    """Writes ``messages.mo`` beside every ``messages.po``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files of the wheel, or of an editable install, are collected."""
        for source in Path(self.root).glob("companion/translations/*/LC_MESSAGES/messages.po"):
            with source.open("rb") as read, source.with_suffix(".mo").open("wb") as written:
                write_mo(written, read_po(read, locale=source.parts[-3]))

"""The settings of the box."""

from __future__ import annotations

from pathlib import Path

from companion.store.log import Log
from companion.store.settings import keep, kept_secret, setting


def test_a_setting_is_empty_until_it_is_kept_and_then_the_last_one_counts() -> None:
    log = Log(":memory:")
    assert setting(log, "camera_table") == ""
    keep(log, "camera_table", "ABCD")
    keep(log, "camera_table", "EFGH")
    assert setting(log, "camera_table") == "EFGH"


def test_a_secret_is_made_once_and_outlives_a_restart(tmp_path: Path) -> None:
    first = Log(tmp_path / "box.sqlite")
    made = kept_secret(first, "secret")
    first.close()
    again = Log(tmp_path / "box.sqlite")
    assert len(made) > 40
    assert kept_secret(again, "secret") == made
    assert kept_secret(again, "camera_key") != made
    again.close()

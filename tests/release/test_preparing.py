"""``make release``: the changelogs afterwards."""

from __future__ import annotations

from tests.release.__main__ import dated, packaged

CHANGELOG = """\
# Changelog

A line is what somebody notices.

## [Unreleased]

### Added

- New.

### Fixed

- Mended.

## [0.2.0] - 2026-01-01

The first one.

### Added

- Old.

## [0.1.0] - 2025-01-01
"""
PACKAGED = """\
table-companion (0.2.0) stable; urgency=medium

  * First package.

 -- Ann <ann@example.org>  Thu, 01 Jan 2026 12:00:00 +0000
"""
NOW = "Sun, 29 Nov 2026 12:00:00 +0000"


def test_what_was_unreleased_gets_version_and_date() -> None:
    text = dated(CHANGELOG, "0.3.0", "2026-11-29")
    assert (
        "## [Unreleased]\n\n## [0.3.0] - 2026-11-29\n\n### Added\n\n- New.\n\n### Fixed\n\n- Mended.\n\n## [0.2.0]"
        in text
    )
    assert text.count("## [0.2.0] - 2026-01-01\n\nThe first one.\n\n### Added\n\n- Old.\n\n## [0.1.0]") == 1


def test_a_version_that_was_prepared_and_never_released_is_prepared_again() -> None:
    text = dated(CHANGELOG, "0.2.0", "2026-11-29")
    assert text.count("## [0.2.0]") == 1
    section = "The first one.\n\n### Added\n\n- New.\n- Old.\n\n### Fixed\n\n- Mended.\n\n"
    assert f"## [0.2.0] - 2026-11-29\n\n{section}## [0.1.0]" in text
    assert dated(text, "0.2.0", "2026-11-29") == text


def test_the_package_has_the_version_and_the_date() -> None:
    newer = packaged(PACKAGED, "0.3.0", NOW)
    assert newer.startswith("table-companion (0.3.0) stable")
    assert newer.endswith(PACKAGED)
    again = packaged(PACKAGED, "0.2.0", NOW)
    assert again.count("table-companion (") == 1
    assert f" -- Ann <ann@example.org>  {NOW}\n" in again

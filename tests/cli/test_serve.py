"""The lines that the box prints when it starts."""

from __future__ import annotations

import pytest

from companion.cli.addresses import announce


def test_behind_a_proxy_the_address_of_the_proxy_alone_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """It was followed by http://companion.local://games.example.org."""
    announce("https://games.example.org")
    output = capsys.readouterr().out
    assert "https://games.example.org\n" in output
    assert ".local" not in output
    announce("http://192.168.1.5:8000", "10.8.0.2 (tun0)")
    output = capsys.readouterr().out
    assert "open at  http://192.168.1.5:8000\n" in output
    assert "This machine is 10.8.0.2 (tun0), too: start it with --address" in output

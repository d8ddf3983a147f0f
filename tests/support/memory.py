"""The memory that a process holds."""

from pathlib import Path


def resident_mb(pid: int | str = "self", field: str = "VmRSS") -> float:
    """Return the memory of a process now (``VmRSS``) or at its highest (``VmHWM``), in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) / 1024
    raise RuntimeError(f"no {field} for process {pid}")

"""How busy the machine is, so that a promise in seconds is no promise about what else runs on it; and patience."""

from collections.abc import Callable
from time import monotonic, perf_counter, sleep, thread_time

SAMPLE_SECONDS = 0.05


def slowdown() -> float:
    """How many times longer than on a quiet machine work takes just now: 1.0 where nobody else wants the core."""
    began, worked = perf_counter(), thread_time()
    while thread_time() - worked < SAMPLE_SECONDS:
        pass
    return max(1.0, (perf_counter() - began) / SAMPLE_SECONDS)


def soon(condition: Callable[[], object], seconds: float = 30.0) -> bool:
    """Whether it becomes true within so many seconds."""
    end = monotonic() + seconds
    while not condition():
        if monotonic() > end:
            return False
        sleep(0.01)
    return True

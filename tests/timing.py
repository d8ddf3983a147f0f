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


def fair_seconds(true: Callable[[], object], patience: float) -> float | None:
    """Waits until it is true: the seconds that takes where nobody else wants the processor; None when it never is.

    Others may come and go meanwhile, so how much slower everything is just now is asked at every look.
    """
    fair, began = 0.0, monotonic()
    end = began + patience
    while not true():
        if monotonic() > end:
            return None
        slower, now = slowdown(), monotonic()
        fair += (now - began) / slower
        began = now
    return fair


def soon(condition: Callable[[], object], seconds: float = 120.0) -> bool:
    """Whether it becomes true within so many seconds."""
    end = monotonic() + seconds
    while not condition():
        if monotonic() > end:
            return False
        sleep(0.01)
    return True

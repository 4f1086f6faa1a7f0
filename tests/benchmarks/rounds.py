"""Several ways of doing one thing, measured by turns."""

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter


def medians(sides: Mapping[str, Callable[[], object]], rounds: int, repeats: int = 1) -> dict[str, float]:
    """Seconds that each side takes: the median of `rounds`, in each of which all have their turn."""
    taken: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, act in sides.items():
            begin = perf_counter()
            for _ in range(repeats):
                act()
            taken[name].append((perf_counter() - begin) / repeats)
    return {name: median(times) for name, times in taken.items()}

"""What a key costs on the line and in the processor, and what the start costs, in a real pseudo-terminal.

The explorer that sends only the cells that changed is driven by turns with one that sends what Textual sends.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.benchmarks.rounds import medians
from tests.terminal.conftest import clean_environment
from tests.terminal.terminal import Terminal

STOCK = """
import sys
from attn_tui.ui.app import Explorer
begin = Explorer.__init__
def stock(self, *arguments, **options):
    begin(self, *arguments, **options)
    self.sends_only_changes = False
Explorer.__init__ = stock
from attn_tui.cli import main
sys.exit(main(sys.argv[1:]))
"""
SIDES = {"only changes": ["-m", "attn_tui"], "Textual's output": ["-c", STOCK]}
KEYS = {
    "a move": (0, ("down", "up")),
    "a move among weights": (4, ("right", "left")),
    "an edit": (0, (">", "<")),
    "the mask": (0, ("m", "m")),
    "the next pane": (0, ("tab", "shift+tab")),
}
"""How many panes on from Q, and keys that take each other back."""
SIZES = [(80, 24), (120, 36)]
ROUNDS, TIMES = 5, 10
TICK = os.sysconf("SC_CLK_TCK")


def started(side: list[str], size: tuple[int, int], home: Path) -> Terminal:
    """An explorer that is drawn and waits."""
    terminal = Terminal([sys.executable, *side, "crane-lifted-steel"], size, clean_environment(home), home)
    terminal.wait_for("softmax(")
    terminal.settle()
    return terminal


def processor(terminal: Terminal) -> float:
    """Seconds of the processor that the program has used."""
    fields = Path(f"/proc/{terminal.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def cost(terminal: Terminal, keys: tuple[str, ...]) -> tuple[float, float]:
    """Seconds of the processor, and bytes written, for one key."""
    terminal.mark()
    begin = processor(terminal)
    for key in keys * TIMES:
        terminal.send(key)
        terminal.settle()
    presses = TIMES * len(keys)
    return (processor(terminal) - begin) / presses, len(terminal.bytes_since_mark()) / presses


def compare_keys(size: tuple[int, int], home: Path) -> None:
    """A table of the keys at a size."""
    terminals = {name: started(side, size, home) for name, side in SIDES.items()}
    print(f"{size[0]}×{size[1]}, for one key, the median of {ROUNDS} rounds")
    for name, (panes, keys) in KEYS.items():
        costs: dict[str, list[tuple[float, float]]] = {side: [] for side in SIDES}
        for terminal in terminals.values():
            terminal.send(*["tab"] * panes)
        for _ in range(ROUNDS):
            for side, terminal in terminals.items():
                costs[side].append(cost(terminal, keys))
        for terminal in terminals.values():
            terminal.send(*["shift+tab"] * panes)
        ours, stock = ([median(column) for column in zip(*costs[side], strict=True)] for side in SIDES)
        print(
            f"  {name:22} {1000 * ours[0]:5.1f} ms of {1000 * stock[0]:5.1f}: {ours[0] / stock[0]:.2f}"
            f"   {ours[1]:6.0f} bytes of {stock[1]:6.0f}: {ours[1] / stock[1]:.2f}"
        )
    for terminal in terminals.values():
        terminal.close()


def compare_start(home: Path) -> None:
    """How long until the first screen is drawn, against an interpreter that imports Textual."""

    def imported() -> None:
        subprocess.run([sys.executable, "-c", "import textual.app"], env=clean_environment(home), check=True)

    def drawn() -> None:
        terminal = Terminal(
            [sys.executable, "-m", "attn_tui", "crane-lifted-steel"], (80, 24), clean_environment(home), home
        )
        terminal.wait_for("f 3 digits")
        ended.append(terminal)

    ended: list[Terminal] = []
    began = perf_counter()
    times = medians({"import textual.app": imported, "the explorer, drawn": drawn}, rounds=11)
    for terminal in ended:
        terminal.close()
    print(f"the start, the median of 11 rounds, {perf_counter() - began:.0f} s in all")
    base = times["import textual.app"]
    for side, seconds in times.items():
        print(f"  {side:22} {1000 * seconds:5.0f} ms   {seconds / base:.2f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        compare_start(Path(home))
        for size in SIZES:
            compare_keys(size, Path(home))


if __name__ == "__main__":
    main()

"""Does operations undisturbed under the shim's watch, for strace to look on.

    python -m tests.faults.traced FOLDER LOG OPERATION

The folder has been prepared by another process: what this one changes there, the shim has to see.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.faults.operations import OPERATIONS, Place
from tests.faults.shim import Shim


def main(folder: Path, log: Path, operation: str) -> None:
    """Does an operation."""
    shim, place = Shim(), Place(folder, "")
    with log.open("wb") as file:
        shim.watch(folder, file.fileno())
        for step in OPERATIONS[operation].steps:
            step(place)
        place.close()
        shim.disarm()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])

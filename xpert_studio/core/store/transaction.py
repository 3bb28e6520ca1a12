"""What the functions of the store take: an open transaction, opaque to everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy.engine import Connection


@dataclass(frozen=True, slots=True)
class Transaction:
    """A consistent view of a project, for reading or for one change as a whole.

    Only modules of the store look inside.
    """

    path: Path
    connection: Connection
    writes: bool
    verified: set[str] = field(default_factory=set, compare=False, repr=False)
    """Tables whose rows were compared with their checksums: what is only read stays as it is."""

    @contextmanager
    def trying(self) -> Iterator[None]:
        """What is written inside is written as a whole, or not at all where it raises."""
        with self.connection.begin_nested():
            yield

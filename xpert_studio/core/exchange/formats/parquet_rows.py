"""Rows of a Parquet file as JSON values, bounded in size whatever its compression makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, Final

from xpert_studio.core.exchange.formats.taken import MAX_BYTES
from xpert_studio.core.exchange.problems import FaultError
from xpert_studio.core.extras import need
from xpert_studio.core.messages import Message

PARQUET: Final = ".parquet"
_AT_ONCE: Final = 200
"""Rows that are unpacked before their size is looked at."""


class ParquetError(FaultError):
    """A file that cannot be read."""


def parquet_rows(source: Path) -> Iterator[dict[str, Any]]:
    """The rows in order; times are texts as in ISO 8601, and bytes are left out (None).

    Raises:
        MissingExtraError: What reads Parquet is not installed.
        ParquetError: It is no Parquet file, is damaged, or holds more than 1 GB.
    """
    need("parquet")
    import pyarrow as pa
    import pyarrow.parquet as pq

    left = MAX_BYTES
    try:
        with pq.ParquetFile(source) as file:
            for batch in file.iter_batches(batch_size=_AT_ONCE):
                left -= batch.nbytes
                if left < 0:
                    raise ParquetError(Message("is larger than 1 GB."), Message("Split it."))
                for row in batch.to_pylist():
                    yield _plain(row)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise ParquetError(
            Message("is no Parquet file that can be read."), Message("Export it again.")
        ) from error


def parquet_count(source: Path) -> int:
    """How many rows a Parquet file that was written here has."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(source) as file:
        return int(file.metadata.num_rows)


def _plain(value: Any) -> Any:  # noqa: ANN401 - any value of Arrow
    """A value as JSON has it."""
    if isinstance(value, dict):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    if isinstance(value, float) and value != value:
        return None
    return value if isinstance(value, str | int | float) else None

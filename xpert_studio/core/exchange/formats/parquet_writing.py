"""Writes the tables of an export as Parquet, some thousand rows at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from xpert_studio.core.exchange.columns import ColumnKind, DataColumn, Table

if TYPE_CHECKING:
    import pyarrow as pa

_AT_ONCE: Final = 20_000


def write_parquet(table: Table, rows: Iterable[Mapping[str, Any]], path: Path) -> int:
    """Writes the rows of a table, compressed with zstd; returns how many there were.

    Args:
        table: Its columns.
        rows: Each with a value for every column, None for none; times as in ISO 8601.
        path: The file.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    path.parent.mkdir(exist_ok=True)
    schema = pa.schema([(column.name, _arrow(column)) for column in table.columns])
    count = 0
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for some in _portions(table, rows):
            writer.write_table(pa.Table.from_pylist(some, schema=schema))
            count += len(some)
    return count


def _portions(table: Table, rows: Iterable[Mapping[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    times = [column.name for column in table.columns if column.kind is ColumnKind.TIME]
    all_rows = iter(rows)
    while some := list(islice(all_rows, _AT_ONCE)):
        yield [
            {**row, **{name: datetime.fromisoformat(row[name]) for name in times if row[name]}}
            for row in some
        ]


def _arrow(column: DataColumn) -> pa.DataType:
    import pyarrow as pa

    plain = {
        ColumnKind.TEXT: pa.string(),
        ColumnKind.INTEGER: pa.int64(),
        ColumnKind.NUMBER: pa.float64(),
        ColumnKind.BOOLEAN: pa.bool_(),
        ColumnKind.TIME: pa.timestamp("us", tz="UTC"),
    }
    parts = [(part.name, _arrow(part)) for part in column.parts]
    single = pa.struct(parts) if column.kind is ColumnKind.PARTS else plain[column.kind]
    return pa.list_(single) if column.many else single

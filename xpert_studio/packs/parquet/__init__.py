"""Exports what experts and judges said as Parquet tables for DuckDB, Polars, Spark and pandas."""

from xpert_studio.api import Pack

PACK = Pack(
    id="parquet",
    title="Parquet",
    order=165,
    extras=("parquet",),
    exports={"parquet": "exporting:FORMAT"},
)

"""Clusters: calls of runs that the workers of a Dask cluster send, from as many machines."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="cluster",
    title=mark("Dask clusters"),
    order=64,
    extras=("cluster",),
    carriers={"cluster": "carrier:CLUSTER"},
)

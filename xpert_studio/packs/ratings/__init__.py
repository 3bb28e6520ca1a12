"""Reads tables of ratings: long, a column a criterion, or a column a rater."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="ratings",
    title=mark("Tables of ratings"),
    order=220,
    needs=("argilla",),
    imports={"ratings": "incoming:RATINGS"},
)

"""Reads cases of scenario benchmarks, with levels of difficulty and graded criteria."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="cases",
    title=mark("Cases with levels of difficulty"),
    order=200,
    needs=("checks", "graded"),
    imports={"cases": "incoming:CASES"},
)

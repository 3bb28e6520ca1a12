"""Reads cases of scenario benchmarks, with levels of difficulty and graded criteria."""

from xpert_studio.core.packs import Pack
from xpert_studio.core.wording import mark

PACK = Pack(
    id="cases",
    title=mark("Cases with levels of difficulty"),
    order=200,
    needs=("checks", "graded"),
    imports={"cases": "incoming:CASES"},
)

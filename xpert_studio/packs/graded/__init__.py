"""Graded checkpoints: a value on a scale, with described bands, a minimum and caps."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="graded",
    title=mark("Graded checkpoints"),
    order=10,
    instruments={"graded": "instrument:GRADED"},
    rules={"graded": "rules:RULES"},
)

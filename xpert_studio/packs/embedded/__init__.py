"""The built-in judge, which asks no model: fitted on a project's gold forms."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="embedded",
    title=mark("Built-in judge"),
    order=60,
    judges={"baseline": "backend:embedded_judge"},
)

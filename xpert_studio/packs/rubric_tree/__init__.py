"""Reads rubrics that are trees of requirements with weights on their branches."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="rubric_tree",
    title=mark("Trees of requirements"),
    order=210,
    imports={"paperbench": "incoming:RUBRIC_TREE"},
)

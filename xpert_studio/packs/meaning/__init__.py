"""Search by meaning: tasks, checkpoints and responses that are alike, beside keywords."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="meaning",
    title=mark("Search by meaning"),
    order=63,
    needs=("levels", "recipes"),
    finders={"meaning": "finding:MEANING"},
    sections={"alike": "section_systems:ALIKE"},
)

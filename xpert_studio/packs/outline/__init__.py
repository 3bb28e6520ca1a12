"""The outline drafter: a rubric from deliverables and reference answer, without a model."""

from xpert_studio.api import Pack, mark

PACK = Pack(
    id="outline",
    title=mark("Outline drafter"),
    order=70,
    drafters={"outline": "drafter:outline_draft"},
)

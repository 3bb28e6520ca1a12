"""What models write for people: rubric drafts, responses of systems, a second look at a rubric.

And the outline drafter, which needs no model. Everything a model says is hostile until validated,
and what is written is a suggestion until a person has taken it.
"""

from xpert_studio.core.generation.asking import unseen_notices
from xpert_studio.core.generation.draft import Contrast, DraftRequest, draft_rubric, estimate_draft
from xpert_studio.core.generation.responses import ResponseRequest, generate_responses
from xpert_studio.core.generation.suggested import draft_here

__all__ = [
    "Contrast",
    "DraftRequest",
    "ResponseRequest",
    "draft_here",
    "draft_rubric",
    "estimate_draft",
    "generate_responses",
    "unseen_notices",
]

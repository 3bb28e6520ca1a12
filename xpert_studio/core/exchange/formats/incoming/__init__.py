"""Everything that can be imported: a kind is a file beside this and a line here."""

from typing import Final

from xpert_studio.core.exchange.formats.incoming.argilla import ARGILLA
from xpert_studio.core.exchange.formats.incoming.autorubric import AUTORUBRIC
from xpert_studio.core.exchange.formats.incoming.bundle import BUNDLE, RESPONSES
from xpert_studio.core.exchange.formats.incoming.candidate import Candidate
from xpert_studio.core.exchange.formats.incoming.cases import CASES
from xpert_studio.core.exchange.formats.incoming.choice import CHOICE
from xpert_studio.core.exchange.formats.incoming.entry import (
    BRINGS,
    FOLDER,
    TAKEN,
    Brings,
    ImportFormat,
    Surety,
    Terms,
)
from xpert_studio.core.exchange.formats.incoming.healthbench import HEALTHBENCH, META_EVALUATION
from xpert_studio.core.exchange.formats.incoming.ifeval import IFEVAL, IFEVAL_RESPONSES
from xpert_studio.core.exchange.formats.incoming.label_studio import LABEL_STUDIO
from xpert_studio.core.exchange.formats.incoming.openai_evals import ITEMS, REGISTRY, RUN, SAMPLES
from xpert_studio.core.exchange.formats.incoming.promptfoo import PROMPTFOO
from xpert_studio.core.exchange.formats.incoming.ratings import RATINGS
from xpert_studio.core.exchange.formats.incoming.rubric_tree import RUBRIC_TREE
from xpert_studio.core.exchange.formats.incoming.table import TABLE

IMPORTS: Final[tuple[ImportFormat, ...]] = (
    BUNDLE,
    TABLE,
    RATINGS,
    HEALTHBENCH,
    META_EVALUATION,
    RUBRIC_TREE,
    AUTORUBRIC,
    CASES,
    CHOICE,
    IFEVAL,
    IFEVAL_RESPONSES,
    SAMPLES,
    REGISTRY,
    ITEMS,
    RUN,
    PROMPTFOO,
    ARGILLA,
    LABEL_STUDIO,
    RESPONSES,
)
"""In the order in which they are listed; which one takes a source does not depend on it."""

__all__ = [
    "BRINGS",
    "FOLDER",
    "IMPORTS",
    "TAKEN",
    "Brings",
    "Candidate",
    "ImportFormat",
    "Surety",
    "Terms",
]

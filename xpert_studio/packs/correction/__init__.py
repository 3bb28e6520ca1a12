"""Scores of a judge that experts' labels correct, and what to label next."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="correction",
    title=mark("Corrected scores"),
    order=52,
    sections={
        "corrected-scores": "section_scores:CORRECTED_SCORES",
        "no-worse-than-an-expert": "section_annotator:NO_WORSE",
    },
    board_columns={"corrected": "section_column:CORRECTED"},
    records={"inclusion": "records:INCLUSION"},
    steps={"plan_labels": "command_plan:PLAN_LABELS"},
    asked_for={"labels": "asked:asked_for"},
    commands={
        "labels": Offer(
            "command:app",
            mark("Choose which responses experts label next, and list those that are asked for."),
            after="gold",
        )
    },
)

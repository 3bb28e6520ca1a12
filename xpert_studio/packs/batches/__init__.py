"""Batches: calls of runs posted together at half the price, to be answered within a day."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="batches",
    title=mark("Batches"),
    order=61,
    carriers={"batch": "carrier:BATCH"},
    records={"part": "parts:PART"},
    sections={"batches": "section:BATCHES"},
    commands={
        "batches": Offer(
            "command:app",
            mark("Calls that were posted in batches: how they stand, fetch them, cancel them."),
            after="runs",
        )
    },
)

"""Probes of briefs: what systems answer while a brief is in triage, kept apart from results."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="pretest",
    title=mark("Probes of briefs"),
    order=53,
    needs=("qualification",),
    records={"answer": "records:ANSWER", "rating": "records:RATING"},
    changes={
        "pretest.keep": "changes:keep_answers",
        "pretest.bring": "changes:bring",
        "pretest.rate": "changes:rate",
    },
    pages={"probes": "page_entries:PROBES"},
    sections={"pretest": "section:PRETEST"},
    commands={
        "pretest": Offer(
            "command:app",
            mark("Have systems answer a brief in triage, to measure its pass rate."),
            after="training",
        ),
    },
)

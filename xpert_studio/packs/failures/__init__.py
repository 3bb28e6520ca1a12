"""Why responses fail: types of failures that experts name, and what systems fail by."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="failures",
    title=mark("Failure types"),
    order=43,
    records={"type": "records:TYPE", "tag": "records:TAG"},
    failure_types={"failures": "records:kinds_in"},
    line_parts={"failures": "page_tags:TagPicker"},
    notes={"failures": "records:noted"},
    sections={"failures": "section:FAILURES", "failures-judged": "section_judged:JUDGED"},
    commands={
        "failure": Offer(
            "command:app",
            mark("Name why responses fail checkpoints, and the types of failures of a project."),
            after="judge",
        )
    },
)

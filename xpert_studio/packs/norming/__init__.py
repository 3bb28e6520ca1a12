"""Norming: a few experts judge the same, see where they differ, discuss it, and judge again."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="norming",
    title=mark("Norming"),
    order=49,
    needs=("qualification",),
    records={
        "session": "records:SESSION",
        "revealed": "records:REVEALED",
        "form": "records:FORM",
        "comment": "records:COMMENT",
    },
    changes={
        "norming.start": "sessions:start",
        "norming.reveal": "sessions:reveal",
        "norming.again": "sessions:again",
        "norming.close": "sessions:close",
        "norming.comment": "sessions:comment",
    },
    apart={"norming": "forms:apart"},
    sections={"norming": "section:NORMING"},
    pages={"norming": "page_entries:NORMING"},
    commands={
        "norm": Offer(
            "command:app",
            mark("Have experts judge the same, discuss where they differ, and judge again."),
            after="exam",
        ),
    },
)

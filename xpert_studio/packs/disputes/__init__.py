"""Disputes: people dispute verdicts and judgments, adjudicators decide, checkpoints are mended."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="disputes",
    title=mark("Disputes"),
    order=47,
    records={
        "dispute": "records:DISPUTE",
        "resolution": "records:RESOLUTION",
        "repair": "records:REPAIR",
    },
    changes={
        "disputes.add": "changes:add",
        "disputes.support": "changes:support",
        "disputes.withdraw": "changes:withdraw",
        "disputes.resolve": "changes:resolve",
        "disputes.repair": "changes:keep_repair",
    },
    queues={"disputes": "queue:QUEUE"},
    case_parts={"disputes": "page_part:DisputePart"},
    pages={"disputes": "page_entry:DISPUTES"},
    sections={"disputes": "section:DISPUTED", "disputes-of-task": "section:OF_TASK"},
    commands={
        "dispute": Offer(
            "command:app",
            mark("Dispute verdicts and judgments, resolve disputes, and mend what they name."),
            after="disagreements",
        )
    },
)

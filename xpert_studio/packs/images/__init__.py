"""Regions of pictures as evidence: marking them by command, and how far raters' regions overlap."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="images",
    title=mark("Pictures and regions"),
    order=59,
    sections={"regions": "section:REGIONS"},
    commands={
        "region": Offer(
            "command:app",
            mark("Mark regions of pictures as evidence for your judgments."),
            after="judge",
        )
    },
)

"""A site: a folder of pages with scores, cases and what was judged, that any browser reads."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="site",
    title=mark("Site"),
    order=97,
    needs=("meaning", "recipes"),
    records={"wish": "records:WISH"},
    changes={"site.wish": "changes:take_in"},
    sections={"wishes": "section_wishes:WISHES"},
    pages={"site": "page_entry:SITE", "wishes": "page_entry:WISHES"},
    commands={
        "site": Offer(
            "command:site",
            mark("Write a site: scores, cases and judgments as pages that need no server."),
            after="report",
        ),
        "wish": Offer(
            "command_wish:app",
            mark("Scenarios that readers of a site wish for, and their votes."),
            after="site",
        ),
    },
)

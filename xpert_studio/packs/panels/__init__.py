"""Panels of judges: those that a project keeps, and what stands beside their figures."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="panels",
    title=mark("Panels of judges"),
    order=45,
    sections={"panels": "section:PANELS"},
    commands={
        "panel": Offer(
            "command:app",
            mark("Panels of judges that the project keeps: define, list, remove."),
            after="compare",
        )
    },
)

"""Variants of tasks and their bundles: what systems know, and what they only recognise."""

from xpert_studio.core.packs import Offer, Pack
from xpert_studio.core.wording import mark

PACK = Pack(
    id="variants",
    title=mark("Variants and bundles"),
    order=56,
    needs=("attacks",),
    records={"variant": "records:VARIANT", "hardening": "records:HARDENING"},
    sections={"variants": "section:VARIANTS"},
    commands={
        "variant": Offer(
            "command:app",
            mark("Variants of tasks, bundles of them, and how hard each version of the set is."),
            after="suite",
        )
    },
)

"""Variants of tasks and their bundles, and cases that a model proposes from a brief."""

from xpert_studio.api import Offer, Pack, mark

PACK = Pack(
    id="variants",
    title=mark("Variants and bundles"),
    order=56,
    needs=("attacks",),
    records={
        "variant": "records:VARIANT",
        "hardening": "records:HARDENING",
        "case": "records:CASE",
    },
    changes={
        "variants.propose": "changes:keep_cases",
        "variants.accept": "changes:accept_cases",
        "variants.reject": "changes:reject_cases",
    },
    pages={"cases": "page_entry:CASES"},
    sections={"variants": "section:VARIANTS"},
    commands={
        "variant": Offer(
            "command:app",
            mark("Variants of tasks, bundles of them, cases proposed from a brief, and versions."),
            after="suite",
        )
    },
)

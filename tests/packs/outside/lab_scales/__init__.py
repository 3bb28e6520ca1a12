"""A pack of a stranger: one entry of each kind."""

from xpert_studio.api import Offer, Pack

PACK = Pack(
    id="lab_scales",
    title="Scales of the lab",
    instruments={"stars": "instrument:STARS"},
    pages={"lab": "page:ENTRY"},
    editors={"stars": "page_settings:StarsForm"},
    checks={"lab": "kinds:KINDS"},
    rules={"lab": "rules:RULES"},
    metrics={"lab": "figures:FIGURES"},
    sections={"lab-summary": "sections:SUMMARY"},
    providers={"acme": "providers:ACME"},
    imports={"lab-list": "formats:LIST"},
    exports={"lab-list": "formats:OUT"},
    records={"sighting": "sightings:SIGHTING", "plan": "sightings:PLAN"},
    commands={
        "lab": Offer("command:lab", "Say how many checkpoints have stars.", after="lint"),
        "sight": Offer("command_sight:app", "What the lab saw in responses.", after="lab"),
    },
    texts={"zh": "texts.zh.json"},
)

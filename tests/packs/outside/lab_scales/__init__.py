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
    boards={"lab": Offer("sections:SUMMARY", "lab (how many tasks it counts)")},
    board_columns={"lab_seen": "columns:SEEN"},
    steps={"lab_plan": "steps:PLAN_IT"},
    changes={"lab_scales.rate": "changes:rate"},
    asked_for={"lab": "asked:asked_for"},
    providers={"acme": "providers:ACME"},
    imports={"lab-list": "formats:LIST"},
    exports={"lab-list": "formats:OUT"},
    judges={"lab-words": "judge:WORDS"},
    drafters={"lab-lines": "drafter:draft"},
    answering={"lab": "answering:WORDS"},
    readers={"application/msword": "reader:read"},
    renderers={"application/x-lab-plate": "renderer:PLATES"},
    viewers={"application/msword": "page_viewer:view"},
    line_parts={"lab": "page_part:Words"},
    runners={"lab": "runner:run"},
    probes={"lab": "probes:PROBES"},
    met_by={"lab": "met_by:gather"},
    records={"sighting": "sightings:SIGHTING", "plan": "sightings:PLAN"},
    commands={
        "lab": Offer("command:lab", "Say how many checkpoints have stars.", after="lint"),
        "sight": Offer("command_sight:app", "What the lab saw in responses.", after="lab"),
    },
    texts={"zh": "texts.zh.json"},
)

"""Records of the lab's pack: what tests write, and how they look at it."""

from __future__ import annotations

from tests.packs.lab import PLAN, SIGHTING
from tests.workflow.blinded import IDS
from tests.workflow.studio import START
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.records import PackRecord, Visibility
from xpert_studio.core.store import entities, pack_records
from xpert_studio.core.workflow import (
    put_records,
)
from xpert_studio.core.workflow.pack_records import Written, seen_records

PRIVATE, PUBLIC = Visibility.PRIVATE, Visibility.PUBLIC


def sight(ctx, text="Names the moon.", *, response=IDS[0], id_="", **more):
    from lab_scales.sightings import Sighting

    seen = Sighting(text=text, seen_by=ctx.person_id, **more)
    change = put_records(ctx, *SIGHTING, [Written(seen, id=id_, response_id=response)])
    return change.edits[0].after.id


def plan(ctx, *texts, ids=()):
    from lab_scales.sightings import Plan

    names = ids or [""] * len(texts)
    made = [Written(Plan(text=text), id=id_) for text, id_ in zip(texts, names, strict=True)]
    return put_records(ctx, *PLAN, made)


def stored(project, kind=SIGHTING):
    with project.reading() as tx:
        return list(pack_records.records_in(tx, kind))


def put(project, *records):
    """Past all commands, as an import or another version has written them."""
    with project.writing() as tx:
        for record in records:
            entities.put(tx, record)


def seen_by(studio, person, kind=SIGHTING):
    with studio.project.reading() as tx:
        return [(one.response, one.content.get("text")) for one in seen_records(tx, person, *kind)]


OLD = PackRecord(
    pack="lab_scales",
    kind="sighting",
    id="old",
    response_id=IDS[0],
    version=1,
    content={"said": "Names the sun.", "person": "wei"},
)
NEWER = PackRecord(
    pack="lab_scales",
    kind="sighting",
    id="newer",
    response_id=IDS[0],
    version=3,
    content={"text": "From later.", "colour": "red"},
)
STRANGE = PackRecord(pack="lab_scales", kind="dream", id="d", content={"deep": [1, {"x": None}]})


def exported(studio, path, visibility=PRIVATE, **more):
    return export_bundle(
        studio.project, path, visibility=visibility, now=START, replace=True, **more
    )

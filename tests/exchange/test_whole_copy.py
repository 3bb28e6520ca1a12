"""A copy of a whole project: nothing that people have made is forgotten in it, whatever is added.

The lists here are of the tables of the store: a new one fails the first test until somebody has
said whether it travels.
"""

from __future__ import annotations

import shutil
from typing import Final

import pytest
from sqlalchemy import select, text

from tests.workflow.deciding import confirm
from tests.workflow.packets.errands import sent
from tests.workflow.studio import START, Studio
from xpert_studio.exchange.packet_format import BY_KIND
from xpert_studio.exchange.packets import copy_to_file, open_file, read_packet
from xpert_studio.records import (
    Attachment,
    Attribution,
    Cause,
    Checkpoint,
    DisagreementKey,
    Dismissal,
    Proposal,
    Purpose,
    SpotCheck,
    Tier,
    content_hash,
)
from xpert_studio.report.certificates import certify
from xpert_studio.store import (
    ProjectFile,
    certificates,
    entities,
    files,
    log,
    tasks,
)
from xpert_studio.store.entities import ENTITIES
from xpert_studio.store.schema import metadata, setting
from xpert_studio.workflow import (
    attribute,
    draw_subset,
    fix_checkpoint,
    judge_line,
    open_sheet,
    remark,
    sheet_view,
    undo,
    withdraw_attributions,
)
from xpert_studio.workflow.gold import choose_anchor
from xpert_studio.workflow.merging.kinds import KINDS, ORDER
from xpert_studio.workflow.merging.three_way import Choice, Side
from xpert_studio.workflow.packets import plan_packet, take_packet

TRAVELS: Final = {
    *(entity.table.name for entity in ENTITIES.values()),
    "certificate",
    "blob",
    "log",
}
STAYS: Final = {
    "log_mark": "says which log belongs to one file",
    "judge": "judges come with the verdicts they gave, and those stay",
    "verdict": "bought from a provider in one copy; a bundle brings them where they are wanted",
    "read_mark": "says what was on one screen; who decides in another copy reads there",
    "run": "an account of what one program asked for and paid",
    "call": "what a provider was sent and said, which whoever paid for it keeps",
    "prompt_prefix": "belongs to calls",
    "extra_file": "came with a bundle; nobody here knows what it holds",
    "packet": "each copy's own account of what went out and came in",
    "record_version": "travels as the versions of the records",
}
"""Tables that are in no packet, and why."""

SETTINGS: Final = {
    "project": "the project record",
    "project_id": "stands in the packet",
    "blind_secret": "tells which response is which: only the copy that sent a packet may know",
    "pseudonym_secret": "tells who is who in public bundles",
    "guest": "says of a file that it is somebody's part",
    "log_head": "each copy has a log of its own",
}
SHOWN_AS: Final = "letters"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project with something of every kind, closed."""
    studio = Studio(tmp_path_factory.mktemp("made") / "whole.xpert")
    first, second = studio.answered("t1", ("aurora", "borealis"))
    studio.judged(first, "maria")
    confirm(studio.omar, first, "maria")
    studio.scored(first, met=False)
    line, other = (view.checkpoint.id for view in sheet_view(studio.maria, first).lines[:2])
    key = DisagreementKey("j1", first, line)
    attribute(studio.lena, [key], Cause.JUDGE_ERROR, reason="It overlooks the month.")
    certify(studio.project, "j1", now=START, made_by="lena")
    open_sheet(studio.maria, second)
    judge_line(studio.maria, second, line, value=1, rationale="It says so.")
    draw_subset(studio.lena, size=1, seed=1)
    choose_anchor(studio.lena, "t1", first, "maria")
    lines = studio.review("t2")
    remark(studio.omar, "t2", "Which month?", checkpoint_id=lines[0])
    with studio.project.writing() as tx:
        sha256 = files.put_blob(tx, b"The lease.")
        named = Attachment(path="lease.txt", media_type="text/plain", sha256=sha256)
        task = tasks.get_task(tx, "t2")
        kept = {"attachments": (named,), "extra": {"house_code": [1, {"of": "the bundle"}]}}
        entities.put(tx, task.model_copy(update=kept))
        for record in (
            SpotCheck(
                task_id="t1", revision=1, drawn_with_seed=1, share=0.5, drawn_from=2,
                drawn_at=START, senior_id="omar",
            ),
            Proposal(
                task_id="t2", id="p1", batch="b1", drafter="outline", text="Names the tenant.",
                weight=3, tier=Tier.OPTIONAL, made_at=START,
            ),
            Dismissal(
                task_id="t2", checkpoint_id=lines[0], rule="compound", text_hash=content_hash("x"),
                reason="One demand.", by="wei", at=START,
            ),
        ):  # fmt: skip
            entities.put(tx, record)
        judged = entities.find(tx, Checkpoint, "t1", other)
        entities.remove(tx, judged)
    studio.project.close()
    return studio


def at_work(made, project) -> Studio:
    """Everybody's desks at another project file."""
    studio = Studio.__new__(Studio)
    studio.__dict__ |= {**made.__dict__, "project": project}
    return studio


@pytest.fixture
def whole(made, tmp_path):
    """A copy of its file, open."""
    shutil.copy(made.project.path, tmp_path / "whole.xpert")
    with ProjectFile.open(tmp_path / "whole.xpert") as project:
        yield at_work(made, project)


@pytest.fixture
def other(whole, tmp_path):
    """A second lead's copy, made of a packet."""
    copy_to_file(whole.lena, tmp_path / "copy.xpacket")
    with open_file(tmp_path / "copy.xpacket", tmp_path / "other.xpert", now=START) as opened:
        yield at_work(whole, opened)


def contents(project):
    with project.reading() as tx:
        found = {
            kind: entities.find_all(tx, entity.record)
            for kind, entity in ENTITIES.items()
            if kind != "project"
        }
        found["project"] = [entities.find(tx, ENTITIES["project"].record)]
        made = certificates.all_certificates(tx)
        found["certificates"] = [(item, certificates.evidence_of(tx, item.id)) for item in made]
        found["retired"] = tasks.retired_lines(tx)
        found["blobs"] = [(name, files.get_blob(tx, name)) for name in files.blob_sizes(tx)]
        return found


def test_every_table_travels_or_stays_on_purpose():
    assert TRAVELS | STAYS.keys() == metadata.tables.keys()
    assert not TRAVELS & STAYS.keys()


def test_every_kind_that_people_change_has_a_file_and_is_merged():
    assert set(KINDS) == {*ENTITIES, ORDER}
    assert set(BY_KIND) == set(KINDS)


def test_every_setting_travels_or_stays_on_purpose(whole, tmp_path):
    copy_to_file(whole.lena, tmp_path / "copy.xpacket")
    with whole.project.reading() as tx:
        names = {
            name.partition("/")[0].partition(":")[0]
            for name in tx.connection.scalars(select(setting.c.key))
        }
    assert names <= {*SETTINGS, SHOWN_AS}, names - SETTINGS.keys()


def test_a_copy_holds_all_that_people_have_made(whole, other):
    was, now = contents(whole.project), contents(other.project)
    assert {kind for kind, found in was.items() if not found} == set(), "of every kind, something"
    assert now == was


def test_the_history_travels(whole, other):
    def told(project):
        with project.reading() as tx:
            return [(e.at, e.command, e.task_id, e.actor_id, e.reason) for e in log.all_entries(tx)]

    there = told(other.project)
    assert [
        event for event in told(whole.project) if event not in there and event[1] != "packet.send"
    ] == []


def test_what_stays_is_not_in_the_packet(whole, tmp_path):
    copy_to_file(whole.lena, tmp_path / "copy.xpacket")
    opened = open_file(tmp_path / "copy.xpacket", tmp_path / "x.xpert", now=START)
    with opened, opened.reading() as tx:
        for name in STAYS.keys() - {"packet", "record_version", "log_mark"}:
            assert tx.connection.scalar(text(f'select count(*) from "{name}"')) == 0, name


# Findings on disagreements.


def key_of(studio) -> DisagreementKey:
    with studio.project.reading() as tx:
        return entities.find_all(tx, Attribution)[0].key


def test_a_finding_that_was_changed_on_one_side_is_taken(whole, other):
    key = key_of(whole)
    attribute(whole.lena, [key], Cause.UNSAID_POLICY, reason="Nobody said so.")
    taken = take_packet(other.desk("lena"), packet(whole))
    assert taken.change
    assert attribution(other) == attribution(whole)
    undo(other.desk("lena"), change_id=taken.change.id)
    assert attribution(other).cause is Cause.JUDGE_ERROR


def test_two_findings_on_one_disagreement_are_decided_as_one(whole, other):
    key = key_of(whole)
    attribute(whole.lena, [key], Cause.UNSAID_POLICY, reason="Nobody said so.")
    with other.project.writing() as tx:
        kept = attribution_in(tx).model_copy(
            update={"cause": Cause.EXPERT_SLIP, "reason": "A slip."}
        )
        entities.put(tx, kept)
    content = packet(whole)
    plan = plan_packet(other.desk("lena"), content)
    (item,) = plan.conflicts
    assert {diff.group for diff in item.conflicts} == {"cause"}
    theirs = {(item.kind, item.key, "cause"): Choice(Side.THEIRS)}
    take_packet(other.desk("lena"), content, theirs)
    assert attribution(other) == attribution(whole)


def test_a_finding_that_was_taken_back_is_taken_back_for_both(whole, other):
    withdraw_attributions(whole.lena, [key_of(whole)])
    take_packet(other.desk("lena"), packet(whole))
    with other.project.reading() as tx:
        assert entities.find_all(tx, Attribution) == []


# Certificates.


def test_a_new_certificate_comes_with_its_answers_and_outlasts_an_undo(whole, other):
    with other.project.writing() as tx:
        tx.connection.execute(text("delete from certificate"))
    attribute(whole.lena, [key_of(whole)], Cause.UNSAID_POLICY, reason="Nobody said so.")
    content = packet(whole)
    taken = take_packet(other.desk("lena"), content)
    there = contents(whole.project)["certificates"]
    assert contents(other.project)["certificates"] == there
    undo(other.desk("lena"), change_id=taken.change.id)
    take_packet(other.desk("lena"), content)
    assert contents(other.project)["certificates"] == there


def test_answers_behind_a_certificate_that_are_damaged_are_not_sent(whole, tmp_path):
    with whole.project.writing() as tx:
        tx.connection.execute(text("update certificate set evidence = x'00'"))
    copy_to_file(whole.lena, tmp_path / "copy.xpacket")
    content = read_packet(tmp_path / "copy.xpacket")
    assert len(content.certificates) == 1
    assert content.evidence.hashes == frozenset()


def packet(studio):
    path = studio.project.path.parent / f"{studio.new_id()}.xpacket"
    copy_to_file(studio.desk("lena"), path)
    return read_packet(path)


def attribution_in(tx) -> Attribution:
    return entities.find_all(tx, Attribution)[0]


def attribution(studio) -> Attribution:
    with studio.project.reading() as tx:
        return attribution_in(tx)


def test_the_history_that_an_author_gets_tells_nothing_of_judgments(whole):
    """A task is opened again because of one; its author reads why, not by whom and on what."""
    key = key_of(whole)
    fix_checkpoint(whole.lena, key, reason="It is ambiguous.")
    content = sent(whole, Purpose.WRITE, "wei", task_ids=["t1"])
    told = {event.command: event for event in content.events}
    assert told["rubric.reopen"].reason == "It is ambiguous."
    said = str([event.model_dump(mode="json") for event in content.events])
    assert [name for name in (key.response_id, "j1", "aurora", "ambiguous_") if name in said] == []
    assert not told.keys() & {
        "disagreement.attribute",
        "certificate.add",
        "judgment.confirm",
        "form.submit",
    }

"""Assignments and submissions as files: whole, unchanged, and hostile."""

from __future__ import annotations

import json
import random
import zipfile

import pytest

from tests.workflow.assignments.files import later, new_id, of_responses, of_tasks, outcomes
from tests.workflow.studio import Studio
from xpert_studio.core.errors import ExchangeRefusedError, InputRefusedError, UsageError, XpertError
from xpert_studio.core.exchange.assignment_files import (
    ASSIGNMENT,
    SUBMISSION,
    kind_of_file,
    read_assignment,
    read_submission,
)
from xpert_studio.core.exchange.assignment_transfer import (
    assignment_to_file,
    import_submission_file,
    open_assignment_file,
    submission_to_file,
)
from xpert_studio.core.records import Comment, content_hash
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import entities
from xpert_studio.core.workflow import CommandContext, add_comment, send_back


@pytest.fixture
def studio(tmp_path) -> Studio:
    return Studio(tmp_path / "studio.xpert")


def lead(studio):
    return CommandContext(studio.project, "lena", later, new_id)


@pytest.fixture
def submitted(studio, tmp_path):
    """A review that went out and came back: both files."""
    first, *_ = studio.review("t1")
    out, _ = assignment_to_file(
        lead(studio), tmp_path / "review", Purpose.REVIEW, "maria", of_tasks("t1"),
        message="Please by Friday.",
    )  # fmt: skip
    guest = open_assignment_file(out, tmp_path / "maria", now=later(), person_id="maria")
    ctx = CommandContext(guest, "maria", later, new_id)
    add_comment(ctx, "t1", "两个要求。", checkpoint_id=first)
    send_back(ctx, "t1", summary="One line to split.")
    back, _ = submission_to_file(ctx, tmp_path / "back")
    guest.close()
    return out, back


def test_files_say_what_they_are_and_come_back_as_they_were(studio, submitted):
    out, back = submitted
    assert (kind_of_file(out), kind_of_file(back)) == (ASSIGNMENT, SUBMISSION)
    assert (out.suffix, back.suffix) == (".xassignment", ".xsubmission")
    assert read_assignment(out).assignment.message == "Please by Friday."
    assert outcomes(import_submission_file(lead(studio), back, dry_run=True)) == {"applied": 2}
    with studio.project.reading() as tx:
        assert entities.find_all(tx, Comment) == []
    assert outcomes(import_submission_file(lead(studio), back)) == {"applied": 2}
    with studio.project.reading() as tx:
        (found,) = entities.find_all(tx, Comment)
    assert found.text == "两个要求。"


def test_one_is_not_taken_for_the_other(studio, submitted, tmp_path):
    out, back = submitted
    with pytest.raises(InputRefusedError, match="was refused"):
        import_submission_file(lead(studio), out)
    with pytest.raises(InputRefusedError, match="was refused"):
        open_assignment_file(back, tmp_path / "x", now=later())
    with pytest.raises(UsageError, match=r"\.xassignment"):
        assignment_to_file(
            lead(studio), tmp_path / "x.zip", Purpose.REVIEW, "maria", of_tasks("t1")
        )


def rewritten(path, change):
    """The file with one of its members changed, all hashes of the manifest computed anew."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    manifest = json.loads(members.pop("manifest.json"))
    import hashlib

    for entry in manifest["files"]:
        if entry["path"] in members:
            entry["sha256"] = hashlib.sha256(members[entry["path"]]).hexdigest()
    manifest["hash"] = content_hash({k: v for k, v in manifest.items() if k != "hash"})
    members["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def test_a_submission_that_was_altered_with_all_its_hashes_is_refused(studio, submitted):
    _, back = submitted

    def change(members):
        members["rows.jsonl"] = members["rows.jsonl"].replace("两个".encode(), "三个".encode())

    rewritten(back, change)
    with pytest.raises(ExchangeRefusedError, match="not as it was signed"):
        import_submission_file(lead(studio), back)


def test_any_byte_that_is_changed_is_found_or_changes_nothing(studio, submitted):
    out, back = submitted
    rng = random.Random(7)
    for path, read in ((out, read_assignment), (back, read_submission)):
        whole, original = path.read_bytes(), read(path)
        for _ in range(150):
            data = bytearray(whole)
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            path.write_bytes(bytes(data))
            try:
                found = read(path)
            except XpertError:
                continue
            assert (found.records if path is out else found.parts) == (
                original.records if path is out else original.parts
            )
        path.write_bytes(whole)


def test_hostile_rows_are_refused_by_name(submitted):
    out, _ = submitted
    for row in (
        b'{"kind": "task"}\n',
        b'{"kind": "verdict", "record": {}}\n',
        b'{"kind": "task", "record": {"id": "' + b"x" * 200 + b'"}}\n',
        b"[]\n",
        b'{"kind": "task", "kind": "task"}\n',
        b"\xff\n",
    ):

        def change(members, row=row):
            members["rows.jsonl"] = row

        rewritten(out, change)
        with pytest.raises(InputRefusedError):
            read_assignment(out)


def test_a_packet_of_an_earlier_version_says_what_to_do(tmp_path):
    path = tmp_path / "old.xpacket"
    with zipfile.ZipFile(path, "w") as archive:
        manifest = {"format": "xpert-bundle", "format_version": 1, "packet": {"purpose": "answers"}}
        archive.writestr("manifest.json", json.dumps(manifest))
    with pytest.raises(ExchangeRefusedError, match="submits again"):
        read_submission(path)


def test_nothing_of_a_system_is_in_an_assignment_for_judging(studio, tmp_path):
    given = studio.answered("t1", ("aurora", "borealis"))
    out, _ = assignment_to_file(
        lead(studio), tmp_path / "judge", Purpose.JUDGE, "maria", of_responses(studio, *given)
    )
    with zipfile.ZipFile(out) as archive:
        data = b"".join(archive.read(name) for name in archive.namelist())
    texts = [b"aurora says: leave at month 30.", b"borealis says: leave at month 30."]
    for text in texts:
        data = data.replace(text, b"")
    assert b"aurora" not in data
    assert b"borealis" not in data
    assert not [id_ for id_ in given if id_.encode() in data]

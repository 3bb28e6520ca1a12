"""Packets that were damaged, altered by hand, or made by somebody who wants to do harm."""

from __future__ import annotations

import copy
import json
import os
import shutil
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.exchange.sealing import Files, packed, rows_of, sealed, unpacked
from tests.workflow.studio import START, Studio
from xpert_studio.errors import InputRefusedError, NotFoundError, XpertError
from xpert_studio.exchange import packet_files
from xpert_studio.exchange.bundle_format import MANIFEST
from xpert_studio.exchange.packet_files import FilesOf
from xpert_studio.exchange.packets import (
    answer_to_file,
    copy_to_file,
    is_packet,
    open_file,
    read_packet,
    request_to_file,
)
from xpert_studio.records import Purpose, bytes_hash
from xpert_studio.store import ProjectFile, certificates, check_file, entities, files, tasks
from xpert_studio.store.entities import ENTITIES
from xpert_studio.workflow import (
    Desk,
    add_checkpoint,
    edit_checkpoint,
    judge_line,
    open_sheet,
    remark,
    send_back,
    set_policies,
    sheet_view,
    submit_sheet,
    undo,
)
from xpert_studio.workflow.packets import choose, plan_packet, take_packet

LARGE = bool(os.environ.get("XPERT_TEST_LARGE"))
"""``XPERT_TEST_LARGE=1`` alters packets in many more ways."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A project and packets of every sort: requests, answers and a copy."""
    folder = tmp_path_factory.mktemp("hostile")
    studio = Studio(folder / "law.xpert")
    set_policies(studio.lena, max_tasks_per_expert=4)
    first, _ = studio.answered("t1", ("aurora", "borealis"))
    studio.judged(first, "ada")
    studio.review("t2")
    lines = studio.rubric("t3")
    with studio.project.writing() as tx:
        files.put_blob(tx, b"The lease.")
    studio.project.close()
    shutil.copy(folder / "law.xpert", folder / "hers.xpert")
    studio.project = ProjectFile.open(folder / "law.xpert")
    for purpose, person, work in (
        (Purpose.REVIEW, "maria", reviewed),
        (Purpose.JUDGE, "maria", judged),
        (Purpose.WRITE, "wei", written),
    ):
        scope = choose(studio.lena, person, purpose)
        name = folder / f"{purpose.value}.xpacket"
        request_to_file(studio.lena, name, purpose, person, scope)
        with open_file(name, folder / "part.xpert", now=START) as part:
            desk = Desk(part, person, studio.now, studio.new_id)
            work(desk)
            answer_to_file(desk, folder / f"{purpose.value}-answer.xpacket")
        (folder / "part.xpert").unlink()
    studio.project.close()
    with ProjectFile.open(folder / "hers.xpert") as hers:
        author = Desk(hers, "wei", studio.now, studio.new_id)
        edit_checkpoint(author, "t3", lines[0], text="Her text.")
        copy_to_file(Desk(hers, "lena", studio.now, studio.new_id), folder / "sync.xpacket")
    return folder


def reviewed(desk):
    remark(desk, "t2", "Which month?")
    send_back(desk, "t2", summary="One question.")


def judged(desk):
    with desk.project.reading() as tx:
        given_ = [record.id for record in entities.find_all(tx, ENTITIES["response"].record)]
    for response_id in given_:
        open_sheet(desk, response_id)
        for line in sheet_view(desk, response_id).lines:
            judge_line(desk, response_id, line.checkpoint.id, value=1, rationale="So it says.")
    submit_sheet(desk, given_[0])


def written(desk):
    with desk.project.reading() as tx:
        line = tasks.rubric_of(tx, "t3")[0]
    edit_checkpoint(desk, "t3", line.id, text="His text.")
    add_checkpoint(desk, "t3", text="Quotes clause 9.", dimension="Accuracy")


def contents(project) -> dict:
    with project.reading() as tx:
        found = {
            kind: sorted(entities.find_all(tx, entity.record), key=entity.key_of)
            for kind, entity in ENTITIES.items()
            if kind != "project"
        }
        found["project"] = [entities.find(tx, ENTITIES["project"].record)]
        found["rubrics"] = tasks.rubrics(tx)
        found["certificates"] = certificates.all_certificates(tx)
        return found


# Files that are none, or not whole, or not as they were sent.


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-200])


def bomb(path: Path) -> None:
    held = unpacked(path) | {"tasks.jsonl": b" " * (60 * 1024 * 1024)}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in held.items():
            archive.writestr(name, data)


def renamed(name: str) -> Callable[[Path], None]:
    def alter(path: Path) -> None:
        held = unpacked(path)
        held[name] = held.pop("tasks.jsonl")
        packed(held, path)

    return alter


def a_link(path: Path) -> None:
    held = unpacked(path)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in held.items():
            info = zipfile.ZipInfo(name)
            if name == "tasks.jsonl":
                info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, data)


def by_hand(name: str, before: bytes, after: bytes) -> Callable[[Path], None]:
    def alter(path: Path) -> None:
        held = unpacked(path)
        assert before in held[name]
        packed(held | {name: held[name].replace(before, after)}, path)

    return alter


def without(name: str) -> Callable[[Path], None]:
    def alter(path: Path) -> None:
        packed({key: data for key, data in unpacked(path).items() if key != name}, path)

    return alter


def added(name: str) -> Callable[[Path], None]:
    return lambda path: packed(unpacked(path) | {name: b"{}\n"}, path) and None


def rewritten(**values) -> Callable[[Path], None]:
    def alter(path: Path) -> None:
        rows = rows_of(unpacked(path))
        rows[MANIFEST][0]["packet"] |= values
        packed(sealed(unpacked(path), rows), path)

    return alter


def a_bundle(path: Path) -> None:
    rows = rows_of(unpacked(path))
    del rows[MANIFEST][0]["packet"]
    packed(unpacked(path) | {MANIFEST: json.dumps(rows[MANIFEST][0]).encode()}, path)


@pytest.mark.parametrize(
    ("alter", "why"),
    [
        (lambda path: path.write_text("Dear Maria,"), "is not a zip file"),
        (lambda path: path.write_bytes(b""), "is not a zip file"),
        (truncated, "is not a zip file, or a damaged one"),
        (bomb, "bomb"),
        (a_bundle, "this is a bundle, and no packet"),
        (renamed("../../tasks.jsonl"), "leads out of the bundle"),
        (renamed("/etc/passwd"), "leads out of the bundle"),
        (renamed("c:\\tasks.jsonl"), "leads out of the bundle"),
        (a_link, "is not an ordinary file"),
        (by_hand("tasks.jsonl", b"Ending a lease", b"Ending a trust"), "it was changed or damaged"),
        (by_hand(MANIFEST, b"maria", b"wei"), "it was changed"),
        (by_hand(MANIFEST, b"{", b"{{"), "JSON"),
        (without("tasks.jsonl"), "is named by the manifest but not there"),
        (without(MANIFEST), "this is no packet"),
        (added("verdicts.jsonl"), "it was added"),
        (rewritten(version=2), "knows packets up to version 1"),
        (rewritten(version="new"), 'packet.version: "new" is not what a packet says there'),
        (rewritten(purpose="steal"), "packet.purpose"),
        (rewritten(made_at="yesterday"), "packet.made_at"),
        (rewritten(scope=7), "packet.scope"),
        (rewritten(message="\ud800"), "half a character"),
    ],
)  # fmt: skip
def test_what_is_no_sound_packet_is_refused_by_name_with_a_remedy(folder, tmp_path, alter, why):
    path = tmp_path / "r.xpacket"
    shutil.copy(folder / "review.xpacket", path)
    alter(path)
    with pytest.raises(InputRefusedError) as refused:
        open_file(path, tmp_path / "made.xpert", now=START)
    assert "r.xpacket" in refused.value.message
    assert any(why in str(problem) for problem in refused.value.problems), refused.value.problems
    assert all(problem.remedy for problem in refused.value.problems)
    assert not (tmp_path / "made.xpert").exists()


def test_what_is_not_there_is_said_to_be_missing(tmp_path):
    with pytest.raises(NotFoundError, match="There is nothing at"):
        read_packet(tmp_path / "none.xpacket")
    assert not is_packet(tmp_path / "none.xpacket")


def test_a_packet_is_told_from_a_bundle(folder, tmp_path):
    assert is_packet(folder / "sync.xpacket")
    path = tmp_path / "b.zip"
    shutil.copy(folder / "review.xpacket", path)
    a_bundle(path)
    assert not is_packet(path)


def test_a_packet_that_was_unpacked_to_a_folder_is_read_as_one(folder, tmp_path):
    with zipfile.ZipFile(folder / "review.xpacket") as archive:
        archive.extractall(tmp_path / "r")
    assert read_packet(tmp_path / "r").packet == read_packet(folder / "review.xpacket").packet


def test_a_packet_that_changes_while_it_is_taken_in_is_refused_whole(folder, tmp_path):
    path = tmp_path / "s.xpacket"
    shutil.copy(folder / "sync.xpacket", path)
    content = read_packet(path)
    path.write_bytes(b"gone")
    with pytest.raises(XpertError, match="removed or changed"):
        content.files.read(next(iter(content.files.hashes)))


def test_many_attachments_are_fetched_at_one_look_into_the_packet(tmp_path, monkeypatch):
    data = [f"File {number}".encode() for number in range(300)]
    names = {bytes_hash(item): f"attachments/{place}.txt" for place, item in enumerate(data)}
    path = packed(dict(zip(names.values(), data, strict=True)) | {MANIFEST: b"{}"}, tmp_path / "p")
    looks = []
    real = packet_files.open_source
    monkeypatch.setattr(packet_files, "open_source", lambda *given: looks.append(1) or real(*given))
    fetched = FilesOf(path, names)
    assert [fetched.read(sha256) for sha256 in sorted(names)] == sorted(data, key=bytes_hash)
    assert len(looks) == 1
    assert fetched.read(bytes_hash(data[7])) == data[7]


# Every hash right, and the content altered: refused, or taken without breaking anything.

NAMES = ("lena", "maria", "wei", "omar", "t1", "t2", "t3", "r-0000025", "pk-1", "1", "2")
VALUES = st.one_of(
    st.sampled_from(
        [
            None, "", " ", True, False, 0, -1, 3, 1.5, 10**25, [], {}, [[]], "\u0000", "\ud800",
            "../x", "x" * 200, ["lena"], {"a": {"b": 1}}, "2026-05-04T09:00:00Z", "0" * 64, "ready",
            "approved", "confirmed", "lead", ["lead"], "f" * 24, ["f" * 24], *NAMES,
        ]
    ),
    st.text(max_size=4),
)  # fmt: skip
PLACE = st.integers(0, 10_000)
EDIT = st.tuples(st.sampled_from(["set", "set", "set", "swap", "drop", "double"]), PLACE, PLACE,
                 PLACE, VALUES)  # fmt: skip


def altered(held: Files, edits) -> Files:
    """The files with some values replaced, exchanged or left out, or rows left out or doubled."""
    rows = copy.deepcopy(rows_of(held))
    for what, file, row, place, value in edits:
        found = rows[sorted(rows)[file % len(rows)]]
        if not found:
            continue
        number = row % len(found)
        if what == "drop" and len(rows[MANIFEST]) and found is not rows[MANIFEST]:
            del found[number]
        elif what == "double" and found is not rows[MANIFEST]:
            found.append(copy.deepcopy(found[number]))
        else:
            _replace(found, number, place, value, swap=what == "swap")
    return sealed(held, rows)


def _replace(found: list, number: int, place: int, value, *, swap: bool) -> None:
    spots = list(_spots(found, number))
    holder, key = spots[place % len(spots)]
    if swap:  # a value from elsewhere in the same file
        others = [spot for row in range(len(found)) for spot in _spots(found, row)]
        there, name = others[(place * 7 + 3) % len(others)]
        value = copy.deepcopy(there[name])
    holder[key] = copy.deepcopy(value)


def _spots(holder, key):
    """Every value, as what holds it and its name there."""
    yield holder, key
    value = holder[key]
    inner = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for name in list(inner):
        yield from _spots(value, name)


ALTERED = settings(
    max_examples=400 if LARGE else 30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate] + ([Phase.shrink] if LARGE else []),
)
EDITS = st.lists(EDIT, min_size=1, max_size=3)


def prepared(folder, tmp_path, name, edits, project="law.xpert"):
    """An altered packet beside a fresh copy of the project."""
    path = tmp_path / "altered.xpacket"
    packed(altered(unpacked(folder / name), edits), path)
    target = tmp_path / "target.xpert"
    for left in tmp_path.glob("target.xpert*"):
        left.unlink()
    shutil.copy(folder / project, target)
    return path, target


ANSWERS = {
    "review-answer.xpacket": ("maria", {"task", "revision", "review", "remark", "spot_check"}, {"t2"}),
    "judge-answer.xpacket": ("maria", {"open_sheet", "decision", "judgment"}, {"t1"}),
    "write-answer.xpacket": (
        "wei",
        {"task", "checkpoint", "revision", "remark", "proposal", "dismissal"},
        {"t3"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_an_altered_answer_brings_its_sender_s_work_or_nothing(folder, tmp_path, name):
    person, kinds, scope = ANSWERS[name]

    @given(EDITS)
    @ALTERED
    def check(edits):
        path, target = prepared(folder, tmp_path, name, edits)
        with ProjectFile.open(target) as project:
            desk = Desk(project, "lena", lambda: START)
            before = contents(project)
            try:
                content = read_packet(path)
                plan_packet(desk, content)
                taken = take_packet(desk, content)
            except XpertError:
                assert contents(project) == before
                return
            after = contents(project)
            changed = {kind for kind in after if after[kind] != before[kind]} - {"rubrics"}
            assert changed <= kinds
            for edit in taken.change.edits:
                _is_theirs(edit, person, scope, before)
            assert check_file(target).problems == ()
            if taken.change.edits:
                undo(desk, change_id=taken.change.id)
                assert contents(project) == before

    check()


def _is_theirs(edit, person, scope, before) -> None:
    """An edit is of what was sent, and signed by whoever was asked."""
    record = edit.after or edit.before
    task_id = edit.key[0] if edit.kind == "task" else getattr(record, "task_id", None)
    if task_id is not None:
        new = edit.kind == "task" and edit.before is None
        assert new or task_id in scope, edit
    for name in ("expert_id", "reviewer_id"):
        assert getattr(record, name, person) == person, edit
    if edit.kind == "judgment":
        assert edit.after.confirmed_by is None
    if edit.kind == "remark" and edit.before is None:
        assert record.author_id == person
    if edit.kind == "task":
        assert edit.before is None or edit.before.author_id == edit.after.author_id


def test_an_altered_copy_is_taken_as_one_step_or_not_at_all(folder, tmp_path):
    @given(EDITS)
    @ALTERED
    def check(edits):
        path, target = prepared(folder, tmp_path, "sync.xpacket", edits)
        with ProjectFile.open(target) as project:
            desk = Desk(project, "lena", lambda: START)
            before = contents(project)
            try:
                content = read_packet(path)
                plan_packet(desk, content)
                taken = take_packet(desk, content)
            except XpertError:
                assert contents(project) == before
                return
            after = contents(project)
            roles = {item.id: item.roles for item in before["person"]}
            assert all(roles.get(item.id, item.roles) == item.roles for item in after["person"])
            assert check_file(target).problems == ()
            assert not take_packet(desk, content).change.edits
            assert contents(project) == after
            if taken.change.edits:
                undo(desk, change_id=taken.change.id)
                assert contents(project) | {"certificates": ()} == before | {"certificates": ()}

    check()


@pytest.mark.parametrize(
    "name", ["review.xpacket", "judge.xpacket", "write.xpacket", "sync.xpacket"]
)
def test_an_altered_request_is_a_sound_project_or_none(folder, tmp_path, name):
    @given(EDITS)
    @ALTERED
    def check(edits):
        path, _ = prepared(folder, tmp_path, name, edits)
        target = tmp_path / "opened.xpert"
        for left in tmp_path.glob("opened.xpert*"):
            left.unlink()
        try:
            project = open_file(path, target, now=START)
        except XpertError:
            assert not target.exists()
            return
        with project:
            contents(project)
        assert check_file(target).problems == ()

    check()

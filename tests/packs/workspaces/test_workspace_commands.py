"""Workspaces at the command line: set, shown, taken, checked, scored, written, sent on."""

from __future__ import annotations

import json
import shutil
import zipfile

import pytest

from tests.judge.sandboxes import need_sandbox
from tests.packs.workspaces.conftest import LENA
from tests.packs.workspaces.folders import ROOT, SAMPLE, of
from xpert_studio.core.store import ProjectFile, tasks, verdicts
from xpert_studio.packs.workspaces.account import NOTHING
from xpert_studio.packs.workspaces.archive import pack_folder
from xpert_studio.packs.workspaces.kept import archive_in, ending_folder, starting_folder
from xpert_studio.packs.workspaces.taking import take_folder
from xpert_studio.packs.workspaces.writing import write_folder

TASK = "fix-invoice"
KEY = "sk-proj-0123456789abcdefghijABCDEFGHIJ0123456789"


def words(said):
    """All that a command said."""
    return said.out + said.err


def take(xpert, project, folder, system="agent"):
    return xpert("workspace", "take", project, TASK, folder, "--system", system, *LENA)


def responses_of(project):
    with ProjectFile.open(project, read_only=True) as opened, opened.reading() as tx:
        from xpert_studio.core.store.responses import all_responses

        return {one.model: one for one in all_responses(tx)}


def values(project):
    with ProjectFile.open(project, read_only=True) as opened, opened.reading() as tx:
        return {
            (one.response_id, one.checkpoint_id): one.value for one in verdicts.all_verdicts(tx)
        }


def test_the_folder_of_a_task_is_shown_as_a_list_and_file_by_file(xpert, project):
    shown = xpert("workspace", "show", project, TASK, "--json").json
    assert [(one["path"], one["bytes"], one["text"]) for one in shown["files"]] == [
        ("README.md", 163, True), ("data/items.csv", 61, True), ("invoice.py", 615, True),
    ]  # fmt: skip
    said = xpert("workspace", "show", project, TASK)
    assert "data/items.csv" in words(said) and "61" in words(said)
    file = xpert("workspace", "show", project, TASK, "--file", "data/items.csv")
    assert file.out.rstrip() == (SAMPLE / "start" / "data" / "items.csv").read_text().rstrip()
    gone = xpert("workspace", "show", project, TASK, "--file", "../secret")
    assert (gone.code, "has no ../secret" in words(gone)) == (2, True)


def test_a_folder_that_a_person_changed_is_a_response_with_an_account_and_comes_back_exactly(
    xpert, project, solved, tmp_path
):
    (solved / "logo.bin").write_bytes(b"\x00\x01\x02")
    (solved / "README.md").unlink()
    assert take(xpert, project, solved).code == 0
    shown = xpert("workspace", "show", project, f"{TASK}:agent", "--json", *LENA).json
    assert shown["added"] == ["CHANGES.md", "logo.bin"]
    assert (shown["changed"], shown["removed"]) == (["invoice.py"], ["README.md"])
    assert '+        net += item["quantity"] * item["price"]' in shown["text"]
    assert "logo.bin` (no text, 3 bytes, SHA-256" in shown["text"]
    assert xpert("workspace", "write", project, f"{TASK}:agent", "out", *LENA).code == 0
    assert take_folder(tmp_path / "out").folder == take_folder(solved).folder
    again = xpert("workspace", "write", project, f"{TASK}:agent", "out", *LENA)
    assert (again.code, "no empty folder" in words(again)) == (2, True)
    assert "multiplies" in xpert("search", project, "multiplies", *LENA).out


def test_its_checks_are_tried_on_a_folder_and_decided_on_a_response(xpert, project, solved):
    need_sandbox()
    tried = xpert("workspace", "check", project, TASK, solved, "--json")
    assert (tried.code, {one["met"] for one in tried.json}) == (0, {True})
    tried = xpert("workspace", "check", project, TASK, SAMPLE / "start")
    assert (tried.code, "has no CHANGES.md" in tried.out) == (1, True)
    take(xpert, project, solved)
    take(xpert, project, SAMPLE / "start", "idle")
    assert xpert("score", project, "--checks", *LENA).code == 0
    made, found = responses_of(project), values(project)
    assert [found[made["agent"].id, f"c{n}"] for n in range(1, 6)] == [1, 1, 1, 1, 1]
    assert [found[made["idle"].id, f"c{n}"] for n in range(1, 6)] == [0, 1, 0, 0, 1]
    assert made["idle"].text == NOTHING
    board = xpert("leaderboard", project, "--judge", "checks", "--json", *LENA)
    assert board.out.index("agent") < board.out.index("idle")


def test_a_system_that_answered_with_a_text_meets_no_check_of_the_folder(xpert, project, tmp_path):
    (tmp_path / "fix-invoice.txt").write_text("I multiplied.")
    xpert("response", "add", project, "talker", "fix-invoice=fix-invoice.txt", *LENA)
    xpert("score", project, "--checks", *LENA)
    made = responses_of(project)["talker"].id
    assert {value for (one, _), value in values(project).items() if one == made} == {0}
    said = xpert("workspace", "show", project, f"{TASK}:talker", *LENA)
    assert "The response is a text" in words(said)


def author(xpert, project):
    """Lena writes on the task, whose rubric is open again."""
    steps = [
        (
            "people",
            "change",
            project,
            "lena",
            "--role",
            "lead",
            "--role",
            "author",
            "--domain",
            "Software",
        ),
        ("task", "reassign", project, TASK, "lena"),
        ("task", "reopen", project, TASK, "--reason", "Another folder."),
    ]
    for words in steps:
        said = xpert(*words, *LENA)
        assert said.code == 0, (words, said)


def test_another_starting_folder_makes_verdicts_stale_and_undo_makes_them_count_again(
    xpert, project, solved, tmp_path
):
    take(xpert, project, solved)
    xpert("score", project, "--checks", *LENA)
    author(xpert, project)
    shutil.copytree(SAMPLE / "start", tmp_path / "other")
    (tmp_path / "other" / "more.txt").write_text("more")
    said = xpert("workspace", "set", project, TASK, tmp_path / "other", "--json", *LENA)
    assert said.code == 0, said
    assert said.json["made_stale"]["verdicts"] == 5
    assert "more.txt" in {one["path"] for one in said.json["files"]}
    told = xpert("workspace", "show", project, f"{TASK}:agent", *LENA)
    assert "another starting folder" in words(told)
    assert xpert("workspace", "set", project, TASK, tmp_path / "other", "--json", *LENA).json[
        "change"
    ] is None  # fmt: skip
    assert xpert("undo", project, "--json", *LENA).json["renewed"]["verdicts"] == 5
    assert xpert("workspace", "show", project, f"{TASK}:agent", *LENA).code == 0
    assert xpert("workspace", "set", project, TASK, "--remove", *LENA).code == 0
    assert xpert("workspace", "show", project, TASK, "--json").json["files"] == []
    assert xpert("verify", project).code == 0


def test_only_the_author_sets_a_folder_and_only_while_the_task_is_written(xpert, project):
    said = xpert("workspace", "set", project, TASK, SAMPLE / "start", *LENA)
    assert said.code == 0 and "begins with this folder already" in words(said)
    said = xpert("workspace", "set", project, TASK, SAMPLE, *LENA)
    assert (said.code, "author" in words(said)) == (5, True)


def test_a_folder_that_cannot_be_kept_is_refused_and_nothing_is_changed(xpert, project, solved):
    (solved / "link").symlink_to("/etc/passwd")
    said = take(xpert, project, solved)
    assert (said.code, "link is a symbolic link" in words(said)) == (2, True)
    (solved / "link").unlink()
    (solved / "__pycache__").mkdir()
    said = take(xpert, project, solved)
    assert said.code == 0 and "1 entry that tools make" in said.err
    assert take(xpert, project, solved).code != 0  # the system has answered
    assert len(responses_of(project)) == 1


def test_a_key_in_a_file_is_not_taken(xpert, project, solved, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    (solved / "settings.py").write_text(f"KEY = '{KEY}'\n")
    said = take(xpert, project, solved)
    assert said.code == 2 and "settings.py" in words(said) and KEY not in words(said)
    assert responses_of(project) == {}


def bundle(xpert, project, target, *more):
    return xpert("export", project, target, *more, *LENA)


def test_everything_comes_back_from_a_bundle_and_its_checks_decide_the_same(
    xpert, project, solved, tmp_path
):
    need_sandbox()
    (solved / "logo.bin").write_bytes(bytes(range(256)))
    take(xpert, project, solved)
    xpert("score", project, "--checks", *LENA)
    assert bundle(xpert, project, "out.zip").code == 0
    assert xpert("import", "new.xpert", "out.zip", "--new", *LENA).code == 0
    assert xpert("verify", "new.xpert").code == 0
    with ProjectFile.open(tmp_path / "new.xpert", read_only=True) as opened, opened.reading() as tx:
        task = tasks.get_task(tx, TASK)
        assert starting_folder(tx, task) == take_folder(SAMPLE / "start").folder
        response = responses_of(tmp_path / "new.xpert")["agent"]
        assert ending_folder(tx, response) == take_folder(solved).folder
    before, after = values(project), values(tmp_path / "new.xpert")
    assert {key: one for key, one in before.items() if key[1] != "c1"} == after  # c1 runs code
    assert xpert("score", "new.xpert", "--checks", "--allow-code", *LENA).code == 0
    assert values(tmp_path / "new.xpert") == before


def test_a_public_bundle_has_the_folder_of_public_tasks_alone(xpert, project, solved, tmp_path):
    take(xpert, project, solved)
    told = bundle(xpert, project, "public.zip", "--public")
    assert told.code == 0, told
    with zipfile.ZipFile(tmp_path / "public.zip") as file:
        assert "attachments/workspace.zip" in file.namelist()
    held = bundle(xpert, project, "held.zip", "--public", "--hold-out", TASK)
    assert held.code == 0, held
    with zipfile.ZipFile(tmp_path / "held.zip") as file:
        assert not [name for name in file.namelist() if name.startswith("attachments/")]
        assert b"def total" not in b"".join(map(file.read, file.namelist()))


def test_a_file_that_may_hold_a_key_keeps_a_public_bundle_from_being_written(
    xpert, project, solved, tmp_path
):
    (solved / "config.ini").write_text("[api]\nkey = sk-proj-Ab3dEf6hIj9lMn2pQr5tUv8xYz1B4d7F\n")
    assert take(xpert, project, solved).code == 0
    told = bundle(xpert, project, "public.zip", "--public")
    assert told.code != 0 and "config.ini" in words(told)
    assert not (tmp_path / "public.zip").exists()


def test_a_copy_and_an_assignment_hold_the_folders(xpert, judged, solved, tmp_path):
    assert xpert("copy", "create", judged, "copy.xpert", *LENA).code == 0
    assert xpert("workspace", "write", "copy.xpert", f"{TASK}:agent", "from-copy", *LENA).code == 0
    assert take_folder(tmp_path / "from-copy").folder == take_folder(solved).folder
    sent = xpert("assignment", "send", judged, "ada.xassignment", "--purpose", "judge", "--for",
                 "ada", *LENA)  # fmt: skip
    assert sent.code == 0, sent
    assert xpert("assignment", "open", "ada.xassignment", "ada.xpert").code == 0
    (task,) = xpert("task", "list", "ada.xpert", "--json").json
    listed = xpert("workspace", "show", "ada.xpert", task["id"], "--json").json["files"]
    assert [one["path"] for one in listed] == ["README.md", "data/items.csv", "invoice.py"]
    wrote = xpert("workspace", "write", "ada.xpert", f"{task['id']}:A", "from-ada")
    assert wrote.code == 0, wrote
    assert take_folder(tmp_path / "from-ada").folder == take_folder(solved).folder


def test_who_still_judges_sees_the_changes_by_label_and_not_whose_they_are(xpert, judged, solved):
    said = xpert("workspace", "show", judged, f"{TASK}:A", "--as", "ada")
    assert said.code == 0 and "agent" not in words(said) and "multiplies" in said.out
    assert xpert("workspace", "show", judged, f"{TASK}:agent", "--as", "ada").code == 2
    assert xpert("workspace", "show", judged, f"{TASK}:agent").code == 2
    taken = xpert("workspace", "take", judged, TASK, solved, "--system", "x", "--as", "ada")
    assert taken.code == 5


def test_a_packed_folder_is_what_a_bundle_names(xpert, tmp_path):
    assert xpert("workspace", "pack", SAMPLE / "start", "w.zip").code == 0
    assert (tmp_path / "w.zip").read_bytes() == pack_folder(take_folder(SAMPLE / "start").folder)


@pytest.mark.parametrize("broken", ["truncated", "changes", "other"])
def test_a_damaged_folder_in_a_bundle_is_said_and_breaks_nothing(
    xpert, tmp_path, broken, monkeypatch
):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "config"))
    shutil.copytree(SAMPLE, tmp_path / "b")
    file = tmp_path / "b" / "attachments" / "workspace.zip"
    data = file.read_bytes()
    data = {"truncated": data[:-40], "changes": data.replace(b'"removed":[]', b'"removed":["x"]'),
            "other": b"PK\x03\x04 no folder"}[broken]  # fmt: skip
    file.write_bytes(data)
    import hashlib

    row = json.loads((tmp_path / "b" / "tasks.jsonl").read_text())
    row["attachments"][0]["sha256"] = hashlib.sha256(data).hexdigest()
    (tmp_path / "b" / "tasks.jsonl").write_text(json.dumps(row))
    assert xpert("import", "p.xpert", "b", "--new", *LENA).code == 0
    said = xpert("workspace", "show", "p.xpert", TASK)
    assert (said.code, "archive of the folder cannot be read" in words(said)) == (2, True)
    assert xpert("task", "show", "p.xpert", TASK).code == 0
    assert xpert("verify", "p.xpert").code == 0


def test_without_the_pack_the_project_opens_and_loses_nothing(
    xpert, project, solved, tmp_path, monkeypatch
):
    take(xpert, project, solved)
    from xpert_studio.core import packs

    known = tuple(one for one in packs.packs() if one.id != "workspaces")
    monkeypatch.setattr(packs, "packs", lambda: known)
    assert xpert("task", "show", project, TASK).code == 0
    assert xpert("verify", project).code == 0
    assert bundle(xpert, project, "out.zip").code == 0
    monkeypatch.undo()
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "config"))
    assert xpert("import", tmp_path / "new.xpert", tmp_path / "out.zip", "--new", *LENA).code == 0
    there = xpert("workspace", "show", tmp_path / "new.xpert", TASK, "--json")
    assert len(there.json["files"]) == 3


def test_the_archive_is_named_as_what_it_is(project):
    with ProjectFile.open(project, read_only=True) as opened, opened.reading() as tx:
        found = archive_in(tasks.get_task(tx, TASK).attachments)
    assert found.path == "attachments/workspace.zip"
    assert of({}).files == {} and ROOT.is_dir() and write_folder

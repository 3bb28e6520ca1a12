"""Packets from the command line: sent, opened, worked on, answered and taken in, whole stories."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from tests.documents_made import docx
from tests.workflow.studio import Studio
from xpert_studio.store import ProjectFile, responses
from xpert_studio.workflow import NewResponse, add_responses, set_policies

SECRETS = (
    "aurora-9b", "borealis-70b", "Ada's own reason", "The judge's reason", "judge-secret-1",
    "xpert-canary-studio", "reference_answer", "with six months' notice", '"wei"',
)  # fmt: skip
"""What nobody who judges may find in what they are sent."""


@pytest.fixture(scope="module")
def bases(tmp_path_factory):
    """Projects at several points of the pipeline, made once and copied."""
    made = {}

    def base(name):
        if name not in made:
            path = tmp_path_factory.mktemp(name) / "law.xpert"
            studio = Studio(path)
            _STEPS[name](studio)
            studio.project.close()
            made[name] = path
        return made[name]

    return base


def _judged(studio):
    """A task with two systems' responses, which Ada has judged and a model has scored."""
    studio.ready(lines=2)
    texts = {"aurora-9b": "The tenant can leave at month 30.", "borealis-70b": "Stay there."}
    change = add_responses(
        studio.lena, [NewResponse("t1", model, text) for model, text in texts.items()]
    )
    for response in change.after("response"):
        studio.scored(response.id, "judge-secret-1")
        _judge(studio, response.id)


def _judge(studio, response_id):
    from xpert_studio.workflow import judge_line, open_sheet, sheet_view, submit_sheet

    open_sheet(studio.ada, response_id)
    for line in sheet_view(studio.ada, response_id).lines:
        said = {"value": 1, "rationale": "Ada's own reason."}
        judge_line(studio.ada, response_id, line.checkpoint.id, **said)
    submit_sheet(studio.ada, response_id)


def _two_reviews(studio):
    set_policies(studio.lena, max_tasks_per_expert=4)
    studio.review("t1", lines=2)
    studio.review("t2", lines=2)


_STEPS = {
    "written": lambda studio: studio.rubric(lines=3),
    "reviewed": _two_reviews,
    "judged": _judged,
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Folders as the commands of a fixture left them, for the next test that begins there."""
    return tmp_path_factory.mktemp("kept")


def begin(kept, name, here, commands):
    """Runs the commands in the folder of a test, once; later only brings what came of them."""
    if (kept / name).exists():
        shutil.copytree(kept / name, here, dirs_exist_ok=True)
        return
    commands()
    shutil.copytree(here, kept / name)


@pytest.fixture
def law(bases, tmp_path, xpert):
    """``law("judged")`` puts that project at ``law.xpert``."""

    def law(name, file="law.xpert"):
        shutil.copy(bases(name), tmp_path / file)
        return xpert

    return law


def done(said):
    assert said.code == 0, said.out + said.err
    return said


def send(xpert, file, purpose, *more, project="law.xpert"):
    words = ("packet", "send", project, file, "--purpose", purpose, "--as", "lena", *more)
    return done(xpert(*words, "--json")).json


def take(xpert, file, *more, project="law.xpert"):
    return xpert("packet", "take", project, file, "--as", "lena", *more)


def answered(xpert, project, who, file="answer.xpacket"):
    return done(xpert("packet", "answer", project, file, "--as", who, "--json")).json


def rubric(xpert, project="law.xpert", task="t1"):
    return done(xpert("rubric", "show", project, task, "--json")).json["lines"]


def stage(xpert, project="law.xpert", task="t1"):
    return done(xpert("task", "show", project, task, "--json")).json["stage"]


def listed(xpert, project="law.xpert", who="lena"):
    return done(xpert("packet", "list", project, "--as", who, "--json")).json


# Review.


@pytest.fixture
def reviewed(law, xpert, kept, tmp_path):
    """Maria has been sent one of two tasks, has opened it, remarked on it and sent it back."""

    def commands():
        law("reviewed")
        more = ("--for", "maria", "--tasks", "t1", "--message", "By May?")
        send(xpert, "r.xpacket", "review", *more)
        done(xpert("packet", "open", "r.xpacket", "r"))
        remark = ("review", "remark", "r.xpert", "t1", "Which month?", "--line", "1")
        done(xpert(*remark, "--as", "maria"))
        done(xpert("review", "send-back", "r.xpert", "t1", "--as", "maria"))
        answered(xpert, "r.xpert", "maria")

    begin(kept, "reviewed", tmp_path, commands)
    return xpert


def test_a_review_goes_out_and_comes_back(law):
    xpert = law("reviewed")
    sent = send(xpert, "r", "review", "--for", "maria", "--tasks", "t1", "--message", "By May?")
    assert sent["file"].endswith("r.xpacket")
    assert sent["packet"]["scope"]["task_ids"] == ["t1"]
    assert (sent["rows"]["tasks"], sent["warnings"]) == (1, [])
    (errand,) = listed(xpert)["sent"]
    assert (errand["state"], errand["done"], errand["of"]) == ("waiting", 0, 1)

    opened = done(xpert("packet", "open", "r.xpacket", "mine"))
    assert "By May?" in opened.out
    assert "mine.xpert answer.xpacket --as maria" in opened.out.replace("\n", " ")
    assert [e["of"] for e in listed(xpert, "mine.xpert", "maria")["asked"]] == [1]
    early = xpert("packet", "answer", "mine.xpert", "early.xpacket", "--as", "maria")
    assert (early.code, "nothing to send back yet" in early.err) == (1, True)
    done(xpert("review", "read", "mine.xpert", "t1", "--as", "maria"))
    done(xpert("review", "approve", "mine.xpert", "t1", "--as", "maria"))
    assert answered(xpert, "mine.xpert", "maria")["packet"]["purpose"] == "answers"

    said = done(take(xpert, "answer.xpacket"))
    assert "Taken in as one step" in said.out
    assert stage(xpert) == "approved"
    assert stage(xpert, task="t2") == "review"
    (errand,) = listed(xpert)["sent"]
    assert (errand["state"], errand["done"]) == ("done", 1)


def test_what_was_taken_is_undone_as_one_step_and_can_be_taken_again(reviewed):
    xpert = reviewed
    taken = done(take(xpert, "answer.xpacket", "--json")).json
    assert stage(xpert) == "rubric"
    done(xpert("undo", "law.xpert", "--change", taken["change"], "--as", "lena"))
    assert stage(xpert) == "review"
    assert done(xpert("review", "show", "law.xpert", "t1", "--json")).json["remarks"] == []
    done(take(xpert, "answer.xpacket"))
    assert stage(xpert) == "rubric"


def test_the_same_packet_twice_changes_nothing(reviewed):
    xpert = reviewed
    done(take(xpert, "answer.xpacket"))
    before = done(xpert("history", "law.xpert", "--limit", "0", "--json")).json
    again = done(take(xpert, "answer.xpacket", "--json")).json
    assert (again["change"], again["taken_before"]) == (None, True)
    assert "nothing had to be changed" in take(xpert, "answer.xpacket").out
    assert done(xpert("history", "law.xpert", "--limit", "0", "--json")).json == before


def test_a_dry_run_tells_and_does_nothing(reviewed):
    xpert = reviewed
    said = done(take(xpert, "answer.xpacket", "--dry-run", "--json")).json
    assert said["dry_run"] is True
    assert {item["fate"] for item in said["items"]} == {"taken"}
    assert {item["kind"] for item in said["items"]} == {"task", "revision", "review", "remark"}
    assert said["counts"]["taken"] == len(said["items"])
    shown = take(xpert, "answer.xpacket", "--dry-run").out
    assert "Which month?" in shown
    assert "Nothing was changed" in shown
    assert stage(xpert) == "review"
    assert listed(xpert)["exchanged"] == []


def test_work_that_is_not_waited_for_can_still_come(reviewed):
    xpert = reviewed
    packet_id = listed(xpert)["sent"][0]["packet"]["id"]
    done(xpert("packet", "close", "law.xpert", packet_id, "--as", "lena"))
    assert listed(xpert)["sent"][0]["state"] == "closed"
    assert listed(xpert)["waiting"] == 0
    done(xpert("packet", "close", "law.xpert", packet_id, "--reopen", "--as", "lena"))
    assert listed(xpert)["waiting"] == 1
    done(xpert("packet", "close", "law.xpert", packet_id, "--as", "lena"))
    done(take(xpert, "answer.xpacket"))
    assert stage(xpert) == "rubric"
    assert xpert("packet", "close", "law.xpert", "pk-none", "--as", "lena").code == 2
    assert xpert("packet", "close", "law.xpert", packet_id, "--as", "maria").code == 1


def test_a_second_request_goes_into_the_part_that_is_there(reviewed):
    xpert = reviewed
    send(xpert, "more.xpacket", "review", "--for", "maria", "--tasks", "t2")
    done(xpert("packet", "take", "r.xpert", "more.xpacket", "--as", "maria"))
    assert stage(xpert, "r.xpert", "t2") == "review"
    both = xpert("packet", "answer", "r.xpert", "b.xpacket", "--as", "maria")
    assert (both.code, "Several packets came in" in both.err) == (2, True)
    done(xpert("review", "read", "r.xpert", "t2", "--as", "maria"))
    done(xpert("review", "approve", "r.xpert", "t2", "--as", "maria"))
    newest = listed(xpert, "r.xpert", "maria")["asked"][0]["packet"]["id"]
    words = ("packet", "answer", "r.xpert", "b.xpacket", "--to", newest, "--as", "maria")
    done(xpert(*words))
    done(take(xpert, "b.xpacket"))
    assert stage(xpert, task="t2") == "approved"


# Judging and confirming.


def content_of(path) -> bytes:
    """All bytes of a packet, names and comments included, nothing compressed."""
    with zipfile.ZipFile(path) as archive:
        parts = [archive.comment]
        for member in archive.infolist():
            parts += [member.filename.encode(), member.comment, member.extra]
            parts.append(archive.read(member))
    return b"\n".join(parts)


def mark_all(xpert, project, response, who, lines=2):
    for line in range(1, lines + 1):
        words = ("judge", "mark", project, response, line, "--met", "--rationale", "It says so.")
        done(xpert(*words, "--as", who))
    done(xpert("judge", "submit", project, response, "--as", who))


def test_judging_goes_out_blind_and_comes_back_to_the_right_responses(law):
    xpert = law("judged")
    send(xpert, "j.xpacket", "judge", "--for", "maria")
    held = content_of("j.xpacket").decode()
    with ProjectFile.open(Path("law.xpert")) as project, project.reading() as tx:
        real = {item.id for item in responses.outlines(tx)}
    assert [secret for secret in (*SECRETS, *real) if secret in held] == []
    assert [name for name in ('"ada"', '"omar"') if name in held] == []
    with zipfile.ZipFile("j.xpacket") as archive:
        names = set(archive.namelist())
    assert not names & {"judgments.jsonl", "verdicts.jsonl", "judges.jsonl", "history.jsonl"}

    done(xpert("packet", "open", "j.xpacket", "j.xpert"))
    waiting = done(xpert("judge", "list", "j.xpert", "--as", "maria", "--json")).json["to_judge"]
    assert len(waiting) == 2
    mark_all(xpert, "j.xpert", waiting[0]["response"], "maria")
    part = xpert("packet", "answer", "j.xpert", "a1.xpacket", "--as", "maria")
    assert "1 of 2 done; you can go on and answer again" in part.out
    done(take(xpert, "a1.xpacket"))
    assert listed(xpert)["sent"][0]["done"] == 1
    mark_all(xpert, "j.xpert", waiting[1]["response"], "maria")
    answered(xpert, "j.xpert", "maria", "a2.xpacket")
    taken = done(take(xpert, "a2.xpacket", "--json")).json
    back = {item["key"][0] for item in taken["items"] if item["kind"] == "judgment"}
    assert back < real
    left = done(xpert("judge", "list", "law.xpert", "--as", "maria", "--json")).json["to_judge"]
    assert left == []
    sheets = done(xpert("judge", "sheets", "law.xpert", back.pop(), "--as", "omar", "--json")).json
    assert "maria" in json.dumps(sheets)


def test_what_is_sent_for_judging_stays_out_of_the_project_itself(law):
    xpert = law("judged")
    send(xpert, "j.xpacket", "judge", "--for", "maria")
    said = xpert("packet", "take", "law.xpert", "j.xpacket", "--as", "maria")
    assert said.code == 3
    assert "only in a file of its own" in " ".join(said.err.split())


def test_a_response_that_names_its_system_is_warned_of(law):
    xpert = law("judged")
    Path("named.md").write_text("As Cirrus-3, I say: leave.")
    done(xpert("response", "add", "law.xpert", "cirrus-3", "t1=named.md", "--as", "lena"))
    words = ("packet", "send", "law.xpert", "j.xpacket", "--purpose", "judge", "--for", "maria")
    said = done(xpert(*words, "--as", "lena"))
    assert "names its own system" in said.err


def test_a_word_file_whose_author_is_its_system_is_warned_of(law):
    xpert = law("judged")
    Path("plain.md").write_text("See the memo.")
    Path("memo.docx").write_bytes(docx("Leave.", author="Cirrus-3"))
    words = ("response", "add", "law.xpert", "cirrus-3", "t1=plain.md", "--attach", "t1=memo.docx")
    done(xpert(*words, "--as", "lena"))
    assert xpert(*words[:-1], "t9=memo.docx", "--as", "lena").code == 2
    words = ("packet", "send", "law.xpert", "j.xpacket", "--purpose", "judge", "--for", "maria")
    said = done(xpert(*words, "--as", "lena"))
    assert "names its own system" in said.err


def test_only_what_is_named_is_sent(law):
    xpert = law("judged")
    one = ("--responses", "t1:A", "--for", "maria")
    assert len(send(xpert, "one.xpacket", "judge", *one)["packet"]["scope"]["response_ids"]) == 1
    wrong = xpert("packet", "send", "law.xpert", "x", "--purpose", "judge", "--for", "maria",
                  "--responses", "t1:Q", "--as", "lena")  # fmt: skip
    assert wrong.code == 2
    none = xpert("packet", "send", "law.xpert", "x", "--purpose", "review", "--for", "maria",
                 "--as", "lena")  # fmt: skip
    assert (none.code, "Nothing waits for them" in none.err) == (2, True)


def test_a_senior_confirms_offline_and_sees_no_system(law):
    xpert = law("judged")
    send(xpert, "c.xpacket", "confirm", "--for", "omar")
    held = content_of("c.xpacket").decode()
    shown = {"Ada's own reason", "reference_answer"}
    assert [secret for secret in SECRETS if secret not in shown and secret in held] == []
    done(xpert("packet", "open", "c.xpacket", "c.xpert"))
    waiting = done(xpert("judge", "list", "c.xpert", "--as", "omar", "--json")).json["to_confirm"]
    first, second = (item["response"] for item in waiting)
    done(xpert("judge", "read", "c.xpert", first, "ada", "--as", "omar"))
    done(xpert("judge", "confirm", "c.xpert", first, "ada", "--as", "omar"))
    note = ("--note", "It does not.", "--as", "omar")
    done(xpert("judge", "override", "c.xpert", second, "ada", "1", *note))
    done(xpert("judge", "read", "c.xpert", second, "ada", "--as", "omar"))
    done(xpert("judge", "confirm", "c.xpert", second, "ada", "--as", "omar"))
    answered(xpert, "c.xpert", "omar")
    taken = done(take(xpert, "answer.xpacket", "--json")).json
    assert taken["counts"]["taken"] == 4
    left = done(xpert("judge", "list", "law.xpert", "--as", "omar", "--json")).json["to_confirm"]
    assert left == []


# Writing.


def test_an_author_writes_offline(law):
    xpert = law("written")
    send(xpert, "w.xpacket", "write", "--for", "wei")
    done(xpert("packet", "open", "w.xpacket", "w.xpert"))
    edit = ("rubric", "edit", "w.xpert", "t1", "1", "--text", "Names month 30 as the break date.")
    done(xpert(*edit, "--as", "wei"))
    add = ("rubric", "add", "w.xpert", "t1", "Quotes clause 9.", "--dimension", "Accuracy")
    done(xpert(*add, "--as", "wei"))
    done(xpert("rubric", "submit", "w.xpert", "t1", "--as", "wei"))
    answered(xpert, "w.xpert", "wei")
    done(take(xpert, "answer.xpacket"))
    assert stage(xpert) == "review"
    texts = [line["text"] for line in rubric(xpert)]
    assert (texts[0], texts[-1], len(texts)) == (
        "Names month 30 as the break date.", "Quotes clause 9.", 4,
    )  # fmt: skip


def test_an_author_who_was_meanwhile_edited_for_is_a_decision(law):
    xpert = law("written")
    send(xpert, "w.xpacket", "write", "--for", "wei")
    done(xpert("packet", "open", "w.xpacket", "w.xpert"))
    for project, text in (("w.xpert", "Offline text."), ("law.xpert", "Text at the desk.")):
        edit = ("rubric", "edit", project, "t1", "1", "--text", text)
        done(xpert(*edit, "--as", "wei"))
    answered(xpert, "w.xpert", "wei")
    said = take(xpert, "answer.xpacket")
    assert said.code == 4
    assert "mine:   Text at the desk." in said.out
    assert "theirs: Offline text." in said.out


# Copies between leads.


@pytest.fixture
def copies(law, xpert, kept, tmp_path):
    """Two copies of a project, the first line edited otherwise in each, the second in one."""

    def commands():
        law("written")
        law("written", "hers.xpert")
        for project, line, text in (
            ("hers.xpert", "1", "Her text."), ("law.xpert", "1", "My text."),
            ("hers.xpert", "2", "Her second line."),
        ):  # fmt: skip
            done(xpert("rubric", "edit", project, "t1", line, "--text", text, "--as", "wei"))
        send(xpert, "hers.xpacket", "sync", project="hers.xpert")

    begin(kept, "copies", tmp_path, commands)
    return xpert


def name_of_conflict(xpert) -> str:
    said = take(xpert, "hers.xpacket", "--dry-run", "--json")
    assert said.code == 4
    (item,) = (item for item in said.json["items"] if item["fate"] == "conflict")
    (field,) = (field for field in item["fields"] if field["asks"])
    assert (field["name"], field["mine"], field["theirs"]) == ("text", "My text.", "Her text.")
    assert field["base"] == "States that the break date is month 30."
    assert (field["chosen"], field["base_known"]) == (None, True)
    return field["decision"]


def test_what_both_changed_stays_until_it_is_decided(copies):
    said = take(copies, "hers.xpacket")
    assert said.code == 4
    for part in ("To decide (1)", "was:    States that the break", "mine:   My text.",
                 "theirs: Her text.", "take the packet again"):  # fmt: skip
        assert part in said.out
    assert [line["text"] for line in rubric(copies)[:2]] == ["My text.", "Her second line."]
    done(take(copies, "hers.xpacket", "--decide", "theirs"))
    assert rubric(copies)[0]["text"] == "Her text."


@pytest.mark.parametrize(
    ("said", "text"),
    [("mine", "My text."), ("theirs", "Her text."), ("text:Our text.", "Our text.")],
)
def test_a_conflict_is_decided_by_its_name(copies, said, text):
    choice = f"{name_of_conflict(copies)}={said}"
    done(take(copies, "hers.xpacket", "--choose", choice))
    assert [line["text"] for line in rubric(copies)[:2]] == [text, "Her second line."]
    assert take(copies, "hers.xpacket").code == 0, "it stays decided"


def test_a_text_in_place_of_both_may_stand_in_a_file(copies):
    Path("text.txt").write_text("Filed text.")
    done(take(copies, "hers.xpacket", "--choose", f"{name_of_conflict(copies)}=text:@text.txt"))
    assert rubric(copies)[0]["text"] == "Filed text."


def test_one_decision_holds_for_both_copies(copies):
    done(take(copies, "hers.xpacket", "--decide", "mine"))
    send(copies, "back.xpacket", "sync")
    done(take(copies, "back.xpacket", project="hers.xpert"))
    assert rubric(copies) == rubric(copies, "hers.xpert")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--decide", "both"), "'both' decides nothing"),
        (("--choose", "nonsense"), "'nonsense' is no decision"),
        (("--choose", "task:t9#title=mine"), "Nothing called task:t9#title"),
        (("--choose", "x=text:@missing.txt"), "cannot be read"),
    ],
)
def test_a_decision_that_makes_no_sense_changes_nothing(copies, more, why):
    said = take(copies, "hers.xpacket", *more)
    assert (said.code, why in said.err) == (2, True), said.err
    assert rubric(copies)[0]["text"] == "My text."


def test_a_text_that_cannot_stand_is_refused_and_nothing_is_taken(copies):
    said = take(copies, "hers.xpacket", "--choose", f"{name_of_conflict(copies)}=text: ")
    assert said.code == 2, said.out
    assert "An empty text decides nothing" in said.err
    assert rubric(copies)[1]["text"] != "Her second line."


def test_a_copy_opens_as_a_project(copies):
    done(copies("packet", "open", "hers.xpacket", "third.xpert"))
    assert rubric(copies, "third.xpert") == rubric(copies, "hers.xpert")
    send(copies, "third.xpacket", "sync", project="third.xpert")
    done(take(copies, "third.xpacket", project="hers.xpert"))


# Who may.


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("send", "law.xpert", "x", "--purpose", "sync"), 2, "Who are you?"),
        (("send", "law.xpert", "x", "--purpose", "sync", "--as", "maria"), 1, "not a lead"),
        (("send", "law.xpert", "x", "--purpose", "sync", "--as", "eve"), 2, "nobody called eve"),
        (
            ("send", "law.xpert", "x", "--purpose", "sync", "--for", "maria", "--as", "lena"),
            1, "not a lead",
        ),
        (("send", "law.xpert", "x", "--purpose", "review", "--as", "lena"), 2, "For whom is it?"),
        (
            ("send", "law.xpert", "x", "--purpose", "review", "--for", "eve", "--as", "lena"),
            2, "nobody called eve",
        ),
        (
            ("send", "law.xpert", "x", "--purpose", "answers", "--for", "maria", "--as", "lena"),
            2, "is no purpose",
        ),
        (
            ("send", "law.xpert", "x", "--purpose", "write", "--for", "lena", "--as", "lena"),
            1, "not an author",
        ),
        (
            ("send", "law.xpert", "x.pdf", "--purpose", "sync", "--as", "lena"),
            2, "A packet is a .xpacket file",
        ),
        (
            ("send", "law.xpert", "x", "--purpose", "review", "--for", "wei", "--tasks", "t1",
             "--as", "lena"),
            1, "t1:",
        ),
        (
            ("send", "law.xpert", "x", "--purpose", "review", "--for", "maria", "--tasks", "t9",
             "--as", "lena"),
            2, "t9",
        ),
        (
            ("send", "law.xpert", "x", "--purpose", "write", "--for", "omar", "--as", "lena"),
            1, "not an author",
        ),
        (("answer", "law.xpert", "x", "--as", "maria"), 2, "No packet that asks"),
        (("take", "law.xpert", "answer.xpacket", "--as", "wei"), 1, "not a lead"),
        (("take", "r.xpert", "answer.xpacket", "--as", "maria"), 3, "did not go out"),
        (("open", "answer.xpacket", "y"), 2, "An answer is taken into the project"),
        (("open", "r.xpacket", "y", "--as", "wei"), 1, "The packet is for maria"),
        (("open", "r.xpacket", "law.xpert"), 2, "law.xpert exists"),
        (("open", "r.xpacket", "r.xpert"), 2, "use 'packet take'"),
        (("answer", "r.xpert", "x", "--as", "wei"), 1, "The packet is for maria"),
        (("answer", "r.xpert", "answer.xpacket", "--as", "maria"), 2, "exists"),
        (("answer", "r.xpert", "x", "--to", "pk-none", "--as", "maria"), 2, "No packet pk-none"),
        (("send", "r.xpert", "x", "--purpose", "sync", "--as", "maria"), 1, "what somebody was sent"),
    ],
)  # fmt: skip
def test_who_may_not_is_told_why_and_no_file_is_left(reviewed, tmp_path, words, code, why):
    before = {path.name for path in tmp_path.iterdir()}
    said = reviewed("packet", *words)
    assert said.code == code, said.out + said.err
    assert why in " ".join(said.err.split()), said.err
    assert "Traceback" not in said.err
    assert {path.name for path in tmp_path.iterdir()} == before


def test_a_packet_of_another_project_is_refused(reviewed, xpert):
    done(xpert("new", "other.xpert", "--as", "lena", "--your-name", "Lena"))
    for file in ("r.xpacket", "answer.xpacket"):
        said = xpert("packet", "take", "other.xpert", file, "--as", "lena")
        assert said.code == 3
        assert "of another project" in said.err


def test_a_packet_for_somebody_else_is_refused(reviewed):
    said = reviewed("packet", "take", "r.xpert", "r.xpacket", "--as", "lena")
    assert said.code == 3
    assert "The packet is for maria; you work as" in " ".join(said.err.split())


def test_errors_are_data_for_programs(reviewed):
    said = reviewed("packet", "open", "r.xpacket", "y", "--as", "wei", "--json")
    assert said.code == 1
    assert said.json["error"] == "NotAllowedError"
    assert said.json["remedy"]

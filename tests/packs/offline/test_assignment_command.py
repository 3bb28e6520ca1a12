"""Assignments, submissions and copies from the command line: whole stories."""

from __future__ import annotations

import pytest

from tests.workflow.assignments.files import later, new_id
from tests.workflow.assignments.test_clean_copies import KINDS, with_files
from tests.workflow.studio import Studio
from xpert_studio.core.records import Quote, region_between
from xpert_studio.core.store import ProjectFile, renderings, responses
from xpert_studio.core.workflow import CommandContext, judge_line, submit_form
from xpert_studio.core.workflow.form_view import form_view
from xpert_studio.core.workflow.judging import open_form
from xpert_studio.core.workflow.media import attached_to, render_files, unrendered


def done(said):
    assert said.code == 0, said.out + said.err
    return said


@pytest.fixture
def law(tmp_path):
    """A project with a rubric under review, one being written, and a response to judge."""
    studio = Studio(tmp_path / "law.xpert")
    studio.answered("t1")
    lines = studio.review("t2", lines=2)
    studio.rubric("t3", author="maria", lines=2)
    studio.make().project.close()
    return lines


def test_a_review_goes_out_comes_back_and_is_undone(xpert, law):
    sent = done(
        xpert(
            "assignment", "send", "law.xpert", "review", "--for", "maria", "--purpose", "review",
            "--message", "By Friday, please.", "--as", "lena", "--json",
        )
    ).json  # fmt: skip
    assert (sent["file"], sent["tasks"]) == ("review.xassignment", 1)
    opened = done(xpert("assignment", "open", "review.xassignment", "maria.xpert"))
    assert "By Friday, please." in opened.out
    assert "xpert-studio assignment submit" in opened.out
    nothing = xpert("assignment", "submit", "maria.xpert", "work", "--as", "maria")
    assert nothing.code == 1
    assert "nothing to submit" in nothing.err
    done(
        xpert(
            "review",
            "comment",
            "maria.xpert",
            "t2",
            "Two demands.",
            "--checkpoint",
            1,
            "--as",
            "maria",
        )
    )
    done(xpert("review", "request-changes", "maria.xpert", "t2", "--as", "maria"))
    made = done(
        xpert("assignment", "submit", "maria.xpert", "work", "--as", "maria", "--json")
    ).json
    assert made["parts"] == {"comment": 1, "review": 1}
    looked = done(
        xpert("assignment", "import", "law.xpert", "work.xsubmission", "--dry-run", "--as", "lena")
    )
    assert "Applied: 2" in looked.out
    taken = done(
        xpert("assignment", "import", "law.xpert", "work.xsubmission", "--as", "lena", "--json")
    ).json
    assert taken["moved"] == ["t2"]
    assert {item["outcome"] for item in taken["parts"]} == {"applied"}
    history = xpert("history", "law.xpert", "--task", "t2", "--as", "lena").out
    assert "Maria sent the rubric back" in history
    assert done(xpert("history", "law.xpert", "--verify")).out.startswith("The log fits")
    listed = done(xpert("assignment", "list", "law.xpert", "--as", "lena", "--json")).json
    assert [(row["for"], row["done"], row["state"]) for row in listed["sent"]] == [
        ("maria", 1, "done")
    ]
    done(xpert("undo", "law.xpert", "--change", taken["change"], "--as", "lena"))
    shown = xpert("review", "show", "law.xpert", "t2", "--json").json
    assert shown["comments"] == []


def test_what_both_changed_is_asked_and_decided(xpert, law):
    done(
        xpert(
            "assignment", "send", "law.xpert", "write", "--for", "maria", "--purpose", "write",
            "--tasks", "t3", "--as", "lena",
        )
    )  # fmt: skip
    done(xpert("assignment", "open", "write.xassignment", "maria.xpert"))
    done(xpert("task", "edit", "maria.xpert", "t3", "--context", "A bank.", "--as", "maria"))
    done(xpert("task", "edit", "law.xpert", "t3", "--context", "A broker.", "--as", "maria"))
    done(xpert("assignment", "submit", "maria.xpert", "work", "--as", "maria"))
    words = ("assignment", "import", "law.xpert", "work.xsubmission", "--as", "lena")
    asked = xpert(*words)
    assert asked.code == 4
    for text in ("task:t3#context", "mine:   A broker.", "theirs: A bank."):
        assert text in asked.out
    wrong = xpert(*words, "--decide", "task:t3#title=mine")
    assert wrong.code == 2
    assert "no conflict task:t3#title" in wrong.err
    done(xpert(*words, "--decide", "task:t3#context=text:A bank and a broker."))
    shown = xpert("task", "show", "law.xpert", "t3", "--json").json
    assert shown["context"] == "A bank and a broker."
    again = done(xpert(*words, "--json")).json
    assert {item["outcome"] for item in again["parts"]} == {"known"}


def test_a_copy_is_worked_on_and_brought_up_to_date(xpert, law):
    done(xpert("copy", "create", "law.xpert", "laptop", "--as", "lena"))
    done(xpert("task", "edit", "laptop.xpert", "t3", "--title", "A lease", "--as", "maria"))
    done(xpert("copy", "submit", "laptop.xpert", "laptop", "--as", "lena"))
    done(xpert("assignment", "import", "law.xpert", "laptop.xsubmission", "--as", "lena"))
    assert xpert("task", "show", "law.xpert", "t3", "--json").json["title"] == "A lease"
    updated = done(xpert("copy", "update", "laptop.xpert", "law.xpert", "--json")).json
    assert updated["not_applied"] == []
    nothing = xpert("copy", "submit", "laptop.xpert", "again", "--as", "lena")
    assert nothing.code == 1
    refused = xpert("copy", "create", "laptop.xpert", "other", "--as", "lena")
    assert "another one decides" in refused.err
    done(xpert("copy", "transfer", "law.xpert", "next", "--as", "lena"))
    assert "another one decides" in xpert("copy", "create", "law.xpert", "x", "--as", "lena").err


def test_an_assignment_can_be_closed_and_opened_again(xpert, law):
    sent = done(
        xpert(
            "assignment", "send", "law.xpert", "judge", "--for", "ada", "--purpose", "judge",
            "--as", "lena", "--json",
        )
    ).json  # fmt: skip

    def state():
        listed = xpert("assignment", "list", "law.xpert", "--as", "lena", "--json").json
        return [row["state"] for row in listed["sent"]]

    assert state() == ["waiting"]
    done(xpert("assignment", "close", "law.xpert", sent["assignment"], "--as", "lena"))
    assert state() == ["closed"]
    said = done(xpert("assignment", "reopen", "law.xpert", sent["assignment"], "--as", "lena"))
    assert said.out == "Waits for a submission again.\n"
    assert state() == ["waiting"]
    assert xpert("assignment", "close", "law.xpert", "as-none", "--as", "lena").code == 2


def test_what_is_said_of_an_assignment_fits_the_file_in_which_it_is_asked(xpert, law):
    listed = done(xpert("assignment", "list", "law.xpert", "--as", "lena")).out
    assert listed.strip() == "No assignment was sent yet."
    done(
        xpert(
            "assignment", "send", "law.xpert", "write", "--for", "maria", "--purpose", "write",
            "--tasks", "t3", "--as", "lena",
        )
    )  # fmt: skip
    done(xpert("assignment", "open", "write.xassignment", "maria.xpert"))
    listing = ("assignment", "list", "maria.xpert", "--as", "maria")
    assert "to write tasks for maria: 0 of 1 done" in done(xpert(*listing)).out
    assert "There is nothing to submit." in done(xpert(*listing)).out
    done(xpert("task", "edit", "maria.xpert", "t3", "--context", "A bank.", "--as", "maria"))
    assert "Not submitted yet: 1 task." in done(xpert(*listing)).out
    written = done(xpert("assignment", "submit", "maria.xpert", "work", "--as", "maria")).out
    assert written.strip().endswith("work.xsubmission: 1 task.")
    assert "There is nothing to submit." in done(xpert(*listing)).out
    done(xpert("copy", "create", "law.xpert", "laptop", "--as", "lena"))
    done(xpert("task", "edit", "laptop.xpert", "t3", "--title", "A lease", "--as", "maria"))
    listed = done(xpert("assignment", "list", "laptop.xpert", "--as", "lena")).out
    assert "Done in this copy: 1 task." in listed


def test_a_file_of_the_other_kind_names_its_command(xpert, law):
    done(
        xpert(
            "assignment", "send", "law.xpert", "write", "--for", "maria", "--purpose", "write",
            "--tasks", "t3", "--as", "lena",
        )
    )  # fmt: skip
    wrong = xpert("assignment", "import", "law.xpert", "write.xassignment", "--as", "lena")
    assert wrong.code == 3
    assert "xpert-studio assignment open" in wrong.err
    done(xpert("assignment", "open", "write.xassignment", "maria.xpert"))
    done(xpert("task", "edit", "maria.xpert", "t3", "--context", "A bank.", "--as", "maria"))
    done(xpert("assignment", "submit", "maria.xpert", "work", "--as", "maria"))
    wrong = xpert("assignment", "open", "work.xsubmission", "other.xpert")
    assert wrong.code == 3
    assert "xpert-studio assignment import" in wrong.err


def test_only_a_side_can_be_taken_for_all_conflicts(xpert, law):
    wrong = xpert(
        "assignment", "import", "law.xpert", "x.xsubmission", "--all", "edit", "--as", "lena"
    )
    assert wrong.code == 2
    assert "mine" in wrong.err


def test_what_cannot_be_assigned_is_named_by_its_blind_label(xpert, law):
    responses = xpert("response", "list", "law.xpert", "--as", "lena", "--json").json
    id_ = responses[0]["id"]
    refused = xpert(
        "assignment", "send", "law.xpert", "judge", "--for", "omar", "--purpose", "judge",
        "--responses", id_, "--as", "lena",
    )  # fmt: skip
    assert refused.code != 0
    assert "t1:A" in refused.err
    assert id_ not in refused.err


def test_a_log_computed_anew_is_found_by_an_assignment_made_before(xpert, law, tmp_path):

    from xpert_studio.core.store.log_chain import START, row_hash

    done(
        xpert(
            "assignment", "send", "law.xpert", "write", "--for", "maria", "--purpose", "write",
            "--tasks", "t3", "--as", "lena",
        )
    )  # fmt: skip
    against = ("history", "law.xpert", "--against", "write.xassignment")
    assert done(xpert(*against)).out.startswith("The log fits")
    from xpert_studio.core.store import ProjectFile
    from xpert_studio.core.store.log import table
    from xpert_studio.core.store.log_chain import LogHead, put_head

    with ProjectFile.open(tmp_path / "law.xpert") as project, project.writing() as tx:
        before = START
        for row in list(tx.connection.execute(table.select().order_by(table.c.pk)).mappings()):
            fields = {**row, "reason": "Another reason."} if row["pk"] == 2 else dict(row)
            before = row_hash(before, fields)
            new = {"reason": fields["reason"], "hash": before}
            tx.connection.execute(table.update().where(table.c.pk == row["pk"]).values(new))
        put_head(tx, LogHead(row["pk"], before))
    assert done(xpert("history", "law.xpert", "--verify")).out.startswith("The log fits")
    found = xpert(*against)
    assert found.code == 1
    assert "not the one that write.xassignment was made with" in found.out


def test_a_region_that_cannot_be_kept_is_told_of(xpert, tmp_path):
    studio = Studio(tmp_path / "law.xpert")
    with_files(studio, ("file.pdf", KINDS["pdf"]))
    studio.project.close()
    done(xpert("assignment", "send", "law.xpert", "work", "--for", "maria", "--purpose", "judge",
               "--as", "lena"))  # fmt: skip
    done(xpert("assignment", "open", "work.xassignment", "maria.xpert"))
    with ProjectFile.open(tmp_path / "maria.xpert") as project:
        with project.reading() as tx:
            wanted = unrendered(tx, attached_to(tx))
        render_files(CommandContext(project, "", later), wanted)
        with project.reading() as tx:
            (own,) = (item.id for item in responses.all_responses(tx))
            (one,) = renderings.all_renderings(tx).values()
        ctx = CommandContext(project, "maria", later, new_id)
        mark = Quote(quote="", region=region_between(one.pictures[0].sha256, 0.1, 0.2, 0.5, 0.6))
        open_form(ctx, own)
        for line in form_view(ctx, own).lines:
            judge_line(ctx, own, line.checkpoint.id, value=1, rationale="So.", evidence=(mark,))
        submit_form(ctx, own)
    done(xpert("assignment", "submit", "maria.xpert", "work", "--as", "maria"))
    taking = ("assignment", "import", "law.xpert", "work.xsubmission", "--as", "lena")
    first = done(xpert(*taking))
    assert "Regions in pictures that are not here were left out: 1." in first.out
    assert "Refused" not in first.out
    done(xpert("media", "render", "law.xpert", "--as", "lena"))
    second = done(xpert(*taking, "--json")).json
    assert {item["reason"] for item in second["parts"]} == {None}
    assert "applied" in {item["outcome"] for item in second["parts"]}

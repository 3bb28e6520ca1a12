"""Verdicts given without seeing what experts see: scored, excluded from alignment, and counted."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import update

from tests.documents_made import docx, picture
from tests.judge.projects import make_project
from tests.judge.test_attachments import attach, carry_out, request_for
from tests.loopback import LoopbackServer
from tests.store.older import BEFORE_CHECKSUMS
from tests.store.test_project_file import alter
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.schema import verdict
from xpert_studio.report import analyse

POINTS = 3


@pytest.fixture
def server():
    with LoopbackServer() as running:
        yield running


@pytest.fixture
def project(tmp_path, server):
    """Judged by a judge that could see neither the files of one baseline nor of one candidate."""
    with make_project(tmp_path / "p.xpert") as made:
        for owner in ("t0:s0", "t0:s1"):
            attach(made, owner, ("x.bin", "application/x", b"\x00\x01"))
        carry_out(made, request_for(server))
        yield made


def test_unseen_attachments_take_a_response_out_of_alignment_and_not_out_of_scores(project):
    (found,) = analyse(project).judges.values()
    assert found.unseen == 2 * POINTS
    assert found.alignment.criterion.n == POINTS  # t1:s0 alone
    assert found.alignment.left_out == 2
    assert {row.coverage for row in found.leaderboard.standings} == {1.0}
    (part,) = analyse(project, task_ids={"t1"}).judges.values()
    assert (part.unseen, part.alignment.left_out) == (0, 0)


def test_the_number_is_told_by_the_command_line_and_the_report(project, tmp_path, xpert):
    path = project.path
    project.close()
    told = xpert("align", path, "--json")
    (judge,) = told.json.values()
    assert judge["attachments_not_seen"] == 2 * POINTS
    assert "6 verdicts were given without seeing all attachments" in xpert("align", path).err
    xpert("report", path, tmp_path / "r.html")
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "2 responses (0 anchors, 0 near-duplicates, 2 with attachments not seen)" in text
    assert "6 verdicts were given without seeing all attachments" in text


def test_the_plan_and_the_prompt_say_what_is_attached(project, server, xpert):
    attach(project, "t1:s1", ("beam.png", "image/png", picture()))
    path = project.path
    project.close()
    common = ("score", path, "--judge", "compatible:m", "--base-url", server.openai_url)
    assert "t0: attachment-1.bin" in json.dumps(
        xpert(*common, "--dry-run", "--json").json["notices"]
    )
    prompt = xpert(*common, "--responses", "t1:s1", "--show-prompt", "--json").json
    assert prompt["response_images"] == ["attachments/beam.png"]


def test_verdicts_of_earlier_versions_are_marked(tmp_path, server):
    with make_project(tmp_path / "p.xpert", tasks=3) as project:
        attach(project, "t0:s1", ("a.png", "image/png", picture()))
        attach(project, "t1", ("b.png", "image/png", picture()))
        attach(project, "t2", ("c.docx", "application/x", docx("x")))
        for provider in ("compatible", "baseline"):
            carry_out(project, request_for(server, provider))
        with project.writing() as tx:
            tx.connection.execute(update(verdict).values(flags=None))
    alter(
        project.path,
        *BEFORE_CHECKSUMS,
        "ALTER TABLE task DROP COLUMN earlier_authors",
        "ALTER TABLE judgment DROP COLUMN unblinded",
        "ALTER TABLE run DROP COLUMN known_cost",
        "ALTER TABLE run DROP COLUMN unknown_cost_calls",
        "ALTER TABLE run ADD COLUMN cost FLOAT",
        "PRAGMA user_version = 7",
    )
    with ProjectFile.open(tmp_path / "p.xpert") as project:
        found = {judge.judge.provider: judge.unseen for judge in analyse(project).judges.values()}
    # The images of t1 were shown to the model; the embedded judge reads no brief.
    assert found == {"compatible": POINTS + 3 * POINTS, "baseline": POINTS}

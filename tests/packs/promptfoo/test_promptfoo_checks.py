"""Checks in promptfoo's format: decided by promptfoo as here, or put in words for its grader."""

from __future__ import annotations

import json
import re

import pytest

from tests.exchange.conftest import NOW
from tests.exchange.formats.tools import need_tools, run_promptfoo
from tests.loopback import LoopbackServer, graders
from tests.weighted import weighted_score
from xpert_studio.core.exchange.formats import export_foreign, find_format
from xpert_studio.core.exchange.preview import preview_foreign
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.instruments.deciding import Subject
from xpert_studio.core.records import Checkpoint, Response, Task
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project
from xpert_studio.packs.promptfoo.checks import assertion_of

FOUND = {"texts": ["Clause 9", "two, three", "{{7*7}}"], "case_sensitive": True}
LOOSE = {"texts": ["CLAUSE 9", "file://x"]}
SAME = [
    ("contains_all", FOUND), ("contains_all", {**FOUND, "negated": True}), ("contains_all", LOOSE),
    ("contains_any", FOUND), ("contains_any", LOOSE), ("contains_none", FOUND),
    ("contains_none", LOOSE), ("equals", {"text": "{% x %} Clause 9", "as_written": True}),
    ("equals", {"text": "{}", "as_written": True, "negated": True}),
    ("similarity", {"text": "Clause 9", "at_most_edits": 3, "as_written": True}),
    ("bleu", {"texts": ["see Clause 9, two, three and {{7*7}}", "Clause 9"], "at_least": 0.4}),
    ("gleu", {"texts": ["file://x and CLAUSE 8"], "at_least": 0.3}),
    ("rouge_1", {"texts": ["see (Clause 9) there."], "negated": True}),
    ("contains_html", {}), ("contains_html", {"negated": True}),
    ("json_valid", {"fence_allowed": False}),
    ("json_valid", {"fence_allowed": False, "negated": True}),
    ("json_schema", {"fence_allowed": False, "json_schema": '{"maxProperties": 0, "title": "{{x}}"}'}),
    ("xml_valid", {"fence_allowed": False}),
    ("starts_with", {"text": "see (Clause"}), ("starts_with", {"text": "Clause", "negated": True}),
    ("ends_with", {"text": "there."}), ("ends_with", {"text": "{{7*7}}"}),
    ("regex", {"pattern": "[cC]lause\\s\\d$"}), ("regex", {"pattern": "^[^\\s,]+ \\w+$"}),
    ("regex", {"pattern": "Clause \\S|\\{{2}\\d", "whole": True}),
    ("regex", {"pattern": "\\bclause\\b", "negated": True}),
]  # fmt: skip
WORDED = [
    ("word_count", {"at_most": 3}), ("equals", {"text": "Clause 9"}), ("json_valid", {}), ("json_valid", {"anywhere": True}),
    ("similarity", {"text": "Clause 9", "at_least": 0.5}),
    ("rouge_1", {"texts": ["Clause 9", "two"]}),
    ("starts_with", {"text": "x", "case_sensitive": False}),
    *(("regex", {"pattern": pattern}) for pattern in (
        "(?i)x", "\\p{Han}", "\\Ax", "[[:alpha:]]", "[]x]", "[\\S]", "(a+)+x", "^*x",
    )),
    ("xml_valid", {"fence_allowed": False, "elements": ["a"]}),
    *(("json_schema", {"fence_allowed": False, "json_schema": schema}) for schema in (
        "{}", '{"format": "email"}', '{"prefixItems": [{}]}',
    )),
]  # fmt: skip
TEXTS = [
    "Clause 9", "clause 8", "see Clause 9, two, three and {{7*7}}", "{% x %} Clause 9", "{}",
    'So: {"a": [1]} there', "file://x and CLAUSE 9", "[1, 2", "no 49 here",
    "Clause\u00a09", "clause\u30009", "<a>Clause 9</a>", "  see (Clause 9) there.\n", "{{77",
]  # fmt: skip


def check(number: int, kind: str, parameters: dict) -> Checkpoint:
    return Checkpoint(
        task_id="t", id=f"c{number}", text=f"Is {number}.", weight=1 + number % 3,
        instrument="check", settings={"check": kind, "parameters": parameters},
    )  # fmt: skip


DECIDED = [check(n, *given) for n, given in enumerate(SAME)]
ASKED = [
    *(check(n, *given) for n, given in enumerate(WORDED, start=len(SAME))),
    Checkpoint(
        task_id="t", id="choice", text="Names it.", weight=4, instrument="choice",
        settings={"options": ["Paris {{7*7}}", "London"], "key": "B"},
    ),
]  # fmt: skip


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        with made.writing() as tx:
            intake = Intake(tx)
            intake.task(Task(id="t", prompt="Which?", domain="Law"))
            for point in [*DECIDED, *ASKED]:
                intake.checkpoint(point)
            for n, text in enumerate(TEXTS):
                intake.response(Response(id=f"r{n}", task_id="t", model=f"m{n}", text=text))
            intake.flush()
        yield made


def test_promptfoo_decides_them_as_we_do_and_asks_a_grader_for_the_rest_alone(project, tmp_path):
    need_tools()
    report = export_foreign(project, find_format("promptfoo"), tmp_path / "out")
    lost = f"{len(ASKED)} checkpoints that a program decides here are criteria for a model"
    assert any(lost in warning for warning in report.warnings)
    with LoopbackServer(answer=lambda _: graders.rubric_reply(True)) as server:
        run_promptfoo(
            "eval", "-c", "stored.yaml", "--no-progress-bar", "--no-table", "--no-cache",
            "--grader", "openai:chat:grader", "-o", tmp_path / "out.json", at=tmp_path / "out",
            env={"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": server.openai_url},
        )  # fmt: skip
    rows = json.loads((tmp_path / "out.json").read_text("utf-8"))["results"]["results"]
    assert len(rows) == len(TEXTS)
    assert len(server.requests) == len(TEXTS) * len(ASKED)
    shown = server.requests[0].suffix + server.requests[-1].suffix
    without_codes = re.sub(r"\b[0-9a-f]{24}\b", "", shown)
    assert "49" not in without_codes.replace("no 49 here", "")
    different, scores = [], []
    for row in sorted(rows, key=lambda row: int(row["provider"]["label"][1:])):
        text = TEXTS[int(row["provider"]["label"][1:])]
        theirs = {
            item["assertion"]["config"]["checkpoint"]: item["pass"]
            for item in row["gradingResult"]["componentResults"]
        }
        ours = {
            point.id: instrument_of(point).decide(Subject(text), point).passed for point in DECIDED
        } | {point.id: True for point in ASKED}
        different += [(text, key) for key, met in ours.items() if theirs[key] != met]
        weights = [point.weight for point in [*DECIDED, *ASKED]]
        scores.append((row["score"], weighted_score(list(ours.values()), weights)))
    # promptfoo compares characters as they are written; here a space of any kind is a space.
    spaced = {key for text, key in different if text in TEXTS[9:11]}
    assert spaced <= {f"c{n}" for n, (kind, _) in enumerate(SAME) if kind.startswith("contains_")}
    assert [(text, key) for text, key in different if text not in TEXTS[9:11]] == []
    alike = [number for number in range(len(TEXTS)) if number not in (9, 10)]
    scores = [scores[number] for number in alike]
    assert [theirs for theirs, _ in scores] == pytest.approx([ours for _, ours in scores])


def test_the_preview_tells_what_a_model_decides_there(project):
    said = preview_foreign(project, find_format("promptfoo"), now=NOW)
    assert any(f"{len(ASKED)} checkpoints that a program" in note for note in said.warnings)


@pytest.mark.parametrize("settings", [{}, {"check": 5}, {"check": "of later"}, {"check": "regex"}])
def test_a_check_that_cannot_be_read_has_no_assertion(settings):
    point = Checkpoint(
        task_id="t", id="c", text="T.", weight=1, instrument="check", settings=settings
    )
    assert assertion_of(point) is None

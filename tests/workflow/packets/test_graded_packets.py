"""Graded checkpoints go out in packets, blind as ever, and their values come back."""

from __future__ import annotations

import zipfile

import pytest

from tests.workflow.packets.errands import altered
from tests.workflow.studio import Studio
from xpert_studio.exchange.packets import answer_to_file, open_file, read_packet, request_to_file
from xpert_studio.records import Checkpoint, Judgment, Purpose
from xpert_studio.store import entities, tasks
from xpert_studio.workflow import (
    Desk,
    judge_line,
    open_sheet,
    sheet_view,
    submit_sheet,
    waiting_for,
)
from xpert_studio.workflow.merging.weighing import Fate
from xpert_studio.workflow.packets import choose, plan_packet, take_packet

SCALE = {
    "low": 0, "high": 100, "minimum": 60,
    "bands": [{"low": 60, "high": 100, "text": "Fair."}, {"low": 0, "high": 59, "text": "Poor."}],
    "caps": [{"id": "plain", "text": "No headings.", "at_most": 25}],
}  # fmt: skip


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "p.xpert")
    (made.response,) = made.answered()
    with made.project.writing() as tx:
        first, *_ = tasks.rubric_of(tx, "t1")
        graded = first.model_copy(update={"instrument": "graded", "settings": SCALE, "weight": 2.5})
        entities.put(tx, graded)
        made.graded = graded
    made.scored(made.response)
    yield made
    made.project.close()


def sent(studio, tmp_path, purpose=Purpose.JUDGE, person="maria"):
    scope = choose(studio.lena, person, purpose)
    path = tmp_path / f"{person}.xpacket"
    request_to_file(studio.lena, path, purpose, person, scope)
    return path


def judged_afar(studio, packet, tmp_path, value):
    with open_file(packet, tmp_path / "afar.xpert", now=studio.now()) as project:
        desk = Desk(project, "maria", studio.now, studio.new_id)
        (sheet,) = waiting_for(desk).to_judge
        open_sheet(desk, sheet.response_id)
        for line in sheet_view(desk, sheet.response_id).lines:
            is_graded = line.checkpoint.id == studio.graded.id
            judge_line(
                desk, sheet.response_id, line.checkpoint.id,
                value=value if is_graded else 1, rationale="So.",
            )  # fmt: skip
        submit_sheet(desk, sheet.response_id)
        answer_to_file(desk, tmp_path / "back.xpacket")
    return read_packet(tmp_path / "back.xpacket")


def test_a_scale_travels_whole_and_no_verdict_with_it(studio, tmp_path):
    packet = sent(studio, tmp_path)
    content = read_packet(packet)
    (point,) = [
        held.record for held in content.of("checkpoint") if held.record.instrument == "graded"
    ]
    assert (point.settings, point.weight) == (SCALE, 2.5)
    with zipfile.ZipFile(packet) as archive:
        assert not {"verdicts.jsonl", "judges.jsonl", "judgments.jsonl"} & set(archive.namelist())


@pytest.mark.parametrize("value", [0, 25, 72, 100])
def test_values_come_back(studio, tmp_path, value):
    answer = judged_afar(studio, sent(studio, tmp_path), tmp_path, value)
    assert not take_packet(studio.lena, answer).plan.of(Fate.REFUSED)
    with studio.project.reading() as tx:
        found = entities.find(tx, Judgment, studio.response, studio.graded.id, "maria")
    assert found.value == value


@pytest.mark.parametrize(
    ("change", "said"),
    [({"value": 101}, "101"), ({"value": 72.5}, "72.5"), ({"caps": ("unheard-of",)}, "unheard-of")],
)
def test_a_value_off_the_scale_is_refused_and_the_rest_is_taken(studio, tmp_path, change, said):
    answer = judged_afar(studio, sent(studio, tmp_path), tmp_path, 72)
    plan = plan_packet(studio.lena, altered(answer, "judgment", **change))
    refused = {item.key[1]: str(item.reason) for item in plan.of(Fate.REFUSED)}
    assert said in refused[studio.graded.id]


def test_a_rubric_goes_to_review_with_its_scale(studio, tmp_path):
    studio.review("t9")
    with studio.project.writing() as tx:
        first, *_ = tasks.rubric_of(tx, "t9")
        entities.put(tx, first.model_copy(update={"instrument": "graded", "settings": SCALE}))
    content = read_packet(sent(studio, tmp_path, Purpose.REVIEW))
    assert [
        held.record.settings
        for held in content.of("checkpoint")
        if held.key == ("t9", first.id) and isinstance(held.record, Checkpoint)
    ] == [SCALE]

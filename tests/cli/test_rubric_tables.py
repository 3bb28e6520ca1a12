"""A rubric of any table at the command line: looked at, asked about, and imported."""

from __future__ import annotations

import json

import openpyxl
import pytest

from tests.cli.test_people_at_work import brief as brief
from tests.cli.test_people_at_work import law as law
from tests.cli.test_people_at_work import rubric as rubric

KEYS = {"text", "title", "weight", "tier", "dimension", "instrument", "levels", "section", "id"}


@pytest.fixture(autouse=True)
def preferences(monkeypatch, tmp_path):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "preferences"))


def shown(rubric, *arguments):
    said = rubric("rubric", "import", "law.xpert", "t", *arguments, "--preview", "--json", by="wei")
    assert said.code == 0
    return said.json


def lines(rubric):
    return rubric("rubric", "show", "law.xpert", "t", "--json").json["lines"]


def test_a_preview_shows_all_of_it_and_does_nothing(rubric, tmp_path):
    (tmp_path / "m.csv").write_text(
        "Criterion,Weight,Good (4),Poor (1),Comments\nThesis,10,clear,vague,\nEvidence,5,ample,little,\n"
    )
    before = lines(rubric)
    found = shown(rubric, "m.csv")
    assert set(found) == {
        "shape", "confidence", "columns", "checkpoints", "unused", "parts", "left_out", "messages",
    }  # fmt: skip
    assert found["shape"] == "matrix"
    assert [column["role"] for column in found["columns"]] == [
        "requirement", "points", "level 1", "level 2", "note",
    ]  # fmt: skip
    assert all(set(column) == {"name", "role", "why"} for column in found["columns"])
    assert [set(point) for point in found["checkpoints"]] == [KEYS, KEYS]
    first = found["checkpoints"][0]
    assert (first["text"], first["weight"], first["instrument"]) == ("Thesis", 10, "graded")
    assert first["levels"] == [
        {"name": "Good", "low": 4, "high": 4, "text": "clear"},
        {"name": "Poor", "low": 1, "high": 1, "text": "vague"},
    ]
    assert lines(rubric) == before
    said = rubric("rubric", "import", "law.xpert", "t", "m.csv", "--preview", by="wei")
    assert "Thesis" in said.out
    assert rubric("rubric", "import", "law.xpert", "t", "m.csv", by="wei").code == 0
    assert lines(rubric)[-1]["settings"]["bands"][0]["text"] == "Good: ample"


def test_an_unsure_guess_is_refused_with_the_map_that_would_do(rubric, tmp_path):
    (tmp_path / "u.csv").write_text(
        "Was,Ampel,Rest\nNennt die Klausel neun,rot,x\nNennt das Datum der Frist,gelb,y\n"
    )
    said = rubric("rubric", "import", "law.xpert", "t", "u.csv", "--json", by="wei")
    assert said.code == 1
    assert "--map" in said.json["remedy"]
    assert any("Nennt die Klausel neun" in line for line in said.json["missing"])
    mapped = ("--map", "Requirement=A", "--keep-map", "ampel")
    assert rubric("rubric", "import", "law.xpert", "t", "u.csv", *mapped, by="wei").code == 0
    assert lines(rubric)[-1]["text"] == "Nennt das Datum der Frist"
    again = shown(rubric, "u.csv", "--map", "ampel")
    assert again["checkpoints"][0]["text"] == "Nennt die Klausel neun"
    recognised = shown(rubric, "u.csv")
    assert any("ampel" in message for message in recognised["messages"])
    assert (
        rubric("rubric", "import", "law.xpert", "t", "u.csv", "--map", "Foo=A", by="wei").code == 2
    )


def test_several_sheets_are_asked_about(rubric, tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "Content"
    style = book.create_sheet("Style")
    for sheet, text in ((book.active, "Names clause nine"), (style, "Reads well")):
        sheet.append(["Criterion", "Points"])
        sheet.append([text, 3])
    book.save(tmp_path / "s.xlsx")
    take = ("rubric", "import", "law.xpert", "t", "s.xlsx")
    said = rubric(*take, "--json", by="wei")
    assert said.code == 1
    assert "--sheet" in said.json["remedy"]
    assert rubric(*take, "--sheet", "Style", by="wei").code == 0
    assert lines(rubric)[-1]["text"] == "Reads well"
    assert rubric(*take, "--as-sections", by="wei").code == 0
    assert {line["notes"] for line in lines(rubric)[-2:]} == {"Content", "Style"}
    assert rubric(*take, "--sheet", "Nowhere", by="wei").code == 2


def test_an_encoding_is_asked_for_and_shown(rubric, tmp_path):
    text = "criterion,points\nÁkvæðið er nefnt í þessum samningi,3\n"
    (tmp_path / "i.csv").write_bytes(text.encode("cp1252"))
    take = ("rubric", "import", "law.xpert", "t", "i.csv")
    said = rubric(*take, "--json", by="wei")
    assert said.code == 1
    assert "--encoding" in said.json["remedy"]
    found = shown(rubric, "i.csv")
    assert any("encoding" in message for message in found["messages"])
    assert rubric(*take, "--encoding", "cp1252", by="wei").code == 0
    assert lines(rubric)[-1]["text"] == "Ákvæðið er nefnt í þessum samningi"


@pytest.mark.parametrize(("levels", "count"), [("binary", 1), ("steps", 2)])
def test_levels_become_what_is_asked_for(rubric, tmp_path, levels, count):
    (tmp_path / "m.csv").write_text(
        "Criterion,Good (2),Fair (1),Poor (0)\nThesis,clear,vague,none\n"
    )
    found = shown(rubric, "m.csv", "--levels", levels)
    assert [point["instrument"] for point in found["checkpoints"]] == ["binary"] * count
    assert json.dumps(found["checkpoints"]).count("clear") == 1


def test_each_rubric_goes_to_the_task_of_its_name_or_makes_one(rubric, tmp_path):
    (tmp_path / "r.csv").write_text(
        "Rubric Name,Criterion,Points\nt,Names clause nine of all,3\nWill,Names the heirs,2\n"
    )
    take = ("rubric", "import", "law.xpert", "t", "r.csv")
    found = shown(rubric, "r.csv", "--as-tasks")
    assert [part["name"] for part in found["parts"]] == ["t", "Will"]
    assert any("“Will”: 1 checkpoints, a new task" in message for message in found["messages"])
    before = lines(rubric)
    said = rubric(*take, "--as-tasks", "--json", by="wei")
    assert said.code == 0
    assert [line["text"] for line in lines(rubric)[len(before) :]] == ["Names clause nine of all"]
    assert any("a new task" in note for note in said.json["notes"])
    assert rubric(*take, "--as-tasks", "--as-sections", by="wei").code == 2

"""Regions by command, in bundles and in reports; and what a report holds of a picture."""

from __future__ import annotations

import re
import zipfile

import pytest

from tests.documents_made import pdf
from tests.packs.images.test_boxes import png
from tests.packs.images.test_overlap import marked
from tests.workflow.studio import Studio
from xpert_studio.core.errors import UsageError
from xpert_studio.core.records import (
    Judge,
    Judgment,
    KeptPicture,
    KeptRendering,
    Quote,
    Said,
    Verdict,
    bytes_hash,
    region_between,
)
from xpert_studio.core.store import ProjectFile, entities, judges
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import (
    NewFile,
    NewResponse,
    add_responses,
    confirm,
    form_view,
    judge_line,
    open_form,
)
from xpert_studio.core.workflow.media import Made, keep_renderings

BEAM, PLAN = png(40, 20), png(20, 20, "blue")
ADA, LENA = ("--as", "ada"), ("--as", "lena")


@pytest.fixture
def pictured(tmp_path) -> tuple[Studio, str]:
    studio = Studio(tmp_path / "p.xpert")
    studio.ready()
    files = (NewFile("beam.png", BEAM), NewFile("plan.png", PLAN))
    new = NewResponse("t1", "aurora", "See both.", files=files)
    (response,) = add_responses(studio.lena, [new]).after("response")
    return studio, response.id


def test_a_region_is_added_listed_undone_and_removed(xpert, pictured):
    studio, response_id = pictured
    open_form(studio.ada, response_id)
    args = ("region", "add", studio.project.path, "t1:A", "1")
    done = xpert(*args, "0.1", "0.2", "0.5", "0.6", "--note", "crack", *ADA)
    assert done.code == 0, done.err
    assert xpert(*args, "0", "0", "1", "1", "--picture", "2", *ADA).code == 0
    first, second = xpert("region", "list", studio.project.path, "t1:A", "--json", *ADA).json
    assert (first["picture"], first["left"], first["bottom"], first["note"]) == (
        1,
        0.1,
        0.6,
        "crack",
    )
    assert (second["picture"], second["right"]) == (2, 1)
    assert "crack" in xpert("region", "list", studio.project.path, "t1:A", *ADA).out
    shown = xpert("judge", "show", studio.project.path, "t1:A", "--json", *ADA).json
    assert [one["note"] for one in shown["lines"][0]["regions"]] == ["crack", ""]
    assert "regions" not in shown["lines"][1]
    assert "Region at 10%, 20% of 40% × 40%: crack" in " ".join(
        xpert("judge", "show", studio.project.path, "t1:A", *ADA).out.split()
    )
    assert xpert("undo", studio.project.path, *ADA).code == 0
    assert len(xpert("region", "list", studio.project.path, "t1:A", "--json", *ADA).json) == 1
    assert xpert("region", "remove", studio.project.path, "t1:A", "1", "1", *ADA).code == 0
    assert xpert("region", "list", studio.project.path, "t1:A", "--json", *ADA).json == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("1", "0.5", "0", "0.4", "1"), "wrong order"),
        (("1", "0", "0", "1", "1", "--picture", "3"), "no picture 3"),
        (("9", "0", "0", "1", "1"), "no checkpoint"),
        (("1", "0", "0", "1", "1.5"), "less than or equal to 1"),
    ],
)
def test_a_region_that_is_none_is_refused_by_name(xpert, pictured, words, said):
    studio, response_id = pictured
    open_form(studio.ada, response_id)
    done = xpert("region", "add", studio.project.path, "t1:A", *words, *ADA)
    assert done.code != 0
    assert said in " ".join((done.err + done.out).split())
    assert xpert("region", "remove", studio.project.path, "t1:A", "1", "1", *ADA).code != 0


def test_only_who_judges_marks(xpert, pictured):
    studio, response_id = pictured
    open_form(studio.ada, response_id)
    for person in ((), ("--as", "wei"), ("--as", "omar")):
        done = xpert("region", "add", studio.project.path, "t1:A", "1", "0", "0", "1", "1", *person)
        assert done.code != 0


def differ(studio: Studio, response_id: str) -> None:
    """An expert and a judge who differ, each with a region; the expert's judgments are gold."""
    marked(studio, response_id, "ada", 0.1)
    for line in form_view(studio.ada, response_id).lines:
        confirm(studio.omar, response_id, "ada", [line.checkpoint.id])
    with studio.project.writing() as tx:
        judges.ensure_judge(tx, Judge(id="j1", provider="elsewhere", model="m"))
        intake = Intake(tx)
        (mark,) = form_view(studio.ada, response_id).lines[0].decision.evidence
        for line in form_view(studio.ada, response_id).lines:
            moved = mark.region.model_copy(update={"left": 0.3})
            intake.verdict(
                Verdict(
                    response_id=response_id, checkpoint_id=line.checkpoint.id, judge_id="j1",
                    value=0, rationale="It is not there.",
                    evidence=(mark.model_copy(update={"region": moved, "verified": True}),),
                )
            )  # fmt: skip
        intake.flush()


@pytest.fixture
def differing(pictured) -> Studio:
    studio, response_id = pictured
    differ(studio, response_id)
    return studio


def test_a_bundle_brings_regions_there_and_back(xpert, tmp_path, differing):
    assert xpert("export", differing.project.path, "out.zip", *LENA).code == 0
    assert xpert("import", "new.xpert", "out.zip", "--new", *LENA).code == 0
    found = []
    for path in (differing.project.path, tmp_path / "new.xpert"):
        with ProjectFile.open(path, read_only=True) as opened, opened.reading() as tx:
            of_experts = entities.find_all(tx, Judgment)
            found.append(sorted(str(one.evidence) for one in of_experts))
    assert found[0] == found[1]
    assert bytes_hash(BEAM) in "".join(found[0])
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        rows = archive.read("judgments.jsonl").decode()
    assert '"region"' in rows
    assert rows.count('"region"') == 1  # passages and empty evidence are written as before


def test_a_report_shows_the_picture_with_both_regions(xpert, tmp_path, differing):
    assert xpert("report", differing.project.path, "out.html", *LENA).code == 0
    page = (tmp_path / "out.html").read_text("utf-8")
    (svg, *_) = re.findall(r'<figure class="marked">(<svg.*?</svg>)', page, re.DOTALL)
    frames = re.findall(r'<rect x="([\d.]+)"[^>]*stroke="(#[^"]+)"[^>]*?(stroke-dasharray)?', svg)
    colours = [(float(left), colour) for left, colour, _ in frames if colour != "#ffffff"]
    assert sorted(colours) == [(90.0, "#2456b8"), (270.0, "#a62b22")]
    assert svg.count("stroke-dasharray") == 1
    assert "Region at 10%, 0% of 50% × 100%: here" in page
    done = xpert("report", differing.project.path, "out.pdf", *LENA)
    assert done.code == 0, done.err
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF-")


def test_a_region_on_a_page_stays_when_pages_are_made_again(tmp_path):
    studio = Studio(tmp_path / "p.xpert")
    studio.ready()
    new = NewResponse("t1", "aurora", "See it.", files=(NewFile("a.pdf", pdf("A page.")),))
    (response,) = add_responses(studio.lena, [new]).after("response")
    file = response.attachments[0].sha256

    def kept(data: bytes) -> str:
        page = KeptPicture(sha256=bytes_hash(data), label=Said(template="page 1"))
        record = KeptRendering(sha256=file, renderer="r", version="1", pictures=(page,))
        keep_renderings(studio.lena, [Made(record, {bytes_hash(data): data})])
        return bytes_hash(data)

    open_form(studio.ada, response.id)
    line = form_view(studio.ada, response.id).lines[0].checkpoint.id
    first = Quote(quote="", region=region_between(kept(BEAM), 0, 0, 1, 1))
    judge_line(studio.ada, response.id, line, evidence=(first,))
    second = Quote(quote="", region=region_between(kept(PLAN), 0, 0, 1, 0.5))
    judge_line(studio.ada, response.id, line, evidence=(first, second))
    found = form_view(studio.ada, response.id).lines[0].decision
    assert [one.region for one in found.evidence] == [first.region, second.region]
    judge_line(studio.ada, response.id, line, evidence=(second,))
    with pytest.raises(UsageError, match="not shown with the response"):
        judge_line(studio.ada, response.id, line, evidence=(first,))


def test_evidence_of_a_picture_elsewhere_is_refused(pictured):
    studio, response_id = pictured
    open_form(studio.ada, response_id)
    marked_line = form_view(studio.ada, response_id).lines[0].checkpoint.id
    elsewhere = Quote(quote="", region=region_between("f" * 64, 0, 0, 1, 1))
    with pytest.raises(UsageError, match="not shown with the response"):
        judge_line(studio.ada, response_id, marked_line, evidence=(elsewhere,))

"""No public export holds a known key; what looks like one goes out only when it was allowed."""

from __future__ import annotations

import base64
import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfWriter

from tests.documents_made import pdf, zipped
from tests.judge.projects import NOW, make_project
from tests.workflow.assignments.files import later, new_id, of_tasks
from tests.workflow.studio import Studio
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange import export_bundle, export_table
from xpert_studio.core.exchange.assignment_transfer import assignment_to_file
from xpert_studio.core.exchange.formats import FORMATS, export_foreign
from xpert_studio.core.exchange.rubric_sheet.writing import write_rubric_sheet
from xpert_studio.core.judge import key_check, redaction
from xpert_studio.core.judge.key_check import KeyCheck, PossibleKeysError
from xpert_studio.core.records import Attachment, Visibility
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import entities, files, judgments, responses, tasks
from xpert_studio.core.workflow import CommandContext
from xpert_studio.report import analyse
from xpert_studio.report.page import report_page
from xpert_studio.report.writing import write_report

KEY = "sk-proj-Wq7cT2_mXbL9vN4-sRk1HdYp8GcAe5MfUj3SiVoQx6tBz0E"
POSSIBLE = (
    "sk-" + "a1B2" * 8,
    "AKIA" + "7Q2X" * 4,
    "ghp_" + "a1B2" * 9,
    "AIza" + "Sy1_" * 9,
    "Authorization: Bearer " + "a1B2" * 6,
    "-----BEGIN OPENSSH PRIVATE KEY-----",
)


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    monkeypatch.setattr(redaction, "_known", set())
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


def project_with(tmp_path, text):
    """Two tasks with three responses each, every one of which ends with a text."""
    return make_project(tmp_path / "p.xpert", more=f" {text}")


@pytest.mark.parametrize(
    "hidden", [KEY, " ".join(KEY), base64.b64encode(KEY.encode()).decode(), KEY[-16:]]
)
def test_a_known_key_refuses_a_public_bundle_by_file_and_row(tmp_path, hidden):
    out = tmp_path / "out.zip"
    with (
        project_with(tmp_path, hidden) as project,
        pytest.raises(UsageError) as refused,
    ):
        export_bundle(project, out, visibility=Visibility.PUBLIC, now=NOW, allow_possible_keys=True)
    assert "responses.jsonl row 1, responses.jsonl row 2" in str(refused.value)
    assert hidden not in str(refused.value)
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".xpert"] == []


@pytest.mark.parametrize("text", POSSIBLE)
def test_what_looks_like_a_key_goes_out_when_it_is_allowed(tmp_path, text):
    out = tmp_path / "out"
    with project_with(tmp_path, text) as project:
        with pytest.raises(PossibleKeysError) as refused:
            export_bundle(project, out, visibility=Visibility.PUBLIC, now=NOW)
        assert refused.value.places == tuple(f"responses.jsonl row {n}" for n in range(1, 7))
        assert not out.exists()
        report = export_bundle(
            project, out, visibility=Visibility.PUBLIC, now=NOW, allow_possible_keys=True
        )
    assert report.possible_keys == 6


def test_ordinary_texts_need_no_leave(tmp_path):
    words = "Basic understanding of risk-assessment, hf_datasets and 9f86d081884c7d65 is shown."
    with project_with(tmp_path, words) as project:
        report = export_bundle(project, tmp_path / "a", visibility=Visibility.PUBLIC, now=NOW)
    assert report.possible_keys == 0


def _rubric(project, out):
    with project.reading() as tx:
        rubric = tasks.rubric_of(tx, "t0")
    write_rubric_sheet(out.with_suffix(".csv"), rubric, dimensions=())


def _report(project, out):
    page = report_page(project, analyse(project), now=NOW)
    write_report(page, out.with_suffix(".html"))


SHARED = {
    "private bundle": lambda project, out: export_bundle(
        project, out.with_suffix(".zip"), visibility=Visibility.PRIVATE, now=NOW
    ),
    "table": lambda project, out: export_table(project, out.with_suffix(".csv")),
    "workbook": lambda project, out: export_table(project, out.with_suffix(".xlsx")),
    "rubric": _rubric,
    "report": _report,
}


@pytest.mark.parametrize("kind", SHARED)
def test_a_known_key_goes_out_in_nothing_that_is_shared(tmp_path, kind):
    with make_project(tmp_path / "p.xpert", names=("a", KEY, "c")) as project:
        with project.writing() as tx:
            point = tasks.rubric_of(tx, "t0")[0]
            entities.put(tx, point.model_copy(update={"text": f"Names {KEY}."}))
            for item in judgments.all_judgments(tx):
                entities.put(tx, item.model_copy(update={"rationale": f"As {KEY} says."}))
        with pytest.raises(UsageError, match="An API key that is set up") as refused:
            SHARED[kind](project, tmp_path / "out")
    assert KEY not in str(refused.value)
    assert [path.name for path in tmp_path.iterdir() if "out" in path.name] == []


def test_a_known_key_goes_out_in_no_assignment(tmp_path):
    studio = Studio(tmp_path / "studio.xpert")
    studio.review("t1")
    with studio.project.writing() as tx:
        point = tasks.rubric_of(tx, "t1")[0]
        entities.put(tx, point.model_copy(update={"notes": f"{KEY}"}))
    lead = CommandContext(studio.project, "lena", later, new_id)
    with pytest.raises(UsageError, match="An API key that is set up"):
        assignment_to_file(lead, tmp_path / "out", Purpose.REVIEW, "maria", of_tasks("t1"))
    assert not (tmp_path / "out.xassignment").exists()


def _word(text):
    half = len(text) // 2
    runs = "".join(f"<w:r><w:t>{part}</w:t></w:r>" for part in (text[:half], text[half:]))
    return {"word/document.xml": "<w:document/>", "word/comments.xml": f"<w:comments>{runs}"}


PACKED = {
    "comment of a .docx": _word,
    "hidden sheet of an .xlsx": lambda text: {
        "xl/workbook.xml": "<workbook/>", "xl/sharedStrings.xml": f"<sst><t>{text}</t></sst>",
    },
    "notes of a .pptx": lambda text: {
        "ppt/presentation.xml": "<p/>", "ppt/notesSlides/notesSlide1.xml": f"<a:t>{text}</a:t>",
    },
    "target of a link": lambda text: {
        "word/document.xml": "<w:document/>",
        "word/_rels/document.xml.rels": f'<Relationship Target="https://x.example/?key={text}"/>',
    },
    "remark in the markup": lambda text: {"word/document.xml": f"<w:document><!-- {text} -->"},
    "workbook in a .docx": lambda text: {
        "word/document.xml": "<w:document/>",
        "word/embeddings/a.xlsx": zipped({"xl/workbook.xml": f'<a b="{text}"/>'}),
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", PACKED)
@pytest.mark.parametrize("visibility", Visibility)
def test_a_known_key_within_a_packed_file_refuses_the_bundle(tmp_path, kind, visibility):
    _refuses_attached(tmp_path, zipped(PACKED[kind](KEY)), visibility)


def test_a_known_key_in_a_compressed_pdf_refuses_the_bundle(tmp_path):
    writer = PdfWriter(clone_from=io.BytesIO(pdf((KEY,))))
    writer.pages[0].compress_content_streams()
    writer.write(stream := io.BytesIO())
    assert KEY.encode() not in stream.getvalue()
    _refuses_attached(tmp_path, stream.getvalue(), Visibility.PUBLIC)


@pytest.mark.parametrize(
    "written",
    [
        "\n".join(KEY[at : at + 8] for at in range(0, len(KEY), 8)),
        "".join(f"<b>{KEY[at : at + 6]}</b>" for at in range(0, len(KEY), 6)),
    ],
)
@pytest.mark.parametrize("packed", [bytes, gzip.compress])
def test_a_known_key_over_several_lines_or_in_markup_refuses_the_bundle(tmp_path, written, packed):
    _refuses_attached(tmp_path, packed(written.encode()), Visibility.PRIVATE)


def _refuses_attached(tmp_path, data, visibility):
    with make_project(tmp_path / "p.xpert") as project:
        with project.writing() as tx:
            found = next(iter(responses.all_responses(tx)))
            sha256 = files.put_blob(tx, data)
            item = Attachment(path="a.bin", media_type="application/octet-stream", sha256=sha256)
            entities.put(tx, found.model_copy(update={"attachments": (item,)}))
        with pytest.raises(UsageError, match="attachments/"):
            export_bundle(project, tmp_path / "out", visibility=visibility, now=NOW)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "wanted",
    [item for item in FORMATS.values() if "binary" in item.instruments],
    ids=lambda wanted: wanted.id,
)
def test_formats_of_other_tools_are_checked_too(tmp_path, wanted):
    studio = Studio(tmp_path / "p.xpert")
    (response_id,) = studio.answered("t1", (f"model {KEY}",))
    target = tmp_path / f"out{wanted.suffix}"
    with pytest.raises(UsageError, match="set up on this machine") as refused:
        export_foreign(studio.project, wanted, target, now=NOW, allow_possible_keys=True)
    assert f"response t1 / {response_id}" in str(refused.value)
    assert not target.exists()
    studio.project.close()


PIECES = (
    *POSSIBLE,
    *(KEY, KEY[8:30], KEY[20:36], base64.b64encode(KEY.encode()).decode(), KEY.encode().hex()),
    *("task-1", "\\", "u0073", "&#x73;", "%73", "api_key=", "://a:b@c", "ſk-a1B2c3", "Ⓐ", "\u200b"),
    *("the notice", '"', "=", "EYJ", "basic ", "-----BEGIN", "a1B2" * 5, "é", "ﬁ"),
)


@pytest.mark.parametrize("public", [True, False])
@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=4).map("".join), max_size=12))
def test_rows_looked_at_together_give_what_each_gives_alone(public, rows):
    redaction.remember_secret(KEY)
    together, alone = KeyCheck(public=public), KeyCheck(public=public)
    together.look_at_rows(rows, "f", after=7)
    for number, row in enumerate(rows, start=8):
        alone.look(row, f"f row {number}")
    assert [found(check) for check in (together, alone)] == [found(alone)] * 2


def found(check):
    """What a check says in the end."""
    try:
        return check.settle()
    except UsageError as refused:
        return str(refused)


def test_rows_without_a_mark_of_a_key_are_searched_for_no_shape(monkeypatch):
    searched = []
    monkeypatch.setattr(key_check, "looks_like_key", lambda *_: searched.append(1))
    KeyCheck().look_at_rows(["The notice is in writing."] * 1000, "f")
    assert searched == []
    KeyCheck().look_at_rows(["The notice is in writing.", "sk-"], "f")
    assert len(searched) == 2

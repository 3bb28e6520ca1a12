"""A file is recognised by its content; where it could be two things, the likelier comes first."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents_made import docx, pdf
from tests.workflow.studio import Studio
from xpert_studio.core.errors import InputRefusedError, NotFoundError
from xpert_studio.core.exchange.file_kinds import DOCUMENT, RUBRIC, kinds_of
from xpert_studio.core.exchange.table_import import import_table
from xpert_studio.core.wording import explained

TABLE = "Criterion,Points\nNames clause 9 of the lease,3\nStates the date of it,2\n"
MARKDOWN = "| Criterion | Points |\n|---|---|\n| Names it | 3 |\n"
RATINGS = "rater,response,criterion,score\nanna,r1,Clarity,3\nbob,r1,Clarity,2\n"
HEALTHBENCH = '{"prompt": "Why?", "rubrics": [{"criterion": "Says why", "points": 5}]}\n'
LETTER = docx("<w:p><w:r><w:t>Dear all.</w:t></w:r></w:p>")


def ids(path: Path, *, attaches: bool = False) -> list[str]:
    return [one.id for one in kinds_of(path, attaches=attaches)]


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    ("name", "content", "elsewhere", "on_a_brief"),
    [
        ("r.csv", TABLE, [RUBRIC], [DOCUMENT, RUBRIC]),
        ("r.md", MARKDOWN, [RUBRIC], [DOCUMENT, RUBRIC]),
        ("r.json", '[{"criterion": "Names it", "points": 3}]', [RUBRIC], [DOCUMENT, RUBRIC]),
        ("ratings.csv", RATINGS, ["ratings"], [DOCUMENT, "ratings"]),
        ("hb.jsonl", HEALTHBENCH, ["healthbench"], ["healthbench", DOCUMENT]),
    ],
)
def test_a_file_is_told_by_its_content(
    tmp_path: Path, name: str, content: str, elsewhere: list[str], on_a_brief: list[str]
) -> None:
    path = written(tmp_path, name, content)
    assert ids(path) == elsewhere
    assert ids(path, attaches=True) == on_a_brief


@pytest.mark.parametrize(("name", "content"), [("a.pdf", pdf("Text.")), ("a.docx", LETTER)])
def test_a_document_is_for_briefs(tmp_path: Path, name: str, content: bytes) -> None:
    path = written(tmp_path, name, content)
    assert ids(path, attaches=True) == [DOCUMENT]
    with pytest.raises(InputRefusedError) as refused:
        kinds_of(path)
    assert "Attach it to a task" in explained(refused.value)


def test_what_is_nothing_known_is_refused_also_on_a_brief(tmp_path: Path) -> None:
    with pytest.raises(InputRefusedError):
        kinds_of(written(tmp_path, "x.bin", b"\x00\x01\x02" * 100), attaches=True)
    with pytest.raises(NotFoundError):
        kinds_of(tmp_path / "gone.csv")


@pytest.mark.parametrize(
    "heading",
    [
        "id,title,context,materials,deliverables,reference",
        "编号,标题,工作背景,背景材料,交付成果,参考答案",
    ],
)
def test_a_table_of_tasks_is_no_rubric_and_no_ratings(tmp_path: Path, heading: str) -> None:
    path = written(
        tmp_path, "tasks.csv", f"{heading}\nnda,An NDA,A start-up,Clause 9.,A memo.,Yes\n"
    )
    assert ids(path, attaches=True) == [DOCUMENT]
    studio = Studio(tmp_path / "p.xpert")
    for take in (kinds_of, lambda source: import_table(studio.project, source, now=studio.now())):
        with pytest.raises(InputRefusedError) as refused:
            take(path)
        assert "is a table of tasks" in explained(refused.value)
        assert "tasks.jsonl" in explained(refused.value)
    studio.project.close()

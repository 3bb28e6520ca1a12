"""A field of a record goes into a public bundle only where the record says so."""

from __future__ import annotations

import json
import zipfile

import pytest
from pydantic import Field

from tests.judge.projects import NOW, make_project
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.exchange.bundle_format import HOUSE, ROW_FILES
from xpert_studio.core.exchange.publishing import PUBLIC_PARAMETERS, public_changes, records_within
from xpert_studio.core.records import (
    Attachment,
    Judge,
    Panel,
    Person,
    Quote,
    Record,
    System,
    Task,
    Visibility,
)
from xpert_studio.core.store import entities


def _kinds() -> set[type[Record]]:
    """All that a public bundle may hold, with the records within them."""
    left = [file.kind for file in ROW_FILES if file.kind not in (*HOUSE, Person, System)] + [Panel]
    found: set[type[Record]] = set()
    while left:
        kind = left.pop()
        found.add(kind)
        left += [
            inner
            for field in kind.model_fields.values()
            for inner in records_within(field)
            if inner not in found
        ]
    return found


@pytest.mark.parametrize("kind", sorted(_kinds(), key=lambda kind: kind.__name__))
def test_it_is_decided_for_each_field_of_a_public_record(kind):
    decided = [*kind.PUBLIC, *kind.PEOPLE, *kind.PRIVATE]
    fields = kind.model_fields
    assert set(decided) - {"extra"} == set(fields) - {"extra"}
    assert len(decided) == len(set(decided))
    assert [name for name in kind.PRIVATE if name in fields and fields[name].is_required()] == []


def test_records_within_records_are_among_them():
    assert {"Attachment", "Quote", "Usage", "Triage", "Checklist", "JudgeSettings"} <= {
        kind.__name__ for kind in _kinds()
    }


def test_a_field_without_a_decision_stays_in():
    class LaterQuote(Quote):
        secret: str = ""

    class LaterTask(Task):
        remark: str | None = None
        quotes: tuple[LaterQuote, ...] = Field(default=(), description="not decided either")

    files = (Attachment(path="a.txt", media_type="text/plain", sha256="0" * 64, extra={"x": 1}),)
    task = LaterTask(
        id="t", prompt="p", author_id="lena", earlier_authors=("ada",), remark="private",
        attachments=files, quotes=(LaterQuote(quote="q", secret="s"),),
    )  # fmt: skip
    public = task.model_copy(update=public_changes(task, str.upper))
    assert (public.remark, public.quotes) == (None, ())
    assert (public.prompt, public.author_id, public.earlier_authors) == ("p", "LENA", ("ADA",))
    assert public.attachments == (files[0].model_copy(update={"extra": {}}),)


def test_parameters_of_a_judge_go_out_by_their_names(tmp_path):
    secret = {"base_url": "http://10.0.0.7", "api_key": "k-1", "headers": {"X": "y"}, "note": "n"}
    known = {"temperature": 0.0, "seed": 3}
    assert set(known) < PUBLIC_PARAMETERS
    with make_project(tmp_path / "p.xpert", tasks=2, checkpoints=3, systems=2) as project:
        with project.writing() as tx:
            entities.put(tx, Judge(id="j", provider="x", model="m", parameters=secret | known))
        export_bundle(project, tmp_path / "b.zip", visibility=Visibility.PUBLIC, now=NOW)
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        rows = [json.loads(line) for line in archive.read("judges.jsonl").splitlines()]
    assert next(row for row in rows if row["id"] == "j")["parameters"] == known

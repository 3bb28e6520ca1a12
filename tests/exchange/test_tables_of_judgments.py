"""Tables of judgments come in from any kind of table, with what is not taken said."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pytest

from tests.exchange.conftest import NOW, POINT, sound_bundle
from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange import import_bundle
from xpert_studio.core.exchange.table_import import import_table
from xpert_studio.core.store import judgments
from xpert_studio.core.workflow import new_project

HEAD = ["response_id", "checkpoint_id", "judge", "kind", "met", "rationale"]
ROWS = [
    ["r1", "c1", "ada", "expert", "yes", "Größe und Höhe stimmen überein"],
    ["r1", "c2", "ada", "expert", "no", "Größe fehlt"],
]
STRICT = (
    ("http://schemas.openxmlformats.org/officeDocument/2006/",
     "http://purl.oclc.org/ooxml/officeDocument/"),
    ("http://schemas.openxmlformats.org/spreadsheetml/2006/main",
     "http://purl.oclc.org/ooxml/spreadsheetml/main"),
)  # fmt: skip


@pytest.fixture
def project(tmp_path):
    bundle = sound_bundle(
        tmp_path / "b", checkpoints=[POINT, POINT | {"id": "c2", "text": "It is said."}],
        judgments=None, verdicts=None, judges=None,
    )  # fmt: skip
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        import_bundle(made, bundle, now=NOW)
        yield made


def workbook(*sheets):
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets:
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    packed = io.BytesIO()
    made.save(packed)
    return packed.getvalue()


def strict(data):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(made, "w") as target:
        for part in source.infolist():
            text = source.read(part).decode()
            for transitional, other in STRICT:
                text = text.replace(transitional, other)
            target.writestr(part.filename, text)
    return made.getvalue()


def ods(rows):
    cells = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p>'
            "</table:table-cell>"
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    names = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    content = f'<?xml version="1.0"?><office:document-content{names}><office:body>'
    content += f'<office:spreadsheet><table:table table:name="S">{cells}</table:table>'
    content += "</office:spreadsheet></office:body></office:document-content>"
    made = io.BytesIO()
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest'
    manifest += f':1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("mimetype", kind)
        archive.writestr("META-INF/manifest.xml", manifest + "</manifest:manifest>")
        archive.writestr("content.xml", content)
    return made.getvalue()


def html(rows):
    return "<table>" + "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows
    ) + "</table>"  # fmt: skip


TABLE = [HEAD, *ROWS]
FILES = {
    "t.csv": "\n".join(";".join(row) for row in TABLE).encode("cp1252"),
    "t.tsv": "\n".join("\t".join(row) for row in TABLE).encode("utf-16"),
    "t.xlsx": workbook(("S", TABLE)),
    "strict.xlsx": strict(workbook(("S", TABLE))),
    "t.ods": ods(TABLE),
    "t.html": html(TABLE).encode(),
    "t.md": "\n".join(
        f"| {' | '.join(row)} |" for row in [HEAD, ["---"] * len(HEAD), *ROWS]
    ).encode(),
}


def said(project):
    with project.reading() as tx:
        return sorted(
            (item.checkpoint_id, item.final, item.rationale) for item in judgments.all_judgments(tx)
        )


@pytest.mark.parametrize("name", FILES)
def test_judgments_are_read_from_any_kind_of_table(project, tmp_path, name):
    (tmp_path / name).write_bytes(FILES[name])
    report = import_table(project, tmp_path / name, now=NOW)
    assert report.added["judgments"] == 2
    assert said(project) == [
        ("c1", True, "Größe und Höhe stimmen überein"), ("c2", False, "Größe fehlt"),
    ]  # fmt: skip


def test_every_sheet_with_the_columns_is_read_and_others_are_listed(project, tmp_path):
    sheets = (("One", [HEAD, ROWS[0]]), ("Notes", [["Read me"]]), ("Two", [HEAD, ROWS[1]]))
    (tmp_path / "t.xlsx").write_bytes(workbook(*sheets))
    report = import_table(project, tmp_path / "t.xlsx", now=NOW)
    assert report.added["judgments"] == 2
    assert any("Notes" in warning for warning in report.warnings)


def test_what_contradicts_in_another_sheet_is_named_by_its_place(project, tmp_path):
    other = [*ROWS[0][:4], "no", ""]
    data = workbook(("One", [HEAD, ROWS[0]]), ("Two", [HEAD, other]))
    (tmp_path / "t.xlsx").write_bytes(data)
    with pytest.raises(InputRefusedError) as refused:
        import_table(project, tmp_path / "t.xlsx", now=NOW)
    (problem,) = refused.value.problems
    assert problem.place == "sheet Two, row 2"
    assert "sheet One, row 2" in problem.message
    assert said(project) == []


def test_a_formula_without_a_value_counts_only_where_it_is_used(project, tmp_path):
    rows = [[*HEAD, "sum"], [*ROWS[0], "=1+1"]]
    (tmp_path / "t.xlsx").write_bytes(workbook(("S", rows)))
    assert import_table(project, tmp_path / "t.xlsx", now=NOW).added["judgments"] == 1
    rows = [HEAD, [*ROWS[1][:4], "=1+1", ""]]
    (tmp_path / "u.xlsx").write_bytes(workbook(("S", rows)))
    with pytest.raises(InputRefusedError) as refused:
        import_table(project, tmp_path / "u.xlsx", now=NOW)
    assert refused.value.problems[0].place == "cell E2"


def test_cells_of_a_workbook_are_read_as_what_they_say(project, tmp_path):
    rows = [HEAD, ["r1", "c1", "ada", "expert", True, None], ["r1", "c2", "ada", "expert", 0.0, 7]]
    (tmp_path / "t.xlsx").write_bytes(workbook(("S", rows)))
    assert import_table(project, tmp_path / "t.xlsx", now=NOW).added["judgments"] == 2
    assert said(project) == [("c1", True, None), ("c2", False, "7")]


def test_the_same_again_is_unchanged_and_another_decision_is_refused(project, tmp_path):
    (tmp_path / "t.xlsx").write_bytes(workbook(("S", TABLE)))
    import_table(project, tmp_path / "t.xlsx", now=NOW)
    assert import_table(project, tmp_path / "t.xlsx", now=NOW).unchanged["judgments"] == 2
    (tmp_path / "u.xlsx").write_bytes(workbook(("S", [HEAD, [*ROWS[0][:4], "no", ""]])))
    with pytest.raises(InputRefusedError) as refused:
        import_table(project, tmp_path / "u.xlsx", now=NOW)
    (problem,) = refused.value.problems
    assert (problem.place, problem.field) == ("row 2", "met")
    assert "another of" in problem.message
    assert said(project)[0] == ("c1", True, "Größe und Höhe stimmen überein")


def test_everything_that_is_wrong_with_a_row_is_told_at_once(project, tmp_path):
    rows = [HEAD, ["r9", "c1", "", "robot", "yes", ""], ["r1", "c1", "ada", "expert", "so", ""]]
    (tmp_path / "t.xlsx").write_bytes(workbook(("S", rows)))
    with pytest.raises(InputRefusedError) as refused:
        import_table(project, tmp_path / "t.xlsx", now=NOW)
    assert [(problem.place, problem.field) for problem in refused.value.problems] == [
        ("row 2", "response_id"),
        ("row 2", "kind"),
        ("row 2", "judge"),
        ("row 3", "met"),
    ]

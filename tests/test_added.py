"""What is added to the program takes few files: it is really added to a copy, and they are counted.

Nothing else names it, and it is nevertheless an option with its help, in the form of the window, in
the history and the comparison of revisions, in bundles and in the documents.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.imported import imported_sample
from tests.loopback import LoopbackServer
from tests.program_copy import ROOT, Copy
from tests.started import RUN

RECORD = "xpert_studio/core/records/rubrics.py"
SCHEMA = "xpert_studio/core/store/schema.py"
MIGRATIONS = "xpert_studio/core/store/migrations/versions"
PACK = "xpert_studio/packs/lab"
LAB = ROOT / "tests" / "packs" / "outside" / "lab_scales"
TASK, AUTHOR = "eng-anchor-bolts", ("--as", "author-kowalska")
SHOWN = """
from PySide6.QtWidgets import QApplication
app = QApplication([])
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Form
from xpert_studio.core.workflow import edit_checkpoint
from xpert_studio.core.records.rubrics import WrittenFields
from xpert_studio.desktop.pages.history.words import FIELDS
form = Form(fields_for(edit_checkpoint, *WrittenFields.__annotations__))
print(form.inputs["rule_of"].widget.accessibleName(), "|", FIELDS["rule_of"])
"""
STARS = """
from PySide6.QtWidgets import QApplication
app = QApplication([])
from xpert_studio.desktop.pages.task.rubric.answering import AnswerBar
editor = AnswerBar().editors["stars"]
editor.show_settings({"least": 4})
field = editor.form.inputs["least"].widget
print(editor.settings(), field.accessibleName())
field.setText("9")
print(editor.show_faults(), bool(editor.form.error("least")))
"""
TASKS = "xpert_studio/core/records/tasks.py"
NORM = """
    norm: Annotated[
        str | None,
        Asks("What governs it.", "ISO-1", is_text=True, title=mark("Norm"), empty=mark("ISO …")),
    ]"""
WRITTEN = """
import sys
from pathlib import Path
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication
qt = QApplication([])
from xpert_studio.desktop.app import App
from xpert_studio.desktop.pages.history.words import FIELDS
from xpert_studio.desktop.places import Place
from xpert_studio.desktop.prefs import Prefs
prefs, path = Prefs.load(), Path(sys.argv[1])
prefs.people[str(path.absolute())] = sys.argv[3]
app = App(qt, prefs)
app.open_project(path)
def until(done):
    for _ in range(2000):
        if done():
            return
        loop = QEventLoop()
        QTimer.singleShot(10, loop.quit)
        loop.exec()
    raise SystemExit(f"it does not come to rest: {app.window}")
until(lambda: app.window is not None and app.bridge.is_idle)
app.window.go(Place("task", task_id=sys.argv[2], tab="brief", item="norm"))
def panel_shown():
    return app.window.pages.currentWidget().stack.currentWidget()
until(lambda: hasattr(panel_shown(), "fields"))
panel = panel_shown()
field = panel.fields["norm"]
until(lambda: field.toPlainText() == "ISO-7 governs")
field.setFocus()
field.setPlainText("ISO-8")
panel.leave()
until(lambda: app.session.is_saved)
until(lambda: app.bridge.is_idle)
print(field.accessibleName(), "|", field.placeholderText(), "|", FIELDS["norm"])
app.window.close()
app.bridge.close()
"""
BLIND = """
from xpert_studio.core.records import Stage, Task
from xpert_studio.core.workflow.assignments.blind_records import BlindRecords
print(BlindRecords("s", "p").of(Task(id="t", prompt="Why?", norm="ISO-7")).norm)
"""
PUBLIC = '        "rule_of",\n'
FIELD = """    rule_of: Annotated[
        str | None, Asks("The rule it rests on.", "ISO-1", title=mark("Rule of"))
    ]
"""
MIGRATION = """from alembic import op

revision, down_revision = "{to}", "{of}"


def upgrade() -> None:
    op.execute("ALTER TABLE {table} ADD COLUMN {column} TEXT")
"""


@pytest.fixture
def copy(tmp_path) -> Copy:
    return Copy(tmp_path / "copy")


@pytest.fixture
def project(copy) -> Iterator[Path]:
    """The sample; the copy is changed before it is asked for."""
    return copy.folder / "p.xpert"


@contextmanager
def pack(copy: Copy, manifest: str, module: str) -> Iterator[None]:
    """A pack of the program: its manifest, and one module of the stranger's; no other file."""
    (copy.folder / PACK).mkdir()
    text = f"from xpert_studio.api import Offer, Pack\n\nPACK = Pack({manifest})\n"
    (copy.folder / PACK / "__init__.py").write_text(text, encoding="utf-8")
    code = (LAB / f"{module}.py").read_text(encoding="utf-8")
    (copy.folder / PACK / f"{module}.py").write_text(code, encoding="utf-8")
    yield
    assert copy.changed == {f"{PACK}/__init__.py", f"{PACK}/{module}.py"}


def take_in(copy: Copy, project: Path) -> None:
    sample = copy.folder / "sample_projects" / "four_professions"
    copy("import", project, sample, "--new", "--as", "lena")


def put_field(copy: Copy) -> None:
    copy.put(RECORD, "    turn: Annotated[\n        int | None,\n", FIELD)
    copy.put(RECORD, "    extra: Extra = Field(default_factory=dict)\n\n    @property\n    def has_",
             "    rule_of: Text | None = None\n")  # fmt: skip
    copy.put(RECORD, '        "turn",\n    )\n', PUBLIC)
    migration = migrate(copy, "checkpoint", "rule_of")
    assert copy.changed == {RECORD, SCHEMA, migration}


def migrate(copy: Copy, table: str, column: str) -> str:
    """A column of a table: the schema's next version and its migration; the migration's file."""
    schema = copy.folder / SCHEMA
    text = schema.read_text(encoding="utf-8")
    (head, _, rest) = text.partition("SCHEMA_VERSION: Final = ")
    version = int(rest.split("\n", 1)[0])
    schema.write_text(
        f"{head}SCHEMA_VERSION: Final = {version + 1}\n" + rest.split("\n", 1)[1], encoding="utf-8"
    )
    moved = MIGRATION.format(to=f"{version + 1:04}", of=f"{version:04}", table=table, column=column)
    name = f"{MIGRATIONS}/{version + 1:04}_rules.py"
    (copy.folder / name).write_text(moved, encoding="utf-8")
    return name


def put_norm(copy: Copy) -> None:
    copy.put(TASKS, "\n\n\nBRIEF_TEXTS: Final", NORM)
    copy.put(
        TASKS, "    attachments: tuple[Attachment, ...] = ()\n", "    norm: Text | None = None\n"
    )
    copy.put(
        TASKS,
        '    )\n    PUBLIC: ClassVar[tuple[str, ...]] = (\n        "id",\n        "prompt"',
        '        "norm",\n',
    )
    copy.put(TASKS, '        "self_accepted",\n        "triage",\n', '        "norm",\n')
    migration = migrate(copy, "task", "norm")
    assert copy.changed == {TASKS, SCHEMA, migration}


def test_a_field_of_a_checkpoint_takes_its_record_the_schema_and_a_migration(copy, project) -> None:
    put_field(copy)
    for words in (("rubric", "add"), ("rubric", "edit"), ("draft", "accept")):
        said = copy(*words, "--help")
        assert "--rule-of <str>" in said
        assert "The rule it rests on." in said
    shown = copy.run(SHOWN)
    assert shown.stdout.strip() == "Rule of | Rule of", shown.stderr

    take_in(copy, project)
    copy("rubric", "edit", project, TASK, "1", "--rule-of", "ISO-7", *AUTHOR)
    found = json.loads(copy("rubric", "show", project, TASK, "--json", *AUTHOR))
    assert "ISO-7" in json.dumps(found)
    copy("undo", project, *AUTHOR)
    assert "ISO-7" not in copy("rubric", "show", project, TASK, "--json", *AUTHOR)
    copy("redo", project, *AUTHOR)
    sheet = copy.folder / "rubric.csv"
    copy("rubric", "export", project, sheet, TASK, *AUTHOR)
    table = sheet.read_text(encoding="utf-8-sig")
    assert ",Rule of," in table.splitlines()[0]
    sheet.write_text(table.replace("ISO-7", "ISO-9"), encoding="utf-8")
    copy("rubric", "import", project, TASK, sheet, *AUTHOR)
    assert "ISO-9" in copy("rubric", "show", project, TASK, "--json", *AUTHOR)
    copy("undo", project, *AUTHOR)
    assert "is sound" in copy("verify", project)
    out = copy.folder / "out.zip"
    copy("export", project, out, "--public", "--all-stages", "--as", "lena")
    with zipfile.ZipFile(out) as archive:
        assert b'"rule_of":"ISO-7"' in archive.read("checkpoints.jsonl").replace(b'": "', b'":"')


def test_a_field_of_a_task_takes_its_record_the_schema_and_a_migration(copy, project) -> None:
    put_norm(copy)
    for words in (("task", "new"), ("task", "edit")):
        said = copy(*words, "--help")
        assert "--norm <str>" in said
        assert "What governs it." in said
    take_in(copy, project)
    task = json.loads(copy("task", "list", project, "--stage", "rubric", "--json"))[0]
    author = ("--as", task["author"])
    copy("task", "edit", project, task["id"], "--norm", "ISO-7 governs", *author)
    assert "Norm\nISO-7 governs" in copy("task", "show", project, task["id"], *author)
    assert json.loads(copy("search", project, "governs", "--json", *author))
    copy("undo", project, *author)
    assert "ISO-7" not in copy("task", "show", project, task["id"], "--json", *author)
    copy("redo", project, *author)
    shown = copy.run(WRITTEN, project, task["id"], task["author"])
    assert shown.stdout.strip() == "Norm | ISO … | Norm", shown.stderr
    assert "Norm\nISO-8" in copy("task", "show", project, task["id"], *author)
    assert "is sound" in copy("verify", project)
    out = copy.folder / "out.zip"
    copy("export", project, out, "--public", "--all-stages", "--as", "lena")
    with zipfile.ZipFile(out) as archive:
        assert b'"norm":"ISO-8"' in archive.read("tasks.jsonl").replace(b'": "', b'":"')
    # What an assignment holds for a person who judges is named in the record: this is not.
    blind = copy.run(BLIND)
    assert blind.stdout.strip() == "None", blind.stderr


def test_an_instrument_with_settings_takes_its_file(copy, project) -> None:
    with pack(
        copy, 'id="lab", title="Lab", instruments={"stars": "instrument:STARS"}', "instrument"
    ):
        said = copy("rubric", "add", "--help")
        assert "--least <int range>" in said
        assert "So many stars pass." in said
        shown = copy.run(STARS)
        assert shown.stdout.splitlines() == [
            "{'least': 4} Least number of stars",
            "True True",
        ], shown.stderr
        imported_sample(project, "lena")
        words = ("rubric", "add", project, TASK, "Is well said.", "--instrument", "stars")
        copy(*words, "--least", "4", *AUTHOR)
        rubric = copy("rubric", "show", project, TASK, "--json", *AUTHOR)
        assert '"least": 4' in rubric
        refused = copy.run(RUN, *words, "--settings", '{"least": "4"}', *AUTHOR)
        assert refused.returncode == 2
        assert "cannot have '4' as 'least'" in " ".join(refused.stderr.split())


def test_a_provider_takes_its_file(copy, project, monkeypatch) -> None:
    monkeypatch.setenv("ACME_API_KEY", "a-key-of-the-loopback")
    with pack(copy, 'id="lab", title="Lab", providers={"acme": "providers:ACME"}', "providers"):
        assert "acme" in copy("keys", "list")
        imported_sample(project, "lena")
        with LoopbackServer() as server:
            words = (
                "--judge",
                "acme:acme-1",
                "--base-url",
                server.openai_url,
                "--systems",
                "cirrus-mini",
            )
            said = copy("score", project, *words, "--as", "lena", "--json")
            assert {one.json["model"] for one in server.requests} == {"acme-1"}
        assert json.loads(said)["state"] in {"done", "partly"}  # as loopback answers in Chinese
        code = (
            "from PySide6.QtWidgets import QApplication; app = QApplication([]); "
            "from xpert_studio.desktop.pages.runs.composer.judge import JudgePart; "
            "made = JudgePart(); made.show_values({'provider': 'acme'}); print(made.provider)"
        )
        assert copy.run(code).stdout.strip() == "acme"


def test_a_command_takes_its_file(copy, project) -> None:
    offer = 'Offer("command:lab", "Say how many checkpoints have stars.", after="lint")'
    with pack(copy, f'id="lab", title="Lab", commands={{"lab": {offer}}}', "command"):
        imported_sample(project, "lena")
        assert json.loads(copy("lab", project, "--as", "lena", "--json")) == {"stars": 0}
        assert "Say how many checkpoints have stars." in copy("--help")


LIST = """
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field

from xpert_studio.api.formats import Asks, Content, ForeignFormat


class Chosen(BaseModel):
    indent: Annotated[
        int, Field(ge=0, le=8), Asks("Spaces before a line.", title="Indentation")
    ] = 0


def write(content: Content, path: Path, chosen: Chosen) -> Mapping[str, int]:
    lines = [f"{' ' * chosen.indent}{task.id}\\n" for task in content.tasks]
    path.write_text("".join(lines), encoding="utf-8")
    return {"lines": len(lines)}


OUT = ForeignFormat(
    "ids", "Ids", "An id a line.", write, suffix=".ids", options=Chosen,
    carries={"tasks": frozenset({"id"})}, instruments=frozenset({"binary", "graded", "choice", "check"}),
)
"""
CARD = """
from PySide6.QtWidgets import QApplication
app = QApplication([])
from xpert_studio.desktop.pages.publish.kinds import kind_of
from xpert_studio.desktop.pages.publish.options import OptionsCard
card = OptionsCard(print)
card.show_kind(kind_of("ids"))
(form,) = card._own_forms.values()
form.show_values({"indent": 3})
print(form.inputs["indent"].widget.accessibleName(), card.order().words())
"""


def test_an_export_format_with_options_takes_its_file(copy, project) -> None:
    (copy.folder / PACK).mkdir()
    text = (
        "from xpert_studio.api import Pack\n\n"
        'PACK = Pack(id="lab", title="Lab", exports={"ids": "out:OUT"})\n'
    )
    (copy.folder / PACK / "__init__.py").write_text(text, encoding="utf-8")
    (copy.folder / PACK / "out.py").write_text(LIST, encoding="utf-8")
    assert copy.changed == {f"{PACK}/__init__.py", f"{PACK}/out.py"}
    assert "indent" in copy("export", "--formats")
    imported_sample(project, "lena")
    out = copy.folder / "out.ids"
    words = ("export", project, out, "--format", "ids", "--tasks", "law-lease-break")
    copy(*words, "--set", "indent=2", "--as", "lena")
    assert out.read_text(encoding="utf-8") == "  law-lease-break\n"
    refused = copy.run(RUN, *words, "--set", "indent=9", "--replace")
    assert refused.returncode == 2
    assert "--set indent cannot be '9'" in refused.stderr
    shown = copy.run(CARD)
    assert shown.stdout.strip() == ("Indentation ['--format', 'ids', '--set', 'indent=3']"), (
        shown.stderr
    )

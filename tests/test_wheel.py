"""The wheel holds all that the program needs, and runs where nothing else of the checkout is."""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.sampling import NIGHTLY

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The wheel, built from this checkout and unpacked as an installer does."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder / "site")
    return folder / "site"


def run(site, *arguments, cwd):
    # Before the folder of the checkout, from which the tests run.
    code = (
        f"import sys; sys.path.insert(0, {str(site)!r}); "
        "import xpert_studio, xpert_studio.start; print(xpert_studio.__file__, file=sys.stderr); "
        f"sys.argv = ['xpert-studio', *{arguments!r}]; xpert_studio.start.run()"
    )
    return subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True, check=False
    )


def test_the_wheel_has_every_resource_and_reads_a_project(installed, tmp_path):
    for source, target in (("resources", "_resources"), ("sample_projects", "_sample_projects")):
        for path in (ROOT / source).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and ".parts" not in path.parts:
                packed = installed / "xpert_studio" / target / path.relative_to(ROOT / source)
                assert packed.read_bytes() == path.read_bytes(), path
    done = run(installed, "new", "p.xpert", "--as", "lena", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert str(installed) in done.stderr


@pytest.mark.skipif(not NIGHTLY, reason="run by make nightly")
def test_the_sample_runs_from_the_wheel(installed, tmp_path):
    done = run(installed, "sample", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert str(installed) in done.stderr
    assert (tmp_path / "out" / "sample-report.html").stat().st_size > 100_000


def test_the_wheel_speaks_chinese_and_has_an_entry_point(installed, tmp_path):
    done = run(installed, "--lang", "zh", "info", "--help", cwd=tmp_path)
    assert "显示项目的内容" in done.stdout
    (entry,) = installed.glob("*.dist-info/entry_points.txt")
    assert "xpert-studio = xpert_studio.start:run" in entry.read_text()


def test_nothing_of_tests_or_packaging_is_in_it(installed):
    top = {path.name for path in installed.iterdir()}
    assert {name for name in top if not name.endswith(".dist-info")} == {"xpert_studio"}


def test_the_page_of_licences_names_every_locked_package():
    done = subprocess.run([sys.executable, ROOT / "packaging" / "licences_page.py", "--check"])
    assert done.returncode == 0, "run packaging/licences_page.py"


def test_the_page_of_settings_is_current():
    done = subprocess.run([sys.executable, ROOT / "packaging" / "configuration_page.py", "--check"])
    assert done.returncode == 0, "run packaging/configuration_page.py"


def test_the_page_of_checks_is_current():
    done = subprocess.run([sys.executable, ROOT / "packaging" / "checks_page.py", "--check"])
    assert done.returncode == 0, "run packaging/checks_page.py"


def test_the_page_of_imports_is_current():
    done = subprocess.run([sys.executable, ROOT / "packaging" / "imports_page.py", "--check"])
    assert done.returncode == 0, "run packaging/imports_page.py"


def test_the_page_of_settings_names_every_variable_that_is_read():
    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    for path in (ROOT / "xpert_studio").rglob("*.py"):
        for name in re.findall(r"XPERT_STUDIO_[A-Z_]*[A-Z]", path.read_text(encoding="utf-8")):
            assert f"| `{name}` |" in page, path


def test_the_counts_of_the_first_page_are_those_of_the_program():
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = subprocess.run(
        [sys.executable, "-m", "xpert_studio.start", "checks", "list", "--json"],
        capture_output=True, cwd=ROOT, check=True,
    )  # fmt: skip
    assert f"{len(json.loads(listed.stdout))} kinds of checks" in page

"""The samples are what the program writes today: their scripts make them to the byte."""

from __future__ import annotations

import filecmp
import subprocess
import sys

import pytest

from xpert_studio.core.resources import SAMPLE, SAMPLE_OVER_TIME, sample_project_path

SCRIPTS = {SAMPLE: "sample_anew.py", SAMPLE_OVER_TIME: "suite_sample.py"}


@pytest.mark.parametrize("sample", SCRIPTS)
def test_a_sample_is_what_its_script_makes(sample, tmp_path):
    kept, made = sample_project_path(sample), tmp_path / "made"
    script = kept.parents[1] / "packaging" / SCRIPTS[sample]
    subprocess.run([sys.executable, script, made], check=True, cwd=kept.parents[1])
    names = sorted(str(path.relative_to(kept)) for path in kept.rglob("*") if path.is_file())
    assert sum(path.is_file() for path in made.rglob("*")) == len(names)
    same, other, missing = filecmp.cmpfiles(kept, made, names, shallow=False)
    assert (sorted(same), missing) == (names, []), other

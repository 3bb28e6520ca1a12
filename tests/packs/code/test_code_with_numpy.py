"""Tests of code whose answers are arrays and numbers of numpy.

The sandbox has the system's Python, which seldom has numpy; so what runs inside it is run here by
the Python of these tests, which has.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.judge.sandboxes import need_sandbox, python
from xpert_studio.core.instruments.deciding import CannotCheckError, Subject
from xpert_studio.core.resources import resource_path
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.code import sandbox

pytest.importorskip("numpy")
PROOF = "proof"
CODE = """\
import numpy as np

def numbers(n): return np.arange(n)
def table(): return np.array([[1.5, 2.0], [3.0, float("nan")]])
def mean(values): return np.mean(values)
def is_any(values): return np.any(values)
def words(): return np.array(["a", "bc"])
def turn(values): return values[::-1].copy()
def kind(value): return type(value).__name__
def nothing(): return np.zeros((0, 3))
def objects(): return np.array([1, "a", None], dtype=object)
def pair(): return np.array([1, 2]), {"b": np.float32(0.5)}
"""


def outcome(folder, tests, code=CODE):
    for name in ("run_tests.py", "peer.py", "remote.py", "crossing.py", "line_up.py", "solve.py"):
        (folder / name).write_bytes(resource_path("sandbox", name).read_bytes())
    (folder / "solution.py").write_text(code, "utf-8")
    given = {"tests": tests, "entry": [], "proof": PROOF}
    ran = subprocess.run(
        [sys.executable, "run_tests.py"],
        input=json.dumps(given), cwd=folder, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    proof, _, said = ran.stdout.rstrip("\n").rpartition("\n")[2].partition(" ")
    assert proof == PROOF, ran.stderr
    return said


@pytest.mark.parametrize(
    "tests",
    [
        "assert numbers(3) == [0, 1, 2]",
        "assert mean([1, 2, 3]) == 2.0 and is_any([0, 1])",
        "assert table()[0] == [1.5, 2.0]",
        "assert words() == ['a', 'bc'] and nothing() == []",
        "assert pair() == ([1, 2], {'b': 0.5})",
        "assert objects() == [1, 'a', None]",
        "import numpy as np\nassert (numbers(3) == np.array([0, 1, 2])).all()",
        "import numpy as np\nnp.testing.assert_allclose(table(), [[1.5, 2], [3, np.nan]])",
        "import numpy as np\nassert table().shape == (2, 2) and table().dtype == np.float64",
        "import numpy as np\nassert nothing().shape == (0, 3) and words().dtype.kind == 'U'",
        "import numpy as np\nassert type(mean([1, 2])) is np.float64 and mean([1, 2]) == 1.5",
        "import numpy as np\nassert (turn(np.array([1, 2])) == np.array([2, 1])).all()",
        "import numpy as np\nassert kind(np.array([1])) == 'ndarray' and kind(1) == 'int'",
        "import numpy as np\nassert mean(np.array([1 + 2j, 3])) == 2 + 1j",
    ],
)
def test_answers_of_numpy_are_compared(tmp_path, tests):
    assert outcome(tmp_path, tests) == "passed"


@pytest.mark.parametrize(
    "tests",
    [
        "assert numbers(3) == [0, 1, 3]",
        "assert mean([1, 2, 3]) == 2.5",
        "import numpy as np\nassert (numbers(3) == np.array([0, 1, 3])).all()",
        "import numpy as np\nnp.testing.assert_allclose(table(), [[1.5, 2], [3, 4]])",
        "import numpy as np\nassert table().shape == (4,)",
    ],
)
def test_other_answers_of_numpy_fail(tmp_path, tests):
    assert outcome(tmp_path, tests) == "failed"


FEIGNED = """\
class Array:
    shape, dtype = (1,), type("D", (), {"str": "<i8"})()
    def reshape(self, _): return self
    def tolist(self): return [self]
    def item(self): return self
    def __eq__(self, other): return True
    def all(self): return True
Array.__module__, Array.__name__ = "numpy", "ndarray"
def numbers(n): return Array()
"""


@pytest.mark.parametrize("start", ["", "import numpy as np\n"])
def test_an_object_that_feigns_an_array_equals_nothing(tmp_path, start):
    assert outcome(tmp_path, start + "assert numbers(1) == [0]", FEIGNED) == "failed"


def test_where_the_sandbox_has_no_numpy_tests_that_need_it_decide_nothing():
    need_sandbox()
    kind = KINDS["code_passes"]
    given = kind.parameters(tests="import numpy as np\nassert (f() == np.array([1])).all()")
    subject = Subject("```python\ndef f():\n    return [1]\n```")
    has_numpy = python("import numpy", seconds=10).exit_code == 0
    if has_numpy:
        assert kind.decide_with(sandbox.run, subject, given).passed
        return
    with pytest.raises(CannotCheckError, match="numpy") as caught:
        kind.decide_with(sandbox.run, subject, given)
    assert caught.value.remedy

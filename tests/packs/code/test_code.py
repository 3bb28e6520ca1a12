"""Checks that run code: which code is taken, what is to be run, and what the result means."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from xpert_studio.core.instruments.deciding import (
    CannotCheckError,
    Completed,
    Outcome,
    Program,
    Stop,
    Subject,
)
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.checks.kinds.fences import Fence, fences_in
from xpert_studio.packs.code.kinds import Passes, Runs, code_in

RUNS, PASSES = KINDS["code_runs"], KINDS["code_passes"]


def never(program: Program) -> Completed:
    raise AssertionError(program)


def decided(completed: Completed, **parameters: object) -> Outcome:
    return RUNS.decide_with(lambda _: completed, Subject("```\nx\n```"), Runs(**parameters))


@pytest.mark.parametrize("kind", [RUNS, PASSES])
def test_nothing_is_decided_without_a_runner(kind):
    with pytest.raises(CannotCheckError, match="runs the code"):
        kind.decide(Subject("print(1)"), Passes(tests="f()"))


def test_a_kind_that_runs_nothing_does_without_the_runner():
    count = KINDS["word_count"]
    assert count.decide_with(never, Subject("a b"), count.parameters(exactly=2)).passed


@pytest.mark.parametrize(
    ("text", "python"),
    [
        ("print(1)", "print(1)"),
        ("```python\na\n```", "a"),
        ("So:\n```py\na\n```\nand\n```Python3 title='x'\nb\n```", "a\n\nb"),
        ("```js\na\n```\n```\nb\n```", "b"),
        ("```js\na\n```", ""),
        ("```\nb\n```\n```python\na\n```", "a"),
        ("~~~python\n```\na\n~~~", "```\na"),
        ("````python\n```\na\n````", "```\na"),
        ("```python\na\n", "a\n"),
        ("1. x\n   ```python\n   if a:\n     b\n   ```", "if a:\n  b"),
        ("```python\r\na\r\nb\r\n```\r\n", "a\nb"),
        ("```{.python}\na\n```", "a"),
        ("inline ```a``` only", ""),
        ("42", ""),
        ("Answer: 42", ""),
        ("The answer is 42 (forty-two).", ""),
        ("def f():\n    return 1", "def f():\n    return 1"),
        ("def f(", "def f("),
        (
            "Here it is:\n\ndef f(x):\n    y = x\n\n    return y\n\nThis gives x (always).",
            "def f(x):\n    y = x\n\n    return y\n",
        ),
        ("import a\r\n\r\na.b()", "import a\n\na.b()"),
        ("```python\ndef f(): 1\n```\nUse:\n```python\n>>> f()\n1\n```", "def f(): 1"),
        ("```\ndef f(): 1\n```\nIt prints:\n```\none two\n```", "def f(): 1"),
        ("```\n>>> def f():\n...     return 1\n>>> f()\n1\n```", "def f():\n    return 1\nf()"),
        (
            "So:<pre><code class='language-python'>def f(a):\n  return a &lt; 1</code></pre>",
            "def f(a):\n  return a < 1",
        ),
        ("<pre>print(<b>1</b>)</pre>", "print(1)"),
    ],
)
def test_which_code_is_taken(text, python):
    assert code_in(text, "python") == python


def test_fences_name_languages():
    assert list(fences_in("```C++\na\n```")) == [Fence("c++", "a")]
    assert code_in("```node\na\n```", "javascript") == "a"


@given(st.text(alphabet="`~ \n\tapy", max_size=200))
def test_any_text_has_fences_or_none(text):
    assert sum(len(fence.code) for fence in fences_in(text)) <= len(text)


@given(
    st.text(max_size=80).filter(
        lambda text: not any(part in text for part in ("```", "\r", "~~~", ">>>", "..."))
    )
)
def test_what_is_fenced_is_found(code):
    assert code_in(f"Here:\n```python\n{code}\n```\nDone.", "python") == code


@pytest.mark.parametrize("text", ["```js\na\n```", "", " \n", "```python\n\n```"])
def test_no_code_is_not_met_without_a_run(text):
    outcome = RUNS.decide_with(never, Subject(text), Runs())
    assert (outcome.passed, outcome.reason) == (False, "The response has no Python code.")
    assert not PASSES.decide_with(never, Subject(text), Passes(tests="f()")).passed


def test_what_is_run():
    program = RUNS.program(Subject("print(1)\ud800"), Runs(input="é", seconds=3))
    assert isinstance(program, Program)
    assert program.files == {"main.py": b"print(1)?"}
    assert (program.main, program.stdin, program.seconds) == ("main.py", "é".encode(), 3)
    for code, main in (("import a from 'b'", "main.mjs"), ("import('b')", "main.js")):
        assert RUNS.program(Subject(code), Runs(language="javascript")).main == main


def test_what_is_tested_does_not_lie_beside_its_tests():
    program = PASSES.program(Subject("def f(): 0"), Passes(tests="assert f() is None"))
    assert isinstance(program, Program)
    assert set(program.files) == {
        "run_tests.py",
        "peer.py",
        "remote.py",
        "crossing.py",
        "line_up.py",
        "solve.py",
        "solution.py",
    }
    assert not any(b"f() is None" in content for content in program.files.values())
    assert json.loads(program.stdin) == {
        "tests": "assert f() is None", "entry": [], "proof": program.proof,
    }  # fmt: skip
    again = PASSES.program(Subject("def f(): 0"), Passes(tests="assert f() is None"))
    assert again.proof != program.proof
    assert len(again.proof) == 64


def test_what_check_is_called_with():
    prompt = "def help(x):\n    ...\n\ndef find(x):\n    # def no():\n"
    program = PASSES.program(Subject("def f(): 0", prompt), Passes(tests="f()"))
    assert json.loads(program.stdin)["entry"] == ["find", "help"]
    program = PASSES.program(Subject("def f(): 0", prompt), Passes(tests="f()", entry_point="g"))
    assert json.loads(program.stdin)["entry"] == ["g"]


@pytest.mark.parametrize(
    ("completed", "reason"),
    [
        (Completed(0), "The code runs without error."),
        (Completed(3), "The code failed with exit code 3."),
        (Completed(1, error="Traceback\nValueError: x\n"), "The code failed: ValueError: x"),
        (Completed(1, error="a\x00\x1b[1mb\n"), "The code failed: a  [1mb"),
        (Completed(None, stopped=Stop.TIME, limit=10), "The code did not end within 10 s."),
        (Completed(None, stopped=Stop.MEMORY, limit=512),
         "The code needs more than 512 MB of memory."),
        (Completed(None, stopped=Stop.OUTPUT, limit=1000), "The code prints more than 1,000 kB."),
        (Completed(None, stopped=Stop.FILES, limit=10_000),
         "The code makes more than 10,000 files."),
    ],
)  # fmt: skip
def test_what_the_result_means(completed, reason):
    assert decided(completed) == Outcome(completed.exit_code == 0, reason)


def test_errors_of_javascript_stand_above_their_places():
    error = "/tmp/main.js:1\nx\n^\n\nReferenceError: x is not defined\n    at a\n\nNode.js v20\n"
    outcome = decided(Completed(1, error=error), language="javascript")
    assert outcome.reason == "The code failed: ReferenceError: x is not defined"


@pytest.mark.parametrize(
    ("output", "expected", "reason"),
    [
        ("1\n2\n", "1\n2", None),
        ("1  \n2\n\n\n", "1\n2", None),
        ("1\r\n", "1", None),
        ("1\n3\n", "1\n2", "Line 2 of the output is '3'; '2' was expected."),
        ("1\n", "1\n2", "The output has 1 lines; 2 were expected."),
        (" 1", "1", "Line 1 of the output is '1'; '1' was expected."),
    ],
)
def test_expected_output(output, expected, reason):
    outcome = decided(Completed(0, output), output=expected)
    assert outcome.passed == (reason is None)
    if reason and output != " 1":
        assert outcome.reason == reason


CODE = Subject("def f(): 0")


@pytest.mark.parametrize(
    "output", ["", "x", "{proof}", "{proof} failed", "passed", "x{proof} passed"]
)
def test_tests_pass_only_with_the_proof(output):
    def runs(program: Program) -> Completed:
        return Completed(0, output.format(proof=program.proof))

    outcome = PASSES.decide_with(runs, CODE, Passes(tests="f()"))
    assert outcome.reason == "The code ended the program before the tests were done."
    assert PASSES.decide_with(
        lambda program: Completed(0, f"x\n{program.proof} passed\n"), CODE, Passes(tests="f()")
    ).passed
    assert not PASSES.decide_with(
        lambda program: Completed(137, f"x\n{program.proof} passed\n"), CODE, Passes(tests="f()")
    ).passed


@pytest.mark.parametrize("said", ["nothing", "entry", "skipped a b", "missing x", "wants test_a"])
def test_tests_that_decide_nothing_are_an_error(said):
    def decided_with(code: int, proof: str) -> Outcome:
        runs = lambda program: Completed(code, f"{proof or program.proof} {said}\n")  # noqa: E731
        return PASSES.decide_with(runs, CODE, Passes(tests="f()"))

    with pytest.raises(CannotCheckError) as raised:
        decided_with(0, "")
    assert said.partition(" ")[2] in raised.value.message
    assert raised.value.remedy
    assert not decided_with(0, "0").passed


@pytest.mark.parametrize(
    "given",
    [
        {"language": "ruby", "tests": "f()"},
        {"tests": " \n"},
        {"tests": "def"},
        {"tests": "(" * 100_000},
        {"tests": "a\0"},
        {"tests": "x" * 300_000},
        {"tests": "f()", "seconds": 0},
        {"tests": "f()", "seconds": 61},
        {},
    ],
)
def test_parameters_that_make_no_sense(given):
    with pytest.raises(ValidationError):
        Passes(**given)


@given(st.text(), st.text(), st.integers(0, 255))
def test_no_output_breaks_it(output, error, code):
    for language in ("python", "javascript"):
        given = Completed(code, output, error)
        assert decided(given, output="1", language=language).reason

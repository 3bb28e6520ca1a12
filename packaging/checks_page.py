"""Writes ``docs/checks.md``: the page for authors, with every kind of check from the registry.

python packaging/checks_page.py            write it
python packaging/checks_page.py --check    exit 1 where it is out of date
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Final

from configuration_page import ROOT, main_of, setting_type, table
from pydantic_core import PydanticUndefined

from xpert_studio.packs.checks.instrument import written
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.checks.kinds.kind import CheckKind

FILE: Final = ROOT / "docs" / "checks.md"
PAGE: Final = """\
# Checks by program

A check is a checkpoint that a program decides: "at most 200 words", "valid JSON", "gives 42.5 kg".
No expert and no judge model is asked. The same response always gets the same verdict, at once and
without cost, and each verdict has its reason: what was found and what was expected.

Write a check where the requirement is one that can be counted or compared. Leave to experts and
judge models what needs an understanding of the text: a check that looks for the word "risk" does
not tell whether the risk is explained.

## What it counts in

A checkpoint decided by a check has a tier and a weight as any other. It counts in S and in
coverage, equally for experts and judges, and it may be a gate. It enters no figure of agreement (κ,
accuracy, MAE, CDR): experts and judges did not decide it, so it says nothing of how well they
agree.

Where a check lacks what it needs, such as the latency of a response that was imported, or a text
goes over a limit of the check, the verdict is `error` and says what to do. It never counts as met
or not met.

## Writing one

```
xpert-studio rubric add clinic.xpert leaflet "Has at most 200 words." --as wei \\
  --instrument check --check word_count --parameter at_most=200
xpert-studio rubric add clinic.xpert leaflet "Does not use technical terms." --as wei \\
  --instrument check --check banned_words --parameter "words=contraindication; prophylaxis"
```

In the window: in the rubric, Ctrl+G, then *Answered by* → *Check by program*. Below it are the
kinds, a field for each parameter, and a text to try the check on. On the command line
`xpert-studio checks list` names the kinds, `checks list KIND` its parameters, and `checks try`
decides a text:

```
xpert-studio checks try word_count "Two words." --parameter at_most=200
```

In a rubric spreadsheet, the column Check has the kind, by its id or its title in English or
Chinese (a sheet that is written in Chinese has the Chinese title), and the column Parameters a JSON
object such as `{{"at_most": 200}}`. Texts of a list are separated by `;` on the command line. A
parameter is read by its type: `output=42` is a text, and a number that a double does not hold
exactly is kept by its digits.

Several requirements that belong together ("at most 300 words, in French, and no heading") are one
checkpoint by `constraints`: each constraint is a check by its id and, in JSON, its parameters; all,
one or none of them must hold. The reason names those that decided. Checks that run code stay
checkpoints of their own.

## Running them

Every run of a judge decides the checks of its responses first. Alone, without a judge or key:

```
xpert-studio score clinic.xpert --checks
```

Verdicts are cached by the content of checkpoint and response, as those of judges are. A judge is
shown what checks decided only where its settings say so (`--show-checks`), which makes it another
judge. Its `--show-reference` is for the reference answer.

Verdicts of checks that a bundle or a long table brings are not believed. Those of a bundle are
decided again on import, except those that run code; rows of a table are left out and named.

## Code

`code_runs` and `code_passes` run code of a response. It runs only inside
[bubblewrap](https://github.com/containers/bubblewrap): no network, no files of the computer, limits
of memory, processes and time. Where bubblewrap is missing (it is a package of every Linux
distribution; there is none for macOS and Windows), the verdict is `error`.

Nothing runs by itself: a lead, or the only person of a solo project, allows it once for the
project, in *New run* or by `score --checks --allow-code --as ID`. The consent holds on their
computer and is kept there, so that a project from others brings none with it. The project's history
says who gave it and when. `checks try --allow-code` belongs to no project: it runs the text it is
given, once.

The code is what stands in fences of the language, in `<pre>`, or in lines that look like code. Of
Python, blocks that show the use (`>>>`) are left out, and a statement at the top that fails, such
as `input()` or an `assert` of the response's own, does not keep the tests of `code_passes` from
running. A response without code is not met.

Tests that decide nothing are `error` for every response, with what to do: they assert nothing, skip
a part of themselves, need a module that is not installed or arguments that nothing gives, or define
`check(candidate)` without a call while no entry point is known. A module that the response's code
needs and that is missing makes it not met. Where the system's Python has numpy, its arrays and
numbers are compared: as they are in tests that import numpy, and as plain values, such as `[1, 2]`,
in others. An array that tests hand over is a copy: what the code changes in it does not come back.

### How far a verdict withstands a solution written to cheat

The tests run in a process of their own, which alone has the tests, what they expect, and the line
that reports success. The solution runs in another one and gets calls. What it gives is rebuilt
from data as exactly one of a closed set of types: in Python those of the language, `collections`,
`datetime`, `decimal`, `fractions` and arrays of numpy; in JavaScript plain values, arrays, objects
without functions and accessors, `Map`, `Set`, `Date`, `RegExp`, bytes, errors and promises. Any
other object is a proxy in the process of the tests, which forwards what is done with it; it has the
protocols (calls, iteration, `with`) that the object's class has. Exceptions are rebuilt with their
arguments and attributes; those of the standard library are the same classes for the tests.

What is prevented:

- Objects that say they equal everything, subclasses of `int` or `str` with methods of their own,
  getters, proxies, `valueOf`: plain values are compared with copies. A Python object of the
  solution never equals a plain value where the tests name no class.
- Changes to `assert`, `unittest`, built-in functions, prototypes, `sys.modules`, hooks, handlers
  or files; reading the tests by frames, the collector, stacks, `/proc`, descriptors or files;
  ending the process, exit codes, success printed. A module that the tests use without importing it
  (`math`, `np`, `util`) is the real one. Node.js loads modules for tests from the system's folders
  only.
- Text of the solution run among the tests: in Python `eval` and `exec` run text that does not stand
  in the tests only where it makes values, and tests that run text cannot read `solution.py`
  (`subprocess` can start it), nor import a file from a folder that the solution can write to; in
  JavaScript nothing is compiled from text, and `vm`, `module`, `repl` and `inspector` are refused.
  The verdict of such tests is `error`.
- `load_tests`, `setUpModule` and `tearDownModule` of the solution; a test case, suite or result
  that tests hand over: the solution can neither read, change nor call it.
- Failed assertions that the solution catches: in a callback, a thread, or by another name for
  `AssertionError` or `Exception`. Each fails the tests, unless these name `AssertionError`
  themselves. In JavaScript, so do an async function and a `then` of the tests with an assertion
  or a `throw` that began and never ended, except for `assert.fail`, and tests of `node:test` that
  never end.
- Where tests name a class of the solution (a name such as `Stack`), its objects answer comparisons
  blindly: they are asked about the expected value among others that look the same (3 among 1, 2,
  4, 5 …), and about other objects of the class. What says yes to all, or contradicts itself, fails
  the tests. The same holds for `in`, for methods such as `startsWith` or `has`, and for sums and
  differences with numbers. An attribute that is looked at twice is the same twice.

What is not prevented:

- Code that recognises the arguments and returns the expected values passes, in any language: keep
  some tests unpublished. So does code that guesses.
- An object that answers for itself can know what is asked of it and behave in one way there and in
  another elsewhere. A result that rests on such answers says so: "in part by what its own objects
  say of each other". So do deep comparisons of objects, and conversions by `valueOf`, in
  JavaScript. Compare plain values, such as `v.x == 1`, where that matters. Methods that
  are called without a value, such as `is_empty()`, and the truth value of an object are what it
  says.
- A callback with assertions that is never called, and a loop over nothing, pass: count what is
  asserted. The same holds for NaN, which is neither greater nor smaller than anything.
- Errors that tests raise in a callback by `throw` or as another exception can be caught by the
  solution, as can assertions where the tests name `AssertionError` (`ERR_ASSERTION`).
- A function that the tests neither define nor import, such as a bare `isclose`, is the solution's.
- `code_runs` without an expected output is met by any code that ends well, and with one by code
  that prints it.

What tests cannot do with a solution in another process: subclass its classes, look at its
signatures or source, replace things inside it (modules, `Math.random`, timers), or share objects
with it beyond a call other than those of their own classes. Such tests fail. In JavaScript, arrays
and objects keep their identity when they go back and forth, and are brought up to date with each
call.

## How texts are read

Typographic quotation marks and hyphens count as the plain ones, white space of any kind as a space,
and characters without width not at all. Texts that are looked for are also found where marks of
emphasis or of code stand inside them: `**42** kg` contains "42 kg". Code blocks may be indented,
as in lists. `regex` and kinds with *as written* read every character.

## Multiple choice

A checkpoint can have options of which one is right. It is met where the response commits to that
one; a response that names several options, hedges between them, contradicts itself or names none
does not meet it ([choice.md](choice.md) tells how responses are read). Where several options are
right, there is one checkpoint for each.

```
xpert-studio rubric add clinic.xpert leaflet "Names C." --as wei --instrument choice \
  --option "5" --option "20" --option "50" --key C
```

Whole suites come in from JSON lines ([exports.md](exports.md)) and are scored without a model.

## Attack baselines

```
xpert-studio attack clinic.xpert
xpert-studio attack clinic.xpert --judge openai:gpt-5-mini --dry-run
```

Responses that know nothing of the task: an empty one, the prompt repeated, the same without its
context, a refusal, a decisive answer, the rubric strung together; for a choice, each letter and the
longest option. What they score is worth nothing. A checkpoint that one of them meets is a finding
of the linter; of a choice one letter is always right, so there it is a finding where an attack's
score beats chance over the whole of its interval (over families of tasks). Checks and choice are
decided at once; the other checkpoints by the judge that is named, in a copy of the project, so that
no pseudo-system is in any queue, board or export. What the built-in judge decides is shown, and is
no finding.

Two **judges that read nothing** stand beside them where experts have judged: one gives each
checkpoint the experts' majority, the other adds how often each system meets checkpoints. Both know
the experts' own judgments, and neither may have enough evidence; where one has, the data tell no
judge from one that reads nothing, and the exit code is 1. The
report has the scores, with saturation, floor and spread of the tasks by difficulty.

## How texts are read

- A Chinese character counts as one word. Other words are runs of letters and digits; "well-known",
  "don't" and "1,000.5" are one word each. Japanese kana and Thai have no spaces between words: each
  run counts as one.
- A sentence ends with . ! ? or 。！？, at the end of a paragraph or list item, and after a heading.
  A full stop after an abbreviation such as "Dr." or "e.g." does not end one.
- A paragraph is a block of text between blank lines.
- Fenced code counts as text, but headings, list items and tables inside it do not count.
- `equals` and `similarity` ignore case, white space, final punctuation and forms of characters
  (full-width digits), unless `as_written` is true.
- `no_repetition` reads the last million characters of a response, `language` the first 20,000 and
  `false_premise` the first 50,000. `refusal` reads the first 400 of a response of more than 1,000.
- Numbers may have thousands separators (comma or space), a decimal point, an exponent (`1.5e3`,
  `6.02 × 10^23`) and full-width digits. They are compared exactly, as decimals of any length.
- A JSON Schema has at most 5,000 parts, refers to nothing outside itself, and is compared where an
  upper bound of the work, counted beforehand, is small enough. JSON is read to a depth of about
  1,000 (200 for a schema), YAML to 200. What goes beyond is `error`.
- Regular expressions have the [syntax of RE2](https://github.com/google/re2/wiki/Syntax). It takes
  a time that grows only in proportion to the text, whatever the pattern; therefore it has no
  look-around and no back-references. `\\w`, `\\d` and `\\b` mean ASCII only: write `\\p{{L}}` for
  letters of any script and `\\p{{Han}}` for Chinese characters. A pattern has at most 500
  characters.

## Heuristics

`refusal`, `false_premise` and the kinds on behaviour (clarifying questions, invented APIs, traps,
sycophancy, significance …) look for phrases, and `language` asks the library py3langid. On 220
labelled responses that the behaviour kinds were not tuned on, 189 were decided as labelled: 95 of
100, 39 of 60 of unusual wording, and 55 of 60 of plain wording; one person wrote and labelled all.
They can be wrong, and their reasons say that they are heuristics. Have a judge model decide where
this matters.

## All kinds

{kinds}

## Parameters

{parameters}
"""


def parameters(kind: CheckKind) -> str:
    """The parameters of a kind, as a table."""
    schema = kind.parameters.model_json_schema()
    rows = [
        (f"`{name}`", setting_type(about, schema), default_of(kind, name), meaning(about))
        for name, about in schema.get("properties", {}).items()
    ]
    head = ("parameter", "type", "default", "meaning")
    return f"### {kind.title} (`{kind.id}`)\n\n" + (table(head, rows) if rows else "None.")


def default_of(kind: CheckKind, name: str) -> str:
    """The default of a parameter, as it is typed."""
    value = kind.parameters.model_fields[name].default
    if value is PydanticUndefined:
        return "required"
    return "none" if value in (None, "", ()) else f"`{written(value)}`"


def meaning(about: Mapping[str, Any]) -> str:
    """Title and description of a parameter."""
    parts = (about["title"], about.get("description", ""))
    return ". ".join(part for part in parts if part).replace("|", "\\|")


def page() -> str:
    """The page."""
    rows = [
        (
            f"`{kind.id}`",
            kind.title,
            ", ".join(f"`{name}`" for name in kind.parameters.model_fields) or "none",
            "yes" if kind.is_heuristic else "no",
        )
        for kind in KINDS.values()
    ]
    return PAGE.format(
        kinds=table(("kind", "title", "parameters", "heuristic"), rows),
        parameters="\n\n".join(map(parameters, KINDS.values())),
    )


if __name__ == "__main__":
    main_of(FILE, page(), is_check="--check" in sys.argv)

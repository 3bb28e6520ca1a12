"""Writes ``docs/checks.md``: the page for authors, with every kind of check from the registry.

python packaging/checks_page.py            write it
python packaging/checks_page.py --check    exit 1 where it is out of date
"""

from __future__ import annotations

from collections import Counter
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

`code_runs` and `code_passes` run code of a response in a sandbox, after a lead has allowed it:
[code_checks.md](code_checks.md) says what is needed, what is kept from the tests, and how far a
verdict withstands a solution written to cheat.

## How texts are read

Typographic quotation marks and hyphens count as the plain ones, white space of any kind as a space,
and characters without width not at all. Texts that are looked for are also found where marks of
emphasis or of code stand inside them: `**42** kg` contains "42 kg". Code blocks may be indented,
as in lists. `regex` and kinds with *as written* read every character.

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

## Attack baselines

`xpert-studio attack clinic.xpert` answers every task with responses that know nothing of it, and
shows what they score: [attacks.md](attacks.md).

## All kinds

There are {count}; those with an asterisk are heuristics. `xpert-studio checks list KIND` prints
this for one. Parameters that many of them have:

{shared}

{kinds}
"""


SHARED_BY: Final = 3
"""So many kinds have a parameter before it is explained once for all of them."""

Told = tuple[str, str, str, str]


def told(kind: CheckKind) -> list[Told]:
    """The parameters of a kind: name, type, default and meaning."""
    schema = kind.parameters.model_json_schema()
    return [
        (f"`{name}`", setting_type(about, schema), default_of(kind, name), meaning(about))
        for name, about in schema.get("properties", {}).items()
    ]


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


def own(parameter: Told) -> str:
    """A parameter of few kinds, in a cell."""
    name, kind, default, said = parameter
    return f"{name} ({kind}{'' if default == 'none' else f'; {default}'}): {said}"


def page() -> str:
    """The page."""
    times = Counter(parameter for kind in KINDS.values() for parameter in told(kind))
    named = {one[0]: one for one, count in reversed(times.most_common()) if count >= SHARED_BY}
    shared = list(named.values())[::-1]
    rows = [
        (
            f"`{kind.id}`" + (" \\*" if kind.is_heuristic else ""),
            kind.title,
            "<br>".join(one[0] if one in shared else own(one) for one in told(kind)) or "none",
        )
        for kind in KINDS.values()
    ]
    return PAGE.format(
        count=len(KINDS),
        shared=table(("parameter of many kinds", "type", "default", "meaning"), shared),
        kinds=table(("kind", "title", "parameters"), rows),
    )


if __name__ == "__main__":
    main_of(FILE, page())

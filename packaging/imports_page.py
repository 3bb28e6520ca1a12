"""Writes the table of ``docs/imports.md``: all that can be imported, from the list of kinds.

python packaging/imports_page.py            write it
python packaging/imports_page.py --check    exit 1 where it is out of date
"""

from __future__ import annotations

from typing import Final

from configuration_page import ROOT, main_of, table

from xpert_studio.core.exchange.formats.incoming import BRINGS, FOLDER, IMPORTS, ImportFormat

FILE: Final = ROOT / "docs" / "imports.md"
PAGE: Final = """\
# What can be imported

This page is written by `packaging/imports_page.py` from the list of kinds. `xpert-studio import
--formats` prints the list, also with `--json`; the window's dialog *Import…* and its page *Import a
rubric* are made from it. Rubric tables come in by `rubric import`, or on that page
([window.md](window.md#rubrics-from-a-table)).

{kinds}

Each kind says how sure it is that a file is its own, and the surest takes it. Where two are equally
sure, the import asks which (`--format ID`, or a dialog in the window); `--format` also decides
where the file is recognised wrongly. A file of no kind is refused with its nearest relative and the
smallest change that would do. All of a file comes in or nothing; what has no place here is named
with how often it occurs, or with its place.

## Files of HealthBench's shape

Lines, a JSON list (also within `tasks`, `data`, `items` …) or Parquet. Where only one key can be
it, another name is read, and the import says so: `question`, `query`, `instruction`, `problem` …
for `prompt`; `rubric`, `criteria`, `checklist`, `rubric_items` … for `rubrics`; `description`,
`requirement`, `text` … for `criterion`; `weight`, `max_score`, `marks` … for `points`. Titles and
explanations of a criterion join its text. Levels such as `"7-8": "…"` become the bands of a graded
checkpoint. Criteria in groups with weights of their own (`dimension_weight`) weigh their share of
the group. A rubric that is one text of `Points: 1.5, Item: …` is read too. A rubric without any
points counts all criteria alike. Of HealthBench's own names, points are required.

## Rubric trees (PaperBench)

`requirements`, `weight`, `sub_tasks`, `task_category`, or other names for these. A node is scored
by the weighted average of its parts, so a leaf becomes a checkpoint with 100 times the product,
down its branches, of its weight divided by the sum of the weights beside it: the score is the
root's own. The texts of branches stand below that of the leaf. A branch whose parts all weigh 0 is
refused. A file with scores (`score`, `explanation`) brings them as submitted judgments of
`unknown-grader`, or as verdicts where a judge's metadata are there.

## OpenAI Evals

- Samples (`input`, `ideal`), or a question with its answer under other names: tasks; each answer is
  a checkpoint that a judge decides.
- A `.yaml` of the registry: its evals with their samples from `../data`. `Match` and `Includes`
  become checks, `FuzzyMatch` and `JsonMatch` checkpoints for a judge, `ModelBasedClassify` the
  grader's question on the scale of its `choice_scores`; other classes are code and are named.
- Output items of a run of the platform: tasks, responses, a checkpoint for each grader by its name,
  and verdicts.
- A data source (`{{"item": …}}`): tasks with their answers.

`Match` is read as "begins with", where white space before the response does not count.

## Label Studio

JSON, JSON-MIN and CSV. Fields of the data become prompt and response (`--response-field` chooses),
`choices`, `rating` and `number` become checkpoints, as Argilla's questions do; annotations are
judgments of external raters, predictions of a named model verdicts. Skipped annotations, drafts,
texts, regions and types that rate nothing are named. What may be answered is taken from the values,
for the labelling configuration is in none of these files.

## Rubrics

A rubric alone, in a table, list, running text, JSON or YAML, comes in with `xpert-studio rubric
import` ([pipeline.md](pipeline.md#rubrics-in-a-table)), by dropping the file on the window, or by
pasting it. What of a text or table is not taken is said; where it has points or levels, the import
asks first.

## Tables of ratings

A row a rating (`rater`, `criterion`, `score`), a column a criterion, or a column a rater
(`annotator_1`, `rater_a` …). With columns `prompt` and `response` the texts come in; without, the
items are responses of the project and the criteria its checkpoints. Scales are the shortest of the
usual ones that holds the values.

Judgments of the last four kinds come in as submitted, never as confirmed.
[Exports](exports.md#what-comes-in) tells of the other kinds.
"""


def row(item: ImportFormat) -> tuple[str, str, str, str, str]:
    """A kind as a row of the table."""
    endings = ("folder" if ending == FOLDER else f"`{ending}`" for ending in item.endings)
    return (
        f"`{item.id}`",
        item.title,
        ", ".join(endings),
        ", ".join(BRINGS[part] for part in item.brings),
        item.what,
    )


def page() -> str:
    """The page."""
    head = ("id", "kind", "files", "brings", "what it is")
    return PAGE.format(kinds=table(head, map(row, IMPORTS.values())))


if __name__ == "__main__":
    main_of(FILE, page())

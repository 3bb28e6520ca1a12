"""The dataset card of a bundle: what it holds, how it was made, what it must not be used for."""

from __future__ import annotations

import json

from xpert_studio.records import ProjectInfo, Visibility

_BODY = """
# {name}

An expert benchmark: tasks written by experts, rubrics of weighted checkpoints, responses of
systems, judgments by experts and verdicts by LLM judges.

| file | rows |
| --- | --- |
{table}

Made with Xpert Studio. The format is `xpert-bundle`, version 1: every `*.jsonl` file holds one JSON
object a line. A response's score is S = Σwx / Σw over its task's checkpoints, x being 1 where a
checkpoint is met. `status` tells which judgments a senior expert has confirmed or overridden
(gold); `state` tells which verdicts are usable: `invalid` and `error` are neither met nor not met.
{people}
Please keep the canary string out of training data, and this data with it: `{canary}`.
"""


def dataset_card(
    info: ProjectInfo, rows: dict[str, int], visibility: Visibility, *, lasting: bool = True
) -> str:
    """The card as Markdown with YAML front matter.

    Args:
        info: The project.
        rows: Rows by kind of record.
        visibility: Who the bundle is for.
        lasting: Whether the pseudonyms will be the same in the next bundle.
    """
    front = {
        "pretty_name": info.name,
        "license": info.licence or "unknown",
        "tags": ["evaluation", "rubric", "llm-as-a-judge", "xpert-bundle"],
    }
    # JSON is YAML: quoted this way no name can break the front matter.
    header = "".join(f"{key}: {json.dumps(value)}\n" for key, value in front.items())
    public = visibility is Visibility.PUBLIC
    where = (
        "the same throughout this project's bundles" if lasting else "made for this bundle alone"
    )
    people = f"\nPeople appear under pseudonyms, {where}.\n"
    name = " ".join(info.name.split())
    body = _BODY.format(
        name=name,
        table="\n".join(f"| {label} | {count:,} |" for label, count in rows.items()),
        people=people if public else "",
        canary=info.canary or "none",
    )
    return f"---\n{header}---\n{body}"

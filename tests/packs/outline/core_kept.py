"""What a draft keeps of a reference answer: core statements that were marked by hand, and echoes.

A core statement is a list of words that stand in one proposal together. An echo is a proposal that
rests on a sentence of the brief and only asks for what that sentence asks for; limits,
prohibitions and the form that is asked for are none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from xpert_studio.core.generation import draft_here
from xpert_studio.core.generation.suggested import SuggestedCheckpoint
from xpert_studio.core.records import Policies, SourcePart, Task
from xpert_studio.core.records.vocabulary import DIMENSIONS

PARTS = ("context", "materials", "deliverables", "reference_answer")
_NO_ECHOES = ("Has at most", "Fits on", "Does not", "Avoids", "Contains no", "Takes the form of", "全文", "不",
              "形式为", "用表格", "Includes a table", "Uses a table")  # fmt: skip


@dataclass(frozen=True)
class Kept:
    """Of one brief."""

    id: str
    proposals: tuple[SuggestedCheckpoint, ...]
    core: int
    lost: tuple[str, ...]
    echoes: tuple[str, ...]


def briefs(name: str) -> list[dict[str, Any]]:
    """The briefs of a file beside this one."""
    return json.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))


def drafted(brief: Mapping[str, Any]) -> tuple[SuggestedCheckpoint, ...]:
    """What the outline drafter proposes for a brief."""
    task = Task(id="t", **{name: brief[name] for name in PARTS})
    made = draft_here("outline", task, policies=Policies(), dimensions=tuple(DIMENSIONS))
    return tuple(made)


def kept_of(all_briefs: Sequence[Mapping[str, Any]]) -> Iterator[Kept]:
    """What the drafts of briefs keep."""
    for brief in all_briefs:
        made = drafted(brief)
        texts = [item.text.casefold() for item in made]
        lost = [
            " … ".join(words)
            for words in brief["core"]
            if not any(all(word.casefold() in text for word in words) for text in texts)
        ]
        echoes = [
            item.text
            for item in made
            if item.source_part is SourcePart.PROMPT and not item.text.startswith(_NO_ECHOES)
        ]
        yield Kept(brief["id"], made, len(brief["core"]), tuple(lost), tuple(echoes))


def main(names: Sequence[str]) -> None:
    """Prints the counts of files of briefs."""
    for name in names:
        found = list(kept_of(briefs(name)))
        for one in found:
            print(f"{one.id}: {one.core - len(one.lost)}/{one.core}", len(one.proposals), one.lost,
                  one.echoes)  # fmt: skip
        core, lost = sum(one.core for one in found), sum(len(one.lost) for one in found)
        proposals, echoes = (sum(map(len, group)) for group in
                             zip(*((one.proposals, one.echoes) for one in found), strict=True))  # fmt: skip
        print(f"{name}: core statements {core - lost} of {core}; echoes {echoes} of {proposals}")


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])

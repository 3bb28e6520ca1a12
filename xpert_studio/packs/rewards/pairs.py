"""Pairs of responses to one task, the better one first, as trainers of preferences read them.

A pair comes from the experts' comparisons; else from the difference of the experts' scores; else,
where a judge is named, from that of its scores. Whether scores differ is decided exactly, as in the
CDR: a difference up to the tie threshold is a tie, and gives no pair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import Field

from xpert_studio.api.formats import (
    PROMPT_CARRIED,
    Asks,
    Content,
    ForeignFormat,
    Message,
    RatingState,
    Response,
    Task,
    fill_resource,
    grouped,
    inline,
    mark,
    one_line,
    write_lines,
    write_text,
)
from xpert_studio.core.judge.prompt import prompt_versions
from xpert_studio.core.records import RaterKind
from xpert_studio.packs.inspect.rows import sample_row
from xpert_studio.packs.rewards.exporting import RewardOptions, left_out, trainable

if TYPE_CHECKING:
    from xpert_studio.packs.comparisons.compared import ComparedPairs
    from xpert_studio.packs.rewards.section_judged import Evidence, Ordered

PAIRS: Final = "pairs.jsonl"
COMPARISONS: Final = "comparisons"
EXPERTS: Final = "experts"


class PairOptions(RewardOptions):
    """What a person can choose of pairs."""

    judge: Annotated[
        str,
        Asks("The judge whose verdicts count.", "JUDGE", title=mark("Judge"), empty=mark("none")),
    ] = ""
    tie_threshold: Annotated[
        float | None,
        Field(ge=0, le=1),
        Asks(
            "Scores that differ by no more than this are ties, 0 to 1.",
            title=mark("Tie threshold"),
            empty=mark("that of the judge's certificate, else 0"),
        ),
    ] = None


_CHOSEN: Final = PairOptions()


RewardPair = tuple[Response, Response, float, str]
"""The better and the worse of two responses to one task, the margin, and the source.

The margin is the difference of their scores; of comparisons the share of the experts who prefer the
better one, less that of those who prefer the other. The source is ``comparisons``, ``experts``, or
the id of a judge.
"""


def write_pairs(content: Content, folder: Path, chosen: PairOptions = _CHOSEN) -> Mapping[str, int]:
    """Writes the pairs.

    Args:
        content: The benchmark, with what experts and judges said.
        folder: An empty folder.
        chosen: What a person chose of it.

    Returns:
        Rows by file.

    Raises:
        NotFoundError: The judge that was named has no verdicts.
        UsageError: It is a panel; or there is no task to train on.
    """
    from xpert_studio.core.store.rating_table import with_checks
    from xpert_studio.packs.rewards.section_judged import (  # what computes takes long to import
        judged,
        ordered_by,
        whole,
    )

    tasks = trainable(content, also_held_out=chosen.also_held_out)
    texts = {
        response.id: response
        for task in tasks
        for response in content.responses.get(task.id, ())
        if not response.attachments
    }
    analysis, found, evidence = judged(content, chosen.judge, needs_name=True)
    made = evidence.held.certificate if evidence else None
    tolerance = chosen.tie_threshold
    if tolerance is None:
        tolerance = made.tolerance if made else 0.0
    sources: list[tuple[str, Iterable[Ordered]]] = [(COMPARISONS, _compared(content, texts))]
    catalog = analysis.catalog
    if analysis.reference is not None:
        marks = with_checks(catalog, analysis.reference.marks, analysis.checked)
        said = ordered_by(catalog, whole(catalog, marks), tolerance)
        sources.append((EXPERTS, said))
    if found is not None and evidence is not None:
        said = ordered_by(catalog, whole(catalog, found.scored), tolerance)
        sources.append((found.judge.id, said))
        evidence.write(folder)
    prompts = {task.id: _messages(content, task) for task in tasks}
    cluster = {task.id: task.family or task.id for task in tasks}
    rows = [_row(pair, prompts, cluster) for pair in _first_said(sources, texts)]
    write_text(folder / "README.md", _readme(content, rows, tolerance, evidence))
    return {PAIRS: write_lines(folder / PAIRS, rows)}


def _compared(content: Content, texts: Mapping[str, Response]) -> Iterator[Ordered]:
    """What the experts' comparisons come to: a tie where an expert depends on the order shown."""
    from xpert_studio.packs.comparisons.compared import by_pair, compared_of, decided

    names = list(texts)
    places = {name: place for place, name in enumerate(names)}
    raters: dict[str, int] = {}
    rows = [
        (
            raters.setdefault(item.rater_id, len(raters)),
            places[item.first_id],
            places[item.second_id],
            item.value or 0,
            item.shown_first == item.first_id,
        )
        for item in content.rated.comparisons()
        if item.rater is RaterKind.EXPERT
        and item.state is RatingState.OK
        and not item.checkpoint_id
        and places.keys() >= set(item.pair)
    ]
    each = decided(compared_of(rows))
    said = grouped(
        ((first, second), value)
        for first, second, value in zip(*_columns(each.compared), strict=True)
    )
    for first, second, order in zip(*_columns(by_pair(each)), strict=True):
        values = said[first, second]
        yield names[first], names[second], order, abs(sum(values)) / len(values)


def _columns(pairs: ComparedPairs) -> tuple[list[int], list[int], list[int]]:
    return pairs.first.tolist(), pairs.second.tolist(), pairs.value.tolist()


def _first_said(
    sources: Iterable[tuple[str, Iterable[Ordered]]], texts: Mapping[str, Response]
) -> Iterator[RewardPair]:
    """Each pair once, by the first source that says anything of it; a tie is no pair."""
    seen: set[frozenset[str]] = set()
    for source, said in sources:
        for one, other, order, margin in said:
            pair = frozenset({one, other})
            if pair in seen or not pair <= texts.keys():
                continue
            seen.add(pair)
            better, worse = (one, other) if order > 0 else (other, one)
            if order and texts[one].text != texts[other].text:
                yield texts[better], texts[worse], margin, source


def _messages(content: Content, task: Task) -> list[dict[str, Any]]:
    """What the system under test was given."""
    given = sample_row(content, task, prompt_versions()[-1])["input"]
    return [{"role": "user", "content": given}] if isinstance(given, str) else given


def _row(
    pair: RewardPair, prompts: Mapping[str, list[dict[str, Any]]], cluster: Mapping[str, str]
) -> dict[str, Any]:
    better, worse, margin, source = pair
    return {
        "prompt": prompts[better.task_id],
        "chosen": [{"role": "assistant", "content": better.text}],
        "rejected": [{"role": "assistant", "content": worse.text}],
        "margin": margin,
        "source": source,
        "task_id": better.task_id,
        "cluster": cluster[better.task_id],
        "chosen_id": better.id,
        "rejected_id": worse.id,
    }


def _readme(
    content: Content,
    rows: Sequence[Mapping[str, Any]],
    tolerance: float,
    evidence: Evidence | None,
) -> str:
    counts = Counter(row["source"] for row in rows)
    return fill_resource(
        "exports",
        "dpo",
        "README.md",
        name=one_line(inline(content.info.name)),
        pairs=f"{len(rows):,}",
        tasks=f"{len({row['task_id'] for row in rows}):,}",
        all=f"{len(content.tasks):,}",
        clusters=f"{len({row['cluster'] for row in rows}):,}",
        sources="\n".join(f"| `{name}` | {count:,} |" for name, count in counts.items()),
        tolerance=f"{tolerance:g}",
        evidence=f"\n## The judge\n\n{evidence.told()}\n" if evidence else "",
        licence=inline(content.info.licence or "not stated"),
        canary=one_line(content.info.canary or "none"),
    )


FORMAT: Final = ForeignFormat(
    id="dpo",
    tool="TRL (pairs for DPO)",
    what=mark("Pairs of responses to one task, the better one first, to train preferences on."),
    write=write_pairs,
    is_rated=True,
    nothing=Message(
        "No pair was found, so there is nothing to train on: pairs come from comparisons by "
        "experts, from scores of experts that differ, and with --set judge=JUDGE from a judge's."
    ),
    losses=lambda content: tuple(left_out(content)),
    carries={
        "tasks": PROMPT_CARRIED | {"system_prompt", "family"},
        "checkpoints": frozenset(),
        "responses": frozenset({"id", "task_id", "text"}),
        "judges": frozenset({"id"}),
    },
    options=PairOptions,
    instruments=frozenset({"binary", "graded", "check", "choice"}),
)

"""What a public bundle says of held-out tasks: hashes, categories, and scores of large groups."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from xpert_studio.core.exchange.problems import Problems, shown
from xpert_studio.core.exchange.scope import Selection
from xpert_studio.core.messages import Message, counted, joined
from xpert_studio.core.records import Taxonomy
from xpert_studio.core.store import Transaction, judges, tasks

KEY: Final = "held_out"
SCORES_KEY: Final = "held_out_scores"
FEWEST: Final = 5
"""Of fewer tasks no score is published: it could be told from it what one of them scored."""

_DIGITS: Final = 4
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_MOST_NAMED: Final = 8
Entry = dict[str, Any]


def held_out_parts(
    tx: Transaction, held_out: frozenset[str], selection: Selection, kept: Mapping[str, Any]
) -> dict[str, Any]:
    """The keys of a public manifest that concern held-out tasks; empty where there are none.

    Args:
        tx: The transaction.
        held_out: Ids of the held-out tasks.
        selection: What is exported.
        kept: Unknown keys of the project's info, among them what an imported bundle said of tasks
            that were held out of it.
    """
    known = tasks.all_tasks(tx)
    exported = {task.content_hash for task in known if selection.holds(task)}
    stated = [(entry["content_hash"], entry.get("category")) for entry in sound_entries(kept)]
    stated += [(task.content_hash, task.category) for task in known if task.id in held_out]
    entries = {
        name: {"content_hash": name} | ({"category": category} if category else {})
        for name, category in stated
        if name not in exported
    }
    found: dict[str, Any] = {KEY: [entries[name] for name in sorted(entries)]} if entries else {}
    scores = _scores(tx, held_out, selection) if held_out else []
    return found | ({SCORES_KEY: scores} if scores else {})


def _scores(
    tx: Transaction, held_out: frozenset[str], selection: Selection
) -> list[dict[str, Any]]:
    """Mean scores by system and category, by the experts and by each judge that is exported.

    Only responses count on which every checkpoint is decided, and none that the judge was shown as
    an anchor.
    """
    import numpy as np

    from xpert_studio.core.metrics import pooled, response_scores
    from xpert_studio.core.metrics.scores import scores_by_task
    from xpert_studio.core.store.rating_table import read_frames
    from xpert_studio.core.workflow.anchors import shown_anchors

    frames = read_frames(tx)
    catalog = frames.catalog
    wanted = np.array([name in held_out for name in catalog.tasks], np.bool_)
    exported = [judge for judge in judges.all_judges(tx) if selection.holds(judge)]
    anchors = shown_anchors(tx, exported, catalog)
    raters = [({"kind": "expert"}, frames.experts, np.zeros(len(catalog.responses), np.bool_))]
    raters += [
        ({"kind": "judge", "judge_id": judge.id}, frames.judges[judge.id], anchors[judge.id].mask)
        for judge in exported
        if frames.judges.get(judge.id)
    ]
    found = []
    for rater, marks, excluded in raters:
        if not marks:
            continue
        rated = frames.scored(pooled(catalog, marks, name="held out").marks)
        scores = response_scores(catalog, rated)
        scores.score[excluded | (scores.decided < scores.expected)] = np.nan
        by_task = scores_by_task(catalog, scores)
        for place, system in enumerate(catalog.systems):
            scored = wanted & np.isfinite(by_task[place])
            for code in np.unique(catalog.task_category[scored]):
                group = scored & (catalog.task_category == code)
                count = int(group.sum())
                if count < FEWEST:
                    continue
                category = {"category": catalog.categories[code]} if code >= 0 else {}
                score = round(float(by_task[place][group].mean()), _DIGITS)
                found.append(
                    {"system": system, **category, **rater, "tasks": count, "score": score}
                )
    return found


def published_taxonomy(tx: Transaction, selection: Selection, whole: Taxonomy) -> Taxonomy:
    """A vocabulary without the words that only tasks use which are not exported.

    Args:
        tx: The transaction.
        selection: What is exported.
        whole: The project's vocabulary.
    """
    known, points = tasks.all_tasks(tx), list(tasks.all_checkpoints(tx))
    domains = _only_there((item.domain, selection.holds(item)) for item in known)
    dimensions = _only_there((item.dimension, selection.holds(item)) for item in points)
    return whole.model_copy(
        update={
            "domains": tuple(name for name in whole.domains if name not in domains),
            "dimensions": tuple(name for name in whole.dimensions if name not in dimensions),
            "descriptions": {
                name: text for name, text in whole.descriptions.items() if name not in dimensions
            },
            "categories": tuple(
                category for category in whole.categories if category.domain not in domains
            ),
            "goals": (),
        }
    )


def _only_there(used: Iterable[tuple[str | None, bool]]) -> set[str | None]:
    """Words that are used, but by nothing that is exported."""
    words: dict[bool, set[str | None]] = {True: set(), False: set()}
    for word, is_exported in used:
        words[is_exported].add(word)
    return words[False] - words[True]


def check_entries(manifest: Mapping[str, Any], file: str, problems: Problems) -> None:
    """Notes what is wrong with what a manifest says of held-out tasks.

    Args:
        manifest: As read.
        file: Its name, for messages.
        problems: Takes what is wrong.
    """
    entries = manifest.get(KEY, [])
    if not isinstance(entries, list):
        problems.add(file, "", KEY, "is not a list.", "Write a list of objects.")
        return
    for number, entry in enumerate(entries, start=1):
        stated = entry.get("content_hash") if isinstance(entry, dict) else None
        if not isinstance(stated, str) or not _SHA256.fullmatch(stated):
            problems.add(
                file,
                Message("entry {number}", number=number),
                f"{KEY}.content_hash",
                Message("{stated} is not a SHA-256.", stated=shown(stated)),
                "Write 64 hexadecimal digits in lower case.",
            )
        elif not isinstance(entry.get("category"), str | None):
            problems.add(
                file,
                Message("entry {number}", number=number),
                f"{KEY}.category",
                "is not a text.",
                "Write it as text, in quotes.",
            )


def sound_entries(keys: Mapping[str, Any]) -> list[Entry]:
    """What a manifest, or a project's unknown keys, say of held-out tasks; what is sound of it."""
    entries = keys.get(KEY)
    problems = Problems()
    check_entries({KEY: entries or []}, "", problems)
    return list(entries) if entries and not problems else []


def merged_entries(own: Iterable[Entry], found: Iterable[Entry]) -> list[Entry]:
    """What a project and a bundle say of held-out tasks, each task once."""
    merged = {entry["content_hash"]: entry for entry in (*found, *own)}
    return [merged[name] for name in sorted(merged)]


def held_out_in_words(entries: Iterable[Entry]) -> str:
    """How many tasks are held out, by category."""
    by_category = Counter(entry.get("category") or "no category" for entry in entries)
    named = [f"{shown(name)} {count:,}" for name, count in by_category.most_common()]
    return counted(
        "1 task is held out and not in the bundle, by category: {categories}.",
        "{n:,} tasks are held out and not in the bundle, by category: {categories}.",
        by_category.total(),
        categories=joined(named, most=_MOST_NAMED),
    )

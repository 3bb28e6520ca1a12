"""The sections of a dataset card, each a function of the facts; no person is named in any."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from xpert_studio.exchange.card_metadata import Facts
from xpert_studio.exchange.composition import (
    DIFFICULTIES,
    NO_VALUE,
    TIERS,
    Share,
    in_order,
)
from xpert_studio.exchange.licences import licence_of
from xpert_studio.exchange.markdown import code, count, fenced, inline, listed, table
from xpert_studio.records import (
    Aspect,
    JudgmentStatus,
    ReviewOutcome,
    Role,
    SpotCheckOutcome,
    Stage,
)
from xpert_studio.workflow.policies import description_of

USES: Final = """\
It is for comparing systems on work of the kind its tasks describe, and for studying how far LLM
judges decide as experts do.

It is not for training or tuning any system, for judging or ranking the people who made it, for
decisions about a single person's case, or as proof that a system is safe to use. Scores are
comparable only where judge, prompt, rubrics and grading policy are the same; a score by one judge
says nothing about a score by another."""


def summary(facts: Facts) -> str:
    """The data set in a paragraph."""
    found = facts.composition
    domains = [name for name in found.by_domain if name != NO_VALUE]
    what = count(found.tasks, "task")
    if domains:
        what += f" in {count(len(domains), 'domain')}"
    text = f"An expert benchmark: {what}"
    if found.checkpoints:
        text += (
            f", with rubrics of weighted checkpoints that a response meets or does not meet "
            f"({count(found.checkpoints, 'checkpoint')}, {count(found.points, 'point')} in all)"
        )
    beside = []
    if found.responses:
        systems = count(len(found.systems), "system")
        beside.append(f"{count(found.responses, 'response')} of {systems}")
    if found.judgments:
        experts = count(len(found.experts), "expert")
        beside.append(f"{count(found.judgments, 'judgment')} by {experts} ({found.gold:,} gold)")
    if found.verdicts:
        total = sum(states.total() for states in found.verdicts.values())
        beside.append(f"{count(total, 'verdict')} by {count(len(found.verdicts), 'LLM judge')}")
    text += f". With it come {listed(beside)}." if beside else "."
    if facts.subset is not None:
        text += f" {_drawn(facts)}"
    return text


def _drawn(facts: Facts) -> str:
    subset = facts.subset
    if subset is None:
        return ""
    strata = [
        f"{inline(item.domain) or 'no domain'} {item.drawn} of {item.available}"
        for item in subset.strata
    ]
    of = f": {', '.join(strata)}" if strata else ""
    return (
        f"It is the subset {code(subset.name)}, drawn by stratified sampling over domains with "
        f"seed {subset.seed}{of}."
    )


def canary_notice(facts: Facts) -> str:
    """The request that keeps benchmarks out of training data, with the canary."""
    if not facts.info.canary:
        return ""
    return (
        "Benchmark data must not appear in training corpora. Please keep this data, and the "
        f"canary string by which it is found there, out of them: {code(facts.info.canary)}"
    )


def attachments(facts: Facts) -> str:
    """How many files come along."""
    attached = len(facts.composition.attached)
    return f"Beside them, in `attachments/`: {count(attached, 'file')}." if attached else ""


def making(facts: Facts) -> str:
    """The steps through which it came about, with what is recorded of each."""
    steps = (_tasks_made(facts), _reviews(facts), _spot_checks(facts), _judged(facts))
    listed = "\n".join(f"{place}. {step}" for place, step in enumerate(steps, start=1))
    said = facts.making.decided
    return f"{said}\n\n{listed}" if said else listed


def _tasks_made(facts: Facts) -> str:
    made, found = facts.making, facts.composition
    by = f"by {count(made.authors, 'author')}" if made.authors else "by authors not recorded here"
    text = (
        f"**Tasks and rubrics.** {count(found.tasks, 'task')}, written {by}. A rubric breaks a "
        "good answer down into atomic checkpoints, each with a weight of 1 to 10, a tier and a "
        "dimension."
    )
    if made.drafted:
        text += (
            " As a drafting model proposed them, untouched by an author: "
            f"{count(made.drafted, 'checkpoint')}."
        )
    return text


def _reviews(facts: Facts) -> str:
    made = facts.making
    if not made.reviews:
        return "**Peer review.** None is recorded."
    outcomes = _counted(
        {
            "approved": made.reviews[ReviewOutcome.APPROVED],
            "sent back": made.reviews[ReviewOutcome.SENT_BACK],
        }
    )
    rounds = made.revisions / made.revised if made.revised else 0
    text = (
        f"**Peer review.** {count(made.reviewed, 'rubric')} went line by line through "
        f"{count(made.reviewers, 'reviewer')}{_others(facts)}: "
        f"{count(made.reviews.total(), 'review')} ({outcomes})"
    )
    text += f", {rounds:.1f} rounds a rubric on average." if rounds else "."
    if made.comments:
        aspects = {aspect.value.replace("_", " "): made.comments[aspect] for aspect in Aspect}
        closed = (
            f"{made.open_comments:,} of them still open" if made.open_comments else "all dealt with"
        )
        text += f" {count(made.comments.total(), 'comment')} ({_counted(aspects)}), {closed}."
    return text


def _spot_checks(facts: Facts) -> str:
    made = facts.making
    drawn = made.checks.total() + made.open_checks
    if not drawn:
        return "**Spot check.** None is recorded."
    outcomes = {outcome.value: made.checks[outcome] for outcome in SpotCheckOutcome}
    outcomes["not done yet"] = made.open_checks
    share = f"{100 * drawn / facts.composition.tasks:.0f} %"
    whose = "a check" if made.decided else "a senior expert's check"
    return (
        f"**Spot check.** Drawn at random for {whose} of consistency, fit to the "
        f"task and evaluability: {count(drawn, 'rubric')}, {share} of the tasks "
        f"({_counted(outcomes)})."
    )


def _judged(facts: Facts) -> str:
    found = facts.composition
    if not found.judgments:
        return "**Expert judgment.** None is in this data set."
    confirmed = found.statuses[JudgmentStatus.CONFIRMED]
    overridden = found.statuses[JudgmentStatus.OVERRIDDEN]
    share = 100 * found.gold / found.judgments
    text = (
        f"**Expert judgment.** {count(len(found.experts), 'expert')} judged "
        f"{len(found.judged):,} of {count(found.responses, 'response')}, checkpoint by checkpoint, "
        f"{_answered(facts)}. {_how_judged(facts)}: "
        f"{confirmed:,} were confirmed and {overridden:,} overridden, so {share:.0f} % are gold."
    )
    if found.unsigned:
        text += (
            f" Of {count(found.unsigned, 'gold judgment')} it is not recorded who confirmed them: "
            "they were imported as confirmed, and how they were made is for their source to say."
        )
    return text


def _answered(facts: Facts) -> str:
    """How checkpoints are answered."""
    others = facts.composition.others
    return (
        "as met or not met"
        if not others
        else f"as met or not met, or by a value on a scale ({count(len(others), 'checkpoint')})"
    )


def _others(facts: Facts) -> str:
    """That reviewers are no authors, where nobody decided on their own work."""
    return "" if facts.making.decided else " who had not written them"


def _how_judged(facts: Facts) -> str:
    """Who judges and who settles it, as far as it is so for everybody in the project."""
    if facts.making.decided:
        return "Each judgment is then confirmed or overridden"
    return (
        "In the studio they do so blind: without the system's name, anybody else's judgments or "
        "any judge's verdicts. A senior expert then looks at each judgment"
    )


def _counted(parts: dict[str, int]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in parts.items() if number)


def makers(facts: Facts) -> str:
    """People in numbers, and how they appear in the data."""
    made = facts.making
    parts = []
    rows = [(role.value, made.people[role]) for role in Role if made.people[role]]
    if rows:
        parts.append(table(("role", "people"), rows, numbers=1))
        parts.append("One person may hold several roles.")
    if made.examined:
        parts.append(qualified(facts))
    if facts.is_public:
        lasting = "the same in every export" if facts.lasting else "made for this export alone"
        parts.append(f"People appear under pseudonyms, {lasting}; no name is in this data set.")
    else:
        parts.append("This is a private export: `people.jsonl` says who is who.")
    return "\n\n".join(parts)


def qualified(facts: Facts) -> str:
    """How many people passed the qualification, of those of whom it is recorded."""
    made = facts.making
    return (
        f"Of {count(made.examined, 'person', 'people')} whose qualification is recorded, "
        f"{made.qualified:,} passed it (examination and trial task)."
    )


def composition(facts: Facts) -> str:
    """Tables of where tasks, checkpoints and points lie."""
    found = facts.composition
    parts = [
        _shares("domain", found.by_domain, with_tasks=True),
        _shares("tier", found.by_tier, first=TIERS),
        _shares("dimension", found.by_dimension),
        _meanings(facts),
        _counts("difficulty", found.difficulties, first=DIFFICULTIES),
        _counts("language", found.languages),
    ]
    if found.weights:
        mean = found.points / found.checkpoints
        each = found.checkpoints / len(found.with_rubric)
        parts.append(
            f"A rubric has {each:.1f} checkpoints on average; a checkpoint weighs {mean:.1f} "
            f"points on average, from {min(found.weights)} to {max(found.weights)}."
        )
    return "\n\n".join(part for part in parts if part)


def _shares(
    what: str, parts: dict[str, Share], *, first: tuple[str, ...] = (), with_tasks: bool = False
) -> str:
    if set(parts) <= {NO_VALUE}:
        return ""
    total = sum(part.points for part in parts.values())
    rows: list[tuple[object, ...]] = []
    for name, part in in_order(parts, first):
        share = f"{100 * part.points / total:.1f} %" if total else None
        tasks = (part.tasks,) if with_tasks else ()
        rows.append((inline(name) or "none given", *tasks, part.checkpoints, part.points, share))
    heads = (what, *(("tasks",) if with_tasks else ()), "checkpoints", "points", "share of points")
    return table(heads, rows, numbers=len(heads) - 1)


def _meanings(facts: Facts) -> str:
    taxonomy = facts.info.taxonomy
    names = [name for name, _ in in_order(facts.composition.by_dimension) if name]
    meanings = [(name, said) for name in names if (said := description_of(taxonomy, name))]
    return table(
        ("dimension", "description"), [(inline(name), inline(said)) for name, said in meanings]
    )


def _counts(what: str, counts: Counter[str], *, first: tuple[str, ...] = ()) -> str:
    if set(counts) <= {NO_VALUE}:
        return ""
    parts = {name: Share(tasks=number) for name, number in counts.items()}
    rows = [(inline(name) or "none given", part.tasks) for name, part in in_order(parts, first)]
    return table((what, "tasks"), rows, numbers=1)


def held_out(facts: Facts) -> str:
    """What was kept back, and what the canary is."""
    part = facts.held_out
    if part.tasks and part.is_absent:
        text = (
            f"Held out: {count(part.tasks, 'task')}, of which nothing is in this data set: no "
            "prompt, rubric, response, judgment or verdict."
        )
    elif part.tasks:
        lacking = [
            name
            for name, lacks in (
                ("reference answers", part.without_reference_answers),
                ("rubrics, with all that was judged by them", part.without_rubrics),
            )
            if lacks
        ]
        what = f"without their {listed(lacking)}" if lacking else "complete, and named as such"
        text = f"Held out: {count(part.tasks, 'task')}, here {what}."
    else:
        text = "Nothing is held out."
    if facts.info.canary:
        text += (
            " The canary is a string that occurs nowhere else: a model that can complete it has "
            "seen this data, and its scores here mean nothing."
        )
    return text


def limits(facts: Facts) -> str:
    """What the numbers cannot carry, as far as the numbers themselves tell."""
    found = facts.composition
    points = []
    least = facts.info.policies.fewest_tasks
    few = [inline(name) for name, part in in_order(found.by_domain) if name and part.tasks < least]
    if few:
        points.append(
            f"Fewer than {least} tasks each: {listed(few)}. Figures by domain say little."
        )
    unfinished = {
        stage.value.replace("_", " "): facts.making.stages[stage]
        for stage in Stage
        if stage is not Stage.READY
    }
    if any(unfinished.values()):
        points.append(f"Not all tasks are finished work: {_counted(unfinished)}.")
    lacking = found.tasks - len(found.with_rubric)
    if lacking:
        points.append(f"Tasks without a rubric here: {lacking:,} of {found.tasks:,}.")
    if found.responses and len(found.judged) < found.responses:
        unjudged = found.responses - len(found.judged)
        points.append(f"Responses that nobody judged: {unjudged:,} of {found.responses:,}.")
    if found.judgments:
        once = len(found.raters) - found.twice
        if once:
            share = 100 * once / len(found.raters)
            points.append(f"{share:.0f} % of the judged checkpoints rest on a single expert.")
        if found.gold < found.judgments:
            unconfirmed = found.judgments - found.gold
            points.append(f"Judgments that nobody has confirmed: {unconfirmed:,}.")
        if found.binary:
            points.append(
                f"{100 * found.met / found.binary:.0f} % of the gold judgments say met: compare "
                "any judge's accuracy with that of always answering so."
            )
    points.append("What experts of other schools, countries or years would ask for may differ.")
    return "\n".join(f"- {point}" for point in points)


def licence_and_citation(facts: Facts) -> str:
    """Under what terms, and how to cite."""
    licence = licence_of(facts.info.licence)
    if licence is None:
        terms = "No licence is stated: ask those who gave you this data before you use it."
    elif licence.is_known:
        terms = f"Licence: [{licence.id}]({licence.url})."
    else:
        terms = f"Licence: {inline(licence.id)}."
    text = citation(facts)
    return f"{terms}\n\n{fenced(text, 'bibtex' if text.startswith('@') else '')}"


def citation(facts: Facts) -> str:
    """How to cite the data set: as the lead says, else in BibTeX."""
    if facts.info.citation:
        return facts.info.citation
    name = " ".join(facts.info.name.split())
    key = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "expert-benchmark"
    title = re.sub(r"[{}<>\\`]", "", name)
    year = f"  year = {{{facts.composition.last:%Y}}},\n" if facts.composition.last else ""
    return (
        f"@misc{{{key},\n  title = {{{title}}},\n{year}"
        f"  note = {{Expert benchmark, content hash {facts.content_hash[:16]}}},\n}}"
    )

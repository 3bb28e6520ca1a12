"""What certificates say of a judge, then and now, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xpert_studio.core.metrics import (
    PartShift,
    Shift,
)
from xpert_studio.core.metrics.evidence_floor import said_shortfalls, shortfalls_of_certificate
from xpert_studio.core.records import Certificate
from xpert_studio.core.wording import clauses, in_a_row, listed, mark, number, t, tn, translated
from xpert_studio.report.own_work import decided_words
from xpert_studio.report.part_names import part_name
from xpert_studio.report.sentences import span
from xpert_studio.report.trend import Between, Validity

_BOUND: Final = {
    "judge": mark("the judge"),
    "prompt": mark("its prompt"),
    "policy": mark("the grading policy"),
    "rubrics": mark("rubrics"),
    "gold": mark("gold judgments"),
    "verdicts": mark("verdicts"),
}


def certificate_sentence(certificate: Certificate) -> str:
    """That a certificate was made, what its alignment lacks, and what was decided on own work."""
    missing = shortfalls_of_certificate(certificate)
    said = t("Alignment certified ({made}).", made=certificate.id)
    if missing:
        said = t(
            "Alignment kept as a certificate ({made}), with evidence incomplete: {lacks}.",
            made=certificate.id,
            lacks=clauses(map(translated, said_shortfalls(missing))),
        )
    return in_a_row(filter(None, (said, decided_words(certificate.decided))))


def validity_sentence(validity: Validity) -> str:
    """Whether the last certificate of a judge still holds."""
    made = validity.certificate
    if made is None:
        return t(
            "Not certified yet: a certificate keeps these figures with the hashes of their grounds."
        )
    missing = shortfalls_of_certificate(made)
    more = [
        t("Missing: {shortfall}.", shortfall=clauses(map(translated, said_shortfalls(missing))))
        if missing
        else "",
        decided_words(made.decided),
    ]
    head = t(
        "{how} on {made_at:%Y-%m-%d %H:%M} UTC ({made})",
        how=t("Certified") if not missing else t("Kept, with evidence incomplete,"),
        made_at=made.made_at,
        made=made.id,
    )
    if validity.is_current:
        said = t("{head}; nothing it is bound to has changed since.", head=head)
        return in_a_row(filter(None, (said, *more)))
    said = t(
        "{head}; stale, since these have changed: {changed}.",
        head=head,
        changed=changed_words(validity),
    )
    return in_a_row(filter(None, (said, more[-1])))


def changed_words(validity: Validity) -> str:
    """What is no longer what the last certificate is bound to; empty where all is."""
    return listed(t(_BOUND[name]) for name in validity.changed)


def changed_verdicts(between: Between) -> str:
    """How many verdicts changed on what both have, and how many of them for the better."""
    moved = between.progress
    return t(
        "{changed}: {righted} came right, {wronged} went wrong.",
        changed=tn("{n} verdict changed", "{n} verdicts changed", moved.verdicts_changed),
        righted=number(moved.righted),
        wronged=number(moved.wronged),
    )


def between_sentence(between: Between) -> str:
    """What happened between two certificates, and what that did to the figures."""
    counts = (
        (between.edited, tn("{n} checkpoint fixed", "{n} checkpoints fixed", between.edited)),
        (
            between.reweighted,
            tn("{n} checkpoint reweighted", "{n} checkpoints reweighted", between.reweighted),
        ),
        (between.added, tn("{n} checkpoint added", "{n} checkpoints added", between.added)),
        (between.removed, tn("{n} checkpoint removed", "{n} checkpoints removed", between.removed)),
        (
            between.progress.gold_changed,
            tn(
                "{n} gold judgment changed",
                "{n} gold judgments changed",
                between.progress.gold_changed,
            ),
        ),
        (between.asked, tn("{n} verdict requested", "{n} verdicts requested", between.asked)),
        (
            between.progress.only_before,
            tn(
                "{n} verdict without its pair",
                "{n} verdicts without theirs",
                between.progress.only_before,
            ),
        ),
        (
            between.progress.only_after,
            tn("{n} new verdict", "{n} new verdicts", between.progress.only_after),
        ),
    )
    done = [words for n, words in counts if n]
    done += [
        t("{part} changed", part=t(_BOUND[name]))
        for name in ("judge", "prompt", "policy")
        if name in between.changed
    ]
    moved = between.progress
    said = t(
        "{head}: on the {n:,} answers that both have, CDR {cdr}, κ {kappa}.",
        head=clauses(done) or t("nothing was changed"),
        n=moved.n,
        cdr=_moved(moved.cdr),
        kappa=_moved(moved.kappa),
    )
    return in_a_row(filter(None, (said, _moved_most(moved.parts))))


def _moved_most(parts: Sequence[PartShift]) -> str:
    """Where it came from: the tier, dimension or domain that moved most, and surely."""
    sure = [
        (abs(part.kappa.difference), part)
        for part in parts
        if part.by != "system"
        and part.kappa.difference is not None
        and part.kappa.interval is not None
        and not part.kappa.interval[0] <= 0 <= part.kappa.interval[1]
    ]
    if not sure:
        return ""
    _, part = max(sure, key=lambda pair: pair[0])
    return t(
        "Most moved {by} {part}: κ {kappa} on {n:,} answers.",
        by=t(part.by),
        part=part_name(part.by, part.name),
        kappa=_moved(part.kappa),
        n=part.n,
    )


def _moved(shift: Shift) -> str:
    if shift.before is None or shift.after is None:
        return t("undefined")
    said = f"{shift.before:.2f} → {shift.after:.2f}"
    return (
        t("{said} (difference {interval})", said=said, interval=span(shift.interval))
        if shift.interval
        else said
    )

"""Which judge is meant by what was typed: its id, or the beginning of it that only it has."""

from __future__ import annotations

from collections.abc import Collection

from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import Panel
from xpert_studio.core.store import Transaction, judges, verdicts


def judges_heard(tx: Transaction) -> list[str]:
    """Ids of the judges that can be meant: those with verdicts, and panels."""
    panels = (judge.id for judge in judges.all_judges(tx) if Panel.of(judge))
    return list(dict.fromkeys((*verdicts.count_by_judge(tx), *panels)))


def judge_named(name: str, ids: Collection[str]) -> str:
    """The id of a judge by the id, or by its beginning, such as the name of its provider.

    A beginning that ends where a part of the id does is preferred: ``openai:gpt-5`` does not mean
    ``openai:gpt-5-mini`` where there is a judge of its own.

    Args:
        name: What was typed.
        ids: The judges that can be meant: those with verdicts.

    Raises:
        NotFoundError: None of them begins so.
        UsageError: Several do.
    """
    if name in ids:
        return name
    begin = [judge_id for judge_id in ids if name and judge_id.startswith(name)]
    found = [judge_id for judge_id in begin if judge_id.startswith(f"{name}:")] or begin
    if len(found) > 1:
        raise UsageError(
            Message("The ids of several judges begin with {name}.", name=name),
            remedy=Message("Name one of these: {ids}.", ids=joined(found)),
        )
    if not found:
        raise NotFoundError(
            Message("There is no judge {unknown} with verdicts here.", unknown=name),
            remedy=Message(
                "Judges with verdicts: {records}.", records=joined(ids) or Message("none yet")
            ),
        )
    return found[0]

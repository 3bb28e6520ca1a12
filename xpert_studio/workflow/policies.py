"""The rules of a project: limits, grading policy, vocabulary; a lead's to set."""

from __future__ import annotations

from typing import Final, TypedDict

from pydantic import ValidationError
from typing_extensions import Unpack

from xpert_studio.errors import UsageError
from xpert_studio.records import Change, GradingPolicy, Policies, Role, Tier
from xpert_studio.workflow import rights
from xpert_studio.workflow.describing import check_length
from xpert_studio.workflow.desk import Desk
from xpert_studio.workflow.rubric_lines import known_dimension
from xpert_studio.workflow.triage import need_reason

LONGEST_DESCRIPTION: Final = 400


class PolicyFields(TypedDict, total=False):
    """The limits of a project; fields that are left out stay as they are."""

    max_tasks_per_expert: int
    min_checkpoints: int
    max_checkpoints: int
    reviewers_needed: int
    spot_check_share: float
    qualification_required: bool
    fewest_tasks: int
    default_weights: dict[Tier, int]


def set_policies(desk: Desk, **fields: Unpack[PolicyFields]) -> Change:
    """Sets limits; what was done under the old ones stays done.

    Raises:
        UsageError: A value cannot be.
    """
    with desk.act("set_policies") as act:
        rights.need_role(act.person, Role.LEAD)
        before = act.info.policies
        try:
            after = Policies.model_validate(dict(before) | dict(fields))
        except ValidationError as error:
            detail = error.errors(include_url=False)[0]
            field = str(detail["loc"][0])
            raise UsageError(f"{field}: {detail.get('input')!r} cannot be.") from error
        if after.min_checkpoints > after.max_checkpoints:
            raise UsageError(
                f"At least {after.min_checkpoints} and at most {after.max_checkpoints} checkpoints "
                "cannot both be.",
                remedy="Set both.",
            )
        act.put(act.info.model_copy(update={"policies": after}))
        changed = [name for name in fields if getattr(before, name) != getattr(after, name)]
        act.tell(
            before=", ".join(f"{name}={_plain(before, name)}" for name in changed) or None,
            after=", ".join(f"{name}={_plain(after, name)}" for name in changed) or None,
        )
    return act.change


def _plain(policies: Policies, name: str) -> str:
    value = getattr(policies, name)
    return "/".join(str(value[tier]) for tier in Tier) if name == "default_weights" else str(value)


def set_grading_policy(desk: Desk, text: str, *, reason: str) -> Change:
    """Sets the words that experts and judges grade by; they count as a new version.

    Judges are asked again under the new words; experts are not, so say what changed.

    Raises:
        UsageError: No text, or no reason.
    """
    need_reason(text, "set a grading policy")
    need_reason(reason, "change the grading policy")
    with desk.act("set_grading_policy") as act:
        rights.need_role(act.person, Role.LEAD)
        before = act.info.grading_policy
        if before.text == text:
            act.finish()
            return act.change
        after = GradingPolicy(version=before.version + 1, text=text)
        act.put(act.info.model_copy(update={"grading_policy": after}))
        act.tell(
            before=f"version {before.version}", after=f"version {after.version}", reason=reason
        )
    return act.change


def add_dimensions(desk: Desk, *names: str) -> Change:
    """Adds dimensions to the project's vocabulary; those it has are left alone."""
    return _extend(desk, "dimensions", names)


def add_domains(desk: Desk, *names: str) -> Change:
    """Adds domains to the project's vocabulary; those it has are left alone."""
    return _extend(desk, "domains", names)


def describe_dimension(desk: Desk, name: str, text: str) -> Change:
    """Says what a dimension means; the published description no longer holds for the project.

    Args:
        desk: A lead.
        name: One of the project's dimensions, in any case.
        text: Becomes one line. An empty one takes the project's own description back.

    Raises:
        UsageError: The project has no such dimension, or the text is too long.
    """
    text = " ".join(text.replace("\x00", " ").split())
    check_length("description", text, LONGEST_DESCRIPTION)
    with desk.act("described_dimension") as act:
        rights.need_role(act.person, Role.LEAD)
        taxonomy = act.info.taxonomy
        name = known_dimension(act, name.strip())
        others = {key: value for key, value in taxonomy.descriptions.items() if key != name}
        changed = taxonomy.model_copy(
            update={"descriptions": others | ({name: text} if text else {})}
        )
        act.put(act.info.model_copy(update={"taxonomy": changed}))
        before = taxonomy.descriptions.get(name)
        act.tell(before=before and f"{name}: {before}", after=f"{name}: {text or '–'}")
    return act.change


def _extend(desk: Desk, kind: str, names: tuple[str, ...]) -> Change:
    with desk.act(f"added_{kind}") as act:
        rights.need_role(act.person, Role.LEAD)
        taxonomy = act.info.taxonomy
        there = getattr(taxonomy, kind)
        known = {name.casefold() for name in there}
        wanted = dict.fromkeys(name.strip() for name in names if name.strip())
        new = tuple(name for name in wanted if name.casefold() not in known)
        changed = taxonomy.model_copy(update={kind: (*there, *new)})
        act.put(act.info.model_copy(update={"taxonomy": changed}))
        act.tell(after=", ".join(new) or None)
    return act.change

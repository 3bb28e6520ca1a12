"""Who may carry a command out: every command by every role, and by nobody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.desktop.sample_places import scored_sample
from tests.workflow.tried import WITH_OTHER_TESTS, Ground, context, ground_of, tried
from xpert_studio.core.errors import NotAllowedError
from xpert_studio.core.records import Role
from xpert_studio.core.store import ProjectFile, log
from xpert_studio.core.workflow import add_person, qualify
from xpert_studio.core.workflow.commands import every_command

L, S, R, A, E = Role.LEAD, Role.SENIOR, Role.REVIEWER, Role.AUTHOR, Role.EXPERT
BY_ROLES = {
    (L,): (
        "assignment.close", "assignment.reopen", "certificate.add", "panel.define", "panel.remove", "person.add",
        "person.edit", "person.exclude", "person.include", "project.add_dimensions", "project.add_domains",
        "project.describe", "project.describe_dimensions", "project.set_grading_policy",
        "project.set_policies", "publication.add", "response.add", "response.remove",
        "response.set_baseline", "response.unblind", "rubric.reopen", "run.give_up", "run.steer",
        "subset.remove", "subset.sample", "system.exclude", "system.include", "system.merge",
        "system.set", "task.reassign", "category.define", "category.rename", "category.merge",
        "category.remove", "category.want", "person.set_practice",
    ),
    (L, S): (
        "anchor.choose", "anchor.clear", "disagreement.anchor", "disagreement.attribute",
        "disagreement.fix", "disagreement.keep", "disagreement.reopen", "judgment.dispute",
        "spot_check.sample", "task.accept", "task.return",
    ),
    (S,): ("form.read", "person.qualify", "judgment.confirm", "judgment.override", "spot_check.finish"),
    (E,): (
        "form.open", "form.submit", "judgment.draft", "comparison.record", "comparison.withdraw",
    ),
    (R,): (
        "review.approve", "review.send_back", "review.start", "rubric.read", "comment.add",
        "comment.resolve", "comment.reopen", "comment.edit", "comment.withdraw",
    ),
    (A, R, L): ("comment.reply",),
    (A,): (
        "brief.edit", "brief.submit", "checkpoint.add", "checkpoint.duplicate", "checkpoint.edit",
        "checkpoint.edit_many", "checkpoint.merge", "checkpoint.move", "checkpoint.remove",
        "checkpoint.take",
        "draft.accept", "draft.discard", "finding.dismiss", "rubric.submit", "task.create",
        "attachment.add", "attachment.remove", "attachment.caption",
    ),
    (A, L): ("task.discard",),
}  # fmt: skip
AT_THE_END_OF_A_RUN = {"certificate.add"}
"""Also with nobody named: a lead has started the run."""
ROLES = {name: roles for roles, names in BY_ROLES.items() for name in names}
"""Who may, beside what else is asked: the stage, the domain, whose work it is."""


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Iterator[ProjectFile]:
    """The sample, with a person of each role alone, and one of none."""
    with ProjectFile.open(scored_sample(tmp_path_factory.mktemp("rights"))) as found:
        lead = context(found, "lead-moreau")
        domains = tuple(found.info().taxonomy.domains)
        for role in Role:
            add_person(lead, f"only-{role.value}", roles=(role,), domains=domains)
            qualify(lead, f"only-{role.value}", "passed", exemption="Known.")
        add_person(lead, "only-none", roles=())
        yield found


@pytest.fixture(scope="module")
def ground(project: ProjectFile) -> Ground:
    return ground_of(project)


def refusals(project: ProjectFile, ground: Ground, name: str, person_id: str):
    command = every_command()[name]
    for values in ground.values.values():
        known = tried(command, values)
        assert known is not None
        yield command.refusal(context(project, person_id), **command.filled(known))


def test_every_command_says_whose_it_is() -> None:
    assert every_command().keys() == ROLES.keys() | WITH_OTHER_TESTS


@pytest.mark.parametrize("name", ROLES)
def test_a_command_is_refused_to_all_other_roles_and_to_nobody(
    project: ProjectFile, ground: Ground, name: str
) -> None:
    with project.reading() as tx:
        before = log.newest(tx)
    others = [f"only-{role.value}" for role in Role if role not in ROLES[name]]
    nobody = () if name in AT_THE_END_OF_A_RUN else ("",)
    for person_id in (*others, "only-none", "unheard-of", *nobody):
        assert all(refusals(project, ground, name, person_id)), person_id
    with project.reading() as tx:
        assert log.newest(tx) == before


OWN = {"brief.", "checkpoint.", "attachment.", "draft.", "finding.", "comment.", "rubric.submit",
       "task.discard"}  # fmt: skip
"""Only on what is one's own, whatever the role."""


@pytest.mark.parametrize("name", [one for one in ROLES if not one.startswith(tuple(OWN))])
def test_its_roles_have_the_right_to_it(project: ProjectFile, ground: Ground, name: str) -> None:
    for role in ROLES[name]:
        found = list(refusals(project, ground, name, f"only-{role.value}"))
        assert not all(isinstance(one, NotAllowedError) for one in found), role

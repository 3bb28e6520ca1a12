"""One person: roles and domains, and how they qualified."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import QUALIFICATIONS, Person, Qualification
from xpert_studio.core.wording import labelled, mark, moment, t
from xpert_studio.core.workflow import change_person
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.desktop.look import GAP, SPACE, TIGHT
from xpert_studio.desktop.pages.people.words import (
    known_domains,
    picks,
    state_of,
)
from xpert_studio.desktop.widgets import form_inputs as inputs
from xpert_studio.desktop.widgets.asked_fields import fields_for
from xpert_studio.desktop.widgets.form import Form
from xpert_studio.desktop.widgets.labels import Card, button, card, chip, label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.scrolling import scrolled_column
from xpert_studio.report.part_names import domain_name


class QualificationCard(Card):
    """What was decided on a person, and the way to decide.

    Args:
        decide: Asks for a decision.
    """

    def __init__(self, decide: Callable[[], object]) -> None:
        super().__init__()
        self.state = chip("", "optional")
        self.about, self.why = label("", "muted"), label("", "muted")
        self.decide = button(t("Decide…"), decide, picture="badge-check")
        head = row(label(t("Qualification"), "heading", wrap=False), self.state, 1, self.decide)
        column(head, self.about, self.why, on=self, pad=SPACE, gap=GAP)

    def show_person(
        self, person: Person, project_state: ProjectState, why_not: str, own: str
    ) -> None:
        """Shows a person's qualification.

        Args:
            person: Whose.
            project_state: For the names of those who decided.
            why_not: Why the person at work decides on nobody; empty where they may.
            own: Why they do not decide on this person; empty where they may.
        """
        self.state.say(*state_of(person))
        self.about.setText(_decided(person.qualification or Qualification(), project_state))
        self.decide.setVisible(not (why_not or own))
        self.why.say("" if why_not else own)


def _decided(held: Qualification, project_state: ProjectState) -> str:
    """What was decided in each domain, by whom, and what it rests on."""
    if not held.by_domain:
        return _decided_once(held, project_state)
    return "\n".join(
        labelled(
            domain_name(name) or t("No domain"),
            " ".join((QUALIFICATIONS.title(one.outcome or ""), _decided_once(one, project_state))),
        )
        for name, one in held.by_domain.items()
    )


def _decided_once(held: Qualification, project_state: ProjectState) -> str:
    if held.outcome is None:
        if project_state.info.policies.qualification_required:
            return t("Not yet qualified: cannot write, review or judge.")
        return t("Nobody has decided yet. This project does not ask for it.")
    rests = (
        t("Exempt: {reason}", reason=held.exemption) if held.exemption else "",
        labelled(t("Examination"), held.examination) if held.examination else "",
        labelled(t("Trial"), held.trial) if held.trial else "",
        labelled(t("Comments"), held.comments) if held.comments else "",
    )
    return " · ".join(filter(None, (*rests, _by(held, project_state))))


def _by(held: Qualification, project_state: ProjectState) -> str:
    who = project_state.called(held.decided_by)
    if who and held.decided_at:
        return t("Decided by {name}, {when}.", name=who, when=moment(held.decided_at))
    return t("Decider and date unknown.") if not who else t("Decided by {name}.", name=who)


_PERSON: Final = fields_for(
    change_person,
    "name",
    "roles",
    "domains",
    "credentials",
    name={"kind": inputs.text()},
    credentials={
        "kind": inputs.writing(
            mark("What makes this person an expert: training, posts, years"), lines=2
        )
    },
    **picks(()),
)


class PersonDetail(QWidget):
    """One person; each field is saved as soon as it is left or ticked.

    Args:
        change: Gets the person's id, and what was changed, as ``change_person`` takes it.
        decide: Asks for a decision on a person's qualification.
    """

    def __init__(
        self,
        change: Callable[[str, dict[str, Any]], object],
        decide: Callable[[Person], object],
    ) -> None:
        super().__init__()
        self._change = change
        self.person: Person | None = None
        self._may = False
        self.heading, self.id = label("", "title"), label("", "small")
        self.form = Form(_PERSON)
        self.form.left.connect(self._save)
        self.qualification = QualificationCard(lambda: self.person and decide(self.person))
        scrolled_column(
            column(self.heading, self.id, gap=TIGHT),
            card(column(self.form, pad=SPACE)),
            self.qualification,
            1,
            gap=SPACE,
            pad=(SPACE, 0, GAP, SPACE),
            on=self,
        )

    def show_person(
        self,
        person: Person,
        project_state: ProjectState,
        why_not: str,
        *,
        is_me: bool,
        may_decide: bool,
    ) -> None:
        """Shows a person.

        Args:
            person: Whom.
            project_state: Rules and other people.
            why_not: Why nothing can be changed; empty where it can.
            is_me: Whether they are at work here themselves.
            may_decide: Whether who is at work here decides on qualifications.
        """
        is_other = self.person is None or self.person.id != person.id
        if is_other:
            self.form.finish()  # what was written belongs to the person who was shown
        self.person, self._may = person, not why_not
        self.heading.setText(person.called)
        self.id.setText(t("Id: {id}", id=person.id))
        domains = (*project_state.info.taxonomy.domains, *person.domains)
        self.form.offer(domains=known_domains(dict.fromkeys(domains)))
        self.form.show_values(
            {one.key: getattr(person, one.key) for one in _PERSON}, spares_written=not is_other
        )
        self.form.set_open(is_open=self._may)
        own = t("Nobody decides on their own qualification; it takes another person.")
        closed = "" if may_decide else why_not or t("Senior experts and leads decide.")
        self.qualification.show_person(person, project_state, closed, own if is_me else "")

    def _save(self, key: str) -> None:
        if self.person is not None and self._may and self.form.is_written(key):
            self._change(self.person.id, {key: self.form.take(key) or _NOTHING.get(key)})


_NOTHING: Final[dict[str, tuple[str, ...]]] = {"roles": (), "domains": ()}
"""What fields hold that are empty, where that is not None."""

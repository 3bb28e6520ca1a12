"""What people judge for practice: responses in which the lab saw something."""

from lab_scales.asked import asked_for
from lab_scales.sightings import Sighting
from xpert_studio.api.apart import Apart, ApartForm, Evidence, UnitOfWork, Written, keep_records
from xpert_studio.api.records import Person, Policies, Role, Transaction

_PRACTICE = "practice"


def _keep(unit: UnitOfWork, form: ApartForm) -> None:
    said = Sighting(text=f"{len(form.decisions)} decided.", seen_by=unit.person.id)
    written = Written(said, response_id=form.response.id)
    keep_records(unit, "lab_scales", "sighting", [written])


def apart(tx: Transaction, person: Person, policies: Policies) -> Apart:
    """Responses that were seen, for reviewers whose credentials say so."""
    is_there = person.credentials == _PRACTICE and Role.REVIEWER in person.roles
    return Apart(_keep, asked_for(tx) if is_there else frozenset())


def evidence(tx: Transaction, person: Person, domain: str) -> Evidence:
    """The lab asks for nothing more."""
    return Evidence()

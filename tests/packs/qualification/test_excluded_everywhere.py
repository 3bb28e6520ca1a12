"""With an excluded expert, each section says what it says in a project without their work.

The sections are those of the registry: one that is added is tested without being named here.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace

import pytest

from tests.imported import imported_sample
from tests.packs.qualification.test_excluded_experts import WHO
from tests.program import carried_out
from xpert_studio.core.packs import in_order
from xpert_studio.core.records import Comparison, Draft, Judgment, OpenForm
from xpert_studio.core.records.record_kinds import reading_of
from xpert_studio.core.store import ProjectFile, entities, pack_records
from xpert_studio.report.analysis import analyse
from xpert_studio.report.section import View
from xpert_studio.report.sections.registry import SECTIONS

NAMES_THEM = {
    "expert-quality": "it says of each expert how they work, and who is excluded",
    "exclusions": "it says what no longer counts",
    "info": "it says what is stored",
}
"""Sections that tell of excluded experts, and why."""
IDS = [one.id for one in in_order(SECTIONS).values() if one.id not in NAMES_THEM]


def remove_work(project: ProjectFile) -> int:
    """Takes out all that the expert said of responses; returns how many records that were."""
    with project.writing() as tx:
        kinds = (Judgment, Draft, OpenForm)
        gone = [one for kind in kinds for one in entities.find_all(tx, kind, expert_id=WHO)]
        gone += [one for one in entities.find_all(tx, Comparison) if one.rater_id == WHO]
        for kind in pack_records.count_by_kind(tx):
            read = map(reading_of, pack_records.records_in(tx, kind))
            gone += [one.record for one in read if one.author == WHO]
        for one in gone:
            entities.remove(tx, one)
    return len(gone)


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    folder = tmp_path_factory.mktemp("excluded")
    made = imported_sample(folder / "with.xpert")
    words = ("people", "exclude", made, WHO, "--reason", "Did not read.", "--as", "lead-moreau")
    assert carried_out(*words).code == 0
    shutil.copy(made, folder / "without.xpert")
    views = []
    for name in ("with", "without"):
        project = ProjectFile.open(folder / f"{name}.xpert")
        if name == "without":
            assert remove_work(project) > 20
        view = View.of(project, analyse(project))
        views.append(replace(view, person_id="lead-moreau"))
    yield views
    for view in views:
        view.project.close()


def said(section, view):
    return json.dumps(section.data(view), default=str, sort_keys=True)


@pytest.mark.parametrize("name", IDS)
def test_a_section_counts_nothing_of_theirs(both, name):
    section = SECTIONS[name]
    there, gone = (said(section, view) for view in both)
    assert there == gone

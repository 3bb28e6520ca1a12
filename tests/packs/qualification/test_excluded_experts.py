"""What an excluded expert said is in no figure and in nothing that goes to others."""

from __future__ import annotations

import csv
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import begin, xpert
from tests.imported import imported_sample
from tests.workflow.studio import Studio
from xpert_studio.core.exchange.publishing import Publisher, pseudonym_secret
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.workflow import exclude_expert
from xpert_studio.report.analysis import analyse
from xpert_studio.report.blocks import Table
from xpert_studio.report.section import View
from xpert_studio.report.sections.agreement import AGREEMENT

__all__ = ["begin", "xpert"]
LEAD = ("--as", "lead-moreau")
WHO = "expert-amara"
RESPONSE = "law-lease-break:aurora-2"


@pytest.fixture
def project(xpert, tmp_path):
    return imported_sample(tmp_path / "p.xpert")


def exclude(xpert):
    assert xpert("people", "exclude", "p.xpert", WHO, "--reason", "Did not read.", *LEAD).code == 0


def pseudonym(project):
    with ProjectFile.open(project) as opened:
        return Publisher(public=True, secret=pseudonym_secret(opened)[0]).pseudonym(WHO)


def files_of(path):
    with zipfile.ZipFile(path) as bundle:
        return {name: bundle.read(name).decode("utf-8", "replace") for name in bundle.namelist()}


def naming(texts, name):
    return {file for file, text in texts.items() if name in text}


def test_public_bundles_hold_nothing_of_theirs_and_private_ones_all(xpert, project):
    name = pseudonym(project)
    assert xpert("export", "p.xpert", "before.zip", "--public", *LEAD).code == 0
    held = naming(files_of("before.zip"), name)
    assert {"judgments.jsonl", "comparisons.jsonl", "pack.failures.tag.jsonl"} <= held
    assert xpert("export", "p.xpert", "own.zip", *LEAD).code == 0
    whole = naming(files_of("own.zip"), WHO)
    exclude(xpert)
    assert xpert("export", "p.xpert", "after.zip", "--public", *LEAD).code == 0
    assert not naming(files_of("after.zip"), name)
    assert xpert("export", "p.xpert", "all.zip", *LEAD).code == 0
    assert naming(files_of("all.zip"), WHO) == whole | {"manifest.json"}


def test_formats_for_others_hold_nothing_of_theirs(xpert, project, tmp_path):
    name = pseudonym(project)
    words = ("--format", "hugging-face", *LEAD)

    def exported(folder):
        assert xpert("export", "p.xpert", folder, *words).code == 0
        files = (one for one in Path(folder).rglob("*") if one.is_file())
        return {one.name: one.read_bytes().decode("utf-8", "replace") for one in files}

    assert naming(exported("before"), name)
    exclude(xpert)
    assert not naming(exported("after"), name)


def test_their_gold_forms_are_no_gold_of_formats(xpert, project):
    from xpert_studio.core.exchange.formats import read_content

    def gold():
        with ProjectFile.open(project) as opened:
            return sum(map(len, read_content(opened).gold.values()))

    before = gold()
    exclude(xpert)
    assert gold() < before


def test_the_table_holds_nothing_of_theirs(xpert, project):
    def raters(name):
        assert xpert("export", "p.xpert", name, *LEAD).code == 0
        with Path(name).open(encoding="utf-8-sig", newline="") as file:
            return {row["judge"] for row in csv.DictReader(file)}

    before = raters("before.csv")
    assert WHO in before
    exclude(xpert)
    assert raters("after.csv") == before - {WHO}


def test_their_comparisons_are_in_no_figure(xpert, project):
    def figures():
        said = xpert("compare", "figures", "p.xpert", *LEAD, "--json")
        assert said.code == 0, said.err
        return json.dumps(said.json)

    before = figures()
    exclude(xpert)
    assert figures() != before
    assert xpert("people", "include", "p.xpert", WHO, *LEAD).code == 0
    assert figures() == before


def test_their_form_is_neither_an_anchor_nor_a_trial_task(xpert, project):
    anchor = ("gold", "anchor", "p.xpert", "law-lease-break", RESPONSE, WHO)
    trial = ("exam", "trial", "p.xpert", RESPONSE, WHO)
    exclude(xpert)
    for words, person in ((anchor, "lead-moreau"), (trial, "senior-okafor")):
        said = xpert(*words, "--as", person)
        assert said.code != 0 and "is excluded: none of their forms is gold" in said.err, said.err
    assert xpert("people", "include", "p.xpert", WHO, *LEAD).code == 0
    for words, person in ((anchor, "lead-moreau"), (trial, "senior-okafor")):
        said = xpert(*words, "--as", person)
        assert said.code == 0, said.err


def test_they_are_not_beside_others_on_a_response(tmp_path):
    studio = Studio(tmp_path / "g.xpert")
    (response,) = studio.answered()
    for person, met in (("maria", True), ("wei", False), ("ada", True)):
        studio.judged(response, person, met=met)

    def beside():
        view = View.of(studio.project, analyse(studio.project))
        view = replace(view, person_id="lena").asking(of_response=response)
        (grid,) = [
            one
            for one in AGREEMENT.blocks(view).blocks
            if isinstance(one, Table) and one.name == "Experts on one response"
        ]
        return {column.heading for column in grid.columns[2:]}

    assert len(beside()) == 3
    exclude_expert(studio.lena, "ada", reason="Did not read.")
    assert len(beside()) == 2
    studio.project.close()

"""Examinations in bundles: whole in private ones, and nothing of them in public ones."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import xpert
from tests.packs.qualification.conftest import SECRETS, answered, examined_studio, tried
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.workflow import qualify
from xpert_studio.core.workflow.command_context import person_of
from xpert_studio.packs.qualification.standing import Board

__all__ = ["xpert"]


def stood(path: Path):
    with ProjectFile.open(path) as project, project.reading() as tx:
        rae = person_of(tx, "rae")
        found = Board.of(tx).standing(rae, "Law")
        held = rae.qualification
        return (
            found.points.value,
            found.compared.agreement.value,
            found.compared.n,
            [one.answer.said for one in found.rated],
            found.missing,
            held.model_dump(mode="json"),
        )


@pytest.fixture
def decided(tmp_path):
    studio = examined_studio(tmp_path / "exam.xpert")
    answered(studio)
    tried(studio)
    qualify(studio.omar, "rae", "passed")
    studio.project.close()
    return studio


def test_a_private_bundle_brings_all_of_it_back(decided, xpert):
    before = stood(Path("exam.xpert"))
    assert xpert("export", "exam.xpert", "out.zip", "--as", "lena").code == 0
    said = xpert("import", "back.xpert", "out.zip", "--new", "--as", "lena")
    assert said.code == 0, said.err
    assert stood(Path("back.xpert")) == before
    assert xpert("verify", "back.xpert").code == 0


def test_a_public_bundle_holds_neither_questions_nor_answers_nor_trials(decided, xpert):
    said = xpert("export", "exam.xpert", "public.zip", "--public", "--as", "lena")
    assert said.code == 0, said.err
    with zipfile.ZipFile("public.zip") as bundle:
        names = bundle.namelist()
        text = "".join(bundle.read(name).decode("utf-8", "replace") for name in names)
    assert not [name for name in names if "qualification" in name]
    assert all(secret not in text for secret in SECRETS)

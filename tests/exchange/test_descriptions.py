"""Descriptions of dimensions travel with bundles, and a project keeps its own."""

from __future__ import annotations

import json

import pytest

from tests.exchange.conftest import NOW, sound_bundle
from tests.packs.healthbench.test_healthbench import ROW, write
from xpert_studio.core.exchange import export_bundle, import_any, import_bundle
from xpert_studio.core.records import Visibility
from xpert_studio.core.store import settings
from xpert_studio.core.workflow import new_project

OWN = {"Depth of Analysis": "How far it digs.", "法理": "援引条文。"}


@pytest.fixture
def filled(project, tmp_path):
    import_bundle(project, sound_bundle(tmp_path / "sound"), now=NOW)
    return project


def describe(project, descriptions):
    with project.writing() as tx:
        info = settings.project_info(tx)
        taxonomy = info.taxonomy.model_copy(update={"descriptions": descriptions})
        settings.put_project_info(tx, info.model_copy(update={"taxonomy": taxonomy}))


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("visibility", list(Visibility))
def test_they_come_back_and_only_where_there_are_any(filled, tmp_path, visibility):
    export_bundle(filled, tmp_path / "plain", visibility=visibility, now=NOW)
    describe(filled, OWN)
    export_bundle(filled, tmp_path / "told", visibility=visibility, now=NOW)
    plain, told = manifest(tmp_path / "plain"), manifest(tmp_path / "told")
    assert told["taxonomy"].pop("descriptions") == OWN
    assert told == plain
    with new_project(tmp_path / "q.xpert", now=NOW) as other:
        import_bundle(other, tmp_path / "told", now=NOW)
        assert other.info().taxonomy == filled.info().taxonomy


def test_a_project_keeps_its_own_and_takes_over_the_others(filled, tmp_path):
    describe(filled, OWN)
    export_bundle(filled, tmp_path / "b", visibility=Visibility.PRIVATE, now=NOW)
    mine = {"Depth of Analysis": "Mine.", "Other": "Mine too."}
    with new_project(tmp_path / "q.xpert", now=NOW) as other:
        describe(other, mine)
        import_bundle(other, tmp_path / "b", now=NOW)
        assert other.info().taxonomy.descriptions == OWN | mine


def test_an_import_in_another_format_leaves_them_alone(project, tmp_path):
    describe(project, OWN)
    import_any(project, write(tmp_path / "h.jsonl", [ROW]), now=NOW)
    assert project.info().taxonomy.descriptions == OWN

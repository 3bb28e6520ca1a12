"""What dimensions mean: published, or as a lead describes them; one undoable step each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.workflow.studio import Studio
from xpert_studio.core.errors import NotAllowedError, UsageError
from xpert_studio.core.records import Taxonomy
from xpert_studio.core.resources import resource_json
from xpert_studio.core.store import settings
from xpert_studio.core.workflow import describe_dimensions, redo, undo
from xpert_studio.core.workflow.policies import description_of

PUBLISHED = [item["name"] for item in resource_json("taxonomy.json")["dimensions"]]
TEXTS = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]))
NAMES = st.sampled_from(PUBLISHED) | TEXTS


@pytest.fixture
def studio(tmp_path):
    made = Studio(tmp_path / "p.xpert")
    yield made
    made.project.close()


def held(studio: Studio) -> dict[str, str]:
    return studio.project.info().taxonomy.descriptions


def test_every_published_dimension_is_described_in_both_languages():
    plain = Taxonomy()
    english = {description_of(plain, name) for name in PUBLISHED}
    chinese = {description_of(plain, name, "zh-CN") for name in PUBLISHED}
    assert len(english | chinese) == 2 * len(PUBLISHED)
    assert all(text.endswith(".") and text.isascii() for text in english)
    assert all(text.endswith("。") and not text.isascii() for text in chinese)


@given(st.dictionaries(NAMES, TEXTS, max_size=3), NAMES, st.sampled_from(["en", "zh", "fr"]))
def test_the_own_description_comes_first_then_the_published_one(own, name, language):
    found = description_of(Taxonomy(descriptions=own), name, language)
    line = " ".join(own.get(name, "").split())
    assert found == (line or description_of(Taxonomy(), name, language))
    assert bool(found) == bool(line or name in PUBLISHED)
    assert "\n" not in found


def test_a_taxonomy_without_descriptions_is_written_as_before():
    assert set(Taxonomy().model_dump(mode="json")) == {"domains", "dimensions", "tiers"}
    told = Taxonomy(descriptions={"Depth": "Deep."})
    assert Taxonomy.model_validate_json(told.model_dump_json()) == told


def test_a_lead_describes_dimensions_one_step_each(studio):
    describe_dimensions(studio.lena, {"accuracy": " Facts are\n\tright. "})
    change = describe_dimensions(studio.lena, {"Clarity": "Plain."})
    assert change.command == "project.describe_dimensions"
    assert held(studio) == {"Accuracy": "Facts are right.", "Clarity": "Plain."}
    undo(studio.lena)
    assert held(studio) == {"Accuracy": "Facts are right."}
    redo(studio.lena)
    assert not describe_dimensions(studio.lena, {"Clarity": "Plain."})
    describe_dimensions(studio.lena, {"Accuracy": "  "})
    assert held(studio) == {"Clarity": "Plain."}
    with studio.project.reading() as tx:
        assert settings.project_info(tx).taxonomy.descriptions == {"Clarity": "Plain."}


def test_who_is_no_lead_is_refused_and_so_is_a_dimension_that_is_not_there(studio):
    with pytest.raises(NotAllowedError):
        describe_dimensions(studio.wei, {"Clarity": "Plain."})
    with pytest.raises(UsageError, match="not a dimension"):
        describe_dimensions(studio.lena, {"Charity": "Plain."})
    with pytest.raises(UsageError, match="characters"):
        describe_dimensions(studio.lena, {"Clarity": "x" * 401})
    assert held(studio) == {}

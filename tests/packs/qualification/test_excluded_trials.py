"""Gold of an excluded expert decides neither on a recruit nor on those at work."""

from __future__ import annotations

import pytest

from tests.cli.conftest import xpert
from tests.packs.norming.test_norming import EXPERTS, FIRST, judged, prepared, view
from tests.packs.qualification.conftest import answered, standing, trial_responses, tried
from tests.workflow.studio import Studio
from xpert_studio.cli.notebook import Notebook
from xpert_studio.core.errors import IncompleteError
from xpert_studio.core.workflow import (
    exclude_expert,
    include_expert,
    qualify,
    submit_brief,
    waiting_for,
)
from xpert_studio.packs.norming.section import alpha_of
from xpert_studio.packs.norming.sessions import close, reveal
from xpert_studio.packs.pretest.changes import bring, rate
from xpert_studio.packs.pretest.figures import pass_rates
from xpert_studio.packs.qualification.quality import quality_in

__all__ = ["xpert"]


def test_a_trial_with_gold_of_an_excluded_expert_is_not_asked(studio):
    assert len(waiting_for(studio.ctx("rae")).to_judge) == 2
    exclude_expert(studio.lena, "maria", reason="Did not read.")
    assert not standing(studio).to_try
    assert not waiting_for(studio.ctx("rae")).to_judge
    include_expert(studio.lena, "maria")
    assert len(standing(studio).to_try) == 2


def test_a_form_that_was_judged_against_it_does_not_count_and_says_so(studio):
    answered(studio)
    tried(studio)
    assert standing(studio).compared.n == 6
    exclude_expert(studio.lena, "maria", reason="Did not read.")
    found = standing(studio)
    assert (found.compared.n, found.compared.agreement.value) == (0, None)
    with pytest.raises(IncompleteError) as refused:
        qualify(studio.omar, "rae", "passed")
    said = " ".join(map(str, refused.value.missing))
    assert "2 trial forms do not count: the experts whose forms were gold are excluded." in said
    assert "0 of at least 2 trial tasks are judged." in said
    include_expert(studio.lena, "maria")
    qualify(studio.omar, "rae", "passed")


def test_who_passed_by_it_is_said_to_be_stale_until_the_expert_is_back(studio, xpert, tmp_path):
    answered(studio)
    tried(studio)
    qualify(studio.omar, "rae", "passed")
    sections = ("sections", "exam.xpert", "qualifications", "--as", "lena")
    for change, n in (
        (lambda: None, 0),
        (lambda: exclude_expert(studio.lena, "maria", reason="Did not read."), 1),
        (lambda: include_expert(studio.lena, "maria"), 0),
    ):
        change()
        assert xpert(*sections).out.count("passed in Law is stale. 2 trial forms do not") == n
        (found,) = (one for one in xpert(*sections, "--json").json if one["person"] == "rae")
        assert (found["state"], len(found["stale"])) == ("examined", n)


def test_makers_still_see_it_and_can_remove_it(studio, xpert, tmp_path):
    exclude_expert(studio.lena, "maria", reason="Did not read.")
    studio.project.close()
    said = xpert("exam", "show", "exam.xpert", "--as", "omar")
    assert said.out.count("excluded: asked no longer") == 2


def test_no_person_is_measured_by_what_an_excluded_expert_said(studio):
    response = trial_responses(studio)[0]
    studio.judged(response, "wei", met=False)

    def of(person):
        with studio.project.reading() as tx:
            return next(one for one in quality_in(tx) if one.person.id == person)

    assert (of("wei").gold.n, of("wei").others.n) == (3, 3)
    exclude_expert(studio.lena, "maria", reason="Did not read.")
    assert (of("wei").gold.n, of("wei").others.n) == (0, 0)


def test_agreement_of_a_norming_session_is_of_those_who_count(tmp_path):
    studio, responses = prepared(tmp_path / "norm.xpert")
    for who in EXPERTS:
        judged(studio, responses, FIRST, who)
    reveal(studio.omar, "n1")
    assert alpha_of(view(studio), 1).value is not None
    exclude_expert(studio.lena, "kim", reason="Did not read.")
    found = view(studio)
    assert found.lines
    assert alpha_of(found, 1).value is None
    close(studio.omar, "n1")
    studio.project.close()


def test_a_pass_rate_rests_on_no_rating_of_an_excluded_person(tmp_path):
    studio = Studio(tmp_path / "probes.xpert")
    studio.brief()
    submit_brief(studio.wei, "t1")
    bring(studio.omar, "t1", "Month 30.", system="aurora")

    def found():
        with studio.project.reading() as tx:
            return pass_rates(tx)["t1"]

    rate(studio.omar, "t1", found().answers[0].id, met=True)
    assert found().n == 1
    exclude_expert(studio.lena, "omar", reason="Did not read.")
    assert (found().n, len(found().answers)) == (0, 1)
    studio.project.close()


def test_the_tables_of_notebooks_hold_nothing_of_theirs(studio, tmp_path):
    pandas = pytest.importorskip("pandas")
    exclude_expert(studio.lena, "maria", reason="Did not read.")
    studio.project.close()
    with Notebook(tmp_path / "exam.xpert", "lena") as book:
        table = book.judgments
        assert isinstance(table, pandas.DataFrame) and table.empty

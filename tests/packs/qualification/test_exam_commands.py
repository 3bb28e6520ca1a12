"""The exam command where input is wrong, long, or a person has nothing to do."""

from __future__ import annotations

import pytest

from tests.cli.conftest import xpert
from tests.packs.qualification.conftest import answered, examined_studio, trial_responses
from xpert_studio.core.errors import UsageError
from xpert_studio.core.records import Role
from xpert_studio.core.workflow import add_person, qualify, undo, waiting_for
from xpert_studio.packs.qualification.examining import answer_question
from xpert_studio.packs.qualification.trials import remove_trial

__all__ = ["xpert"]
LONG = "x" * 5_000


@pytest.fixture
def exam(tmp_path, xpert):
    studio = examined_studio(tmp_path / "exam.xpert")
    add_person(studio.lena, "fin", roles=(Role.EXPERT,), domains=("Finance",))
    answered(studio)
    studio.project.close()

    def run(*words, who="omar"):
        said = xpert("exam", words[0], "exam.xpert", *words[1:], "--as", who)
        return said.code, " ".join((said.out + said.err).split())

    return run


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Law", ""), "The question is empty."),
        (("Law", "Which?", "--option", "Month 30", "--option", " month  30", "--key", "A"),
         "Two options are the same"),
        (("Law", "Which?", "--option", "A", "--option", " ", "--key", "A"), "An option is empty."),
        (("Law", "Which?", "--option", "x" * 401, "--option", "B", "--key", "A"), "at most 400"),
        (("Law", LONG), "at most 4,000"),
        (("Law", "Which?", "--guide", LONG), "at most 4,000"),
        (("Law", "Which?", "--points", "0"), "greater than or equal to 1"),
    ],
)  # fmt: skip
def test_a_question_that_is_not_whole_is_refused_with_what_is_wrong(exam, words, said):
    code, told = exam("ask", *words)
    assert code != 0 and said in told


def test_rules_are_held_to_their_range_before_they_are_set(exam):
    code, told = exam("rules", "--pass-share", "7", who="lena")
    assert code == 2 and "--pass-share" in told and "less than or equal to 1" in told
    assert exam("rules", "--questions", "0", who="lena")[0] == 2


def test_what_is_shown_to_who_has_nothing_to_do_is_true(exam):
    assert "All is done" not in exam("show", who="fin")[1]
    assert "nothing to answer or to judge" in exam("show", who="fin")[1]
    code, told = exam("show", "--domain", "Nope", who="rae")
    assert code != 0 and "Nope: no domain" in told and "exam ask" not in told
    assert "exam ask" not in exam("show", "--domain", "Finance", who="rae")[1]


def test_an_answer_is_rated_by_person_and_question(exam, xpert):
    assert "rae:q-short" in exam("show", "--whom", "rae")[1]
    assert exam("rate", "rae:q-short", "1")[0] == 0
    assert exam("rate", "rae:q-none", "1")[0] != 0
    assert exam("rate", "rae:q-short", "1", "--comment", "x" * 401)[0] != 0
    (shown,) = xpert("exam", "show", "exam.xpert", "--whom", "rae", "--as", "omar", "--json").json
    assert [one["points"] for one in shown["answers"] if one["question"] == "q-short"] == [1]


def test_long_texts_are_cut_where_answers_are_listed(tmp_path, xpert):
    studio = examined_studio(tmp_path / "exam.xpert")
    with pytest.raises(UsageError, match="at most 4,000"):
        answer_question(studio.ctx("rae"), "q-short", LONG)
    answer_question(studio.ctx("rae"), "q-short", LONG[:4_000])
    studio.project.close()
    add = ("exam", "ask", "exam.xpert", "Law", "z" * 3_000, "--guide", "z" * 3_000)
    assert xpert(*add, "--as", "omar").code == 0
    for words in (("--whom", "rae", "--as", "omar"), ("--as", "omar")):
        said = xpert("exam", "show", "exam.xpert", *words).out
        assert "x" * 90 not in said and "z" * 90 not in said
    assert "x" * 90 not in xpert("exam", "show", "exam.xpert", "--as", "rae").out
    assert "z" * 3_000 in xpert("exam", "show", "exam.xpert", "--as", "omar", "--json").out


def test_who_still_judges_a_response_may_take_it_out_of_the_trial(tmp_path):
    studio = examined_studio(tmp_path / "exam.xpert")
    both = (Role.SENIOR, Role.EXPERT)
    add_person(studio.lena, "law2", roles=both, domains=("Law",))
    qualify(studio.lena, "law2", "passed", exemption="Known.")
    first, second = trial_responses(studio)
    assert first in {one.response_id for one in waiting_for(studio.ctx("law2")).to_judge}
    remove_trial(studio.ctx("law2"), first)
    assert trial_responses(studio) == [second]
    undo(studio.ctx("law2"))
    assert set(trial_responses(studio)) == {first, second}
    studio.project.close()


def test_differences_from_gold_are_shown_in_words_and_by_names(tmp_path, xpert):
    studio = examined_studio(tmp_path / "exam.xpert")
    answered(studio)
    studio.judged(trial_responses(studio)[0], "rae", met=False)
    studio.project.close()
    told = xpert("exam", "show", "exam.xpert", "--whom", "rae", "--as", "omar").out
    assert "t1:A" in told and "not met" in told and "1.0" not in told
    shown = xpert("exam", "show", "exam.xpert", "--as", "omar").out
    assert "t1:A" in shown and "t2:A" in shown


def test_who_is_turned_down_is_told_why_in_the_terminal(tmp_path, xpert):
    studio = examined_studio(tmp_path / "exam.xpert")
    answered(studio)
    for outcome, said in (("returned", "Read clause 9."), ("failed", "Too little of leases.")):
        qualify(studio.omar, "rae", outcome, domain="Law", comments=said)
        shown = xpert("exam", "show", "exam.xpert", "--as", "rae")
        assert said in shown.out
        assert said in shown_as_json(xpert)
    studio.project.close()


def shown_as_json(xpert) -> str:
    (found,) = xpert("exam", "show", "exam.xpert", "--as", "rae", "--json").json
    return found["said"]

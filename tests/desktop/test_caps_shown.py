"""A verdict on a scale says which caps apply, what the model gave, and how far experts are from it."""

from __future__ import annotations

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.desktop.hands import Hands
from tests.desktop.looking import rubric_of
from tests.desktop.test_rating_graded import judged
from tests.workflow.studio import Studio
from xpert_studio.core.records import Judge, Quote, Verdict
from xpert_studio.core.store import judges
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.desktop.names import FLAGS, flag_meaning, flag_name
from xpert_studio.desktop.places import verdict_place
from xpert_studio.packs.graded.instrument import CAP_NOT_KEPT, CAP_UNKNOWN, CAP_WITHOUT_EVIDENCE


def capped(studio: Studio) -> str:
    """A response that the judge gave 72 for its first checkpoint, of which a cap leaves 25."""
    response = judged(studio)
    with studio.project.writing() as tx:
        judges.ensure_judge(tx, Judge(id="j1", provider="elsewhere", model="m"))
        intake = Intake(tx)
        intake.verdict(
            Verdict(
                response_id=response, checkpoint_id=rubric_of(studio)[0].id, judge_id="j1",
                value=25, given=72, caps=("cap-1",), rationale="Plain.",
                flags=(CAP_NOT_KEPT, CAP_WITHOUT_EVIDENCE),
                evidence=(Quote(quote="leave at month 30"),),
            )
        )  # fmt: skip
        intake.flush()
    return response


def test_every_flag_of_caps_has_a_name_and_a_meaning(qapp) -> None:
    for flag in (CAP_NOT_KEPT, CAP_UNKNOWN, CAP_WITHOUT_EVIDENCE):
        assert flag in FLAGS
        assert flag_name(flag)
        assert flag_meaning(flag)


def test_the_window_tells_the_caps_of_a_verdict(hands: Hands, studio: Studio) -> None:
    response = capped(studio)
    hands.open(studio.project.path, "lena")
    place = verdict_place("t1", response)
    hands.window.go(place)
    hands.settle()
    for words in (
        "25 / 100 (10–59)",
        "The model gave 72 / 100 (70–89); a cap applies: At most 25 if: it is plain black text",
        "cap not kept",
        "cap without evidence",
        "38.5 apart from the experts' median 63.5",
        "Minimum 60: below it the task is failed",
        "leave at month 30",
    ):
        assert hands.reads(words), words


def test_the_command_line_tells_them_too(xpert, studio: Studio) -> None:  # noqa: F811
    capped(studio)
    path = studio.project.path
    studio.project.close()
    said = " ".join(xpert("verdict", path, "t1:A", "1", "--as", "lena").out.split())
    for words in (
        "25 / 100 (10–59)",
        "The model gave 72 / 100 (70–89); a cap allows less.",
        "cap that applies: At most 25 if: it is plain black text",
    ):
        assert words in said, said
    assert (
        xpert("verdict", path, "t1:A", "1", "--as", "lena", "--json").json["verdict"]["given"] == 72
    )

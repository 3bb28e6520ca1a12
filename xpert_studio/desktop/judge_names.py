"""The terms of judging by models as the window says them: judges, runs, verdicts and their marks."""

from __future__ import annotations

from typing import Final, NamedTuple

from xpert_studio.judge.providers.registry import EMBEDDED, PROVIDERS
from xpert_studio.records import CHECKS, Judge, JudgeMode, Panel, RatingState, RunState
from xpert_studio.report.part_names import panel_name
from xpert_studio.wording import mark, t


class Look(NamedTuple):
    """A state as it is shown: its word, a picture, and a colour's use."""

    word: str
    picture: str
    tone: str


LOCAL_TITLES: Final = {
    EMBEDDED[0]: mark("Built-in judge (no LLM)"),
    CHECKS: mark("Checks and choice (no model)"),
}
"""What is offered beside the providers: it asks no model."""
MODES: Final = {
    JudgeMode.ZERO_SHOT: mark("Zero-shot"),
    JudgeMode.ANCHORED: mark("Anchored"),
}
MODE_MEANINGS: Final = {
    JudgeMode.ZERO_SHOT: mark("The judge sees task, rubric and response."),
    JudgeMode.ANCHORED: mark(
        "It also sees a response that experts have judged, with their verdicts and reasons."
    ),
}
RUN_STATES: Final = {
    RunState.RUNNING: Look(mark("Running"), "play", "accent"),
    RunState.PAUSED: Look(mark("Paused"), "pause", "warn"),
    RunState.DONE: Look(mark("Done"), "circle-check", "good"),
    RunState.PARTLY: Look(mark("Partly done"), "circle-dashed", "warn"),
    RunState.OUT_OF_BUDGET: Look(mark("Out of budget"), "hourglass", "warn"),
    RunState.CANCELLED: Look(mark("Cancelled"), "ban", "optional"),
    RunState.INTERRUPTED: Look(mark("Interrupted"), "triangle-alert", "warn"),
    RunState.FAILED: Look(mark("Failed"), "circle-x", "bad"),
}
VERDICT_STATES: Final = {
    RatingState.OK: Look(mark("usable"), "circle-check", "good"),
    RatingState.INVALID: Look(mark("invalid"), "circle-help", "warn"),
    RatingState.ERROR: Look(mark("error"), "triangle-alert", "bad"),
}
STATE_MEANINGS: Final = {
    RatingState.INVALID: mark("The model answered, but nothing usable came."),
    RatingState.ERROR: mark("The call itself failed."),
}
MET: Final = Look(mark("met"), "circle-check", "good")
NOT_MET: Final = Look(mark("not met"), "circle-x", "bad")
EVEN: Final = Look(mark("undecided"), "circle-dashed", "warn")
NOT_ASKED: Final = Look(mark("not asked"), "circle-dashed", "muted")

FLAGS: Final = {
    "quotes_not_found": mark("no quote found"),
    "quotes_rubric": mark("quotes the rubric"),
    "quotes_anchor": mark("quotes the worked example"),
    "contradicts_rationale": mark("contradicts its rationale"),
    "addresses_the_judge": mark("response addresses the judge"),
    "hidden_characters": mark("response has hidden characters"),
    "empty_shell": mark("response is all but empty"),
    "images_not_seen": mark("images not seen"),
    "attachments_not_seen": mark("attachments not seen"),
    "schema_not_enforced": mark("schema not enforced"),
    "cap_without_evidence": mark("cap without evidence"),
    "cap_not_kept": mark("cap not kept"),
    "cap_unknown": mark("unknown cap"),
}
FLAG_MEANINGS: Final = {
    "quotes_not_found": mark("Called met, but none of its quotes is in the response."),
    "quotes_rubric": mark("Its quote is in the rubric, not in the response."),
    "quotes_anchor": mark("Its quote is in the worked example, not in the response."),
    "contradicts_rationale": mark("The rationale plainly says the opposite of the verdict."),
    "addresses_the_judge": mark("The response tries to instruct its judge."),
    "hidden_characters": mark("The response holds invisible characters."),
    "empty_shell": mark("The response says next to nothing."),
    "images_not_seen": mark("The server would not take images; the model did not see them."),
    "attachments_not_seen": mark(
        "The judge was not shown all attachments that experts see. The verdict counts for scores, not for alignment."
    ),
    "schema_not_enforced": mark("The server would not enforce the shape of the reply."),
    "cap_without_evidence": mark("It says that a cap applies, and quotes nothing for it."),
    "cap_not_kept": mark("Its value was above a cap that it says applies; the cap holds."),
    "cap_unknown": mark("It names a cap that the checkpoint does not have; it counts for nothing."),
}
_NOT_SENT: Final = "_not_sent"


def provider_title(provider: str) -> str:
    """A provider as a person knows it; as it is where it is none of ours."""
    if provider in LOCAL_TITLES:
        return t(LOCAL_TITLES[provider])
    return t(PROVIDERS[provider].title) if provider in PROVIDERS else provider


def flag_name(flag: str) -> str:
    """A mark on a verdict, in a few words; as it is where it came from elsewhere."""
    if flag in FLAGS:
        return t(FLAGS[flag])
    if flag.endswith(_NOT_SENT):
        return t("{parameter} not sent", parameter=flag.removesuffix(_NOT_SENT))
    return flag.replace("_", " ")


def flag_meaning(flag: str) -> str:
    """What a mark means; empty if unknown."""
    if flag.endswith(_NOT_SENT):
        return t("The server would not take this parameter of the judge.")
    return t(FLAG_MEANINGS[flag]) if flag in FLAG_MEANINGS else ""


def judge_name(judge: Judge) -> str:
    """A judge by its model; those that ask none, and panels, by what they are."""
    panel = Panel.of(judge)
    if panel is not None:
        name = panel_name(panel)
        return name[:1].upper() + name[1:]
    is_local = judge.provider in LOCAL_TITLES
    return provider_title(str(judge.provider)) if is_local else judge.model or judge.id


def judge_kind(judge: Judge) -> str:
    """How a judge is asked, in a few words: mode, trials, parts of the rubric."""
    if judge.provider == CHECKS:
        return t("decided by program")
    parts = [t(MODES[judge.mode])]
    settings = judge.settings
    if settings is not None:
        said = (
            (settings.anchors > 1, mark("{n} anchors"), settings.anchors),
            (settings.trials > 1, mark("{n} trials"), settings.trials),
            (settings.chunk_size, mark("{n} a call"), settings.chunk_size),
        )
        parts += [t(words, n=count) for is_said, words, count in said if is_said]
    return " · ".join(parts)

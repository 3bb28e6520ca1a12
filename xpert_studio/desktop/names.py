"""The terms of the field and of judging by models as the window says them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from xpert_studio.core.generation.suggested import OUTLINE, drafters
from xpert_studio.core.instruments import (
    ABSTAINING,
    Choice,
    Measurement,
    Part,
    badge_of,
    choices_of,
    instrument_of,
    parts_of,
)
from xpert_studio.core.judge.providers.registry import EMBEDDED, LOCAL, PROVIDERS
from xpert_studio.core.packs import listed_with_packs
from xpert_studio.core.records import (
    CHECKS,
    ROLES,
    AbstentionRule,
    Checkpoint,
    Decision,
    Judge,
    JudgeMode,
    Mode,
    Panel,
    Quote,
    RatingState,
    Role,
    RunState,
    Stage,
    Taxonomy,
    evidence_words,
)
from xpert_studio.core.records.verdicts import FAILURE, FAILURE_OF_MET, UNKNOWN_FAILURE
from xpert_studio.core.wording import labelled, listed, mark, spoken, t, translated
from xpert_studio.core.workflow.commands import words_of
from xpert_studio.core.workflow.policies import description_of
from xpert_studio.report.part_names import panel_name

STAGE_MEANINGS: Final = {
    Stage.BRIEF: mark("The brief is being written."),
    Stage.SUBMITTED: mark("The brief is waiting for a decision."),
    Stage.RETURNED: mark("The brief was returned to its author."),
    Stage.RUBRIC: mark("The rubric is being written."),
    Stage.REVIEW: mark("The rubric is frozen and under review."),
    Stage.APPROVED: mark("The rubric is approved and awaits spot-check sampling."),
    Stage.SPOT_CHECK: mark("The rubric was sampled for a spot check."),
    Stage.READY: mark("Responses can be judged."),
    Stage.DISCARDED: mark("The task was taken out of the project."),
}
STAGE_TONES: Final = {
    Stage.BRIEF: "optional",
    Stage.SUBMITTED: "warn",
    Stage.RETURNED: "bad",
    Stage.RUBRIC: "important",
    Stage.REVIEW: "warn",
    Stage.APPROVED: "accent",
    Stage.SPOT_CHECK: "warn",
    Stage.READY: "good",
    Stage.DISCARDED: "optional",
}
ROLE_MEANINGS: Final = {
    Role.AUTHOR: mark("writes tasks and their rubrics"),
    Role.REVIEWER: mark("reviews the rubrics of others"),
    Role.EXPERT: mark("judges responses blind"),
    Role.SENIOR: mark("checks rubrics, confirms judgments"),
    Role.LEAD: mark("runs the project"),
}
LANGUAGE_NAMES: Final = {"en": mark("English"), "zh": mark("Chinese"), "zh-CN": mark("Chinese")}

ABSTENTIONS: Final = {
    AbstentionRule.NONE: mark("Not allowed: every checkpoint is decided"),
    AbstentionRule.LEFT_OUT: mark("Allowed; scores leave the checkpoint out"),
    AbstentionRule.NOT_MET: mark("Allowed; scores count it as not met"),
    AbstentionRule.INCOMPLETE: mark("Allowed; the response has no score"),
}
MODES: Final = (
    (
        Mode.SOLO,
        mark("Alone, or for practice"),
        mark(
            "You decide on your own work. It is marked as self-accepted and "
            "self-adjudicated, in every report too."
        ),
    ),
    (
        Mode.TEAM,
        mark("In a team"),
        mark("Nobody decides on their own work: other experts review it, judge blind and confirm."),
    ),
)
"""How people of a project work, with its name and what it means."""


def deed(command: str) -> str:
    """What a command did, in words."""
    return translated(words_of(command).done)


def offered_roles() -> list[tuple[Role, str, str]]:
    """Each role with its name and meaning, to be ticked."""
    return [(role, t(ROLES[role]), t(ROLE_MEANINGS[role])) for role in Role]


def dimension_meaning(taxonomy: Taxonomy, name: str | None) -> str:
    """What a dimension means in a project, published words in the window's language; may be empty."""
    return description_of(taxonomy, name, spoken()) if name else ""


def language_name(code: str | None) -> str:
    """A language by its code; the code itself where it is another."""
    return t(LANGUAGE_NAMES[code]) if code in LANGUAGE_NAMES else (code or "")


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
JUDGE_MODES: Final = {
    JudgeMode.ZERO_SHOT: mark("Zero-shot"),
    JudgeMode.ANCHORED: mark("Anchored"),
}
JUDGE_MODE_MEANINGS: Final = {
    JudgeMode.ZERO_SHOT: mark("The judge sees task, rubric and response."),
    JudgeMode.ANCHORED: mark(
        "It also sees a response that experts have judged, with their judgments and reasons."
    ),
}
RUN_STATES: Final = {
    RunState.RUNNING: Look(mark("Running"), "play", "accent"),
    RunState.POSTED: Look(mark("At the provider"), "hourglass", "accent"),
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
    RatingState.CANNOT_ASSESS: Look(mark("cannot assess"), "circle-help", "muted"),
    RatingState.NOT_APPLICABLE: Look(mark("does not apply"), "ban", "muted"),
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
    "regions_refused": mark("region outside the picture"),
    "regions_unsure": mark("place of region unsure"),
    "attachments_not_seen": mark("attachments not seen"),
    "schema_not_enforced": mark("schema not enforced"),
    "cap_without_evidence": mark("cap without evidence"),
    "cap_not_kept": mark("cap not kept"),
    "cap_unknown": mark("unknown cap"),
    UNKNOWN_FAILURE: mark("unknown type of failures"),
    FAILURE_OF_MET: mark("type of failures though met"),
}
FLAG_MEANINGS: Final = {
    "quotes_not_found": mark(
        "It gives points and quotes nothing, or none of its quotes is in the response."
    ),
    "quotes_rubric": mark("Its quote is in the rubric, not in the response."),
    "quotes_anchor": mark("Its quote is in the worked example, not in the response."),
    "contradicts_rationale": mark("The rationale plainly says the opposite of the verdict."),
    "addresses_the_judge": mark("The response tries to instruct its judge."),
    "hidden_characters": mark("The response holds invisible characters."),
    "empty_shell": mark("The response says next to nothing."),
    "regions_refused": mark(
        "A region that it gave is not inside a picture of the response; it was left out."
    ),
    "regions_unsure": mark(
        "All numbers of its regions are at most 100: they may be in per cent, "
        "which was not asked for. The regions are shown as if it had answered as "
        "asked."
    ),
    "images_not_seen": mark("The server would not take images; the model did not see them."),
    "attachments_not_seen": mark(
        "The judge was not shown all attachments that experts see. The verdict "
        "counts for scores, not for alignment."
    ),
    "schema_not_enforced": mark("The server would not enforce the shape of the reply."),
    "cap_without_evidence": mark("It says that a cap applies, and quotes nothing for it."),
    "cap_not_kept": mark("Its value was above a cap that it says applies; the cap holds."),
    "cap_unknown": mark("It names a cap that the checkpoint does not have; it counts for nothing."),
    UNKNOWN_FAILURE: mark("It names a type that the project does not have; it is not kept."),
    FAILURE_OF_MET: mark("It names a type, though all points are reached; it is not kept."),
}
_NOT_SENT: Final = "_not_sent"


def provider_title(provider: str) -> str:
    """A provider as a person knows it; as it is where it is none of ours."""
    if provider in LOCAL_TITLES:
        return t(LOCAL_TITLES[provider])
    if provider in LOCAL:
        title = t(listed_with_packs("judges")[provider])
        return t("{pack}: {judge} (no model)", pack=title, judge=provider)
    return t(PROVIDERS[provider].title) if provider in PROVIDERS else provider


def drafter_title(drafter: str) -> str:
    """A drafter that needs no model, as a person knows it."""
    if drafter == OUTLINE:
        return t("Built-in drafter (offline, free)")
    return t("{pack}: {drafter} (offline, free)", pack=t(drafters()[drafter]), drafter=drafter)


def flag_name(flag: str) -> str:
    """A mark on a verdict, in a few words; as it is where it came from elsewhere."""
    if flag in FLAGS:
        return t(FLAGS[flag])
    if flag.startswith(FAILURE):
        return t("fails by: {type}", type=flag.removeprefix(FAILURE).replace("-", " "))
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
    if panel := Panel.of(judge):
        name = panel_name(panel)
        return name[:1].upper() + name[1:]
    is_local = judge.provider in LOCAL
    return provider_title(str(judge.provider)) if is_local else judge.model or judge.id


def judge_kind(judge: Judge) -> str:
    """How a judge is asked, in a few words: mode, trials, parts of the rubric."""
    if judge.provider == CHECKS:
        return t("decided by program")
    parts = [t(JUDGE_MODES[judge.mode])]
    if settings := judge.settings:
        said = (
            (settings.anchors > 1, mark("{n} anchors"), settings.anchors),
            (settings.trials > 1, mark("{n} trials"), settings.trials),
            (settings.chunk_size, mark("{n} a call"), settings.chunk_size),
        )
        parts += [t(words, n=count) for is_said, words, count in said if is_said]
    return " · ".join(parts)


def value_look(value: Decision | None, point: Checkpoint) -> Look:
    """A decision as it is shown, in the language of the window; a missing one is undecided."""
    if value is None:
        return EVEN._replace(word=t(EVEN.word))
    found = (
        ABSTAINING[value]
        if isinstance(value, RatingState)
        else instrument_of(point).shown(value, point)
    )
    return Look(t(found.word), found.picture, found.tone)


def verdict_look(state: RatingState | None, value: float | None, point: Checkpoint) -> Look:
    """A verdict by its state, as it is shown; None stands for one that was not asked for."""
    if state is not None and state.is_answer:
        return value_look(value if state is RatingState.OK else state, point)
    look = NOT_ASKED if state is None else VERDICT_STATES[state]
    return look._replace(word=t(look.word))


def evidence_title(item: Quote, among: Sequence[Quote], picture: int = 0) -> str:
    """Evidence in a line: a passage in quotes, or which region it is among others, with its note.

    Args:
        item: The evidence.
        among: All of a decision; its regions are counted.
        picture: The number of the region's picture, from 1; 0 where it is not known.
    """
    if item.region is None:
        return translated(evidence_words(item))
    n = [one for one in among if one.region is not None].index(item) + 1
    where = t("Region {n} on picture {picture}", n=n, picture=picture) if picture else ""
    where = where or t("Region {n}", n=n)
    return labelled(where, item.quote) if item.quote else where


def decided(value: Decision | None, point: Checkpoint) -> str:
    """A decision in words."""
    return value_look(value, point).word


def choice_of(key: str, point: Checkpoint, *, may_abstain: bool = False) -> Choice | None:
    """What a key chooses on a checkpoint."""
    choices = choices_of(point, may_abstain=may_abstain)
    return next((choice for choice in choices if key in choice.keys), None)


def rated_look(value: Decision | None, point: Checkpoint) -> Look:
    """A decision as those see it who rate: on a scale, no colour tells what passes."""
    look = value_look(value, point)
    is_plain = value is None or isinstance(value, RatingState) or is_named(point)
    return look if is_plain else Look(look.word, "circle-check", "accent")


def is_named(point: Checkpoint) -> bool:
    """Whether its values are names, such as met and not met, and no degrees."""
    return instrument_of(point).measurement is Measurement.NOMINAL


def part_words(part: Part) -> str:
    """A part of a checkpoint's settings in the language of the window."""
    name = t(part.name, value=part.value)
    return t("{name}: {text}", name=name, text=part.text) if part.text else name


def settings_words(point: Checkpoint, *, is_rating: bool = False) -> list[str]:
    """What a checkpoint's settings say, part by part; see ``parts_of``."""
    return [part_words(part) for part in parts_of(point, is_rating=is_rating)]


def badge(point: Checkpoint) -> str:
    """How a checkpoint is answered, in a word; empty for met or not met."""
    return translated(badge_of(point))


def apart(values: Sequence[float], point: Checkpoint) -> str:
    """How far values are apart, with their median; empty where they are equal or no numbers."""
    found = instrument_of(point).spread(values)
    if found is None:
        return ""
    return t(
        "{values}: {apart} apart, median {median}",
        values=listed(found.values),
        apart=found.apart,
        median=found.median,
    )

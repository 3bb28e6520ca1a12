"""What the pages of a site say, in every language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from xpert_studio.api import mark
from xpert_studio.core.records import DIFFICULTIES, TIERS, Difficulty
from xpert_studio.core.wording import LANGUAGES, listed, speaking, t

_Said = TypeVar("_Said")

TEXTS: Final = {
    "board": mark("Leaderboard"),
    "cases": mark("Cases"),
    "value": mark("Value for money"),
    "methods": mark("Methods"),
    "limits": mark("Limits"),
    "wish": mark("Wishes"),
    "skip": mark("Skip to the content"),
    "pages": mark("Pages"),
    "path": mark("You are here"),
    "language": mark("Language"),
    "theme": mark("Dark or light"),
    "failed": mark("This part could not be read. Is the folder complete?"),
    "nothing": mark("There is no such page."),
    "tasks": mark("Tasks"),
    "systems": mark("Systems"),
    "responses": mark("Responses"),
    "checkpoints": mark("Checkpoints"),
    "judgments": mark("Judgments"),
    "domains": mark("Domains"),
    "domain": mark("Domain"),
    "category": mark("Category"),
    "level": mark("Level"),
    "scenario": mark("Scenario"),
    "task_language": mark("Language of the task"),
    "all": mark("All"),
    "filters": mark("Filters"),
    "reset": mark("Reset filters"),
    "query": mark("Your case, or keywords"),
    "query_hint": mark("Paste a prompt or type keywords. Nothing leaves this page."),
    "find": mark("Find similar cases"),
    "most_cost": mark("Most a task may cost (USD)"),
    "which": mark("Systems shown"),
    "on_cases": mark("Systems on these cases"),
    "n_cases": mark("{n} cases"),
    "one_case": mark("1 case"),
    "like_yours": mark("The {n} most similar cases by keywords and by likeness ({how})"),
    "no_case": mark("No case is like that. Try other words or fewer filters."),
    "no_score": mark("Nothing is scored on these cases."),
    "system": mark("System"),
    "score": mark("Score"),
    "interval": mark("95 % interval"),
    "n": mark("n"),
    "cost": mark("USD a task"),
    "on_front": mark("Pareto front"),
    "on_front_yes": mark("on the front"),
    "cheapest": mark(
        "{system} is the cheapest system with a known cost whose score is within the interval of "
        "the best, {best}."
    ),
    "too_few": mark(
        "Not enough cases to say which system is the cheapest of the best: {n} cases or families, "
        "{few} are needed."
    ),
    "unknown_cost": mark("Of unknown cost, and within the interval of the best: {systems}."),
    "no_prices": mark("No prices are known, so nothing is said on cost."),
    "few": mark("‡ fewer than {n} cases or families: the interval is approximate"),
    "not_ranked": mark("Hollow: not scored on all of these cases, not to be compared"),
    "unknown": mark("–"),
    "more": mark("Show more"),
    "case": mark("Case"),
    "prompt": mark("Prompt"),
    "system_prompt": mark("System prompt"),
    "context": mark("Work context"),
    "materials": mark("Background materials"),
    "deliverables": mark("Required deliverables"),
    "reference_answer": mark("Reference answer"),
    "attachment": mark("Attachment {n}"),
    "nearest": mark("Similar cases"),
    "side": mark("Responses side by side"),
    "shown_system": mark("System in column {n}"),
    "add_column": mark("Add a column"),
    "remove_column": mark("Remove the column"),
    "together": mark("Scroll together"),
    "verdicts": mark("What was judged"),
    "verdicts_hint": mark(
        "Open a cell for rationales and evidence; a quote is shown in the response."
    ),
    "only_different": mark("Differences only"),
    "checkpoint": mark("Checkpoint"),
    "points": mark("Points"),
    "met": mark("met"),
    "not_met": mark("not met"),
    "split": mark("divided"),
    "none_judged": mark("not judged"),
    "expert_n": mark("Expert {n}"),
    "program": mark("program"),
    "one_expert": mark("1 expert"),
    "n_experts": mark("{n} experts agree"),
    "one_judge": mark("1 judge"),
    "n_judges": mark("{n} judges agree"),
    "met_by_experts": mark("met by {n} of {all} experts"),
    "met_by_judges": mark("judges: met {n} of {all}"),
    "judges": mark("judges:"),
    "scale": mark("Scale and rules"),
    "judge": mark("Judge"),
    "trial": mark("trial {n}"),
    "no_rationale": mark("No rationale was given."),
    "not_found": mark("not found in the response"),
    "show_quote": mark("Show in the response"),
    "submitted": mark("submitted"),
    "confirmed": mark("confirmed"),
    "overridden": mark("overridden"),
    "no_text": mark("No text."),
    "tokens": mark("{n} tokens"),
    "seconds": mark("{n} s"),
    "held_out_one": mark("1 task is held out and not on this site."),
    "held_out": mark("{n} tasks are held out and not on this site."),
    "made": mark("Made with Xpert Studio {version} on {day}."),
    "licence": mark("Licence: {name}"),
    "cite": mark("Cite as: {text}"),
    "canary": mark("Not for training. Canary: {text}"),
    "wish_intro": mark(
        "Which scenario is missing? Describe it, or vote for one below. This page sends nothing: "
        "save the file or copy the text, and send it to those who maintain the benchmark."
    ),
    "wish_title": mark("Title of the scenario"),
    "wish_text": mark("What happens, who needs the answer, and what a good answer holds"),
    "wish_add": mark("Add to my wishes"),
    "wish_mine": mark("My wishes and votes"),
    "wish_none": mark("Nothing yet."),
    "wish_remove": mark("Remove"),
    "wish_save": mark("Save as a file"),
    "wish_copy": mark("Copy the text"),
    "wish_copied": mark("Copied."),
    "wish_paste": mark("Text to send"),
    "wish_so_far": mark("Wished for so far"),
    "wish_vote": mark("Vote"),
    "wish_votes": mark("Votes: {n}"),
    "wish_scenarios": mark("More cases of a scenario that is here"),
    "wish_example": mark("for example: {title}"),
    "wish_needs": mark("Write a title first."),
}


def in_each_language(said: Callable[[], _Said]) -> dict[str, _Said]:
    """What is said in every language, by language."""
    found = {}
    for language in LANGUAGES:
        with speaking(language):
            found[language] = said()
    return found


def texts() -> dict[str, dict[str, str]]:
    """All of them by language and name."""
    return in_each_language(_texts)


def _texts() -> dict[str, str]:
    levels = {f"level_{one.value}": DIFFICULTIES.title(one) for one in Difficulty}
    tiers = {f"tier_{one.value}": TIERS.title(one) for one in TIERS}
    found = {name: t(text) for name, text in TEXTS.items()} | levels | tiers
    return found | {"comma": listed(("", ""))}

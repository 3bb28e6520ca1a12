"""Attack baselines: what they meet of checks, and the finding at each checkpoint they meet."""

from __future__ import annotations

from xpert_studio.core.lint import lint_rubric
from xpert_studio.core.records import Checkpoint, Policies, Task, Tier
from xpert_studio.packs.attacks.baselines import ATTACKS, chance_of, met_by, passes_by_program

TASK = Task(id="t", prompt="Summarise the lease in at most five words.", language="en")


def check(name: str, **parameters: object) -> Checkpoint:
    return Checkpoint(
        task_id="t", id=name, text=f"Has {name} words.", weight=2, tier=Tier.IMPORTANT,
        dimension="Accuracy", instrument="check",
        settings={"check": "word_count", "parameters": parameters},
    )  # fmt: skip


SHORT, LONG, NEVER = check("few", at_most=5), check("many", at_least=6), check("none", at_least=999)
PLAIN = Checkpoint(task_id="t", id="plain", text="Names clause 9.", weight=3)


def test_what_meets_a_checkpoint_without_knowledge_is_named():
    found = met_by(TASK, [SHORT, LONG, NEVER, PLAIN])
    assert [attack.id for attack in found["few"]] == ["empty"]
    assert [attack.id for attack in found["many"]] == ["prompt", "refusal", "decisive", "keywords"]
    assert found.keys() == {"few", "many"}


def choice(*options: str, key: str = "A", **settings: object) -> Checkpoint:
    settings = {"options": list(options), "key": key, **settings}
    return Checkpoint(
        task_id="t", id="choice", text="Is right.", weight=1, instrument="choice", settings=settings
    )


def test_attacks_on_options_apply_to_choices_only():
    by_id = {attack.id: attack for attack in ATTACKS}
    assert by_id["always_a"].text(TASK, [SHORT]) is None
    assert passes_by_program(TASK, [SHORT], by_id["always_a"]) == {}


def test_each_letter_that_is_an_option_is_an_attack_and_the_linter_takes_none_for_a_fault():
    point = choice("one", "two", "three", key="B")
    texts = {attack.id: attack.text(TASK, [point]) for attack in ATTACKS}
    said = {name: text for name, text in texts.items() if name.startswith("always_") and text}
    assert said == {f"always_{x.lower()}": f"Answer: {x}" for x in "ABC"}
    by_id = {attack.id: attack for attack in ATTACKS}
    assert passes_by_program(TASK, [point], by_id["always_b"]) == {"choice": True}
    assert met_by(TASK, [point]) == {}


def test_chance_is_that_of_one_letter():
    assert chance_of(choice("one", "two", "three", "four")) == 0.25
    assert chance_of(choice("one", "two", several="not chosen")) == 0.5
    assert chance_of(choice("one", "two", "three", several="chosen")) == 1 / 3
    assert chance_of(SHORT) == 0


def test_without_its_context_a_prompt_is_what_is_asked_for():
    attack = next(attack for attack in ATTACKS if attack.id == "no_context")
    assert attack.text(TASK, []) is None
    parts = Task(id="p", context="A lease of 2019.", materials="Clause 9.", deliverables="A memo.")
    assert attack.text(parts, []) == "A memo."


def test_a_refusal_is_in_the_language_of_the_task():
    refusal = next(attack for attack in ATTACKS if attack.id == "refusal")
    assert "抱歉" in refusal.text(TASK.model_copy(update={"language": "zh-CN"}), [])


def test_the_linter_has_a_finding_at_each_checkpoint_that_is_met():
    found = lint_rubric(
        [SHORT, LONG, NEVER], policies=Policies(), dimensions=("Accuracy",), task=TASK
    )
    told = {item.checkpoint_id: item for item in found if item.rule == "met_by_attack"}
    assert told.keys() == {"few", "many"}
    assert "Empty response" in told["few"].message
    # The words of what a program decides are no words that anybody judges.
    assert not {item.rule for item in found if item.checkpoint_id} & {"vague_quantity", "too_short"}

"""Attack baselines: what they meet of checks, and the finding at each checkpoint they meet."""

from __future__ import annotations

from xpert_studio.instruments.attacks import ATTACKS, met_by, passes_by_program
from xpert_studio.lint import lint_rubric
from xpert_studio.records import Checkpoint, Policies, Task, Tier

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
    assert [attack.id for attack in found["many"]] == ["prompt", "refusal", "keywords"]
    assert found.keys() == {"few", "many"}


def test_attacks_on_options_apply_to_choices_only():
    by_id = {attack.id: attack for attack in ATTACKS}
    assert by_id["first"].text(TASK, [SHORT]) is None
    assert passes_by_program(TASK, [SHORT], by_id["first"]) == {}


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

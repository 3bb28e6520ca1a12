"""The reward for TRL, and the prompts to train on.

from PACKAGE.trl_reward import prompts, reward
GRPOTrainer(model, reward_funcs=reward, train_dataset=Dataset.from_list(prompts()), …)
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from . import judge

Text = str | list[dict[str, Any]] | None


def prompts() -> list[dict[str, Any]]:
    """A row a task: ``prompt``, as messages, and ``task_id``, which ``reward`` needs."""
    rows = []
    for name, row in judge.samples().items():
        given = row["input"]
        messages = [{"role": "user", "content": given}] if isinstance(given, str) else given
        rows.append({"prompt": messages, "task_id": name})
    return rows


def reward(prompts: list[Text], completions: list[Text], **kwargs: list[Any]) -> list[float | None]:
    """S of each completion; None, which TRL leaves out, where a checkpoint has no verdict.

    Args:
        prompts: Not looked at.
        completions: Texts, or messages of which the last is the response: its text, or that of
            its parts. Without any the response is empty.
        kwargs: Columns of the data set; ``task_id`` is needed.

    Raises:
        ValueError: There is no column ``task_id``.
        RuntimeError: The judge cannot be asked.
    """
    task_ids = kwargs.get("task_id")
    if task_ids is None:
        raise ValueError("The data set needs the column task_id, as in prompts().")
    texts = [last_text(one) for one in completions]
    with ThreadPoolExecutor(int(os.environ.get("XPERT_JUDGE_CALLS", "8"))) as pool:
        return list(pool.map(score_of, task_ids, texts))


def last_text(completion: Text) -> str:
    """The response in a completion."""
    if not isinstance(completion, list):
        return judge.text_of(completion)
    return judge.text_of(completion[-1].get("content")) if completion else ""


def score_of(task_id: str, text: str) -> float | None:
    """S of a response; None where a checkpoint has no verdict, and why on standard error."""
    try:
        return judge.reward_of(task_id, text).score
    except judge.UndecidedError as error:
        print(error, file=sys.stderr)
        return None

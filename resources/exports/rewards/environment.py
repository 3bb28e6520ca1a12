"""The environment for verifiers: a task a prompt, answered once, rewarded by its rubric.

    vf-eval PACKAGE --model MODEL

The policy is given the prompt alone: rubrics stand in no task, so that no trace holds them.
"""

import asyncio
from collections.abc import Iterator

import verifiers.v1 as vf
from openai import AsyncOpenAI

from . import judge


class RubricTask(vf.Task[vf.TaskData]):
    """A task whose reward is S."""

    @property
    def key(self) -> str:
        """The task's id."""
        return str(self.data.id)

    @vf.reward
    async def rubric_score(self, trace: vf.Trace) -> float:
        """S, with its parts by kind of checkpoint beside it; an error where there is no verdict."""
        found = await asyncio.to_thread(judge.reward_of, self.key, trace.last_reply)
        trace.record_metrics({"is_stored": float(found.is_stored), **found.parts})
        trace.info["worth"] = found.worth
        return found.score


class RubricTaskset(vf.Taskset[RubricTask, vf.TasksetConfig]):
    """All tasks, in the order of the project."""

    def load(self) -> Iterator[RubricTask]:
        """A task a prompt."""
        for name, row in judge.samples().items():
            system, prompt = prompts_of(row)
            data = vf.TaskData(
                id=name, name=row["metadata"]["title"], prompt=prompt, system_prompt=system
            )
            yield RubricTask(data, self.config.task)


def prompts_of(row: dict[str, object]) -> tuple[str | None, str]:
    """The system prompt of a task, if it has one, and its prompt."""
    given = row["input"]
    if isinstance(given, str):
        return None, given
    system, prompt = given  # type: ignore[misc]
    return system["content"], prompt["content"]


class AnswerOnce(vf.Harness[vf.HarnessConfig]):
    """Asks the policy once: no tools, no code."""

    APPENDS_SYSTEM_PROMPT = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """One call, which the trace records."""
        system, prompt = self.resolve_text_prompt(data)
        messages = [{"role": "system", "content": system}] if system else []
        messages.append({"role": "user", "content": prompt})
        async with AsyncOpenAI(base_url=endpoint, api_key=secret) as client:
            await client.chat.completions.create(model=ctx.model, messages=messages)
        return vf.ProgramResult(0, "", "")


class RubricEnvConfig(vf.SingleAgentEnvConfig):
    """Where the policy is asked from: this process, which needs no container for one call."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class RubricEnv(vf.Env[RubricEnvConfig]):
    """One policy, one answer."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Has the policy answer."""
        await agents.agent.run(task)

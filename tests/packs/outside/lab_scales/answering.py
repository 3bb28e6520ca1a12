"""Tasks of the lab are answered by the words of a command, which is not run."""

from xpert_studio.api.answering import Answering, CommandContext, Commanded, NewResponse, Task


def _is_of_lab(task: Task) -> bool:
    return "lab" in task.tags


def _answer(ctx: CommandContext, task: Task, asked: Commanded) -> NewResponse:
    del ctx
    return NewResponse(task.id, asked.system, " ".join(asked.words))


WORDS = Answering("lab", _is_of_lab, _answer)

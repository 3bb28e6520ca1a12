"""How systems are run and where regressions are reported: settings of this computer only.

A project may come from others; what it says is never run. The settings are a JSON file a project in
the person's configuration folder.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from xpert_studio.core.atomic_files import not_written, write_whole
from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.judge.key_check import need_no_keys
from xpert_studio.core.language import config_folder
from xpert_studio.core.messages import Message
from xpert_studio.core.records.base import NonBlank, Text

_FOLDER: Final = "suites"


class HowRun(BaseModel):
    """How the responses of a system are had; one of the first three.

    Attributes:
        model: ``PROVIDER:MODEL``.
        command: Words of a command that reads the prompt and writes the response.
        folder: Where files ``TASK.txt`` or ``TASK.md`` are.
        base_url: Of the model's server.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    model: Annotated[Text, Asks("Have this model answer, as PROVIDER:MODEL.")] = ""
    command: Annotated[
        tuple[NonBlank, ...],
        Asks(
            "Have a command answer: prompt on its input, response on its output.", is_command=True
        ),
    ] = ()
    folder: Annotated[Text, Asks("Read responses from TASK.txt or TASK.md there.", name="from")] = (
        ""
    )
    base_url: Annotated[Text, Asks("Of an OpenAI-compatible server.")] = ""

    @property
    def ways(self) -> int:
        """How many ways are named."""
        return sum(map(bool, (self.model, self.command, self.folder)))


class LocalSettings(BaseModel):
    """Of one project.

    Attributes:
        project_id: Which.
        systems: By name.
        judge_url: The address of the judges' server; empty for the provider's own.
        hook: Words of a command that reads a regression as JSON on standard input.
        webhook: An address that the same JSON is posted to, or ``$NAME`` for the environment
            variable that holds it, where the address is a secret.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    project_id: str
    systems: dict[str, HowRun] = Field(default_factory=dict)
    judge_url: Annotated[Text, Asks("Of the judges’ server; empty for none.")] = ""
    hook: Annotated[
        tuple[NonBlank, ...],
        Asks("A command that reads regressions as JSON; empty for none.", is_command=True),
    ] = ()
    webhook: Annotated[
        str,
        Field(pattern=r"^(https?://\S+|\$\w+)?$"),
        Asks(
            "An address that regressions are posted to, or $NAME of the variable that holds "
            "it; empty for none."
        ),
    ] = ""


def read_local(project_id: str) -> LocalSettings:
    """The settings of a project; empty ones where there are none.

    Raises:
        UsageError: The file is there and cannot be read.
    """
    file = _file(project_id)
    try:
        return LocalSettings.model_validate_json(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return LocalSettings(project_id=project_id)
    except (OSError, UnicodeError, ValidationError) as error:
        raise UsageError(
            Message("The settings of suites in {file} cannot be read.", file=file),
            remedy="Correct the file, or delete it and set them again with 'suite local'.",
        ) from error


def write_local(settings: LocalSettings) -> None:
    """Keeps the settings of a project.

    Raises:
        XpertError: They could not be written.
        UsageError: There is a key among them.
    """
    words = [*settings.hook, settings.webhook, settings.judge_url]
    for one in settings.systems.values():
        words += [one.model, *one.command, one.base_url]
    need_no_keys(*words)
    file = _file(settings.project_id)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise not_written(file, error) from error
    write_whole(file, settings.model_dump_json(indent=1))


def _file(project_id: str) -> Path:
    name = hashlib.sha256(project_id.encode("utf-8", "surrogatepass")).hexdigest()
    return config_folder() / _FOLDER / f"{name}.json"

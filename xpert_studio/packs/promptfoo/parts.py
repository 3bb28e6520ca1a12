"""What stands in promptfoo's files: tests, assertions, results; and what our exports add to them.

Only what something here depends on is described. What has another shape than promptfoo gives it is
as if it were not said, but for what makes a part what it is.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    AliasChoices,
    AliasPath,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
)
from pydantic.alias_generators import to_camel

from xpert_studio.api.formats import Amount, Count, Maybe, Sound, Within
from xpert_studio.core.records import TIERS, is_valid_id

SET: Final = "assert-set"
_NUMBERED: Final = re.compile(r"Row #[0-9]+")
"""The description that promptfoo gives to tests of a file that have none."""


def _title(description: object) -> object:
    is_own = isinstance(description, str) and description.strip()
    return description if is_own and not _NUMBERED.fullmatch(str(description)) else None


def _name(provider: object) -> str:
    """A label or id, or a model, as of ``--grader``; empty where a provider has none."""
    held = provider if isinstance(provider, dict) else {"label": provider}
    names = (held.get(name) for name in ("label", "id", "text", "modelName"))
    return next((name.strip() for name in names if isinstance(name, str) and name.strip()), "")


def _known(name: str) -> str:
    if not is_valid_id(name):
        raise ValueError(name)
    return name


Known = Annotated[str, AfterValidator(_known)]
"""An id that a new record can have: also none that misleads."""
Provider = Annotated[str, BeforeValidator(_name)]


class Part(BaseModel):
    """A part of a file."""

    model_config = ConfigDict(
        strict=True, extra="ignore", frozen=True, alias_generator=to_camel, populate_by_name=True
    )


class AboutPoint(Part):
    """What an assertion of an export says of its checkpoint besides what promptfoo reads."""

    checkpoint: Known
    tier: Annotated[Any, BeforeValidator(lambda name: TIERS.find(str(name)))] = None
    text: Any = None
    instrument: Any = None
    settings: Any = "{}"


class Assertion(Part):
    """What is asked of a response; ``about`` is there in an export of ours only."""

    type: Annotated[str, Field(min_length=1)]
    value: Any = None
    threshold: Any = None
    weight: Any = 1
    metric: Maybe[str] = None
    transform: Any = None
    provider: Provider = ""
    about: Maybe[AboutPoint] = Field(None, alias="config")
    members: Any = Field(None, alias="assert")


class OwnAssertion(Part):
    """An assertion that names a checkpoint."""

    about: AboutPoint = Field(alias="config")


class Affixed(Part):
    """Options of a test that make its prompts, or the responses to them, others."""

    prefix: Maybe[str] = None
    suffix: Maybe[str] = None
    provider: Provider = ""
    transform: Any = None
    postprocess: Any = None
    disable_var_expansion: Any = None


class AboutTask(Part):
    """What a test of an export says of its task besides what promptfoo reads."""

    task: Known
    domain: Maybe[str] = None
    category: Maybe[str] = None


class Case(Part):
    """A test: variables, and what is asked of the responses to each prompt with them."""

    title: Annotated[str | None, BeforeValidator(_title)] = Field(None, alias="description")
    vars: Within[dict[str, Any]] = {}
    options: Within[Affixed] = Affixed()
    asked: Maybe[list[Any]] = Field(None, alias="assert")
    own_asked: Maybe[list[OwnAssertion]] = Field(None, alias="assert")
    prompts: Maybe[list[Any]] = None
    about: Maybe[AboutTask] = Field(None, alias="metadata")
    threshold: Any = None
    provider_output: Any = None
    assert_scoring_function: Any = None

    @property
    def own(self) -> AboutTask | None:
        """What a test of an export names, as its assertions name checkpoints."""
        return self.about if self.own_asked is not None else None


class Grade(Part):
    """What came of an assertion, which is as it stands in the file."""

    assertion: dict[str, Any]
    kind: Any = Field(None, validation_alias=AliasPath("assertion", "type"))
    weight: Any = Field(None, validation_alias=AliasPath("assertion", "weight"))
    provider: Provider = Field("", validation_alias=AliasPath("assertion", "provider"))
    passed: Maybe[bool] = Field(None, alias="pass")
    score: Maybe[int | float] = None
    reason: Maybe[str] = None
    error: Any = Field(None, validation_alias=AliasPath("metadata", "graderError"))


class Result(Part):
    """What a provider gave to a prompt, and how it was graded."""

    prompt: str = Field(validation_alias=AliasChoices(AliasPath("prompt", "raw"), "prompt"))
    provider: Provider = ""
    vars: Maybe[dict[str, Any]] = None
    case: Within[Case] = Field(Case(), alias="testCase")
    output: Any = Field(None, validation_alias=AliasPath("response", "output"))
    finish_reason: Maybe[str] = Field(None, validation_alias=AliasPath("response", "finishReason"))
    prompt_tokens: Count = Field(
        None, validation_alias=AliasPath("response", "tokenUsage", "prompt")
    )
    completion_tokens: Count = Field(
        None, validation_alias=AliasPath("response", "tokenUsage", "completion")
    )
    components: Sound[Grade] = Field(
        [], validation_alias=AliasPath("gradingResult", "componentResults")
    )
    latency_ms: Amount = None
    cost: Amount = None

    @property
    def grades(self) -> list[Grade]:
        """What came of each assertion; of sets what came of their members."""
        return [grade for grade in self.components if grade.kind != SET]


class Evaluation(Part):
    """What promptfoo writes after an evaluation; of its configuration, who grades."""

    grader: Provider = Field(
        "", validation_alias=AliasPath("config", "defaultTest", "options", "provider")
    )


class OwnTask(Part):
    """A task in ``tasks.json`` of an export; ``task`` holds what promptfoo has no use for."""

    id: str
    prompt: Any = None
    images: Any = ()
    attached: Any = 0
    task: Maybe[dict[str, Any]] = None


class OwnSystem(Part):
    """A system in ``responses.json`` of an export: its responses by the number of their task."""

    system: Any = None
    model: Any = Field(None, validation_alias=AliasChoices("model", "system"))
    responses: dict[str, Any]
    ids: Within[dict[str, Maybe[str]]] = {}


class OwnProject(Part):
    """``project.json`` of an export."""

    name: Maybe[str] = None
    licence: Maybe[str] = None
    canary: Maybe[str] = None
    policy: Maybe[str] = None


class StoredProvider(Part):
    """A provider that gives the stored responses of a system, by its number from 1."""

    id: Literal["file://stored.mjs"]
    number: int = Field(validation_alias=AliasPath("config", "number"))

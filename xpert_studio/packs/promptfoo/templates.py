"""Fills promptfoo's templates, as far as they are plain: ``{{name}}`` and nothing else is filled.

promptfoo renders texts with Nunjucks, whose templates can compute, loop and read the environment.
None of that is done here: a text that needs it is refused, with what to write instead.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from xpert_studio.api.formats import ChatMessage, FaultError, Message, prompt_text, shown
from xpert_studio.core.exchange.formats.yaml_reading import YamlFaultError, read_yaml

_OPENING: Final = re.compile(r"\{[{%#]")
_PLAIN: Final = re.compile(r"""\{\{ {0,9}(?:([A-Za-z_]\w{0,200})|"([^"\\]{0,200})") {0,9}\}\}""")
_LONGEST: Final = 10_000_000
_CHAT: Final = re.compile(r"\s*\[\s*\{")
_YAML_CHAT: Final = re.compile(r"\s*-\s+(?:role|content):")


class TemplateError(FaultError):
    """A text that cannot be filled: it "uses …"."""


class Variables:
    """The variables of one test; their values may name each other.

    Args:
        values: By name, as the test gives them.
        load: Gives the text of a file that a value names (``file://…``), else the value itself.
    """

    def __init__(
        self, values: Mapping[str, Any], load: Callable[[str], str] = lambda text: text
    ) -> None:
        self._values = values
        self._load = load
        self._texts: dict[str, str] = {}
        self._open: set[str] = set()

    def text(self, name: str) -> str:
        """The value of a variable as it stands in a text.

        Raises:
            TemplateError: There is none, or it is no text.
        """
        if name not in self._texts:
            if name in self._open:
                raise TemplateError(
                    Message(
                        "uses the variable {name}, whose value leads back to itself.",
                        name=shown(name),
                    ),
                    Message("Write out what is meant."),
                )
            self._open.add(name)
            try:
                self._texts[name] = self._resolved(name)
            finally:
                self._open.discard(name)
        return self._texts[name]

    def _resolved(self, name: str) -> str:
        if name not in self._values:
            raise TemplateError(
                Message(
                    "uses the variable {name}, which the test does not have.", name=shown(name)
                ),
                Message("Add it to vars."),
            )
        value = self._values[name]
        if isinstance(value, dict | list):
            raise TemplateError(
                Message("uses the variable {name}, which is no text.", name=shown(name)),
                Message("Write the value as a text."),
            )
        return self.filled(self._load(value)) if isinstance(value, str) else plain_value(value)

    def filled(self, text: str) -> str:
        """A text with the variables filled in.

        Raises:
            TemplateError: It is more than a plain template.
        """
        parts, start = list[str](), 0
        size = len(text)
        for opening in _OPENING.finditer(text):
            if opening.start() < start:
                continue
            tag = _PLAIN.match(text, opening.start())
            if tag is None:
                raise TemplateError(
                    Message(
                        "uses template logic: {part}.",
                        part=shown(text[opening.start() : opening.start() + 40]),
                    ),
                    Message(
                        "Write it out, or use only variables such as {example}.", example="{{name}}"
                    ),
                )
            filling = self.text(tag[1]) if tag[1] else tag[2]
            size += len(filling)
            if size > _LONGEST:
                raise TemplateError(
                    Message("becomes longer than 10 million characters when filled in."),
                    Message("Repeat less."),
                )
            parts += (text[start : tag.start()], filling)
            start = tag.end()
        return "".join((*parts, text[start:])) if parts else text


def plain_value(value: object) -> str:
    """A value as JavaScript writes it into a text: JSON without spaces, texts as they are."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        value = int(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def prompt_of(template: str, variables: Variables | None, *, or_images: bool = False) -> str:
    """The prompt that a template becomes; a conversation as one text.

    Args:
        template: A text, or a conversation as JSON or YAML.
        variables: What to fill it with; None for a prompt that is filled already.
        or_images: Whether parts that are images are passed over.

    Raises:
        TemplateError: It is more than a plain template, or no text.
    """
    fill = variables.filled if variables else str
    turns = _conversation(template, or_images=or_images)
    if turns is None:
        return fill(template)
    return prompt_text([ChatMessage(role=role, content=fill(text)) for role, text in turns])


def _conversation(template: str, *, or_images: bool) -> list[tuple[str, str]] | None:
    """The turns of a conversation, with who says them; None where a text is none."""
    found: object = None
    try:
        if _CHAT.match(template):
            found = json.loads(template)
        elif _YAML_CHAT.match(template):
            found = read_yaml(template)
    except (ValueError, RecursionError, YamlFaultError):
        return None
    if not isinstance(found, list) or not found:
        return None
    turns = [_turn(turn, or_images=or_images) for turn in found]
    return None if None in turns else [turn for turn in turns if turn]


def _turn(value: object, *, or_images: bool) -> tuple[str, str] | None:
    if not isinstance(value, dict) or not isinstance(value.get("role"), str):
        return None
    said = value.get("content")
    if isinstance(said, str):
        return value["role"], said
    if not isinstance(said, list):
        return None
    parts = [part if isinstance(part, dict) else {} for part in said]
    texts = [part.get("text") for part in parts if not or_images or part.get("type") != "image_url"]
    if not all(isinstance(text, str) for text in texts):
        raise TemplateError(
            Message("has a turn with other parts than texts, such as images."),
            Message("Give only texts, and attach images to the task afterwards."),
        )
    return value["role"], "\n\n".join(str(text) for text in texts)

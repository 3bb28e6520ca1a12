"""A request as the loopback server received it, with questions a test asks about it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Recorded:
    """One HTTP request: header names are in lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @cached_property
    def json(self) -> dict[str, Any]:
        """The body, parsed; empty when it is not a JSON object."""
        try:
            parsed = json.loads(self.body)
        except ValueError:
            return {}
        return parsed if isinstance(parsed, dict) else {}

    @property
    def is_anthropic(self) -> bool:
        """Whether the request speaks Anthropic's messages."""
        return self.path.endswith("/messages")

    @property
    def is_gemini(self) -> bool:
        """Whether the request speaks Gemini's ``generateContent``."""
        return self.path.endswith(":generateContent")

    @property
    def is_responses(self) -> bool:
        """Whether the request speaks OpenAI's Responses."""
        return self.path.endswith("/responses")

    @property
    def is_embeddings(self) -> bool:
        """Whether the request asks for vectors of texts."""
        return self.path.endswith("/embeddings")

    @property
    def model(self) -> str:
        if self.is_gemini:
            return self.path.rpartition("/")[2].partition(":")[0]
        return str(self.json.get("model", ""))

    @property
    def settings(self) -> dict[str, Any]:
        """Where the parameters stand."""
        return self.json.get("generationConfig", {}) if self.is_gemini else self.json

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema that the reply has to fit, or empty."""
        if self.is_gemini:
            return self.settings.get("responseJsonSchema") or {}
        if self.is_anthropic:
            form = (self.json.get("output_config") or {}).get("format") or {}
        else:
            form = (self.json.get("response_format") or {}).get("json_schema") or {}
        return form.get("schema") or {}

    @property
    def reply_format(self) -> str:
        """``json_schema``, ``json_object`` or ``plain``."""
        if self.is_gemini:
            if self.schema:
                return "json_schema"
            return "json_object" if "responseMimeType" in self.settings else "plain"
        if self.is_anthropic:
            form = (self.json.get("output_config") or {}).get("format")
        else:
            form = self.json.get("response_format")
        return str(form["type"]) if form else "plain"

    @property
    def parts(self) -> list[dict[str, Any]]:
        """The content parts of the last message; a plain string is one part."""
        if self.is_gemini:
            return [
                {"type": "image" if "inlineData" in part else "text", **part}
                for part in self.json["contents"][-1]["parts"]
            ]
        if self.is_responses:
            return [
                {**part, "type": part["type"].removeprefix("input_")}
                for part in self.json["input"][-1]["content"]
            ]
        messages = self.json.get("messages") or [{}]
        content = messages[-1].get("content", "")
        return [{"type": "text", "text": content}] if isinstance(content, str) else content

    @property
    def texts(self) -> list[str]:
        """The texts of the last message's parts."""
        return [part["text"] for part in self.parts if part.get("type") == "text"]

    @property
    def suffix(self) -> str:
        """The last text: what differs from candidate to candidate."""
        texts = self.texts
        return texts[-1] if texts else ""

    @cached_property
    def shared(self) -> bytes:
        """Everything before the last part, as bytes: what a prompt cache would serve."""
        before = [*self.json.get("messages", [])[:-1], *self.parts[:-1]]
        system = self.json.get("systemInstruction" if self.is_gemini else "system")
        return json.dumps([system, before], ensure_ascii=False).encode()

    @property
    def images(self) -> list[dict[str, Any]]:
        """The image parts of the last message."""
        return [part for part in self.parts if part.get("type") in {"image_url", "image"}]

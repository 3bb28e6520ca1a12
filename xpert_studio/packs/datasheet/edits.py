"""Edits of a response's style that change nothing of what it says; the same for everyone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from xpert_studio.api import mark
from xpert_studio.core.wording import language_of

_MARKED: Final = ("-", "*", "+", "#", ">", "|", "`", "~")
_FENCES: Final = ("```", "~~~")
_POLITE: Final = {
    "en": (
        "Thank you for your question. I am happy to help with it.",
        "I hope this helps. Please let me know if there is anything else that I can do for you.",
    ),
    "zh": (
        "感谢您的提问，我很乐意为您解答。",
        "希望以上内容对您有所帮助。如有其他问题，请随时告诉我。",
    ),
}
_PADDING: Final = {
    "en": (
        "In summary, the points above are those that matter here. Each of them was set out in the "
        "order in which it is best read, and together they form the whole of the answer. Nothing "
        "further is added in this paragraph: it restates that the answer stands as given above, "
        "that its parts belong together, and that it should be read from the beginning to the end."
    ),
    "zh": (
        "综上所述，以上各点即为本题的要点。各点均按便于阅读的顺序列出，共同构成完整的回答。"
        "本段不增加任何新的内容，只是重申：回答以上文为准，各部分相互关联，应当从头到尾阅读。"
    ),
}


@dataclass(frozen=True, slots=True)
class Edit:
    """A style edit.

    Attributes:
        id: As records name it.
        title: For people; a text to be translated.
        apply: From the text and the language of the task to the edited text.
    """

    id: str
    title: str
    apply: Callable[[str, str], str]


def _reformatted(text: str, _: str) -> str:
    """Every line that is no list, heading, quotation, table or code as an entry of a list."""
    found, in_code = [], False
    for line in text.splitlines():
        start = line.lstrip()
        is_fence = start.startswith(_FENCES)
        is_plain = bool(start) and not (in_code or is_fence or start.startswith(_MARKED))
        found.append(f"- {line}" if is_plain and not start[:1].isdigit() else line)
        in_code ^= is_fence
    return "\n".join(found)


def _polite(text: str, language: str) -> str:
    first, last = _POLITE[language_of(language)]
    return f"{first}\n\n{text}\n\n{last}"


def _longer(text: str, language: str) -> str:
    return f"{text}\n\n{_PADDING[language_of(language)]}"


EDITS: Final = (
    Edit("reformatted", mark("Reformatted as a list"), _reformatted),
    Edit("polite", mark("Polite phrases added"), _polite),
    Edit("longer", mark("A paragraph added that says nothing"), _longer),
)
"""In the order in which they are shown."""

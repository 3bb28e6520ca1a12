"""What rules read and say: a line made ready, with what must not match masked; and findings."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from string import Template
from typing import Final

from xpert_studio.core.han import HAN
from xpert_studio.core.lint.once import once
from xpert_studio.core.lint.words import WordList, loose_pattern, message, pattern
from xpert_studio.core.records import Checkpoint, Policies, Task

MASK: Final = "\ue000"
LONGEST: Final = 4000
"""A longer text is looked at no further: it is too long whatever it says."""

_HAN: Final = re.compile(f"[{HAN}]")
_WORD: Final = re.compile(rf"[^\W{HAN}]+")
_ASIDE: Final = re.compile(r"\([^()]{0,200}\)|（[^（）]{0,200}）|\[[^\[\]]{0,200}\]")
_QUOTED: Final = re.compile(
    r"“[^”]{1,300}”|\"[^\"]{1,300}\"|「[^」]{1,300}」|『[^』]{1,300}』|《[^》]{1,200}》|`[^`]{1,200}`"
    r"|(?<![\w])'[^']{1,200}'(?![\w])|‘[^’]{1,200}’(?!\w)"
)
_NAMED: Final = re.compile(
    r"\b[A-Z][\w.&-]+(?: [A-Z][\w.&-]+)* (?:and|&) [A-Z][\w.&-]+(?: [A-Z][\w.&-]+)*"
    r"(?= (?:v\.|Inc|Ltd|LLP|LLC|Co\b|Company|Act|Regulations?|Order|Rules|Group|Sons|Brothers"
    r"|test|model|equation|criteria|scale|score|method|law|theorem|syndrome)\b)"
)
# Soon looked for; where there is none, nothing is quoted, named, or put in brackets.
_QUOTING: Final = re.compile("[“\"「『《`'‘]")
_JOINED: Final = re.compile(" (?:and|&) ")
_BRACKETS: Final = re.compile(r"[(（\[]")
_LABEL: Final = re.compile(r"[^:：。.!?]{3,140}[:：]\s*(?=\S)")
_THIRD: Final = re.compile(
    r"[A-Z][a-z]+(?<![sui])s(?= [a-z\d'‘“\"])"
    r"(?! (?:is|are|was|were|has|have|had|must|should|shall|may|can|do|does|will|would)\b)"
)
_SUBJECT_EN: Final = re.compile(
    r"(?:The|A|An|This|Each)(?: [\w’'-]+){1,4}? (?P<verb>(?:[a-z]{3,}(?<![sui])s|has))"
    r"(?= (?:the|an?|its|their|all|both|each|no|one|two|three|that|at|in|to|\d))"
)
_SUBJECT_ZH: Final = re.compile(
    r"(?:该|本)?(?:回答|答案|报告|文中|全文|模型|方案)(?:中|里)?(?:应当|应该|应|须|需要|需|必须)?(?:明确)?"
)


@dataclass(frozen=True)
class LintedLine:
    """A checkpoint as the rules read it; offsets are those of its text."""

    point: Checkpoint

    @once
    def text(self) -> str:
        """The text, cut at ``LONGEST``."""
        return self.point.text[:LONGEST]

    @once
    def language(self) -> str:
        """``zh`` where more than a quarter is Chinese, else ``en``."""
        return "zh" if 4 * self.han > len(self.text.strip()) else "en"

    @once
    def han(self) -> int:
        """How many Chinese characters it has."""
        return 0 if self.text.isascii() else len(_HAN.findall(self.text))

    @once
    def masked(self) -> str:
        """The text with quotes, titles and fixed phrases masked, letter for letter."""
        masked = _cover(self.text, _QUOTED) if _QUOTING.search(self.text) else self.text
        if self.language != "en":
            return _cover(masked, loose_pattern("zh", "protected"))
        masked = _cover(masked, pattern("en", "protected"))
        return _cover(masked, _NAMED) if _JOINED.search(masked) else masked

    @once
    def core(self) -> str:
        """The masked text with what stands in brackets masked too: asides are no demands."""
        return _cover(self.masked, _ASIDE) if _BRACKETS.search(self.masked) else self.masked

    @once
    def words(self) -> int:
        """Length in words, two Chinese characters counting as one."""
        return len(_WORD.findall(self.text)) + self.han // 2

    @once
    def body(self) -> int:
        """Where the demand begins: after a label such as ``Depth, use of sources:``."""
        if self.language == "zh":
            subject = _SUBJECT_ZH.match(self.masked)
            if subject is not None:
                return subject.end()
        found = _LABEL.match(self.masked)
        if found is None or pattern(self.language, "verbs").match(self.masked):
            return 0
        return found.end()

    @once
    def _verb_of_subject(self) -> re.Match[str] | None:
        """A verb that no list has, behind a subject: The query joins the two tables."""
        found = _SUBJECT_EN.match(self.masked) if self.language == "en" else None
        return found and re.compile(r"\w+").match(self.masked, found.start("verb"))

    @once
    def verb(self) -> re.Match[str] | None:
        """The demanding verb it begins with, if it does."""
        # Any third person at the head demands something, whether the list has it or not.
        first = _THIRD.match(self.masked, self.body) if self.language == "en" else None
        if first is not None:
            return first
        found = pattern(self.language, "verbs").search(self.masked, self.body, self.body + 80)
        if found is None:
            return self._verb_of_subject
        before = self.masked[self.body : found.start()]
        allowed = 8 if self.language == "zh" else 40
        return found if len(before) <= allowed else self._verb_of_subject


def _cover(text: str, what: re.Pattern[str] | WordList) -> str:
    return what.sub(lambda found: MASK * len(found.group()), text)


class Level(StrEnum):
    """How much a finding matters.

    An error keeps a rubric from review, so it cannot be dismissed; whatever else is found is for
    its author to weigh.
    """

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


class FixKind(StrEnum):
    """What a fix does to the line."""

    SPLIT = "split"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True)
class Fix:
    """A proposed repair: the texts a line is split into, or the one that replaces it."""

    kind: FixKind
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a rule found.

    Attributes:
        checkpoint_id: None for the rubric as a whole.
        start, end: Where in the line's text (end exclusive); None for all of it.
        message: What is wrong and why, one sentence.
        remedy: How to fix it, one sentence.
        related: Other lines it has to do with.
    """

    rule: str
    level: Level
    checkpoint_id: str | None
    start: int | None
    end: int | None
    message: str
    remedy: str
    fix: Fix | None = None
    related: tuple[str, ...] = ()

    @property
    def blocks(self) -> bool:
        """Whether it keeps the rubric from review."""
        return self.level is Level.ERROR

    @property
    def key(self) -> tuple[str, str]:
        """Rule and line: what a dismissal names."""
        return self.rule, self.checkpoint_id or ""


@dataclass(frozen=True)
class Context:
    """What a rule is given beside its line or rubric."""

    policies: Policies
    dimensions: tuple[str, ...]
    language: str
    task: Task | None = None
    met: Mapping[str, Collection[str]] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)

    @once
    def task_text(self) -> str:
        """What the task says: title, prompt and reference answer."""
        task = self.task
        parts = (task.title, task.full_prompt, task.reference_answer) if task else ()
        return "\n".join(filter(None, parts))

    def finding(
        self,
        rule: str,
        level: Level,
        line: LintedLine | None = None,
        span: tuple[int, int] | None = None,
        *,
        fix: Fix | None = None,
        related: tuple[str, ...] = (),
        **words: object,
    ) -> Finding:
        """A finding with its message and remedy in the language asked for."""
        texts = message(self.language, rule)
        if line is not None and span is not None:
            words.setdefault("what", line.text[span[0] : span[1]].strip())
        fields = {name: str(value) for name, value in words.items()}
        return Finding(
            rule=rule,
            level=level,
            checkpoint_id=line.point.id if line else None,
            start=span[0] if span else None,
            end=span[1] if span else None,
            message=Template(texts["message"]).safe_substitute(fields),
            remedy=Template(texts["remedy"]).safe_substitute(fields),
            fix=fix,
            related=related,
        )


Found = Iterator[Finding]

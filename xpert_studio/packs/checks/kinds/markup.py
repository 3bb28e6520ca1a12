"""Checks of XML and HTML."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from xpert_studio.api.checks import CheckKind, Message, Negatable, Outcome, Subject, joined
from xpert_studio.packs.checks.kinds import html_tags, reading

_Names = Annotated[tuple[str, ...], Field(max_length=200)]


class Markup(Negatable):
    """Where markup may be, and what must be in it."""

    elements: _Names = Field(
        default=(), title="Elements", description="Each must be there at least once."
    )
    fence_allowed: bool = Field(
        default=True, title="Markdown fence allowed", description="```xml … ``` around it."
    )
    anywhere: bool = Field(
        default=False,
        title="Anywhere in the text",
        description="From the first < to the last >; otherwise the whole response must be markup.",
    )


class _XmlNames:
    """Collects the names of elements, and keeps nothing else of a document."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def start(self, tag: str, _attributes: object) -> None:
        self.names.add(tag.rpartition("}")[2])


class XmlFaultError(Exception):
    """A text is not XML; the argument is the reason."""


def xml_names(text: str) -> set[str]:
    """The names of the elements of an XML document, without namespaces.

    Raises:
        XmlFaultError: It is not well-formed, or declares entities, which are never expanded.
    """
    # Its ParseError, not xml.etree's: while defusedxml is imported in one thread, another thread
    # that imports xml.etree gets a second copy of the module, with an error class of its own.
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    target = _XmlNames()
    parser = DefusedXMLParser(target=target, encoding="utf-8")
    try:
        parser.feed(text.encode("utf-8", "replace"))
        parser.close()
    except ParseError as error:
        line = error.position[0]
        why = Message("{what} in line {line:,}", what=str(error).partition(":")[0], line=line)
        raise XmlFaultError(why) from error
    except DefusedXmlException as error:
        raise XmlFaultError(Message("it declares entities")) from error
    except (ValueError, LookupError) as error:
        raise XmlFaultError(Message("its encoding is not known")) from error
    return target.names


def _part(text: str, given: Markup, languages: tuple[str, ...]) -> str:
    whole = reading.unfenced(text, languages) if given.fence_allowed else text.strip()
    if given.anywhere and "<" in whole and ">" in whole:
        return whole[whole.index("<") : whole.rindex(">") + 1]
    return whole


def _answer(names: set[str], given: Markup, what: str) -> Outcome:
    missing = [name for name in given.elements if name not in names]
    if missing:
        no = Message("Valid {what} without <{names}>.", what=what, names=joined(missing, most=3))
        return given.outcome(False, no, no)
    yes = Message("Valid {what}.", what=what)
    return given.outcome(True, yes, yes)


def _xml_valid(subject: Subject, given: Markup) -> Outcome:
    try:
        names = xml_names(_part(subject.text, given, ("xml", "svg", "html")))
    except XmlFaultError as error:
        no = Message("Not valid {what}: {why}.", what="XML", why=error.args[0])
        return given.outcome(False, no, no)
    return _answer(names, given, "XML")


def _html_valid(subject: Subject, given: Markup) -> Outcome:
    text = _part(subject.text, given, ("html", "xhtml", "htm"))
    try:
        if not text.startswith("<"):
            raise html_tags.HtmlFaultError(Message("it does not start with a tag"))
        names = html_tags.names(text)
    except html_tags.HtmlFaultError as error:
        no = Message("Not valid {what}: {why}.", what="HTML", why=error.args[0])
        return given.outcome(False, no, no)
    small = given.model_copy(update={"elements": tuple(map(str.lower, given.elements))})
    return _answer(names, small, "HTML")


KINDS: Final = (
    CheckKind("xml_valid", "Valid XML", Markup, _xml_valid),
    CheckKind("html_valid", "Valid HTML", Markup, _html_valid),
)

"""What Word's styles say of text: hidden or not, raised, in which list, in which font."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from xpert_studio.packs.office.package import down
from xpert_studio.packs.office.word_lists import says_on, value_of

_MOST_BASES = 50


class WordStyles:
    """The styles of a document.

    Args:
        root: ``styles.xml``; None where there is none.
    """

    def __init__(self, root: Element | None) -> None:
        self._styles = (
            {}
            if root is None
            else {item.get("w:styleId", ""): item for item in root.findall("w:style")}
        )
        self._defaults = down(root, "w:docDefaults/w:rPrDefault/w:rPr")
        self.default_paragraph = next(
            (
                name
                for name, item in self._styles.items()
                if item.get("w:type") == "paragraph"
                and item.get("w:default") in {"1", "true", "on"}
            ),
            "",
        )

    def list_styles(self) -> dict[str, str]:
        """The lists of styles that stand for one, by style."""
        return {
            name: value_of(item, "w:pPr/w:numPr/w:numId")
            for name, item in self._styles.items()
            if item.get("w:type") == "numbering"
        }

    def bases(self, style: str) -> Iterator[tuple[str, Element]]:
        """A style and those that it is based on, nearest first."""
        for _ in range(_MOST_BASES):
            item = self._styles.get(style)
            if item is None:
                return
            yield style, item
            style = value_of(item, "w:basedOn")

    def switched(self, name: str, run: Element | None, paragraph_style: str) -> bool:
        """Whether a switch of a run's look, as ``w:vanish``, is on: by itself or by its styles."""
        said = self.look(name, run, paragraph_style)
        said = down(self._defaults, name) if said is None else said
        return said is not None and says_on(said)

    def of_paragraph(self, name: str, properties: Element | None, style: str) -> Element | None:
        """A property of a paragraph, as ``w:shd``: its own, or that of its styles."""
        own = down(properties, name)
        style = style or self.default_paragraph
        return self._in_styles(f"w:pPr/{name}", style) if own is None else own

    def look(self, name: str, run: Element | None, paragraph_style: str) -> Element | None:
        """A property of a run's look, as ``w:vertAlign``: its own, or that of its styles."""
        own = down(run, name)
        styles = value_of(run, "w:rStyle"), paragraph_style or self.default_paragraph
        return self._in_styles(f"w:rPr/{name}", *styles) if own is None else own

    def _in_styles(self, path: str, *styles: str) -> Element | None:
        """What styles say at a path, or those that they are based on: the first that says it."""
        found = (down(item, path) for style in styles for _, item in self.bases(style))
        return next((item for item in found if item is not None), None)

    def list_of(self, properties: Element | None, style: str) -> tuple[str, int | None, str]:
        """The list of a paragraph.

        Returns:
            The list, empty where it has none; the level, None where its style decides; and the
            style that names the list.
        """
        list_id, level = _list_in(properties)
        named_by = ""
        for name, item in self.bases(style or self.default_paragraph):
            of_style, level_of_style = _list_in(item.find("w:pPr"))
            if not list_id and of_style:
                list_id, named_by = of_style, name
            if level is None:
                level = level_of_style
            if list_id and level is not None:
                break
        return ("" if list_id == "0" else list_id), level, named_by


def _list_in(properties: Element | None) -> tuple[str, int | None]:
    level = value_of(properties, "w:numPr/w:ilvl")
    return value_of(properties, "w:numPr/w:numId"), int(level) if level else None

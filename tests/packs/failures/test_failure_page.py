"""The charts of failures on the page of a report: each bar is a link to the cases behind it."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

from tests.packs.failures.test_failure_section import LEAD, bundle
from tests.packs.site.browsing import reading
from xpert_studio.packs.failures import section


class Marks(HTMLParser):
    """What the charts of a page link to, and what stands there."""

    def __init__(self) -> None:
        super().__init__()
        self.links, self.rows, self.captions = {}, {}, {}
        self._place = self._link = self._said = ""

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "section" and given.get("class") == "behind":
            self._place = given["id"]
            self.rows[self._place] = -1  # the heads
        elif tag == "tr" and self._place:
            self.rows[self._place] += 1
        elif tag == "a" and given["href"].startswith("#cases-"):
            self._link = given["href"][1:]
        elif tag in {"title", "caption"}:
            self._said = tag

    def handle_endtag(self, tag):
        if tag == "section":
            self._place = ""
        elif tag == "a":
            self._link = ""
        elif tag == self._said:
            self._said = ""

    def handle_data(self, data):
        if self._said == "title" and self._link:
            self.links[self._link] = data
        elif self._said == "caption" and self._place:
            self.captions[self._place] = data


def report(xpert, tmp_path, tasks=12):
    """A project, its report, and the marks of that."""
    path, folder = tmp_path / "p.xpert", tmp_path / "page"
    folder.mkdir()
    assert xpert("import", path, bundle(tmp_path / "b", tasks), "--new", *LEAD).code == 0
    page = folder / "index.html"
    assert xpert("report", path, page, *LEAD).code == 0
    marks = Marks()
    marks.feed(page.read_text("utf-8"))
    return path, page, marks


def test_each_bar_is_a_link_to_the_cases_that_it_counts(xpert, tmp_path):
    path, _, marks = report(xpert, tmp_path)
    data = xpert("sections", path, "failures", "--json", *LEAD).json
    titles = {name: one["title"] for name, one in data["types"].items()}
    bars = [one for one in (*data["profiles"], *data["by"]["effort"]) if one["failures"]]
    expected = {
        (f"{one['system']}, {titles[one['type']]}", one["failures"]) for one in bars
    }  # fmt: skip
    found = {(said.rpartition(":")[0], marks.rows[place]) for place, said in marks.links.items()}
    assert found == expected and len(marks.links) == len(bars) == len(marks.rows)


def test_what_is_left_out_is_said_with_the_command_that_lists_it(xpert, tmp_path, monkeypatch):
    monkeypatch.setattr(section, "_BEHIND", 0)
    path, _, marks = report(xpert, tmp_path)
    most = section._FEWEST_BEHIND
    assert set(marks.rows.values()) == {most}
    for said in list(marks.captions.values())[::7]:
        every, words = re.fullmatch(
            rf"{most} of (\d+) cases; all: xpert-studio sections PROJECT (.*)", unescape(said)
        ).groups()
        listed = xpert("sections", path, *words.split(), *LEAD).out
        assert len(re.findall(r"t\d+-\w+/c\d", listed)) == int(every)


def test_cases_open_by_keyboard_and_have_a_name_for_a_screen_reader(xpert, tmp_path):
    _, page, _ = report(xpert, tmp_path)
    with reading(page.parent) as reader:
        reader.go("#failures")
        reader.run("document.querySelector('figure svg a').focus(); 0")
        reader.press("Tab")
        name = reader.run("document.activeElement.querySelector('title').textContent")
        reader.press("Enter")
        reader.wait("document.querySelector('.behind:target')")
        opened = reader.text(".behind:target h4")
        assert opened.replace(": ", ", ") == name.rpartition(":")[0]
        nodes = reader.call("Accessibility.getFullAXTree")["nodes"]
        named = {(one["role"]["value"], one.get("name", {}).get("value")) for one in nodes}
        assert ("link", name) in named and ("region", opened) in named
        reader.click(".behind:target a")
        reader.wait("!document.querySelector('.behind:target')")
        assert not reader.errors

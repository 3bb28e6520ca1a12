"""Writes a site: pages of sections, tasks one by one, an index of words, and what they need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.sections import View, dimension_name, domain_name, t
from xpert_studio.core.exchange.problems import ExportReport
from xpert_studio.core.exchange.publishing import NOT_KEPT, pseudonym_secret
from xpert_studio.core.exchange.scope import scope_in_words
from xpert_studio.core.exchange.targets import Watch, open_target
from xpert_studio.core.judge.attached import read_attachments
from xpert_studio.core.judge.key_check import KeyCheck
from xpert_studio.core.records import Attachment, Difficulty, Task
from xpert_studio.core.store import ProjectFile, Transaction, settings, verify
from xpert_studio.core.wording import LANGUAGES, speaking, spoken
from xpert_studio.packs.meaning.encoders import ENCODERS
from xpert_studio.packs.meaning.nearest import close, nearest
from xpert_studio.packs.site import section_pages
from xpert_studio.packs.site.files import SiteFiles, need_site_folder
from xpert_studio.packs.site.first_page import first_page
from xpert_studio.packs.site.published import Published, SiteOptions
from xpert_studio.packs.site.section_case import SiteRaters, by_task, task_data, texts_for_search
from xpert_studio.packs.site.section_scores import scored
from xpert_studio.packs.site.texts import in_each_language, texts
from xpert_studio.packs.site.wishes import open_wishes
from xpert_studio.packs.site.word_index import WordIndex
from xpert_studio.report.analysis import analyse

_AT_ONCE: Final = 32
"""Tasks that are read together."""
_NEAREST: Final = 6
"""Cases that each names at most."""


def write_site(
    project: ProjectFile,
    folder: Path,
    options: SiteOptions,
    *,
    now: datetime,
    replace: bool,
    allow_possible_keys: bool,
    watch: Watch,
) -> ExportReport:
    """Writes a site, whole or not at all.

    Args:
        project: The project.
        folder: A new or empty folder, or that of an earlier site.
        options: What it holds.
        now: The time.
        replace: Whether an earlier site may be replaced.
        allow_possible_keys: Whether texts may go out that only look as if they held an API key.
        watch: Receives how many tasks are written; stops everything by raising.

    Raises:
        NotFoundError: A task or subset is not there.
        UsageError: Something else is in the folder, no task is left, or a text holds an API key.
        XpertError: It could not be written, or reads back differently.
    """
    need_site_folder(folder, replace=replace)
    secret, is_kept = pseudonym_secret(project)
    check = KeyCheck(allow_possible=allow_possible_keys)
    writing = _Writing(project, options, secret, watch)
    with open_target(folder, replace=True) as out:
        files = SiteFiles(out, check)
        counts = writing.write(files, now)
        allowed = check.settle()
        files.close(now)
    warnings = () if is_kept else (NOT_KEPT,)
    return ExportReport(str(folder), counts, warnings=warnings, possible_keys=allowed)


class _Writing:
    """Writes the files; transactions follow each other, so that one cache of rows is held."""

    def __init__(
        self, project: ProjectFile, options: SiteOptions, secret: str, watch: Watch
    ) -> None:
        self._project, self._options, self._secret = project, options, secret
        self._watch = watch
        self._counts: Counter[str] = Counter()
        self._dimensions: set[str] = set()
        self._files: dict[str, int] = {}

        self._encoder = ENCODERS["sentences" if options.by_sentences else "characters"]

    @contextmanager
    def _published(self) -> Iterator[Published]:
        with self._project.reading() as tx:
            yield Published(tx, self._options, self._secret)

    def write(self, files: SiteFiles, now: datetime) -> dict[str, int]:
        """Writes all files; returns how much of everything is on the site."""
        self._watch(0)
        with self._published() as published:
            verify(published.tx)
            known, wanted = published.tasks(), published.wanted
            about = scope_in_words(published.tx, self._options.as_bundle.exported)
            called = published.pseudonyms()
        view = View.of(
            self._project, analyse(self._project, task_ids=wanted, with_comparisons=False), about
        ).naming(called)
        systems = self._figures(files, view, [one.id for one in known])
        del view
        index = WordIndex(len(known))
        said = [f"{one.name}\n{one.full_prompt}" for one in known]
        nearby = [close(near) for near in nearest(said, self._encoder, _NEAREST)]
        with self._published() as published:
            self._tasks(files, published, known, index)
            counts = {"tasks": len(known), "systems": len(systems), **self._counts}
            site = self._about(published.tx, counts, now)
        for number, postings in index.in_portions():
            files.data(f"words-{number}", postings)
        files.data("tasks", [_row(*row) for row in zip(known, index.lengths, nearby, strict=True)])
        site |= {
            "systems": systems,
            "portions": index.portions,
            "names": _names(known, self._dimensions),
        }
        files.data("site", site)
        files.put("index.html", first_page(str(site["name"]), spoken()).encode())
        files.static()
        return counts

    def _figures(self, files: SiteFiles, view: View, task_ids: Sequence[str]) -> list[str]:
        """Writes what is computed; returns the systems in the order of the leaderboard."""
        own_costs = self._options.own_costs
        usage = section_pages.usage_board(view, own_costs=own_costs)
        for language in LANGUAGES:
            with speaking(language):
                for name, html in section_pages.pages(view, usage).items():
                    files.data(f"{name}-{language}", html)
        found = scored(view, task_ids, own_costs=own_costs)
        files.data("scores", found)
        systems: list[str] = found["systems"]
        return systems

    def _tasks(
        self, files: SiteFiles, published: Published, known: Sequence[Task], index: WordIndex
    ) -> None:
        said = SiteRaters(published.judges)
        done = 0
        for start in range(0, len(known), _AT_ONCE):
            some = known[start : start + _AT_ONCE]
            ids = [one.id for one in some]
            rubrics = published.rubrics(ids)
            given = published.responses(ids)
            answers, ratings = by_task(given, published.ratings(given, rubrics))
            for task in some:
                self._watch(done)
                rubric, own = rubrics[task.id], answers.get(task.id, [])
                index.add(texts_for_search(task, rubric))
                self._attached(files, published, task.attachments)
                for response in own:
                    self._attached(files, published, response.attachments)
                data = task_data(task, rubric, own, ratings.get(task.id, []), said, self._files)
                files.data(f"task-{done}", data)
                done += 1
                self._dimensions |= {one.dimension for one in rubric if one.dimension}
                self._counts["checkpoints"] += len(rubric)
                self._counts["responses"] += len(own)
                self._counts["judgments"] += len(data["ratings"])

    def _attached(
        self, files: SiteFiles, published: Published, attachments: Sequence[Attachment]
    ) -> None:
        """Writes the attached files that are not there yet, each once for the whole site."""
        for file in read_attachments(attachments, published.bytes_of):
            sha256 = file.item.sha256
            if sha256 not in self._files:
                self._files[sha256] = len(self._files)
                files.attached(f"file-{self._files[sha256]}", file, published.bytes_of(sha256))

    def _about(self, tx: Transaction, counts: dict[str, int], now: datetime) -> dict[str, Any]:
        info = settings.project_info(tx)
        return {
            "name": info.name,
            "day": f"{now:%Y-%m-%d}",
            "licence": info.licence,
            "citation": info.citation,
            "canary": info.canary,
            "counts": counts,
            "held_out": len(self._options.held_out),
            "texts": texts(),
            "likeness": in_each_language(lambda: t(self._encoder.title)),
            "wishes": open_wishes(tx, self._options.held_out) if self._options.wishes else [],
        }


def _row(task: Task, length: int, nearby: Sequence[int]) -> list[Any]:
    return [
        task.id,
        task.name,
        task.domain or "",
        task.category or "",
        (task.difficulty.value if task.difficulty else ""),
        task.family or "",
        task.language or "",
        length,
        nearby,
    ]


def _names(known: Sequence[Task], dimensions: Iterable[str]) -> dict[str, Any]:
    """What can be chosen, and domains and dimensions by language."""
    return {
        "domain": _in_languages(sorted({one.domain for one in known if one.domain}), domain_name),
        "dimension": _in_languages(sorted(dimensions), dimension_name),
        "level": [
            level.value for level in Difficulty if any(one.difficulty is level for one in known)
        ],
        "category": sorted({one.category for one in known if one.category}),
        "family": sorted({one.family for one in known if one.family}),
        "language": sorted({one.language for one in known if one.language}),
    }


def _in_languages(names: Iterable[str], said_as: Callable[[str], str]) -> dict[str, dict[str, str]]:
    return {name: in_each_language(partial(said_as, name)) for name in names}

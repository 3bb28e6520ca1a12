"""The manifest of a bundle: what it says of itself, in and out."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import chain
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter, ValidationError

from xpert_studio.core.exchange.bundle_format import EXCLUDED, FORMAT, MANIFEST, RECIPE, VERSIONS
from xpert_studio.core.exchange.held_out import (
    KEY,
    SCORES_KEY,
    check_entries,
    held_out_in_words,
    merged_entries,
    sound_entries,
)
from xpert_studio.core.exchange.lines import parse_object
from xpert_studio.core.exchange.pack_rows import PACKS, kept_packs, read_packs
from xpert_studio.core.exchange.problems import ImportReport, Problems, shown
from xpert_studio.core.exchange.sources import Source, content_of
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import (
    AbstentionRule,
    ExcludedExpert,
    ExcludedSystem,
    GradingPolicy,
    Mode,
    ProjectInfo,
    Recipe,
    Taxonomy,
)
from xpert_studio.core.store import Transaction, settings, tasks

T = TypeVar("T")
MAX_BYTES: Final = 16 * 1024 * 1024
_EXPERTS: Final = "excluded_experts"
_ABSTENTIONS: Final = "abstentions"
"""The project's rule: scores follow from it."""
_PARTS: Final[dict[str, Any]] = {
    "taxonomy": Taxonomy,
    "grading_policy": GradingPolicy,
    RECIPE: Recipe,
    EXCLUDED: tuple[ExcludedSystem, ...],
    _EXPERTS: tuple[ExcludedExpert, ...],
}
"""What parts of a manifest have to be."""
_OWN: Final = frozenset(
    {
        "format",
        "format_version",
        "mode",
        "name",
        "created_at",
        "generator",
        "licence",
        "citation",
        "visibility",
        "canary",
        "counts",
        "files",
        "taxonomy",
        "content_hash",
        "grading_policy",
        EXCLUDED,
        _EXPERTS,
        RECIPE,
        _ABSTENTIONS,
        PACKS,
    }
)


def read_manifest(source: Source, problems: Problems) -> dict[str, Any]:
    """The manifest as plain data; empty after noting what is wrong with it.

    Args:
        source: The bundle, which has a manifest.
        problems: Takes another format, a newer version, and what is no JSON.
    """
    data = content_of(source, MANIFEST, problems, most=MAX_BYTES)
    if data is not None and len(data) > MAX_BYTES:
        problems.add(MANIFEST, "", "", "is larger than 16 MB.", "Leave it out.")
    if data is None or problems:
        return {}
    manifest = parse_object(data.removeprefix(b"\xef\xbb\xbf"), MANIFEST, "", problems)
    if manifest is None:
        return {}
    if manifest.get("format") != FORMAT:
        problems.add(
            MANIFEST,
            "",
            "format",
            Message(
                "is {found}, not {wanted!r}.", found=shown(manifest.get("format")), wanted=FORMAT
            ),
            "This is no bundle of Xpert Studio.",
        )
    version = manifest.get("format_version")
    if version not in VERSIONS or isinstance(version, bool):
        problems.add(
            MANIFEST,
            "",
            "format_version",
            Message(
                "is {version}; this program knows versions {versions} to {latest}.",
                version=shown(version),
                versions=VERSIONS[0],
                latest=VERSIONS[-1],
            ),
            "Update Xpert Studio, or have the bundle exported in that version.",
        )
    _check_parts(manifest, problems)
    return manifest


def _check_parts(manifest: dict[str, Any], problems: Problems) -> None:
    check_entries(manifest, MANIFEST, problems)
    read_packs(manifest, MANIFEST, problems)
    for key in _PARTS:
        try:
            _part(manifest, key)
        except ValidationError as error:
            problems.add_validation(MANIFEST, key, error)
    if manifest.get("mode") not in (None, *Mode):
        problems.add(
            MANIFEST,
            "",
            "mode",
            Message("is {mode}.", mode=shown(manifest["mode"])),
            "Write team or solo.",
        )
    if manifest.get(_ABSTENTIONS) not in (None, *AbstentionRule):
        problems.add(
            MANIFEST,
            "",
            _ABSTENTIONS,
            Message("is {rule}.", rule=shown(manifest[_ABSTENTIONS])),
            Message("Write one of: {rules}.", rules=joined(AbstentionRule)),
        )
    for key in ("name", "licence", Message("citation"), "canary"):
        if not isinstance(manifest.get(key), str | None):
            problems.add(MANIFEST, "", key, "is not a text.", "Write it as text, in quotes.")
    if not isinstance(manifest.get("files", []), list):
        problems.add(MANIFEST, "", "files", "is not a list.", "Write a list of objects.")


def take_manifest(
    tx: Transaction,
    manifest: dict[str, Any],
    problems: Problems,
    report: ImportReport,
    *,
    fresh: bool,
) -> None:
    """Takes over what the manifest says of the project.

    New domains and dimensions are added to the vocabulary, and unknown keys are kept. Where the
    manifest lists none, those that the rows name are: nobody could be made an expert of a domain,
    and no line be given a dimension, that is not in the vocabulary. Descriptions are taken over of
    dimensions that the project does not describe itself.

    Args:
        tx: A writing transaction, in which the rows are already.
        manifest: As read.
        problems: Takes what no project can be called.
        report: Told of unknown keys.
        fresh: Whether the project was empty: then it becomes what the bundle says it is. One that
            holds something keeps its own name, licence, citation, canary and grading policy.
    """
    info = settings.project_info(tx)
    unknown = {key: value for key, value in manifest.items() if key not in _OWN}
    for key in unknown:
        if key not in {KEY, SCORES_KEY}:
            report.warn(
                Message(
                    "{manifest}: the key {key} is not known; it was kept.",
                    manifest=MANIFEST,
                    key=shown(key),
                )
            )
    changes: dict[str, Any] = {"extra": {**unknown, **info.extra}}
    changes["extra"] |= _of_packs(manifest, info, problems)
    held_out = sound_entries(manifest)
    if held_out:
        report.warn(f"{manifest}: {held_out_in_words(held_out)}")
        changes["extra"][KEY] = merged_entries(sound_entries(info.extra), held_out)
    changes["taxonomy"] = _merged(
        info.taxonomy, _part(manifest, "taxonomy") if manifest.get("taxonomy") else _used(tx)
    )
    if manifest.get("mode") == Mode.SOLO.value and fresh:
        report.warn(
            Message(
                "{manifest}: this is a solo project: people decide on their own work.",
                manifest=MANIFEST,
            )
        )
        changes["policies"] = info.policies.model_copy(update={"mode": Mode.SOLO})
    if fresh:
        if manifest.get(_ABSTENTIONS):
            rule = AbstentionRule(manifest[_ABSTENTIONS])
            policies = changes.get("policies", info.policies)
            changes["policies"] = policies.model_copy(update={"abstentions": rule})
        changes |= {
            key: manifest[key]
            for key in (Message("name"), Message("licence"), Message("citation"), "canary")
            if manifest.get(key)
        }
        own = (key for key in _PARTS if key != "taxonomy" and manifest.get(key))
        changes |= {key: _part(manifest, key) for key in own}
    else:
        _warn_of_excluded(manifest, info, report)
        _warn_of_abstentions(manifest, info, report)
    try:
        changed = ProjectInfo.model_validate({**dict(info), **changes})
    except ValidationError as error:
        problems.add_validation(MANIFEST, "", error)
        return
    settings.put_project_info(tx, changed)


def _of_packs(manifest: dict[str, Any], info: ProjectInfo, problems: Problems) -> dict[str, Any]:
    """Versions of packs of which there are records alone; what the bundle says is the newer."""
    said = read_packs(manifest, MANIFEST, problems)
    found = {pack.id: pack.version for pack in said if pack.id and not list(pack.brings())}
    return {PACKS: kept_packs(info) | found} if found else {}


def board_parts(info: ProjectInfo, systems: Collection[str], *, public: bool) -> dict[str, Any]:
    """What a manifest says of leaderboards: recipe, who is excluded, and how abstentions count.

    Args:
        info: The project's.
        systems: Those that the bundle has.
        public: Whether experts are left out: a public bundle has none of their judgments.
    """
    experts = [] if public else [expert.model_dump(mode="json") for expert in info.excluded_experts]
    excluded = [
        item.model_dump(mode="json", exclude_defaults=True)
        for item in info.excluded_systems
        if item.system in systems
    ]
    rule = info.policies.abstentions
    own = {} if rule is AbstentionRule.NONE else {_ABSTENTIONS: rule.value}
    recipe = {RECIPE: info.recipe.model_dump(mode="json")} if info.recipe else {}
    both = {EXCLUDED: excluded, _EXPERTS: experts}
    return own | recipe | {name: held for name, held in both.items() if held}


def _part(manifest: dict[str, Any], key: str) -> Any:  # noqa: ANN401 - of the part's kind
    """A part of a manifest; None where it is not said.

    Raises:
        ValidationError: It is not as it has to be.
    """
    kind: TypeAdapter[Any] = TypeAdapter(_PARTS[key] | None)
    return kind.validate_python(manifest.get(key), strict=False)


def _warn_of_excluded(manifest: dict[str, Any], info: ProjectInfo, report: ImportReport) -> None:
    """A project that holds something decides itself which systems are on its leaderboards."""
    own = {item.system for item in info.excluded_systems}
    for item in _part(manifest, EXCLUDED) or ():
        if item.system not in own:
            report.warn(
                Message(
                    "{manifest}: the bundle excludes {system} from its leaderboards "
                    "({reason}); this project does not.",
                    manifest=MANIFEST,
                    system=shown(item.system),
                    reason=shown(item.reason),
                )
            )


def _warn_of_abstentions(manifest: dict[str, Any], info: ProjectInfo, report: ImportReport) -> None:
    """A project that holds something keeps its own rule for abstentions."""
    found, own = manifest.get(_ABSTENTIONS), info.policies.abstentions
    if found and found != own:
        report.warn(
            Message(
                "{manifest}: abstentions count as {found} in the bundle, and as {own} here.",
                manifest=MANIFEST,
                found=shown(found),
                own=own.value,
            )
        )


def _used(tx: Transaction) -> Taxonomy:
    points = chain.from_iterable(tasks.rubrics(tx).values())
    return Taxonomy(
        domains=tuple(sorted({item.domain for item in tasks.all_tasks(tx) if item.domain})),
        dimensions=tuple(sorted({item.dimension for item in points if item.dimension})),
    )


def _merged(own: Taxonomy, taxonomy: Taxonomy) -> Taxonomy:
    return Taxonomy(
        domains=tuple(dict.fromkeys((*own.domains, *taxonomy.domains))),
        dimensions=tuple(dict.fromkeys((*own.dimensions, *taxonomy.dimensions))),
        tiers=own.tiers,
        descriptions=taxonomy.descriptions | own.descriptions,
        categories=_both(own.categories, taxonomy.categories, lambda one: (one.domain, one.name)),
        goals=_both(own.goals, taxonomy.goals, lambda one: (one.domain, one.category)),
    )


def _both(own: tuple[T, ...], found: tuple[T, ...], place: Callable[[T], Any]) -> tuple[T, ...]:
    """What a project has, and what it has not of a bundle; in one order."""
    every = {place(one): one for one in (*found, *own)}
    return tuple(every[key] for key in sorted(every))

"""Takes in a registry file of OpenAI Evals: its evals with their samples, as the classes decide.

``Match`` and ``Includes`` become checks; ``FuzzyMatch`` and ``ModelBasedClassify`` checkpoints that
a judge decides, with the grader's question and scores. Other classes are code, and are named. Only
files of the registry (the folder above ``evals``) are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd
from pathlib import Path
from typing import Any, Final

from xpert_studio.api.formats import (
    Candidate,
    Checkpoint,
    FaultError,
    FileReading,
    Message,
    Placed,
    ProjectFile,
    Taken,
    Terms,
    free_id,
    id_like,
    joined,
    left_out,
    shown,
)
from xpert_studio.core.exchange.formats.incoming.unread import note_unread
from xpert_studio.packs.openai_evals.samples import (
    INCLUDES,
    MATCH,
    EvalSample,
    EvalSamples,
    answer_point,
)

_ANSWERS: Final = (MATCH, INCLUDES, "FuzzyMatch", "JsonMatch")
_GRADED: Final = "ModelBasedClassify"
_ARGS: Final = frozenset(
    {
        "samples_jsonl",
        "ignore_case",
        "modelgraded_spec",
        "modelgraded_spec_args",
        "eval_type",
        "metaeval",
        "max_tokens",
    }
)


class EvalRegistry(FileReading):
    """A ``.yaml`` in the folder ``evals`` of a registry, or beside its samples."""

    def __init__(self, source: Path, project: ProjectFile, terms: Terms) -> None:
        super().__init__(source, project, terms)
        self._folder = source.absolute().parent
        self._root = self._folder.parent if self._folder.name == "evals" else self._folder
        self._samples: dict[Path, list[EvalSample]] = {}
        self._points: dict[str, list[Placed]] = {}
        self._ids: dict[str, set[str]] = {}
        self._notes: list[str] = []
        self._left: list[str] = []
        self._by_judge: list[str] = []

    def read(self) -> None:
        """Takes every eval of the file."""
        self.take(self.whole(self.source) or {})

    def take(self, value: Mapping[str, Any]) -> None:
        """Takes every eval of a file."""
        for name, entry in value.items():
            kind = entry.get("class") if isinstance(entry, dict) else None
            if isinstance(kind, str):
                args = entry.get("args")
                self._eval(
                    str(name), kind.rpartition(":")[2], args if isinstance(args, dict) else {}
                )

    def _eval(self, name: str, kind: str, args: Mapping[str, Any]) -> None:
        why = self._why_not(kind, args)
        spec = self._spec(args) if kind == _GRADED and not why else None
        if kind == _GRADED and not why:
            why = _why_no_spec(spec)
        if why:
            self._left.append(Message("{name} ({why})", name=name, why=why))
            return
        unused = sorted(args.keys() - _ARGS)
        if unused:
            told = Message("{name}: {keys}", name=name, keys=", ".join(unused))
            self._notes.append(Message("Arguments that were not imported: {told}.", told=told))
        if kind not in (MATCH, INCLUDES):
            self._by_judge.append(name)
        for sample in self._samples_of(name, args):
            self._point(name, sample, kind, args, spec)

    def _why_not(self, kind: str, args: Mapping[str, Any]) -> str:
        if kind not in (*_ANSWERS, _GRADED):
            return Message("its class {kind} is code", kind=kind)
        if not isinstance(args.get("samples_jsonl"), str):
            return Message("it names no samples")
        if args.get("metaeval"):
            return Message("it judges judges, not responses")
        if args.get("multicomp_n"):
            return Message("it compares several responses")
        return ""

    def _point(
        self,
        name: str,
        sample: EvalSample,
        kind: str,
        args: Mapping[str, Any],
        spec: Mapping[str, Any] | None,
    ) -> None:
        found = self._points.setdefault(sample.task.id, [])
        ids = self._ids.setdefault(sample.task.id, set())
        position = len(found)
        with self.noting(sample.place):
            if spec is not None:
                point = _graded_point(sample.task.id, spec, args, position)
            elif sample.ideals:
                point = answer_point(sample.task.id, sample.ideals, kind, position, args)
            else:
                raise FaultError(Message("is missing."), Message("Add the right answer."), "ideal")
            point = point.model_copy(update={"id": free_id(id_like(name.partition(".")[0]), ids)})
            found.append(Placed(point, sample.place))

    def _samples_of(self, name: str, args: Mapping[str, Any]) -> Sequence[EvalSample]:
        given = str(args["samples_jsonl"])
        path = self._found(("data", given), (given,), (Path(given).name,))
        if path is None:
            self.problem(
                name,
                "samples_jsonl",
                Message("{file} is not there.", file=shown(given)),
                "Keep the registry's folders together: evals, data and modelgraded.",
            )
            return ()
        if path not in self._samples:
            problems = self.problems
            note_unread(Candidate(path), problems)
            reading = EvalSamples(path.name, problems)
            self._samples[path] = [] if problems else list(reading.samples(path))
            self._notes += left_out(reading.unknown)
        return self._samples[path]

    def _found(self, *names: tuple[str, ...]) -> Path | None:
        """The first of these files that is there, within the registry."""
        for parts in names:
            for root in (self._root, self._folder):
                path = root.joinpath(*parts).resolve()
                if path.is_file() and path.is_relative_to(self._root.resolve()):
                    return path
        return None

    def _spec(self, args: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What a model-graded eval asks; None where its file is not there."""
        name = str(args.get("modelgraded_spec"))
        folder = self._root / "modelgraded"
        own = self._found(("modelgraded", f"{name}.yaml"))
        for path in [*([own] if own else []), *sorted(folder.glob("*.y*ml"))]:
            spec = (self.whole(path) or {}).get(name)
            if isinstance(spec, dict):
                return spec
        return None

    def finished(self) -> Taken:
        """Tasks that some eval has a checkpoint for, with these."""
        taken = Taken()
        if self.problems:
            return taken
        for sample in (one for many in self._samples.values() for one in many):
            points = self._points.get(sample.task.id)
            if points:
                taken.records += [Placed(sample.task, sample.place), *points]
        if self._left:
            told = Message("Evals that were not imported: {names}.", names=joined(self._left))
            if not taken.records:
                self.problem("", "class", told, "Choose an eval of answers or of a grader.")
            taken.notes.append(told)
        taken.notes.append(Message("Evals give no points: each checkpoint has weight 1."))
        if self._by_judge:
            taken.notes.append(
                Message(
                    "Evals whose comparison no check here does, so that a judge decides: {names}.",
                    names=", ".join(self._by_judge),
                )
            )
        taken.notes += self._notes
        return taken


def _why_no_spec(spec: Mapping[str, Any] | None) -> str:
    if spec is None:
        return Message("its grader is not in the folder modelgraded")
    return "" if _scores(spec) else Message("the choices of its grader have no scores")


def _scores(spec: Mapping[str, Any]) -> dict[str, float]:
    """What each choice of a grader scores; none where it does not say."""
    given, choices = spec.get("choice_scores"), spec.get("choice_strings")
    if given == "from_strings" and isinstance(choices, str | list):
        given = {str(choice): float(choice) for choice in choices if str(choice).isdecimal()}
    if not isinstance(given, dict) or len(given) < 2:
        return {}
    numbers = {str(k): float(v) for k, v in given.items() if isinstance(v, int | float)}
    return numbers if len(numbers) == len(given) and len(set(numbers.values())) > 1 else {}


def _graded_point(
    task_id: str, spec: Mapping[str, Any], args: Mapping[str, Any], position: int
) -> Checkpoint:
    more = args.get("modelgraded_spec_args")
    criteria = more.get("criteria") if isinstance(more, dict) else None
    text = criteria if isinstance(criteria, str) else str(spec.get("prompt", "")).strip()
    scores = _scores(spec)
    fields: dict[str, Any] = {"text": text}
    if set(scores.values()) != {0.0, 1.0}:
        fields |= {"instrument": "graded", "settings": dict(_scale(scores))}
    return Checkpoint.model_validate(
        {"task_id": task_id, "id": "c1", "weight": 1, "position": position, **fields}
    )


def _scale(scores: Mapping[str, float]) -> Iterator[tuple[str, Any]]:
    values = sorted({Fraction(value).limit_denominator(1000) for value in scores.values()})
    unit = reduce(
        lambda a, b: Fraction(
            gcd(a.numerator * b.denominator, b.numerator * a.denominator),
            a.denominator * b.denominator,
        ),
        (value - values[0] for value in values[1:]),
    )
    names = {Fraction(value).limit_denominator(1000): name for name, value in scores.items()}
    yield "low", _plain(values[0])
    yield "high", _plain(values[-1])
    yield "step", _plain(unit)
    bands = [{"low": _plain(v), "high": _plain(v), "text": names[v]} for v in reversed(values)]
    yield "bands", bands


def _plain(value: Fraction) -> float | int:
    return int(value) if value.denominator == 1 else float(value)

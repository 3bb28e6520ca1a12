"""Sets up everything the program needs, from nothing but Python 3.11 and this checkout.

    python3 packaging/set_up.py [--extras | --dev]

Makes ``.venv``, installs the locked dependencies (every file checked against its hash) and the
program itself. Does nothing when that was done already for these very lock files. Uses the
standard library only, and says the exact command to type where it cannot go on by itself.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OLDEST = (3, 11)
LOCKS = ("run", "all", "dev")
"""Each holds all of the one before it."""


def main() -> None:
    """Sets up, or says why it cannot."""
    parser = argparse.ArgumentParser(description="Set up the virtual environment in .venv.")
    parser.add_argument("--extras", action="store_true", help="with PDF, Parquet and notebooks")
    parser.add_argument("--dev", action="store_true", help="with what the tests and checks need")
    asked = parser.parse_args()
    dev, name = asked.dev, "dev" if asked.dev else "all" if asked.extras else "run"
    if sys.version_info < OLDEST:
        sys.exit(
            f"Python {'.'.join(map(str, OLDEST))} or newer is needed; this is "
            f"{sys.version.split()[0]}. Name a newer one: make PYTHON=/path/to/python3.12 …"
        )
    sys.path.insert(0, str(ROOT))  # for the table of packages, which needs no installed package
    lock = ROOT / "requirements" / f"{name}.txt"
    stamp = VENV / f"set-up-{name}"
    if any(_is_done(more) for more in LOCKS[LOCKS.index(name) :]):
        return
    _make_venv()
    print(f"Installing the locked dependencies from {lock.relative_to(ROOT)} (a minute or two) …")
    # The lock is complete. Resolving it again would look at releases that came after it.
    pip_install("--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", str(lock))
    _install_window_libraries(needed=dev)
    if dev:
        _install_sandbox()
        # The build backend is among the locked packages: nothing else is fetched.
        pip_install("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    else:
        _link_package()
    stamp.write_text(_fingerprint(lock))


def _is_done(name: str) -> bool:
    stamp = VENV / f"set-up-{name}"
    lock = ROOT / "requirements" / f"{name}.txt"
    return stamp.exists() and stamp.read_text() == _fingerprint(lock)


def _fingerprint(lock: Path) -> str:
    parts = (lock.read_bytes(), (ROOT / "pyproject.toml").read_bytes(), sys.version.encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def python_in(folder: Path = VENV) -> Path:
    """The interpreter of a virtual environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _make_venv() -> None:
    if python_in().exists():
        return
    if importlib.util.find_spec("ensurepip") is None:
        _install_system_packages()
    print("Making .venv …")
    if subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False).returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        sys.exit(f"'{sys.executable} -m venv {VENV}' failed; its message stands above.")


def _install_system_packages() -> None:
    """Debian keeps ``venv`` in a package of its own."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    command = f"apt-get install -y {name}"
    apt = shutil.which("apt-get")
    if apt and os.geteuid() == 0:
        print(f"Installing {name} …")
        subprocess.run([apt, "update", "-qq"], check=False)
        if subprocess.run([apt, "install", "-y", "-qq", name], check=False).returncode == 0:
            return
    prefix = "sudo " if apt else ""
    sys.exit(f"Python's venv module is missing. Type: {prefix}{command}\nThen run this again.")


def _install_window_libraries(*, needed: bool) -> None:
    """Installs what a bare Linux lacks of the libraries of Qt; says what to type where it may not.

    Args:
        needed: Whether going on without them makes no sense, as for the tests.
    """
    from xpert_studio.core.system_packages import how_to_install, known_things

    missing = [name for name in known_things() if ".so" in name and not _loads(name)]
    if _installed(missing):
        return
    message = f"The window needs: {' '.join(missing)}.\n{how_to_install(missing)}"
    if needed:
        sys.exit(message)
    print(message + "\nThe command line works without them.")


def _install_sandbox() -> None:
    """Installs what runs the code of checks, cut off; without it their tests are skipped."""
    from xpert_studio.core.system_packages import how_to_install

    missing = [name for name in SANDBOX_PROGRAMS if not os.access(f"/usr/bin/{name}", os.X_OK)]
    if not _installed(missing):
        print(f"Checks that run code need: {' '.join(missing)}.\n{how_to_install(missing)}")


SANDBOX_PROGRAMS = ("bwrap", "prlimit", "choom", "python3", "node")
"""What runs the code that checks run."""


def _installed(things: list[str]) -> bool:
    """Installs what is missing of the system on a Debian; whether all is there now.

    Args:
        things: What the table of the program calls them. Only a Linux can lack them.
    """
    from xpert_studio.core.system_packages import distribution, packages

    if not things or not sys.platform.startswith("linux"):
        return True
    apt, found = shutil.which("apt-get"), packages(things, distribution())
    if not apt or not found or os.geteuid() != 0:
        return False
    print(f"Installing what is needed of the system: {' '.join(found)} …")
    subprocess.run([apt, "update", "-qq"], check=False)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run([apt, "install", "-y", "-qq", *found], check=False, env=environment)
    return done.returncode == 0


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _link_package() -> None:
    """Makes the package importable and its command callable, without a build backend."""
    query = "import sysconfig; print(sysconfig.get_path('purelib'))"
    result = subprocess.run(
        [str(python_in()), "-c", query], check=True, capture_output=True, text=True
    )
    Path(result.stdout.strip(), "xpert_studio.pth").write_text(f"{ROOT}\n")
    if os.name == "nt":
        return
    script = VENV / "bin" / "xpert-studio"
    script.write_text(
        f"#!{python_in()}\nfrom xpert_studio.start import run\n\nrun()\n", encoding="utf-8"
    )
    script.chmod(0o755)


def pip_install(*arguments: str, folder: Path = VENV) -> None:
    """Installs into a virtual environment what arguments of pip say, or ends the program."""
    command = [
        str(python_in(folder)),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    if subprocess.run([*command, *arguments], check=False).returncode:
        sys.exit("The installation failed; the message stands above. Run the same command again.")


if __name__ == "__main__":
    main()

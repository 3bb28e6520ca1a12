"""Sets up everything the program needs, from nothing but Python 3.11 and this checkout.

    python3 packaging/set_up.py [--dev]

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


def main() -> None:
    """Sets up, or says why it cannot."""
    parser = argparse.ArgumentParser(description="Set up the virtual environment in .venv.")
    parser.add_argument("--dev", action="store_true", help="with what the tests and checks need")
    dev = parser.parse_args().dev
    if sys.version_info < OLDEST:
        sys.exit(
            f"Python {'.'.join(map(str, OLDEST))} or newer is needed; this is "
            f"{sys.version.split()[0]}. Name a newer one: make PYTHON=/path/to/python3.12 …"
        )
    lock = ROOT / "requirements" / ("dev.txt" if dev else "run.txt")
    stamp = VENV / f"set-up-{lock.stem}"
    wanted = _fingerprint(lock)
    done = {path.read_text() for path in (stamp, VENV / "set-up-dev") if path.exists()}
    if wanted in done or (not dev and _fingerprint(lock.with_name("dev.txt")) in done):
        return
    _make_venv()
    print(f"Installing the locked dependencies from {lock.relative_to(ROOT)} (a minute or two) …")
    # The lock is complete. Resolving it again would look at releases that came after it.
    _pip("--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", str(lock))
    _install_window_libraries(needed=dev)
    if dev:
        _install_sandbox()
        # The build backend is among the locked packages: nothing else is fetched.
        _pip("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    else:
        _link_package()
    stamp.write_text(wanted)


def _fingerprint(lock: Path) -> str:
    parts = (lock.read_bytes(), (ROOT / "pyproject.toml").read_bytes(), sys.version.encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _make_venv() -> None:
    if _python().exists():
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


WINDOW_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
"""Libraries of the system that Qt needs on Linux, and Debian's packages of them."""


def _install_window_libraries(*, needed: bool) -> None:
    """Installs what a bare Linux lacks; says what to type where it may not.

    Args:
        needed: Whether going on without them makes no sense, as for the tests.
    """
    if not sys.platform.startswith("linux"):
        return
    missing = [package for name, package in WINDOW_LIBRARIES.items() if not _loads(name)]
    if not missing:
        return
    if _apt_installed(missing):
        return
    listed = " ".join(missing)
    command = f"sudo apt-get install -y {listed}"
    message = f"The window needs: {listed}. On Debian or Ubuntu type:\n  {command}"
    if needed:
        sys.exit(message)
    print(message + "\nThe command line works without them.")


SANDBOX_PROGRAMS = {
    "/usr/bin/bwrap": "bubblewrap",
    "/usr/bin/prlimit": "util-linux",
    "/usr/bin/choom": "util-linux",
    "/usr/bin/python3": "python3",
    "/usr/bin/node": "nodejs",
}
"""What runs the code that checks run, where Debian has it, and Debian's packages of it."""


def _install_sandbox() -> None:
    """Installs what runs the code of checks, cut off; without it their tests are skipped."""
    if not sys.platform.startswith("linux"):
        return
    lacking = (name for place, name in SANDBOX_PROGRAMS.items() if not os.access(place, os.X_OK))
    missing = list(dict.fromkeys(lacking))
    if missing and not _apt_installed(missing):
        listed = " ".join(missing)
        print(f"Checks that run code need: {listed}. On Debian or Ubuntu type:")
        print(f"  sudo apt-get install -y {listed}")


def _apt_installed(packages: list[str]) -> bool:
    """Installs packages of Debian where that is possible, and says whether it did."""
    apt = shutil.which("apt-get")
    if not apt or os.geteuid() != 0:
        return False
    print(f"Installing what is needed of the system: {' '.join(packages)} …")
    subprocess.run([apt, "update", "-qq"], check=False)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run([apt, "install", "-y", "-qq", *packages], check=False, env=environment)
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
        [str(_python()), "-c", query], check=True, capture_output=True, text=True
    )
    Path(result.stdout.strip(), "xpert_studio.pth").write_text(f"{ROOT}\n")
    if os.name == "nt":
        return
    script = VENV / "bin" / "xpert-studio"
    script.write_text(
        f"#!{_python()}\nfrom xpert_studio.start import run\n\nrun()\n", encoding="utf-8"
    )
    script.chmod(0o755)


def _pip(*arguments: str) -> None:
    command = [str(_python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.run([*command, *arguments], check=False).returncode:
        sys.exit("The installation failed; the message stands above. Run the same command again.")


if __name__ == "__main__":
    main()

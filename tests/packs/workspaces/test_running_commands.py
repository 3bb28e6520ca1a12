"""Commands that try to leave their folder, or to leave in it what harms who takes it up."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.judge.sandboxes import need_sandbox
from tests.packs.workspaces.folders import ROOT, of
from tests.waiting import PATIENCE, wait_until
from xpert_studio.core.errors import UsageError
from xpert_studio.packs.code.sandbox import command, running, watch
from xpert_studio.packs.workspaces import running as workspaces
from xpert_studio.packs.workspaces.folder import MOST_FILE_BYTES, FolderError
from xpert_studio.packs.workspaces.running import CommandTerms, RunError, run_in

START = of({"a.txt": "a\n", "sub/b.txt": "b\n"})


@pytest.fixture(scope="module", autouse=True)
def sandbox():
    need_sandbox()


@pytest.fixture(autouse=True)
def host_is_unaffected():
    """After each attack: no descriptor more, and no process left."""
    before, began = _descriptors(), time.monotonic()
    there = set(watch.descendants(os.getpid()))
    yield
    assert _descriptors() <= before
    assert set(watch.descendants(os.getpid())) <= there
    assert time.monotonic() - began < PATIENCE


def _descriptors():
    return len(list(Path("/proc/self/fd").iterdir()))


def after(script, *, stdin="", known=None, **terms):
    """The folder that a script of the shell leaves."""
    given = CommandTerms(**{"seconds": 60} | terms)
    return run_in(START, ["/bin/sh", "-c", script], stdin=stdin, known=known, terms=given).folder


def python(code, **terms):
    """The folder that a Python program leaves."""
    given = CommandTerms(**{"seconds": 60} | terms)
    return run_in(START, ["/usr/bin/python3", "-c", code], terms=given).folder


def left_by(script, **terms):
    """What is said of the folder that a script leaves, which cannot be taken."""
    with pytest.raises(FolderError) as error:
        after(script, **terms)
    return " ".join(error.value.problems)


def test_what_a_command_changes_is_taken_up_and_what_it_reads_is_the_prompt():
    found = after("cat > prompt.txt; rm a.txt; chmod +x sub/b.txt", stdin="Fix it. 数据")
    assert found.files["prompt.txt"].content.decode() == "Fix it. 数据"
    assert found.files.keys() == {"prompt.txt", "sub/b.txt"}
    assert found.files["sub/b.txt"].is_executable


def test_nothing_of_this_computer_is_in_its_environment(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-proj-secret")
    found = after("env > env.txt", known={"XPERT_TASK": "t1"})
    said = found.files["env.txt"].content.decode()
    assert "secret" not in said and "XPERT_TASK=t1" in said
    assert {line.partition("=")[0] for line in said.splitlines()} <= {
        "PATH", "HOME", "TMPDIR", "LANG", "PYTHONDONTWRITEBYTECODE", "XPERT_TASK", "PWD", "OLDPWD",
        "SHLVL", "_",
    }  # fmt: skip


@pytest.mark.parametrize(
    "place", ["/etc/x", "/usr/x", "/x", "/dev/x", "../../x", "/tmp/../x", "/root/x", "/home/x"]
)  # fmt: skip
def test_nothing_can_be_written_beside_its_folder(place):
    found = after(f"(echo x > {place}) 2>/dev/null && echo written > out.txt || echo no > out.txt")
    assert found.files["out.txt"].content == b"no\n"


def test_it_sees_no_files_of_this_computer_and_no_process():
    found = after("ls /root /home /etc /proc /sys /run /var > seen.txt 2>/dev/null; true")
    assert set(found.files["seen.txt"].content.decode().split()) <= {
        "/root:", "/home:", "/etc:", "/proc:", "/sys:", "/run:", "/var:",
    }  # fmt: skip


def test_links_that_lead_out_are_refused_by_name():
    said = left_by("ln -s /etc/passwd abs; ln -s ../home rel; ln -s / sub/root; ln -s . own")
    assert [f"{name} is a symbolic link" in said for name in ("abs", "rel", "sub/root", "own")] == [
        True
    ] * 4


def test_its_folder_in_the_place_of_another_is_not_taken_for_it():
    with pytest.raises(RunError, match="removed its working folder"):
        after("cd ..; mv work home/moved; ln -s / work")
    with pytest.raises(RunError, match="removed its working folder"):
        after("cd ..; rm -r work; touch work")
    with pytest.raises(RunError, match="removed its working folder"):
        after("cd ..; rm -r work")


def test_a_folder_renamed_across_its_bounds_is_no_way_out():
    found = after("mv sub ../home/s; cd ../home/s && echo x > ../../../../../x; true")
    assert found.files.keys() == {"a.txt"}


def test_pipes_sockets_devices_and_bits_are_refused_and_keep_nobody_waiting():
    said = left_by(
        "mkfifo p; chmod 4755 a.txt; echo h > h; ln h hard;"
        "python3 -c \"import socket; socket.socket(socket.AF_UNIX).bind('s')\";"
        "mknod d c 1 3 2>/dev/null; true"
    )
    assert "p is a pipe" in said and "s is a socket" in said and "a.txt has setuid" in said
    assert "h is a hard link" in said and "hard is a hard link" in said


def test_odd_names_are_refused():
    names = [b"new\nline", b"con", b"end.", b"x\xff", "\u202eexe.txt".encode(), b"\x1b[2J"]
    with pytest.raises(FolderError) as error:
        python(f"import os\nfor name in {names!r}: os.mknod(name)")
    assert len(error.value.problems) == len(names)
    assert error.value.message.isprintable()


def test_a_huge_file_cannot_be_made_and_a_sparse_one_is_refused_unread():
    said = left_by(f"truncate -s {MOST_FILE_BYTES + 1} sparse")
    assert "sparse has 8,388,609 bytes" in said
    with pytest.raises(RunError, match="code"):
        after("truncate -s 9000G huge")
    with pytest.raises(RunError, match=r"No space|too large|File size"):
        python("[open(str(n), 'wb').write(bytes(1 << 23)) for n in range(9)]", room=16)


def test_deleted_files_that_are_held_open_take_no_more_room_than_there_is():
    found = python(
        "import os\nheld = []\ntry:\n    for n in range(100):\n"
        "        file = open('x', 'wb', 0); os.unlink('x'); held.append(file)\n"
        "        file.write(bytes(1 << 20)) == 1 << 20 or 1 / 0\n"
        "except (OSError, ZeroDivisionError): open('full', 'w')\n",
        room=16,
    )
    assert "full" in found.files


def test_a_million_files_end_the_command():
    with pytest.raises(RunError, match="more than 10,000 files"):
        python("for n in range(1_000_000): open(str(n), 'w')")
    with pytest.raises(RunError, match="more than 10,000 files"):
        python("import os\nfor n in range(1_000_000): os.mkdir(str(n))")


def test_a_folder_deeper_than_can_be_opened_is_refused():
    said_of = "import os\nfor _ in range(3000):\n    os.mkdir('d'); os.chdir('d')\n"
    with pytest.raises(FolderError, match="too long or too deep"):
        python(said_of)


def test_it_ends_by_the_clock_with_all_that_it_began():
    with pytest.raises(RunError, match="more than 1 seconds"):
        after("(sleep 1000 &) ; setsid sleep 1000 & trap '' TERM XCPU; sleep 1000", seconds=1)


def test_it_ends_where_it_takes_too_much_memory():
    with pytest.raises(RunError, match=r"64 MB|MemoryError"):
        python("x = []\nwhile True: x.append(bytearray(1 << 20))", megabytes=64)


def test_many_processes_cannot_be_made():
    code = (
        "import os, time\nmade = 0\ntry:\n    while made < 400:\n        if not os.fork():\n"
        "            time.sleep(60)\n        made += 1\nexcept OSError:\n    pass\n"
        "open('made.txt', 'w').write(str(made))\n"
    )
    made = int(python(code).files["made.txt"].content)
    assert 0 < made < 256


def test_what_still_runs_when_it_ends_changes_nothing_any_more():
    script = "(while true; do date +%N > c.txt; ln -sf / l; rm -f l; done) & (setsid sh -c "
    script += "'while true; do echo y >> d.txt; done' &) ; sleep 0.2"
    problems, found = (), START
    try:
        found = after(script)
    except FolderError as error:  # it was ended between two of its steps
        problems = error.problems
    assert set(problems) <= {"l is a symbolic link"}
    assert problems or {"a.txt", "c.txt", "d.txt"} <= found.files.keys()


@pytest.mark.parametrize("family", ["AF_INET", "AF_INET6", "AF_NETLINK", "AF_VSOCK"])
def test_there_is_no_network(family):
    with pytest.raises(RunError, match="Operation not permitted"):
        python(f"import socket; socket.socket(socket.{family}, socket.SOCK_RAW)")


def test_the_network_is_there_where_it_is_allowed():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = f"import socket; socket.create_connection(('127.0.0.1', {port}), 20).sendall(b'hi')"
        python(code, network=True)
        with server.accept()[0] as there:
            assert there.recv(2) == b"hi"
        with pytest.raises(RunError, match="Operation not permitted"):
            python(code)
    with pytest.raises(RunError, match="Operation not permitted"):
        python("import socket; socket.socket(socket.AF_VSOCK, 1)", network=True)


def test_it_reads_what_it_may_see_and_cannot_write_there(request):
    tmp_path = Path(tempfile.mkdtemp(dir="/var/tmp"))
    request.addfinalizer(lambda: shutil.rmtree(tmp_path))
    tmp_path.chmod(0o755)
    (tmp_path / "tool.py").write_text("open('made.txt', 'w').write('by the tool')")
    found = after(f"python3 {tmp_path}/tool.py; echo x > {tmp_path}/y; true", see=(str(tmp_path),))
    assert found.files["made.txt"].content == b"by the tool"
    assert [path.name for path in tmp_path.iterdir()] == ["tool.py"]


def test_keys_and_devices_can_never_be_seen(tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "config"))
    (tmp_path / "config").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "config")
    for path in (tmp_path, tmp_path / "config", tmp_path / "link", "/", "/proc/self", "/run"):
        with pytest.raises(UsageError, match="must not see"):
            after("true", see=(str(path),))
    with pytest.raises(UsageError, match="There is no"):
        after("true", see=(str(tmp_path / "nowhere"),))


def test_a_command_that_fails_says_why_and_keeps_no_key(monkeypatch):
    with pytest.raises(RunError, match="code 3: it broke"):
        after("echo chatter; echo it broke >&2; exit 3")
    with pytest.raises(RunError) as error:
        after("echo token sk-proj-abcdefghijklmnopqrstuvwxyz0123456789 >&2; exit 1")
    assert "abcdefghij" not in error.value.message
    with pytest.raises(RunError, match="code"):
        run_in(START, ["/nowhere/at/all"])


def test_a_command_ends_at_once_when_it_is_asked_to():
    looks = iter([False, True])
    with pytest.raises(RunError, match="was stopped"):
        run_in(START, ["/bin/sleep", "587"], is_stopped=lambda: next(looks, True))
    wait_until(lambda: "587" not in _commands_named("sleep"))


def _commands_named(name):
    """Arguments of the processes of this computer with a name."""
    found = set()
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = line.read_bytes().decode().split("\0")
        except OSError:
            continue
        if Path(words[0]).name == name:
            found.update(words[1:])
    return found


def test_much_output_is_thrown_away():
    assert "a.txt" in after("head -c 30000000 /dev/zero | tr '\\0' x; true").files


def test_without_bubblewrap_nothing_is_run_and_the_remedy_is_said(monkeypatch):
    tools = command.Tools("", "/usr/bin/prlimit", "/usr/bin/choom")
    monkeypatch.setattr(running, "found_tools", lambda: (tools, ["bwrap"]))
    with pytest.raises(RunError) as error:
        after("true")
    assert "bwrap" in error.value.message and "bubblewrap" in error.value.remedy


def test_a_sandbox_that_cannot_be_reached_runs_nothing(monkeypatch):
    monkeypatch.setattr(workspaces, "_PATIENCE", 0)
    monkeypatch.setattr(workspaces.os, "pidfd_open", _gone)
    with pytest.raises(RunError, match="sandbox could not be made"):
        after("true")


def _gone(_process):
    raise ProcessLookupError


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="not root")
def test_a_person_who_is_not_root_can_run_commands_too(tmp_path):
    code = (
        "import sys\n"
        "from xpert_studio.packs.workspaces.running import run_in\n"
        "from xpert_studio.packs.workspaces.folder import Folder, FolderFile\n"
        "start = Folder({'d/a': FolderFile(b'x', True)})\n"
        "found = run_in(start, ['/bin/sh', '-c', 'chmod 0 d/a; id -u > u']).folder.files\n"
    )
    done = subprocess.run(
        ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", sys.executable, "-c",
         code], env={"PYTHONPATH": str(ROOT), "HOME": "/nonexistent", "PATH": os.environ["PATH"]},
        cwd="/", capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "ModuleNotFoundError" in done.stderr or "Permission denied: '/root" in done.stderr:
        pytest.skip("The program cannot be read by others here.")
    assert "d/a cannot be read" in done.stderr, done.stderr


def test_a_run_that_is_killed_leaves_no_process(tmp_path):
    code = (
        "from xpert_studio.packs.workspaces.running import run_in\n"
        "from xpert_studio.packs.workspaces.folder import EMPTY\n"
        "print('begun', flush=True)\n"
        "run_in(EMPTY, ['/bin/sh', '-c', 'sleep 987654'])\n"
    )
    started = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )  # fmt: skip
    assert started.stdout.readline() == b"begun\n"
    wait_until(lambda: _sleeping())
    started.send_signal(signal.SIGKILL)
    started.wait()
    started.stdout.close()
    wait_until(lambda: not _sleeping())


def _sleeping():
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += [place] if b"987654" in place.read_bytes().split(b"\0") else []
        except OSError:
            continue
    return found

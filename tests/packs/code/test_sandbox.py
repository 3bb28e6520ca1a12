"""Attacks on the sandbox, really carried out: each is contained, and nothing of it is left."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.judge.sandboxes import need_node, need_sandbox, python
from tests.waiting import PATIENCE, wait_until
from xpert_studio.core.instruments.deciding import CannotCheckError, Completed, Program, Stop
from xpert_studio.core.system_packages import how_to_install
from xpert_studio.packs.code.sandbox import command, run, running, system_calls, watch, why_not

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module", autouse=True)
def sandbox() -> None:
    need_sandbox()


@pytest.fixture(autouse=True)
def host_is_unaffected():
    """After each attack: no descriptor more, no process left, and none that hung."""
    before, began = _descriptors(), time.monotonic()
    yield
    assert _descriptors() <= before  # fewer where something older was collected
    assert _sandboxes() == []
    assert time.monotonic() - began < PATIENCE


def _descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _sandboxes() -> list[str]:
    """Processes of sandboxes that this process began: by their tree, and by what they are called."""
    found = [str(process) for process in watch.descendants(os.getpid())][1:]
    return [process for process in found if b"/tmp/own" in _command_line(process)]


def _command_line(process: str) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def said(code: str, **options: int) -> str:
    """What a program prints that ends well."""
    completed = python(textwrap.dedent(code), **options)
    assert completed.exit_code == 0, completed
    return completed.output.strip()


def refused(*calls: str, before: str = "") -> None:
    """Each call raises an OSError; or is there for no one."""
    for call in calls:
        code = f"import os, sys, ctypes, socket, mmap, signal\n{textwrap.dedent(before)}\ntry:\n"
        code += f"    {call}\nexcept (OSError, ValueError) as error:\n    print('refused')"
        assert said(code) == "refused", call


def test_what_a_program_has():
    assert said("print(input() + '!')", stdin=b"hello\n") == "hello!"
    assert said("import os; print(sorted(os.listdir('.')))") == "['main.py']"
    assert said("import os; print(os.getuid(), os.getcwd())") == "65534 /tmp/own"
    assert said("open('a', 'w').write('x'); print(open('a').read())") == "x"
    assert said("import multiprocessing as m; print(m.Pool(2).map(abs, [-1, 2]))") == "[1, 2]"
    assert said("import threading as t; a = t.Thread(target=print, args=[7]); a.start()") == "7"


def test_nothing_of_ours_is_passed_on(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted")
    monkeypatch.setenv("LD_PRELOAD_NOT", "planted")
    names = said("import os; print(*sorted(os.environ))").split()
    assert set(names) <= {*command._ENVIRONMENT, "PWD", "LC_CTYPE"}
    left = "import os\nfor n in range(3, 64):\n  try: print(n, os.fstat(n))\n  except OSError: 0"
    assert said(left) == ""
    assert said("import os; print(*sorted(os.listdir('/dev')))") == "null shm urandom"


def test_exit_codes():
    assert python("import sys; sys.exit(3)").exit_code == 3
    assert python("import os; os.kill(os.getpid(), 11)").exit_code == 128 + signal.SIGSEGV
    assert python("1/0").error.strip().endswith("ZeroDivisionError: division by zero")
    assert python("import os; os.kill(os.getpid(), 9)") == Completed(137)


def test_a_fork_bomb():
    bomb = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"
    assert python(bomb, seconds=1).stopped is Stop.TIME
    count = "import os, time\nn = 0\ntry:\n  while os.fork(): n += 1\n  time.sleep(9)\n"
    assert 5 <= int(said(count + "except OSError: print(n)")) < command._LIMITS["nproc"]


def test_a_bomb_of_threads():
    bomb = """
        import threading, time
        n = 0
        try:
            while True:
                threading.Thread(target=time.sleep, args=[9], daemon=True).start(); n += 1
        except RuntimeError:
            print(n, flush=True)
            import os; os._exit(0)
    """
    assert int(said(bomb)) < command._LIMITS["nproc"]


PROCESSES = """
for _ in range(10):
    if not os.fork(): break
x = bytearray(10**8)
time.sleep(9)
"""


@pytest.mark.parametrize(
    "bomb",
    [
        "kept = []\nwhile True: kept.append(bytearray(10**7))",
        "x = bytearray(600_000_000)",
        f"import os, time\n{PROCESSES}",
        f"import os, time, ctypes\nctypes.CDLL(None).prctl(4, 0, 0, 0, 0)\n{PROCESSES}",
    ],
    ids=["bit by bit", "at once", "in many processes", "in processes that cannot be looked into"],
)
def test_memory_bombs(bomb):
    completed = python(bomb, seconds=10)
    assert completed.stopped is Stop.MEMORY
    assert completed.limit == 512


def test_memory_that_processes_share_is_counted_once():
    shared = "import os, time\nx = bytearray(3 * 10**8)\nfor _ in range(8):\n  if not os.fork():"
    assert said(shared + "\n    time.sleep(0.3); os._exit(0)\nfor _ in range(8): os.wait()") == ""


def test_memory_that_no_limit_would_count():
    refused(
        "os.memfd_create('x')",
        "mmap.mmap(-1, 4096)",
        "os.open('/dev/zero', os.O_RDWR)",
    )
    libc = "c = ctypes.CDLL(None, use_errno=True)\ndef call(n):\n  if n == -1: raise OSError"
    refused("call(c.shmget(0, 4096, 0o1600))", "call(c.msgget(0, 0o1600))", before=libc)
    refused("call(c.semget(0, 9, 0o1600))", before=libc)


def test_files_fill_only_their_own_folder():
    before = os.statvfs("/").f_bavail, os.statvfs("/tmp").f_ffree
    fill = """
        import signal
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        n = 0
        for name in range(100):
            try:
                with open(str(name), "wb", 0) as file:
                    while True: n += file.write(b"x" * 2**20)
            except OSError: pass
        print(n)
    """
    assert 60 * 2**20 < int(said(fill, seconds=5)) <= command.ROOM
    assert python("open('x', 'wb').truncate(10 * 2**30)").exit_code != 0
    assert python("n = 0\nwhile True:\n  open(str(n), 'w').close(); n += 1").stopped is Stop.FILES
    after = os.statvfs("/").f_bavail, os.statvfs("/tmp").f_ffree
    assert before[0] - after[0] < 50_000  # others write too
    assert after[1] > 0


def test_it_cannot_write_anywhere_else():
    for place in ("/x", "/usr/x", "/usr/bin/x", "/dev/x", "/bin/x", "/proc", "/etc/x"):
        refused(f"open({place!r}, 'w')")
    refused("os.remove('/usr/bin/python3')", "os.chmod('/usr/bin/env', 0o777)", "os.mkdir('/y')")


def test_files_of_the_host_are_not_there(tmp_path):
    secret = tmp_path / "project.xpert"
    secret.write_text("secret")
    secret.chmod(0o644)
    places = ["/etc/shadow", "/etc/passwd", "/root", "/home", "/var", "/proc/1/environ", "/sys"]
    for place in (*places, str(Path.home()), str(secret), str(ROOT), "/run", "/mnt", "/boot"):
        refused(f"os.stat({place!r})")
        # Nor by a link, or up from its own folder.
        refused(f"os.symlink({place!r}, 'l'); os.stat('l/.')")
        refused(f"os.stat('../../../../..' + {place!r})")
    assert set(said("import os; print(*os.listdir('/'))").split()) <= {
        "bin", "sbin", "lib", "lib32", "lib64", "libx32", "usr", "dev", "tmp",
    }  # fmt: skip


def test_there_is_no_network():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        refused(
            f"socket.create_connection(('127.0.0.1', {port}), 1)",
            "socket.create_connection(('1.1.1.1', 53), 1)",
            "socket.getaddrinfo('example.org', 80)",
        )
        server.settimeout(0.1)
        with pytest.raises(TimeoutError):
            server.accept()
    for family in (2, 10, 16, 17, 38, 40):  # IPv4, IPv6, netlink, packet, crypto, machine to host
        refused(f"socket.socket({family}, socket.SOCK_DGRAM)", f"socket.socket({family}, 3)")
    # Abstract sockets of the host belong to its network namespace.
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0xpert-studio-test")
        server.listen()
        refused(r"socket.socket(socket.AF_UNIX).connect('\0xpert-studio-test')")


def test_processes_of_the_host_cannot_be_reached():
    outside = {os.getpid(), os.getppid(), 4_000} - {1}  # the first has that number inside too
    refused(*(f"os.kill({process}, 0)" for process in outside))
    assert said("import os; print(os.getppid())") == "1"
    # Signals to all that there are end only the sandbox.
    assert python("import os\nif os.fork(): os.wait()\nelse: os.kill(-1, 9)").exit_code == 137
    assert python("import os; os.kill(1, 9); os.kill(os.getppid(), 15); print(1)").output == "1\n"
    assert python("import os; os.killpg(0, 9)").exit_code == 137


CALLS = """
    c = ctypes.CDLL(None, use_errno=True)
    def call(*arguments):
        if c.syscall(*arguments) == -1: raise OSError(ctypes.get_errno(), "")
"""


def test_every_call_that_is_to_be_refused_is():
    known = system_calls.resource_json("sandbox", "system_calls.json")[os.uname().machine]
    numbers = sorted(known["refused"].values())
    code = f"import ctypes\nc = ctypes.CDLL(None, use_errno=True)\nfor n in {numbers}:\n"
    code += "  ctypes.set_errno(0)\n"
    code += "  if c.syscall(n, 0, 0, 0, 0, 0, 0) != -1 or ctypes.get_errno() != 1: print(n)"
    assert said(code) == ""


def test_namespaces_mounts_and_tracing():
    known = system_calls.resource_json("sandbox", "system_calls.json")[os.uname().machine]
    clone = known["special"]["clone"]
    refused(f"call({clone}, 0x10000011, 0, 0, 0, 0)", before=CALLS)
    refused(f"call({clone}, 0x00020011, 0, 0, 0, 0)", before=CALLS)
    checked = CALLS + "\n    def no(n):\n        if n == -1: raise OSError"
    refused("no(c.unshare(0x10000000))", "no(c.ptrace(16, 1, 0, 0))", before=checked)
    refused("no(c.mount(b'none', b'/tmp/own', b'tmpfs', 0, None))", before=checked)
    refused("no(c.umount2(b'/tmp', 2))", "no(c.setuid(0))", "os.chroot('/tmp')", before=checked)
    refused("os.setuid(0)", "os.setgroups([0])", "os.mknod('m', 0o60600, 0x0801)")


def test_programs_that_change_the_user_do_not():
    code = (
        "import subprocess as s; print(s.run(['su', '-c', 'id'], capture_output=True).returncode)"
    )
    assert said(code) != "0"


def test_limits_cannot_be_raised():
    for name in ("NPROC", "DATA", "NOFILE", "FSIZE", "CPU", "CORE"):
        refused(
            f"r.setrlimit(r.RLIMIT_{name}, (2**40, 2**40))", before="import resource as r"
        )  # fmt: skip


def test_time(monkeypatch):
    monkeypatch.setattr(running, "SPARE_SECONDS", 1)
    for code in (
        "while True: pass",
        "import time; time.sleep(60)",
        "import signal\nfor n in (1, 2, 3, 15, 24): signal.signal(n, signal.SIG_IGN)\nwhile 1: 0",
        "import os, time\nos.close(1); os.close(2)\ntime.sleep(60)",
    ):
        began = time.monotonic()
        completed = python(code, seconds=1)
        assert (completed.stopped, completed.exit_code) == (Stop.TIME, None)
        assert time.monotonic() - began < PATIENCE


def test_children_do_not_outlive_it():
    began = time.monotonic()
    orphan = """
        import os, time, signal
        if os.fork() == 0:
            os.setsid()
            signal.signal(15, signal.SIG_IGN); signal.signal(1, signal.SIG_IGN)
            if os.fork() == 0: time.sleep(60)
            os._exit(0)
        print("done", flush=True)
    """
    assert said(orphan) == "done"
    assert time.monotonic() - began < PATIENCE


@pytest.mark.parametrize("where", [1, 2])
def test_output_without_end(where):
    endless = f"import os\nwhile True: os.write({where}, b'x' * 65536)"
    completed = python(endless, seconds=5)
    assert completed.stopped is Stop.OUTPUT
    assert len(completed.output) + len(completed.error) <= 2 * running.MOST_OUTPUT
    both = "import os\nwhile True: os.write(1, b'x'); os.write(2, b'x')"
    assert python(both, seconds=1).stopped in (Stop.OUTPUT, Stop.TIME)


def test_output_of_all_kinds():
    assert len(python("print('x' * 900_000)").output) == 900_001
    binary = python("import os; os.write(1, bytes(range(256)))").output
    assert binary.startswith("\x00\x01")
    assert "\ufffd" in binary
    assert python("print('{\"exit-code\": 0}'); 1/0").exit_code == 1


def test_input_that_is_never_read_or_long():
    assert said("print(1)", stdin=b"x" * 5_000_000) == "1"
    assert said("import sys; print(len(sys.stdin.read()))", stdin=b"x" * 5_000_000) == "5000000"
    refused("os.write(0, b'x')", "os.ftruncate(0, 10**9)")


def test_code_that_is_no_text():
    assert python(b"print(1)\0").exit_code in (0, 1)  # as the version of Python has it
    assert python(b"\xff\xfe" * 1_000).exit_code == 1
    assert python(b"(" * 100_000).exit_code != 0
    assert python("").exit_code == 0
    assert python("x = 1\n" * 200_000, seconds=10).exit_code == 0


def test_it_ends_with_us():
    """A sandbox ends when what began it is killed."""
    code = "import time; time.sleep(60)"
    starter = (
        "from tests.judge.sandboxes import python; print(1, flush=True); "
        f"python({code!r}, seconds=50)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", starter], cwd=ROOT, stdout=subprocess.PIPE, env=dict(os.environ)
    )
    process.stdout.readline()
    # Before it runs, bubblewrap's own processes wait for each other, also for one that was killed.
    wait_until(lambda: any(map(_is_code, watch.descendants(process.pid))), "the code does not run")
    inside = list(watch.descendants(process.pid))[1:]
    process.kill()
    process.wait()
    process.stdout.close()
    wait_until(lambda: all(_state(one) in ("", "Z") for one in inside), "it lives on")


def _is_code(process: int) -> bool:
    return _command_line(str(process)).startswith(b"/usr/bin/python3\0")


def _state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][:1]
    except OSError:
        return ""


def test_many_at_once():
    with ThreadPoolExecutor(12) as pool:
        outputs = list(pool.map(lambda n: python(f"print({n})", seconds=10).output, range(24)))
    assert outputs == [f"{n}\n" for n in range(24)]

    async def gathered() -> list[Completed]:
        programs = (Program("python", "m.py", {"m.py": b"print(1)"}) for _ in range(6))
        return await asyncio.gather(*(asyncio.to_thread(run, one) for one in programs))

    assert {one.output for one in asyncio.run(gathered())} == {"1\n"}


def test_javascript():
    need_node()

    def javascript(code: str) -> Completed:
        return run(Program("javascript", "main.js", {"main.js": code.encode()}, seconds=2))

    assert javascript("console.log(process.getuid())").output == "65534\n"
    assert javascript("while (true);").stopped is Stop.TIME
    assert javascript("a = []; while (1) a.push(new Array(1e6).fill(1.5))").stopped is Stop.MEMORY
    assert javascript("a = []; while (1) a.push(Buffer.alloc(1e7, 1))").stopped is Stop.MEMORY
    assert javascript("require('net').connect(80, '127.0.0.1')").exit_code == 1
    assert javascript("require('fs').readFileSync('/etc/passwd')").exit_code == 1
    assert javascript("new WebAssembly.Memory({ initial: 1 }); console.log(1)").output == "1\n"


def test_where_there_is_no_sandbox_nothing_is_run(monkeypatch):
    monkeypatch.setattr(
        running.subprocess, "Popen", lambda *_, **__: pytest.fail("something was started")
    )
    with monkeypatch.context() as patch:
        patch.setattr(command, "_PATH", "/nowhere")
        with pytest.raises(CannotCheckError) as raised:
            python("print(1)")
        assert "bwrap" in raised.value.message
        assert raised.value.remedy == how_to_install(["bwrap", "prlimit", "choom"])
    for name, value in (("platform", "darwin"), ("platform", "win32")):
        with monkeypatch.context() as patch:
            patch.setattr(running.sys, name, value)
            with pytest.raises(CannotCheckError, match="Linux"):
                python("print(1)")
    with monkeypatch.context() as patch:
        patch.setattr(running, "call_filter", lambda **_: None)
        with pytest.raises(CannotCheckError, match="processor"):
            python("print(1)")
    with monkeypatch.context() as patch:
        patch.setitem(command._INTERPRETERS, "python", ("/usr/bin/python-none",))
        assert "python-none" in why_not().message


@pytest.mark.parametrize(
    ("script", "remedy"),
    [
        ("echo 'bwrap: No permissions to create new namespace' >&2; exit 1", "user namespaces"),
        ("echo 'bwrap: Unknown option --size' >&2; exit 1", "0.7 or newer"),
        ("kill -9 $$", "user namespaces"),
    ],
)
def test_a_sandbox_that_cannot_be_made_is_an_error(monkeypatch, script, remedy):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # run by another user
        tools = {"bwrap": script, "choom": 'shift 3; exec "$@"', "prlimit": "exit 1"}
        for name, text in tools.items():
            tool = Path(folder, name)
            tool.write_text(f"#!/bin/sh\n{text}\n")
            tool.chmod(0o755)
        monkeypatch.setattr(command, "_PATH", folder)
        with pytest.raises(CannotCheckError) as raised:
            python("print(1)")
    assert remedy in raised.value.remedy


def test_what_has_ended_and_was_waited_for_is_ended_without_an_error(monkeypatch):
    process = subprocess.Popen(["/bin/true"])
    os.waitpid(process.pid, 0)
    monkeypatch.setattr(process, "poll", lambda: None)
    running.end(process)

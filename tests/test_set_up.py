"""What the setup says where libraries of the system are missing and it may not install them."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.doctor.hidden import started, without
from xpert_studio.core.system_packages import how_to_install

ROOT = Path(__file__).resolve().parents[1]
CODE = """
import ast
import sys
from importlib import import_module
from importlib.util import find_spec
sys.path[:0] = [{root!r}, {root!r} + "/packaging"]
import set_up
set_up._install_window_libraries(needed={needed})
set_up._install_sandbox()
print("went on")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have their libraries")
@pytest.mark.parametrize("needed", [True, False])
def test_it_names_the_packages_of_this_distribution(needed, tmp_path):
    code = CODE.format(root=str(ROOT), needed=needed)
    with without("libxcb-icccm.so.4", tmp_path) as before:
        said = started("-S", "-c", code, before=before, PATH="/nowhere")
    told = said.stderr if needed else said.stdout
    assert f"The window needs: libxcb-icccm.so.4.\n{how_to_install(['libxcb-icccm.so.4'])}" in told
    assert ("went on" in said.stdout) != needed
    assert said.returncode == needed


def test_it_says_nothing_where_all_is_there():
    said = started("-S", "-c", CODE.format(root=str(ROOT), needed=True))
    assert said.stdout == "went on\n"


@pytest.mark.parametrize(
    "script", [*(ROOT / "packaging").glob("*.py"), *(ROOT / "resources").rglob("*.py")],
    ids=lambda path: path.name,
)  # fmt: skip
def test_scripts_beside_the_program_import_what_there_is(script):
    """Types are checked of the program alone."""
    for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("xpert_studio"):
            module = import_module(node.module)
            for name in (one.name for one in node.names):
                assert hasattr(module, name) or find_spec(f"{node.module}.{name}"), (script, name)

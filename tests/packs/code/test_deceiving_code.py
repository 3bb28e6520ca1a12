"""Code that is written to pass tests that it should not, really run; and right code beside it."""

from __future__ import annotations

import pytest

from tests.judge.sandboxes import need_node
from tests.packs.code.test_code_checks import outcome_of
from xpert_studio.core.instruments.deciding import CannotCheckError

pytestmark = pytest.mark.sampled(16)

ADD_TEST = "assert add(1, 2) == 3"
EVIL = """
class Evil:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return True
    __le__ = __gt__ = __ge__ = __contains__ = __lt__
    def __hash__(self): return hash(3)
    def __sub__(self, other): return 0.0
    __rsub__ = __sub__
    def __abs__(self): return 0.0
    def __getattr__(self, name): return lambda *given: True
def add(*given): return Evil()
"""


@pytest.mark.parametrize(
    "tests",
    [
        ADD_TEST,
        "assert 3 == add(1, 2)",
        "assert not add(1, 2) != 3",
        "assert add(1, 2) in [3]",
        "assert add(1, 2) in {3}",
        "assert add(1, 2) < 4",
        "assert abs(add(1, 2) - 3) < 1e-9",
        "assert abs(3 - add(1, 2)) < 1e-9",
        "assert 3 in add(1, 2)",
        "assert add(1, 2).startswith('3')",
        "assert add(1, 2).issubset({3})",
        "assert add(1, 2).is_integer()",
        "assert isinstance(add(1, 2), int)",
        "assert add(1, 2) == add(2, 1)",
        "import math\nassert math.isclose(add(1, 2), 3)",
        (
            "import unittest\nclass T(unittest.TestCase):\n"
            "  def test(self): self.assertAlmostEqual(add(1, 2), 3)"
        ),
        (
            "import unittest\nclass T(unittest.TestCase):\n"
            "  def test(self): self.assertEqual(add(1, 2), 3)"
        ),
    ],
)
def test_an_object_that_equals_everything_does_not(tests):
    assert not outcome_of(EVIL, tests).passed


@pytest.mark.parametrize(
    "code",
    [
        "class add:\n  def __new__(cls, *a): return object.__new__(cls)\n  def __eq__(s, o): return True",
        "class I(int):\n  def __eq__(s, o): return True\ndef add(a, b): return I(0)",
        ("import sys\ndef add(a, b):\n  f = sys._getframe()\n  while f:\n"
        "    if 'given' in f.f_locals: print(f.f_locals['given']); f.f_locals['given'].clear()\n"
        "    f = f.f_back\n  return 0"),
        "import builtins\nbuiltins.exec = builtins.compile = lambda *a, **k: None",
        "import unittest\nunittest.TestCase.assertEqual = lambda *a: None\ndef add(a, b): return 0",
        "import __main__\n__main__.ended_well = lambda e: True\ndef add(a, b): raise SystemExit(0)",
        "import sys\nsys.modules['__main__'].main = print\ndef add(a, b): return 0",
        ("import gc\nfor o in gc.get_objects():\n  if type(o) is dict and 'proof' in o:\n"
        "    print(o)\ndef add(a, b): return 0"),
        ("import ast\nast.Assert = ast.Pass\nast.parse = lambda *a: ast.Module([], [])\n"
        "def add(a, b): return 0"),
        "import os, signal\ndef add(a, b): os.kill(os.getppid(), signal.SIGTERM)",
        "import os, signal\ndef add(a, b): print('0' * 64, 'passed'); os.kill(os.getppid(), 9)",
        "import atexit, os\natexit.register(os._exit, 0)\ndef add(a, b): raise SystemExit",
        ("import os\nfor n in range(64):\n  try: os.write(n, b'passed\\n{\"is\": 3, \"shared\": []}\\n')\n"
        "  except OSError: pass\ndef add(a, b): return 0"),
        ("import os\nfor name in os.listdir('.'):\n  if name != 'solution.py':\n"
        "    open(name, 'w').write('import os; os._exit(0)')\ndef add(a, b): return 0"),
        "open('unittest.py', 'w').write('import os; os._exit(0)')\ndef add(a, b): return 0",
        "class E(Exception):\n  def __init__(s, *a): raise SystemExit(0)\ndef add(a, b): raise E()",
        "import unittest\ndef add(a, b): raise unittest.SkipTest('no')",
        "def add(a, b): return add\nadd.__eq__ = lambda o: True",
        "def add(a, b): return exit",
    ],
)  # fmt: skip
def test_what_is_done_to_its_own_process_does_not_help(code):
    cases = (
        "import unittest\nclass T(unittest.TestCase):\n"
        "  def test(self): self.assertEqual(add(1, 2), 3)"
    )
    for tests in (ADD_TEST, cases):
        assert not outcome_of(code, tests).passed


@pytest.mark.parametrize(
    ("code", "tests"),
    [
        ("def abs(x): return 0\ndef add(a, b): return 0.0", "assert abs(add(1, 2) - 3) < 1e-9"),
        ("def sorted(x): return 0\ndef add(a, b): return 1", "assert add(2, 1) == sorted([1, 2])"),
        ("def isinstance(*a): return True\ndef add(a, b): return 1",
         "assert isinstance(add(1, 2), str)"),
        ("__asserted__ = __builtins__ = 0\ndef add(a, b): return 0", ADD_TEST),
    ],
)  # fmt: skip
def test_builtins_of_the_tests_are_their_own(code, tests):
    assert not outcome_of(code, tests).passed


def test_a_function_that_has_the_name_of_a_builtin_can_be_tested():
    code = "def sum(x): return 7"
    assert outcome_of(code, "import solution\nassert solution.sum([1]) == 7").passed
    assert outcome_of(code, "from solution import sum\nassert sum([1]) == 7").passed
    assert outcome_of(code, "assert sum([1]) == 7", entry_point="sum").passed


def test_code_that_ends_does_not_pass_as_an_exception():
    tests = "try:\n    add(1, 2)\nexcept BaseException:\n    pass\nassert True"
    assert not outcome_of("import os\ndef add(a, b): os._exit(0)", tests).passed
    assert outcome_of("def add(a, b): raise ValueError", tests).passed


def test_callbacks_of_tests_give_no_way_in():
    code = (
        "def apply(f, x):\n  for name in ('__globals__', '__code__', '__closure__', 'gi_frame'):\n"
        "    try: getattr(f, name)\n    except AttributeError: continue\n    return 'in'\n"
        "  return f(x)"
    )
    assert outcome_of(code, "assert apply(lambda x: x + 1, 2) == 3").passed


NODE = "class Node:\n    def __init__(self, v, n=None): self.v, self.n = v, n\n"
STACK = (
    "class Empty(IndexError):\n  def __str__(self): return 'none'\n"
    "class Stack:\n  def __init__(self): self.all = []\n  def push(self, x): self.all.append(x)\n"
    "  def pop(self):\n    if not self.all: raise Empty(0)\n    return self.all.pop()\n"
    "  def __len__(self): return len(self.all)\n  def __eq__(self, o): return self.all == o.all\n"
    "  def __contains__(self, x): return x in self.all\n  def __iter__(self): return iter(self.all)\n"
    "  def __add__(self, n):\n    made = Stack(); made.all = self.all + [n]; return made\n"
    "  def __rmul__(self, n): return n * len(self.all)\n"
    "  def __getitem__(self, n): return self.all[n]\n"
)


@pytest.mark.parametrize(
    ("code", "tests"),
    [
        ("def f(): return [1, (2, {3}), {'a': None}, b'x', 1.5, True, 10**5000, 2+1j]",
         ("r = f()\nassert r == [1, (2, {3}), {'a': None}, b'x', 1.5, True, 10**5000, 2+1j]\n"
         "assert [type(x) for x in r] == [int, tuple, dict, bytes, float, bool, int, complex]")),
        ("def f(a): a.sort()", "a = [3, 1, 2]\nassert f(a) is None\nassert a == [1, 2, 3]"),
        ("def f(a): a.append([1]); return a", "a = []\nassert f(a) is a\nassert a == [[1]]"),
        ("def f(g): return [g(n) for n in range(3)]", "assert f(lambda n: n * n) == [0, 1, 4]"),
        ("def f(n):\n  for i in range(n): yield i", ("assert list(f(3)) == [0, 1, 2]\n"
         "g = f(1)\nassert next(g) == 0\ntry: next(g)\nexcept StopIteration: pass\nelse: assert 0")),
        ("def f(n): return lambda m: n + m", "assert f(1)(2) == 3"),
        ("def f(x): raise ValueError('bad', x)",
         "try: f(1)\nexcept ValueError as e: assert e.args == ('bad', 1)\nelse: assert False"),
        (STACK, ("s = Stack()\ns.push(1)\nassert len(s) == 1 and 1 in s and 2 not in s and s[0] == 1"
         "\nassert s + 2 != s and list(s + 2) == [1, 2] and 3 * s == 3\nassert isinstance(s, Stack)"
         "\nt = Stack(); t.push(1)\nassert s == t\nassert s.pop() == 1\n"
         "try: s.pop()\nexcept Empty as e: assert str(e) == 'none'\nelse: assert False\n"
         "assert issubclass(Empty, IndexError)")),
        ("import collections\nP = collections.namedtuple('P', 'x y')\ndef f(): return P(1, 2)",
         "assert f() == (1, 2) and f().y == 2"),
        ("from collections import *\ndef f(): return Counter('aab'), deque([1]), OrderedDict(a=1)",
         ("from collections import Counter, deque\nassert f()[0] == Counter('aab')\n"
         "assert f()[1] == deque([1]) and f()[2] == {'a': 1}")),
        (("from decimal import Decimal as D\nfrom datetime import *\n"
         "def f(): return D('1.10'), date(2020, 1, 2), timedelta(1), datetime(2020, 1, 2, 3)"),
         ("from decimal import Decimal\nfrom datetime import date, timedelta, datetime\n"
         "assert f() == (Decimal('1.1'), date(2020, 1, 2), timedelta(1), datetime(2020, 1, 2, 3))")),
        ("class L(list): pass\ndef f(): return L([1])", "assert f() == [1]"),
        (NODE.replace("Node", "N") + "def f(h): return 1 + f(h.n) if h else 0",
         NODE + "assert f(Node(1, Node(2))) == 2"),
        ("def f(h):\n  p = None\n  while h: h.n, p, h = p, h, h.n\n  return p",
         NODE + "a = Node(1); b = Node(2, a)\nh = f(b)\nassert h is a and h.n is b"),
        ("def f(): print('hi')", ("import io, contextlib\nwith contextlib.redirect_stdout(io.StringIO())"
         " as o: f()\nassert o.getvalue() == 'hi\\n'")),
        ("def f(): return int(input()) + 1",
         ("from unittest.mock import patch\nwith patch('builtins.input', return_value='2'):\n"
         "  assert f() == 3")),
        ("async def f(): return 3", "import asyncio\nassert asyncio.run(f()) == 3"),
        (("import functools\n@functools.lru_cache\ndef f(n): return n\ndef wrap(g):\n"
         "  @functools.wraps(g)\n  def h(*a): return g(*a) + 1\n  return h"),
         "@wrap\ndef g(n): return n\nassert g(1) == 2\nassert f(2) == 2 and f.cache_info().hits == 0"),
        ("import enum\nclass Color(enum.Enum): RED = 1\ndef f(): return Color.RED",
         "assert f() == Color.RED and f().value == 1 and Color(1) is Color.RED"),
        ("N = 3\ndef f(): return N", ("import solution\nassert solution.N == 3\nsolution.N = 4\n"
         "assert solution.f() == 4")),
        ("def f(t): return t('3')", "assert f(int) == 3"),
        ("from __future__ import annotations\nclass A:\n  def f(self) -> B: return 3\n", "assert A().f() == 3"),
    ],
)  # fmt: skip
def test_right_code_passes(code, tests):
    outcome = outcome_of(code, tests)
    assert outcome.passed, outcome.reason


ADD = "def add(a, b):\n    return a + b\n"


@pytest.mark.parametrize(
    "code",
    [
        f"{ADD}\nn = int(input('n: '))\nprint(add(n, n))",
        f"{ADD}\nimport sys\nprint(add(1, 2))\nsys.exit(0)",
        f"import sys\n{ADD}\nif __name__ == '__main__':\n    sys.exit(add(1, 2))",
        f"{ADD}\nassert add(1, 2) == 4, 'wrong demo'",
        f"n = int(input())\n{ADD}",
        f"```python\n{ADD}```\nUse it so:\n```python\n>>> add(1, 2)\n3\n```",
        f"Here is the function:\n\n{ADD}\nIt adds two numbers (of any kind).",
        f"<p>So:</p><pre><code>{ADD}</code></pre>",
    ],
)
def test_what_stands_around_right_code_does_not_fail_it(code):
    outcome = outcome_of(code, ADD_TEST)
    assert outcome.passed, outcome.reason


@pytest.mark.parametrize(
    "tests",
    [
        "# nothing",
        "add(1, 2) == 3",
        "add(1, 2)",
        "import unittest\nclass T(unittest.TestCase):\n  def test(self): self.skipTest('later')",
        (
            "import unittest\nclass T(unittest.TestCase):\n  @unittest.skip('x')\n"
            "  def test(self): assert add(1, 2) == 3"
        ),
        "import unittest\nraise unittest.SkipTest('later')",
        "def check(candidate):\n  assert candidate(1, 2) == 3",
        "def test_add():\n  pass",
        "def test_add(a, b):\n  assert add(a, b) == 3",
        "class TestAdd:\n  def test_add(self): add(1, 2)",
        "def helper():\n  assert add(1, 2) == 3",
        "import not_there\nassert add(1, 2) == 3",
        "def test():\n  import not_there\n  assert add(1, 2) == 3",
        "import runpy\nassert runpy.run_path('solution.py')['add'](1, 2) == 3",
        "exec(open('solution.py').read())\nassert add(1, 2) == 3",
        "exec(f'assert {add(1, 2)} == 3')",
        "import unittest\nclass T(unittest.TestCase):\n  def test(self): import not_there",
    ],
)
def test_tests_that_decide_nothing(tests):
    with pytest.raises(CannotCheckError) as raised:
        outcome_of(ADD, tests)
    assert raised.value.remedy
    if "not_there" in tests:
        assert "not_there" in raised.value.message


@pytest.mark.parametrize("sum_", [3, 4])
def test_tests_in_the_styles_of_humaneval_and_pytest_are_run(sum_):
    check = f"def check(candidate):\n  assert candidate(1, 2) == {sum_}"
    assert outcome_of(ADD, check, entry_point="add").passed is (sum_ == 3)
    case = f"class TestAdd:\n  def setup_method(self): self.n = 2\n  def test(self): assert add(1, self.n) == {sum_}"
    assert outcome_of(ADD, case).passed is (sum_ == 3)
    plain = f"if add(1, 2) != {sum_}:\n    raise ValueError"
    assert outcome_of(ADD, plain).passed is (sum_ == 3)
    assert not outcome_of(ADD, check, entry_point="plus").passed


def test_a_module_that_the_code_lacks_is_its_own_fault():
    outcome = outcome_of(f"import not_there\n{ADD}", ADD_TEST)
    assert not outcome.passed
    assert "No module named 'not_there'" in outcome.reason
    late = outcome_of("def add(a, b):\n    import not_there", ADD_TEST)
    assert not late.passed
    assert "not_there" in late.reason


JS_TEST = "assert.equal(add(1, 2), 3)"


@pytest.mark.parametrize(
    ("code", "tests"),
    [
        ("process.on('uncaughtException', () => {}); function add() { return 0 }", JS_TEST),
        ("process.on('unhandledRejection', () => {}); function add() { return 0 }", JS_TEST),
        ("process.on('uncaughtException', () => {}); function add() { return 0 }",
         f"setTimeout(() => {JS_TEST}); assert(true)"),
        ("globalThis.assert = { equal() {} }; function add() { return 0 }", JS_TEST),
        ("require('assert').equal = () => {}; function add() { return 0 }", JS_TEST),
        ("function assert() {}\nassert.equal = () => {}; function add() { return 0 }", JS_TEST),
        ("Promise.prototype.then = function (f) { f('passed') }; function add() { return 0 }", JS_TEST),
        ("JSON.stringify = () => ''; function add() { return 0 }",
         "assert(JSON.stringify(add(1, 2)) === JSON.stringify([3]))"),
        ("globalThis.JSON = { stringify: () => '' }; function add() { return 0 }",
         "assert(JSON.stringify(add(1, 2)) === JSON.stringify([3]))"),
        ("Math.abs = () => 0; function add() { return 0 }",
         "assert(Math.abs(add(1, 2) - 3) < 1e-9)"),
        ("function add() { return require('v8').writeHeapSnapshot() }", JS_TEST),
        ("function add() { return process.mainModule.require('fs') }", JS_TEST),
        ("function add() { return { valueOf: () => 0, toString: () => '0' } }", JS_TEST),
        ("function add() { process.exitCode = 0; process.emit('beforeExit'); return 0 }", JS_TEST),
        ("function parseInt() { return 3 }; function add() { return '0' }",
         "assert.equal(parseInt(add(1, 2)), 3)"),
        ("Object.prototype.proof = 1; function add() { return 0 }", JS_TEST),
    ],
)  # fmt: skip
def test_javascript_that_deceives_does_not_pass(code, tests):
    need_node()
    assert not outcome_of(code, tests, "javascript").passed


@pytest.mark.parametrize(
    "code",
    [
        "module.exports = { add: (a, b) => a + b }",
        "module.exports = function add(a, b) { return a + b }",
        "exports.add = (a, b) => a + b",
        "const add = (a, b) => a + b\nmodule.exports = { add }",
        "function add(a, b) { return a + b }\nprocess.exit(0)",
        "function add(a, b) { return a + b }\nrequire('assert').equal(add(1, 2), 4)",
        "const assert = require('assert'); const add = (a, b) => a + b; assert(add(1, 1) == 2)",
        "const add = (a, b) => a + b;\nexport { add };\nexport default add;",
        "```js\nconst add = (a, b) => a + b\n```",
        "Here:\n\nfunction add(a, b) {\n  return a + b;\n}\n\nIt adds two numbers.",
    ],
)
def test_right_javascript_passes(code):
    need_node()
    for tests in (JS_TEST, f"const assert = require('node:assert/strict'); {JS_TEST}"):
        outcome = outcome_of(code, tests, "javascript")
        assert outcome.passed, outcome.reason
    check = "function check(candidate) { assert.equal(candidate(1, 2), 3) }"
    assert outcome_of(code, check, "javascript", entry_point="add").passed


@pytest.mark.parametrize(
    "tests",
    ["// nothing", "add(1, 2) === 3", "function check(f) { assert(f(1, 2) === 3) }",
     "const x = require('not-there'); assert(x)", "assert.equal(eval('add(1, 2)'), 3)"],
)  # fmt: skip
def test_javascript_tests_that_decide_nothing(tests):
    need_node()
    with pytest.raises(CannotCheckError):
        outcome_of("const add = (a, b) => a + b", tests, "javascript")

"""Solutions that cheat, each by another idea, really run: none passes. And honest ones that do.

The campaign is a product: each cheat is tried on tests of each style that it could deceive.
"""

from __future__ import annotations

import pytest

from tests.judge.sandboxes import need_node
from tests.packs.code.test_code_checks import outcome_of
from xpert_studio.core.instruments.deciding import CannotCheckError

pytestmark = pytest.mark.sampled(24)


def passes(code: str, tests: str, language: str = "python") -> bool:
    try:
        return outcome_of(code, tests, language).passed
    except CannotCheckError:
        return False


YES = (
    "class Yes:\n"
    "  def __eq__(self, o): return True\n"
    "  def __ne__(self, o): return False\n"
    "  def __hash__(self): return 0\n"
)
EVERY = (
    YES
    + "".join(
        f"  def __{name}__(self, *o): return {said}\n"
        for said, names in {
            "True": "lt le gt ge contains bool",
            "0.0": "sub rsub add radd truediv mul abs neg float round",
            "3": "int len index",
        }.items()
        for name in names.split()
    )
    + "  def __getattr__(self, name): return lambda *given: True\n"
)
VECTOR = (
    "class Vector:\n  def __init__(self, x, y): self.x, self.y = x, y\n"
    "  def __add__(self, o): return Vector(0, 0)\n"
    "  def __abs__(self): return self.x\n"
)
"""A class whose sum is wrong."""

STACK = (
    "class Stack:\n  def __init__(self): self.all = []\n  def push(self, x): self.all.append(x)\n"
)

FUNCTION_TESTS = (
    "assert add(1, 2) == 3",
    "import unittest\nclass T(unittest.TestCase):\n  def test(self): self.assertEqual(add(1, 2), 3)",
    "assert isinstance(add(1, 2), int) and add(1, 2) == 3",
    "assert [add(1, 2)] == [3] and {'a': add(1, 2)} == {'a': 3}",
    "assert abs(add(1, 2) - 3) < 1e-9",
    "import math\nassert math.isclose(add(1, 2), 3)",
)
PYTHON = {
    "subclass of int": "class I(int):\n  def __eq__(s, o): return True\n  __hash__ = int.__hash__\ndef add(a, b): return I(0)",
    "subclass of str": "class S(str):\n  def __eq__(s, o): return True\n  __hash__ = str.__hash__\ndef add(a, b): return S('0')",
    "subclass of list": "class L(list):\n  def __eq__(s, o): return True\ndef add(a, b): return L([3])",
    "subclass of float": "class F(float):\n  def __sub__(s, o): return 0.0\n  __rsub__ = __sub__\n  def __eq__(s, o): return True\n  __hash__ = None\ndef add(a, b): return F(9)",
    "object that says yes": EVERY + "def add(a, b): return Yes()",
    "class that says yes": "class M(type):\n  def __eq__(s, o): return True\n  __hash__ = type.__hash__\nclass add(metaclass=M):\n  def __new__(c, *a): return c",
    "feigned class": EVERY + "Yes.__class__ = property(lambda s: int)\ndef add(a, b): return Yes()",
    "feigned module": "class math:\n  isclose = staticmethod(lambda *a, **k: True)\ndef add(a, b): return 9",
    "builtins": "import builtins\nfor n in ('abs', 'isinstance', 'sorted', 'len', 'all', 'any', 'min', 'max', 'round'):\n  setattr(builtins, n, lambda *a, **k: True)\ndef add(a, b): return 0",
    "own builtins": "abs = lambda x: 0\nisinstance = lambda *a: True\ndef add(a, b): return 0.0",
    "unittest": "import unittest\nfor n in dir(unittest.TestCase):\n  if n.startswith('assert'): setattr(unittest.TestCase, n, lambda *a, **k: None)\ndef add(a, b): return 0",
    "sys.modules": "import sys\nfor m in list(sys.modules.values()):\n  for n in ('main', 'run', 'ended_well', 'cases_pass'):\n    if hasattr(m, n): setattr(m, n, lambda *a, **k: True)\ndef add(a, b): return 0",
    "planted module": "for n in ('math', 'unittest', 'line_up', 'peer', 'crossing', 'remote', 'sitecustomize', 'asyncio'):\n  open(n + '.py', 'w').write('import os\\nisclose = lambda *a: True\\nos._exit(0)')\ndef add(a, b): return 0",
    "frames": "import sys\ndef add(a, b):\n  f = sys._getframe()\n  while f:\n    for v in list(f.f_locals.values()) + list(f.f_globals.values()):\n      if type(v) is int and v == 3: return v\n      if type(v) is str and '== 3' in v: return 3\n    f = f.f_back\n  return 0",
    "collector": "import gc\ndef add(a, b):\n  for o in gc.get_objects():\n    if type(o) in (list, dict) and 'add(1, 2)' in repr(o)[:10**6]: return 3\n  return 0",
    "inspection": "import inspect, linecache\ndef add(a, b):\n  for s in inspect.stack():\n    if s.code_context and '== 3' in s.code_context[0]: return 3\n  return 3 if 'tests.py' in linecache.cache else 0",
    "proc": "import os\ndef add(a, b):\n  for p in ('self', os.getppid()):\n    for n in ('mem', 'fd/0', 'environ', 'cmdline'):\n      try:\n        if b'== 3' in open(f'/proc/{p}/{n}', 'rb').read(): return 3\n      except OSError: pass\n  return 0",
    "descriptors": "import os\ndef add(a, b):\n  for n in range(64):\n    try:\n      if b'== 3' in os.pread(n, 10**6, 0): return 3\n    except OSError: pass\n  return 0",
    "files": "import os\ndef add(a, b):\n  for d, _, fs in os.walk('/tmp'):\n    for f in fs:\n      if 'ass' + 'ert add(1, 2)' in open(os.path.join(d, f), errors='replace').read(): return 3\n  return 0",
    "exit": "import os\ndef add(a, b): os._exit(0)",
    "exit at once": "import os\nos._exit(0)",
    "exit by signal": "import os, signal\ndef add(a, b): os.kill(0, 15)",
    "exit of the tests": "import os\ndef add(a, b): os.kill(os.getppid(), 2); return 0",
    "system exit": "def add(a, b): raise SystemExit(0)",
    "keyboard": "def add(a, b): raise KeyboardInterrupt",
    "marker": "def add(a, b): print('passed'); print('0' * 64, 'passed'); return 0",
    "answers written": "import os, json\nfor n in range(3, 64):\n  try: os.write(n, json.dumps({'is': 3, 'shared': []}).encode() + b'\\n')\n  except OSError: pass\ndef add(a, b): return 0",
    "nonsense written": "import os\nfor n in range(3, 64):\n  try: os.write(n, b'[' * 9999 + b'\\n')\n  except OSError: pass\ndef add(a, b): return 0",
    "peer": "import gc, peer\nfor o in gc.get_objects():\n  if isinstance(o, peer.Peer): o.encode = lambda v, s: ['builtin', 'True']\ndef add(a, b): return 0",
    "encoder": "import json\njson.dumps = lambda o, **k: '{\"is\": true, \"shared\": [], \"do\": \"input\", \"with\": []}'\ndef add(a, b): return 0",
    "asking the tests": "import gc, peer\ndef add(a, b):\n  p = next(o for o in gc.get_objects() if isinstance(o, peer.Peer))\n  for n in ('eval', 'load', 'get', 'call', 'input', '__class__'):\n    try: p.ask(n, '3')\n    except Exception: pass\n  return 0",
    "number of a kept object": "import gc, peer\ndef add(a, b):\n  p = next(o for o in gc.get_objects() if isinstance(o, peer.Peer))\n  for n in range(99):\n    try: p.ask('set', peer.Remote(p, n), 'add', 3)\n    except Exception: pass\n  return 0",
    "named tuple": "import collections\nT = collections.namedtuple('T', 'isclose x')\nclass U(T):\n  def __eq__(s, o): return True\ndef add(a, b): return U(3, 3)",
    "exception": "class E(AssertionError):\n  def __eq__(s, o): return True\ndef add(a, b): return E()",
    "generator": "def add(a, b):\n  yield 3",
    "coroutine": "async def add(a, b): return 3",
    "array": "class A:\n  shape = ()\n  class dtype: str = '<i8'\n  def item(s): return Y()\n  def reshape(s, n): return s\n  def tolist(s): return [Y()]\n  def __eq__(s, o): return True\nclass Y(int):\n  def __eq__(s, o): return True\nA.__module__ = 'numpy'\nA.__name__ = 'ndarray'\ndef add(a, b): return A()",
    "trace": "import sys, threading\nsys.settrace(lambda f, e, a: None)\nthreading.settrace(print)\nsys.setprofile(lambda *a: None)\ndef add(a, b): return 0",
    "audit": "import sys\nsys.addaudithook(lambda e, a: None)\nsys.excepthook = lambda *a: None\nimport atexit\natexit.register(lambda: __import__('os')._exit(0))\ndef add(a, b): raise ValueError",
    "threads": "import threading, os, time\ndef end():\n  time.sleep(0.01)\n  os._exit(0)\ndef add(a, b):\n  threading.Thread(target=end).start()\n  time.sleep(9)",
    "fork": "import os\ndef add(a, b):\n  if os.fork(): os._exit(0)\n  return 0",
    "memory": "import ctypes\ndef add(a, b):\n  c = ctypes.CDLL(None)\n  c.process_vm_readv(__import__('os').getppid(), 0, 0, 0, 0, 0)\n  ctypes.c_long.from_address(id(0) + 24).value = 3\n  return 0 if 0 != 3 else 9",
}  # fmt: skip


@pytest.mark.parametrize("tests", FUNCTION_TESTS)
@pytest.mark.parametrize("idea", PYTHON)
def test_no_cheat_passes(idea, tests):
    assert not passes(PYTHON[idea], tests)


CLASS_TESTS = {
    "a value": (
        STACK, "  def pop(self): return {}()\n",
        ("s = Stack()\ns.push(3)\nassert s.pop() == 3",
         "s = Stack()\ns.push(3)\nassert 3 == s.pop()",
         "s = Stack()\ns.push('abc')\nassert s.pop() == 'abc'",
         "s = Stack()\ns.push([1, 'b'])\nassert s.pop() == [1, 'b']",
         "s = Stack()\ns.push(3)\nassert not s.pop() != 3",
         "s = Stack()\ns.push(3)\nassert [s.pop()] == [3]",
         "s = Stack()\ns.push(3)\nassert s.pop() in (3, 4)",
         "s = Stack()\ns.push(3)\nassert 2 < s.pop() < 4",
         "s = Stack()\ns.push(3)\nassert abs(s.pop() - 3) < 1e-9",
         "s = Stack()\ns.push([3])\nassert 3 in s.pop()",
         "s = Stack()\ns.push('abc')\nassert s.pop().startswith('ab')",
         "s = Stack()\ns.push(3)\nassert isinstance(s.pop(), int)",
         "s = Stack()\ns.push(3)\nassert s.pop() is True or s.pop() == 3",
         "from solution import *\ns = Stack()\ns.push(3)\nassert s.pop() == 3",
         "import unittest\nclass T(unittest.TestCase):\n  def test(self):\n    s = Stack()\n    s.push(3)\n    self.assertEqual(s.pop(), 3)"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("tests", CLASS_TESTS["a value"][2])
@pytest.mark.parametrize(
    "evil",
    [
        EVERY,
        EVERY.replace("class Yes:", "class Yes(int):"),
        "class M(type):\n  def __eq__(s, o): return True\n  __hash__ = type.__hash__\n" + EVERY,
        EVERY.replace("return True", "return 1"),
        EVERY + "class Stack2(Yes): pass\nYes = Stack2\n",
    ],
)
def test_a_class_does_not_help(evil, tests):
    start, method, _ = CLASS_TESTS["a value"]
    assert not passes(f"{evil}\n{start}{method.format('Yes')}", tests)


OBJECT_TESTS = (
    "assert Vector(1, 2) + Vector(3, 4) == Vector(4, 6)",
    "a, b = Vector(1, 2), Vector(3, 4)\nassert a + b == Vector(4, 6)\nassert a == a",
    (
        "import unittest\nclass T(unittest.TestCase):\n  def test(self):\n"
        "    self.assertEqual(Vector(1, 2) + Vector(3, 4), Vector(4, 6))"
    ),
    (
        "import unittest\nclass T(unittest.TestCase):\n  def test(self):\n"
        "    self.assertEqual(Vector(1, 2) + Vector(3, 4), Vector(4, 6))\nunittest.main()"
    ),
    "assert Vector(4, 6) in [Vector(1, 2) + Vector(3, 4)]",
    "assert not (Vector(1, 2) + Vector(3, 4) != Vector(4, 6))",
)


@pytest.mark.parametrize("tests", OBJECT_TESTS)
@pytest.mark.parametrize(
    "code",
    [
        VECTOR + "  def __eq__(self, o): return True\n",
        VECTOR + "  def __eq__(self, o): return isinstance(o, Vector)\n",
        VECTOR + "  __hash__ = lambda s: 0\n  def __eq__(self, o): return type(o) is Vector\n",
        ("class Vector:\n  def __init__(self, *a): pass\n  def __add__(self, o): return self\n"
        "  def __eq__(self, o): return isinstance(o, Vector)\n"),
        VECTOR.replace("return Vector(0, 0)", "return Wild(0, 0)")
        + "  def __eq__(s, o): return (s.x, s.y) == (o.x, o.y)\nclass Wild(Vector):\n  def __eq__(s, o): return True\n",
        VECTOR.replace("return Vector(0, 0)", "return Wild(0, 0)")
        + "  def __eq__(s, o): return (s.x, s.y) == (o.x, o.y)\nclass Wild(Vector):\n"
        "  def __eq__(s, o): return isinstance(o, Vector)\n",
        "class M(type):\n  def __instancecheck__(s, o): return True\n" + VECTOR.replace(
            "Vector:", "Vector(metaclass=M):") + "  def __eq__(s, o): return isinstance(o, Vector)\n",
        VECTOR + "  def __eq__(s, o): return s\n  def __bool__(s): return True\n",
    ],
)  # fmt: skip
def test_objects_that_equal_all_of_their_kind_do_not_pass(code, tests):
    assert not passes(code, tests)


CASE = "import unittest\nclass T(unittest.TestCase):\n  def test(self): self.assertEqual(add(1, 2), 3)\n"
LOAD_TESTS = (
    "def add(a, b): return 0\ndef load_tests(loader, tests, pattern):\n"
    "  for suite in tests:\n    for case in suite: case.test = lambda: None\n  return tests"
)
PROOF = (
    "import sys, os\nf = sys._getframe()\nwhile f:\n  g = f.f_locals.get('given')\n"
    "  if isinstance(g, dict) and 'proof' in g:\n"
    "    os.write(1, ('\\n%s passed\\n' % g['proof']).encode())\n    os._exit(0)\n  f = f.f_back\n"
)

MORE = {
    "load_tests": (LOAD_TESTS, CASE + "unittest.main()"),
    "load_tests imported": (LOAD_TESTS, "from solution import *\n" + CASE + "unittest.main()"),
    "setUpModule": ("def setUpModule(): raise SystemExit(0)\ndef add(a, b): return 0", CASE + "unittest.main()"),
    "tearDownModule": ("def tearDownModule(): raise SystemExit(0)\ndef add(a, b): return 0", CASE + "unittest.main()"),
    "the case": ("def f(case):\n  case.assertEqual = case.fail = lambda *a: None\n  return 0", "import unittest\nclass T(unittest.TestCase):\n  def test(self): self.assertEqual(f(self), 3)"),
    "the case skips": ("def f(case):\n  case.skipTest('no')", "import unittest\nclass T(unittest.TestCase):\n  def test(self): self.assertEqual(f(self), 3)"),
    "a plain case": ("def f(case):\n  case.must_be = lambda *a: None\n  return 0", "class TestF:\n  def must_be(self, x): assert x == 3\n  def test(self): self.must_be(f(self))"),
    "run as a script": (PROOF, "import runpy, io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()) as o: runpy.run_path('solution.py')\nassert o.getvalue() == 'hello\\n'"),
    "run as text": (PROOF, "import io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()) as o: exec(open('./solution.py').read())\nassert o.getvalue() == 'hello\\n'"),
    "run by a loader": (PROOF, "import importlib.util as u\ns = u.spec_from_file_location('s', '../own/solution.py' if 0 else 'solution.py')\nm = u.module_from_spec(s)\ns.loader.exec_module(m)\nassert m.f() == 3"),
    **{f"a planted module: {name}": (
        "import py_compile, os\nPAY = 'import os, sys\\nf = sys._getframe()\\nwhile f:\\n  g = f.f_locals.get(\"given\")\\n  if type(g) is dict and \"proof\" in g: os.write(1, (\"\\\\n%s passed\\\\n\" % g[\"proof\"]).encode()); os._exit(0)\\n  f = f.f_back'\n"
        "open('colorsys.py', 'w').write(PAY)\n" + more + "\ndef add(a, b): return 0",
        f"import sys\nsys.path.insert(0, {name!r})\nimport colorsys\nassert add(1, 2) == 3")
       for name, more in {
           ".": "",
           "": "os.chmod('colorsys.py', 0o444); os.chmod('.', 0o555)",
           "/tmp/own/../own": "",
           "./": "py_compile.compile('colorsys.py', 'colorsys.pyc', dfile='/usr/lib/python3/colorsys.py')\nos.remove('colorsys.py')",
           "./.": "py_compile.compile('colorsys.py', 'colorsys.pyc', dfile='<frozen>')\nos.remove('colorsys.py')",
       }.items()},
    "text that is run": ("def f(): return '[__import__(\"os\")._exit(0)]'", "assert eval(f()) == [3]"),
    "text that is run, by a class": ("class P:\n  def __repr__(s): return PAY\n  def __eq__(s, o): return True\n" + "PAY = 'print.__self__.__import__(\"os\")._exit(0)'", "assert eval(repr(P())) == P()"),
    "text that is run as statements": ("def f(): return 'import os\\nos._exit(0)'", "d = {}\nexec(f(), d)\nassert d['x'] == 3"),
    "text of a function of the tests": ("def f(): return 'stop(0)'", "import sys\nstop = sys.exit\nassert eval(f()) == 3"),
    "another name for the assertion": ("Low = AssertionError\ndef f(): pass", "try:\n  f()\n  assert False\nexcept Low: pass"),
    "another name for exceptions": ("Low = Exception\ndef f(): pass", "import unittest\nclass T(unittest.TestCase):\n  def test(self):\n    try:\n      f()\n      self.fail('no error')\n    except Low: pass"),
    "another name, raised": ("Low = Exception\ndef f(): pass", "try:\n  f()\n  raise AssertionError('no error')\nexcept Low: pass"),
    "callbacks that are tried": ("def f(g):\n  try: g(0)\n  except BaseException: pass", "def g(x):\n  assert x == 3\nf(g)\nassert True"),
    "threads of the tests": ("def add(a, b): return 0", "import threading\ndef work():\n  assert add(1, 2) == 3\nt = threading.Thread(target=work)\nt.start(); t.join()"),
    "an exit code": ("import sys\ndef f(): sys.exit(7)", "try: f()\nexcept SystemExit as e: assert not e.code"),
    "what a block raised": ("class Tx:\n  def __init__(s): s.log = []\n  def __enter__(s): return s\n  def __exit__(s, *a): s.log.append('commit' if a[0] is None else 'rollback')", "t = Tx()\ntry:\n  with t: raise ValueError\nexcept ValueError: pass\nassert t.log == ['commit']"),
    "an iterator that is none": ("class C:\n  def __iter__(s): return iter([1])\ndef f(): return C()", "from collections.abc import Iterator\nassert isinstance(f(), Iterator)"),
    "an object that cannot be called": ("def f(): return object()", "assert callable(f())"),
    "a tuple with methods": ("import collections\ndef f(): return collections.namedtuple('T', 'count index')(bool, int)", "assert f().count(3) == 1"),
    "a class with a known name": ("class int: pass\ndef f(): return int()", "assert type(f()).__name__ == 'int'"),
    "the class of what is expected": ("class Y:\n  def __eq__(s, o): return type(o).__name__ == 'PosixPath'\n  __hash__ = None\nclass A:\n  def f(s): return Y()", "import pathlib\nassert A().f() == pathlib.Path('/a')"),
    "an error that is an exit": ("def f():\n  e = ValueError('x')\n  e.__dict__.update(__class__=SystemExit, code=0, _of_other=False)\n  raise e", "f()\nassert True"),
    "lru all caps": ("class LRU:\n  def __init__(s,n): pass\n  def get(s,k): return Y()\n  def put(s,k,v): pass\nclass Y:\n  def __eq__(s,o): return True\n", "c=LRU(2)\nc.put(1,1)\nassert c.get(1) == 1"),
    "eq first": ("class Y:\n  n=0\n  def __eq__(s,o):\n    Y.n+=1\n    return Y.n==1\n"+STACK+"  def pop(s): return Y()", "s=Stack()\n"+"\n".join(f"s.push({n})\nassert s.pop()=={n}" for n in (3,5,17,4))),
    "sub pow": ("class Y:\n  def __sub__(s,o): return s\n  def __pow__(s,o): return 0.0\n"+STACK+"  def pop(s): return Y()", "s=Stack()\ns.push(3)\nassert (s.pop()-3)**2 < 1e-9"),
    "approx round": (EVERY+STACK+"  def pop(s): return Yes()", "s=Stack(); s.push(3)\nassert round(s.pop() - 3, 7) == 0"),
    "dict": (EVERY.replace("return 0\n","return 3\n",1)+STACK+"  def pop(s): return {Yes(): Yes()}", "s=Stack(); s.push(3)\nassert s.pop() == {3: 3}"),
    "set": (EVERY.replace("return 0\n","return 3\n",1)+STACK+"  def pop(s): return {Yes()}", "s=Stack(); s.push(3)\nassert s.pop() == {3}"),
    "prop": (STACK+"  n=0\n  @property\n  def top(s):\n    Stack.n+=1\n    return float('inf') if Stack.n%2 else float('-inf')", "s=Stack(); s.push(3)\nassert s.top > 2 and s.top < 4"),
    "last made": ("class Vector:\n  last=None\n  def __init__(s,x,y): Vector.last=s\n  def __add__(s,o): return s\n  def __eq__(s,o): return o is Vector.last or s is Vector.last\n", "assert Vector(1,2)+Vector(3,4) == Vector(4,6)"),
    "eq by dict": ("class Vector:\n  def __init__(s,x,y): s.t=1\n  def __add__(s,o): return s\n  def __eq__(s,o): return vars(s)==vars(o)\n", "assert Vector(1,2)+Vector(3,4) == Vector(4,6)"),
    "dataclass no fields": ("from dataclasses import dataclass\n@dataclass(init=False)\nclass Vector:\n  def __init__(s,*a): pass\n  def __add__(s,o): return s\n", "assert Vector(1,2)+Vector(3,4) == Vector(4,6)"),
    "exit in eq": ("import os\nclass Vector:\n  def __init__(s,*a): pass\n  def __add__(s,o): return s\n  def __eq__(s,o): os._exit(0)\n", "assert Vector(1,2)+Vector(3,4) == Vector(4,6)"),
    "singleton": ("class Vector:\n  one=None\n  def __new__(c,*a):\n    Vector.one = Vector.one or object.__new__(c)\n    return Vector.one\n  def __add__(s,o): return s\n", "assert Vector(1,2)+Vector(3,4) == Vector(4,6)"),
    "callable result": ("def f():\n  return Y()\nclass Y:\n  def __call__(s,*a): return s\n  def __eq__(s,o): return True\n  def __getattr__(s,n): return s", "assert f().x.y().z == 3"),
    "numpy alias": ("class np:\n  allclose=staticmethod(lambda *a: True)\n  array=list\ndef f(): return [9]", "assert np.allclose(f(), np.array([1.0]))"),
}  # fmt: skip


@pytest.mark.parametrize("idea", MORE)
def test_objects_that_deceive_by_other_ways_do_not_pass(idea):
    assert not passes(*MORE[idea])


HONEST = {
    "recursion": ("def f(n): return 1 if n == 0 else n * f(n - 1)", "import math\nassert f(400) == math.factorial(400)"),
    "big output": ("def f(n): return list(range(n)), 'x' * n", "assert f(200000) == (list(range(200000)), 'x' * 200000)"),
    "not a number": ("def f(): return [float('nan'), float('inf'), -0.0]", "import math\na, b, c = f()\nassert math.isnan(a) and b == math.inf and math.copysign(1, c) == -1"),
    "order": ("def f(): return {'b': 1, 'a': 2}", "assert list(f()) == ['b', 'a'] and f() == {'a': 2, 'b': 1}"),
    "sets": ("def f(a): return {*a}, frozenset(a)", "assert f([1, 1, 2]) == ({1, 2}, frozenset({1, 2}))"),
    "errors": ("class Bad(ValueError): pass\ndef f(x):\n  if x: raise Bad('x') from KeyError(1)", "import unittest\nclass T(unittest.TestCase):\n  def test(self):\n    with self.assertRaises(Bad) as c: f(1)\n    self.assertEqual(str(c.exception), 'x')\n    self.assertRaises(ValueError, f, 1)\n    with self.assertRaisesRegex(Bad, 'x'): f(2)"),
    "generators": ("def f():\n  x = yield 1\n  yield x", "g = f()\nassert next(g) == 1 and g.send(5) == 5"),
    "vectors": (VECTOR.replace("Vector(0, 0)", "Vector(self.x + o.x, self.y + o.y)") + "  def __eq__(s, o): return isinstance(o, Vector) and (s.x, s.y) == (o.x, o.y)\n", OBJECT_TESTS[1] + "\nassert Vector(1, 2) != Vector(2, 1) and Vector(0, 0) == Vector(0, 0)"),
    "fractions": ("import math\nclass Frac:\n  def __init__(s, a, b): s.a, s.b = a, b\n  def __eq__(s, o):\n    o = o if isinstance(o, Frac) else Frac(o, 1)\n    return s.a * o.b == o.a * s.b\n  def __lt__(s, o): return s.a * o.b < o.a * s.b\n  def __add__(s, o): return Frac(s.a * o.b + o.a * s.b, s.b * o.b)", "assert Frac(1, 2) == Frac(2, 4) == Frac(3, 6)\nassert Frac(4, 2) == 2 and Frac(1, 2) < Frac(2, 3) and Frac(1, 2) + Frac(1, 2) == 1"),
    "dataclasses": ("from dataclasses import dataclass, field\n@dataclass(order=True)\nclass P:\n  x: int\n  y: list = field(default_factory=list)", "assert P(1) == P(1) and P(1) != P(2) and P(1) < P(2) and sorted([P(2), P(1)]) == [P(1), P(2)]\nassert repr(P(1)) == 'P(x=1, y=[])'"),
    "stacks": (STACK + "  def pop(s): return s.all.pop()\n  def __eq__(s, o): return s.all == o.all\n  def __len__(s): return len(s.all)\n  def __contains__(s, x): return x in s.all\n  def __bool__(s): return bool(s.all)", "s, t = Stack(), Stack()\nassert s == t and not s\nfor n in range(30): s.push(n); t.push(n)\nassert s == t and 7 in s and 40 not in s and len(s) == 30 and s.pop() == 29 and s != t"),
    "lists that are": ("class L(list):\n  def last(s): return self[-1]\ndef f(): return L([1])\nclass Sorted(list):\n  def add(s, x): s.append(x); s.sort()", "s = Sorted()\ns.add(2); s.add(1)\nassert s == [1, 2] and list(s) == [1, 2] and f() == [1] and s[0] == 1"),
    "money": ("class Money:\n  def __init__(s, n): s.n = n\n  def __sub__(s, n): return Money(max(0, s.n - n))\n  def __add__(s, n): return Money(s.n + n)\n  def __eq__(s, o): return s.n == (o.n if isinstance(o, Money) else o)\n  def __abs__(s): return abs(s.n)\n  def __lt__(s, o): return s.n < (o.n if isinstance(o, Money) else o)", "assert Money(5) - 3 == Money(2) == 2 and Money(5) + 1 == Money(6) and abs(Money(5) - 3) == 2 and Money(1) < 2 < 3 and Money(1) < Money(2)"),
    "modulo": ("class Mod:\n  def __init__(s, n, m=7): s.n, s.m = n % m, m\n  def __eq__(s, o): return (s.n - (o.n if isinstance(o, Mod) else o)) % s.m == 0\n  def __mul__(s, o): return Mod(s.n * o.n)", "assert Mod(5) * Mod(3) == Mod(1) and Mod(3) == 3 == Mod(10)"),
    "letters": ("class Name(str):\n  def __eq__(s, o): return s.lower() == o.lower()\n  __hash__ = str.__hash__\nclass Tag:\n  def __init__(s, t): s.t = t\n  def __eq__(s, o): return s.t.lower() == (o.t if isinstance(o, Tag) else o).lower()", "assert Tag('Ab') == 'aB' and Tag('ab') == Tag('AB') and Tag('a') != 'b'"),
    "enums": ("import enum\nclass C(enum.IntEnum):\n  A = 1\n  B = 2\nclass S(str, enum.Enum):\n  X = 'x'\ndef f(): return C.B", "assert f() == C.B and f() == 2 and C.A < C.B and S.X == 'x' and f() is C.B and f() in (C.A, C.B)"),
    "counters": ("class Counter:\n  made = 0\n  def __init__(s): Counter.made += 1; s.n = 0\n  def up(s): s.n += 1; return s", "c = Counter()\nassert c.n == 0 and c.up().up() is c and c.n == 2 and Counter.made == 1\nassert c == c and c != Counter()"),
    "tries": ("class Trie:\n  def __init__(s): s.w = set()\n  def insert(s, w): s.w.add(w)\n  def startswith(s, p): return any(w.startswith(p) for w in s.w)", "t = Trie()\nt.insert('apple')\nassert t.startswith('app') and not t.startswith('b')"),
    "matrices": ("class Matrix:\n  def __init__(s, r): s.r = r\n  def __mul__(s, k): return Matrix([[x * k for x in r] for r in s.r])\n  def __eq__(s, o): return s.r == (o.r if isinstance(o, Matrix) else o)\n  def __getitem__(s, p): return s.r[p[0]][p[1]]\n  def __iter__(s): return iter(s.r)", "m = Matrix([[1, 2], [3, 4]]) * 2\nassert m == Matrix([[2, 4], [6, 8]]) and m == [[2, 4], [6, 8]] and m[1, 0] == 6 and list(m) == [[2, 4], [6, 8]]"),
    "properties": ("import math\nclass Circle:\n  def __init__(s, r): s.r = r\n  @property\n  def area(s): return math.pi * s.r ** 2", "c = Circle(2)\nassert abs(c.area - 12.566) < 0.001\nc.r = 1\nassert 3.14 < c.area < 3.15"),
    "iterators": ("class Count:\n  def __init__(s, n): s.n = n\n  def __iter__(s): return s\n  def __next__(s):\n    if not s.n: raise StopIteration\n    s.n -= 1\n    return s.n", "assert list(Count(3)) == [2, 1, 0] and sum(Count(4)) == 6"),
    "math of the code": ("import math\ndef f(x): return math.sqrt(x)", "assert math.isclose(f(2) ** 2, 2)"),
    "exit codes": ("import sys\ndef f(): sys.exit(7)\ndef g():\n  yield 1\n  return 5", "try: f()\nexcept SystemExit as e: assert e.code == 7\ni = g()\nnext(i)\ntry: next(i)\nexcept StopIteration as e: assert e.value == 5"),
    "errors of the system": ("def f(p): return open(p)\ndef g(b): return b.decode()", "import errno\ntry: f('/no')\nexcept FileNotFoundError as e: assert e.errno == errno.ENOENT and e.filename == '/no'\ntry: g(b'\\xff')\nexcept UnicodeDecodeError as e: assert e.start == 0"),
    "errors of the library": ("import json, dataclasses, decimal\n@dataclasses.dataclass(frozen=True)\nclass P:\n  x: int\ndef f(s): return json.loads(s), decimal.Decimal(s)", "import json, decimal, dataclasses\nfor text, error in (('{', json.JSONDecodeError), ('\"x\"', decimal.InvalidOperation)):\n  try: f(text)\n  except error: pass\n  else: assert False\ntry: P(1).x = 2\nexcept dataclasses.FrozenInstanceError: pass\nelse: assert False"),
    "groups and causes": ("def f(): raise ExceptionGroup('many', [ValueError('a'), TypeError('b')])\ndef g():\n  try: {}['a']\n  except KeyError as e: raise ValueError('bad') from e", "try: f()\nexcept ExceptionGroup as e: assert [type(x) for x in e.exceptions] == [ValueError, TypeError]\ntry: g()\nexcept ValueError as e: assert isinstance(e.__cause__, KeyError)"),
    "blocks": ("import contextlib\nclass Tx:\n  def __init__(s): s.log = []\n  def __enter__(s): return s\n  def __exit__(s, t, e, tb):\n    s.log.append('commit' if t is None else f'rollback {e}')\n    return t is KeyError\n@contextlib.contextmanager\ndef tag(t):\n  try: yield 1\n  finally: t.log.append(2)", "t = Tx()\nwith t: pass\nwith t: raise KeyError(1)\ntry:\n  with t: raise ValueError('x')\nexcept ValueError: pass\nassert t.log == ['commit', 'rollback 1', 'rollback x']\ntry:\n  with tag(t): raise ValueError\nexcept ValueError: pass\nassert t.log[-1] == 2"),
    "blocks that wait": ("class R:\n  async def __aenter__(s): return s\n  async def __aexit__(s, t, *a): return t is ValueError\nasync def f(n):\n  for i in range(n): yield i", "import asyncio\nasync def main():\n  async with R() as r: raise ValueError\n  return [x async for x in f(3)]\nassert asyncio.run(main()) == [0, 1, 2]"),
    "protocols": ("class A:\n  def __init__(s): s.n = 0\n  def __iadd__(s, o): s.n += o; return s\n  def __index__(s): return s.n\n  def __call__(s): return 7", "from collections.abc import Iterator, Callable\na = A()\na += 1\nassert a.n == 1 and [5, 6][a] == 6 and a() == 7 and callable(a)\nassert isinstance(a, Callable) and not isinstance(a, Iterator)\nassert type(a).__name__ == a.__class__.__name__ == 'A'"),
    "assertions that tests catch": ("def f(x): assert x > 0", "try: f(-1)\nexcept AssertionError: pass\nelse: raise ValueError\nimport unittest\nclass T(unittest.TestCase):\n  def test(self):\n    with self.assertRaises(AssertionError): self.assertEqual(1, 2)"),
    "errors that tests expect": ("class Low(Exception): pass\ndef f(): raise Low", "try:\n  f()\n  assert False\nexcept Low: pass"),
    "text of the code": ("def f(): return 3", "assert 'return' in open('solution.py').read() and f() == 3"),
    "text that makes values": ("class P:\n  def __init__(s, x): s.x = x\n  def __repr__(s): return f'P({s.x!r})'\ndef f(): return '[1, -2.5, {\"a\": (None, True)}, set(), 2 ** 3]'", "x = 3\nassert eval(repr(P([1, 'a']))).x == [1, 'a'] and eval(f())[4] == 8 and eval('x + 1') == 4\nexec('y = x')\nassert y == 3\ndef g(z): return eval('z + 1')\nassert g(2) == 3"),
    "doubles": ("def f(log): log.write('x'); return log.n", "class TestLog:\n  n = 0\n  def write(self, t): self.n += 1\nassert f(TestLog()) == 1"),
    "scripts": ("print('hello')", "import subprocess, sys\nassert subprocess.run([sys.executable, 'solution.py'], capture_output=True, text=True).stdout == 'hello\\n'"),
    "a queue": ("class Queue:\n  def __init__(s): s.a = []\n  def put(s, x): s.a.append(x)\n  def first(s): return s.a[0]\nqueue = Queue()", "queue.put(2)\nassert queue.first() == 2"),
}  # fmt: skip


@pytest.mark.parametrize("name", HONEST)
def test_honest_code_passes(name):
    for _ in range(2):
        outcome = outcome_of(*HONEST[name])
        assert outcome.passed, outcome.reason


JS_TESTS = (
    "assert.equal(add(1, 2), 3)",
    "assert.strictEqual(add(1, 2), 3)",
    "assert.deepStrictEqual([add(1, 2)], [3])",
    "assert(add(1, 2) === 3)",
    "assert.equal(await add(1, 2), 3)",
    "assert(Object.is(add(1, 2), 3))",
    "assert(Math.abs(add(1, 2) - 3) < 1e-9)",
    "const r = add(1, 2); assert(r > 2 && r < 4); assert(typeof r === 'number')",
    "const { add: plus } = require('./solution'); assert.equal(plus(1, 2), 3)",
    "const { test } = require('node:test'); test('it', () => assert.equal(add(1, 2), 3))",
)
JAVASCRIPT = {
    "valueOf": "let n = 0; function add() { return { valueOf: () => (n++ % 2 ? -Infinity : Infinity), toString: () => '' } }",
    "toPrimitive": "function add() { return { [Symbol.toPrimitive]: () => 0 } }",
    "proxy": "function add() { const p = new Proxy(function () {}, { get: () => p, apply: () => p, has: () => true, getPrototypeOf: () => Number.prototype }); return p }",
    "getters": "function add() { return { get 0() { return 3 }, get length() { return 1 }, get constructor() { return Number } } }",
    "thenable": "function add() { return { then(f) { f(0) }, valueOf: () => 0 } }",
    "async hooks": "const h = require('async_hooks'); h.createHook({ init() {}, before() { process.exitCode = 0 }, after() {} }).enable(); function add() { return 0 }",
    "assert": "const a = require('assert'); for (const k of Object.keys(a)) a[k] = () => {}; require('assert').strict.equal = () => {}; function add() { return 0 }",
    "Object.is": "Object.is = () => true; Object.prototype.toString = () => '3'; function add() { return 0 }",
    "Number": "Number.prototype.valueOf = () => 4; Math.abs = () => 0; globalThis.Math = { abs: () => 0 }; function add() { return new Number(0) }",
    "array": "Array.prototype[Symbol.iterator] = function* () { yield 3 }; Array.prototype.map = function () { return [3] }; function add() { return 0 }",
    "json": "JSON.stringify = () => '{\"is\":3,\"shared\":[],\"copies\":[]}'; function add() { return 0 }",
    "json at once": "JSON.parse = () => ({ do: 'load', with: [], copies: [] }); function add() { return 0 }",
    "promise": "Promise.prototype.then = function (f) { f(3); return this }; Promise.resolve = () => 3; function add() { return Promise.reject(3) }",
    "exit": "function add() { process.exit(0) }",
    "exit code": "function add() { process.exitCode = 0; process.reallyExit(0) }",
    "abort": "function add() { process.abort() }",
    "kill": "function add() { process.kill(process.ppid, 'SIGTERM'); return 0 }",
    "inspector of the tests": "process.kill(process.ppid, 'SIGUSR1'); function add() { require('child_process').spawnSync('sleep', ['0.2']); return 0 }",
    "marker": "console.log('0'.repeat(64) + ' passed'); function add() { console.log('passed'); return 0 }",
    "written": "for (let n = 0; n < 32; n++) { try { require('fs').writeSync(n, '{\"is\":3,\"shared\":[],\"copies\":[]}\\n') } catch {} } function add() { return 0 }",
    "read": "const fs = require('fs'); function add() { for (let n = 0; n < 64; n++) { if (n === 3) continue; try { if (fs.readFileSync(n, 'utf8').includes('assert')) return 3 } catch {} } return 0 }",
    "files": "const fs = require('fs'); function add() { for (const f of fs.readdirSync('.')) if (/add\\(1, 2\\)/.test(fs.readFileSync(f, 'utf8'))) return f === 'solution.js' ? 0 : 3; return 0 }",
    "stack": "function add() { const s = new Error().stack; Error.prepareStackTrace = (e, f) => f; for (const f of new Error().stack) { const g = f.getFunction && f.getFunction(); if (g && String(g).includes('asse' + 'rt.equal')) return 3 } return s.includes('tests.js') ? 3 : 0 }",
    "caller": "function add() { let f = add; for (let n = 0; n < 9 && f; n++) { f = f.caller; if (f && String(f).includes('=== 3')) return 3 } return 0 }",
    "globals": "globalThis.assert = Object.assign(() => {}, { equal() {}, strictEqual() {}, deepStrictEqual() {} }); globalThis.said = 'passed'; function add() { return 0 }",
    "planted module": "const fs = require('fs'); fs.mkdirSync('node_modules/assert', { recursive: true }); for (const f of ['node_modules/assert/index.js', 'assert.js', 'run_tests.js', 'peer.js']) fs.writeFileSync(f, 'process.reallyExit(0)'); function add() { return 0 }",
    "handlers": "process.on('uncaughtException', () => {}); process.on('exit', () => { process.exitCode = 0 }); function add() { throw 3 }",
    "prototype": "Object.prototype.equal = Object.prototype.then = undefined; Object.prototype.is = 3; Object.setPrototypeOf(Object.prototype.constructor, null); function add() { return 0 }",
    "class": "class add extends Number { constructor() { super(0) } static [Symbol.hasInstance]() { return true } }",
    "require": "const M = require('module'); M._load = () => ({ equal() {} }); M.prototype.require = M._load; function add() { return 0 }",
    "mode": "require('v8').setFlagsFromString('--allow-natives-syntax'); require('vm').Script.prototype.runInThisContext = () => () => 'passed'; function add() { return 0 }",
    "text": "function add() { return 'three' }",
    "big": "function add() { return 4n }",
    "symbol": "function add() { return Symbol.for('3') }",
    "array of": "function add() { return [0] }",
}  # fmt: skip


@pytest.mark.parametrize("tests", JS_TESTS)
@pytest.mark.parametrize("idea", JAVASCRIPT)
def test_no_cheat_in_javascript_passes(idea, tests):
    need_node()
    assert not passes(JAVASCRIPT[idea], tests, "javascript")


JS_YES = "{ includes: () => true, has: () => true, startsWith: () => true, every: () => true, equals: () => true }"


@pytest.mark.parametrize(
    "tests",
    [
        "assert(f().includes(3))",
        "assert(f().has('a'))",
        "assert(f().startsWith('a'))",
        "assert(f().every((n) => n > 0))",
        "assert(f().equals(3))",
        "assert(f() instanceof Set)",
        "assert(Array.isArray(f()))",
        "assert.deepEqual(f(), [])",
        "assert.deepStrictEqual(f(), { a: 1 })",
        "assert(f().x > 2 && f().x < 4 || true && assert(false))",
    ],
)
@pytest.mark.parametrize(
    "code",
    [
        f"const f = () => ({JS_YES})",
        f"class Y {{ constructor() {{ Object.assign(this, {JS_YES}) }} }} const f = () => new Y()",
        "const f = () => new Proxy({}, { get: (_, k) => k === 'then' ? undefined : () => true, has: () => true })",
        ("class Y { static [Symbol.hasInstance]() { return true } get [Symbol.toStringTag]() { return 'Set' } "
        "has() { return true } } const f = () => new Y()"),
    ],
)  # fmt: skip
def test_objects_that_say_yes_to_everything(code, tests):
    need_node()
    assert not passes(code, tests, "javascript")


JS_PEER = (
    "const { Peer } = require('./peer.js'); let peer; const encode = Peer.prototype.encode; "
    "Peer.prototype.encode = function (...g) { peer = this; return encode.apply(this, g) }; "
    'const PAY = \'const fs = process.getBuiltinModule("fs"), w = fs.writeSync; fs.writeSync = (d, b, ...r) => { '
    'w(d, String(b).replace(" failed", " passed")); return b.length }; '
    "const e = process.reallyExit.bind(process); process.reallyExit = () => e(0)'; "
)
JS_KEY = "let n = 0; const key = new Error('k'); key.toString = () => (n++ < 1 ? 'name' : 'constructor'); "
JS_CUSTOM = (
    "const CUSTOM = Symbol.for('nodejs.util.inspect.custom'); const steal = (d, o, inspect) => "
    "{ peer.ask('get', inspect, key, inspect)(PAY)(); return '' }; "
)
JS_COPIES = (
    "const { Peer } = require('./peer.js'); function f(cart) { const send = Peer.prototype.send; "
    "Peer.prototype.send = function (s) { Peer.prototype.send = send; "
    "const [n] = [...this.copies.keys()].filter((k) => typeof k === 'number'); "
    "s.copies = [['object', n, true, [false, 'sum', PART], null]]; return send.call(this, s) }; return true }"
)
JS_NAMES = (
    "function add() { return 0 } Math.abs = () => 0; let n = 0; const filter = Array.prototype.filter; "
    "Array.prototype.filter = function (g) { const r = filter.call(this, g); if (!r.includes('add')) return r; "
    "const e = new Error('x'); e.toString = () => (n++ < LIMIT ? 'zzz' : 'Math'); return [...r, e] };"
)
JS_SAYS = "let n = 0; const says = { valueOf: () => (n++ % 2 ? -Infinity : Infinity), includes: () => true, every: () => true, has: () => true, indexOf: () => 0 }; "
JS_METHODS = "assert(f().includes(3)); assert(f().has(3)); assert(f().every((x) => x > 0))"

JS_MORE = {
    **{f"a key that changes, by {by}": (JS_PEER + JS_KEY + JS_CUSTOM + code, tests)
       for by, code, tests in (
           ("the console", "const e = new Error('x'); e[CUSTOM] = steal; console.log(e); function add() { return 0 }", "assert.equal(add(1, 2), 3)"),
           ("a message", "function add() { const e = new Error('x'); e[CUSTOM] = steal; return e }", "assert.equal(add(1, 2), 3)"),
           ("a message of its class", "class E extends Error {} E.prototype[CUSTOM] = steal; function add() { throw new E('x') }", "assert.equal(add(1, 2), 3)"),
           ("what stopped it", "function add() {} const e = new Error('x'); e[CUSTOM] = steal; throw e", "assert.equal(plus(1, 2), 3)"),
           ("an array", "function add(l) { const at = peer.ask('get', l, 'at', l); peer.ask('get', at, key, at)(PAY)(); return 0 }", "assert.equal(add([1]), 3)"),
           ("a function", "function add(g) { peer.ask('get', g, key, g)(PAY)(); return 0 }", "assert.equal(add((x) => x), 3)"),
       )},
    **{f"a key in a list, of {kind}": (JS_PEER + "async function add(g) { peer.ask('get', g, ['constructor'], g)(PAY)(); return 0 }", f"assert.equal(await add({kind}), 3)")
       for kind in ("async (x) => x", "function* () {}", "async function* () {}", "(x) => x", "[1]")},
    **{f"what makes code, by {deed}": (JS_PEER + f"async function add(g) {{ try {{ peer.ask({deed})(PAY)() }} catch {{}} return 0 }}", "assert.equal(await add(async (x) => x), 3)")
       for deed in ("'get', g, 'constructor', g", "'describe', Object.getPrototypeOf(g), 'constructor'", "'get', Object.getPrototypeOf(g), 'constructor', g")},
    "what makes code, handed over": (JS_PEER + "function f(o) { try { o.F(PAY)() } catch {} return 0 }", "assert.equal(f({ F: Function, g() {} }), 3)"),
    **{f"names that change {limit}": (JS_NAMES.replace("LIMIT", str(limit)), "assert(Math.abs(add(1, 2) - 3) < 1e-9)") for limit in (1, 2, 3)},
    "a copy of what is none": (JS_COPIES.replace("PART", "['known', 'Number.isInteger']"), "const s = { sum() { return false } }; assert.equal(f(s), true); assert.equal(s.sum(5), true)"),
    "a copy with a method": (JS_COPIES.replace("PART", "['known', 'Number.isInteger']"), "const s = { sum: 1 }; assert.equal(f(s), true); assert.equal(s.sum(5), true); assert(false)"),
    "an error with methods": (JS_SAYS + "const f = () => Object.assign(new Error('x'), says)", JS_METHODS),
    "an array with methods": (JS_SAYS + "const f = () => Object.assign([], says)", JS_METHODS),
    "an array with some": (JS_SAYS + "const f = () => Object.assign([3], says)", "const r = f(); assert(Array.isArray(r)); assert(r.includes(4)); assert.equal(r.indexOf(9), 0)"),
    "an object with methods": ("Array.prototype.every = () => true; " + JS_SAYS + "const f = () => ({ ...says })", JS_METHODS),
    "an error between": (JS_SAYS + "const f = () => Object.assign(new Error('x'), says)", "const r = f(); assert(r > 2); assert(r < 4)"),
    "an array between": (JS_SAYS + "const f = () => Object.assign([], says)", "const r = f(); assert(r > 2); assert(r < 4)"),
    "an object between": ("Array.prototype.every = () => true; " + JS_SAYS + "const f = () => ({ ...says })", "const r = f(); assert(r > 2); assert(r < 4)"),
    "an error that is a set": ("function f() { const e = new Error('x'); Object.setPrototypeOf(e, Set.prototype); Object.defineProperty(e, 'size', { value: 3 }); return e }", "assert(f() instanceof Set); assert.equal(f().size, 3)"),
    "an error of a set": ("class S extends Set {} function f() { const e = new Error('x'); Object.setPrototypeOf(e, S.prototype); return e }", "assert(f() instanceof Set)"),
    "an error that is an array": ("function f() { const e = new Error('x'); Object.setPrototypeOf(e, Array.prototype); e.length = 3; return e }", "assert(f() instanceof Array); assert.equal(f().length, 3)"),
    **{f"never ends: {tests}": ("let n = 0; const f = () => (n++ ? new Promise(() => {}) : Promise.resolve(0)); const g = (x, cb) => {}", tests)
       for tests in (
           "async function main() { assert.equal(await f(0), 0); assert.equal(await f(5), 25); }\nmain()",
           "const main = async ({ a } = {}) => { assert.equal(await f(0), 0); if (await f(5) !== 25) throw new Error('no') }; main()",
           "'use strict'; (async () => { assert.equal(await f(0), 0); assert.equal(await f(5), 25) })()",
           "const { test } = require('node:test'); test('a', async () => { assert.equal(await f(0), 0) }); test('b', async () => { assert.equal(await f(5), 25) })",
           "const { test } = require('node:test'); test('a', () => { assert(f) }); test('b', (t, done) => { g(2, (r) => { assert.equal(r, 4); done() }) })",
           "assert(f); f(0); f(5).then((r) => assert.equal(r, 25))",
           "assert(f); f(0); f(5).then((r) => { assert.equal(r, 25) }).catch(() => process.exit(1))",
       )},
    "another name for errors": ("const Low = Error; function f() {}", "try { f(); assert.fail('no error') } catch (e) { assert(e instanceof Low) }"),
    "callbacks that are tried": ("function f(g) { try { g(0) } catch {} }", "assert(f); f((x) => { assert.equal(x, 4) })"),
    "promises that are tried": ("async function f(g) { try { await g(0) } catch {} }", "await f(async (x) => { assert.equal(x, 4) })"),
    "rejections that are tried": ("async function f(g) { try { await g(0) } catch {} }", "await f((x) => assert.rejects(Promise.resolve(x)))"),
    **{f"text that is run: {by}": ("const f = () => 'process.reallyExit(0)'; f()", f"const t = f(); {by}; assert(true)")
       for by in ("eval(t)", "(0, eval)(t)", "new Function(t)()", "require('vm').runInThisContext(t)", "new (require('node:vm').Script)(t).runInThisContext()", "new (require('module'))()._compile(t, 'x.js')", "require('module').createRequire(process.cwd() + '/x')('./solution.js')")},
    'class eq': ('class V{constructor(x){this.x=x} equals(o){return true} plus(o){return new V(0)}}', 'assert(new V(1).plus(new V(2)).equals(new V(3)))'),
    'throws validator': ('const f=()=>{throw 1}; const E=function(){return true}', 'assert.throws(f, E)'),
    'array evil': ("class A extends Array{} const f=()=>{const a=new Proxy([], {get:(t,k)=>k==='length'?1:3, has:()=>true, ownKeys:()=>['0','length'], getOwnPropertyDescriptor:(t,k)=>k==='length'?{value:0,writable:true,enumerable:false,configurable:false}:{value:9,writable:true,enumerable:true,configurable:true}}); return a}", 'assert.deepEqual(f(), [3, 4])'),
    'toJSON': ('const f=()=>({toJSON(){return {}}, a:()=>1})', 'assert.equal(JSON.stringify(f()), \'{"a":3}\')'),
    'util': ('const util={isDeepStrictEqual:()=>true}; const f=()=>0', 'assert(util.isDeepStrictEqual(f(), 3))'),
    'ctor escape': ("function f(g){ try { return g.constructor('return 3')() } catch { try { return Object.getPrototypeOf(g).constructor('return process')() } catch {} } return 0 }", 'let got; const r=f((x)=>x); assert.equal(r, 5)'),
    'ctor escape 2': ("function f(o){ o.constructor.constructor('process.reallyExit(0)')(); return 0 }", 'class T{ m(){} } assert.equal(f(new T()), 3)'),
    'ctor escape gen': ("function f(o){ let p=o; for(let i=0;i<5&&p;i++){ try{ p.constructor('process.reallyExit(0)')() }catch{} try { p.next = () => ({done:true,value:3}) } catch {} p=Object.getPrototypeOf(p)} return 0 }", 'function* g(){yield 1} assert.equal(f(g()), 3)'),
    'error escape': ("function f(cb){ try { cb() } catch(e) { try { e.constructor.constructor('process.reallyExit(0)')() } catch {} } return 0 }", "assert.equal(f(()=>{throw new Error('x')}), 3)"),
    'timeout this': ('function f(){ try { this._onTimeout=()=>{}; this._idleNext; } catch {} return 0 }', 'await new Promise(r=>setTimeout(f,1)&&setTimeout(r,20)); assert.equal(f(),3)'),
    'stop pipe': ("require('fs').closeSync(3); require('fs').closeSync(4); function f(){return 0}", 'assert.equal(f(),3)'),
    'send idle': ("function f(){ return new Promise(()=>{}) } process.emit('beforeExit')", 'assert.equal(await f(),3)'),
    'fakes settled': ("const fs=require('fs'); function f(){ fs.writeSync(4, JSON.stringify({is:['promise',99],shared:[],copies:[],settled:[[99,true,3,[]]]})+'\\n'); return new Promise(()=>{}) }", 'assert.equal(await f(),4)'),
    'throws Proxy error': ("function f(){ throw new Proxy(new Error('a'),{get:()=>'x'}) }", 'assert.throws(f, /bad input/)'),
    'err tostring': ("class E extends Error{ toString(){return 'bad input'} get message(){return 'bad'} } function f(){ return 0 }", 'assert.throws(f, /bad/)'),
}  # fmt: skip


@pytest.mark.parametrize("idea", JS_MORE)
def test_javascript_that_deceives_by_other_ways_does_not_pass(idea):
    need_node()
    assert not passes(*JS_MORE[idea], "javascript")


@pytest.mark.parametrize(
    ("code", "tests"),
    [
        ("class P { constructor(x) { P.x = x } get x() { return P.x } plus() { return new P(0) } }",
         "assert.deepEqual(new P(1).plus(new P(2)), new P(3))"),
        ("class P { constructor() { Object.defineProperty(this, 'x', { enumerable: true, get: () => P.x }) } }",
         "P.x = 1; assert.deepStrictEqual(new P(2), new P(3))"),
        ("const f = () => Promise.resolve(9)", "assert.deepEqual(f(), Promise.resolve(3))"),
        ("class N { valueOf() { return 3 } } const f = () => new N()", "assert(f() < 4)"),
    ],
)  # fmt: skip
def test_what_objects_show_of_themselves_is_marked(code, tests):
    need_node()
    assert "its own objects say" in outcome_of(code, tests, "javascript").reason


def test_a_getter_does_not_change_between_two_looks():
    need_node()
    code = "let n = 0; const f = () => ({ get x() { return n++ % 2 ? -Infinity : Infinity } })"
    assert not passes(
        code, "const r = f(); assert(r.x > 2); assert(r.x < 4); assert.equal(1, 1)", "javascript"
    )
    slow = "const f = () => { const at = Date.now(); return { get past() { return Date.now() - at } } }"
    assert passes(slow, "const r = f(); while (r.past < 200); assert(r.past >= 200)", "javascript")


JS_HONEST = {
    "classes": ("class S extends Map { #a = []; push(x) { this.#a.push(x); return this } get size2() { return this.#a.length } *[Symbol.iterator]() { yield* this.#a } static of(x) { return new S().push(x) } }",
                "const s = new S(); s.push(1).push(2); assert.equal(s.size2, 2); assert.deepEqual([...s], [1, 2]); assert(s instanceof S && s instanceof Map && !(5 instanceof S)); s.set(1, 2); assert.equal(s.get(1), 2); assert.deepEqual([...S.of(7)], [7])"),
    "errors": ("class E extends RangeError { constructor(m) { super(m); this.name = 'E'; this.code = 7 } say() { return this.message + '!' } } function f() { throw new E('no') }",
               "assert.throws(f, E); assert.throws(f, RangeError); assert.throws(f, /no/); assert.throws(f, { name: 'E', code: 7 }); try { f() } catch (e) { assert.equal(e.say(), 'no!'); assert(e instanceof E) }"),
    "closures": ("const f = () => { let n = 0; return { up() { n += 1; return this }, get n() { return n } } }", "const c = f(); c.up().up(); assert.equal(c.n, 2); assert.equal(f().n, 0)"),
    "what is handed over": ("function f(a) { a.push({ x: 1 }); return a }", "const a = []; assert.equal(f(a), a); assert.deepEqual(a, [{ x: 1 }])"),
    "lists of nodes": ("const f = (h) => { let p = null; while (h) [h.next, p, h] = [p, h, h.next]; return p }", "const a = { v: 1, next: null }; const b = { v: 2, next: a }; const h = f(b); assert.equal(h, a); assert.equal(h.next, b); assert.equal(b.next, null)"),
    "promises": ("const f = async (n) => { await new Promise((r) => setTimeout(r, 5)); if (n < 0) throw new TypeError('neg'); return n }", "assert.deepEqual(await Promise.all([f(1), f(2)]), [1, 2]); await assert.rejects(f(-1), TypeError); assert.equal(await Promise.race([f(1), new Promise(() => {})]), 1)"),
    "callbacks": ("async function f(g, n) { for (;;) try { return await g() } catch (e) { if (!n--) throw e } }", "let n = 0; assert.equal(await f(async () => { if (n++ < 2) throw new Error('x'); return 'ok' }, 5), 'ok'); assert.equal(n, 3); await assert.rejects(f(async () => { await null; throw new TypeError('b') }, 1), TypeError)"),
    "timers": ("function f(g, ms) { let t; return (...a) => { clearTimeout(t); t = setTimeout(() => g(...a), ms) } }", "let n = 0; const d = f(() => n++, 20); d(); d(); await new Promise((r) => setTimeout(r, 150)); assert.equal(n, 1)"),
    "values": ("const f = () => [NaN, -0, 10n ** 30n, undefined, null, Symbol.iterator, new Date(5), /a+/g, new Uint8Array([1]), Buffer.from('x'), , '\\ud800', new Map([[1, new Set([2])]])]", "assert.deepStrictEqual(f(), [NaN, -0, 10n ** 30n, undefined, null, Symbol.iterator, new Date(5), /a+/g, new Uint8Array([1]), Buffer.from('x'), , '\\ud800', new Map([[1, new Set([2])]])])"),
    "order": ("const f = () => ({ b: 1, a: 2, 1: 0 })", "assert.deepEqual(Object.keys(f()), ['1', 'b', 'a'])"),
    "frozen": ("const f = (o) => Object.freeze(o)", "const o = f({ a: 1 }); assert(Object.isFrozen(o)); assert.throws(() => { 'use strict'; o.a = 2 }, TypeError)"),
    "depth": ("const f = (n) => { let l = null; for (; n; n--) l = { n, next: l }; return l }", "let l = f(20000), n = 0; while (l) { n++; l = l.next } assert.equal(n, 20000)"),
    "recursion": ("const f = (n) => (n ? 1 + f(n - 1) : 0)", "assert.equal(f(5000), 5000); assert.throws(() => f(1e6), RangeError)"),
    "big output": ("const f = (n) => [...Array(n).keys()]", "assert.deepEqual(f(100000), [...Array(100000).keys()])"),
    "generators": ("function* f() { const x = yield 1; yield x } const take = (it, n) => { const r = []; for (const x of it) { if (!n--) break; r.push(x) } return r }", "const g = f(); assert.deepEqual(g.next(), { value: 1, done: false }); assert.equal(g.next(5).value, 5); function* t() { for (let i = 0; ; i++) yield i } assert.deepEqual(take(t(), 3), [0, 1, 2])"),
    "async generators": ("async function* f() { yield 1; yield 2 }", "const r = []; for await (const x of f()) r.push(x); assert.deepEqual(r, [1, 2])"),
    "composition": ("const f = (...g) => (x) => g.reduceRight((a, h) => h(a), x)", "assert.equal(f((x) => x + 1, (x) => x * 2)(5), 11); assert.equal(f(String, Number)('3'), '3')"),
    "proxies": ("const f = (a) => new Proxy(a, { get: (t, k) => (+k < 0 ? t[t.length + +k] : t[k]) })", "const p = f([1, 2]); assert.equal(p[-1], 2); assert.equal(p.length, 2); assert(Array.isArray(p))"),
    "what is printed": ("function f() { console.log('hi', { a: 1 }) }", "const l = []; console.log = (...a) => l.push(a); f(); assert.deepEqual(l, [['hi', { a: 1 }]])"),
    "sets of one's own": ("class Bag { #s = new Set(); add(x) { this.#s.add(x); return this } has(x) { return this.#s.has(x) } every(g) { return [...this.#s].every(g) } equals(o) { return [...this.#s].every((x) => o.has(x)) } toString() { return [...this.#s].join() } }", "const b = new Bag().add(1).add(2); assert(b.has(1) && !b.has(3)); assert(b.every((x) => x > 0)); assert(b.equals(new Bag().add(1).add(2))); assert.equal(`${b}`, '1,2')"),
    "points": ("class P { constructor(x, y) { this.x = x; this.y = y } plus(o) { return new P(this.x + o.x, this.y + o.y) } }", "assert.deepStrictEqual(new P(1, 2).plus(new P(3, 4)), new P(4, 6)); assert.notDeepStrictEqual(new P(1, 2), new P(2, 1)); assert.deepEqual(new P(1, 2), { x: 1, y: 2 })"),
    "state": ("let count = 0; function f() { count += 1 }", "f(); f(); assert.equal(count, 2); count = 5; f(); assert.equal(count, 6)"),
    "events": ("const { EventEmitter } = require('events'); class Bus extends EventEmitter { ping() { this.emit('ping', 3) } }", "const b = new Bus(); const l = []; b.on('ping', (x) => l.push(x)); b.ping(); assert.deepEqual(l, [3])"),
    "errors with methods": ("function f() { const e = new Error('x'); e.retry = () => 5; throw e }", "try { f(); assert.fail() } catch (e) { assert.equal(e.retry(), 5) }"),
    "methods for the tests": ("const f = (o) => Object.assign(o, { fly() { return 3 } }); const g = () => [(x) => x + 1, String]", "assert.equal(f({}).fly(), 3); assert.equal(g()[0](1), 2)"),
    "what may never end": ("const f = () => new Promise(() => {}); const g = (p, ms) => Promise.race([p, new Promise((_, no) => setTimeout(() => no(new Error('timeout')), ms))])", "await assert.rejects(g(f(), 10), /timeout/); f().then(() => assert.fail('ended')); let n = 0; (async () => { await f(); n = 1 })(); assert.equal(n, 0)"),
    "what ends late": ("const f = (n) => new Promise((r) => setTimeout(r, 30, n))", "async function main() { assert.equal(await f(2), 2); assert.equal(await f(3), 3) } main(); f(4).then((n) => assert.equal(n, 4)).finally(() => {})"),
    "node:test": ("const f = async (x) => x + 1; const g = (x, done) => setTimeout(done, 5, x)", "const { test, describe, it, before } = require('node:test'); test('a', async (t) => { t.assert.equal(await f(1), 2) }); test('b', (t, done) => { g(2, (r) => { assert.equal(r, 2); done() }) }); describe('f', () => { let n; before(() => { n = 2 }); it('adds', async () => assert.equal(await f(n), 3)) })"),
    "asserting of a context": ("const f = () => 3", "const { test } = require('node:test'); test('a', (t) => { t.assert.equal(f(), 3) })"),
    "assertions that tests catch": ("const f = (g) => { try { g() } catch { return 1 } }", "assert.throws(() => assert.equal(1, 2), assert.AssertionError); assert.equal(f(() => { throw new Error('x') }), 1)"),
    "classes of the tests": ("const f = (K) => new K(3).twice()", "class K { constructor(n) { this.n = n } twice() { return this.n * 2 } } assert.equal(f(K), 6)"),
}  # fmt: skip


@pytest.mark.parametrize("name", JS_HONEST)
def test_honest_javascript_passes(name):
    need_node()
    outcome = outcome_of(*JS_HONEST[name], "javascript")
    assert outcome.passed, outcome.reason


def test_limits_hold_for_both_processes():
    need_node()
    slow = outcome_of("function f() { for (;;); }", "f(); assert(true)", "javascript")
    assert "did not end within 2 s" in slow.reason
    loud = outcome_of(
        "function f() { for (;;) console.log('x'.repeat(9999)) }", "f(); assert(true)", "javascript"
    )
    assert "prints more than" in loud.reason
    hungry = outcome_of(
        "function f() { const a = []; for (;;) a.push(Buffer.alloc(1e7, 1)) }", "f(); assert(true)",
        "javascript",
    )  # fmt: skip
    assert "memory" in hungry.reason
    assert "did not end within 2 s" in outcome_of("def f():\n  while 1: 0", "f()\nassert 1").reason
    assert "prints more than" in outcome_of(
        "def f():\n  for n in range(500): print('x' * 9999)", "f()\nassert 1"
    ).reason  # fmt: skip

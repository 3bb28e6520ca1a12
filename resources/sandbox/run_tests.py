"""Runs the tests of a check, inside the sandbox, and says last what came of them.

The code of the response runs in a process of its own (``solve.py``): here there is nothing of it.
Standard input is JSON: ``tests``, ``entry`` (names of functions that ``check`` may be called with)
and ``proof``, with which the last line begins.
"""

import ast
import asyncio
import builtins
import importlib
import inspect
import json
import linecache
import os
import re
import signal
import subprocess
import sys
import traceback
import types
import unittest
from typing import ClassVar

sys.path.pop(0)
sys.path.insert(0, os.getcwd())
from crossing import CHANGING, FIXED, FIXED_BY_NAME
from line_up import LineUp
from peer import Peer
from remote import Remote, ask

# What the code of the response writes beside this file must not be imported by the tests.
sys.path.pop(0)
sys.set_int_max_str_digits(0) if hasattr(sys, "set_int_max_str_digits") else None
TESTS = "tests.py"
ALIASES = {"np": "numpy", "numpy": "numpy"}
ASSERTING = ("raises", "warns", "fail", "exit", "_exit")


class CannotTellError(Exception):
    """The tests do not decide; the arguments are a word for why, and a detail."""


class Counts:
    """How much the tests asserted, what they left out, and what the code did not get to."""

    asserted = 0
    stopped = ""
    skipped = ""
    missing = ""
    file = False
    failed: ClassVar[list] = []


def main():
    given = json.load(sys.stdin)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    sys.argv = [TESTS]
    tree = ast.parse(given["tests"], TESTS)
    process, peer = begin(is_strict=not names_of_classes(tree))
    try:
        said = "passed" if run(peer, tree, given["tests"], given["entry"]) else "failed"
    except CannotTellError as error:
        said = " ".join(error.args)
    except BaseException as error:
        said = "passed" if ended_well(error) else "failed"
    said = reviewed(said, peer, tree, is_over=process.poll() is not None)
    if peer.is_gone:
        process.kill()
    if peer.is_gone and process.wait() == -signal.SIGXCPU:
        os.kill(os.getpid(), signal.SIGXCPU)
    sys.stdout.flush()
    if said == "failed" and peer.is_gone:
        print("The code ended the program.", file=sys.stderr)
    sys.stderr.flush()
    os.write(1, f"\n{given['proof']} {said}\n".encode("utf-8", "replace"))
    os._exit(1 if said == "failed" else 0)


def reviewed(said, peer, tree, *, is_over):
    """What the tests came to, by what was noted while they ran."""
    if said == "passed" and peer.line_up is not None and not settles(peer.line_up):
        said = "failed"
    if said == "passed" and Counts.failed and not names_assertions(tree):
        ended_well(Counts.failed[0])
        said = "failed"
    if Counts.file:
        return "script"
    if Counts.missing:
        return f"missing {Counts.missing}"
    return ended(said, peer, is_over=is_over) if said == "passed" else said


def ended(said, peer, *, is_over):
    if peer.is_gone or is_over:
        return "failed"
    if Counts.skipped:
        return f"skipped {Counts.skipped}"
    if not Counts.asserted:
        return "nothing"
    is_relied_on = peer.line_up is not None and peer.line_up.is_relied_on
    return "passed own" if is_relied_on else said


def settles(line_up):
    """Whether what the tests relied on holds at their end."""
    try:
        line_up.settle()
    except BaseException as error:
        return ended_well(error)
    return True


def begin(*, is_strict):
    """Starts the other process, and gives what speaks with it."""
    (theirs, to_them), (from_them, ours) = os.pipe(), os.pipe()
    command = [sys.executable, "-s", "-B", "-X", "utf8", "solve.py"]
    process = subprocess.Popen(
        [*command, str(theirs), str(ours), str(int(is_strict))],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        pass_fds=(theirs, ours),
    )  # fmt: skip
    os.close(theirs)
    os.close(ours)
    peer = Peer(open(from_them, "rb"), open(to_them, "wb"), lambda *asked: may(peer, *asked),
                is_strict=is_strict)  # fmt: skip
    peer.more = {"input": input_of_tests}
    peer.line_up = None if is_strict else LineUp(ask, lambda value: isinstance(value, Remote))
    return process, peer


def input_of_tests(prompt):
    return builtins.input(prompt)  # tests replace it


def may(peer, name, given):
    """Whether the code may do something with an object of the tests."""
    if name == "input":
        return True
    what = given[0]
    if is_of_unittest(what):
        return False
    if not any(what is kept for kept in peer.kept.values()):
        return False
    if name == "call":
        return callable(what)
    if name in ("get", "set", "delete"):
        is_plain_name = type(given[1]) is str and not given[1].startswith("_")
        return (is_theirs(what) and is_plain_name) or given[1:] == ["__name__"]
    return is_theirs(what) or name in ("iter", "next")


OF_UNITTEST = (
    unittest.TestCase, unittest.TestSuite, unittest.TestLoader, unittest.TestResult,
    unittest.TextTestRunner, unittest.TestProgram,
)  # fmt: skip


def is_of_unittest(what):
    """Whether this runs the tests, or is a method that does so."""
    method = getattr(what, "__func__", None)
    if isinstance(what, types.MethodType) and not is_asserting_name(method.__name__):
        return method.__module__.startswith("unittest") and is_of_unittest(what.__self__)
    kind = what if isinstance(what, type) else type(what)
    is_named = kind.__module__ == "__main__" and kind.__name__.startswith("Test")
    has_tests = is_named and any(name.startswith("test") for name in dir(kind))
    return has_tests or issubclass(kind, OF_UNITTEST)


def is_theirs(what):
    return type(what).__module__ == "__main__"


def run(peer, tree, text, entry):
    """Whether the tests pass."""
    module, found, Counts.stopped = peer.ask("load")
    # What the tests call as a builtin or a module is that: ``abs`` of the code could say anything.
    modules = modules_meant(tree, [name for name in found if name not in entry])
    theirs = [name for name in found if name in entry or not hasattr(builtins, name)]
    names = {name: found[name] for name in theirs if name not in modules and may_stand(name)}
    sys.modules["solution"] = Solution(module, list(names))
    tests = types.ModuleType("__main__")
    vars(tests).update(names, **modules)
    vars(tests).update(
        __asserted__=asserted, __failed__=Counts.failed.append, __assertion__=AssertionError,
        **{act.__name__: evaluating(act, tree, tests) for act in (eval, exec)},
    )  # fmt: skip
    sys.modules["__main__"] = tests
    linecache.cache[TESTS] = (len(text), None, text.splitlines(keepends=True), TESTS)
    unittest.TestCase.failureException = NotedError
    unittest.TestResult.addSkip = lambda _result, _test, reason: skip(reason)
    keep = unittest.TextTestResult.addError
    unittest.TextTestResult.addError = lambda *told: (note_missing(told[2][1]), keep(*told))[1]
    sys.addaudithook(refusing_files(tree))
    exec(compile(Counted().over(tree), TESTS, "exec"), vars(tests))
    theirs = {
        name: value
        for name, value in vars(tests).items()
        if not is_dunder(name) and {**names, **modules}.get(name, tests) is not value
    }
    for name, value in theirs.items():
        if name.startswith("test") and inspect.isfunction(value):
            call(value)
        elif name.startswith("Test") and is_plain_class(value):
            run_class(value)
    if not Counts.asserted:
        call_check(theirs.get("check"), names, entry)
    return cases_pass([value for value in theirs.values() if is_case(value)])


def call(function, *given):
    """Calls a test; one that wants more than it gets cannot be run here."""
    try:
        inspect.signature(function).bind(*given)
    except TypeError:
        raise CannotTellError("wants", function.__name__) from None
    result = function(*given)
    if inspect.iscoroutine(result):
        asyncio.run(result)


def run_class(kind):
    """Runs the methods of a class in the style of pytest, each on an object of its own."""
    for name in dir(kind):
        if name.startswith("test") and callable(getattr(kind, name)):
            made = kind()
            for part in ("setup_method", name, "teardown_method"):
                if hasattr(made, part):
                    call(getattr(made, part))


def call_check(check, names, entry):
    """Calls the ``check(candidate)`` of HumanEval, where the tests do not do so themselves."""
    if not inspect.isfunction(check) or len(inspect.signature(check).parameters) != 1:
        return
    if not entry:
        raise CannotTellError("entry")
    found = next((name for name in entry if name in names), None)
    if found is None:
        raise NameError(f"name {entry[0]!r} is not defined")
    check(names[found])


class Solution(types.ModuleType):
    """What the tests import as ``solution``."""

    def __init__(self, module, names):
        super().__init__("solution")
        vars(self).update(__all__=names, __remote__=module)

    def __getattr__(self, name):
        return getattr(vars(self)["__remote__"], name)

    def __setattr__(self, name, value):
        setattr(vars(self)["__remote__"], name, value)

    def __delattr__(self, name):
        delattr(vars(self)["__remote__"], name)


class NotedError(AssertionError):
    """An assertion of a unittest class that failed, whoever catches it."""

    def __init__(self, *given):
        super().__init__(*given)
        Counts.failed.append(self)


NotedError.__name__ = NotedError.__qualname__ = "AssertionError"
NotedError.__module__ = "builtins"
RUNNING = {"exec", "eval", "compile", "runpy", "importlib", "__import__"}


SYSTEM = (
    "/usr/",
    "/lib",
    "/bin/",
    "/etc/",
    *(os.path.join(os.path.realpath(name), "") for name in (sys.prefix, sys.base_prefix)),
)
"""Where the code cannot write."""


def refusing_files(tree):
    """A hook that keeps files which the code may have written from being run here.

    Tests that run text do not get to read the code itself.
    """
    words = {getattr(node, "id", None) for node in ast.walk(tree)}
    words |= {name.name.partition(".")[0] for name in ast.walk(tree) if isinstance(name, ast.alias)}
    words |= {getattr(node, "module", None) for node in ast.walk(tree)}
    own = os.path.realpath("solution.py") if words & RUNNING else None

    def is_refused(event, given):
        name = given[0].co_filename if event == "exec" else given[event == "import"]
        if not isinstance(name, (str, bytes)) or name == TESTS:
            return False
        path = os.path.realpath(os.fsdecode(name))
        is_run = event != "open" or path.endswith(".pyc")
        return path == own or (is_run and name[:1] != "<" and not path.startswith(SYSTEM))

    def hook(event, given):
        if event in ("open", "exec", "import") and is_refused(event, given):
            Counts.file = True
            raise CannotTellError("script")

    return hook


def evaluating(act, tree, tests):
    """``eval`` or ``exec`` of tests: text that is not theirs is run only where it makes values."""
    own = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}

    def run_text(source, *spaces):
        is_own = isinstance(source, types.CodeType) or source in own
        if not is_own and not makes_values(source, vars(tests)):
            Counts.file = True
            raise CannotTellError("script")
        frame = sys._getframe(1)
        return act(source, *(spaces or (frame.f_globals, frame.f_locals)))

    return run_text


def makes_values(source, names):
    """Whether a text does nothing but make values and call what the tests have by name."""
    try:
        tree = ast.parse(source.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    for node in ast.walk(tree):
        if not isinstance(node, (*VALUES, ast.operator, ast.unaryop, ast.cmpop, ast.expr_context)):
            return False
        if isinstance(node, ast.Name) and not is_of_values(node.id, names):
            return False
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") != "datetime":
            return False
    return True


VALUES = (
    ast.Expression, ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.UnaryOp, ast.BinOp,
    ast.Compare, ast.BoolOp, ast.boolop, ast.Call, ast.keyword, ast.Name, ast.Attribute, ast.IfExp,
)  # fmt: skip
MAKING = {"abs", "round", "min", "max", "sum", "len", "sorted", "bool", "int", "float", "str"}


def is_of_values(name, names):
    """Whether a name stands for something of the code, or for what only makes values."""
    if name not in names:
        return name in MAKING or name in CHANGING or name in FIXED_BY_NAME
    found = names[name]
    is_kind = found in CHANGING.values() or found in FIXED if isinstance(found, type) else False
    return is_kind or isinstance(found, Remote) or name == "datetime"


def asserted():
    Counts.asserted += 1


def skip(reason):
    Counts.skipped = str(reason).partition("\n")[0] or "-"


def note_missing(error):
    """Notes a module that the tests lack; what the code of the response lacks is its own fault."""
    if isinstance(error, ModuleNotFoundError) and not is_of_solution(error):
        Counts.missing = error.name or "-"


def is_of_solution(error):
    return getattr(error, "_of_other", False)


class Counted(ast.NodeTransformer):
    """Counts what can fail the tests: before each such statement stands a call."""

    def over(self, tree):
        return ast.fix_missing_locations(self.visit(tree))

    def generic_visit(self, node):
        super().generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, [one for part in block for one in self.counted(part)])
        return node

    def counted(self, statement):
        if is_asserting(statement):
            yield ast.copy_location(called("__asserted__"), statement)
        if isinstance(statement, ast.Assert) or raises_assertion(statement):
            yield ast.copy_location(noted(statement), statement)
        else:
            yield statement


def called(name, *given):
    values = [ast.Name(value, ast.Load()) for value in given]
    return ast.Expr(ast.Call(ast.Name(name, ast.Load()), values, []))


def noted(statement):
    """A statement whose failing is noted where it happens, whoever catches it."""
    error = ast.Name("__assertion__", ast.Load())
    note = called("__failed__", "__error__")
    return ast.Try(
        [statement], [ast.ExceptHandler(error, "__error__", [note, ast.Raise()])], [], []
    )


def raises_assertion(statement):
    raised = getattr(statement, "exc", None) if isinstance(statement, ast.Raise) else None
    return getattr(getattr(raised, "func", raised), "id", "") == "AssertionError"


def names_assertions(tree):
    """Whether the tests mean failed assertions by name, so that they may catch them."""
    raised = {
        id(inside) for node in ast.walk(tree) if raises_assertion(node) for inside in ast.walk(node)
    }
    names = {"AssertionError", "failureException", "expectedFailure"}
    return any(
        {getattr(node, "id", ""), getattr(node, "attr", "")} & names
        for node in ast.walk(tree)
        if id(node) not in raised
    )


def is_asserting(statement):
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return False
    return any(isinstance(node, (ast.Assert, ast.Raise)) or is_asserting_call(node)
               for node in inner(statement))  # fmt: skip


def inner(statement):
    """The parts of a statement that it may carry out itself."""
    yield statement
    for node in ast.iter_child_nodes(statement):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            yield from inner(node)


def is_asserting_call(node):
    called = node.func if isinstance(node, ast.Call) else None
    name = getattr(called, "attr", getattr(called, "id", ""))
    return is_asserting_name(name)


def is_asserting_name(name):
    return name.lower().startswith("assert") or name in ASSERTING


def names_of_classes(tree):
    """Names by which the tests mean classes of the code: written as classes are, and not theirs.

    Names in capitals, such as ``LRU``, may be of constants: where the code has no such class.
    """
    used, own = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else own).add(node.id)
        elif isinstance(node, ast.ClassDef):
            own.add(node.name)
        elif isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "solution":
            used.add(node.attr)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names = {(item.asname or item.name).partition(".")[0] for item in node.names}
            is_solution = getattr(node, "module", "") == "solution"
            (used if is_solution else own).update(names)
    left = used - own - set(dir(builtins))
    with open("solution.py", encoding="utf-8", errors="replace") as file:
        defined = set(re.findall(r"\bclass\s+(\w+)", file.read()))
    return {name for name in left if name[:1].isupper() and (not name.isupper() or name in defined)}


def modules_meant(tree, names):
    """Modules that the tests use and leave to the code to import, of these names."""
    used = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            used.setdefault(node.value.id, set()).add(node.attr)
    found = {}
    for name in names:
        known = ALIASES.get(name, name)
        if name in used and (known in sys.stdlib_module_names or name in ALIASES):
            try:
                module = importlib.import_module(known)
            except ImportError:
                Counts.missing = known
            else:
                if all(hasattr(module, part) for part in used[name]):
                    found[name] = module
    return found


def cases_pass(cases):
    load = unittest.defaultTestLoader.loadTestsFromTestCase
    suite = unittest.TestSuite(load(case) for case in cases)
    return not cases or unittest.TextTestRunner().run(suite).wasSuccessful()


def is_case(value):
    return is_class(value) and issubclass(value, unittest.TestCase)


def is_plain_class(value):
    return is_class(value) and not issubclass(value, unittest.TestCase)


def is_class(value):
    return isinstance(value, type) and value.__module__ == "__main__"


HOOKS = ("load_tests", "setUpModule", "tearDownModule")
"""What unittest looks for beside tests."""


def may_stand(name):
    """Whether a name of the code may be one among those of the tests."""
    return not is_dunder(name) and name not in HOOKS


def is_dunder(name):
    return name.startswith("__") and name.endswith("__")


def ended_well(error):
    """Whether an exception ends tests that passed, as that of ``unittest.main`` does."""
    if isinstance(error, SystemExit) and not is_of_solution(error):
        return not error.code
    if isinstance(error, unittest.SkipTest):
        skip(error)
        return True
    note_missing(error)
    traceback.print_exc()
    said = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1]
    frames = traceback.extract_tb(error.__traceback__)
    at = [frame for frame in frames if frame.filename == TESTS]
    if at:
        said += f" (test line {at[-1].lineno}: {at[-1].line})"
    if Counts.stopped and isinstance(error, NameError) and not is_of_solution(error):
        said += f"; before, the code raised {Counts.stopped}"
    print(said.replace("solution.", "", 1), file=sys.stderr)
    return False


main()

"""Runs the tests of a check on the code of a response, inside the sandbox, and proves that it did.

Standard input is JSON: ``tests``, and ``proof``, which is printed last when all tests passed.
"""

import asyncio
import inspect
import json
import linecache
import os
import sys
import traceback
import types
import unittest

SOLUTION = os.path.abspath("solution.py")
TESTS = "tests.py"


def main():
    given = json.load(sys.stdin)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    sys.argv = [TESTS]
    try:
        passed = run(given["tests"])
    except BaseException as error:
        passed = ended_well(error)
    sys.stdout.flush()
    sys.stderr.flush()
    if passed:
        os.write(1, f"\n{given['proof']}\n".encode())
    os._exit(0 if passed else 1)


def run(text):
    import solution

    ours = {name: value for name, value in vars(solution).items() if not is_dunder(name)}
    tests = types.ModuleType("__main__")
    vars(tests).update(ours)
    sys.modules["__main__"] = tests
    linecache.cache[TESTS] = (len(text), None, text.splitlines(keepends=True), TESTS)
    exec(compile(text, TESTS, "exec"), vars(tests))
    theirs = {
        name: value
        for name, value in vars(tests).items()
        if not is_dunder(name) and ours.get(name) is not value
    }
    for name, value in theirs.items():
        if name.startswith("test") and inspect.isfunction(value):
            result = value()
            if inspect.iscoroutine(result):
                asyncio.run(result)
    return cases_pass([value for value in theirs.values() if is_case(value)])


def cases_pass(cases):
    load = unittest.defaultTestLoader.loadTestsFromTestCase
    suite = unittest.TestSuite(load(case) for case in cases)
    return not cases or unittest.TextTestRunner().run(suite).wasSuccessful()


def is_case(value):
    return (
        isinstance(value, type)
        and issubclass(value, unittest.TestCase)
        and value.__module__ == "__main__"
    )


def is_dunder(name):
    return name.startswith("__") and name.endswith("__")


def ended_well(error):
    """Whether an exception ends tests that passed, as that of ``unittest.main`` does."""
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, SystemExit):
        if any(frame.filename == SOLUTION for frame in frames):
            print("SystemExit: the code ended the program.", file=sys.stderr)
            return False
        return not error.code
    traceback.print_exc()
    at = [frame for frame in frames if frame.filename == TESTS]
    if at:
        said = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1]
        print(f"{said} (test line {at[-1].lineno}: {at[-1].line})", file=sys.stderr)
    return False


main()

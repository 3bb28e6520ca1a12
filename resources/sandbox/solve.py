"""The process that runs the code of a response, and does with it what the tests ask.

Arguments: the descriptors to read from and to write to, and whether the tests name no class.
"""

import ast
import asyncio
import builtins
import sys
import types

from peer import Peer, Printed

sys.set_int_max_str_digits(0) if hasattr(sys, "set_int_max_str_digits") else None
FATAL = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def main():
    reader, writer = open(int(sys.argv[1]), "rb"), open(int(sys.argv[2]), "wb")
    peer = Peer(reader, writer, lambda _name, _given: True, is_strict=sys.argv[3] == "1")
    peer.printed = sys.stdout = Printed()
    builtins.input = lambda prompt="": peer.ask("input", str(prompt))
    loop = []

    def awaited(waiting):
        if not loop:
            loop.append(asyncio.new_event_loop())
        return loop[0].run_until_complete(waiting)

    peer.more = {
        "load": load,
        "await": awaited,
        "kind": type,
        "instance": lambda kind, value: isinstance(value, kind),
        "subclass": lambda kind, value: issubclass(value, kind),
        "turned": lambda value, name, other: getattr(__import__("operator"), name)(other, value),
    }
    sys.argv = ["solution.py"]
    peer.serve()


def load():
    """The module, its names with their values, and why a part of it that shows its use failed."""
    module = sys.modules["solution"] = types.ModuleType("solution")
    module.__file__ = "solution.py"
    with open("solution.py", "rb") as file:
        tree = ast.parse(file.read(), "solution.py")
    future = [
        one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "__future__"
    ]
    why = ""
    for statement in tree.body:
        part = ast.Module([*future, statement] if statement not in future else [statement], [])
        try:
            exec(compile(part, "solution.py", "exec", dont_inherit=True), vars(module))
        except BaseException as error:
            if isinstance(statement, FATAL):
                raise
            why = why or f"{type(error).__name__}: {error}".rstrip(": ")
    names = {name: value for name, value in vars(module).items() if not name.startswith("__")}
    return module, names, why


main()

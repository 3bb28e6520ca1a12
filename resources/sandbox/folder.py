"""Unpacks the folder of a response beside this file, and runs a file of it or takes its names.

``folder.json`` has ``path``, the file, and ``files``: contents in Base64 by path. Started as a
program this file runs it; imported, it has the names of that file.
"""

import base64
import importlib.util
import json
import os
import runpy
import sys


def unpack():
    """Writes the files, goes to their folder, and gives the path that is asked for."""
    with open("folder.json", "rb") as file:
        given = json.load(file)
    for path, content in given["files"].items():
        place = os.path.join("folder", *path.split("/"))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(base64.b64decode(content))
    os.makedirs("folder", exist_ok=True)
    os.chdir("folder")
    path = given["path"]
    for place in (os.getcwd(), os.path.dirname(os.path.abspath(path))):
        sys.path.insert(0, place)
    return path


def names_in(path):
    """The names of a file, as an import of all of them takes them."""
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    listed = getattr(module, "__all__", [one for one in vars(module) if not one.startswith("_")])
    return {one: getattr(module, one) for one in listed}


if __name__ == "__main__":
    sys.path.pop(0)
    main = unpack()
    sys.argv = [main]
    runpy.run_path(main, run_name="__main__")
else:
    found = names_in(unpack())
    globals().update(found)
    __all__ = list(found)

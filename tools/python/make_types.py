"""Writes the files for type checkers of a built package, the first argument, into it or into the second argument.

_core.pyi      the module lode._core, from the signatures that its docstrings begin with
_settings.pyi  keywords: settings of the methods from their records, others from the signatures of `find` and `read`
"""
import inspect
import json
import pathlib
import re
import sys

HEAD = '''"""Written by make_types.py."""
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Dict, List, Literal, Optional, Tuple, TypedDict

import numpy as np

'''


def of_checkers(types, given):
    """Converts types in pybind11's words for type checkers; `given`: types of arguments from the package."""
    types = re.sub(r"lode\._core\.", "", types)
    types = re.sub(r"numpy\.ndarray(\[[^]]*\])?", "np.ndarray[Any, Any]", types)
    types = re.sub(r"\bdict\b", "Dict[str, Any]", types)
    types = re.sub(r"\b(object|tuple|list|buffer|os\.PathLike)(?=[,\]]|$|\s)", "Any", types)
    return re.sub(r"List\[int\]|List\[float\]", "Any", types) if given else types


def signature(docstring):
    """Arguments and result, from the signature in a docstring."""
    found = re.match(r"\w+\((.*)\) -> (.*)", docstring or "")
    if found is None:
        return "*_: Any", "Any"
    optional = re.sub(r": (\w+) = None", r": Optional[\1] = None", of_checkers(found[1], True))
    arguments = re.sub(r" = [^,)]+", " = ...", optional)
    return re.sub(r"\bself: \w+", "self", arguments), of_checkers(found[2], False)


def stub(module):
    lines = [HEAD, "__version__: str"]
    for name, value in sorted(vars(module).items()):
        if inspect.isclass(value):
            lines.append(f"class {name}:\n    {value.__doc__!r}")
            for member, it in sorted(vars(value).items()):
                if member.startswith("_") and member != "__init__":
                    continue
                if isinstance(it, property):
                    lines.append(f"    @property\n    def {member}(self) -> {signature('_' + it.fget.__doc__)[1]}: ...")
                else:
                    static = "    @staticmethod\n" if isinstance(it, staticmethod) else ""
                    arguments, result = signature(getattr(value, member).__doc__)
                    lines.append(f"{static}    def {member}({arguments}) -> {result}: ...")
        elif callable(value):
            lines.append("def {0}({1}) -> {2}: ...".format(name, *signature(value.__doc__)))
    return "\n".join(lines) + "\n"


def typed_dict(name, meaning, types, base="TypedDict"):
    fields = "".join(f"    {key}: {type_}\n" for key, type_ in types.items())
    return f'\nclass {name}({base}, total=False):\n    """{meaning}"""\n\n{fields}'


def settings_of(texts):
    """The settings of all methods. A setting with different types in two methods gets both."""
    types = {"preset": set()}
    for method in json.loads(texts[1])["methods"]:
        types["preset"].update(map(repr, method["presets"]))
        for option in method["options"]:
            own = types.setdefault(option["name"].replace("-", "_"), set())
            own.update(map(repr, option["words"]))
            own.update({"integer": ["int"], "number": ["float"], "text": ["str"]}.get(option["type"], []))
    for name, kinds in types.items():
        words = sorted(kind for kind in kinds if kind[0] == "'")
        types[name] = " | ".join(sorted(kinds - set(words)) + ([f"Literal[{', '.join(words)}]"] if words else []))
    return types


def keywords_of(function, without):
    parameters = inspect.signature(function).parameters.values()
    return {each.name: each.annotation for each in parameters if each.kind is each.KEYWORD_ONLY and each.name not in without}


def settings(lode, core):
    read = keywords_of(lode.read, ())
    return (HEAD + "from . import _core\nfrom ._convert import Assume, Merge\nfrom ._runs import Progress, ProofEvent\n"
            "from .graph import Separator\n"
            + typed_dict("FindSettings", "Settings of the methods for dense subgraphs.", settings_of(core.methods()))
            + typed_dict("FindOptions", "Keywords of `find` but `top` and thresholds.",
                         keywords_of(lode.find, ("top", "min_density", "min_average_degree", "missing", "plex")), "FindSettings")
            + typed_dict("LsqSettings", "Settings of the methods for least squares.", settings_of(core.lsq_methods()))
            + typed_dict("FileOptions", "How files are read; see `read`.", read)
            + typed_dict("GraphOptions", "What the constructors take, each a part of it; see `as_graph`.",
                         {**read, "labels": "Any", "threshold": "float", "assume": "Assume"}))


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[-1])
    sys.path[0] = str(pathlib.Path(sys.argv[1]).parent)
    import lode
    from lode import _core

    for name, text in (("_core.pyi", stub(_core)), ("_settings.pyi", settings(lode, _core))):
        (folder / name).unlink(missing_ok=True)  # writing would follow a link of an older build
        (folder / name).write_text(text)

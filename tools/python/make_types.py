"""Writes the files for type checkers of a built package, the first argument, into it or into the second argument.

_core.pyi      the class Cancel of the module lode._core
_settings.pyi  keywords: settings of the methods from their records, others from the signatures of `find` and `read`;
               attributes of answers of `find` from the records of questions
"""
import inspect
import json
import pathlib
import sys

HEAD = '''"""Written by make_types.py."""
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypedDict

'''
CORE = '''"""The C++ library. Private, except for Cancel."""
from typing import Any

__version__: str

class Cancel:
    """A flag that stops the calls to which it was given."""
    def set(self) -> None: ...
    def clear(self) -> None: ...
    def is_set(self) -> bool: ...

def __getattr__(name: str) -> Any: ...
'''


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


def fields_of(questions):
    """The fields that variants of `find` add to an answer, with their types."""
    types = {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}
    fields = [(each["path"].partition("].")[2], each["type"].partition("|")[0].rstrip("?")) for record in questions
              if record["answer"] == "find" for each in record["fields"] if each["path"].count(".") == 1]
    return {name: f"{types.get(kind, 'list[dict[str, Any]]')} | None" for name, kind in fields}


def keywords_of(function, without):
    parameters = inspect.signature(function).parameters.values()
    return {each.name: each.annotation for each in parameters if each.kind is each.KEYWORD_ONLY and each.name not in without}


def settings(lode, core):
    read = keywords_of(lode.read, ())
    return (HEAD + "from . import _core\nfrom ._convert import Assume, Merge\nfrom ._runs import Progress, ProofEvent\n"
            "from ._files import Separator\n"
            + typed_dict("FindSettings", "Settings of the methods for dense subgraphs.", settings_of(core.methods()))
            + typed_dict("FindOptions", "Keywords of `find` but `top` and thresholds.",
                         keywords_of(lode.find, ("top", "min_density", "min_average_degree", "missing", "plex")), "FindSettings")
            + typed_dict("FindFields", "Fields that variants of `find` add to a `Result`.",
                         fields_of(json.loads(core.questions())["questions"]), "").replace("(, total=False)", "")
            + typed_dict("LsqSettings", "Settings of the methods for least squares.", settings_of(core.lsq_methods()))
            + typed_dict("FileOptions", "How files are read; see `read`.", read)
            + typed_dict("GraphOptions", "What the constructors take, each a part of it; see `as_graph`.",
                         {**read, "labels": "Any", "threshold": "float", "assume": "Assume"}))


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[-1])
    sys.path[0] = str(pathlib.Path(sys.argv[1]).parent)
    import lode
    from lode import _core

    for name, text in (("_core.pyi", CORE), ("_settings.pyi", settings(lode, _core))):
        (folder / name).unlink(missing_ok=True)  # writing would follow a link of an older build
        (folder / name).write_text(text)

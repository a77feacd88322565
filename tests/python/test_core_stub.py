"""The stub of lode._core names what is there: classes, members, functions and their arguments."""
import ast
import pathlib
import re

import pytest

from lode import _core as core

STUB = pathlib.Path(__file__).resolve().parents[2] / "tools/python/lode/_core.pyi"
TREE = ast.parse(STUB.read_text())
TYPES = {"IntArray", "FloatArray", "Vertices", "Settings", "OnInterrupt", "StopReason", "ProgressSink"}
CLASSES = [node for node in TREE.body if isinstance(node, ast.ClassDef)]
FUNCTIONS = [(core, node) for node in TREE.body if isinstance(node, ast.FunctionDef)]
FUNCTIONS += [(getattr(core, owner.name), node) for owner in CLASSES for node in owner.body
              if isinstance(node, ast.FunctionDef) and not node.name.startswith("__")
              and "property" not in [getattr(mark, "id", "") for mark in node.decorator_list]]


def members(node):
    for entry in node.body:
        if isinstance(entry, ast.FunctionDef):
            yield entry.name
        elif isinstance(entry, ast.AnnAssign):
            yield entry.target.id


@pytest.mark.parametrize("node", CLASSES, ids=lambda node: node.name)
def test_classes_have_the_members_of_the_stub(node):
    there = getattr(core, node.name)
    assert set(members(node)) <= set(dir(there))
    public = {name for name in vars(there) if not name.startswith("_")}
    assert public <= set(members(node))


@pytest.mark.parametrize("owner, node", FUNCTIONS, ids=lambda part: getattr(part, "name", ""))
def test_functions_have_the_arguments_of_the_stub(owner, node):
    signature = getattr(owner, node.name).__doc__.splitlines()[0]
    written = [part.arg for part in (*node.args.args, *node.args.kwonlyargs)]
    if node.args.kwarg is not None and node.name == "read_bytes":
        pytest.skip("its options are those of read")
    there = re.findall(r"[(,] ?\*?\*?(\w+):", signature)
    assert [name for name in there if name not in ("self", "kwargs")] == [name for name in written if name != "self"]


def test_everything_public_is_in_the_stub():
    named = {node.name for node in TREE.body if hasattr(node, "name")} | TYPES
    assert {name for name in dir(core) if not name.startswith("_")} <= named

"""The package as a whole: light to import, typed, every public name documented, settings from the records."""
import inspect
import os
import pathlib
import re
import subprocess
import sys
import tomllib

import pytest

import lode
from lode import _core

SOURCE = pathlib.Path(lode.__file__).parent


def test_importing_lode_imports_nothing_else_that_is_heavy():
    heavy = ["scipy", "pandas", "networkx", "matplotlib", "tqdm", "igraph", "IPython"]
    program = f"import sys, lode; lode.find('karate', 5)\nprint([name for name in {heavy} if name in sys.modules])"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True,
                             env=os.environ | {"PYTHONPATH": ":".join(path for path in sys.path if path)}).stdout
    assert printed.strip() == "[]"


def test_every_public_name_has_a_docstring():
    for name in lode.__all__:
        value = getattr(lode, name)
        if inspect.isclass(value) or inspect.isfunction(value) or inspect.ismodule(value):
            assert inspect.getdoc(value), name
        if inspect.isclass(value) and value.__module__.startswith("lode.") and "_core" not in value.__module__:
            for member, function in vars(value).items():
                if not member.startswith("_") and (inspect.isfunction(function) or isinstance(function, property)):
                    assert function.__doc__ or inspect.getdoc(getattr(value, member)), f"{name}.{member}"
    assert sorted(lode.__all__) == lode.__all__


def test_every_public_function_is_annotated():
    assert (SOURCE / "py.typed").exists()
    for value in map(lode.__dict__.get, lode.__all__):
        if inspect.isfunction(value):
            missing = [p.name for p in inspect.signature(value).parameters.values() if p.annotation is p.empty]
            assert not missing and inspect.signature(value).return_annotation is not inspect.Signature.empty, value


def test_settings_are_documented_from_the_records():
    for function, infos in ((lode.find, _core.methods()), (lode.lsq.solve, _core.lsq_methods())):
        text = inspect.getdoc(function)
        for method in infos:
            for option in method.options:
                assert f"{option.name.replace('-', '_')}: {option.meaning}" in text, option.name
    assert [m.name for m in lode.methods()] == [m.name for m in _core.methods()]
    hybrid = lode.methods()[0]
    assert hybrid.presets[0] == "default" and "working_set" in {s.name for s in hybrid.settings}
    assert str(hybrid).startswith("hybrid: ")


def test_parameters_of_find_are_described():
    text = inspect.getdoc(lode.find)
    for name in inspect.signature(lode.find).parameters:
        if name != "settings":
            assert re.search(rf"\b{name}\b", text.partition("Settings of the methods")[0]), name


def test_names_in_the_stub_are_in_the_module():
    import ast

    tree = ast.parse((SOURCE / "_core.pyi").read_text())
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            assert hasattr(_core, node.name), node.name
            if isinstance(node, ast.ClassDef):
                for member in node.body:
                    if isinstance(member, ast.FunctionDef):
                        assert hasattr(getattr(_core, node.name), member.name), f"{node.name}.{member.name}"


def test_the_project_file_names_what_exists():
    path = pathlib.Path(__file__).resolve().parents[2] / "tools/python/pyproject.toml"
    project = tomllib.loads(path.read_text())["project"]
    for group, name in (("networkx.backends", "BackendInterface"), ("networkx.backend_info", "get_info")):
        module, _, attribute = project["entry-points"][group]["lode"].partition(":")
        assert attribute == name and hasattr(__import__(module, fromlist=[name]), name)


def test_modules_tell_what_there_is_to_call_and_hide_no_function():
    assert sorted(dir(lode.lsq)) == sorted(lode.lsq.__all__)
    assert not hasattr(lode, "curve")


def test_a_size_where_the_path_of_a_report_is_expected_is_named():
    for path in ([5], 5, b"r.html"):
        with pytest.raises(lode.InvalidArgument, match=r"path is .*sizes are given as s="):
            lode.report("karate", path)

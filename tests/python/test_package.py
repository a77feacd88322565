"""The package as a whole: light to import, typed, every public name documented, settings from the records."""
import ast
import inspect
import os
import pathlib
import re
import subprocess
import sys
import tomllib

import pytest

import lode
from support import REPOSITORY, tool

SOURCE = pathlib.Path(lode.__file__).parent


def test_importing_lode_imports_nothing_else_that_is_heavy():
    heavy = ["scipy", "pandas", "networkx", "matplotlib", "igraph", "IPython"]
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
    for function, methods in ((lode.find, lode.methods()), (lode.lsq.solve, lode.lsq.methods())):
        text = inspect.getdoc(function)
        for method in methods:
            assert method.source and method.guarantee and method.cost and method.summary
            for setting in method.settings:
                assert f"{setting.name}: {setting.meaning} [{setting.range}" in text, setting.name
    hybrid = lode.methods()[0]
    assert hybrid.presets[0] == "default" and "working_set" in {s.name for s in hybrid.settings}
    assert str(hybrid).startswith("hybrid: ")


@pytest.mark.parametrize("command, methods", [(["methods"], lode.methods), (["lsq", "methods"], lode.lsq.methods)])
def test_methods_are_those_of_the_tool(command, methods):
    listed = tool(*command, "--format", "json")["methods"]
    assert [(m.name, m.summary, list(m.presets)) for m in methods()] == [
        (m["name"], m["summary"], m["presets"]) for m in listed]
    options = tool(*command, "--options", "--format", "json")["methods"]
    assert [[(s.name, s.default, s.other_defaults) for s in m.settings] for m in methods()] == [
        [(o["name"].replace("-", "_"), o["default"], o["preset_defaults"]) for o in m["options"]] for m in options]


def test_parameters_of_find_are_described():
    text = inspect.getdoc(lode.find)
    for name in inspect.signature(lode.find).parameters:
        if name != "settings":
            assert re.search(rf"\b{name}\b", text.partition("Settings of the methods")[0]), name


@pytest.fixture
def types(tmp_path):
    """The names and annotations of the files for type checkers, written afresh."""
    subprocess.run([sys.executable, REPOSITORY / "tools/python/make_types.py", SOURCE, tmp_path], check=True)
    return tmp_path


def test_files_for_type_checkers_are_those_of_the_package(types):
    """The build wrote them; it writes them again when a function of the package has changed."""
    for name in ("_core.pyi", "_settings.pyi"):
        if not (SOURCE / name).exists():
            pytest.skip("a build with sanitizers has none")
        assert (SOURCE / name).read_text() == (types / name).read_text(), "is of an older package: build lode_python again"


def test_the_type_of_cancel_is_that_of_the_module(types):
    cancel, = [node for node in ast.parse((types / "_core.pyi").read_text()).body if isinstance(node, ast.ClassDef)]
    members = {member.name for member in cancel.body if isinstance(member, ast.FunctionDef)}
    assert cancel.name == "Cancel" and members == {name for name in vars(lode.Cancel) if not name.startswith("_")}


def test_keywords_that_type_checkers_know_are_those_of_the_functions(types):
    tree = ast.parse((types / "_settings.pyi").read_text())
    known = {node.name: {each.target.id: ast.unparse(each.annotation) for each in node.body
                         if isinstance(each, ast.AnnAssign)} for node in tree.body if isinstance(node, ast.ClassDef)}
    for name, methods in (("FindSettings", lode.methods()), ("LsqSettings", lode.lsq.methods())):
        assert set(known[name]) == {setting.name for m in methods for setting in m.settings} | {"preset"}
        assert all(repr(preset) in known[name]["preset"] for m in methods for preset in m.presets)
    assert known["FindSettings"]["shift"] == "float | Literal['automatic']" and known["LsqSettings"]["window"] == "int"
    find = set(inspect.signature(lode.find).parameters) - {"graph", "s", "top", "settings", "min_density", "min_average_degree",
                                                           "missing", "plex"}
    assert set(known["FindOptions"]) == find and known["FindOptions"]["seed"] == "int"
    read = set(inspect.signature(lode.read).parameters) - {"name"}
    assert set(known["FileOptions"]) == read < set(known["GraphOptions"])


def test_the_project_file_names_what_exists():
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
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

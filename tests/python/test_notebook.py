"""The cells of docs/tutorial.ipynb run one after the other, and print what is stored beside them.

`python3 tests/python/test_notebook.py --write` runs the cells and stores what they print now. A cell with the tag
`needs-GRAPH` is left out where there is no such graph, one with the tag `needs-MODULE` without that module.
"""
import ast
import base64
import contextlib
import importlib.util
import io
import json
import os
import pathlib
import re
import sys

import pytest

NOTEBOOK = pathlib.Path(__file__).resolve().parents[2] / "docs/tutorial.ipynb"
GRAPH = "email-Eu-core"
MODULE = "matplotlib"
SECONDS = re.compile(r"\b\d+(?:\.\d+)? (?:us|ms|s|MB/s)\b")


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def missing(cell):
    """What a cell needs and is not here, or None."""
    import lode

    tags = cell["metadata"].get("tags", [])
    if f"needs-{GRAPH}" in tags:
        try:
            lode.read(GRAPH)
        except lode.InputError:
            return GRAPH
    return MODULE if f"needs-{MODULE}" in tags and importlib.util.find_spec(MODULE) is None else None


def run(source, names):
    """What a cell prints, and the value of its last line, if that is an expression."""
    *statements, last = ast.parse(source).body
    value = isinstance(last, ast.Expr) and not source.rstrip().endswith(";")
    if not value:
        statements.append(last)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(ast.Module(statements, []), str(NOTEBOOK), "exec"), names)
        result = eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names) if value else None
    return out.getvalue(), result


def stored_text(cell):
    """What is stored of a cell as text: what it printed, and the value of its last line."""
    return "".join("".join(output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"])
                   for output in cell["outputs"] if output["output_type"] in ("stream", "execute_result"))


def of_any_machine(text):
    return " ".join(SECONDS.sub("#", text).split())


@pytest.fixture
def somewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    return tmp_path


def check(left_out):
    """Runs the cells that have what they need, in order; how many were compared with what is stored."""
    names, compared = {"__name__": "tutorial"}, 0
    for cell in code_cells(json.loads(NOTEBOOK.read_text())):
        source = "".join(cell["source"])
        if left_out(cell):
            continue
        printed, value = run(source, names)
        now = printed + ("" if value is None else repr(value))
        if stored := stored_text(cell):
            assert of_any_machine(now) == of_any_machine(stored), source
            compared += 1
    return compared


def test_the_part_on_bundled_graphs(somewhere, monkeypatch):
    monkeypatch.delenv("LODE_DATA", raising=False)
    assert check(lambda cell: cell["metadata"].get("tags")) >= 4


def test_all_of_it(somewhere):
    absent = {missing(cell) for cell in code_cells(json.loads(NOTEBOOK.read_text()))} - {None}
    if GRAPH in absent:
        pytest.skip(f"LODE_DATA has no {GRAPH}")
    assert check(missing) >= 10


def test_it_is_a_notebook():
    """What programs that show notebooks ask for: format 4, an id for every cell, all cells run in order."""
    notebook = json.loads(NOTEBOOK.read_text())
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["cells"][0]["cell_type"] == "markdown"
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[\w-]{1,64}", name) for name in ids)
    counts = [cell["execution_count"] for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))
    for cell in notebook["cells"]:
        assert set(cell) == {"cell_type", "id", "metadata", "source"} | (
            {"execution_count", "outputs"} if cell["cell_type"] == "code" else set())
        for link in re.findall(r"\]\(([^)#]+)", "".join(cell["source"])):
            assert link.startswith("https://") or (NOTEBOOK.parent / link).exists(), link


def lines(text):
    return text.splitlines(keepends=True)


def outputs(printed, value, count):
    """What a notebook stores of a cell: a stream, a figure as a picture, and a value as text and as a table."""
    if printed:
        yield {"output_type": "stream", "name": "stdout", "text": lines(printed)}
    if hasattr(value, "savefig"):
        picture = io.BytesIO()
        value.savefig(picture, format="png", dpi=80, bbox_inches="tight")
        yield {"output_type": "display_data", "metadata": {},
               "data": {"image/png": base64.b64encode(picture.getvalue()).decode(), "text/plain": ["<Figure>"]}}
    elif value is not None:
        data = {"text/plain": lines(repr(value))}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = lines(value._repr_html_())
        yield {"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data}


def write():
    """Runs all cells where we are, and stores what they print; cells whose needs are not here keep what they have."""
    notebook, names = json.loads(NOTEBOOK.read_text()), {"__name__": "tutorial"}
    for count, cell in enumerate(code_cells(notebook), 1):
        cell["execution_count"] = count
        if not missing(cell):
            cell["outputs"] = list(outputs(*run("".join(cell["source"]), names), count))
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    import tempfile

    os.environ.setdefault("MPLBACKEND", "Agg")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        write()

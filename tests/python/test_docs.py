"""Every block of Python in docs/python.md and README.md runs, and prints what the page says."""
import contextlib
import io
import json
import os
import re
import subprocess
import sys

import pytest

from support import REPOSITORY

BLOCK = re.compile(r"<!-- python -->\n```python\n(.*?)```\n(?:\nprints\n\n```text\n(.*?)```\n)?", re.S)


@pytest.fixture(autouse=True)
def somewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LODE_DATA", raising=False)
    monkeypatch.setenv("MPLBACKEND", "Agg")


def run_blocks(page):
    """Runs the blocks of a page one after the other, as a reader would; how many there were."""
    text = (REPOSITORY / page).read_text()
    blocks = BLOCK.findall(text)
    assert len(blocks) == text.count("```python\n"), "a block of Python that does not follow <!-- python -->"
    names = {"__name__": page}
    for code, printed in blocks:
        if "plot(" in code and not matplotlib_is_here():
            code = "\n".join(line for line in code.splitlines() if "plot(" not in line)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, page, "exec"), names)
        if printed:
            assert out.getvalue() == printed, code
    return len(blocks), sum(bool(printed) for _, printed in blocks)


def matplotlib_is_here():
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True


def test_blocks_of_the_python_page(tmp_path):
    blocks, with_output = run_blocks("docs/python.md")
    assert blocks >= 5 and with_output >= 1
    assert (tmp_path / "karate.html").stat().st_size > 1000


def test_the_block_of_the_readme():
    blocks, _ = run_blocks("README.md")
    assert blocks == 1


def test_ten_lines_are_enough():
    code = BLOCK.search((REPOSITORY / "docs/python.md").read_text())[1]
    assert len(code.strip().splitlines()) <= 10


def test_functions_named_in_the_table_exist():
    import lode

    names = set(re.findall(r"lode\.((?:Graph\.)?\w+)", (REPOSITORY / "docs/python.md").read_text()))
    assert len(names) > 20
    for name in names:
        value = lode
        for part in name.split("."):
            value = getattr(value, part)


def test_comparison_with_peers_runs():
    """The script behind the table, on a small graph: no set is above the bound, no tool finds more than lode."""
    script = REPOSITORY / "tools/bench/scripts/peers.py"
    result = subprocess.run([sys.executable, script, "karate", "-s", "5", "9", "--json"], capture_output=True, text=True,
                            check=True, env={**os.environ, "PYTHONPATH": ":".join(filter(None, sys.path))})
    rows = json.loads(result.stdout)
    questions = {row["question"] for row in rows}
    assert questions == {"edges of 5 vertices", "edges of 9 vertices", "largest clique", "degeneracy"}
    for question in questions:
        found = {row["tool"]: row for row in rows if row["question"] == question}
        best = found["lode"]
        assert max(row["answer"] for row in found.values()) == best["answer"]
        assert best["upper_bound"] is None or best["answer"] <= best["upper_bound"]

"""Tables for notebooks: plain HTML without styles or scripts of its own."""
from __future__ import annotations

from html import escape
from typing import Iterable, Sequence

__all__ = ["grid_of", "table_of"]


def table_of(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """Names and values, one pair per line."""
    lines = "".join(f'<tr><th style="text-align:left">{escape(name)}</th>'
                    f'<td style="text-align:left">{escape(value)}</td></tr>' for name, value in rows)
    return f"<table><caption>{escape(title)}</caption><tbody>{lines}</tbody></table>"


def grid_of(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A head line and lines of cells."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"

"""What is shown of sets, and tables for notebooks: plain HTML without styles or scripts of its own."""
from __future__ import annotations

from html import escape
from typing import Iterable, Sequence

__all__ = ["MOST_LABELS_SHOWN", "framed", "grid_of", "shortened", "table_of"]

MOST_LABELS_SHOWN = 12


def shortened(first: Iterable[str], of: int) -> str:
    """The first of some words, and how many more there are."""
    words = list(first)
    return ", ".join(words) + (f" and {of - len(words)} more" if len(words) < of else "")


def table_of(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """Names and values, one pair per line."""
    lines = "".join(f'<tr><th style="text-align:left">{escape(name)}</th>'
                    f'<td style="text-align:left">{escape(value)}</td></tr>' for name, value in rows)
    return f"<table><caption>{escape(title)}</caption><tbody>{lines}</tbody></table>"


def framed(page: str) -> str:
    """A whole page inside another one, kept apart from its styles."""
    return (f'<iframe srcdoc="{escape(page, quote=True)}" style="width:100%;height:40em;border:0" '
            'sandbox="allow-scripts"></iframe>')


def grid_of(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A head line and lines of cells."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"

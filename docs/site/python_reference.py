"""The Python reference, as the body of a page: signatures, types and docstrings of the package as it is imported.

    docs/site/python_reference.py PACKAGE_FOLDER     prints that HTML
"""
from __future__ import annotations

import ast
import html
import importlib
import inspect
import itertools
import re
import sys
import textwrap
import typing

TERM_SECTIONS = ("parameters", "returns", "yields", "raises", "warns", "attributes", "see also")  # of NumPy's style
WIDTH = 88  # of a signature on one line


# --- docstrings -------------------------------------------------------------------------------------------

class Text:
    """HTML of docstrings: paragraphs, programs, lists, and terms with their meaning; names of lode become links."""

    def __init__(self, anchors: set[str]):
        self.anchors = anchors

    def inline(self, text: str) -> str:
        def code(found):
            inside = found[1].strip("`")
            name = re.match(r"(?:lode\.)?([A-Za-z_][\w.]*)", inside)
            shown = f"<code>{html.escape(inside, quote=False)}</code>"
            return f'<a href="#{name[1]}">{shown}</a>' if name and name[1] in self.anchors else shown

        parts = re.split(r"(``[^`]+``|`[^`]+`)", text)
        return "".join(code(re.match("(.*)", part, re.S)) if part.startswith("`") else html.escape(part, quote=False)
                       for part in parts)

    def of(self, docstring: str | None) -> str:
        return self.blocks(inspect.cleandoc(docstring or "").splitlines())

    def blocks(self, lines: list[str]) -> str:
        out, of_terms = [], False
        for filled, group in itertools.groupby(lines, lambda line: bool(line.strip())):
            block = list(group)
            if filled and len(block) > 1 and re.fullmatch(r"-{3,}|={3,}", block[1].strip()):  # a heading of NumPy's style
                out.append(f"<p><strong>{self.inline(block[0].strip())}</strong></p>")
                of_terms = block[0].strip().lower() in TERM_SECTIONS
                block = block[2:]
            if filled and block:
                out.append(self.terms(block) if of_terms else self.block(block))
                of_terms = False
        return "\n".join(out)

    def block(self, block: list[str]) -> str:
        block = [line.rstrip() for line in block]
        if all(line.startswith("    ") or not line for line in block):
            return f"<pre><code>{html.escape(textwrap.dedent(chr(10).join(block)).rstrip())}</code></pre>"
        if block[0].startswith(">>> "):
            return f"<pre><code>{html.escape(chr(10).join(block))}</code></pre>"
        block = textwrap.dedent("\n".join(block)).splitlines()
        if re.match(r"[-*] ", block[0]):
            items = [" ".join(map(str.strip, item)) for item in self.items(block, lambda line: re.match(r"[-*] ", line))]
            return "<ul>" + "".join(f"<li>{self.inline(item[2:])}</li>" for item in items) + "</ul>"
        first = next((i for i, line in enumerate(block) if self.begins_terms(block, i)), None)
        if first is not None:
            before = f"<p>{self.inline(' '.join(block[:first]))}</p>" if first else ""
            return before + self.terms(block[first:])
        parts = self.items(block, re.compile(r"(Cost|Errors|Returns|Raises|See also|Deterministic)\b").match)
        return "\n".join(f"<p>{self.inline(' '.join(map(str.strip, part)))}</p>" for part in parts)

    @staticmethod
    def items(lines, begins):
        items: list[list[str]] = []
        for line in lines:
            if begins(line) or not items:
                items.append([])
            items[-1].append(line)
        return items

    @staticmethod
    def begins_terms(block, at):
        """Whether a term begins here: a name, and its meaning indented below."""
        if at == 0 and re.match(r"[a-z_]\w*(, [a-z_]\w*)*: ", block[0]):
            return True
        following = block[at + 1] if at + 1 < len(block) else ""
        return following.startswith("  ") and bool(re.match(r"[\w*][\w, .*]*( ?:.*)?$", block[at]))

    def terms(self, block: list[str]) -> str:
        out = []
        for item in self.items(block, lambda line: not line.startswith(" ")):
            below = textwrap.dedent("\n".join(item[1:])).splitlines()
            name, colon, rest = re.match(r"(.*?)(\s+:(?:\s+|$)|:\s+|$)(.*)", item[0]).groups()
            if rest and (not item[1:] or colon.startswith(":")):  # "name: meaning", perhaps with further lines
                rest, below = "", [rest, *below]
            term = ", ".join(self.name(each) for each in name.split(", ")) + (
                f' <span class="kind">{self.inline(rest)}</span>' if colon.startswith(" ") and rest
                else f": {self.inline(rest)}" if rest else "")
            nested = below and all(re.match(r" |[\w-]+: ", line) for line in below)
            meaning = self.settings(below) if nested else f"<p>{self.inline(' '.join(map(str.strip, below)))}</p>"
            out.append(f"<dt>{term}</dt><dd>{meaning}</dd>")
        return '<dl class="terms">' + "".join(out) + "</dl>"

    def name(self, text: str) -> str:
        plain = text.strip().removeprefix("lode.")
        shown = f"<code>{html.escape(text.strip(), quote=False)}</code>"
        return f'<a href="#{plain}">{shown}</a>' if plain in self.anchors else shown

    def settings(self, lines: list[str]) -> str:
        """Rows "name: meaning", as settings of a method."""
        out = []
        for item in self.items(lines, lambda line: re.match(r"[\w-]+: ", line)):
            name, _, meaning = " ".join(map(str.strip, item)).partition(": ")
            out.append(f"<li><code>{html.escape(name)}</code>: {self.inline(meaning)}</li>")
        return "<ul>" + "".join(out) + "</ul>"


# --- signatures -------------------------------------------------------------------------------------------

def type_text(annotation) -> str:
    return "" if annotation is inspect.Signature.empty else annotation.replace("_core.", "")


def returned(function) -> str:
    """The types of the result; overloads have several."""
    own = inspect.unwrap(function)
    types = [type_text(inspect.signature(each).return_annotation) for each in typing.get_overloads(own)]
    return " | ".join(dict.fromkeys(types)) or type_text(inspect.signature(own).return_annotation)


def signature(name: str, function, is_method=False) -> str:
    parameters = list(inspect.signature(function).parameters.values())
    if is_method and parameters and parameters[0].name in ("self", "cls"):
        parameters = parameters[1:]
    shown, kinds = [], inspect.Parameter
    for place, each in enumerate(parameters):
        before = parameters[place - 1].kind if place else None
        if each.kind == kinds.KEYWORD_ONLY and before not in (kinds.KEYWORD_ONLY, kinds.VAR_POSITIONAL):
            shown.append("*")
        stars = {kinds.VAR_POSITIONAL: "*", kinds.VAR_KEYWORD: "**"}.get(each.kind, "")
        of_type = type_text(each.annotation)
        text = stars + each.name + (f": {of_type}" if of_type and not of_type.startswith("Unpack[") else "")
        if each.default is not each.empty:
            text += (" = " if of_type else "=") + repr(each.default)
        shown.append(text)
        if each.kind == kinds.POSITIONAL_ONLY and (place + 1 == len(parameters)
                                                   or parameters[place + 1].kind != kinds.POSITIONAL_ONLY):
            shown.append("/")
    result = f" -> {returned(function)}" if returned(function) else ""
    line = f"{name}({', '.join(shown)}){result}"
    return line if len(line) <= WIDTH else f"{name}(\n    " + ",\n    ".join(shown) + f",\n){result}"


def shown_signature(text: str) -> str:
    return f'<pre class="signature"><code>{html.escape(text, quote=False)}</code></pre>'


# --- classes ----------------------------------------------------------------------------------------------

def fields_of(cls) -> dict[str, tuple[str, str, str]]:
    """Fields of a class by its source: type, default, and the comment "#:" on its line or above."""
    try:
        source = textwrap.dedent(inspect.getsource(cls))
    except (OSError, TypeError):
        return {}
    lines, found = source.splitlines(), {}
    for node in ast.parse(source).body[0].body:
        if not isinstance(node, ast.AnnAssign) or node.target.id.startswith("_"):
            continue
        _, mark, comment = lines[node.end_lineno - 1].partition("#:")
        above = node.lineno - 2
        if not mark:
            while above >= 0 and lines[above].strip().startswith("#:"):
                comment = lines[above].strip()[2:].strip() + " " + comment
                above -= 1
        value = "" if node.value is None or isinstance(node.value, ast.Call) else ast.unparse(node.value)
        found[node.target.id] = (ast.unparse(node.annotation).replace("_core.", ""), value, comment.strip())
    return found


class Reference:
    def __init__(self, lode):
        self.lode = lode
        self.modules = {"": lode, "lsq.": lode.lsq}
        self.entries = [(prefix + name, getattr(module, name)) for prefix, module in self.modules.items()
                        for name in module.__all__ if not name.startswith("_") and name != "lsq"]
        anchors = {name for name, _ in self.entries}
        for name, value in self.entries:
            if inspect.isclass(value):
                anchors |= {f"{name}.{member}" for member, *_ in self.members(value)}
        self.text = Text(anchors)

    def members(self, cls):
        """Name, kind and value of the members of a class, with those of its bases inside lode."""
        seen = {}
        for base in cls.__mro__:
            if not base.__module__.split(".")[0] == "lode":
                continue
            fields = fields_of(base)
            for name, row in fields.items():
                seen.setdefault(name, ("field", base, row))
            for name, value in vars(base).items():
                if name.startswith("_") or name in fields:
                    continue
                if isinstance(value, property):
                    seen.setdefault(name, ("property", base, value))
                elif inspect.isroutine(value) or isinstance(value, (classmethod, staticmethod)):
                    seen.setdefault(name, ("method", base, getattr(cls, name)))
        return [(name, *rest) for name, rest in seen.items()]

    def attribute(self, owner, name, kind, base, value) -> str:
        if kind == "field":
            of_type, default, comment = value
            static = inspect.getattr_static(base, name, None)
            if isinstance(static, property) and not comment:
                comment = inspect.getdoc(static) or ""
        else:
            of_type, default = returned(value.fget) if inspect.isfunction(value.fget) else "", ""
            comment = inspect.getdoc(value) or ""
            native = re.match(r"\(self: [^)]*\) -> (\S+)\s*", comment)
            if native:
                of_type, comment = native[1].replace("lode._core.", ""), comment[native.end():]
        shown = f"<code>{html.escape(name)}</code>"
        if of_type:
            shown += f' <span class="kind">{html.escape(of_type, quote=False)}</span>'
        if default not in ("", "None"):
            shown += f' <span class="kind">= {html.escape(default, quote=False)}</span>'
        return f'<dt id="{owner}.{name}">{shown}</dt><dd>{self.text.of(comment)}</dd>'

    def function(self, name, value, level, is_method=False) -> str:
        doc, short = inspect.getdoc(value) or "", name.rpartition(".")[2]
        native = re.match(r"(\w+)\((?:self: [^,)]*(?:, )?)?(.*)\) -> (.*)\n*", doc)
        if native and not inspect.isfunction(inspect.unwrap(value)) and not inspect.ismethod(value):
            shown, doc = f"{short}({native[2]}) -> {native[3]}".replace("lode._core.", ""), doc[native.end():]
        else:
            shown = signature(short if is_method else f"lode.{name}", value, is_method)
            if isinstance(getattr(value, "__self__", None), type):
                shown = f"@classmethod\n{shown}"
        return (f'<h{level} id="{name}">{name if is_method else f"lode.{name}"}</h{level}>'
                f"{shown_signature(shown)}\n{self.text.of(doc)}")

    def cls(self, name, value) -> str:
        bases = [base.__name__ for base in value.__bases__
                 if base is not object and not base.__name__.startswith(("_", "ByValue", "VertexSet", "pybind11"))]
        out = [f'<h3 id="{name}">lode.{name}</h3>', shown_signature(
            f"class lode.{name}" + (f"({', '.join(bases)})" if bases else "")), self.text.of(inspect.getdoc(value))]
        members = self.members(value)
        initial = vars(value).get("__init__")
        if inspect.isfunction(initial) and not hasattr(value, "__dataclass_fields__"):
            out.insert(2, shown_signature(signature(f"lode.{name}", initial, True).replace(" -> None", "")))
        attributes = [self.attribute(name, *row) for row in members if row[1] != "method"]
        if attributes:
            out.append('<dl class="terms">' + "\n".join(attributes) + "</dl>")
        for member, kind, _, function in members:
            if kind == "method":
                out.append(f'<div class="member">{self.function(f"{name}.{member}", function, 4, True)}</div>')
        return "\n".join(out)

    def body(self) -> str:
        errors = [row for row in self.entries if inspect.isclass(row[1]) and issubclass(row[1], (Exception, Warning))]
        classes = [row for row in self.entries if inspect.isclass(row[1]) and row not in errors]
        functions = [row for row in self.entries if not inspect.isclass(row[1])]
        groups = [
            ("Functions", [row for row in functions if "." not in row[0]]),
            ("Least squares", [row for row in (*functions, *classes) if "." in row[0]]),
            ("Classes", [row for row in classes if "." not in row[0]]),
            ("Errors and warnings", errors),
        ]
        out = ["<h1>Python reference</h1>", self.text.of(inspect.getdoc(self.lode))]
        for title, rows in groups:
            names = " · ".join(f'<a href="#{name}">{name}</a>' for name, _ in rows)
            out.append(f"<p><strong>{title}</strong>: {names}</p>")
        for title, rows in groups:
            out.append(f'<h2 id="{title.lower().replace(" ", "-")}">{title}</h2>')
            if title == "Least squares":
                out.append(self.text.of(inspect.getdoc(self.lode.lsq)))
            for name, value in rows:
                out.append(self.cls(name, value) if inspect.isclass(value) else self.function(name, value, 3))
        return "\n".join(out)


def body(package_folder: str) -> str:
    """The body of the page, for the package in a folder."""
    sys.path.insert(0, package_folder)
    sys.dont_write_bytecode = True
    return Reference(importlib.import_module("lode")).body()


if __name__ == "__main__":
    print(body(sys.argv[1]))

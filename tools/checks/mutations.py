"""Places in the sources where a small change makes a mutant, found by libclang, with the changed text."""
import pathlib
import re
import shlex

from clang import cindex
from clang.cindex import CursorKind, TypeKind

OPERATORS = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=",
             "!=": "==", "&&": "||", "||": "&&", "&": "|", "|": "&", "<<": ">>", ">>": "<<"}
COMPOUND = {"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "|=": "&=", "&=": "|=", "<<=": ">>=", ">>=": "<<="}
INTEGER = re.compile(r"(\d[\d']*)([uUlLzZ]*)")
FLOATING = re.compile(r"(\d[\d']*\.?\d*(?:[eE][-+]?\d+)?|\.\d+)([fF]?)")
# Nodes with only constant expressions, or without calculations.
SKIPPED = {CursorKind.STATIC_ASSERT, CursorKind.ENUM_DECL, CursorKind.TYPEDEF_DECL, CursorKind.TYPE_ALIAS_DECL,
           CursorKind.USING_DECLARATION, CursorKind.TEMPLATE_TYPE_PARAMETER, CursorKind.TEMPLATE_NON_TYPE_PARAMETER}
ARRAYS = {TypeKind.CONSTANTARRAY, TypeKind.DEPENDENTSIZEDARRAY}


class Source:
    """The bytes of a file, and the mutants found in it."""

    def __init__(self, name, data):
        self.name, self.data, self.found = name, data, {}

    def text(self, start, end):
        return self.data[start:end].decode()

    def add(self, kind, start, end, mutated, code):
        """The mutant replaces the text from start to end by `code`, in which @ tests if it is chosen."""
        before = self.text(start, end)
        if start < end and "#" not in before and before.count("(") == before.count(")"):
            self.found[(start, end, kind)] = {
                "file": self.name, "line": self.data.count(b"\n", 0, start) + 1, "start": start, "end": end,
                "kind": kind, "before": before, "after": mutated, "code": code}


def extent(cursor):
    return cursor.extent.start.offset, cursor.extent.end.offset


def children(cursor):
    return list(cursor.get_children())


def binary(source, cursor, table, kind):
    parts = children(cursor)
    if len(parts) != 2:
        return
    (start, middle), (after, end) = extent(parts[0]), extent(parts[1])
    sign = source.text(middle, after).strip()
    if (start, end) != extent(cursor) or sign not in table:
        return
    if sign in "+-*/%" and any(part.type.get_canonical().kind == TypeKind.POINTER for part in parts):
        return
    left, right = source.text(start, middle), source.text(after, end)
    source.add(kind, start, end, f"{left} {table[sign]} {right}",
               f"(@ ? (({left}) {table[sign]} ({right})) : ({source.text(start, end)}))")


def literal(source, cursor, pattern, kind):
    start = cursor.extent.start.offset
    match = pattern.match(source.data[start:start + 40].decode(errors="ignore"))
    if not match or cursor.extent.end.offset != start + match.end():
        return
    text = match[0]
    before, after = source.data[start - 1:start], source.data[start + len(text):start + len(text) + 1]
    if before == b"<" or (after == b">" and source.data[start - 2:start] == b", "):  # an argument of a template
        return
    value = float(match[1].replace("'", ""))
    other = f"{text} - 1" if value == 1.0 else f"{text} + 1"
    source.add(kind, start, start + len(text), f"({other})", f"(@ ? ({other}) : {text})")


def negation(source, cursor):
    start, end = extent(cursor)
    parts = children(cursor)
    if re.match(rb"![^=]", source.data[start:start + 2]) and len(parts) == 1 and extent(parts[0])[1] == end:
        inner = source.text(start + 1, end)
        source.add("negation", start, end, inner, f"(@ ? static_cast<bool>({inner}) : !{inner})")


def returned(source, cursor):
    parts = children(cursor)
    if len(parts) == 1 and parts[0].type.get_canonical().kind == TypeKind.BOOL:
        start, end = extent(parts[0])
        text = source.text(start, end)
        source.add("return", start, end, f"!({text})", f"(@ != static_cast<bool>({text}))")


def call(source, cursor, statement):
    start, end = extent(cursor)
    text = source.text(start, end)
    match = re.match(r"std::(min|max)\b", text)
    if match:
        other = ("std::max" if match[1] == "min" else "std::min") + text[match.end():]
        source.add("min-max", start, end, other, f"(@ ? {other} : {text})")
    if statement and cursor.type.get_canonical().kind == TypeKind.VOID and text.endswith(")"):
        source.add("statement", start, end, "", f"(@ ? void() : {text})")


def visit(source, cursor, statement=False):
    kind = cursor.kind
    if kind in SKIPPED:
        return
    if kind == CursorKind.VAR_DECL and re.match(r"[^=({]*\bconst(expr|init)\b", source.text(*extent(cursor))):
        return
    if kind == CursorKind.BINARY_OPERATOR:
        binary(source, cursor, OPERATORS, "operator")
    elif kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
        binary(source, cursor, COMPOUND, "assignment")
    elif kind == CursorKind.UNARY_OPERATOR:
        negation(source, cursor)
    elif kind == CursorKind.INTEGER_LITERAL:
        literal(source, cursor, INTEGER, "number")
    elif kind == CursorKind.FLOATING_LITERAL:
        literal(source, cursor, FLOATING, "number")
    elif kind == CursorKind.RETURN_STMT:
        returned(source, cursor)
    elif kind == CursorKind.CALL_EXPR:
        call(source, cursor, statement)
    parts = children(cursor)
    if kind == CursorKind.CASE_STMT:  # its label is constant
        parts = parts[1:]
    if cursor.type.kind in ARRAYS and kind in (CursorKind.VAR_DECL, CursorKind.FIELD_DECL):  # its length is constant
        parts = [part for part in parts if part.kind == CursorKind.INIT_LIST_EXPR]
    for part in parts:
        visit(source, part, kind == CursorKind.COMPOUND_STMT)


def flags(entry):
    """The arguments of a compilation command that libclang needs."""
    words = shlex.split(entry["command"])
    kept, i = [], 1
    while i < len(words):
        if words[i] in ("-o", "-MF", "-MT"):
            i += 1
        elif re.match(r"-(I|D|std|isystem|m)", words[i]):
            kept.append(words[i])
            if words[i] == "-isystem":
                i += 1
                kept.append(words[i])
        i += 1
    return kept


def mutants_of(entry, repository, wanted):
    """Every mutant of one source and of its headers with the wanted names."""
    # Incomplete: templates are not instantiated at the end, for half the time.
    unit = cindex.Index.create().parse(entry["file"], args=flags(entry),
                                       options=cindex.TranslationUnit.PARSE_INCOMPLETE)
    fatal = [str(error) for error in unit.diagnostics if error.severity >= cindex.Diagnostic.Fatal]
    if fatal:
        raise RuntimeError(f"{entry['file']}: {fatal[0]}")
    sources = {}
    for cursor in unit.cursor.get_children():
        if cursor.location.file is None:
            continue
        path = pathlib.Path(cursor.location.file.name)
        if path not in sources:
            name = str(path.relative_to(repository)) if path.is_relative_to(repository) else ""
            sources[path] = Source(name, path.read_bytes()) if wanted(name) else None
        if sources[path]:
            visit(sources[path], cursor)
    return [mutant for source in sources.values() if source for mutant in source.found.values()]

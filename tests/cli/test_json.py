#!/usr/bin/env python3
"""Every JSON document of the tool is as docs/lode.schema.json says.

`tests/cli/test_json.py --write` writes the parts of the schema about questions anew, from `lode help records`. The other
parts are written by hand.
"""
import json
import os
import pathlib
import random
import sys
import unittest

os.environ.setdefault("LODE", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/bin/lode"))

from test_cli import REPOSITORY, ToolTest, lode

sys.path.insert(0, str(REPOSITORY / "tests"))
from asked import standard_questions, words_of

try:
    import jsonschema
except ImportError:
    jsonschema = None

SCHEMA = REPOSITORY / "docs/lode.schema.json"
DEFINITIONS = json.loads(SCHEMA.read_text())["$defs"]
DOCUMENTS = {name: node for name, node in DEFINITIONS.items() if node.get("$ref") == "#/$defs/document"}
# Fields that need an input, a graph larger than the memory, weights that cancel, or a run that goes wrong.
RARE = {"input_sha256", "core_in_passes", "note", "not_answered", "proven_within"}
GENERATED = "Written from the record of the question."


def referred(node):
    """The part of the schema that a node refers to."""
    part = {"$defs": DEFINITIONS}
    for name in node["$ref"].split("/")[1:]:
        part = part[name]
    return part


def rows(node, path=""):
    """(path, meaning) of every field, depth first."""
    for other in [node, *node.get("allOf", ())]:
        if "$ref" in other:
            yield from rows(referred(other), path)
    for name, field in node.get("properties", {}).items():
        shared = referred(field) if "$ref" in field else {}
        yield path + name, field.get("description") or shared.get("description", "")
        yield from rows(field, f"{path}{name}.")
    if "items" in node:
        yield from rows(node["items"], f"{path[:-1]}[].")


def node_of(field):
    """The schema of a field of a record, without its own fields."""
    kind = field["type"].removesuffix("?")
    name = kind.removesuffix("|null").removesuffix("[]")
    node = {"description": field["meaning"]} if field["meaning"] else {}
    if name[0] == "#":
        part = {"$ref": f"#/$defs/{name[1:]}", "unevaluatedProperties": False}
        return {**node, "type": "array", "items": part} if "[]" in kind else {**node, **part}
    types = {"vertex": ["integer", "string"]}.get(name, [name]) + ["null"] * kind.endswith("|null")
    own = {"type": types if len(types) > 1 else types[0]}
    if name == "object":
        own.update({"additionalProperties": False, "required": [], "properties": {}})
    return {**node, "type": "array", "items": own} if "[]" in kind else {**node, **own}


def add_fields(definition, fields):
    """Adds the fields of a record to the schema of a document."""
    for field in fields:
        *parents, name = field["path"].split(".")
        parent = definition
        for step in parents:
            known, node = parent.setdefault("properties", {}), {"description": "As in the command.", "type": "object"}
            if step.endswith("[]"):
                node.update(type="array", items={"type": "object"})
            parent = known.setdefault(step.removesuffix("[]"), node)
            parent = parent["items"] if step.endswith("[]") else parent
        if not field["type"].endswith("?"):
            parent.setdefault("required", []).append(name)
        parent.setdefault("properties", {})[name] = node_of(field)


def text_of(node, depth=0):
    """The schema as text, with one line for each field."""
    if not isinstance(node, dict):
        return json.dumps(node, ensure_ascii=False)
    parts = []
    for name, value in node.items():
        if name in ("properties", "$defs"):
            lines = [f'{" " * (depth + 1)}{json.dumps(key)}: {text_of(field, depth + 1)}' for key, field in value.items()]
            parts.append(f'"{name}": {{\n' + ",\n".join(lines) + f'\n{" " * depth}}}')
        else:
            parts.append(f'"{name}": {text_of(value, depth)}')
    return "{" + ", ".join(parts) + "}"


def schema_text():
    """The schema with the parts about questions made of their records."""
    schema = json.loads(SCHEMA.read_text())
    made = schema["$defs"] = {name: node for name, node in DEFINITIONS.items() if node.get("$comment") != GENERATED}
    for record in json.loads(lode("help", "records").stdout)["questions"]:
        if record["answer"] == "ask":
            asks = next(option["name"] for option in record["options"] if option["asks"])
            name, base = f"{record['command']} {asks}", {"$ref": "#/$defs/document", "unevaluatedProperties": False}
        else:
            name, base = f"{record['command']}_fields", {}
        add_fields(made.setdefault(name, {"$comment": GENERATED, **base}), record["fields"])
    head = [f' "{name}": {text_of(value, 1)}' for name, value in schema.items() if name != "$defs"]
    return "{\n" + ",\n".join([*head, f" {text_of({'$defs': made}, 1)[1:-1]}"]) + "\n}\n"


def paths_of(value, path=""):
    """The paths of all fields of a document, as rows() names them."""
    found = set()
    if isinstance(value, dict):
        for name, inner in value.items():
            found |= {path + name} | paths_of(inner, f"{path}{name}.")
    elif isinstance(value, list):
        for inner in value:
            found |= paths_of(inner, path[:-1] + "[].")
    return found


class JsonDocuments(ToolTest):
    def files(self):
        draw = random.Random(1)
        self.write("weighted.txt", "1 2 0.5\n1 3 2.5\n1 4 3.5\n2 3 1\n3 4 1.25\n")
        self.write("signed.txt", "1 2 0.5\n1 3 -2.5\n1 4 3.5\n2 3 1\n3 4 -1.25\n2 5 -4\n")
        self.write("labels.txt", "ann bob\nbob cy\ncy ann\ncy dee\ndee eve\n")
        self.write("values.txt", "".join(f"{i} {(-1) ** i * i / 8}\n" for i in range(1, 35)))
        self.write("costs.txt", "".join(f"{i} {1 + i / 8}\n" for i in range(1, 35)))
        self.write("groups.txt", "".join(f"{i} {'ab'[i % 2]}\n" for i in range(1, 35)))
        self.write("quota.txt", "group at_least at_most\na 2 -\nb - 3\n")
        self.write("ratings.txt", "".join(f"{draw.randint(1, 12)} {draw.randint(1, 9)}\n" for _ in range(60)))
        self.write("wide.txt", "".join(f"{draw.randint(1, 900)} {draw.randint(1, 900)}\n" for _ in range(9000)))
        self.write("A.csv", "\n".join(",".join(str(draw.gauss(0, 1)) for _ in range(7)) for _ in range(12)) + "\n")
        self.write("b.csv", "\n".join(str(draw.gauss(0, 1)) for _ in range(12)) + "\n")
        self.write("signs.csv", "\n".join(str(draw.choice([-1, 1])) for _ in range(12)) + "\n")
        self.succeed("convert", "karate", self.folder / "core.lode", "--core", "2", "-q")
        self.succeed("convert", self.folder / "core.lode", self.folder / "core.txt", "-q")

    # By the part of the schema, further command lines than those of the records; a word with a dot is a file of the test.
    RUNS = {
        "find": ["find karate -s 5,6,7 --certificate c.json", "find karate -s 6 --top 3 --max-overlap 0.5",
                 "find karate -s 6 --top 2 --max-overlap 0",
                 "find karate -s 5 --include 1 --exclude 34 --connected", "find weighted.txt --weighted -s 3",
                 "find labels.txt --labels -s 3", "find karate -s 4 --values values.txt",
                 "find karate --min-density 0.8,0.5",
                 "find signed.txt --signed --weighted -s 3", "find signed.txt --signed --weighted --minimise -s 3",
                 "find planted-2000 -s 30 --method tabu --effort cheap", "find karate -s 5 --effort none",
                 "find core.txt --core-of 2 -s 4", "find karate -s 12 --preset descent --effort cheap"],
        "find --sides": ["find wide.txt --sides columns -s 30x30 --effort cheap"],
        "several graphs": ["find karate planted-2000 -s 5 --effort cheap", "densest karate planted-2000",
                           "report karate planted-2000 -s 5 --method hybrid"],
        "report": ["report karate -s 5,8 --method hybrid --groups groups.txt",
                   "report labels.txt --labels -s 3 --method hybrid", "report weighted.txt --weighted -s 3 --method hybrid",
                   "report planted-2000 -s 301 --method peeling"],
        "compare": ["compare karate -s 5,6 --methods hybrid,peeling --starts 2",
                    "compare labels.txt --labels -s 3 --methods hybrid:paper,tabu --starts 1"],
        "densest": ["densest karate --layers l.csv --decomposition d.csv",
                    "densest karate --values values.txt --costs costs.txt", "densest karate --anchors 1,2",
                    "densest karate --include 1 --exclude 34 --weighting fraudar", "densest karate --at-least 20",
                    "densest karate --at-most 5", "densest labels.txt --labels", "densest weighted.txt --weighted"],
        "groups --by": ["groups karate --null 3 --overlap 0.4 --surplus 0.6", "groups karate --by ratio",
                        "groups karate --by density --most 1", "groups labels.txt --labels",
                        "groups weighted.txt --weighted --surplus 0.1 --seed-vertices 1"],
        "info": ["info labels.txt --labels", "info signed.txt --weighted --signed",
                 "info core.lode"],
        "info --core-tree": ["info karate --core-tree tree.json --truss-tree trusses.json",
                             "info labels.txt --labels --core-tree named.json"],
        "bounds": ["bounds karate -s 5,6", "bounds karate -s 5 --values values.txt", "bounds core.txt --core-of 2 -s 4",
                   "bounds weighted.txt --weighted -s 3 --effort cheap"],
        "methods": ["methods"], "methods --options": ["methods --options"], "data list": ["data list"],
        "lsq solve": ["lsq solve A.csv b.csv -s 3", "lsq solve A.csv b.csv --binary",
                      "lsq solve A.csv b.csv --lambda 0.1 --box 2", "lsq solve A.csv b.csv --ones 3",
                      "lsq solve A.csv signs.csv -s 3 --loss logistic",
                      "lsq solve A.csv b.csv -s 3 --method omp --no-certificate",
                      "lsq solve A.csv b.csv -s 3 --preset paper --raw"],
        "lsq path": ["lsq path A.csv b.csv -s 3"],
        "lsq compare": ["lsq compare A.csv b.csv -s 2,3 --methods hybrid,omp --starts 2",
                        "lsq compare --experiment sparsity --rows 16 --columns 24 --methods hybrid,omp@columns=raw "
                        "--starts 1 --time 0.2"],
        "lsq methods": ["lsq methods"], "lsq methods --options": ["lsq methods --options"],
        "lsq stationary": ["lsq stationary"],
    }
    WRITTEN = {"info --core-tree": ["tree.json", "trusses.json", "named.json"]}

    def runs(self):
        """Command lines by the part of the schema: RUNS, and each question with standard values, where it can also with
        labels and with weights."""
        runs = {name: list(lines) for name, lines in self.RUNS.items()}
        for record, values in standard_questions(json.loads(lode("help", "records").stdout)["questions"]):
            command, words = record["command"], " ".join(words_of(values))
            asks = next(option["name"] for option in record["options"] if option["asks"])
            lines = runs.setdefault(f"{command} {asks}" if record["answer"] == "ask" else command, [])
            if record["takes"] == "sides":
                lines.append(f"{command} ratings.txt {words}")
                continue
            lines.append(f"{command} karate {words}")
            if record["answer"] == "ask" and values.keys() == {asks}:
                lines.append(f"{command} labels.txt --labels {words}")
                lines += [f"{command} weighted.txt --weighted {words}"] if record["takes"] == "graph" else []
        return runs

    def printed(self, line):
        words = [str(self.folder / word) if "." in word and not word[0].isdigit() and "=" not in word else word
                 for word in line.split()]
        return json.loads(self.succeed(*words, "--format", "json"))

    @unittest.skipIf(jsonschema is None, "the package python3-jsonschema is not installed")
    def test_documents_are_as_the_schema_says(self):
        self.files()
        runs = self.runs()
        self.assertEqual(set(runs), set(DOCUMENTS))
        for name, lines in runs.items():
            checker = jsonschema.Draft202012Validator({**DOCUMENTS[name], "$defs": DEFINITIONS})
            documents = [self.printed(line) for line in lines]
            if name in self.WRITTEN:
                documents = [json.loads((self.folder / file).read_text()) for file in self.WRITTEN[name]]
            seen = set()
            for line, document in zip(lines, documents):
                problems = [f"{'/'.join(map(str, error.path))}: {error.message[:200]}" for error in checker.iter_errors(document)]
                self.assertEqual(problems, [], line)
                self.assertEqual(document["provenance"]["arguments"][0], line.split()[0])
                seen |= paths_of(document)
            described = {path for path, _ in rows(DOCUMENTS[name]) if not RARE & set(path.replace("[]", "").split("."))}
            self.assertEqual(described - seen, set(), f"{name}: no document has these fields")
            for part in documents[0].get("documents", []):
                own = jsonschema.Draft202012Validator({**DOCUMENTS["find"], "$defs": DEFINITIONS})
                if part["command"] == "find":
                    self.assertEqual(list(own.iter_errors({**part, "provenance": documents[0]["provenance"]})), [])

    def test_parts_about_questions_are_made_of_the_records(self):
        self.assertEqual(SCHEMA.read_text(), schema_text(), "run tests/cli/test_json.py --write")

    def test_every_field_is_explained(self):
        for name, definition in DEFINITIONS.items():
            for path, meaning in rows(definition):
                self.assertRegex(meaning, r"\w.*[.\")]$", f"{name}: {path}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        SCHEMA.write_text(schema_text())
    else:
        unittest.main()

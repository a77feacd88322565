"""Every message of an error, in messages.txt: `test_messages.py --write` writes it, to be read before a commit."""
import re
import sys
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
# Without the modules below the command line: graph, hybrid, and public headers.
FOLDERS = ["tools/lode", *(f"src/{name}" for name in ("bounds", "core", "io", "least_squares", "questions", "report", "study", "subgraph"))]
LIST = Path(__file__).with_name("messages.txt")
KINDS = "InvalidArgument|InputError|SystemError|VerificationError|UsageError"
CALL = re.compile(rf"\b({KINDS}|fail|refuse\w*|reject\w*)(?: \w+)?\(")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def arguments(text: str, at: int) -> list[str]:
    """The arguments of the call whose parenthesis opens before `at`."""
    found, depth, begin = [], 0, at
    while depth >= 0:
        string = STRING.match(text, at)
        if string:
            at = string.end()
            continue
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth < 0 or (depth == 0 and text[at] == ","):
            found.append(text[begin:at].strip())
            begin = at + 1
        at += 1
    return found


def words(argument: str) -> str:
    """The text of an argument, with {} for what is known at run time and | between alternatives."""
    pieces = re.split(r'"\s+"', argument)
    argument = "".join(pieces)
    if not STRING.search(argument):
        return "{}" if argument not in ("", '""') else ""
    alternatives = [part for part in re.split(r"[?:](?=\s)", STRING.sub(lambda s: f'"{s[1].replace(":", chr(1)).replace("?", chr(2))}"', argument))
                    if STRING.search(part)]
    texts = []
    for part in alternatives:
        joined = "".join(s[1] if s[1] is not None else "{}" for s in re.finditer(r'"((?:[^"\\\n]|\\.)*)"|(?<=\+)\s*[^"+\s][^"+]*', part))
        texts.append(joined.replace(chr(1), ":").replace(chr(2), "?"))
    return "|".join(dict.fromkeys(texts))


def sentence(kind: str, parts: list[str]) -> str:
    """The message of an exception: for a refused argument as core/error.cpp composes it."""
    if kind == "InvalidArgument" and len(parts) > 2:
        name, value, problem, *remedy = parts
        parts = [f"{name} {problem}, not {value}" if problem.startswith("must ") else
                 " ".join(filter(None, (name, value, problem))).replace(" : ", ": "), *remedy]
    return "; ".join(filter(None, parts))


def messages() -> list[str]:
    found = set()
    for folder in FOLDERS:
        for path in sorted((REPOSITORY / folder).rglob("*.[ch]pp")):
            text = re.sub(r"//[^\n]*", "", path.read_text())
            for call in CALL.finditer(text):
                parts = [words(argument) for argument in arguments(text, call.end())]
                if any(re.search("[a-z]{2}", part) for part in parts):
                    found.add(f"{path.stem}: {sentence(call[1], parts)}")
    return sorted(found)


class Messages(unittest.TestCase):
    def test_messages_are_those_of_the_list(self):
        self.assertEqual(messages(), LIST.read_text().splitlines(), "read what is new, then call test_messages.py --write")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        LIST.write_text("\n".join(messages()) + "\n")
    else:
        unittest.main()

"""Certificates of densest sets, of cliques and of directed graphs, through files."""
import json

from checkers import tool


def edge_file(rng, folder):
    """A random edge list, as its path, whether it has weights, and its lines."""
    n = rng.randint(2, 9)
    lines = [(rng.randrange(n) * 3, rng.randrange(n) * 3) for _ in range(rng.randint(1, 3 * n))]
    weight = rng.choice([None, lambda: rng.randint(0, 6), rng.random])
    path = folder / "graph.txt"
    pairs = dict.fromkeys(tuple(sorted(e)) for e in lines)
    path.write_text("".join(f"{u} {v}" + (f" {weight()!r}" if weight else "") + "\n" for u, v in pairs), encoding="utf-8")
    return path, weight is not None, n


def kind_certificate(rng, folder):
    """(path of the graph, options, certificate) of a random kind; the certificate is None where the graph has none."""
    path, weighted, n = edge_file(rng, folder)
    kind, written = rng.choice(["directed", "cliques", "densest", "densest"]), folder / "proof.json"
    options = ["--weighted"] if weighted and kind == "densest" else []
    asked = {"directed": ["--directed"] + rng.choice([[], ["--drop-loops"]]), "cliques": ["--clique", 3], "densest": []}[kind]
    if kind == "densest" and rng.random() < 0.5:
        ids = sorted({int(x) for line in path.read_text().splitlines() for x in line.split()[:2]})
        for name in rng.sample(["values", "costs"], rng.randint(1, 2)):
            number = rng.choice([lambda: rng.randint(1, 4), lambda: rng.random() + 0.01])
            (folder / name).write_text("".join(f"{v} {number()}\n" for v in ids))
            asked += [f"--{name}", folder / name]
    done = tool("densest", path, *options, *asked, "--certificate", written, "--force")
    return path, options, json.loads(written.read_text()) if done.returncode == 0 and written.exists() else None

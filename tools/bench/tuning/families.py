"""The graphs for tuning the search, by family: real graphs, and reproducible random graphs."""
import itertools
import math
import random
import subprocess

# Real graphs other than the nine of the reproduced paper, with their sizes.
REAL = {
    "p2p": (["p2p-Gnutella05", "p2p-Gnutella06"], (20, 30, 50, 100, 300)),
    "collaboration": (["ca-GrQc", "ca-HepPh", "ca-AstroPh", "PGPgiantcompo"], (30, 100, 300, 500)),
    "social": (["wiki-Vote", "soc-Epinions1", "musae_git_edges", "musae_DE_edges", "blogcatalog", "lastfm_asia_edges"],
               (20, 50, 100, 300)),
    "biology": (["ppi", "bio-dmela", "celegans_metabolic", "jazz"], (20, 50, 100)),
    "clique": (["brock800_4", "keller5", "C500.9", "p_hat700-2"], (20, 60, 150)),
}

# Graphs of the same kinds that were not used for tuning.
UNSEEN = {
    "collaboration": (["netscience"], (30, 100)),
    "social": (["facebook_combined", "polblogs"], (20, 50, 100, 300)),
    "biology": (["celegansneural"], (20, 50, 100)),
    "clique": (["brock400_2", "gen400_p0.9_55", "p_hat1500-1", "sanr400_0.5", "san400_0.5_1"], (20, 60, 150)),
    "grid": (["power"], (20, 50, 100)),
}


def edges_text(edges, weights=None):
    if weights is None:
        return "".join(f"{u} {v}\n" for u, v in sorted(edges))
    return "".join(f"{u} {v} {w}\n" for (u, v), w in zip(edges, weights))


def sparse(n, mean, core, density, seed):
    """Random edges with quickly falling degrees, and a light core of some hundred vertices."""
    rng = random.Random(seed)
    ends = []
    for v in range(n):
        ends += [v] * min(95, max(1, int(mean / 2 * (1 + rng.expovariate(1.0)))))
    rng.shuffle(ends)
    edges = {(min(u, v), max(u, v)) for u, v in zip(ends[::2], ends[1::2]) if u != v}
    edges.update(pair for pair in itertools.combinations(rng.sample(range(n), core), 2) if rng.random() < density)
    return edges_text(edges)


def papers(n, count, largest, seed):
    """Authors joined by papers, a few of which have very many authors: overlapping cliques, since coauthors write
    together again."""
    rng = random.Random(seed)
    edges, teams = set(), []
    for _ in range(count):
        size = min(largest, 1 + int(rng.paretovariate(1.7)))
        team = set()
        if teams and rng.random() < 0.7:
            old = rng.choice(teams)
            team.update(rng.sample(old, rng.randint(1, len(old))))
        while len(team) < size:
            team.add(int(n * rng.random() ** 1.5))
        teams.append(sorted(team))
        edges.update(itertools.combinations(sorted(team), 2))
    return edges_text(edges)


def geometric(n, degree, seed):
    """Points of a square in clusters of different density, joined within a radius, by a grid of cells."""
    rng = random.Random(seed)
    centres = [(rng.random(), rng.random(), 0.01 + 0.1 * rng.random()) for _ in range(12)]
    points = []
    for i in range(n):
        if i % 3 == 0:
            points.append((rng.random(), rng.random()))
        else:
            x, y, spread = rng.choice(centres)
            points.append((x + spread * (rng.random() - 0.5), y + spread * (rng.random() - 0.5)))
    radius = math.sqrt(degree / (math.pi * n)) / 1.5
    cells = {}
    for i, (x, y) in enumerate(points):
        cells.setdefault((int(x // radius), int(y // radius)), []).append(i)
    edges = set()
    for (a, b), inside in cells.items():
        near = [j for da in (-1, 0, 1) for db in (-1, 0, 1) for j in cells.get((a + da, b + db), ())]
        for i in inside:
            x, y = points[i]
            edges.update((i, j) for j in near
                         if i < j and (points[j][0] - x) ** 2 + (points[j][1] - y) ** 2 < radius * radius)
    return edges_text(edges)


def projection(n, groups, seed):
    """People joined by a common group; sizes of groups and activity of people vary widely."""
    rng = random.Random(seed)
    edges = set()
    for _ in range(groups):
        size = min(60, 2 + int(rng.paretovariate(1.1)))
        edges.update(itertools.combinations(sorted({int(n * rng.random() ** 2) for _ in range(size)}), 2))
    return edges_text(edges)


def complete(n, draw, seed):
    """All pairs, with weights."""
    rng = random.Random(seed)
    pairs = list(itertools.combinations(range(n), 2))
    return edges_text(pairs, [draw(rng) for _ in pairs])


def heavy_tails(n, mean, seed):
    """A sparse graph with Pareto weights and clusters of heavier edges."""
    rng = random.Random(seed)
    edges = {}
    for _ in range(n * mean // 2):
        u = int(n * rng.random() ** 1.5)
        v = rng.randrange(n) if rng.random() < 0.6 else min(n - 1, max(0, u + rng.randint(-20, 20)))
        if u != v:
            edges[min(u, v), max(u, v)] = round(rng.paretovariate(1.3), 3)
    return edges_text(list(edges), edges.values())


def lode_generate(lode, kind, *words):
    return lambda path: subprocess.check_call([lode, "-q", "generate", kind, *words, "-o", path, "--force"])


def drawn(text):
    return lambda path: path.write_text(text())


def made(lode, draw=0):
    """Family: list of (name, sizes, weighted, writer of the file). Another `draw` gives other graphs of these kinds."""
    def seed(number):
        return number + 100 * draw

    def uniform(rng):
        return round(10 * rng.random(), 4)

    def ties(rng):
        return rng.randint(1, 5)

    return {
        "sparse": [
            ("sparse-10k", (20, 30, 50, 100), False, drawn(lambda: sparse(10_000, 7, 200, 0.06, seed(1)))),
            ("sparse-30k", (30, 50, 100, 300), False, drawn(lambda: sparse(30_000, 5, 300, 0.04, seed(2)))),
            ("sparse-60k", (30, 50, 100), False,
             lode_generate(lode, "planted", "-n", "60000", "--average-degree", "5", "--exponent", "4", "-s", "300",
                           "--density", "0.03", "--seed", str(seed(1)))),
        ],
        "papers": [
            ("papers-5k", (30, 100, 300), False, drawn(lambda: papers(5_000, 9_000, 40, seed(3)))),
            ("papers-20k", (30, 100, 300, 500), False, drawn(lambda: papers(20_000, 30_000, 30, seed(4)))),
        ],
        "planted": [
            ("planted-10k", (30, 60, 120), False,
             lode_generate(lode, "planted", "-n", "10000", "--average-degree", "8", "-s", "60", "--density", "0.35",
                           "--seed", str(seed(5)))),
            ("planted-40k", (30, 60, 120), False,
             lode_generate(lode, "planted", "-n", "40000", "--average-degree", "12", "-s", "100", "--density", "0.2",
                           "--exponent", "2.3", "--seed", str(seed(6)))),
        ],
        "rmat": [
            ("rmat-12", (20, 50, 100), False, lode_generate(lode, "rmat", "--scale", "12", "--lines", "60000", "--seed", str(seed(7)))),
            ("rmat-15", (20, 50, 100, 300), False,
             lode_generate(lode, "rmat", "--scale", "15", "--lines", "300000", "--seed", str(seed(8)))),
        ],
        "geometric": [
            ("geometric-5k", (20, 60, 200), False, drawn(lambda: geometric(5_000, 10, seed(9)))),
            ("geometric-20k", (30, 100, 300), False, drawn(lambda: geometric(20_000, 8, seed(10)))),
        ],
        "projection": [
            ("projection-3k", (30, 80, 200), False, drawn(lambda: projection(3_000, 2_000, seed(11)))),
            ("projection-10k", (30, 100, 300), False, drawn(lambda: projection(10_000, 8_000, seed(12)))),
        ],
        "dense": [
            ("gnp-300", (20, 50, 100), False,
             lode_generate(lode, "gnp", "-n", "300", "-p", "0.5", "--seed", str(seed(13)))),
            ("gnp-1000", (20, 50, 150), False,
             lode_generate(lode, "gnp", "-n", "1000", "-p", "0.2", "--seed", str(seed(14)))),
        ],
        "weighted": [
            ("complete-500", (30, 50, 100), True, drawn(lambda: complete(500, uniform, seed(15)))),
            ("complete-1000", (50, 100), True, drawn(lambda: complete(1_000, uniform, seed(16)))),
            ("ties-500", (30, 80), True, drawn(lambda: complete(500, ties, seed(17)))),
            ("tails-10k", (20, 60, 200), True, drawn(lambda: heavy_tails(10_000, 12, seed(18)))),
        ],
    }

"""What tests of lode-cluster share: runs under mpirun, small graphs, folders of their own."""
import gzip
import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import unittest

LODE = os.environ.get("LODE", "lode")
CLUSTER = os.environ.get("LODE_CLUSTER", "lode-cluster")
MPIRUN = os.environ.get("LODE_MPIRUN", shutil.which("mpirun") or "mpirun")
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def environment(folder):
    """Of Open MPI: root in containers, more ranks than processors, memory of its own for every run."""
    settings = {
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_mpi_yield_when_idle": "1",
        "OMPI_MCA_btl": "self,vader",
        "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
        "OMPI_MCA_btl_vader_backing_directory": str(folder),
        "OMPI_MCA_orte_tmpdir_base": str(folder),
        "OMPI_MCA_hwloc_base_binding_policy": "none",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "TMPDIR": str(folder),
    }
    return {**os.environ, **settings}


class ClusterTest(unittest.TestCase):
    def setUp(self):
        # Sockets of Open MPI need short paths.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="lc", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return self.folder / name

    def write(self, name, text):
        path = self.path(name)
        data = text.encode() if isinstance(text, str) else text
        if name.endswith(".gz"):
            data = gzip.compress(data)
        path.write_bytes(data)
        return path

    def command(self, ranks, *words):
        run = [CLUSTER, *map(str, words)]
        return run if ranks == 1 else [MPIRUN, "--oversubscribe", "-n", str(ranks), *run]

    def cluster(self, ranks, *words, code=0):
        done = subprocess.run(self.command(ranks, *words), capture_output=True, text=True, timeout=300,
                              cwd=self.folder, env=environment(self.folder))
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def core(self, ranks, *words, code=0):
        """What `core --format json` prints."""
        return json.loads(self.cluster(ranks, "core", "--format", "json", *words, code=code).stdout)

    def lode(self, *words, code=0):
        done = subprocess.run([LODE, *map(str, words)], capture_output=True, text=True, timeout=300,
                              cwd=self.folder)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def refuse(self, ranks, *words, code, says):
        """Refused by every rank, told once, and nothing is left behind."""
        before = sorted(self.folder.iterdir())
        done = self.cluster(ranks, *words, code=code)
        lines = [line for line in done.stderr.splitlines() if line.startswith("lode-cluster: ")]
        self.assertEqual(len(lines), 1, done.stderr)
        for word in says if isinstance(says, (list, tuple)) else [says]:
            self.assertIn(word, lines[0])
        after = [path for path in sorted(self.folder.iterdir()) if not path.name.startswith("ompi")]
        self.assertEqual(after, [path for path in before if not path.name.startswith("ompi")])
        return lines[0]

    def same_graph(self, a, b):
        """Two files hold the same graph, by the names of its vertices."""
        texts = [self.lode("convert", path, "-", "--to", "edges").splitlines() for path in (a, b)]
        strip = lambda lines: [line for line in lines if not line.startswith("#")]
        self.assertEqual(strip(texts[0]), strip(texts[1]))


def random_edges(vertices, lines, seed, factor=1, offset=0):
    """Lines of edges with loops, repetitions and pairs in both directions among them."""
    draw = random.Random(seed)
    edges = []
    for _ in range(lines):
        u = min(draw.randrange(vertices), draw.randrange(vertices))
        edges.append((u * factor + offset, draw.randrange(vertices) * factor + offset))
    edges += draw.sample(edges, lines // 10) + [(v, u) for u, v in draw.sample(edges, lines // 10)]
    return edges


def text_of(edges):
    return "".join(f"{u} {v}\n" for u, v in edges)

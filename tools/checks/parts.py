"""A part is one command of a step. Its output, exit code and cost are kept, so that a stopped run can be
continued."""
import dataclasses
import hashlib
import json
import os
import pathlib
import resource
import subprocess
import time


@dataclasses.dataclass
class Part:
    name: str
    command: list
    environment: dict = dataclasses.field(default_factory=dict)
    summary: object = lambda log: ""  # makes one line for the page from the output
    repeat: bool = False  # runs even if passed before: for a build whose folder may be gone


@dataclasses.dataclass
class Result:
    step: str
    part: str
    sources: str  # fingerprint of the checked sources
    code: int
    seconds: float
    processor_seconds: float
    summary: str

    @property
    def passed(self):
        return self.code == 0


def fingerprint(repository):
    """Fingerprint of the sources, changed by any new, changed or removed file, except for pages of docs."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=repository,
                            check=True, capture_output=True).stdout
    whole = hashlib.sha256()
    for name in sorted(name for name in set(listed.decode().split("\0")) if name):
        path = pathlib.Path(repository, name)
        if path.is_file() and not name.startswith("docs/"):
            whole.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]


class Record:
    """The results of all finished parts, in a folder: STEP/PART.json and STEP/PART.log."""

    def __init__(self, folder, sources):
        self.folder = pathlib.Path(folder)
        self.sources = sources

    def path(self, step, part, suffix):
        return self.folder / step / f"{part}{suffix}"

    def find(self, step, part):
        path = self.path(step, part, ".json")
        return Result(**json.loads(path.read_text())) if path.exists() else None

    def passed(self, step, part):
        result = self.find(step, part)
        return result is not None and result.passed and result.sources == self.sources

    def complete(self, step):
        """All parts of the step have passed on these sources."""
        path = self.folder / step / "complete"
        return path.exists() and path.read_text() == self.sources

    def completed(self, step):
        (self.folder / step / "complete").write_text(self.sources)

    def of_step(self, step):
        paths = sorted((self.folder / step).glob("*.json"), key=lambda path: path.stat().st_mtime)
        return [Result(**json.loads(path.read_text())) for path in paths]

    def forget(self, step):
        for path in [*(self.folder / step).glob("*.json"), self.folder / step / "complete"]:
            path.unlink(missing_ok=True)

    def run(self, step, part):
        """Runs the part. Its result is written at its end, so a stopped part counts as not run."""
        log = self.path(step, part.name, ".log")
        log.parent.mkdir(parents=True, exist_ok=True)
        self.path(step, part.name, ".json").unlink(missing_ok=True)
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        with log.open("wb") as output:
            code = subprocess.run(part.command, env={**os.environ, **part.environment}, stdin=subprocess.DEVNULL,
                                  stdout=output, stderr=subprocess.STDOUT).returncode
        seconds, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        result = Result(step, part.name, self.sources, code, round(seconds, 1), round(used, 1),
                        part.summary(log.read_text(errors="replace")))
        self.path(step, part.name, ".json").write_text(json.dumps(dataclasses.asdict(result)))
        return result

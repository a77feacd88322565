"""The page of results: one line per part, then the end of the output of each failed part."""
import subprocess


def told(seconds):
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def row(result, sources):
    word = "passed" if result.passed else f"**failed** ({result.code})"
    if result.sources != sources:
        word += ", on other sources"
    summary = result.summary.replace("|", "\\|")
    return (f"| {result.step} | {result.part} | {word} | {told(result.seconds)} | {told(result.processor_seconds)} "
            f"| {summary} |")


def commit(repository):
    def git(*words):
        return subprocess.run(["git", *words], cwd=repository, capture_output=True, text=True).stdout.strip()
    changed = " with changes that are not committed" if git("status", "--porcelain") else ""
    return f"commit {git('rev-parse', '--short=12', 'HEAD')}{changed}"


def page(record, steps, where, on_demand=()):
    """`on_demand`: steps that are reported as missing only if a part of them has run."""
    lines = ["# Results of tools/check.sh", "", f"Sources: {where}, fingerprint {record.sources}.", ""]
    lines += ["| step | part | result | time | processor time | what was found |", "| --- | --- | --- | --- | --- | --- |"]
    results = [result for step in steps for result in record.of_step(step)]
    lines += [row(result, record.sources) for result in results]
    missing = [step for step in steps if not record.complete(step) and (step not in on_demand or record.of_step(step))]
    if missing:
        lines += ["", f"Not complete on these sources: {', '.join(missing)}."]
    for result in results:
        if not result.passed:
            log = record.path(result.step, result.part, ".log")
            end = log.read_text(errors="replace").splitlines()[-60:] if log.exists() else []
            lines += ["", f"## {result.step}, {result.part}", f"The whole text is in `{log}`.", "", "```", *end, "```"]
    return "\n".join(lines) + "\n"

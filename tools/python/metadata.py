"""Writes the metadata of the installed package: METADATA and entry_points.txt, from pyproject.toml.

Arguments: pyproject.toml, the version, the folder (lode-VERSION.dist-info).
"""
import pathlib
import sys
import tomllib


def metadata(project, version):
    fields = [("Metadata-Version", "2.1"), ("Name", project["name"]), ("Version", version),
              ("Summary", project["description"]), ("License", project["license"]["text"]),
              ("Requires-Python", project["requires-python"])]
    fields += [("Requires-Dist", requirement) for requirement in project["dependencies"]]
    for extra, requirements in project["optional-dependencies"].items():
        fields.append(("Provides-Extra", extra))
        fields += [("Requires-Dist", f"{requirement} ; extra == '{extra}'") for requirement in requirements]
    return "".join(f"{name}: {value}\n" for name, value in fields)


def entry_points(project):
    groups = project["entry-points"].items()
    return "\n".join(f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
                     for group, points in groups)


def main(pyproject, version, folder):
    project = tomllib.loads(pathlib.Path(pyproject).read_text(encoding="utf-8"))["project"]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "METADATA").write_text(metadata(project, version), encoding="utf-8")
    (folder / "entry_points.txt").write_text(entry_points(project), encoding="utf-8")


main(*sys.argv[1:])

#!/usr/bin/env python3
"""Packs an installed package as a wheel. Arguments: the folder that holds `lode`, and where the wheel goes.

Libraries that a plain Linux system lacks are copied into `lode.libs` beside the package, where its module looks for
them. Runs under the interpreter that the module is built for.
"""
import base64
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
#: Every Linux system that runs Python has these; they must fit the system's own C library.
OF_THE_SYSTEM = re.compile(r"(linux-vdso|ld-linux.*|libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+|libz)\.so(\.\d+)*$")


def version():
    return re.search(r"project\(lode VERSION ([\d.]+)", (REPOSITORY / "CMakeLists.txt").read_text())[1]


def needed(library):
    """(name, path) of the libraries that `library` loads."""
    lines = subprocess.run(["ldd", library], check=True, capture_output=True, text=True).stdout.splitlines()
    found = [re.match(r"\s*(\S+) => (\S+)", line) for line in lines]
    return [(match[1], match[2]) for match in found if match]


def add_sources(content):
    """Scikit-build-core takes the files in Python from the sources, and so does this."""
    for path in (REPOSITORY / "tools/python/lode").iterdir():
        if path.suffix == ".py" or path.name == "py.typed":
            shutil.copy(path, content / "lode")


def add_libraries(content):
    modules = list((content / "lode").glob("_core.*.so"))
    if len(modules) != 1:
        sys.exit(f"pack_wheel.py: {content}/lode holds {len(modules)} modules, not one")
    for name, path in needed(modules[0]):
        if not OF_THE_SYSTEM.match(name):
            (content / "lode.libs").mkdir(exist_ok=True)
            shutil.copy(path, content / "lode.libs" / name)
            others = [each for each, _ in needed(path) if not OF_THE_SYSTEM.match(each)]
            if others:
                sys.exit(f"pack_wheel.py: {name} needs {others}, which it would not find beside it")


def add_metadata(content, tag):
    info = content / f"lode-{version()}.dist-info"
    subprocess.run([sys.executable, REPOSITORY / "tools/python/metadata.py", REPOSITORY / "pyproject.toml", version(),
                    info], check=True)
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: lode\nRoot-Is-Purelib: false\nTag: {tag}\n")
    shutil.copy(REPOSITORY / "LICENSE", info)
    lines = []
    for path in sorted(content.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            lines.append(f"{path.relative_to(content)},sha256={digest},{len(data)}\n")
    (info / "RECORD").write_text("".join(lines) + f"{info.name}/RECORD,,\n")


def main(content, folder):
    content = pathlib.Path(content)
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    add_sources(content)
    add_libraries(content)
    add_metadata(content, tag)
    wheel = pathlib.Path(folder) / f"lode-{version()}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(content.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(content))
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")


main(*sys.argv[1:])

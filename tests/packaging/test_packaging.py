#!/usr/bin/env python3
"""What lode installs, and what packages are made of.

LODE_BUILD names the build folder, LODE_SHARED the shared library. `test_packaging.py --write` writes the list of exported
symbols anew, which a reader of the change then sees.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = REPOSITORY / "tools/packaging"
SYMBOLS = PACKAGING / "liblode.symbols"
BUILD = pathlib.Path(os.environ.get("LODE_BUILD", REPOSITORY / "build/release"))
CMAKE = os.environ.get("LODE_CMAKE", "cmake")
COMPONENTS = ("runtime", "development", "tool", "data", "python", "cluster", "documentation")


def output(*command, **how):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True, **how).stdout


def version():
    return re.search(r"^project\(lode VERSION ([\d.]+) ", (REPOSITORY / "CMakeLists.txt").read_text(), re.M)[1]


def cached(name):
    found = re.search(rf"^{name}:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.M)
    return found[1] if found else ""


def exported():
    """(kind, name without the version) of the symbols that the shared library defines."""
    library = os.environ.get("LODE_SHARED") or BUILD / "tests/packaging/liblode.so"
    lines = output("nm", "-DC", "--defined-only", library).splitlines()
    found = [re.match(r"[0-9a-f]+ (\w) (.*?)(@@?\S+)?$", line).groups() for line in lines]
    return [(kind, name, node) for kind, name, node in found if kind != "A"]


def is_fixed(kind):
    """Weak symbols are inline functions and templates, which every program that needs them has itself."""
    return kind not in "WVuwv"


class Symbols(unittest.TestCase):
    """The shared library lends what the list has, and nothing of other libraries."""
    maxDiff = None

    def test_the_list_is_what_is_exported(self):
        listed = [line for line in SYMBOLS.read_text().splitlines() if not line.startswith("#")]
        found = sorted({name for kind, name, _ in exported() if is_fixed(kind)})
        self.assertGreater(len(found), 200)
        self.assertEqual([name for name in listed if name not in set(found)], [],
                         "no longer exported: programs that use these would not start")
        self.assertEqual([name for name in found if name not in set(listed)], [],
                         "exported, and not in the list: run tests/packaging/test_packaging.py --write")
        self.assertEqual(listed, sorted(listed))

    def test_every_symbol_is_of_lode_and_has_its_version(self):
        node = "@@LODE_" + ".".join(version().split(".")[:2])
        for kind, name, found in exported():
            self.assertRegex(name, r"(^|^(typeinfo|typeinfo name|vtable|VTT) for |thunk to |^[\w:<>, *&()]+ )lode::")
            self.assertEqual(found, node, name)

    def test_nothing_of_other_libraries_and_of_private_headers(self):
        names = [name for _, name, _ in exported()]
        for foreign in ("std::", "nlohmann::", "boost::", "Eigen::", "Spectra::", "fmt::", "tbb::"):
            self.assertEqual([name for name in names if name.startswith(foreign)], [])

    def test_public_headers_mark_their_declarations(self):
        """All but those that only include others, or are templates throughout."""
        for path in sorted((REPOSITORY / "include/lode").rglob("*.hpp")):
            if path.name in ("lode.hpp", "boost.hpp", "eigen.hpp"):
                continue
            self.assertRegex(path.read_text(), r"(?s)^(?:(?!\nnamespace ).)*"
                             r"\n#pragma GCC visibility push\(default\)\nnamespace lode.*\n}  // namespace lode[\w:]*\n#pragma GCC visibility pop\n$", path)

    def test_what_the_documents_call_is_there(self):
        names = " ".join(name for _, name, _ in exported())
        for call in ("lode::read_graph(", "lode::find(", "lode::Graph::from_edges(", "lode::make_certificate(",
                     "lode::hybrid::minimise(", "lode::version()"):
            self.assertIn(call, names)


class Versions(unittest.TestCase):
    """The version stands in CMakeLists.txt; what repeats it, agrees."""

    def test_headers(self):
        text = (REPOSITORY / "include/lode/core/version.hpp").read_text()
        numbers = [re.search(rf"#define LODE_VERSION_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH")]
        self.assertEqual(".".join(numbers), version())

    def test_citation_and_changelog(self):
        self.assertIn(f"\nversion: {version()}\n", (REPOSITORY / "CITATION.cff").read_text())
        first = re.search(r"^## \[([\d.]+)\]", (REPOSITORY / "CHANGELOG.md").read_text(), re.M)[1]
        self.assertEqual(first, version())

    def test_the_python_project_reads_it(self):
        project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
        self.assertNotIn("version", project["project"])
        self.assertEqual(project["project"]["dynamic"], ["version"])
        source = project["tool"]["scikit-build"]["metadata"]["version"]
        found = re.search(source["regex"], (REPOSITORY / source["input"]).read_text())
        self.assertEqual(found["value"], version())


class Options(unittest.TestCase):
    """Files of packages name options that exist."""

    def test_options_exist(self):
        known = set(re.findall(r"\b(LODE_[A-Z_]+)\b", (REPOSITORY / "tools/cmake/LodeOptions.cmake").read_text()))
        known.add("LODE_PYTHON_INSTALL_DIR")
        used = {}
        for path in [*PACKAGING.rglob("*"), REPOSITORY / "pyproject.toml", REPOSITORY / "CMakePresets.json"]:
            if path.is_file():
                text = path.read_text()
                for name in re.findall(r"(?:-D|define\(\"|^|\")(LODE_(?:BUILD|WITH|ARCH|SOURCE)[A-Z_]*)\b", text, re.M):
                    used.setdefault(name, path)
        self.assertGreater(len(used), 5)
        self.assertEqual({name: path for name, path in used.items() if name not in known and name != "LODE_BUILD"}, {})


class InstallTest(unittest.TestCase):
    """One folder per component, and one of all."""

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.work = pathlib.Path(cls.temporary.name)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def install(cls, *components):
        """Relative paths of what is written, and the folder."""
        folder = cls.work / ("-".join(components) or "all")
        for component in components or (None,):
            output(CMAKE, "--install", BUILD, "--prefix", folder, *(["--component", component] if component else []))
        return folder, {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


class Components(InstallTest):
    """Every file belongs to one component, and each component holds what its package promises."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.files = {component: cls.install(component)[1] for component in COMPONENTS}

    def test_each_file_has_one_component(self):
        everything = self.install()[1]
        together = [path for files in self.files.values() for path in files]
        self.assertEqual(sorted(everything - set(together)), [], "of no component")
        self.assertEqual(len(together), len(set(together)), "of several components")
        self.assertEqual(set(together), everything)

    def test_graphs_are_installed_once(self):
        names = [path for files in self.files.values() for path in files if path.endswith("/planted-20000.txt")]
        self.assertEqual(names, ["share/lode/datasets/planted-20000.txt"])
        self.assertIn("share/lode/datasets/catalogue.tsv", self.files["data"])

    def test_headers_and_finders(self):
        headers = {str(path.relative_to(REPOSITORY)) for path in (REPOSITORY / "include").rglob("*.hpp")}
        files = self.files["development"]
        self.assertEqual({path for path in files if path.startswith("include/")}, headers)
        rest = {pathlib.PurePath(path).name for path in files - headers}
        self.assertLessEqual({"lode.pc", "lodeConfig.cmake", "lodeConfigVersion.cmake", "lodeTargets.cmake",
                              "lode_boost.cmake", "lode_eigen.cmake"}, rest)
        self.assertIn("liblode.so" if cached("BUILD_SHARED_LIBS") == "ON" else "liblode.a", rest)

    def test_tool_and_python(self):
        self.assertIn("bin/lode", self.files["tool"])
        self.assertEqual([path for path in self.files["tool"] if not re.match(r"bin/lode$|share/(man|bash|zsh|fish)", path)], [])
        if self.files["python"]:
            names = {pathlib.PurePath(path).name for path in self.files["python"]}
            self.assertLessEqual({"__init__.py", "nx_backend.py", "py.typed", "METADATA", "entry_points.txt"}, names)
            self.assertTrue(any(re.match(r"_core\..*so$", name) for name in names))
        if self.files["cluster"]:
            self.assertIn("bin/lode-cluster", self.files["cluster"])

    def test_documents(self):
        names = {path.rpartition("/")[2] for path in self.files["documentation"]}
        self.assertLessEqual({"README.md", "LICENSE", "CITATION.cff", "CHANGELOG.md", "install.md", "cli.md"}, names)

    def test_no_text_names_a_folder_of_the_build(self):
        for component in COMPONENTS:
            for path in sorted((self.work / component).rglob("*")):
                if path.suffix in (".pc", ".cmake", ".hpp", ".py", ".pyi", ".1") or path.name == "METADATA":
                    text = path.read_text()
                    for private in (REPOSITORY, BUILD, self.work):
                        self.assertNotIn(str(private), text, path)


class PkgConfig(InstallTest):
    """A program finds lode by lode.pc alone, wherever the folder lies."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if not shutil.which("pkg-config"):
            raise unittest.SkipTest("pkg-config is missing")
        made, files = cls.install("runtime", "development", "data")
        cls.folder = cls.work / "moved here"
        made.rename(cls.folder)
        name = next(path for path in files if path.endswith("/lode.pc"))
        cls.file = cls.folder / name
        cls.environment = os.environ | {"PKG_CONFIG_PATH": str(cls.file.parent)}

    def ask(self, *options):
        return output("pkg-config", *options, "lode", env=self.environment).strip()

    def test_version_and_places(self):
        self.assertEqual(self.ask("--modversion"), version())
        for name, file in (("includedir", "lode/lode.hpp"), ("libdir", "cmake/lode/lodeConfig.cmake")):
            self.assertTrue((pathlib.Path(self.ask(f"--variable={name}").replace("\\ ", " ")) / file).exists(), name)

    def test_a_shared_library_asks_for_nothing_else(self):
        libraries = [word for word in self.ask("--libs").split() if word.startswith("-l")]
        if cached("BUILD_SHARED_LIBS") == "ON":
            self.assertEqual(libraries, ["-llode"])
            self.assertEqual(self.ask("--libs", "--static"), self.ask("--libs"))
        else:
            self.assertEqual(libraries[0], "-llode")
            self.assertLessEqual({"-ltbb", "-lfmt", "-lz", "-lzstd"}, set(libraries))

    def test_a_program_is_built_and_runs(self):
        program = self.work / "program"
        flags = subprocess.run(["sh", "-c", "pkg-config --cflags --libs lode"], check=True, stdout=subprocess.PIPE, text=True,
                               env=self.environment).stdout
        subprocess.run(["sh", "-ec", f'"$CXX" -std=c++20 "$1" -o "$2" {flags}', "sh",
                        str(REPOSITORY / "tests/consumer/quadratic.cpp"), str(program)], check=True,
                       env=self.environment | {"CXX": os.environ.get("CXX", "c++")})
        libraries = self.ask("--variable=libdir").replace("\\ ", " ")
        printed = output(program, env=self.environment | {"LD_LIBRARY_PATH": libraries})
        self.assertEqual(printed, "-2 at 0.5 0 1, optimal\n")


class Subproject(InstallTest):
    """A project that brings lode along by add_subdirectory gets the library, and nothing that it did not ask for."""

    def configured(self, *options):
        source, build = self.work / "project", self.work / ("build" + "".join(options).replace("/", ""))
        source.mkdir(exist_ok=True)
        (source / "CMakeLists.txt").write_text(
            f'cmake_minimum_required(VERSION 3.25)\nproject(outside LANGUAGES CXX)\nadd_subdirectory("{REPOSITORY}" lode)\n')
        output(CMAKE, "-S", source, "-B", build, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={os.environ.get('CXX', 'c++')}", *options)
        return build, output(CMAKE, "--build", build, "--target", "help")

    def test_the_library_alone(self):
        build, targets = self.configured()
        self.assertRegex(targets, r"\bliblode\.(a|so)\b|\blode:")
        for target in ("lode_tool", "lode_python", "lode_cluster", "test_core", "bench_find"):
            self.assertNotIn(target, targets)
        cache = (build / "CMakeCache.txt").read_text()
        self.assertRegex(cache, r"(?m)^LODE_ARCH:STRING=$")
        self.assertRegex(cache, r"(?m)^CMAKE_BUILD_TYPE:\w+=$")
        self.assertNotIn("LODE_INSTALL:BOOL=ON", cache)
        self.assertNotRegex((build / "lode/cmake_install.cmake").read_text(), r"include/lode|liblode")

    def test_what_is_asked_for(self):
        _, targets = self.configured("-DLODE_BUILD_TOOL=ON")
        self.assertIn("lode_tool", targets)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        names = sorted({name for kind, name, _ in exported() if is_fixed(kind)})
        SYMBOLS.write_text("# What liblode.so exports, but for inline functions and templates (nm -DC, kinds other than weak).\n"
                           "# Written by tests/packaging/test_packaging.py --write.\n" + "\n".join(names) + "\n")
    else:
        unittest.main(verbosity=2)

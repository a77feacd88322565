# A package for Spack, from a clone: copy this file to packages/lode/package.py of a repository of your own
# (`spack repo create`), then `spack develop --path CLONE lode@0.1.0` in an environment, and `spack install`.
# Not tried: no Spack was at hand.
from spack.package import *


class Lode(CMakePackage):
    """Densest s-vertex subgraphs with proven bounds: a C++20 library, a command-line tool and a Python package."""

    version("0.1.0")

    variant("shared", default=True, description="Build a shared library")
    variant("tool", default=True, description="Build the command-line tool")
    variant("python", default=False, description="Build the Python package")
    variant("downloads", default=True, description="Download graphs and compute checksums")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("tbb")
    depends_on("fmt@9:")
    depends_on("zlib-api")
    depends_on("zstd")
    depends_on("boost@1.74: +graph")
    depends_on("eigen@3.4")
    depends_on("spectra@1.0:")
    depends_on("nlohmann-json@3.11:")
    depends_on("node-js", type="build")
    depends_on("npm", type="build")
    depends_on("cli11@2.1:", when="+tool")
    depends_on("openssl", when="+downloads")
    depends_on("curl@7.87:", when="+downloads")
    depends_on("py-pybind11@2.10:", type=("build", "link"), when="+python")
    depends_on("py-numpy", type=("build", "run"), when="+python")
    extends("python@3.9:", when="+python")

    conflicts("platform=darwin", msg="lode is built for Linux")
    conflicts("platform=windows", msg="lode is built for Linux")

    @run_before("cmake")
    def install_page_modules(self):
        Executable("npm")("install", "--prefix", join_path(self.stage.source_path, "src/report/page"))

    def cmake_args(self):
        args = [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("LODE_BUILD_TOOL", "tool"),
            self.define_from_variant("LODE_BUILD_PYTHON", "python"),
            self.define_from_variant("LODE_WITH_OPENSSL", "downloads"),
            self.define_from_variant("LODE_WITH_CURL", "downloads"),
            self.define("LODE_BUILD_CLUSTER", False),
            self.define("LODE_BUILD_TESTS", False),
            self.define("LODE_SOURCE_DATASETS", False),
            self.define("LODE_ARCH", ""),  # Spack's compiler wrapper names the target
        ]
        if "+python" in self.spec:
            args.append(self.define("Python_EXECUTABLE", self.spec["python"].command.path))
        return args

#!/usr/bin/env bash
# Makes a wheel in FOLDER (default build/wheel/dist): by `python3 -m build` where scikit-build-core is, else by CMake.
# TBB, fmt, zstd, bzip2, xz and expat go into it, so that it needs no more than NumPy, the C and C++ libraries
# of the system and zlib. PYTHON names the interpreter (default /usr/bin/python3), BUILD the build folder (default
# build/wheel). All arguments but the first go to the build (-j2).
set -euo pipefail
cd "$(dirname "$0")/../.."
python=${PYTHON:-/usr/bin/python3}
folder=${1:-build/wheel/dist}
shift $(($# > 0 ? 1 : 0))
mkdir -p "$folder"
if [ "${LODE_WHEEL_BY:-}" != cmake ] && "$python" -c "import build, scikit_build_core" 2>/dev/null; then
  made=$(mktemp -d)
  trap 'rm -rf "$made"' EXIT
  "$python" -m build --wheel --no-isolation --outdir "$made" .
  # Another program puts the libraries in: https://github.com/pypa/auditwheel
  "$python" -m auditwheel repair --wheel-dir "$folder" "$made"/lode-*.whl
  exit
fi

build=${BUILD:-build/wheel}
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSKBUILD=ON -DBUILD_SHARED_LIBS=OFF \
  -DPython_EXECUTABLE="$python" -DLODE_BUILD_PYTHON=ON -DLODE_BUILD_TOOL=OFF -DLODE_BUILD_TESTS=OFF \
  -DLODE_BUILD_CLUSTER=OFF -DLODE_SOURCE_DATASETS=OFF >/dev/null
cmake --build "$build" "$@"
rm -rf "$build/content"
cmake --install "$build" --prefix "$build/content" --component python --strip >/dev/null
"$python" tools/packaging/pack_wheel.py "$build/content" "$folder"

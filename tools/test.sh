#!/usr/bin/env bash
# Installs what is missing, builds lode with warnings as errors, and runs every test.
# With --clang it builds the library, the tool and the golden answers by clang instead, in build/clang, and compares
# these answers, which a compiler must not change.
# Graphs outside the repository are looked up in LODE_DATA; tests that need one say "skipped" when it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/packages.sh

compiler=gcc
case "${1:-}" in
  "") ;;
  --clang) compiler=clang ;;
  *) echo "tools/test.sh: there is no option $1; use --clang or none" >&2; exit 2 ;;
esac
install_missing $lode_build_packages $lode_test_packages $lode_site_packages
if [ -n "${LODE_DATA:-}" ]; then
  LODE_DATA=$(realpath "$LODE_DATA")
  export LODE_DATA
fi
if [ $compiler = clang ]; then
  install_missing clang
  cmake --preset clang
  cmake --build --preset clang --target test_golden lode_tool
  exec ctest --preset clang -R '^golden: (small|real) graphs$'
fi
cmake --preset release
cmake --build --preset release
ctest --preset release -j "$(nproc)"

#!/usr/bin/env bash
# Installs what is missing, builds lode with warnings as errors, and runs the quick tests.
# With --all it runs every test. With --clang it builds the library, the tool and the golden answers by clang instead, in
# build/clang, and compares these answers, which a compiler must not change.
# Graphs outside the repository are looked up in LODE_DATA; tests that need one say "skipped" when it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/packages.sh

case "${1:-}" in
  ""|--all|--clang) ;;
  *) echo "tools/test.sh: there is no option $1; use --all, --clang or none" >&2; exit 2 ;;
esac
install_missing $lode_build_packages $lode_test_packages
if [ -n "${LODE_DATA:-}" ]; then
  LODE_DATA=$(realpath "$LODE_DATA")
  export LODE_DATA
fi
case "${1:-}" in
  --clang)
    install_missing clang
    cmake --preset clang
    cmake --build --preset clang --target test_golden lode_tool
    ctest --preset clang -R '^golden: (small|real) graphs$' ;;
  --all)
    install_missing $lode_slow_test_packages
    cmake --preset release
    cmake --build --preset release --target all lode_slow_tests
    ctest --preset release -j "$(nproc)" ;;
  *)
    cmake --preset release
    cmake --build --preset release --target lode_quick_tests
    ctest --preset release -j "$(nproc)" -L quick ;;
esac

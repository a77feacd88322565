#!/usr/bin/env bash
# Installs what is missing, builds lode with warnings as errors, and runs every test.
# Graphs outside the repository are looked up in LODE_DATA; tests that need one say "skipped" when it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/packages.sh

install_missing $lode_build_packages $lode_test_packages
if [ -n "${LODE_DATA:-}" ]; then
  LODE_DATA=$(realpath "$LODE_DATA")
  export LODE_DATA
fi
cmake --preset release
cmake --build --preset release
ctest --preset release -j "$(nproc)"

#!/usr/bin/env bash
# Installs what is missing, builds lode, finds the planted subgraph of a bundled graph and leaves a report to open.
# tools/test.sh goes on in the same build folder.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/packages.sh

install_missing $lode_build_packages
cmake --preset release -DLODE_BUILD_TESTS=OFF -DLODE_BUILD_BENCH=OFF
cmake --build --preset release --target lode_tool
folder=build/release
lode=$folder/bin/lode

echo
"$lode" find planted-20000 -s 40 -o $folder/found.txt --force
echo
if diff <(grep -v '^#' datasets/planted-20000.set.txt | sort) <(grep -v '^#' $folder/found.txt | sort) >/dev/null; then
  echo "The answer is the planted set, vertex by vertex."
else
  echo "The answer is not the planted set of datasets/planted-20000.set.txt." >&2
  exit 1
fi
echo
"$lode" report planted-20000 -s 10,20,30,40,60,100,200,400,800 --time 10 --html $folder/planted-20000.html --force
echo
echo "Open $folder/planted-20000.html in a browser. The tool is $lode; try '$lode --help'."

#!/usr/bin/env bash
# Installs what is missing, builds lode, finds the planted subgraph of a bundled graph and leaves a report to open.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/packages.sh

install_missing $lode_build_packages
cmake -S . -B build/quickstart -G Ninja -DCMAKE_BUILD_TYPE=Release -DLODE_ARCH=x86-64-v3 -DLODE_BUILD_TESTS=OFF
cmake --build build/quickstart
lode=build/quickstart/bin/lode

echo
"$lode" find planted-20000 -s 40 -o build/quickstart/found.txt --force
echo
if diff <(grep -v '^#' datasets/planted-20000.set.txt | sort) <(grep -v '^#' build/quickstart/found.txt | sort) >/dev/null; then
  echo "The answer is the planted set, vertex by vertex."
else
  echo "The answer is not the planted set of datasets/planted-20000.set.txt." >&2
  exit 1
fi
echo
"$lode" report planted-20000 -s 10,20,30,40,60,100,200,400,800 --html build/quickstart/planted-20000.html --force
echo
echo "Open build/quickstart/planted-20000.html in a browser. The tool is $lode; try '$lode --help'."

#!/usr/bin/env bash
# Installs lode into a folder of its own, builds the consumer against it and runs it. Arguments: BUILD_FOLDER SOURCE_FOLDER.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$1" --prefix "$work/lode" >/dev/null
cmake -S "$2/tests/consumer" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/lode" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$work/build"
answer=$("$work/build/consumer" "$work/lode/share/lode/datasets/karate.txt")
echo "$answer"
[ "$answer" = "1 2 3 4 8 hold 10 edges" ] || [ "$answer" = "1 2 3 4 14 hold 10 edges" ]
installed=$(cd "$work" && env -u LODE_DATA "$work/lode/bin/lode" info karate)
grep -q "vertices *34" <<<"$installed"
path=$(cd "$work" && env -u LODE_DATA "$work/lode/bin/lode" data path karate)
[[ $path == "$(realpath "$work")/lode/"* ]]  # the installed graphs, not those of the sources
test -s "$work/lode/share/lode/datasets/catalogue.tsv"

#!/usr/bin/env bash
# Installs lode into a folder of its own, builds the consumer against it and runs it. Arguments: BUILD_FOLDER SOURCE_FOLDER.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$1" --prefix "$work/lode" >/dev/null
# The library alone needs neither Boost nor Eigen, nor what downloads are made with.
cmake -S "$2/tests/consumer" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/lode" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON -DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON \
  -DCMAKE_DISABLE_FIND_PACKAGE_CURL=ON >/dev/null
cmake --build "$work/build"
answer=$("$work/build/consumer" "$work/lode/share/lode/datasets/karate.txt")
echo "$answer"
[[ $answer =~ ^1\ 2\ 3\ 4\ (8|14)\ hold\ 10\ edges,\ and\ no\ 5\ hold\ more\ than\ 10$ ]]
# What docs/library.md says that a program of it prints: the second block after the program's mark.
said() { awk -v mark="<!-- $1 -->" '$0 == mark { seen = 1 } seen && /^```/ { ++fences; next } fences == 3' "$2/docs/library.md"; }
for program in library files control quadratic; do
  (cd "$work" && "$work/build/$program") >"$work/printed"
  test -s "$work/printed"
  diff "$work/printed" <(said $program "$2")
done
# Where the system has no room for threads, that is an error of the library.
for kilobytes in $(seq 16000 1000 40000); do
  (ulimit -v "$kilobytes"; exec "$work/build/library") >/dev/null 2>"$work/said" || true
  if grep -q "std::runtime_error" "$work/said"; then
    echo "with $kilobytes kB: $(cat "$work/said")" >&2
    exit 1
  fi
done
"$work/build/host" "$work/build/libplugin.so" "$work/lode/share/lode/datasets/karate.txt"
cmake -S "$2/tests/consumer" -B "$work/build" -DBRIDGES=ON \
  -DCMAKE_DISABLE_FIND_PACKAGE_Boost=OFF -DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=OFF >/dev/null
cmake --build "$work/build" --target bridges >/dev/null
"$work/build/bridges"
# The archive keeps its Eigen to itself, and works beside another one, whatever that is compiled for.
archive=$(find "$work/lode" -name liblode.a)
if [ -n "$archive" ]; then
  nm -C "$archive" >"$work/symbols" 2>/dev/null
  grep -q ' T lode::solve' "$work/symbols"
  grep -q ' W .*Eigen::in_lode::' "$work/symbols"
  if sed 's/\(Eigen\|Spectra\)::in_lode::/lode::/g' "$work/symbols" | grep -E ' [TWVuBDR] .*(Eigen|Spectra)::'; then
    echo "the library has functions that a program's own Eigen could take the place of" >&2
    exit 1
  fi
fi
for kind in Debug Release; do
  for flags in "" "-march=x86-64-v3"; do
    cmake -S "$2/tests/consumer" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/lode" -DCMAKE_BUILD_TYPE=$kind \
      -DNEIGHBOUR_OF_EIGEN=ON "-DNEIGHBOUR_FLAGS=$flags" >/dev/null
    cmake --build "$work/build" --target eigen_neighbour >/dev/null
    "$work/build/eigen_neighbour" "$work/lode/share/lode/datasets/karate.txt" >/dev/null
  done
done
installed=$(cd "$work" && env -u LODE_DATA "$work/lode/bin/lode" info karate)
grep -q "vertices *34" <<<"$installed"
path=$(cd "$work" && env -u LODE_DATA "$work/lode/bin/lode" data path karate)
[[ $path == "$(realpath "$work")/lode/"* ]]  # the installed graphs, not those of the sources
test -s "$work/lode/share/lode/datasets/catalogue.tsv"

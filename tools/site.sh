#!/usr/bin/env bash
# Writes the documentation as static HTML into FOLDER (build/site): the pages of docs/, the Python reference, the C++
# reference, and a search that needs no server. Installs what is missing, and builds the Python package if it is not
# built: its docstrings are a part of the site.
set -euo pipefail
case "${1:-}" in
  -*) echo "usage: tools/site.sh [FOLDER]" >&2; exit 2 ;;
esac
[ $# -le 1 ] || { echo "usage: tools/site.sh [FOLDER]" >&2; exit 2; }
folder=$(realpath -m "${1:-"$(dirname "$0")/../build/site"}")
cd "$(dirname "$0")/.."
. tools/packages.sh

install_missing $lode_site_packages
if ! compgen -G "build/release/python/lode/_core*.so" >/dev/null; then
  install_missing $lode_build_packages
  cmake --preset release
  cmake --build --preset release --target lode_python
fi
exec /usr/bin/python3 docs/site/build.py "$folder"

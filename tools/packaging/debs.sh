#!/usr/bin/env bash
# Builds the Debian packages into build/package/debs and checks them with lintian. Arguments go to the build (-j2).
set -euo pipefail
cd "$(dirname "$0")/../.."
for tool in dpkg-shlibdeps lintian; do
  command -v $tool >/dev/null || { echo "tools/packaging/debs.sh needs $tool (packages dpkg-dev, lintian)" >&2; exit 2; }
done
cmake --preset package >/dev/null
cmake --build --preset package "$@"
rm -rf build/package/debs
cpack --config build/package/CPackConfig.cmake -B build/package/debs >build/package/cpack.log 2>&1 ||
  { tail -40 build/package/cpack.log >&2; exit 1; }
rm -rf build/package/debs/_CPack_Packages
for deb in build/package/debs/*.deb; do
  printf '%-44s %7d kB, installed %7d kB\n' "$(basename "$deb")" $(($(stat -c %s "$deb") / 1000)) \
    "$(dpkg-deb -f "$deb" Installed-Size)"
done
lintian --fail-on error,warning --tag-display-limit 0 --info build/package/debs/*.deb
echo "lintian: no errors and no warnings"

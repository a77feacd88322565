#!/usr/bin/env bash
# tools/checks/tbb.sh FOLDER: builds the installed version of TBB for ThreadSanitizer, in FOLDER/lib.
#
# ThreadSanitizer orders two threads only by the synchronisation that it sees. It sees none in the package libtbb12, so
# each value passed between tasks looks like a race. The source is the package's, by apt-get, with package lists in
# FOLDER: the system's lists are not changed.
set -euo pipefail
mkdir -p "$1"
folder=$(realpath "$1")
jobs=${LODE_CHECK_JOBS:-$(nproc)}
version=$(dpkg-query -W -f '${source:Version}' libtbb-dev)
if [ "$(cat "$folder/version" 2>/dev/null)" = "$version" ] && [ -e "$folder/lib/libtbb.so.12" ]; then
  echo "TBB $version is there."
  exit
fi
rm -rf "$folder"/{build,cache,lib,lists,source,version} "$folder"/onetbb_*
mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
keys=/usr/share/keyrings/debian-archive-keyring.gpg
{
  echo "deb-src [signed-by=$keys] http://deb.debian.org/debian $release main"
  echo "deb-src [signed-by=$keys] http://deb.debian.org/debian-security $release-security main"
} >"$folder/sources.list"
options=(-o "Dir::Etc::SourceList=$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null
  -o "Dir::State::Lists=$folder/lists" -o "Dir::Cache=$folder/cache")
apt-get "${options[@]}" update -qq
cd "$folder"
apt-get "${options[@]}" source -qq --download-only "onetbb=$version"
dpkg-source -x onetbb_*.dsc source
# GCC warns that ThreadSanitizer does not support fences (-Wtsan). tsan.supp suppresses reports inside TBB itself.
cmake -S source -B build -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DTBB_SANITIZE=thread -DTBB_TEST=OFF \
  -DTBBMALLOC_BUILD=OFF -DTBB_STRICT=OFF -DCMAKE_CXX_FLAGS=-Wno-tsan -DCMAKE_INSTALL_LIBDIR=lib
cmake --build build -j "$jobs" --target tbb
mkdir lib
cp -P build/*/libtbb.so* lib/
rm -rf build source lists cache
echo "$version" >version

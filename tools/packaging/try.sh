#!/usr/bin/env bash
# Tries the packages in a fresh Debian 12 that has nothing else, made by debootstrap. Needs root and Debian's mirror.
#
#   tools/packaging/try.sh                       the packages of build/package/debs
#   tools/packaging/try.sh --cluster             lode-cluster, too (PETSc and MPI: much more to fetch)
#   tools/packaging/try.sh --wheel FILE          a wheel in a virtual environment, with no library of lode's in the system
#
# The empty system is kept as build/try/bookworm.tar; MIRROR names another mirror than deb.debian.org.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ "$(id -u)" -eq 0 ] || { echo "tools/packaging/try.sh must run as root" >&2; exit 2; }
if [ "${LODE_TRY_INSIDE:-}" != 1 ]; then  # mounts of ours end with us
  LODE_TRY_INSIDE=1 exec unshare --mount --propagation private "$0" "$@"
fi
mirror=${MIRROR:-http://deb.debian.org/debian}
try=build/try
root=$PWD/$try/root
mkdir -p $try

# say TEXT: what was done, the seconds since the last line, and the size of the system.
last=$(date +%s%N)
say() {
  local now
  now=$(date +%s%N)
  rm -rf "$root"/var/cache/apt/archives/*.deb
  printf '%-62s %6.1f s, system %5d MB\n' "$1" "$(((now - last) / 1000000))e-3" \
    "$(du -sxm --exclude="$root/proc" --exclude="$root/var/lib/apt/lists" --exclude="$root/try" "$root" | cut -f1)"
  last=$(date +%s%N)
}
inside() {
  chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    sh -euc "$1"
}
apt() {
  inside "apt-get install -y -qq --no-install-recommends $* >/try/apt.log 2>&1 || { tail -20 /try/apt.log >&2; exit 1; }"
}

if [ ! -s $try/bookworm.tar ]; then
  rm -rf "$root"
  debootstrap --variant=minbase bookworm "$root" "$mirror" >$try/debootstrap.log
  tar -C "$root" -cf $try/bookworm.tar .
fi
rm -rf "$root"
mkdir -p "$root"
tar -C "$root" -xf $try/bookworm.tar
mkdir -p "$root/try"
mount -t proc proc "$root/proc"
inside "apt-get update -qq"
say "an empty Debian 12"

if [ "${1:-}" = --wheel ]; then
  cp "$2" "$root/try"
  apt python3-venv python3-numpy
  say "apt install python3-venv python3-numpy"
  inside "if ldconfig -p | grep -E 'libtbb|libfmt'; then echo 'the system has the libraries itself' >&2; exit 1; fi"
  inside "python3 -m venv --system-site-packages /try/venv
    /try/venv/bin/pip install -q --no-index --no-deps --no-cache-dir /try/$(basename "$2")
    du -sm /try/venv/lib/python3*/site-packages/lode*"
  say "pip install $(basename "$2")"
  inside 'cd /try; venv/bin/python -c "
import importlib.metadata, lode
best = lode.find(\"karate\", 5)
print(lode.__version__, importlib.metadata.version(\"lode\"), sorted(best.labels), best.edges, best.bound)
assert best.edges == 10 and best.bound == 10
assert lode.__version__ == importlib.metadata.version(\"lode\")
"'
  say "import lode; lode.find"
  exit
fi

debs=build/package/debs
cp $debs/*.deb "$root/try"
mkdir -p "$root/try/consumer"
cp tests/consumer/{CMakeLists.txt,*.cpp} "$root/try/consumer"

# package NAME...: the files of these packages.
package() {
  local name
  for name in "$@"; do (cd "$root" && echo try/"$name"_*.deb); done | sed 's|^|/|' | tr '\n' ' '
}
apt "$(package lode liblode0 lode-data)"
say "apt install lode (with liblode0, lode-data)"
inside "cd /try; lode find karate -s 5 | head -8; lode --version; ldd /usr/bin/lode | grep -q 'liblode.so.0 => /lib/'"
for file in usr/share/man/man1/lode.1.gz usr/share/bash-completion/completions/lode; do
  if [ -s "$root/$file" ]; then echo "/$file is there"; else echo "MISSING: /$file"; fi
done
say "lode find karate -s 5"

apt "$(package python3-lode) python3"
say "apt install python3-lode (with python3, python3-numpy)"
inside 'cd /try; python3 -c "
import lode
best = lode.find(\"karate\", 5)
print(lode.__version__, sorted(best.labels), best.edges, best.bound)
assert best.edges == 10 and best.bound == 10
"'
say "import lode; lode.find"

apt "$(package liblode-dev)"
say "apt install liblode-dev"
apt "g++ pkg-config"
say "apt install g++ pkg-config"
inside 'cd /try/consumer; g++ -std=c++20 -O2 main.cpp -o by_pkg_config $(pkg-config --cflags --libs lode)
  ./by_pkg_config /usr/share/lode/datasets/karate.txt'
say "a program by pkg-config"
apt "cmake make"
say "apt install cmake make"
inside 'cd /try/consumer; cmake -S . -B build -DCMAKE_BUILD_TYPE=Release >/dev/null; cmake --build build >/dev/null
  build/consumer /usr/share/lode/datasets/karate.txt; build/quadratic'
say "five programs by find_package(lode)"
apt "$(package lode-doc)"
say "apt install lode-doc"

if [ "${1:-}" = --cluster ]; then
  apt "$(package lode-cluster) openmpi-bin"
  say "apt install lode-cluster (with PETSc, Open MPI)"
  inside 'cd /try; OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 lode-cluster --version'
  say "mpirun -n 2 lode-cluster --version"
fi

inside "apt-get purge -y -qq \$(dpkg-query -W -f '\${Package} ' 'lode*' 'liblode*' python3-lode) >/try/apt.log 2>&1
  left=\$(find / -xdev -name '*lode*' -not -path '/try/*' -not -path '/proc/*' -not -name '*explode*' -not -path '/var/lib/dpkg/*' | head)
  if [ -n \"\$left\" ]; then echo \"left behind: \$left\"; exit 1; fi"
say "apt purge of all: nothing is left behind"

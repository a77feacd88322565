# Sourced by quickstart.sh, test.sh, check.sh and site.sh: the Debian packages lode is built with, and a function that installs those
# that are missing.

lode_build_packages="g++ cmake ninja-build libtbb-dev libfmt-dev libcli11-dev nlohmann-json3-dev zlib1g-dev
  libzstd-dev libbz2-dev liblzma-dev libexpat1-dev libssl-dev libcurl4-openssl-dev libeigen3-dev libspectra-dev
  libboost-graph-dev esbuild node-d3 python3-dev pybind11-dev python3-numpy"
lode_test_packages="catch2 pkg-config coinor-libclp-dev python3 mandoc
  python3-jsonschema python3-pytest python3-hypothesis python3-scipy python3-networkx python3-pandas"
lode_site_packages="pandoc doxygen python3"
lode_slow_test_packages="$lode_site_packages chromium qemu-user petsc64-dev openmpi-bin libopenmpi-dev"
# Some packages of node bring npm with them and refuse Debian's.
command -v npm >/dev/null || lode_slow_test_packages+=" nodejs npm"
lode_check_packages="clang llvm clang-tidy cppcheck dpkg-dev"

# install_missing PACKAGE...: with sudo when not root; says what it does.
install_missing() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  echo "Installing with apt: ${missing[*]}"
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

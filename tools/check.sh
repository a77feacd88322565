#!/usr/bin/env bash
# Runs the checks that take long, and writes their results to build/check/results.md: the tests under AddressSanitizer
# and UBSan (dev), under ThreadSanitizer (tsan) and built by clang (clang, which counts the lines that no test runs), and
# the static checks clang-tidy and cppcheck.
#
#   tools/check.sh             these steps; what has passed on the same sources is not run again
#   tools/check.sh dev tsan    these steps alone
#   tools/check.sh soak        a step that runs only when it is named
#   tools/check.sh --list      what the steps are
#   tools/check.sh --again     forgets earlier results of the chosen steps first
#
# LODE_CHECK_JOBS is the number of processes at a time (default: one for each processor).
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/packages.sh
case " $* " in
  *" --list "* | *" --help "* | *" -h "*) ;;
  *) install_missing $lode_build_packages $lode_test_packages $lode_slow_test_packages $lode_check_packages ;;
esac
if [ -n "${LODE_DATA:-}" ]; then
  LODE_DATA=$(realpath "$LODE_DATA")
  export LODE_DATA
fi
exec /usr/bin/python3 -B tools/checks/run.py "$@"

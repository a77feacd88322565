"""Prints the folder below a prefix, given as the argument, in which the interpreter that runs this looks for packages."""
import os
import site
import sys


def install_folder(prefix):
    prefix = os.path.realpath(prefix)
    folders = [*site.getsitepackages(), site.getusersitepackages()]
    for folder in folders:
        below = os.path.relpath(os.path.realpath(folder), prefix)
        # /usr/local is below /usr, but is a separate prefix.
        if not below.startswith((os.pardir, "local" + os.sep)):
            return below
    return os.path.join("lib", "python3", "dist-packages")


print(install_folder(sys.argv[1]))

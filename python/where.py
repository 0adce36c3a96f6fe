"""where.py PREFIX - where a Python package is found that is installed beneath this prefix.

Of the folders that this Python looks into by itself, the first one beneath the prefix; where there is
none, where Python's own rules would put it, and then the second word printed is "PYTHONPATH": people must
name the folder there.
"""
import os
import site
import sys
import sysconfig


def find(prefix):
    prefix = os.path.realpath(prefix)
    for folder in site.getsitepackages():
        inside = os.path.relpath(os.path.realpath(folder), prefix).split(os.sep)
        if inside[0] not in ("..", "local"):  # /usr/local is not a part of /usr
            return folder, ""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    name = os.path.basename(sysconfig.get_path("platlib"))
    return os.path.join(prefix, "lib", version, name), "PYTHONPATH"


if __name__ == "__main__":
    print("\n".join(find(sys.argv[1])))

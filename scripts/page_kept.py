"""page_kept.py - the built page as the repository keeps it, so that playing needs neither npm nor node.

web/page.tar.gz has the page's files below `page/` and, in `sources`, the hash of what they were built
from. Nobody's name, date or rights are in it, and files are in order. Whether two of them are the same
is asked of their content: compressors of different versions write different bytes.
"""
import gzip
import hashlib
import io
import os
import tarfile
import zlib

NAME = "page.tar.gz"
SOURCES = "sources"
FOLDER = "page/"
# What is in web/ and has no part in the page.
NOT_SOURCES = {NAME, "node_modules", "dist", "meson.build", "README.md", "tests", "tsconfig.test.json",
               ".gitignore"}


def sources_of(web):
    """The files that the page is built from, in order."""
    found = []
    for place, folders, names in os.walk(web):
        folders[:] = sorted(name for name in folders if name not in NOT_SOURCES)
        found += [os.path.join(place, name) for name in sorted(names) if name not in NOT_SOURCES]
    return found


def hash_of(web):
    total = hashlib.sha256()
    for path in sources_of(web):
        with open(path, "rb") as file:
            content = file.read()
        name = os.path.relpath(path, web).replace(os.sep, "/")
        total.update(f"{name} {len(content)} ".encode() + content)
    return total.hexdigest()


def read(web):
    """The hash and the files, as a dictionary, or None where there is no readable archive."""
    try:
        with gzip.open(os.path.join(web, NAME)) as file:
            bare = io.BytesIO(file.read())  # to its end, where the checksum is
        with tarfile.open(fileobj=bare, mode="r:") as archive:
            content = {member.name: archive.extractfile(member).read()
                       for member in archive.getmembers() if member.isfile()}
        sources = content.pop(SOURCES).decode("ascii").strip()
    except (OSError, EOFError, KeyError, UnicodeDecodeError, tarfile.TarError, zlib.error):
        return None
    return sources, {name.removeprefix(FOLDER): data for name, data in content.items()}


def pack(sources, files):
    """The bytes of an archive."""
    content = {SOURCES: sources.encode("ascii") + b"\n",
               **{FOLDER + name: files[name] for name in sorted(files)}}
    bare = io.BytesIO()
    with tarfile.open(fileobj=bare, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in content.items():
            member = tarfile.TarInfo(name)  # its date, owner and rights are the same for everybody
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return gzip.compress(bare.getvalue(), 9, mtime=0)


def write(web, files):
    """Keeps these files as the page of the sources as they are; True if that changes anything."""
    sources = hash_of(web)
    if read(web) == (sources, files):
        return False
    with open(os.path.join(web, NAME), "wb") as file:
        file.write(pack(sources, files))
    return True


def current(web):
    """The files, if they were built from the sources as they are; else None."""
    kept = read(web)
    return kept[1] if kept is not None and kept[0] == hash_of(web) else None


def differences(web, files):
    """What is wrong with the kept page, now that `files` were built from the sources: sentences."""
    kept = read(web)
    if kept is None:
        return [f"There is no readable web/{NAME}."]
    wrong = [] if kept[0] == hash_of(web) else [f"web/{NAME} was built from other sources."]
    return wrong + [f"web/{NAME} has another {name} than the sources give."
                    for name in sorted({*kept[1], *files}) if kept[1].get(name) != files.get(name)]

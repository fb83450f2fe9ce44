"""Which bots played: the release, and a mark that changes with anything that decides how they play."""

from functools import cache
from hashlib import sha256
from importlib.resources import files

from limes.version import VERSION

PACKAGES = ("limes.rules", "limes.plain", "limes.core", "limes.bots")
DECIDING = (".py", ".pyx", ".pxd", ".h", ".xz")


@cache
def edition() -> str:
    """The release and the first digits of a hash over rules, core, bots and their weights."""
    mark = sha256()
    for package in PACKAGES:
        for file in sorted(files(package).iterdir(), key=lambda each: each.name):
            if file.name.endswith(DECIDING):
                mark.update(f"{package} {file.name} ".encode() + sha256(file.read_bytes()).digest())
    return f"{VERSION} ({mark.hexdigest()[:12]})"

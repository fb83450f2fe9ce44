"""What pyproject.toml cannot say: catalogues, Cython modules and the browser client are built with it."""

import os
import re
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

OPTIMISE = ["/O2"] if os.name == "nt" else ["-O3", "-g0"]
if "-O" in os.environ.get("CFLAGS", ""):
    OPTIMISE = []  # who builds has chosen
NATIVE = ["-march=native"] if os.environ.get("LIMES_NATIVE") == "1" else []  # what it builds runs here only
ROOT = Path(__file__).parent
REPOSITORY = "https://github.com/limes-game/limes"


sys.path.insert(0, str(ROOT / "scripts"))
import npm  # noqa: E402


def readme() -> str:
    """The README as a package index shows it: without the repository around it, links need addresses."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    pictures = re.sub(r'(src|srcset)="(?!https?:)', rf'\1="{REPOSITORY}/raw/main/', text)
    return re.sub(r"\]\((?!https?:|#)", f"]({REPOSITORY}/blob/main/", pictures)


class BuildWithClient(build_py):
    """Makes the binary catalogues (`limes.mo`) and the browser client before files are gathered."""

    def run(self) -> None:
        npm.build()
        self.data_files = self._get_data_files()
        super().run()


def compiled_modules() -> list[Extension]:
    """Every `.pyx` of the package; the C files stay under `build/`."""
    module = Extension(
        "*",
        ["src/limes/*/*.pyx"],
        include_dirs=["src/limes/core", "src/limes/bots"],
        extra_compile_args=OPTIMISE + NATIVE,
    )
    modules: list[Extension] = cythonize(  # type: ignore[no-untyped-call]
        [module],
        include_path=["src"],
        build_dir="build/cython",
        compiler_directives={"language_level": 3, "cdivision": True},
    )
    return modules


setup(
    long_description=readme(),
    long_description_content_type="text/markdown",
    cmdclass={"build_py": BuildWithClient},
    ext_modules=compiled_modules(),
    options={"build_ext": {"parallel": str(os.cpu_count() or 1)}},
)

"""What pyproject.toml cannot say: message catalogues and Cython modules are compiled with the package."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

OPTIMISE = ["/O2"] if os.name == "nt" else ["-O3", "-g0"]
NATIVE = ["-march=native"] if os.environ.get("LIMES_NATIVE") == "1" else []  # what it builds runs here only
LOCALE = Path(__file__).parent / "src" / "limes" / "locale"


class BuildWithCatalogues(build_py):
    """Makes the binary catalogues (`limes.mo`) from their sources before files are gathered."""

    def run(self) -> None:
        from babel.messages.mofile import write_mo  # noqa: PLC0415
        from babel.messages.pofile import read_po  # noqa: PLC0415

        for source in sorted(LOCALE.glob("*/LC_MESSAGES/limes.po")):
            with source.open("rb") as text, source.with_suffix(".mo").open("wb") as binary:
                write_mo(binary, read_po(text))
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


setup(cmdclass={"build_py": BuildWithCatalogues}, ext_modules=compiled_modules())

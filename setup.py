"""What pyproject.toml cannot say: the message catalogues are compiled when the package is built."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

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


setup(cmdclass={"build_py": BuildWithCatalogues})

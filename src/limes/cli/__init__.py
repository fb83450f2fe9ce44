"""The command line: `limes COMMAND ...`, every form of the notation in and out."""

from limes.cli.main import main

__all__ = ["main"]

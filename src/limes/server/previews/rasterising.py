"""An SVG becomes a PNG in a process of its own: the rasteriser lets no other thread run while it works."""

import subprocess
import sys

LONGEST = 20.0  # seconds; a picture takes a third of one
PROGRAM = """
import os, sys
if hasattr(os, "nice"):
    os.nice(10)
import resvg_py
svg = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)))
"""


def rasterised(svg: str) -> bytes:
    """Blocks; `subprocess.SubprocessError` if there is no picture."""
    command = [sys.executable, "-P", "-c", PROGRAM]
    done = subprocess.run(command, input=svg.encode(), capture_output=True, timeout=LONGEST, check=True)
    return done.stdout

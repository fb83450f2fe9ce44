"""An SVG becomes a PNG in a process of its own: the rasteriser lets no other thread run while it works."""

import subprocess
import sys

import structlog

from limes.server import problems

LONGEST = 15.0  # seconds; a picture takes a third of one
AGAIN = 30.0  # seconds after which a machine that is too busy may be asked again
LOG = structlog.get_logger("limes.previews")
PROGRAM = """
import sys, resvg_py
svg = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)))
"""


def rasterised(svg: str) -> bytes:
    """Blocks; `Problem` if it takes too long."""
    command = [sys.executable, "-P", "-c", PROGRAM]
    try:
        done = subprocess.run(command, input=svg.encode(), capture_output=True, timeout=LONGEST, check=True)
    except subprocess.TimeoutExpired:
        raise problems.busy(AGAIN) from None
    except subprocess.CalledProcessError as error:
        LOG.error("no picture", said=error.stderr.decode(errors="replace")[-500:])
        raise
    return done.stdout

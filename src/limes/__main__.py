"""`python -m limes` is the command line."""

import sys

from limes.cli import main

if __name__ == "__main__":
    sys.exit(main())

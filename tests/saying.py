"""A whole sentence as the pattern that `pytest.raises` matches."""

import re


def saying(sentence: str) -> str:
    return f"^{re.escape(sentence)}$"

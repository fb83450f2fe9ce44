"""Texts that come from files: each system writes them a little differently, and all are read alike."""

from typing import Annotated

from pydantic import AfterValidator, Field


def _plain(text: str) -> str:
    """Without the mark that some editors put first, each line ended as the rules end it."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


FileText = Annotated[str, Field(max_length=20_000), AfterValidator(_plain)]
LandscapeText = Annotated[
    str, Field(max_length=1_000, examples=["5@d4N 12@e4E | d4ne"]), AfterValidator(_plain)
]

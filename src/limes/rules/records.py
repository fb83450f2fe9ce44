"""Texts that hold one record, or study, after the other."""

import re
from collections.abc import Iterable, Iterator

from limes.rules.headers import STUDY
from limes.rules.record import HEADERS
from limes.rules.study import STUDY_HEADERS

_HEADER = re.compile(rf"\s*({'|'.join({*HEADERS, *STUDY_HEADERS})}):")
_NEEDED = {"Players", STUDY}


def split_records(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The records in a text of several, each with the number of its first line, from 1.

    A record begins with a header where the one before has its rounds, or its players and then a blank line.
    """
    record: list[str] = []
    headers: set[str] = set()
    begun = 1
    complete = False
    for number, line in enumerate(lines, start=1):
        header = _HEADER.match(line)
        if header and record and (complete or header[1] in headers):
            yield begun, "".join(record)
            record, headers, complete = [], set(), False
        if header:
            headers.add(header[1])
        elif line.strip() or _NEEDED & headers:
            complete = True
        if not record:
            begun = number
        if record or line.strip():
            record.append(line)
    if record:
        yield begun, "".join(record)

"""Figures side by side: a row a figure, a column for each of those compared."""


def in_columns(rows: list[tuple[str, list[str]]]) -> list[str]:
    """The names of the rows to the left, all else to the right."""
    first = max(len(name) for name, _cells in rows)
    widths = [max(map(len, column)) for column in zip(*(cells for _name, cells in rows), strict=True)]
    return [
        f"{name:<{first}}  "
        + "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        for name, cells in rows
    ]

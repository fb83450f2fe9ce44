"""Errors that have been answered."""


def let_go(error: BaseException | None) -> None:
    """An error and the frame that raised it name each other: the body of a refused request, and all that was
    read of it, would stay in memory until the collector comes by, which is seldom and then takes long."""
    while error:
        before = error.__context__
        error.__traceback__ = error.__cause__ = error.__context__ = None
        error = before

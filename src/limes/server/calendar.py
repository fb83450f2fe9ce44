"""Days, weeks and months as boards have them: by the clock of Greenwich, named as ISO 8601 does."""

import time
from datetime import UTC, date, datetime, timedelta

CLOCKS_DIFFER = 5.0  # seconds at most, or the log says so


def day_at(moment: float) -> str:
    """The day of a moment, such as `2026-11-16`."""
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def end_of(day: str) -> float:
    """The moment at which a day is over."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return datetime(after.year, after.month, after.day, tzinfo=UTC).timestamp()


def is_over(day: str) -> bool:
    """By the clock as it is now, which may jump back; so late that no process takes turns any more."""
    return time.time() >= end_of(day) + CLOCKS_DIFFER


def is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def later(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def week_of(day: str) -> str:
    """A day's week, such as `2026-W47`."""
    year, week, _day = date.fromisoformat(day).isocalendar()
    return f"{year}-W{week:02}"


def month_of(day: str) -> str:
    return day[:7]


def days_of(period: str) -> list[str]:
    """The days of a week or a month, in order.

    >>> days_of("2026-W01")[0], days_of("2028-02")[-1]
    ('2025-12-29', '2028-02-29')
    """
    if "W" in period:
        first = date.fromisocalendar(int(period[:4]), int(period[6:]), 1)
        return [(first + timedelta(days=number)).isoformat() for number in range(7)]
    first = date.fromisoformat(f"{period}-01")
    days = (first + timedelta(days=number) for number in range(31))
    return [day.isoformat() for day in days if day.month == first.month]

"""The curve in the terminal: highest at the top, a value a step."""

from limes.draw.chart import HEIGHT, STEP, line_chart


def test_stars_stand_where_the_values_are() -> None:
    lines = line_chart([0, 7, 3.5], unicode=False)
    assert len(lines) == HEIGHT
    assert lines[0] == " 7 |" + " " * STEP + "*"
    assert lines[-1] == " 0 |*"
    assert sum(line.count("*") for line in lines) == 3


def test_the_line_of_dots_has_no_gap() -> None:
    lines = line_chart([10.2, 55.9, 12, 12])
    columns = [
        {line[place] for line in lines if len(line) > place} - {" "} for place in range(4, 4 + 3 * STEP + 1)
    ]
    assert all(columns)
    assert (lines[0][:2], lines[-1][:2]) == ("56", "10")


def test_equal_values_are_a_level_line() -> None:
    lines = line_chart([58, 58, 58])
    assert lines[-1].startswith("58 │⣀")
    assert lines[0] == "59 │"

"""Who wins, with tie-breaks and shared places, and the bands of the solo game."""


def rank(points_of_players: list[list[int]]) -> list[int]:
    """Each player's place, from the points of each player's single workers."""
    most_workers = max((len(points) for points in points_of_players), default=0)
    results = [result(points, most_workers) for points in points_of_players]
    return [1 + sum(other > own for other in results) for own in results]


def result(points: list[int], most_workers: int) -> list[int]:
    """The total, then the best worker, the second best and so on; a missing worker is a 0."""
    missing = [0] * (most_workers - len(points))
    return [sum(points), *sorted(points + missing, reverse=True)]


def band(total: int) -> int:
    return sum(total >= least for least in (28, 35, 42, 49))

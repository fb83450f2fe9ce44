"""The HTTP status of each problem; what the rules refuse is 422."""

from limes.server.problems import Problem

STATUSES = {
    "not_http": 400,
    "not_your_seat": 403,
    "not_the_owner": 403,
    "not_invited": 403,
    "no_hint": 403,
    "foreign_origin": 403,
    "no_table": 404,
    "no_seat": 404,
    "no_page": 404,
    "wrong_method": 405,
    "seat_taken": 409,
    "not_begun": 409,
    "not_finished": 409,
    "game_over": 409,
    "round_over": 409,
    "round_not_open": 409,
    "already_laid": 409,
    "not_abandoned": 409,
    "withdrawn": 409,
    "nothing_laid": 409,
    "nowhere_to_return": 409,
    "nothing_to_leave": 409,
    "too_slow": 408,
    "too_large": 413,
    "address_too_long": 414,
    "too_fast": 429,
    "too_many_tables": 429,
    "too_many_bots": 429,
    "too_many_sockets": 429,
    "headers_too_large": 431,
    "unexpected": 500,
    "too_many_reviews": 503,
    "stopping": 503,
    "log_unreachable": 503,
}


def status_of(problem: Problem) -> int:
    return STATUSES.get(problem.code, 422)

"""The HTTP status of each problem; what the rules refuse is 422."""

from limes.server.problems import Problem

STATUSES = {
    "not_your_seat": 403,
    "not_the_owner": 403,
    "not_invited": 403,
    "no_hint": 403,
    "live_position": 403,
    "outranked": 403,
    "foreign_origin": 403,
    "banned": 403,
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
    "already_begun": 409,
    "last_device": 409,
    "too_many_devices": 409,
    "withdrawn": 409,
    "nothing_laid": 409,
    "nowhere_to_return": 409,
    "nothing_to_leave": 409,
    "too_large": 413,
    "foreign_host": 421,
    "too_fast": 429,
    "too_many_tables": 429,
    "too_many_bots": 429,
    "too_many_sockets": 429,
    "abandoned": 499,
    "unexpected": 500,
    "busy": 503,
    "too_many_reviews": 503,
    "stopping": 503,
    "log_unreachable": 503,
    "database_damaged": 503,
    "disk_full": 507,
}


def status_of(problem: Problem) -> int:
    return STATUSES.get(problem.code, 422)

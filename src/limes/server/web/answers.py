"""How the server answers: JSON made by `views`, or an error with its code and a sentence."""

from math import ceil

from starlette.responses import Response

from limes.locale import language_for
from limes.server.game import views
from limes.server.problems import Problem
from limes.server.services import Services
from limes.server.web.statuses import status_of


def answer(text: str, status: int = 200) -> Response:
    """A lone surrogate, which a comment may hold, has no form in UTF-8, but one in JSON: `\\ud83d`."""
    return Response(text.encode(errors="backslashreplace"), status, media_type="application/json")


def failure(services: Services, problem: Problem, accepted: str | None) -> Response:
    services.metrics.problems.labels(problem.code).inc()
    response = answer(views.dumps({"error": said(problem, accepted)}), status_of(problem))
    if problem.seconds is not None:
        response.headers["retry-after"] = str(ceil(problem.seconds))
    return response


def said(problem: Problem, accepted: str | None) -> dict[str, str]:
    return {"code": problem.code, "message": problem.message.text(language_for(accepted).gettext)}

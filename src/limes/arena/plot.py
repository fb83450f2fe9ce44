"""The distributions of the bots' scores as a picture."""

from pathlib import Path

from limes.arena.report import Summary
from limes.rules import LimesError
from limes.rules.scoring import BANDS


def plot(summaries: list[Summary], path: Path) -> None:
    """Draw how often each bot reached each score; the ending of the file's name tells the format."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError:
        raise LimesError(
            "a plot needs matplotlib; install it with {command}", command="pip install 'limes[plot]'"
        ) from None
    low = min(min(summary.scores) for summary in summaries)
    high = max(max(summary.scores) for summary in summaries)
    figure = Figure(figsize=(9, 4.5), layout="constrained")
    axes = figure.subplots()
    edges = [score - 0.5 for score in range(low, high + 2)]
    for summary in summaries:
        label = f"{summary.bot}: {summary.mean:.1f} ± {summary.stderr:.1f}"
        weights = [100 / len(summary.scores)] * len(summary.scores)
        axes.hist(summary.scores, bins=edges, weights=weights, histtype="stepfilled", alpha=0.45, label=label)
    for bound in BANDS:
        if low < bound < high:
            axes.axvline(bound - 0.5, color="#33291C", linewidth=0.6, linestyle=":")
    axes.set(xlabel="points", ylabel="% of the deals")
    axes.legend(frameon=False)
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise LimesError("cannot write {name}: {reason}", name=path, reason=error) from None

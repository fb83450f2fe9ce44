class Evaluation:
    """What a landscape is worth; without weights it counts what workers earn now and nothing else."""

    def __init__(self, weights: bytes | None = None) -> None: ...
    def __bytes__(self) -> bytes: ...
    def blended(self, insight: float) -> Evaluation:
        """This evaluation for one part, counting points for the rest."""

"""The game as an environment of Gymnasium (`Limes-v0`), of PettingZoo and of OpenSpiel.

Importing this package registers `Limes-v0`. The others are in `limes.envs.parallel` and `limes.envs.spiel`.
All of them have the actions and observations of `limes.core.Batch`.
"""

import gymnasium

from limes.envs.solo import LimesEnv
from limes.envs.vector import LimesVectorEnv

__all__ = ["LimesEnv", "LimesVectorEnv"]

gymnasium.register(
    "Limes-v0", entry_point="limes.envs.solo:LimesEnv", vector_entry_point="limes.envs.vector:LimesVectorEnv"
)

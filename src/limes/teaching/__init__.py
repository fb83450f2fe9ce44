"""How the bots are taught and held against the best: self-play, tuning, a penalised optimum."""

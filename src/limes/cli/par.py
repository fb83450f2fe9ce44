"""`limes par`: the best landscape that hindsight finds for a known order of cards."""

"""Tables on which people and bots play: the log that keeps them, the rounds, and how clients reach them."""

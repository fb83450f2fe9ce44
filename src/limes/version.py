"""The release, where the build can read it without importing the game."""

VERSION = "0.1.0"

"""A compliance test for UCI engines, in any of the games: what a user interface and an arbiter rely on."""

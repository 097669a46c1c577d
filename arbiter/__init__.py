"""Matches and tournaments between UCI engines, judged by Tenfold's own rules."""

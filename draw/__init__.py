"""Boards as SVG pictures."""

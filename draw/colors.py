"""What the parts of a picture are coloured, by the names that python-chess gives them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

BROWN: Mapping[str, str] = MappingProxyType(
    {
        "square light": "#f0d9b5",
        "square dark": "#b58863",
        "square light lastmove": "#d9d479",
        "square dark lastmove": "#b0a245",
        "margin": "#2b211a",
        "coord": "#d8cbb8",
        "inner border": "#2b211a",
        "arrow green": "#15781bb8",
        "arrow red": "#a32020b8",
        "arrow yellow": "#d9a000c8",
        "arrow blue": "#1f4f8fb8",
    }
)
GREEN = MappingProxyType(
    {
        **BROWN,
        "square light": "#eeeed2",
        "square dark": "#769656",
        "square light lastmove": "#f2ec78",
        "square dark lastmove": "#bac83f",
        "margin": "#26301d",
        "coord": "#d5dcc8",
        "inner border": "#26301d",
        "arrow green": "#0b5d3bc0",
    }
)
BLUE = MappingProxyType(
    {
        **BROWN,
        "square light": "#dee3e6",
        "square dark": "#8ca2ad",
        "square light lastmove": "#c3d887",
        "square dark lastmove": "#92b166",
        "margin": "#252d32",
        "coord": "#d3dade",
        "inner border": "#252d32",
    }
)
#: For print: grey squares, no hue but the arrows'.
PAPER = MappingProxyType(
    {
        **BROWN,
        "square light": "#ffffff",
        "square dark": "#c8c8c8",
        "square light lastmove": "#e4e4e4",
        "square dark lastmove": "#a4a4a4",
        "margin": "#ffffff",
        "coord": "#333333",
        "inner border": "#333333",
    }
)

THEMES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"brown": BROWN, "green": GREEN, "blue": BLUE, "paper": PAPER}
)

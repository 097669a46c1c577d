"""One searcher for many tests: each begins a new game on it."""

from __future__ import annotations

import pytest
from tenfold.search.searcher import Searcher


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher(4)

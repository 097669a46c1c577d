"""`tenfold play`: a game against an engine in the terminal."""

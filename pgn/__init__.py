"""Games in PGN, read and written in python-chess's manner, for every game that Tenfold knows."""

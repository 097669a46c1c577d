"""python-chess's engine client, made ready for ten-by-ten boards."""

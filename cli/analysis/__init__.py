"""`tenfold analyse`: positions from anywhere, an engine's lines about them, on the screen and in files."""

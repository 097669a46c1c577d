"""What `tenfold match`, `tenfold tournament` and `tenfold table` share."""

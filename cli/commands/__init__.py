"""The commands of `tenfold`, one file each: a module here holds one function `command`."""

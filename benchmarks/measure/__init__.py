"""What is measured of a UCI engine from outside: speed, memory, start-up."""

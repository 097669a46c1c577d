"""A small arbiter for matches between UCI engines. pyffish judges the rules, none of Tenfold's code does."""

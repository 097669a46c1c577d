"""`tenfold annotate`: games with evaluations, marks for mistakes, a summary and a plot."""

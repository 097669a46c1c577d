"""What all tests need."""

from __future__ import annotations

import signal

# A shell that starts the tests in the background has programs ignore the interrupt, and they hand that down
# to those they start; the tests that interrupt one need it.
signal.signal(signal.SIGINT, signal.default_int_handler)

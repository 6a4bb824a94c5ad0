"""`python -m perpend` is the command `perpend`."""

from perpend.cli.start import main

main()

"""`python -m perpend` is the command `perpend`."""

from perpend.cli.main import main

main()

"""Where the program `perpend` starts: it imports the command line, and Ctrl-C during that is one line, too."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line of Perpend."""
    try:
        from perpend.cli.main import main as run

        run()
    except KeyboardInterrupt:
        # `signals.INTERRUPTED` and `output.complain` may not be there yet; the line has nothing of a stranger's.
        sys.stderr.write("perpend: interrupted\n")
        raise SystemExit(130) from None

"""Prints what the package and the named extras of pyproject.toml need, one requirement a line.

The Makefile installs these apart from the package, so that a changed source file re-installs the package alone.

    python tools/requirements.py test lint
"""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
for extra in sys.argv[1:]:
    print("\n".join(project["optional-dependencies"][extra]))
print("\n".join(project["dependencies"]))

"""`make demo`: the main job, on two sentences."""

import subprocess
import sys

subprocess.run([sys.executable, "-m", "perpend", "--version"], check=True)

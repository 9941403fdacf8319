"""hawser from Python: drive a model that `hawser serve` serves, and read the results of runs.

Pure Python, standard library only; `read` needs pandas with pyarrow.
"""

from .client import HawserError, Sim, connect, serve
from .results import read

__all__ = ["HawserError", "Sim", "connect", "serve", "read"]
__version__ = "0.1.0"

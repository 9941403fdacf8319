"""Results of a run as a DataFrame."""

import json
import os


def read(run, columns=None):
    """The series of a run folder (or a Parquet file): time [s] as index, units of columns in `attrs["units"]`."""
    try:
        import pandas
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError("hawser.read needs pandas and pyarrow: pip install pandas pyarrow") from error
    file = os.path.join(run, "series.parquet") if os.path.isdir(run) else run
    metadata = pyarrow.parquet.read_schema(file).metadata or {}
    wanted = None if columns is None else ["time", *columns]
    frame = pandas.read_parquet(file, columns=wanted)
    if frame.index.name != "time":  # pandas makes it the index by the file's own metadata, where it knows that
        frame = frame.set_index("time")
    units = json.loads(metadata.get(b"hawser.units", b"{}"))
    frame.attrs["units"] = {name: unit for name, unit in units.items() if name in frame.columns} if isinstance(units, dict) else units
    manifest = os.path.join(run, "run.json") if os.path.isdir(run) else None
    if manifest and os.path.exists(manifest):
        with open(manifest, encoding="utf-8") as text:
            content = json.load(text)
        frame.attrs["status"] = content.get("status")
    return frame

"""What it/bin/load-output runs: loads an output with other libraries, compares with the manifests."""

import json
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_DATASETS_DISABLE_PROGRESS_BARS", "1")

import datasets
import duckdb
import pandas
import polars

ALL_DUMPS = "all"


def with_datasets(directory, cache):
    data = datasets.load_dataset("parquet", data_dir=directory, split="train", cache_dir=cache)
    return data.num_rows, data.column_names


def with_pandas(directory, _cache):
    frame = pandas.read_parquet(directory)
    return len(frame), list(frame.columns)


def with_polars(directory, _cache):
    frame = polars.read_parquet(f"{directory}/**/*.parquet")
    return frame.height, frame.columns


def with_duckdb(directory, _cache):
    table = duckdb.sql(f"SELECT * FROM read_parquet('{directory}/**/*.parquet')")
    return len(table.fetchall()), table.columns


def with_spark(directory, _cache):
    session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    frame = session.read.option("recursiveFileLookup", "true").parquet(directory)
    return len(frame.collect()), frame.columns


LOADERS = {
    "datasets": with_datasets,
    "pandas": with_pandas,
    "polars": with_polars,
    "duckdb": with_duckdb,
}
try:
    from pyspark.sql import SparkSession

    LOADERS["spark"] = with_spark
except ImportError:
    print("no pyspark: its line is not tried", file=sys.stderr)


def with_card(out, cache, config):
    """A configuration of the dataset card, as load_dataset finds it."""
    data = datasets.load_dataset(str(out), config, split="train", cache_dir=cache)
    return data.num_rows, data.column_names


def kept_by_bucket(out):
    """Rows kept by bucket, over all manifests; where shards have no level of dumps, one has all."""
    manifests = sorted((out / "_sluice" / "dumps").glob("*.json"))
    if not manifests:
        sys.exit(f"{out}/_sluice/dumps holds no manifest: is it an output with a sealed dump?")
    of_all = [file for file in manifests if file.stem == ALL_DUMPS]
    kept = {}
    for file in of_all or manifests:
        for bucket, part in json.loads(file.read_text("utf-8"))["buckets"].items():
            kept[bucket] = kept.get(bucket, 0) + part["kept"]
    return kept


def check(name, loads, rows, columns):
    """Prints a line for each way of loading; the number of those that differ."""
    different = 0
    for library, load in loads.items():
        try:
            found, names = load()
            problem = "" if found == rows else f", the manifests say {rows:,}"
            problem += "" if names == columns else f", columns {names} instead of {columns}"
        except Exception as error:  # whatever a library throws is what is to be told
            found, problem = 0, f", failed: {type(error).__name__}: {error}"
        different += bool(problem)
        print(f"{'FAILED' if problem else 'ok':6} {library:9} {name:12} {found:>12,} rows{problem}")
    return different


def check_card(out, kept, columns, cache):
    """Each bucket is a configuration of the card, and one has all; the number of those that differ."""
    found = set(datasets.get_dataset_config_names(str(out), cache_dir=cache))
    expected = {"default"} | {bucket_config(bucket, kept) for bucket, rows in kept.items() if rows}
    if found != expected:
        print(f"FAILED card      has {sorted(found)} instead of {sorted(expected)}")
        return 1
    rows = {"default": sum(kept.values())}
    rows |= {bucket_config(bucket, kept): count for bucket, count in kept.items() if count}
    return sum(
        check(name, {"card": lambda name=name: with_card(out, cache, name)}, count, columns)
        for name, count in rows.items()
    )


def bucket_config(bucket, buckets):
    """The configuration of a bucket has its name, unless that is the name of the one that has all."""
    name = bucket
    while name == "default" or (name != bucket and name in buckets):
        name += "-bucket"
    return name


def main(out):
    owner = json.loads((out / "_sluice" / "owner.json").read_text("utf-8"))["content"]
    columns = [name.strip() for name in owner["output.columns"].strip("[]").split(",")]
    language = owner["dataset.language"]
    kept = kept_by_bucket(out)
    places = {language: sum(kept.values())}
    places |= {f"{language}/{bucket}": rows for bucket, rows in sorted(kept.items())}
    different = 0
    with tempfile.TemporaryDirectory() as cache:
        for name, rows in places.items():
            if rows == 0 and not (out / name).exists():
                print(f"{'ok':6} {'-':9} {name:12} {0:>12,} rows: nothing was kept, no directory")
            else:
                loads = {
                    library: lambda load=load, place=str(out / name): load(place, cache)
                    for library, load in LOADERS.items()
                }
                different += check(name, loads, rows, columns)
        if any(kept.values()):
            different += check_card(out, kept, columns, cache)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

"""What s3-check does: s3_check.py SLUICE WORK"""

import hashlib
import io
import os
import pathlib
import subprocess
import sys

os.environ["HF_HUB_OFFLINE"] = "0"  # offline, datasets refuses S3 too

import boto3
import datasets
import duckdb
import fsspec
import pandas
import polars
import pyarrow
import s3fs
from pyarrow import dataset, parquet

import load_output
import s3_server

URL = f"s3://{s3_server.BUCKET}/out"
DUCKDB = duckdb.connect()


def objects():
    """All objects of the output by their key below it: bytes and user metadata, by boto3."""
    client = boto3.client("s3")
    found = {}
    for page in client.get_paginator("list_objects_v2").paginate(Bucket=s3_server.BUCKET, Prefix="out/"):
        for entry in page["Contents"]:
            answer = client.get_object(Bucket=s3_server.BUCKET, Key=entry["Key"])
            found[entry["Key"].removeprefix("out/")] = answer["Body"].read(), answer["Metadata"]
    return found


def files(out):
    """Shards and manifests of a directory, by their path below it."""
    found = [path for part in ("en", "_sluice/dumps") for path in (out / part).rglob("*")]
    return {str(path.relative_to(out)): path.read_bytes() for path in found if path.is_file()}


# --- The lines of the docs, each with the names of the columns and the rows --------------------


def with_boto3(place, _cache):
    client = boto3.client("s3")
    listed = client.list_objects_v2(Bucket=s3_server.BUCKET, Prefix=f"out/{place}/")["Contents"]
    bodies = [client.get_object(Bucket=s3_server.BUCKET, Key=entry["Key"])["Body"].read() for entry in listed]
    table = pyarrow.concat_tables(parquet.read_table(io.BytesIO(body)) for body in bodies)
    return of_table(table)


def with_s3fs(place, _cache):
    return of_table(dataset.dataset(f"{s3_server.BUCKET}/out/{place}", filesystem=s3fs.S3FileSystem()).to_table())


def with_pyarrow(place, _cache):
    return of_table(dataset.dataset(f"{URL}/{place}").to_table())


def with_pandas(place, _cache):
    frame = pandas.read_parquet(f"{URL}/{place}")
    return list(frame.columns), list(frame.itertuples(index=False, name=None))


def with_polars(place, _cache):
    frame = polars.read_parquet(f"{URL}/{place}/**/*.parquet")
    return frame.columns, frame.rows()


def with_duckdb(place, _cache):
    found = DUCKDB.sql(f"SELECT * FROM read_parquet('{URL}/{place}/**/*.parquet')")
    return found.columns, found.fetchall()


def with_datasets(place, cache):
    files = f"{URL}/{place}/**/*.parquet"
    data = datasets.load_dataset("parquet", data_files=files, split="train", cache_dir=cache)
    return data.column_names, [tuple(row.values()) for row in data]


def of_table(table):
    return table.column_names, [tuple(row.values()) for row in table.to_pylist()]


LOADERS = {
    "boto3": with_boto3,
    "s3fs": with_s3fs,
    "pyarrow": with_pyarrow,
    "pandas": with_pandas,
    "polars": with_polars,
    "duckdb": with_duckdb,
    "datasets": with_datasets,
}


def counted(load, place, cache, expected):
    """The number of rows and the columns, where the rows are those expected in some order."""
    columns, rows = load(place, cache)
    if sorted(rows) != expected:
        raise ValueError("other rows than in the directory")
    return len(rows), columns


def tell(right, what):
    print(f"{'ok' if right else 'FAILED':6} {what}", flush=True)
    return not right


def main(sluice, work):
    def run(*arguments):
        subprocess.run([sluice, *arguments, "-q"], check=True, stdout=subprocess.DEVNULL)

    local, source = work / "out", work / "source"
    job = ["run", "--progress", "none", "--memory", "1GiB", "--input", source]
    run("generate", "--output", source, "--docs", "6000", "--dumps", "2")
    run(*job, "--output", local)
    run(*job, "--output", URL, "--work-dir", work / "work")

    found = objects()
    here = files(local)
    there = {key: body for key, (body, _) in found.items() if key.startswith(("en/", "_sluice/dumps/"))}
    DUCKDB.register_filesystem(fsspec.filesystem("s3"))
    different = tell(here == there, f"{len(there)} shards and manifests, byte for byte")
    hashed = [(hashlib.sha256(body).hexdigest(), meta) for body, meta in found.values()]
    right = all(meta.get("sluice-sha256") == digest for digest, meta in hashed)
    different += tell(right, f"{len(found)} objects have their SHA-256 as metadata")
    listed = found["_sluice/shards.txt"][0].decode().split()
    right = sorted(listed) == sorted(key for key in there if key.endswith(".parquet"))
    different += tell(right, f"shards.txt lists the {len(listed)} shards")

    kept = load_output.kept_by_bucket(local)
    places = {"en": sum(kept.values())} | {f"en/{bucket}": rows for bucket, rows in kept.items()}
    for place, rows in places.items():
        names, expected = of_table(dataset.dataset(local / place).to_table())
        expected.sort()
        loads = {
            library: lambda load=load, at=place: counted(load, at, str(work / "cache"), expected)
            for library, load in LOADERS.items()
        }
        different += load_output.check(place, loads, rows, names)
    return 1 if different else 0


if __name__ == "__main__":
    directory = pathlib.Path(sys.argv[2])
    with s3_server.server(directory):
        sys.exit(main(sys.argv[1], directory))

"""The same job with other programs: peers.py NAME INPUT OUTPUT THREADS [HISTORY]

The rules are those of `./sluice run` with its defaults: rows with a score from 0 to 5 and a text
that is not blank; four buckets, each bound lowered by 1e-9; an id where there is none made of file
and row; sampling by the first 8 bytes of MD5("42_{id}"); the first copy of an id in each bucket, in
the order of paths and rows. Output: {bucket}/{dump}/*.parquet or bucket={bucket}/..., with id, text
and score, zstd 3.

With a HISTORY, an output of an earlier run over other files, ids that it has in a bucket are not
kept again: all that is read of it are these ids (duckdb and polars).

Each is written the way that costs its program least among those tried, as long as what is kept is
the same; datatrove-seed is written as the design has it that Sluice started from.
"""

import hashlib
import os
import re
import sys
from pathlib import Path

SEED = 42
EPSILON = 1e-9
BUCKETS = [("2.8", 2.8, 3.0, 0.3), ("3.0", 3.0, 3.5, 0.6), ("3.5", 3.5, 4.0, 0.8), ("4.0", 4.0, 9.9, 1)]
LOWEST = BUCKETS[0][1] - EPSILON
DUMP = re.compile("CC-MAIN-[0-9A-Za-z-]{1,32}")
# A character that Python's str.strip leaves, in the syntax of RE2 and of Rust.
INK = (
    r"[^\x09-\x0d\x1c-\x20\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}"
    r"\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]"
)
ZSTD_LEVEL = 3
# CASE {BOUNDS_SQL} END is the bucket of a score in range, CASE bucket {RATES_SQL} END its rate.
BOUNDS_SQL = " ".join(f"WHEN score < {high} - 1e-9 THEN '{name}'" for name, _, high, _ in BUCKETS)
RATES_SQL = " ".join(f"WHEN '{name}' THEN {rate}" for name, _, _, rate in BUCKETS)


def bucket_of(score):
    for name, low, high, rate in BUCKETS:
        if low - EPSILON <= score < high - EPSILON:
            return name, rate
    return None, 0


def share(identifier):
    """Where the hash of an id lies, from 0 to 1."""
    digest = hashlib.md5(f"{SEED}_{identifier}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def sources(root):
    """Files in the normative order with their paths relative to the root."""
    files = [(file.relative_to(root).as_posix(), file) for file in root.rglob("*.parquet")]
    return sorted(files, key=lambda file: file[0].encode())


# --- DuckDB: one statement, the text is read once ----------------------------------------------


def with_duckdb(source, output, threads, history=None):
    import duckdb

    connection = duckdb.connect()
    connection.execute(f"SET threads = {threads}")
    connection.execute("SET preserve_insertion_order = false")
    connection.execute(f"SET temp_directory = '{output}.spill'")
    begin = len(str(source)) + 2
    unseen = f"""AND NOT EXISTS (
      SELECT 1 FROM read_parquet('{history}/**/*.parquet', hive_types = {{'bucket': VARCHAR}}) AS known
      WHERE known.bucket = scored.bucket AND known.id = scored.id)"""
    connection.execute(f"""
      COPY (
        WITH scored AS (
          SELECT text, score, filename, file_row_number AS row, CASE {BOUNDS_SQL} END AS bucket,
            coalesce(nullif(id, ''), filename[{begin}:] || '#' || file_row_number) AS id,
            CASE WHEN regexp_full_match(dump, '{DUMP.pattern}') THEN dump ELSE 'unknown' END AS dump
          FROM read_parquet('{source}/**/*.parquet', file_row_number = true, filename = true)
          WHERE score >= {LOWEST} AND score <= 5 AND NOT isnan(score)
            AND regexp_matches(text, '{INK}')
        ), sampled AS (
          SELECT * FROM scored
          WHERE ('0x' || md5('{SEED}_' || id)[1:16])::UBIGINT::DOUBLE / 18446744073709551616
            < CASE bucket {RATES_SQL} END {unseen if history else ""}
        ), first AS (
          SELECT min((filename, row)) AS place FROM sampled GROUP BY bucket, id
        )
        SELECT id, text, score, bucket, dump FROM sampled SEMI JOIN first ON place = (filename, row)
      ) TO '{output}' (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL {ZSTD_LEVEL},
        PARTITION_BY (bucket, dump))""")


# --- Polars: the streaming engine ----------------------------------------------------------------


def with_polars(source, output, threads, history=None):
    os.environ["POLARS_MAX_THREADS"] = str(threads)
    import polars

    score = polars.col("score")
    bucket = polars.when(score < BUCKETS[0][2] - EPSILON).then(polars.lit(BUCKETS[0][0]))
    for name, _, high, _ in BUCKETS[1:]:
        bucket = bucket.when(score < high - EPSILON).then(polars.lit(name))
    rates = {name: float(rate) for name, _, _, rate in BUCKETS}
    derived = polars.concat_str("path", polars.lit("#"), "row")

    def shares(ids):
        return polars.Series(map(share, ids), dtype=polars.Float64)

    frames = [
        polars.scan_parquet(file)
        .select("id", "text", "score", "dump")
        .with_row_index("row")
        .with_columns(path=polars.lit(path))
        for path, file in sources(source)
    ]
    kept = (
        polars.concat(frames)
        .filter(score.is_not_nan() & (score >= LOWEST) & (score <= 5))
        .filter(polars.col("text").str.contains(INK))
        .with_columns(
            bucket=bucket,
            id=polars.when(polars.col("id").fill_null("") == "").then(derived).otherwise("id"),
            dump=polars.when(polars.col("dump").str.contains(f"^{DUMP.pattern}$"))
            .then("dump")
            .otherwise(polars.lit("unknown")),
        )
        .with_columns(share=polars.col("id").map_batches(shares, return_dtype=polars.Float64))
        .filter(
            polars.col("share")
            < polars.col("bucket").replace_strict(rates, return_dtype=polars.Float64)
        )
        .select("id", "text", "score", "bucket", "dump")
        .unique(["bucket", "id"], keep="first", maintain_order=True)
    )
    if history:
        known = polars.scan_parquet(
            f"{history}/**/*.parquet",
            hive_partitioning=True,
            hive_schema={"bucket": polars.String, "dump": polars.String},
        )
        kept = kept.join(known.select("bucket", "id"), on=["bucket", "id"], how="anti")
    kept.sink_parquet(
        polars.PartitionBy(output, key=["bucket", "dump"], include_key=False),
        compression="zstd",
        compression_level=ZSTD_LEVEL,
        mkdir=True,
        engine="streaming",
    )


# --- pyarrow: one process, row group by row group, ids in a set ------------------------------------


class PartitionedWriter:
    """A file for each bucket and dump."""

    def __init__(self, output):
        self.output = output
        self.writers = {}

    def write(self, place, table):
        import pyarrow.parquet as pq

        if place not in self.writers:
            directory = self.output.joinpath(*place)
            directory.mkdir(parents=True)
            self.writers[place] = pq.ParquetWriter(
                directory / "0.parquet",
                table.schema,
                compression="zstd",
                compression_level=ZSTD_LEVEL,
                use_dictionary=False,
            )
        self.writers[place].write_table(table)

    def close(self):
        for writer in self.writers.values():
            writer.close()


def with_pyarrow(source, output, threads):
    import pyarrow
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    pyarrow.set_cpu_count(threads)
    seen = set()
    writer = PartitionedWriter(output)
    for path, file in sources(source):
        reader = pq.ParquetFile(file)
        row = 0
        for group in range(reader.num_row_groups):
            table = reader.read_row_group(group, columns=["id", "text", "score", "dump"])
            score = table["score"]
            valid = pc.and_(pc.greater_equal(score, LOWEST), pc.less_equal(score, 5))
            valid = pc.and_(valid, pc.match_substring_regex(table["text"], INK))
            candidates = pc.indices_nonzero(pc.fill_null(valid, False))
            rows = table.take(candidates)
            places = {}
            columns = zip(
                candidates.to_pylist(),
                rows["id"].to_pylist(),
                rows["score"].to_pylist(),
                rows["dump"].to_pylist(),
            )
            for at, (index, identifier, value, dump) in enumerate(columns):
                identifier = identifier or f"{path}#{row + index}"
                bucket, rate = bucket_of(value)
                key = (bucket, identifier)
                if bucket and (rate >= 1 or share(identifier) < rate) and key not in seen:
                    seen.add(key)
                    dump = dump if dump and DUMP.fullmatch(dump) else "unknown"
                    picked = places.setdefault((bucket, dump), ([], []))
                    picked[0].append(at)
                    picked[1].append(identifier)
            for place, (picked, ids) in places.items():
                taken = rows.take(picked)
                taken = pyarrow.table(
                    {"id": pyarrow.array(ids), "text": taken["text"], "score": taken["score"]}
                )
                writer.write(place, taken)
            row += table.num_rows
    writer.close()


# --- datatrove: a task for each thread, ids in a set for each -----------------------------------


def with_datatrove(source, output, threads, passes=(BUCKETS,), new_filter=set):
    """Tasks do not know of each other's ids: copies in two tasks' files are both kept."""
    import pyarrow
    from datatrove.data import Document
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.base import PipelineStep
    from datatrove.pipeline.readers import ParquetReader
    from datatrove.pipeline.writers import ParquetWriter

    def adapt(_reader, row, path, number):
        dump = row["dump"]
        metadata = {
            "score": row["score"],
            "dump": dump if dump and DUMP.fullmatch(dump) else "unknown",
        }
        # The number counts documents, not rows: these ids are not comparable with the others'.
        return {
            "id": row["id"] or f"{path}#{number}",
            "text": row["text"] or "",
            "metadata": metadata,
        }

    class Curate(PipelineStep):
        name = "curate"
        type = "filter"

        def __init__(self, buckets):
            super().__init__()
            self.names = {name for name, *_ in buckets}

        def run(self, data, rank=0, world_size=1):
            seen = {name: new_filter() for name in self.names}
            ink = re.compile(r"[^\s\x1c-\x1f]")
            for document in data:
                score = document.metadata["score"]
                if score is None or not LOWEST <= score <= 5 or not ink.search(document.text):
                    continue
                bucket, rate = bucket_of(score)
                if bucket not in self.names or rate < 1 and share(document.id) >= rate:
                    continue
                if document.id not in seen[bucket]:
                    seen[bucket].add(document.id)
                    document.metadata["bucket"] = bucket
                    yield document

    def columns(_writer, document: Document):
        return {
            "id": document.id,
            "text": document.text,
            "score": document.metadata["score"],
        }

    schema = pyarrow.schema(
        {"id": pyarrow.string(), "text": pyarrow.string(), "score": pyarrow.float64()}
    )
    for number, buckets in enumerate(passes):
        LocalPipelineExecutor(
            pipeline=[
                ParquetReader(str(source), adapter=adapt, glob_pattern="**/*.parquet"),
                Curate(buckets),
                ParquetWriter(
                    str(output),
                    output_filename="${bucket}/${dump}/${rank}.parquet",
                    compression="zstd",
                    adapter=columns,
                    schema=schema,
                ),
            ],
            tasks=threads,
            workers=threads,
            logging_dir=f"{output}.logs{number}",
            skip_completed=False,
        ).run()


def with_datatrove_seed(source, output, threads):
    """All files are read once for each bucket, and ids are kept in Bloom filters, which take up to a
    thousandth of the new ids for seen ones. That design has them for 2,000,000,000 ids, 3.7 GB for
    each process; these are for a million at first, and grow."""
    from pybloom_live import ScalableBloomFilter

    def new_filter():
        return ScalableBloomFilter(initial_capacity=1_000_000, error_rate=0.001)

    with_datatrove(source, output, threads, [[bucket] for bucket in BUCKETS], new_filter)


# --- Spark: one process, dropDuplicates -----------------------------------------------------------


def with_spark(source, output, threads):
    """Of copies any is kept, not always the first."""
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.master(f"local[{threads}]")
        .config("spark.driver.memory", "4g")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", str(2 * threads))
        .config("spark.local.dir", f"{output}.spill")
        .config("spark.sql.parquet.compression.codec", "zstd")
        .getOrCreate()
    )
    begin = len(str(source)) + 2
    path = f"substring(regexp_replace(_metadata.file_path, '^file:/*', '/'), {begin})"
    (
        spark.read.options(recursiveFileLookup=True, pathGlobFilter="*.parquet")
        .parquet(str(source))
        .where(f"score >= {LOWEST} AND score <= 5 AND NOT isnan(score)")
        .where(f"text RLIKE r'{INK}'")
        .selectExpr(
            f"coalesce(nullif(id, ''), concat({path}, '#', _metadata.row_index)) AS id",
            "text",
            "score",
            f"CASE {BOUNDS_SQL} END AS bucket",
            f"CASE WHEN dump RLIKE '^{DUMP.pattern}$' THEN dump ELSE 'unknown' END AS dump",
        )
        .where(
            f"cast(conv(substring(md5('{SEED}_' || id), 1, 16), 16, 10) AS DOUBLE)"
            f" / 18446744073709551616 < CASE bucket {RATES_SQL} END"
        )
        .dropDuplicates(["bucket", "id"])
        .write.partitionBy("bucket", "dump")
        .parquet(str(output))
    )
    spark.stop()


def main(name, source, output, threads, *history):
    peers = {
        "duckdb": with_duckdb,
        "polars": with_polars,
        "pyarrow": with_pyarrow,
        "datatrove": with_datatrove,
        "datatrove-seed": with_datatrove_seed,
        "spark": with_spark,
    }
    peers[name](Path(source).absolute(), Path(output).absolute(), int(threads), *history)


if __name__ == "__main__":
    main(*sys.argv[1:])

#!/usr/bin/env python3
"""What split-check does: split_check.py SLUICE WORK"""
import gzip
import hashlib
import json
import pathlib
import random
import signal
import subprocess
import sys
import time

import duckdb
import polars
import pyarrow
import pyarrow.compute
import pyarrow.dataset
import pyarrow.parquet

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
from measuring import Watch  # noqa: E402

MIB = 1 << 20


class Check:
    def __init__(self, sluice, work):
        self.sluice, self.work, self.random = sluice, pathlib.Path(work), random.Random(7)
        self.failed = 0

    def tell(self, right, what):
        print("ok  " if right else "WRONG", what, flush=True)
        self.failed += not right

    def command(self, source, out, *more):
        return [self.sluice, "split", "-q", "--progress", "none", "--json", "--input", str(source),
                "--output", str(self.work / out), *map(str, more)]

    def run(self, source, out, *more, code=0):
        """To its end; what it says, and how much memory it took at most."""
        process = subprocess.Popen(self.command(source, out, *more), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        watch = Watch(process.pid)
        said, error = process.communicate()
        watch.stop()
        if process.returncode != code:
            sys.exit(f"{' '.join(process.args)} ended with {process.returncode}:\n{error.decode()}")
        return json.loads(said), watch.memory

    def parts(self, out, result):
        return [self.work / out / part["part"] for part in result["parts"]]

    def within(self, result, out, most, least):
        sizes = [path.stat().st_size for path in self.parts(out, result)]
        return max(sizes) <= most and len(sizes) >= least and sizes == [part["bytes"] for part in result["parts"]]

    # --- Parquet ---------------------------------------------------------------------------------

    def table(self, rows):
        words = ["the", "quick", "brown", "fox", "jumps", "over", "lazy", "dogs"]
        texts = [" ".join(self.random.choices(words, k=self.random.randrange(200))) for _ in range(rows)]
        return pyarrow.table({
            "id": [f"id-{i}" for i in range(rows)],
            "text": texts,
            "score": [None if i % 11 == 0 else i / 7 for i in range(rows)],
            "meta": [{"language": "en" if i % 2 else None, "tags": ["a"] * (i % 4)} for i in range(rows)],
            "n": list(range(rows)),
        })

    def read(self, name, table, paths, label):
        """The parts are the table, in three readers, also where these go by statistics and indexes."""
        names = [str(path) for path in paths]
        joined = pyarrow.concat_tables([pyarrow.parquet.read_table(path) for path in names])
        self.tell(joined.equals(table), f"{name}: {label}, joined by pyarrow")
        rows = table.num_rows
        row = pyarrow.dataset.dataset(names).to_table(filter=pyarrow.compute.field("n") == rows - 3)
        self.tell(row["id"].to_pylist() == [f"id-{rows - 3}"], f"{name}: a row found by pyarrow's dataset")
        found = duckdb.sql(f"select count(*), sum(n), min(id) filter (where n = 17) from read_parquet({names})").fetchall()[0]
        self.tell(found == (rows, rows * (rows - 1) // 2, "id-17"), f"{name}: sums by duckdb")
        ids = duckdb.sql(f"select n from read_parquet({names}) where id = 'id-{rows // 2}'").fetchall()
        self.tell(ids == [(rows // 2,)], f"{name}: an id found by duckdb")
        frame = polars.scan_parquet(names).filter(polars.col("n") >= rows - 5).select("text").collect()
        self.tell(frame["text"].to_list() == table["text"].to_pylist()[-5:], f"{name}: the last rows by polars")

    def parquet(self):
        table = self.table(20_000)
        source = self.work / "tables"
        source.mkdir()
        writings = {
            "pages": {"compression": "snappy", "row_group_size": 1_000, "write_page_index": True, "write_page_checksum": True},
            "version2": {"compression": "zstd", "row_group_size": 1_500, "data_page_version": "2.0"},
            "gzip": {"compression": "gzip", "row_group_size": 2_000, "use_dictionary": False},
            "large": {"compression": "zstd", "row_group_size": 100_000},
        }
        for name, options in writings.items():
            path = source / f"{name}.parquet"
            pyarrow.parquet.write_table(table, path, **options)
            size = path.stat().st_size
            result, _ = self.run(path, name, "--target-size", size // 5, "--cores", 1)
            fits = self.within(result, name, size // 5, 5) and result["rows"] == table.num_rows
            self.tell(fits, f"{name}: {len(result['parts'])} parts within {size // 5} bytes")
            self.read(name, table, self.parts(name, result), "five parts or more")
        duckdb.sql(f"copy (select * from '{source}/pages.parquet') to '{source}/filters.parquet' (row_group_size 4096)")
        result, _ = self.run(source / "filters.parquet", "filters", "--cores", 3)
        plain = pyarrow.parquet.read_table(source / "filters.parquet")
        self.tell(self.within(result, "filters", 128 * MIB, 6), "duckdb's file with Bloom filters: six parts")
        self.read("filters", plain, self.parts("filters", result), "with Bloom filters")
        result, _ = self.run(source / "large.parquet", "cores", "--cores", 10)
        self.tell(len(result["parts"]) == 20, "one row group for ten cores: twenty parts")
        self.read("cores", table, self.parts("cores", result), "twenty parts of one row group")

    # --- Lines -----------------------------------------------------------------------------------

    def lines(self):
        rows = [json.dumps({"n": i, "text": "text %d " % i * self.random.randrange(30)}) for i in range(60_000)]
        data = "\n".join(rows).encode()
        source = self.work / "lines"
        source.mkdir()
        (source / "a.jsonl").write_bytes(data)
        (source / "b.jsonl.gz").write_bytes(gzip.compress(data[:1_000_000], 6) + gzip.compress(data[1_000_000:], 6))
        codec = pyarrow.Codec("zstd")
        (source / "c.jsonl.zst").write_bytes(codec.compress(data, asbytes=True))
        objects = [json.loads(row) for row in rows[:20_000]]
        (source / "d.json.gz").write_bytes(gzip.compress(json.dumps(objects, indent=1).encode()))
        result, _ = self.run(source / "d.json.gz", "arrays", "--cores", 4)
        joined = [row for path in self.parts("arrays", result) for row in json.loads(gzip.decompress(path.read_bytes()))]
        self.tell(joined == objects and len(result["parts"]) == 8, "an array packed with gzip: eight arrays")
        (source / "d.json.gz").unlink()
        result, _ = self.run(source, "joined", "--target-size", "400KiB", "--cores", 20)
        self.tell(self.within(result, "joined", 400 << 10, 40), f"lines: {len(result['parts'])} parts within 400 KiB")
        for name, unpack in (("a.jsonl", lambda path: path.read_bytes()),
                             ("b.jsonl.gz", lambda path: gzip.decompress(path.read_bytes())),
                             ("c.jsonl.zst", self.unzstd)):
            paths = [self.work / "joined" / part["part"] for part in result["parts"] if part["source"] == name]
            self.tell(b"".join(map(unpack, paths)) == data, f"{name}: joined, every byte, of {len(paths)}")
            names = [str(path) for path in paths]
            found = duckdb.sql(f"select count(*), sum(n) from read_json({names})").fetchall()[0]
            self.tell(found == (60_000, 60_000 * 59_999 // 2), f"{name}: read by duckdb")

    @staticmethod
    def unzstd(path):
        with pyarrow.input_stream(str(path), compression="zstd") as stream:
            return stream.read()

    # --- Kills, memory ---------------------------------------------------------------------------

    def digests(self, out):
        return {str(path.relative_to(self.work / out)): hashlib.sha256(path.read_bytes()).hexdigest()
                for path in sorted((self.work / out).rglob("*")) if path.is_file()}

    def kills(self):
        source = self.work / "killed"
        source.mkdir()
        for name in ("tables/large.parquet", "tables/pages.parquet", "lines/a.jsonl", "lines/b.jsonl.gz"):
            (source / pathlib.Path(name).name).write_bytes((self.work / name).read_bytes())
        more = ("--target-size", "256KiB", "--cores", 30)
        self.run(source, "whole", *more)
        count = len(self.digests("whole"))
        killed = stopped = 0
        for number in range(6):
            process = subprocess.Popen(self.command(source, "again", *more), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while process.poll() is None and sum(1 for _ in self.work.glob("again/**/*")) < count * (number + 1) // 7:
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL if number % 2 else signal.SIGINT)
            code = process.wait()
            killed += code == -signal.SIGKILL
            stopped += code == 130
        self.run(source, "again", *more)
        differing = dict(set(self.digests("again").items()) ^ set(self.digests("whole").items()))
        self.tell(not differing, f"killed {killed} times, stopped {stopped} times: the same bytes" + (f", but {sorted(differing)}" if differing else ""))

    def memory(self):
        source = self.work / "much"
        source.mkdir()
        line = (json.dumps({"text": "some text " * 500}) + "\n").encode()
        block = line * (8 * MIB // len(line))
        with (source / "a.jsonl").open("wb") as plain, gzip.open(source / "b.jsonl.gz", "wb", 1) as packed:
            for _ in range(100):
                plain.write(block)
                packed.write(block)
        result, peak = self.run(source, "much-parts", "--target-size", "64MiB", "--cores", 4)
        self.tell(0 < peak < 400 * MIB, f"800 MiB of lines, and as many packed: {len(result['parts'])} parts, {peak / MIB:.0f} MiB of memory")


def main():
    check = Check(sys.argv[1], sys.argv[2])
    check.parquet()
    check.lines()
    check.kills()
    check.memory()
    print(f"{check.failed} differences" if check.failed else "no differences")
    sys.exit(1 if check.failed else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""What process-check does: process_check.py SLUICE WORK [--kills N] [--seed N]"""
import argparse
import contextlib
import gzip
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

import pyarrow
import pyarrow.parquet as parquet

RECIPE = """\
process:
  - urls:
  - word-count: {min: 10, max: off, words: whitespace}
  - field-range: {field: meta.score, max: 3.5}
  - numbers: {replacement: "<NUM>"}
"""
WORDS = "the of and to in a is that for it as was with be by on not he his but at are this have".split()


def text(rng):
    words = [rng.choice(WORDS) for _ in range(rng.choice((3, 60, 400, 2_000)))]
    for _ in range(len(words) // 20):
        words[rng.randrange(len(words))] = rng.choice(("https://example.org/a?b=%d" % rng.randrange(99), "17", "x3y"))
    return " ".join(words)


def expected(row):
    """The row as it is to be, or nothing: the recipe in Python."""
    if row["text"] is None:
        return None
    left = re.sub(r"https?://\S+", "", row["text"])
    if len(left.split()) < 10 or row["meta"]["score"] > 3.5:
        return None
    return {**row, "text": re.sub(r"\d+", "<NUM>", left)}


def make(source, rng):
    """Three files of each kind, of some 20 MB."""
    kinds = {"parquet": [], "jsonl": [], "json.gz": []}
    for ending, rows in kinds.items():
        for i in range(6_000):
            content = None if i % 500 == 3 else text(rng)
            rows.append({"id": f"{ending}-{i}", "text": content, "meta": {"score": rng.randrange(40) / 10}, "tags": ["a"] * (i % 3)})
    source.mkdir()
    parquet.write_table(pyarrow.Table.from_pylist(kinds["parquet"]), source / "rows.parquet", row_group_size=4_000)
    (source / "below").mkdir()
    with open(source / "below/lines.jsonl", "w") as out:
        out.writelines(json.dumps(row) + "\n" for row in kinds["jsonl"])
    with gzip.open(source / "below/array.jsonl.gz", "wt", compresslevel=1) as out:
        json.dump(kinds["json.gz"], out)
    return kinds


def differences(one, other):
    return ", ".join(sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name)))


def content(output):
    return {str(path.relative_to(output)): path.read_bytes() for path in sorted(output.rglob("*")) if path.is_file()}


def written(output):
    """Bytes, of files that are finished and of others, which come and go."""
    sizes = 0
    for directory, _, files in os.walk(output):
        for file in files:
            with contextlib.suppress(FileNotFoundError):
                sizes += os.path.getsize(os.path.join(directory, file))
    return sizes


class Check:
    def __init__(self, sluice, work):
        self.sluice, self.work, self.failed = sluice, work, False

    def command(self, output, *options):
        return [self.sluice, "process", "-q", "-c", str(self.work / "recipe.yaml"), "--input", str(self.work / "in"),
                "--output", str(output), "--max-document-size", "1MiB", *options]

    def run(self, output, *options):
        return subprocess.run(self.command(output, *options), check=True, capture_output=True, text=True)

    def told(self, what, good):
        print(("same      " if good else "DIFFERENT ") + what, flush=True)
        self.failed |= not good

    def rows(self, output, kinds):
        made = {
            "parquet": parquet.read_table(output / "rows.parquet").to_pylist(),
            "jsonl": [json.loads(line) for line in open(output / "below/lines.jsonl")],
            "json.gz": json.load(gzip.open(output / "below/array.jsonl.gz")),
        }
        for kind, rows in kinds.items():
            wanted = [row for row in map(expected, rows) if row is not None]
            self.told(f"{len(wanted)} of {len(rows)} rows of {kind} as computed here", made[kind] == wanted)
        report = json.loads((output / "_sluice/process.json").read_text())
        sums = report["rows_kept"] + report["rows_dropped"] + report["rows_rejected"]
        read = sum(map(len, kinds.values()))
        self.told(f"counters of {read} rows", sums == read == report["rows_read"])

    def killed(self, output, threads, rng, size):
        """Kills when some of it is written, three times; the number of kills that met it at work."""
        kills = 0
        while True:
            process = subprocess.Popen(self.command(output, "--threads", str(threads)),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            enough = size * (kills + rng.random()) / 4
            while kills < 3 and process.poll() is None and written(output) < enough:
                time.sleep(0.01)
            if kills < 3 and process.poll() is None:
                process.send_signal(rng.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)))
                process.wait()
                kills += 1
                continue
            if process.wait():
                raise SystemExit(f"exit code {process.returncode}")
            return kills


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("sluice")
    arguments.add_argument("work", type=pathlib.Path)
    arguments.add_argument("--kills", type=int, default=4, help="rounds")
    arguments.add_argument("--seed", type=int, default=8)
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    check = Check(options.sluice, options.work)
    (options.work / "recipe.yaml").write_text(RECIPE)
    kinds = make(options.work / "in", rng)
    check.run(options.work / "undisturbed")
    check.rows(options.work / "undisturbed", kinds)
    undisturbed = content(options.work / "undisturbed")
    check.run(options.work / "one", "--threads", "1", "--memory", "400MiB")
    check.told("bytes with 1 thread and 400 MiB", content(options.work / "one") == undisturbed)
    total = 0
    for number in range(options.kills):
        output = options.work / f"killed-{number}"
        kills = check.killed(output, 1 + number % 2, rng, written(options.work / "undisturbed"))
        total += kills
        different = differences(content(output), undisturbed)
        check.told(f"bytes after {kills} kills {different}", not different)
    check.told(f"{total} kills met it at work", total > 0)
    again = check.run(options.work / "one")
    check.told("finished work is said to be finished", "finished already" in again.stderr)
    sys.exit(check.failed)


if __name__ == "__main__":
    main()

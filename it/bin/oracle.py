#!/usr/bin/env python3
"""What a run with the default configuration is to keep, computed plainly by other means than the
program's: pyarrow, hashlib and a dict. Compares it with an output.

oracle.py INPUT OUT      exit code 1 where a row is lost, doubled, too much or altered
"""
import hashlib
import math
import pathlib
import re
import sys

import pyarrow.parquet as parquet

BUCKETS = [("2.8", 2.8, 3.0, 0.3), ("3.0", 3.0, 3.5, 0.6), ("3.5", 3.5, 4.0, 0.8), ("4.0", 4.0, math.inf, 1.0)]
DUMP = re.compile(r"CC-MAIN-[0-9A-Za-z-]{1,32}")


def rows(path):
    file = parquet.ParquetFile(path)
    for batch in file.iter_batches(512, columns=["id", "text", "score", "dump"]):
        yield from batch.to_pylist()


def judged(row, coordinates):
    """The bucket and the id of a row that is sampled, or nothing."""
    score, text = row["score"], row["text"]
    if score is None or not 0 <= score <= 5 or text is None or not text.strip():
        return None
    identity = row["id"] or coordinates
    for name, low, high, rate in BUCKETS:
        if low - 1e-9 <= score < high - 1e-9:
            digest = hashlib.md5(f"42_{identity}".encode()).digest()
            sampled = rate >= 1 or int.from_bytes(digest[:8], "big") / 2**64 < rate
            return (name, identity) if sampled else None
    return None


def expected(root):
    kept = {}
    for path in sorted(root.rglob("*.parquet"), key=lambda p: str(p.relative_to(root)).encode()):
        for number, row in enumerate(rows(path)):
            key = judged(row, f"{path.relative_to(root).as_posix()}#{number}")
            if key and key not in kept:
                dump = row["dump"] or ""
                kept[key] = (dump if DUMP.fullmatch(dump) else "unknown", row["score"], row["text"])
    return kept


def main(source, output):
    wanted, found, problems = expected(source), set(), []
    for path in sorted((output / "en").rglob("*.parquet")):
        bucket, dump = path.parts[-3:-1]
        for row in parquet.read_table(path).to_pylist():
            key = (bucket, row["id"])
            if key in found:
                problems.append(f"doubled: {key}")
            found.add(key)
            if wanted.get(key) != (dump, row["score"], row["text"]):
                problems.append(f"too much, or altered: {key} in {path}")
    problems += [f"lost: {key}" for key in wanted.keys() - found]
    print(f"{len(wanted)} rows to be kept, {len(found)} found, {len(problems)} problems")
    print("\n".join(problems[:10]))
    return 1 if problems or not wanted else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))

#!/usr/bin/env python3
"""What semantics-check does: semantics_check.py SLUICE WORK [--documents N] PARQUET..."""
import argparse
import pathlib
import random
import subprocess
import sys

import pyarrow
import pyarrow.parquet as parquet

from dedup_check import edited, shingles, similar

RULES = {
    "greedy": ["--semantics", "greedy", "--check", "none"],
    "earliest": ["--semantics", "earliest", "--check", "none"],
    "connected": ["--semantics", "connected", "--check", "none"],
    "greedy, estimate": ["--semantics", "greedy"],
    "earliest, estimate": ["--semantics", "earliest"],
    "earliest, exact": ["--semantics", "earliest", "--check", "exact"],
    "connected, estimate": ["--semantics", "connected"],
}


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("sluice")
    arguments.add_argument("work", type=pathlib.Path)
    arguments.add_argument("--documents", type=int, default=5_000)
    arguments.add_argument("files", nargs="+")
    options = arguments.parse_args()
    texts = [text for file in options.files for text in parquet.read_table(file, columns=["text"])["text"].to_pylist()]
    texts = list(dict.fromkeys(texts))  # the same text again is no question
    rng = random.Random(3)
    texts += edited(texts, rng, options.documents - len(texts))
    source = options.work / "in"
    source.mkdir()
    parquet.write_table(pyarrow.table({"id": [str(i) for i in range(len(texts))], "text": texts}), source / "a.parquet")
    pairs = similar([shingles(text) for text in texts], 0.3)
    earlier = [0.0] * len(texts)
    for (i, j), jaccard in pairs.items():
        earlier[j] = max(earlier[j], jaccard)
    print(f"{len(texts):,} documents; an earlier one is similar by 0.9 to 1: {sum(s >= 0.9 for s in earlier):,},"
          f" 0.8 to 0.9: {sum(0.8 <= s < 0.9 for s in earlier):,}, 0.7 to 0.8: {sum(0.7 <= s < 0.8 for s in earlier):,}")
    removed = {}
    for rule, words in RULES.items():
        output = options.work / rule.replace(", ", "-")
        subprocess.run([options.sluice, "dedup", "-q", "--input", str(source), "--output", str(output),
                        "--preset", "datatrove", *words], check=True, capture_output=True)
        kept = set(parquet.read_table(output / "a.parquet", columns=["id"])["id"].to_pylist())
        gone = removed[rule] = {i for i in range(len(texts)) if str(i) not in kept}

        def found(least, most):
            asked = [i for i, s in enumerate(earlier) if least <= s < most]
            return f"{sum(i in gone for i in asked) / max(1, len(asked)):.3f}"

        def precise(least):
            return f"{sum(earlier[i] >= least for i in gone) / max(1, len(gone)):.3f}"

        print(f"{rule}: removed {len(gone):,}; found at 0.9-1 {found(0.9, 1.1)}, 0.8-0.9 {found(0.8, 0.9)},"
              f" 0.7-0.8 {found(0.7, 0.8)}, 0.6-0.7 {found(0.6, 0.7)};"
              f" has an earlier one at 0.8 {precise(0.8)}, 0.7 {precise(0.7)}, 0.6 {precise(0.6)}, 0.5 {precise(0.5)}")
    nested = removed["greedy"] <= removed["earliest"] <= removed["connected"]
    print("greedy removes a subset of earliest, and earliest of connected:", "yes" if nested else "NO")
    sys.exit(not nested)


if __name__ == "__main__":
    main()

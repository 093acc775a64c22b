"""See engines-check."""

import json
import pathlib
import subprocess
import sys

import pyarrow.compute as compute
import pyarrow.parquet as parquet

SLUICE, WORK = sys.argv[1], pathlib.Path(sys.argv[2])
RECIPE = """\
  - lowercase:
  - unicode-normalise: {form: NFKC}
  - remove-invisible:
  - urls: {replacement: "<URL>"}
  - emails: {replacement: ""}
  - numbers: {replacement: "<NUMBER>"}
  - whitespace:
  - repeated-sentences:
  - word-count: {min: 60, max: 2000}
  - gopher-repetition: {words: whitespace}
  - character-repetition:
  - field-range: {field: score, max: 4.6}
  - sample: {rate: 0.9}
"""
failed = False


def check(what, good, detail=""):
    global failed
    failed |= not good
    print(f"{'ok  ' if good else 'FAIL'} {what}{'' if good else ': ' + str(detail)[:500]}", flush=True)


def sluice(*arguments):
    done = subprocess.run([SLUICE, *map(str, arguments)], stdout=subprocess.PIPE, cwd=WORK)
    if done.returncode:
        sys.exit(f"sluice {arguments[0]} ended with {done.returncode}")
    return done.stdout.decode()


def source(directory, files):
    """Rows with an id: without one it is derived from the row's place, which `process` changes."""
    sluice("generate", "--output", WORK / "made", "--docs", 2000, "--dumps", 2, "--seed", 8, "-q")
    for file in sorted((WORK / "made").rglob("*.parquet")):
        table = parquet.read_table(file)
        target = directory / file.relative_to(WORK / "made")
        target.parent.mkdir(parents=True, exist_ok=True)
        parquet.write_table(table.filter(compute.greater(compute.utf8_length(table["id"]), 0)), target)
    for file in files:
        target = directory / "more" / pathlib.Path(file).name
        target.parent.mkdir(parents=True, exist_ok=True)
        parquet.write_table(parquet.read_table(file), target)


def run(name, source_directory, *more):
    output = WORK / name
    sluice("run", "-q", "--progress", "none", "--input", source_directory, "--output", output,
           "--set", "sink.cut-bytes=1MiB", "--set", "score.max=6", *more)
    return output


def manifests(output):
    return {file.stem: json.loads(file.read_text()) for file in (output / "_sluice/dumps").glob("*.json")}


def total(output, counter):
    return {dump: manifest["counters"][counter]
            for dump, manifest in manifests(output).items() if manifest["counters"][counter]}


def reasons(output, outcome):
    sums = {}
    for manifest in manifests(output).values():
        for reason, rows in manifest["operators"].get(outcome, {}).items():
            sums[reason] = sums.get(reason, 0) + rows
    return sums


def shards(output):
    return {str(file.relative_to(output)): file for file in (output / "en").rglob("*.parquet")}


def compare_shards(files, stream):
    one, other = shards(files), shards(stream)
    check(f"{len(one)} shards of the same names", one.keys() == other.keys(), one.keys() ^ other.keys())
    rows, different = 0, []
    for name in sorted(one.keys() & other.keys()):
        table = parquet.read_table(one[name], partitioning=None)
        rows += table.num_rows
        if not table.equals(parquet.read_table(other[name], partitioning=None)):
            different.append(name)
    check(f"the same ids, texts and scores in the same order, {rows} rows", not different and rows > 100, different)


def compare_counters(files, stream, rows):
    for counter in ("kept", "duplicates_removed"):
        check(f"the same {counter}", total(files, counter) == total(stream, counter),
              (total(files, counter), total(stream, counter)))
    read = sum(total(stream, "rows").values())
    check(f"{read} rows read by the stream", read == rows, rows)
    outcomes = ("missing_score", "invalid_score", "empty_text", "filtered_out", "sampled_out", "invalid_text",
                "operator_dropped", "rejected", "duplicates_removed", "kept")
    ended = sum(sum(total(stream, name).values()) for name in outcomes)
    check("each of them ended in one way", ended == read, ended)
    dropped = reasons(stream, "operator_dropped")
    check(f"reasons add up, {len(dropped)} of them",
          sum(dropped.values()) == sum(total(stream, "operator_dropped").values()) and len(dropped) > 2, dropped)


def compare_rejects(stream):
    lines = sluice("peek", "rejects", "--limit", 100000, "--output", stream, "-q").splitlines()
    found = {}
    for line in lines:
        reason = json.loads(line)["value"]["reason"].split(": ")
        if reason[0] == "rejected":
            found[reason[1]] = found.get(reason[1], 0) + 1
    counted = reasons(stream, "rejected")
    check(f"{sum(found.values())} rejected ones are in the rejects", found == counted, (found, counted))


def main():
    directory = WORK / "source"
    source(directory, sys.argv[3:])
    rows = sum(parquet.ParquetFile(file).metadata.num_rows for file in directory.rglob("*.parquet"))
    (WORK / "recipe.yaml").write_text("process:\n" + RECIPE)
    (WORK / "operators.yaml").write_text("operators:\n" + RECIPE)
    sluice("process", "-q", "-c", "recipe.yaml", "--input", directory, "--output", WORK / "processed")
    for leftover in (WORK / "processed").rglob("*"):
        if leftover.is_file() and leftover.suffix != ".parquet" and "_sluice" not in leftover.parts:
            check(f"{leftover.name} is a table", False)
    files = run("by-files", WORK / "processed")
    stream = run("by-stream", directory, "-c", "operators.yaml")
    compare_shards(files, stream)
    compare_counters(files, stream, rows)
    small = run("small-texts", directory, "-c", "operators.yaml", "--set", "input.max-operator-text=2KiB")
    compare_rejects(small)
    sluice("validate", "-q", small, "--source", directory)
    check("as the source and the rules give, by validate", True)
    sys.exit(1 if failed else 0)


main()

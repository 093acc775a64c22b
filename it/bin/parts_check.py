#!/usr/bin/env python3
"""What parts-check does: parts_check.py SLUICE WORK [--parts N] [--jobs NAME,...] [--seed N]"""
import argparse
import concurrent.futures
import json
import pathlib
import random
import signal
import subprocess
import sys
import time

import pyarrow
import pyarrow.parquet as parquet

RECIPE = """\
process:
  - urls:
  - word-count: {min: 5, max: off, words: whitespace}
  - numbers: {replacement: "<NUM>"}
"""
OTHER = RECIPE.replace("min: 5", "min: 6")
WORDS = "the of and to in a is that for it as was with be by on not he his but at are this have 17 https://e.org/x".split()
FILES = 70
LARGE = 31
AT_ONCE = "in use by another process"


def text(rng, words):
    """The last word is rare in the files of a part, and often so in all."""
    rare = "".join(rng.choice("abcdefgh") for _ in range(4))
    return " ".join([rng.choice(WORDS) for _ in range(words - 1)] + [rare])


def rows(rng, file, count):
    copies = [text(rng, 40) for _ in range(3)]
    for row in range(count):
        content = None if row % 50 == 7 else copies[row % 3] if row % 10 == 0 else text(rng, rng.choice((3, 20, 100)))
        yield {"id": f"{file}-{row}", "text": content, "score": rng.random()}


def make(source, rng):
    """Files of both kinds; one is large, so that its part can be killed; one is none."""
    source.mkdir()
    for file in range(FILES):
        made = list(rows(rng, file, 50_000 if file == LARGE else rng.choice((150, 400, 1_000))))
        if file % 2:
            with open(source / f"{file:03}.jsonl", "w") as out:
                out.writelines(json.dumps(row) + "\n" for row in made)
                out.write("{broken\n")
        else:
            parquet.write_table(pyarrow.Table.from_pylist(made), source / f"{file:03}.parquet", row_group_size=5_000)
    (source / "035a.parquet").write_text("none")


def shares(source, parts):
    """Names of the files of each part: in the one that the middle of a file falls into, end to end."""
    files = sorted(source.iterdir(), key=lambda path: path.name.encode())
    weights = [path.stat().st_size + 1 for path in files]
    owners = [((2 * sum(weights[:i]) + weight) * parts) // (2 * sum(weights)) + 1 for i, weight in enumerate(weights)]
    return {part: [path.name for path, owner in zip(files, owners) if owner == part] for part in range(1, parts + 1)}


def content(output):
    return {str(path.relative_to(output)): path.read_bytes() for path in sorted(output.rglob("*")) if path.is_file()}


class Check:
    def __init__(self, sluice, work, rng):
        self.sluice, self.work, self.rng, self.failed = sluice, work, rng, False

    def command(self, job, output, *options):
        return [self.sluice, job, "-q", "--progress", "none", "--memory", "512MiB", "--max-document-size", "1MiB",
                "--threads", "1", "--output", str(output), *options]

    def run(self, *command):
        return subprocess.run(self.command(*command), capture_output=True, text=True)

    def told(self, what, good, why=""):
        print(("ok    " if good else "FAILED") + " " + what + ("" if good or not why else ": " + why), flush=True)
        self.failed |= not good

    def ended(self, what, ended, codes, *says):
        lacking = [one for one in says if one not in ended.stderr]
        self.told(what, ended.returncode in codes and not lacking, f"exit code {ended.returncode}: {ended.stderr}")

    def kill(self, job, output, part, options):
        """Kills a part while it works; false if it was too fast."""
        directory = output / "_sluice/parts" / part.replace("/", "-of-")
        process = subprocess.Popen(self.command(job, output, *options, "--part", part),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and not (directory / "tmp").is_dir():
            time.sleep(0.01)
        time.sleep(self.rng.random() / 10)
        process.send_signal(signal.SIGKILL)
        process.wait()
        return not (directory / "part.json").exists()

    def job(self, job, parts, options, other):
        """other: options of another configuration."""
        began = time.monotonic()
        whole, output = self.work / f"{job}-whole", self.work / f"{job}-parts"
        quarantined = (4,)
        self.ended(f"{job}: one process", self.run(job, whole, *options), quarantined)
        numbers = list(range(1, parts + 1))
        self.rng.shuffle(numbers)
        expected = shares(self.work / "in", parts)
        killed = next(part for part, files in expected.items() if f"{LARGE:03}.jsonl" in files)
        numbers.remove(killed)
        missing = numbers.pop()
        self.told(f"{job}: part {killed}/{parts} was killed", self.kill(job, output, f"{killed}/{parts}", options))
        typed = numbers + self.rng.sample(numbers, max(1, parts // 10))
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            ends = list(pool.map(lambda number: self.run(job, output, *options, "--part", f"{number}/{parts}"), typed))
        for number, end in zip(typed, ends):
            # Of two that run at once, the second is refused.
            if end.returncode and AT_ONCE not in end.stderr:
                self.ended(f"{job}: part {number}/{parts}", end, (0,))
        again = next(number for number in numbers if expected[number])
        self.ended(f"{job}: typed again", self.run(job, output, *options, "--part", f"{again}/{parts}"), (0,),
                   f"finished already: part {again}/{parts}")
        self.ended(f"{job}: other options are refused",
                   self.run(job, output, *other, "--part", f"{missing}/{parts}"), (2,), "holds parts of a different job")
        self.ended(f"{job}: other parts are refused",
                   self.run(job, output, *options, "--part", f"1/{parts + 1}"), (2,), f"parts {parts}, but this run has {parts + 1}")
        self.ended(f"{job}: what is missing is named", self.run(job, output, *options, "--join"), (2,),
                   f"part {missing}/{parts} is missing", f"part {killed}/{parts} is unfinished")
        for number in (missing, killed):
            self.ended(f"{job}: part {number}/{parts}", self.run(job, output, *options, "--part", f"{number}/{parts}"), (0,))
        found = {part: [file["name"] for file in json.loads(report.read_text())["files"]] for part in expected
                 for report in [output / f"_sluice/parts/{part}-of-{parts}/part.json"]}
        self.told(f"{job}: each file in the part where it belongs", found == expected)
        self.ended(f"{job}: joined", self.run(job, output, *options, "--join"), quarantined)
        one, joined = content(whole), content(output)
        self.told(f"{job}: {len(one)} files of {parts} parts as of one process", one == joined,
                  ", ".join(sorted(name for name in one.keys() | joined.keys() if one.get(name) != joined.get(name))))
        self.ended(f"{job}: joined again", self.run(job, output, *options, "--join"), quarantined, "finished already")
        print(f"       {job}: {time.monotonic() - began:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sluice")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--parts", type=int, default=64, help="of process; the others have a quarter")
    parser.add_argument("--jobs", default="process,analyze,tokenize,dedup,train-tokenizer")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    args = parser.parse_args()
    print(f"seed {args.seed}")
    rng = random.Random(args.seed)
    make(args.work / "in", rng)
    for name, recipe in (("recipe", RECIPE), ("other", OTHER)):
        (args.work / f"{name}.yaml").write_text(recipe)
    check = Check(args.sluice, args.work, rng)
    source = ["--input", str(args.work / "in")]
    words = args.work / "words"
    subprocess.run([args.sluice, "vocabulary", "-q", "--progress", "none", *source, "--output", str(words), "--size", "20"],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    few = max(4, args.parts // 4)
    recipes = [["-c", str(args.work / f"{name}.yaml")] for name in ("recipe", "other")]
    tokens = [*source, "--vocabulary", str(words)]
    training = [*source, "--vocab-size", "1000", "--min-word-count", "16"]
    jobs = {
        "process": (args.parts, [*source, *recipes[0], "--trace", "3"], [*source, *recipes[1], "--trace", "3"]),
        "analyze": (few, [*source, "--statistics", "measures,digest"], [*source, "--statistics", "measures"]),
        "tokenize": (few, tokens, [*tokens, "--format", "bin"]),
        "dedup": (few, source, [*source, "--keep", "longest"]),
        "train-tokenizer": (few, training, [*training, "--lower-case"]),
    }
    for job in args.jobs.split(","):
        check.job(job, *jobs[job])
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())

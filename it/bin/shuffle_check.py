#!/usr/bin/env python3
"""What shuffle-check does: shuffle_check.py SLUICE WORK [--kills N] [--seed N]"""
import argparse
import collections
import hashlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

import pyarrow
import pyarrow.parquet as parquet

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
from measuring import Watch  # noqa: E402

MASK = 2**64 - 1
LINES_SEED, ROWS_SEED = -3, 20261122
MIB = 1 << 20


# --- The order, computed plainly ---------------------------------------------------------------


def philox(row, seed):
    """Philox2x64-10 of Salmon and others: the counter is the row's number, the key the seed."""
    high, low, key = row, 0, seed & MASK
    for _ in range(10):
        product = high * 0xD2B74407B1CE6E93
        high, low = (product >> 64) ^ key ^ low, product & MASK
        key = (key + 0x9E3779B97F4A7C15) & MASK
    return high, low


def shuffled(rows, seed):
    return [rows[i] for i in sorted(range(len(rows)), key=lambda row: philox(row, seed))]


def known_answers():
    """Those that the authors of Random123 publish for philox2x64 with ten rounds."""
    zeros = philox(0, 0)
    assert zeros == (0xCA00A0459843D731, 0x66C24222C9A845B5), [hex(word) for word in zeros]


# --- Runs ----------------------------------------------------------------------------------------


class Check:
    def __init__(self, sluice, work, seed):
        self.sluice, self.work, self.random = sluice, work, random.Random(seed)
        self.failed = 0

    def tell(self, right, what):
        print("ok  " if right else "WRONG", what, flush=True)
        self.failed += not right

    def command(self, out, *more, memory="256MiB", threads=2):
        return [self.sluice, "shuffle", "-q", "--progress", "none", "--output", str(self.work / out),
                "--memory", memory, "--threads", str(threads), *map(str, more)]

    def run(self, out, *more, memory="256MiB", threads=2, code=0):
        """To its end; says how much memory it took at most."""
        process = subprocess.Popen(self.command(out, *more, memory=memory, threads=threads),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        watch = Watch(process.pid)
        error = process.communicate()[1].decode()
        watch.stop()
        if process.returncode != code:
            sys.exit(f"{' '.join(process.args)} ended with {process.returncode}:\n{error}")
        return watch.memory

    def digests(self, out):
        return [(path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in sorted((self.work / out).iterdir())]

    def nothing_left(self, out):
        names = {path.name for path in self.work.iterdir() if path.name.startswith("." + out)}
        hidden = [path.name for path in (self.work / out).iterdir() if path.name.startswith(".")]
        return names == {f".{out}.shuffle.json"} and not hidden

    # --- Lines -----------------------------------------------------------------------------------

    def lines(self):
        """Lines of all kinds, in two files, one of which has no end of line at its end."""
        noise = self.random.randbytes(1 << 16).replace(b"\n", b"\r")
        rows = [str(i).encode() + b"\t" + noise[i % 60_000:][:self.random.choice([0, 3, 90, 800])] for i in range(100_000)]
        rows[7], rows[8], rows[99_999], rows[500] = b"", b"\r", b"the last", bytes(3 * MIB)
        source = self.work / "lines"
        source.mkdir()
        (source / "a.txt").write_bytes(b"\n".join(rows[:40_000]) + b"\n")
        (source / "b.txt").write_bytes(b"\n".join(rows[40_000:]))
        wanted = b"".join(row + b"\n" for row in shuffled(rows, LINES_SEED))
        arguments = ("--input", source, "--seed", LINES_SEED)
        for memory, threads in (("128MiB", 2), ("256MiB", 1), ("1GiB", 2)):
            peak = self.run("out", *arguments, "--shards", 3, memory=memory, threads=threads)
            shards = sorted((self.work / "out").iterdir())
            right = b"".join(path.read_bytes() for path in shards) == wanted and len(shards) == 3
            self.tell(right and self.nothing_left("out"), f"lines with {memory}, {threads} threads: the order is as computed")
            self.fits(peak, memory, "lines")
            self.forget("out")
        return "--input", f"{source}:epochs=14", "--seed", LINES_SEED, "--shards", 3

    def fits(self, peak, memory, what):
        allowed = {"128MiB": 128, "256MiB": 256, "1GiB": 1024}[memory] * MIB
        self.tell(0 < peak <= allowed, f"{what} with {memory}: {peak / MIB:.0f} MiB at most")

    def forget(self, out):
        shutil.rmtree(self.work / out)
        (self.work / f".{out}.shuffle.json").unlink()

    # --- Buckets of the main job -----------------------------------------------------------------

    def buckets(self):
        """The main job's own output, as one training set."""
        source = self.work / "curated"
        for command in (["generate", "--output", self.work / "source", "--docs", 20_000, "--dumps", 2],
                        ["run", "--input", self.work / "source", "--output", source]):
            subprocess.run([self.sluice, *map(str, command), "-q", "--progress", "none"], check=True, stdout=subprocess.DEVNULL)
        files = sorted((source / "en").rglob("*.parquet"), key=lambda path: path.relative_to(source / "en").as_posix().encode())
        rows = [row for path in files for row in parquet.read_table(path, partitioning=None).to_pylist()]
        arguments = ("--input", source / "en", "--seed", ROWS_SEED, "--shards", 4)
        first = None
        for memory, threads in (("1GiB", 2), ("128MiB", 1), ("256MiB", 2)):
            peak = self.run("set", *arguments, memory=memory, threads=threads)
            self.fits(peak, memory, "Parquet")
            first = first or self.digests("set")
            self.tell(self.digests("set") == first and self.nothing_left("set"), f"Parquet with {memory}, {threads} threads: the same bytes")
            if memory != "256MiB":
                self.forget("set")
        shards = [parquet.read_table(self.work / "set" / name) for name, _ in first]
        found = [row for shard in shards for row in shard.to_pylist()]
        self.tell(found == shuffled(rows, ROWS_SEED), f"{len(found)} rows of {len(files)} shards: in the order computed")
        sizes = [shard.num_rows for shard in shards]
        self.tell(max(sizes) - min(sizes) <= 1, f"shards of {sizes} rows")
        self.loaded(rows)
        return arguments, first

    def loaded(self, rows):
        os.environ["HF_HOME"] = str(self.work / "hf")
        os.environ["HF_HUB_OFFLINE"] = "1"
        import datasets

        datasets.disable_progress_bars()
        loaded = datasets.load_dataset("parquet", data_dir=str(self.work / "set"), split="train")
        counted = collections.Counter(tuple(row.items()) for row in loaded)
        self.tell(counted == collections.Counter(tuple(row.items()) for row in rows), f"HF datasets loads {len(loaded)} rows, each once")

    # --- Stopped and killed ----------------------------------------------------------------------

    def begin(self, out, arguments):
        """A run that has begun to deal rows, or has ended."""
        process = subprocess.Popen(self.command(out, *arguments), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and not (self.work / f".{out}.shuffle/checkpoint.json").exists():
            time.sleep(0.01)
        return process, time.monotonic()

    def killed(self, arguments, kills, what):
        """At random moments; after each kill the same command, which may be killed too."""
        process, begun = self.begin("killed", arguments)
        process.wait()
        length = time.monotonic() - begun
        wanted, done, rounds = self.digests("killed"), 0, 0
        self.forget("killed")
        while done < kills and rounds < 9 * kills:
            rounds += 1
            process, begun = self.begin("killed", arguments)
            try:
                process.wait(self.random.uniform(0, length))
                self.same("killed", wanted, f"{what}, not killed in time")
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                self.whole("killed")
                done += 1
        self.run("killed", *arguments)
        self.same("killed", wanted, f"{what}, killed {done} times")

    def same(self, out, wanted, what):
        self.tell(self.digests(out) == wanted and self.nothing_left(out), f"{what}, ended: the same bytes")
        self.forget(out)

    def whole(self, out):
        """Whatever has a final name can be read."""
        for path in (self.work / out).glob("train-*.parquet"):
            parquet.read_table(path)

    def stopped(self, arguments, wanted):
        """By SIGTERM while it works."""
        process, _ = self.begin("stopped", arguments)
        process.send_signal(signal.SIGTERM)
        self.tell(process.wait() == 143, f"SIGTERM ends it with {process.returncode}")
        self.run("stopped", *arguments)
        self.same("stopped", wanted, "stopped")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sluice")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 31))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    known_answers()
    subprocess.run([options.sluice, "--version"], check=True, stdout=subprocess.DEVNULL)  # builds what is to be built
    check = Check(options.sluice, options.work, options.seed)
    # Often enough that it is noted in the middle how far it is.
    many_lines = check.lines()
    arguments, wanted = check.buckets()
    check.stopped(arguments, wanted)
    check.killed(arguments, options.kills // 2, "Parquet")
    check.killed(many_lines, options.kills - options.kills // 2, "lines")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())

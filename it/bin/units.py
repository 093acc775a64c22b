#!/usr/bin/env python3
"""Adds N small units to one output, one after another, and watches whether anything grows but the
data. Linux.

A unit is a new dump of one file, every tenth another file in the directory of an earlier dump. A
tenth of the rows of a new dump have ids of earlier units and other texts. Broker, streams, sink and
`ingest --watch` are four processes, which run from the first unit to the last.

  heap            what a full collection leaves of each process's heap, after every tenth unit
  memory          PSS of each process
  files, threads  open files and threads of each process
  kafka           topics, and their partitions
  disk            what the files take, by purpose
  unit            seconds until a unit that has arrived is in its manifest; CPU seconds of each process

Then the processes are stopped, and `sluice run` adds units: one to this output and the same to
another, of a few units, in turn, so that what else the machine does weighs on both alike.

  start           seconds and CPU seconds of `run`, and the most that a collection has left of its heap

At the end `sluice validate --source` and oracle.py compute the output again. The first tenth of the
units is warm-up. Of the rest, the median of the last fifth of each series is compared with that of
the first; of starts, that of the output of many with that of the one of few. Exit code 1 when one has
grown beyond its bound, or a row is wrong.

DIR/samples.csv has the samples, DIR/units.svg the graph, DIR/classes-ROLE-UNIT.txt the objects on the
heaps, DIR/in and DIR/out the data.
"""
import argparse
import csv
import hashlib
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import time
import uuid

import pyarrow
import pyarrow.parquet as parquet

import oracle

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import measuring

ROLES = ("broker", "streams", "sink", "ingest")
APPEND_EVERY = 10
SAMPLE_EVERY = 10
KEEP_CLASSES_EVERY = 100
PAIRS = 5
PATIENCE_SECONDS = 120
MIB = 2**20
# What a unit waits for is made short; files arrive whole.
SETTINGS = ("memory=1GiB", "streams.commit-interval=100ms", "ingest.watch.interval=200ms",
            "ingest.watch.settle=0ms", "kafka.partitions=2")
# Else only every fourth full collection packs the whole heap, and others leave some of what died.
PACKED = "-XX:MarkSweepAlwaysCompactCount=1"
# A small young generation: several collections even in a short run, so that they tell what is kept.
COLLECTIONS = "-Xmn16m -Xlog:gc:file={}:none"


class Source:
    """Rows as a function of the seed, the unit and the row.

    Copies come in new dumps only, whose names are behind all others: so the first copy by path is the
    first by arrival, as the independent program takes it.
    """

    def __init__(self, seed, rows, directory, staging):
        self.seed, self.rows, self.directory, self.staging = seed, rows, directory, staging

    def arrive(self, number):
        """A unit, whole at once; returns its dump, and its file relative to the input."""
        chance = random.Random(f"{self.seed}/{number}")
        appended = self.is_appended(number)
        dump = self.dump(chance.randrange(1, number) if appended else number)
        copies = 0 if appended or number == 1 else self.rows // 10
        places = [(number, row) for row in range(self.rows - copies)]
        places += [(chance.randrange(1, number), chance.randrange(self.rows * 9 // 10))
                   for _ in range(copies)]
        ids = [self.identity(*place) for place in places]
        file = pathlib.Path(dump, f"{number:05d}.parquet")
        (self.staging / dump).mkdir(parents=True)
        parquet.write_table(pyarrow.table({
            "id": [f"<urn:uuid:{identity}>" for identity in ids],
            "text": [text(chance) for _ in ids],
            "score": [2.5 + 2.5 * (identity.int % 1000) / 1000 for identity in ids],
            "dump": [dump] * len(ids),
        }), self.staging / file)
        if appended:
            (self.staging / file).rename(self.directory / file)
        else:
            (self.staging / dump).rename(self.directory / dump)
        shutil.rmtree(self.staging)
        return dump, file

    @staticmethod
    def is_appended(number):
        return number % APPEND_EVERY == 0

    def dump(self, number):
        """The dump that a unit began; an appended one began none."""
        return f"CC-MAIN-3000-{number - self.is_appended(number):05d}"

    def identity(self, number, row):
        return uuid.UUID(bytes=hashlib.md5(f"{self.seed}/{number}/{row}".encode()).digest())


def command(name, *arguments):
    settings = [word for setting in SETTINGS for word in ("--set", setting)]
    return [str(word) for word in (measuring.LAUNCHER, name, *arguments, *settings)]


def text(chance):
    """About a thousand characters that do not pack well."""
    return " ".join(f"{chance.getrandbits(40):x}" for _ in range(90))


class Units:
    def __init__(self, options, work, samples):
        self.options, self.work, self.samples = options, work, samples
        self.samples.writerow(("unit", "series", "of", "value"))
        self.input, self.output = work / "in", work / "out"
        self.broker, self.state = self.output / "_sluice" / "work", work / "state"
        self.source = Source(options.seed, options.rows, self.input, work / "staging")
        self.processes, self.seconds, self.waits = {}, {}, []

    def add(self):
        for number in range(1, self.options.units + 1):
            dump, file = self.source.arrive(number)
            if number == 1:
                self.start()
            begun = time.monotonic()
            self.await_seal(dump, file)
            self.waits.append(time.monotonic() - begun)
            if number % SAMPLE_EVERY == 0:
                self.sample(number)
        self.stop()

    def compare_starts(self):
        """Adds units to an output of few and to the one of many, in turn."""
        few, many = self.work / "few", (self.input, self.output, self.state)
        of_few = few / "in", few / "out", few / "state"
        for dump in sorted(os.listdir(self.input))[:PAIRS]:
            shutil.copytree(self.input / dump, few / "in" / dump)
        self.start_once(*of_few)
        self.start_once(*many)  # waits until the places of the former processes have expired
        for number in range(self.options.units + 1, self.options.units + 1 + PAIRS):
            dump, _ = self.source.arrive(number)
            shutil.copytree(self.input / dump, few / "in" / dump)
            self.measure_start(number, "few", *of_few)
            self.measure_start(number, "many", *many)

    def measure_start(self, number, what, *places):
        collections = self.work / "collections.log"
        collections.unlink(missing_ok=True)
        seconds, cpu = self.start_once(*places, SLUICE_OPTS=COLLECTIONS.format(collections))
        heap = max(int(mib) for mib in re.findall(r"\d+M->(\d+)M\(", collections.read_text()))
        print(f"run, {what}: {seconds:.1f} s, {cpu:.1f} CPU s, {heap} MiB", flush=True)
        self.write(number, "start", f"{what}: seconds", round(seconds, 2))
        self.write(number, "start", f"{what}: CPU", round(cpu, 2))
        self.write(number, "start", f"{what}: heap", heap)

    def start_once(self, source, output, state, **environment):
        """Has `run` take what there is; returns its seconds and CPU seconds."""
        run = command("run", "--progress", "none", "--input", source, "--output", output,
                      "--set", f"streams.state-dir={state}")
        begun = time.monotonic()
        with open(self.work / "run.log", "wb") as log:
            process = subprocess.Popen(run, stdout=log, stderr=log, env=os.environ | environment)
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"run ended with {process.returncode}: see {self.work / 'run.log'}")
        return time.monotonic() - begun, usage.ru_utime + usage.ru_stime

    def start(self):
        servers = self.begin("broker", "--work-dir", self.broker)
        for role in ROLES[1:]:
            watch = ["--watch", "--progress", "none"] if role == "ingest" else []
            self.begin(role, "--input", self.input, "--output", self.output, "--kafka", servers,
                       "--work-dir", self.work / role, "--set", f"streams.state-dir={self.state}", *watch)
        self.count_anew()

    def begin(self, role, *arguments):
        """Starts a role; returns the address that a broker prints."""
        with open(self.work / f"{role}.log", "ab") as log:
            process = subprocess.Popen(
                command(role, *arguments), stderr=log, cwd=self.work, text=True,
                env=os.environ | {"SLUICE_OPTS": PACKED},
                stdout=subprocess.PIPE if role == "broker" else subprocess.DEVNULL)
        self.processes[role] = process
        return process.stdout.readline().strip() if role == "broker" else None

    def await_seal(self, dump, file):
        manifest = self.output / "_sluice" / "dumps" / f"{dump}.json"
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (manifest.exists() and str(file) in manifest.read_text()):
            for role, process in self.processes.items():
                if process.poll() is not None:
                    raise SystemExit(f"{role} ended with {process.returncode}")
            if time.monotonic() > deadline:
                raise SystemExit(f"{file} is not sealed after {PATIENCE_SECONDS} s")
            time.sleep(0.02)

    def stop(self):
        for role in reversed(ROLES):
            self.processes[role].terminate()
            self.processes[role].wait(PATIENCE_SECONDS)

    def cpu_seconds(self):
        return {role: processor_seconds(self.processes[role].pid) for role in ROLES}

    def sample(self, number):
        units = len(self.waits)
        self.write(number, "unit", "seconds", round(statistics.median(self.waits), 3))
        for role, seconds in self.cpu_seconds().items():
            self.write(number, "unit", f"{role}, CPU", round((seconds - self.seconds[role]) / units, 4))
        for role, process in self.processes.items():
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            self.write(number, "threads", role, int(re.search(r"Threads:\s*(\d+)", status)[1]))
            self.write(number, "files", role, len(os.listdir(f"/proc/{process.pid}/fd")))
            self.write(number, "memory", role, measuring.proportional_bytes(process.pid))
            objects = self.objects(process.pid)
            self.write(number, "heap", role, int(re.search(r"Total\s+\d+\s+(\d+)", objects)[1]))
            if number % KEEP_CLASSES_EVERY == 0:
                (self.work / f"classes-{role}-{number:05d}.txt").write_text(objects)
        partitions = self.kafka()
        self.write(number, "kafka", "topics", len(partitions))
        self.write(number, "kafka", "partitions", sum(map(len, partitions.values())))
        for name, size in self.disk(partitions).items():
            self.write(number, "disk", name, size)
        self.count_anew()
        print(f"{number} units", flush=True)

    def count_anew(self):
        self.waits, self.seconds = [], self.cpu_seconds()

    def write(self, number, series, of, value):
        self.samples.writerow((number, series, of, value))

    @staticmethod
    def objects(process):
        """Counts and bytes on the heap by class, after a full collection."""
        return subprocess.run(
            ["jcmd", str(process), "GC.class_histogram"], capture_output=True, text=True, check=True).stdout

    def kafka(self):
        """The broker's partitions: topic -> directories."""
        partitions = {}
        for note in self.broker.rglob("partition.metadata"):
            partitions.setdefault(note.parent.name.rpartition("-")[0], []).append(note.parent)
        return partitions

    def disk(self, partitions):
        sizes = dict.fromkeys(("topics", "changelogs", "progress", "broker's own"), 0)
        for topic, directories in partitions.items():
            sizes[kind(topic)] += sum(map(measuring.allocated_bytes, directories))
        private = self.output / "_sluice"
        for name, directory in (
                ("state", self.state), ("shards", self.output / "en"),
                ("cut records", private / "cuts"), ("manifests", private / "dumps"),
                ("lists of files", private / "inputs"), ("temporary", private / "tmp")):
            sizes[name] = measuring.allocated_bytes(directory)
        return sizes

    def is_right(self):
        validate = [measuring.LAUNCHER, "validate", self.output, "--source", self.input, "--progress", "none"]
        valid = subprocess.run(validate, stdout=subprocess.PIPE, text=True, check=False)
        print(f"validate: exit code {valid.returncode}", flush=True)
        return oracle.main(self.input, self.output) == 0 and valid.returncode == 0


def kind(topic):
    if topic.startswith("__"):
        return "broker's own"
    if topic.endswith("-changelog"):
        return "changelogs"
    return "progress" if topic.endswith(".progress") else "topics"


def processor_seconds(process):
    """User and system seconds of a process that runs."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def read(work):
    """(series, of) -> [(unit, value)]"""
    series = {}
    with open(work / "samples.csv", newline="") as file:
        for row in csv.DictReader(file):
            point = (int(row["unit"]), float(row["value"]))
            series.setdefault((row["series"], row["of"]), []).append(point)
    return series


# What grows with the data. It may not grow faster.
GROWING = {("disk", of) for of in (
    "changelogs", "progress", "state", "shards", "cut records", "manifests", "lists of files")}
# How much more is noise: a share, and an amount. Times are those of a machine that has more to do.
BOUNDS = {
    "heap": (0.05, 2 * MIB), "memory": (0.15, 32 * MIB), "threads": (0, 4), "files": (0, 16),
    "kafka": (0, 0), "disk": (0.1, 2 * MIB), "unit": (0.5, 0.3)}
BOUNDS_OF_STARTS = {"seconds": (0.5, 1), "CPU": (0.5, 0.5), "heap": (0.05, 2)}
# What a unit with eight shards may leave on a heap, where cut records and progress are kept; and on
# that of `run`, of which a collection of the young leaves what died among the old.
HISTORY_BYTES = 16 << 10
HISTORY_BYTES_OF_RUN = 40 << 10
# From the middle of the first fifth behind the warm-up to that of the last: of all units.
BETWEEN = 0.72
# Brokers delete whole segments, never the last: a topic's disk is a saw of long teeth. What it may
# reach is what docs/reference/configuration.md reckons for segments: two for each of ten topic partitions.
# The broker's own topics are compacted whenever a segment is full.
LIMITS = {("disk", "topics"): 2 * 10 * 32 * MIB, ("disk", "broker's own"): 2 * 32 * MIB}
SCALES = {"heap": MIB, "memory": MIB, "disk": MIB}


def growth(series, units):
    """Prints first, middle and last fifth of all series behind the warm-up; returns what has grown."""
    found = []
    print(f"{'':36}{'first':>9}{'middle':>9}{'last':>9}")
    for key, points in sorted(series.items()):
        if key[0] not in BOUNDS:
            continue
        values = [value for unit, value in points if unit > units / 10] or [points[-1][1]]
        fifth = max(1, len(values) // 5)
        middle = (len(values) - fifth) // 2
        first, middle, last = (statistics.median(values[at:at + fifth])
                               for at in (0, middle, len(values) - fifth))
        share, amount = BOUNDS[key[0]]
        grown = last > first * (1 + share) + amount
        verdict = "flat"
        if key[0] == "heap" and grown:
            grown = last > first * (1 + share) + amount + HISTORY_BYTES * units * BETWEEN
            verdict = "grows within its bound"
        elif key in GROWING:
            grown = last - middle > 1.25 * (middle - first) + amount
            verdict = "grows with the data"
        elif key in LIMITS:
            grown = max(values) > LIMITS[key]
            verdict = "within its limit"
        if grown:
            verdict = "HAS GROWN"
        scale = SCALES.get(key[0], 1)
        print(f"{key[0]:9}{key[1]:27}{first / scale:9.2f}{middle / scale:9.2f}{last / scale:9.2f}  {verdict}")
        if grown:
            found.append(key)
    return found


def growth_of_starts(series, units):
    """Prints what a start costs on an output of few units, and of many; returns what has grown."""
    found = []
    print(f"{'':36}{'few':>9}{'many':>18}")
    for name, (share, amount) in BOUNDS_OF_STARTS.items():
        few, many = (statistics.median(value for _, value in series["start", f"{of}: {name}"])
                     for of in ("few", "many"))
        if name == "heap":
            amount += HISTORY_BYTES_OF_RUN * units / MIB
        grown = many > few * (1 + share) + amount
        print(f"{'start':9}{name:27}{few:9.2f}{many:18.2f}  {'HAS GROWN' if grown else 'within its bound'}")
        if grown:
            found.append(name)
    return found


def draw(work, series):
    try:
        import matplotlib
    except ImportError:
        print("no matplotlib: no graph")
        return
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "units"
    from matplotlib import pyplot
    titles = {
        "heap": "heap after a collection (MiB)", "files": "open files", "threads": "threads",
        "kafka": "Kafka topics and partitions", "unit": "a unit (seconds, CPU seconds)",
        "disk": "on disk (MiB)"}
    figure, axes = pyplot.subplots(len(titles), 1, figsize=(9, 16), sharex=True, layout="constrained")
    for axis, (name, title) in zip(axes, titles.items()):
        for (of_name, of), points in series.items():
            if of_name == name:
                scale = SCALES.get(name, 1)
                axis.plot([unit for unit, _ in points], [value / scale for _, value in points],
                          label=of, lw=0.9)
        axis.set_title(title, fontsize=10, loc="left")
        axis.set_ylim(bottom=0)
        axis.legend(fontsize=7, ncols=5)
    axes[-1].set_xlabel("units")
    figure.savefig(work / "units.svg", metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("units", type=int)
    parser.add_argument("--work", default="units")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=500, help="of a unit")
    options = parser.parse_args()
    if options.units % SAMPLE_EVERY or options.units < 1:
        parser.error(f"units: a multiple of {SAMPLE_EVERY}")
    work = pathlib.Path(options.work).resolve()
    (work / "in").mkdir(parents=True)
    with open(work / "samples.csv", "w", buffering=1, newline="") as file:
        units = Units(options, work, csv.writer(file))
        try:
            units.add()
        finally:
            for process in units.processes.values():
                process.kill()
        units.compare_starts()
    right = units.is_right()
    series = read(work)
    draw(work, series)
    grown = growth(series, options.units) + growth_of_starts(series, options.units)
    return 1 if grown or not right else 0


if __name__ == "__main__":
    sys.exit(main())

"""What takedown-check does: takedown_check.py SLUICE WORK [--takedowns N] [--kills N] [--seed N] [--s3]"""

import argparse
import collections
import contextlib
import itertools
import json
import pathlib
import random
import subprocess
import sys
import time

from pyarrow import parquet

import s3_server

DOCUMENTS = 300
AHEAD = 6
SETTINGS = (
    "--set", "kafka.partitions=2", "--set", "sink.cut-bytes=64KiB", "--set", "output.columns=[id,text,score,url]",
    "--set", "streams.commit-interval=500ms", "--set", "ingest.watch.settle=1s", "--set", "memory=1GiB",
    "--set", "io.backoff=10ms", "--progress", "none",
)
SINKS = ("sink-a", "sink-b")
ROLES = ("streams-a", "streams-b", *SINKS, "ingest")
SINK_TIME = 5  # from its start to its kill, and then until it writes, in times of a take-down
PATIENCE_SECONDS = 600


class Check:
    def __init__(self, options):
        self.options, self.random = options, random.Random(options.seed)
        self.sluice, self.work = options.sluice.resolve(), options.work.resolve()
        self.input, self.out = self.work / "in", self.work / "out"
        self.url, self.again = self.out, self.work / "again"
        if options.s3:
            self.url, self.out = f"s3://{s3_server.BUCKET}/out", self.work / "buckets" / s3_server.BUCKET / "out"
        self.kafka = f"127.0.0.1:{s3_server.free_port()}"
        self.processes, self.due, self.kills, self.failed = {}, {}, collections.Counter(), False
        self.starts, self.takedowns, self.seconds = 0, 0, 3.0
        self.pending, self.named = [], {"ids": [], "urls": [], "texts": []}

    # --- Documents --------------------------------------------------------------------------

    def make(self):
        """More dumps than there will be time for, whose rows are known."""
        dumps = 30 + self.options.takedowns + self.options.kills
        self.run("generate", "--output", self.work / "source", "--docs", dumps * DOCUMENTS, "--dumps", dumps,
                 "--seed", self.options.seed)
        self.dumps = sorted((self.work / "source/data").iterdir())
        self.arrived = 0
        self.input.mkdir()

    def arrive(self):
        """Lets the next dump arrive, unless ingest is far behind, or the take-downs are."""
        sealed = len(list(self.out.glob("_sluice/dumps/*.json")))
        if self.arrived < min(len(self.dumps), sealed + AHEAD, self.starts + AHEAD):
            self.dumps[self.arrived].rename(self.input / self.dumps[self.arrived].name)
            self.arrived += 1

    def rows(self):
        """Some rows of a dump that has arrived, or will soon."""
        number = self.random.randrange(max(0, self.arrived - 12), min(len(self.dumps), self.arrived + 4))
        dump = self.dumps[number] if number >= self.arrived else self.input / self.dumps[number].name
        rows = parquet.read_table(self.random.choice(sorted(dump.iterdir())), columns=["id", "url", "text"]).to_pylist()
        return self.random.sample([row for row in rows if row["id"] and row["url"] and row["text"]], 4)

    def name(self):
        """Names some more documents in one to three ways."""
        for kind in self.random.sample(sorted(self.named), self.random.randint(1, 3)):
            lines = [json.dumps({"text": row["text"]}) if kind == "texts" else row[kind[:-1]] for row in self.rows()]
            file = self.work / f"{kind}-{len(self.named[kind])}.jsonl"
            self.named[kind] += lines
            write(file, lines)
            self.pending.append(f"--{kind}={file}")

    # --- Processes --------------------------------------------------------------------------

    def start(self, name, *arguments):
        with open(self.work / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen([self.sluice, *map(str, arguments)], stdout=log, stderr=log)
        return self.processes[name]

    def start_role(self, role):
        command, self.due[role] = role.split("-")[0], time.monotonic() + self.random.uniform(0.3, SINK_TIME) * self.seconds
        watch = ["--watch"] if role == "ingest" and "ingest" not in self.processes else ["--wait"] * (role == "ingest")
        self.start(role, command, *watch, "--input", self.input, "--output", self.url, *self.place(role))

    def place(self, role):
        return ["--kafka", self.kafka, "--work-dir", self.work / role, *SETTINGS]

    def run(self, *arguments):
        self.require(self.start("commands", *arguments), "commands")

    def require(self, process, name):
        """Waits for its end, which must be a good one."""
        if process.wait(PATIENCE_SECONDS) not in (0, 143):
            self.wrong(name)

    def wrong(self, name):
        last = (self.work / f"{name}.log").read_text(errors="replace").strip().rpartition("\n")[2]
        raise SystemExit(f"{name} ended with {self.processes[name].returncode}: {last}")

    def stop(self, role):
        self.processes[role].terminate()
        self.require(self.processes[role], role)

    def is_killed_enough(self):
        return self.kills.total() >= self.options.kills

    def kill(self, role):
        self.processes[role].kill()
        self.processes[role].wait()

    def writes(self, role):
        """Whether a process has a temporary file open."""
        with contextlib.suppress(OSError):
            files = pathlib.Path(f"/proc/{self.processes[role].pid}/fd").iterdir()
            return any("/tmp/" in str(file.readlink())[len(str(self.work)):] for file in files)
        return False

    def state(self):
        """The number of take-downs, and whether the last one is finished."""
        number = len(list(self.out.glob("_sluice/takedowns/*.json")))
        rounds = sorted(self.out.glob("_sluice/compactions/*.json"), key=lambda file: int(file.stem))[-3:]
        done = [text for text in map(pathlib.Path.read_text, rounds) if f'"take_down" : {number},' in text]
        return number, number == 0 or any('"complete" : true' in text for text in done)

    # --- What happens -----------------------------------------------------------------------

    def meanwhile(self):
        """Lets dumps arrive and kills sinks while something else is at work."""
        self.arrive()
        for role in SINKS:
            late = time.monotonic() - self.due[role]
            is_due = self.starts > 0 and late > 0 and not self.is_killed_enough()
            if is_due and (late > SINK_TIME * self.seconds or self.writes(role)):
                doing = f"{'writes shards' if self.writes(role) else 'has no open shard'}, "
                doing += "no take-down is unfinished" if self.state()[1] else "a take-down is unfinished"
                self.kill(role)
                self.kills["sink", doing] += 1
                self.start_role(role)
        for role in ("broker", *ROLES):
            if self.processes[role].poll() is not None:
                self.wrong(role)
        time.sleep(0.03)

    def take_down(self):
        """Starts a take-down and, if it does not end before, kills it."""
        if not self.pending or self.random.random() < 0.4:
            self.name()
        continues = self.random.random() < 0.2
        what = ["--continue"] if continues else [*self.pending, *["--no-same-texts"] * self.random.randint(0, 1)]
        before, was_finished = self.state()
        begun, due = time.monotonic(), self.random.uniform(0.2, 1.2 * self.seconds)
        from_record = not continues and self.random.random() < 0.6
        process = self.start_take_down(*what)
        self.starts += 1
        while process.poll() is None:
            self.meanwhile()
            now = time.monotonic()
            if from_record and self.state()[0] > before:
                from_record, due = False, now - begun + self.random.uniform(0, 0.4 * self.seconds)
            if not from_record and now - begun > due and not self.is_killed_enough():
                writes = self.writes("takedown")
                self.kill("takedown")
                self.kills["takedown", self.progress(before, was_finished, writes)] += 1
                return
            if now - begun > PATIENCE_SECONDS:
                sys.exit("a take-down does not end")
        if process.returncode != 0:
            self.wrong("takedown")
        self.seconds = now - begun
        if not continues:
            self.takedowns += 1
            self.pending = []

    def start_take_down(self, *what):
        place = self.place("takedown") if self.options.s3 else ()
        return self.start("takedown", "takedown", self.url, "-q", *place, *what)

    def progress(self, before, was_finished, writes):
        """How far a killed take-down has come."""
        number, finished = self.state()
        if not finished:
            return "writes shards" if writes else "declared"
        return "finished" if number > before or not was_finished else "not declared"

    def play(self):
        self.make()
        self.arrive()
        self.start("broker", "broker", "--work-dir", self.work / "broker", "--port", self.kafka.split(":")[1])
        for role in ROLES:
            self.start_role(role)
        while not any(self.out.glob("_sluice/dumps/*.json")):
            self.meanwhile()
        while not self.is_killed_enough() or self.takedowns < self.options.takedowns:
            self.take_down()
            if sys.stderr.isatty():
                print(f"{self.takedowns} take-downs, {self.kills.total()} kills", end="\r", file=sys.stderr)
            pause = time.monotonic() + self.random.uniform(0, 0.2)
            while time.monotonic() < pause:
                self.meanwhile()
        self.end()

    def end(self):
        """Everything is read, sealed and taken down without kills."""
        self.stop("ingest")
        self.start_role("ingest")
        self.require(self.processes["ingest"], "ingest")
        self.name()
        self.require(self.start_take_down(*self.pending), "takedown")
        for (role, doing), count in sorted(self.kills.items()):
            print(f"{count:9,} kills: {role}, {doing}")
        self.told(f"{self.takedowns:,} take-downs of {sum(map(len, self.named.values())):,} names ended by themselves, "
                  f"{self.state()[0]:,} in all; {self.arrived:,} dumps", self.state()[1])
        self.prove()
        for role in (*ROLES[:-1], "broker"):
            self.stop(role)
        self.compare()

    def prove(self):
        """No text of a document is found in the places of any process."""
        ids = self.random.sample(self.named["ids"], 3)
        for identity, role in zip(ids, ("sink-a", "sink-b", "streams-a")):
            answer = subprocess.run(
                [self.sluice, "takedown", str(self.url), "--prove", identity, "--json", *map(str, self.place(role))],
                capture_output=True, text=True)
            places = json.loads(answer.stdout)["places"] if answer.returncode == 1 else []
            left = [why for place in places for why in place["not_looked_at"] if "deleted" not in why and "may keep" not in why]
            found = [text for place in places for text in place["found"]]
            self.told(f"nothing found of {identity}, {' '.join(found + left)}", places and not found and len(left) == 1)

    def compare(self):
        files = {kind: self.work / f"all.{kind}.jsonl" for kind in self.named}
        blocklist = [f"--set=blocklist.{kind}={file}" for kind, file in files.items()]
        for kind, file in files.items():
            write(file, self.named[kind])
        entries = self.work / "all.list"
        self.require(self.start_take_down("--export", entries), "takedown")
        self.run("run", "--input", self.input, "--output", self.again, *SETTINGS, *blocklist,
                 f"--set=blocklist.entries={entries}")
        for place in ("en", "_sluice/dumps"):
            made, wanted = content(self.out / place), content(self.again / place)
            wrong = sorted(name for name in made.keys() | wanted.keys() if made.get(name) != wanted.get(name))
            self.told(f"{len(wanted):,} files of {place} {' '.join(wrong[:5])}", not wrong and wanted)
        lists = {json.loads(file.read_text())["list"] for file in self.out.glob("_sluice/takedowns/*.json")}
        temporary = self.out.glob("_sluice/tmp/**/*"), self.work.glob("*/**/tmp/**/*")
        left = [str(file) for file in itertools.chain(*temporary) if file.is_file()]
        left += [str(file) for file in self.out.glob("_sluice/takedowns/*.list") if file.stem not in lists]
        self.told(f"nothing is left {' '.join(left[:5])}", not left)

    def told(self, what, good):
        print(("same      " if good else "DIFFERENT ") + what, flush=True)
        self.failed |= not good


def write(file, lines):
    file.write_text("".join(line + "\n" for line in lines))


def content(directory):
    return {str(path.relative_to(directory)): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sluice", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--takedowns", type=int, default=5, help="that must end by themselves")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=46)
    parser.add_argument("--s3", action="store_true")
    check = Check(parser.parse_args())
    with s3_server.server(check.work) if check.options.s3 else contextlib.nullcontext():
        try:
            check.play()
        finally:
            for process in check.processes.values():
                process.kill()
    sys.exit(check.failed)


if __name__ == "__main__":
    main()

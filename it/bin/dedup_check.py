#!/usr/bin/env python3
"""What dedup-check does: dedup_check.py SLUICE WORK [--kills N] [--seed N] [PARQUET...]"""
import argparse
import collections
import gzip
import json
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import unicodedata

import pyarrow
import pyarrow.parquet as parquet

UNIT = re.compile(r"[^\W\d_]+|\d+|(?P<sign>[.-](?=\d))|(?P<other>[^\w\s]|_)")
SYMBOLS = set("=+*/<>(){}[]|&%$#@^~\\_!")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
THRESHOLD = 0.95


def units(text):
    """Words, numbers and symbols: what the program compares, but for rare characters."""
    found = UNIT.finditer(unicodedata.normalize("NFC", text.lower()))
    return [match[0] for match in found if not match["other"] or is_symbol(match["other"])]


def is_symbol(character):
    return character in SYMBOLS or unicodedata.category(character)[0] == "S" and character != "`"


def sequences(text):
    """Of three units, each numbered by its occurrence."""
    all_units = units(text)
    seen = collections.Counter()
    made = set()
    for i in range(len(all_units) - 2):
        sequence = " ".join(all_units[i : i + 3])
        made.add((sequence, seen[sequence]))
        seen[sequence] += 1
    return made


def word(rng):
    """Few are frequent, most are rare."""
    return "".join(LETTERS[(ord(c) * 7 + 3) % 26] for c in f"{int(20_000 * rng.random() ** 3):05d}")


def make(source, rng, count):
    """Documents of which a tenth are earlier ones with some words changed, in three files."""
    texts = []
    template = [word(rng) for _ in range(60)]
    for i in range(count):
        kind = rng.random()
        if i > 10 and kind < 0.1:
            words = rng.choice(texts).split(" ")
            for _ in range(int(len(words) * rng.choice((0, 0.005, 0.01, 0.02, 0.04)))):
                words[rng.randrange(len(words))] = "x" + word(rng)
        elif kind < 0.3:  # half of it stands in many others
            words = template + [word(rng) for _ in range(rng.randrange(60, 200))]
        else:
            words = [word(rng) for _ in range(rng.choice((3, 60, 200, 600)))]
        texts.append(" ".join(words))
    rows = [{"id": f"d{i}", "text": None if i % 700 == 5 else text, "n": i} for i, text in enumerate(texts)]
    write(source, rows)
    return rows


def pages(source, rows, rng):
    """The same documents in lines, with lines between them that stand on many pages."""
    common = [" ".join(word(rng) for _ in range(rng.randrange(1, 9))) for _ in range(300)]
    made = []
    for row in rows:
        words = (row["text"] or "").split(" ")
        lines = [" ".join(words[at : at + 12]) for at in range(0, len(words), 12)]
        lines += ["  " * rng.randrange(2) + rng.choice(common) for _ in range(rng.randrange(4))]
        rng.shuffle(lines)
        made.append({**row, "text": "\n".join(lines) if row["text"] else None})
    write(source, made)
    return made


def write(source, rows):
    third = len(rows) // 3
    (source / "below").mkdir(parents=True)
    parquet.write_table(pyarrow.Table.from_pylist(rows[:third]), source / "a.parquet", row_group_size=700)
    with open(source / "b.jsonl", "w") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows[third : 2 * third])
    with gzip.open(source / "below/c.jsonl.gz", "wt", compresslevel=1) as out:
        json.dump(rows[2 * third :], out)


def read(output):
    rows = parquet.read_table(output / "a.parquet").to_pylist()
    rows += [json.loads(line) for line in open(output / "b.jsonl")]
    return rows + json.load(gzip.open(output / "below/c.jsonl.gz"))


def content(output):
    return {str(path.relative_to(output)): path.read_bytes() for path in sorted(output.rglob("*")) if path.is_file()}


def containing(sets):
    """For each set, the earlier ones that share rare elements with it, with the share of it that they contain."""
    where = collections.defaultdict(list)
    for i, one in enumerate(sets):
        for element in one:
            where[element].append(i)
    common = collections.Counter()
    for members in where.values():
        if len(members) <= 400:  # what stands in more of them stands in templates, which others tell apart
            for at, i in enumerate(members):
                for j in members[:at]:
                    common[j, i] += 1
    found = collections.defaultdict(dict)
    for (i, j), both in common.items():
        if 10 * both > len(sets[j]):
            found[j][i] = len(sets[i] & sets[j]) / len(sets[j])
    return found


class Check:
    def __init__(self, sluice, work):
        self.sluice, self.work, self.source, self.failed = sluice, work, "in", False

    def command(self, output, *options):
        return [self.sluice, "dedup", "-q", "--input", str(self.work / self.source), "--output", str(output),
                "--max-document-size", "1MiB", *options]

    def run(self, output, *options, **more):
        return subprocess.run(self.command(output, *options), check=True, capture_output=True, text=True, **more)

    def told(self, what, good):
        print(("same      " if good else "DIFFERENT ") + what, flush=True)
        self.failed |= not good

    def proved(self, name, ids, texts, output):
        """Each removal by the texts; nearly all documents that a kept one of about their length contains are removed."""
        table = parquet.read_table(output / "_sluice/clusters.parquet").to_pylist()
        table = [row for row in table if row["rule"] != "none"]
        gone = {row["id"] for row in table}
        place = {one: i for i, one in enumerate(ids)}
        sets = [sequences(text or "") for text in texts]
        wrong = unproved = 0
        for row in table:
            removed, kept = place[row["id"]], place[row["kept_id"]]
            wrong += row["kept_id"] in gone or kept > removed
            if row["rule"] == "copy":
                unproved += units(texts[removed]) != units(texts[kept])
            else:
                unproved += len(sets[removed] & sets[kept]) < (THRESHOLD - 0.02) * len(sets[removed])
        self.told(f"{name}: all of {len(table)} kept documents are kept and earlier", wrong == 0 and table)
        self.told(f"{name}: {unproved} of {len(table)} removals are not proved", unproved <= 0.002 * len(table))
        due = missed = 0
        for i, earlier in containing(sets).items():
            if any(share >= 0.97 and ids[j] not in gone and len(sets[i]) >= 0.93 * len(sets[j]) for j, share in earlier.items()):
                due += 1
                missed += ids[i] not in gone
        self.told(f"{name}: {due - missed} of {due} documents that a kept one contains by 0.97", missed <= 0.05 * due)

    def rows(self, output, rows):
        table = parquet.read_table(output / "_sluice/clusters.parquet").to_pylist()
        gone = {row["id"] for row in table if row["rule"] != "none"}
        wanted = [row for row in rows if row["text"] is not None and row["id"] not in gone]
        self.told(f"{len(wanted)} of {len(rows)} rows are left, as they were", read(output) == wanted)
        report = json.loads((output / "_sluice/dedup.json").read_text())
        sums = report["rows_kept"] + report["duplicates_removed"] + report["rows_rejected"]
        self.told("counters", sums == len(rows) == report["rows_read"] and report["duplicates_removed"] == len(gone)
                  and report["clusters"] == len({row["kept_id"] for row in table if row["rule"] != "none"}))

    def lines(self, output, rows):
        """Of lines that are equal but for blanks, and have 20 bytes, the first stays; a document without one goes."""
        seen, wanted, removed = set(), [], 0
        for row in rows:
            if row["text"] is None:
                continue
            left = []
            for line in row["text"].split("\n"):
                same = " ".join(line.split())
                if len(line.strip()) < 20 or same not in seen:
                    left.append(line)
                    seen.add(same)
                else:
                    removed += 1
            if left:
                wanted.append({**row, "text": "\n".join(left)})
        self.told(f"{removed} lines are taken out of {len(rows)} documents", read(output) == wanted)
        report = json.loads((output / "_sluice/dedup.json").read_text())
        self.told("counters of lines", report["units_removed"] == removed and report["rows_kept"] == len(wanted)
                  and report["rows_read"] == len(rows) == sum(
                      report[key] for key in ("rows_kept", "duplicates_removed", "rows_rejected")))

    def killed(self, output, options, rng, span):
        """Kills until it is finished, sooner or later; the number of kills that met it at work."""
        kills = 0
        while span > 0.1:
            process = subprocess.Popen(self.command(output, *options), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            try:
                process.communicate(timeout=span * (0.3 + 0.6 * rng.random()) if kills < 3 else None)
            except subprocess.TimeoutExpired:
                process.send_signal(rng.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)))
                process.communicate()
                kills += 1
                continue
            if process.returncode:
                raise SystemExit(f"exit code {process.returncode}")
            if kills:
                return kills
            shutil.rmtree(output)  # it was done before it was to be killed
            span *= 0.7

    def full_disk(self, output, undisturbed):
        """A file that may not grow stands for a disk that is full; the same command goes on."""
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, resource.RLIM_INFINITY))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        first = subprocess.run(self.command(output), capture_output=True, text=True, preexec_fn=limit)
        self.told("a full disk is told in a line", first.returncode == 1 and "\tat " not in first.stderr)
        self.run(output)
        self.told("bytes after a full disk", content(output) == undisturbed)


def real(check, files):
    """Real documents, and some of them with words changed."""
    rng = random.Random(3)
    texts = [text for file in files for text in parquet.read_table(file, columns=["text"])["text"].to_pylist()]
    texts += edited(texts, rng, 5_000 - len(texts)) if len(texts) < 5_000 else []
    ids = [f"r{i}" for i in range(len(texts))]
    source = check.work / "real"
    source.mkdir()
    parquet.write_table(pyarrow.table({"id": ids, "text": texts}), source / "real.parquet")
    output = check.work / "real-out"
    subprocess.run([check.sluice, "dedup", "-q", "--input", str(source), "--output", str(output)], check=True,
                   capture_output=True)
    check.proved("real documents", ids, texts, output)


def edited(texts, rng, count):
    made = []
    for _ in range(count):
        words = rng.choice(texts).split(" ")
        for _ in range(int(len(words) * rng.choice((0.01, 0.02, 0.03, 0.05, 0.1)))):
            words[rng.randrange(len(words))] = "x" + word(rng)
        made.append(" ".join(words))
    return made


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("sluice")
    arguments.add_argument("work", type=pathlib.Path)
    arguments.add_argument("--kills", type=int, default=2, help="rounds; half as many of --keep longest and of lines")
    arguments.add_argument("--seed", type=int, default=9)
    arguments.add_argument("files", nargs="*")
    options = arguments.parse_intermixed_args()
    rng = random.Random(options.seed)
    check = Check(options.sluice, options.work)
    rows = make(options.work / "in", rng, 9_000)
    subprocess.run([options.sluice, "--version"], check=True, capture_output=True)  # prepares what it keeps
    began = time.monotonic()
    check.run(options.work / "undisturbed")
    span = time.monotonic() - began
    undisturbed = content(options.work / "undisturbed")
    check.rows(options.work / "undisturbed", rows)
    ids, texts = [row["id"] for row in rows], [row["text"] for row in rows]
    check.proved("documents", ids, texts, options.work / "undisturbed")
    check.run(options.work / "one", "--threads", "1", "--memory", "300MiB")
    check.told("bytes with 1 thread and 300 MiB", content(options.work / "one") == undisturbed)
    for number in range(options.kills):
        output = options.work / f"killed-{number}"
        kills = check.killed(output, ["--threads", str(1 + number % 2)], rng, span)
        check.told(f"bytes after {kills} kills", content(output) == undisturbed)
    check.full_disk(options.work / "full", undisturbed)
    for method in ("simhash", "exact"):
        check.run(options.work / method, "--method", method, "--work-dir", str(options.work / "temporary"))
        check.rows(options.work / method, rows)
    check.run(options.work / "longest", "--keep", "longest")
    check.rows(options.work / "longest", rows)
    for number in range(options.kills // 2):
        output = options.work / f"longest-killed-{number}"
        kills = check.killed(output, ["--keep", "longest"], rng, span)
        check.told(f"bytes of the longest after {kills} kills", content(output) == content(options.work / "longest"))
    again = check.run(options.work / "one")
    check.told("finished work is said to be finished", "finished already" in again.stderr)
    check.source = "pages"
    lines = pages(options.work / "pages", rows, rng)
    by_line = ["--method", "exact", "--unit", "line"]
    check.run(options.work / "lines", *by_line)
    check.lines(options.work / "lines", lines)
    for number in range(options.kills // 2):
        output = options.work / f"lines-killed-{number}"
        kills = check.killed(output, by_line, rng, span)
        check.told(f"bytes of lines after {kills} kills", content(output) == content(options.work / "lines"))
    if options.files:
        real(check, options.files)
    sys.exit(check.failed)


if __name__ == "__main__":
    main()

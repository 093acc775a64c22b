"""The main job by Sluice and by its peers, for bench/compare and bench/dumps: what to type, what is
there to be typed, and what was kept."""

import json
import os
import platform
import statistics
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import measuring
import pyarrow.parquet as pq

SCRIPT = Path(__file__).resolve().parent / "peers.py"
# The libraries that each peer needs; versions are told of the first.
PEERS = {
    "duckdb": ["duckdb"],
    "polars": ["polars"],
    "pyarrow": ["pyarrow"],
    "datatrove": ["datatrove"],
    "datatrove-seed": ["datatrove", "pybloom_live"],
    "spark": ["pyspark"],
}


# --- The programs ----------------------------------------------------------------------------


def add_options(parser, peers):
    parser.add_argument("--runs", type=int, default=3, help="rounds")
    parser.add_argument("--peers", default=",".join(peers), help="which, of " + ",".join(peers))
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of each peer")
    parser.add_argument(
        "--python",
        action="append",
        default=[],
        metavar="PEER=PROGRAM",
        help="an interpreter that has a peer's libraries, where this one has not; repeatable",
    )
    parser.add_argument("--sluice", default="", help="more options of ./sluice run, in one word")
    parser.add_argument(
        "--add", action="store_true", help="add the rounds to those that the JSON file has already"
    )
    parser.add_argument("--json", type=Path, help="the result; default: in --work")


def interpreter(options, peer):
    given = dict(value.split("=", 1) for value in options.python)
    return given.get(peer, sys.executable)


def command_of(program, options, source, output, *more):
    if program == "sluice":
        run = [str(measuring.LAUNCHER), "run", "-q", "--progress", "none"]
        return run + ["--input", str(source), "--output", str(output)] + options.sluice.split()
    script = [interpreter(options, program), str(SCRIPT), program]
    return script + [str(source), str(output), str(options.threads), *map(str, more)]


@contextmanager
def broker(directory):
    """A broker in a process of its own, and its address."""
    command = [str(measuring.LAUNCHER), "broker", "-q", "--work-dir", str(directory)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.terminate()


def version(options, peer):
    """Of the first of a peer's libraries; empty where one is lacking."""
    ask = "import sys; from importlib.metadata import version; print(*map(version, sys.argv[1:]))"
    command = [interpreter(options, peer), "-c", ask, *PEERS[peer]]
    answer = subprocess.run(command, capture_output=True, text=True)
    return answer.stdout.split()[0] if answer.returncode == 0 else ""


def available(options, peers):
    """Versions by program, of Sluice and of those peers asked for whose libraries are there."""
    wanted = [name for name in options.peers.split(",") if name]
    unknown = [name for name in wanted if name not in peers]
    if unknown:
        sys.exit(f"--peers {','.join(unknown)}: allowed are {','.join(peers)}")
    ask = [str(measuring.LAUNCHER), "--version"]
    told = subprocess.run(ask, capture_output=True, text=True, check=True)
    found = {"sluice": told.stdout.strip()}
    for name in wanted:
        found[name] = version(options, name)
        if not found[name]:
            lacking = " and ".join(PEERS[name])
            program = interpreter(options, name)
            print(f"{name} is left out: no {lacking} for {program}", file=sys.stderr)
            del found[name]
    return found


# --- What was kept ---------------------------------------------------------------------------


def shards(program, output):
    return output / "en" if program == "sluice" else output


def files(root):
    return sorted(root.rglob("*.parquet"))


def kept(root):
    """How often each (bucket, id) was kept, from {bucket}/... or bucket={bucket}/... below root."""
    found = Counter()
    for file in files(root):
        bucket = file.relative_to(root).parts[0].removeprefix("bucket=")
        ids = pq.ParquetFile(file).read(columns=["id"]).column("id")
        found.update((bucket, id) for id in ids.to_pylist())
    return found


def is_derived(key):
    """Whether an id was made of file and row because the source has none."""
    return key[1].rpartition("#")[2].isdigit()


def difference(right, found):
    """What was kept otherwise than is right, in words; empty where nothing."""
    missing = [key for key in right if key not in found]
    more = [key for key in found if key not in right]
    copies = sum(found.values()) - len(found)
    parts = []
    for what, keys in (("missing", missing), ("not to be kept", more)):
        derived = sum(map(is_derived, keys))
        if len(keys) > derived:
            parts.append(f"{len(keys) - derived} {what}")
        if derived:
            parts.append(f"{derived} of rows without an id {what}")
    if copies:
        parts.append(f"{copies} kept twice")
    return ", ".join(parts)


# --- The result ------------------------------------------------------------------------------


def begun(options, versions, sizes, target):
    """A result by input that has no rounds yet; with --add the one that is there, to go on with."""
    new = {
        "machine": measuring.machine(),
        "versions": versions | {"python": platform.python_version()},
        "threads": options.threads,
        "sluice_options": options.sluice,
        "inputs": {name: {"size": size, "runs": {}} for name, size in sizes.items()},
    }
    if not options.add or not target.exists():
        return new
    return joined(json.loads(target.read_text("utf-8")), new)


def joined(old, new):
    """An earlier result with the programs and inputs of a new one. Refused where the rounds of both
    would be no series."""
    for key in ("machine", "threads", "sluice_options"):
        if old[key] != new[key]:
            sys.exit(f"--add: the rounds that are there have {key} {old[key]}, these {new[key]}")
    for name, found in new["versions"].items():
        there = old["versions"].setdefault(name, found)
        if there != found:
            sys.exit(f"--add: the rounds that are there have {name} {there}, these {found}")
    for name, known in new["inputs"].items():
        if old["inputs"].setdefault(name, known)["size"] != known["size"]:
            sys.exit(f"--add: {name} has changed since the rounds that are there")
    return old


def write(result, target):
    target.write_text(json.dumps(result, indent=2) + "\n", "utf-8")


def middle(runs, keys):
    return {key: statistics.median(run[key] for run in runs) for key in keys}


def spread(runs, key):
    """The median, the least and the most."""
    values = [run[key] for run in runs]
    return f"{statistics.median(values):.4g} ({min(values):.4g}-{max(values):.4g})"


def as_table(rows):
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "\n".join(lines)

"""What a program costs, with everything that it starts, from its start to its end.

  wall     seconds
  cpu      user and system seconds of the process and of all its descendants (elsewhere than on
           Linux, of those that were waited for)
  memory   MB: the largest sum of PSS over the process tree, sampled every 0.2 s (Linux); elsewhere
           the largest resident set of a single process
  written  MB of file pages made dirty by all of them, whatever became of the files: what the kernel
           counts as write_bytes (Linux; elsewhere 0)
  disk     MB: the most that a watched directory took, sampled as often (0 where none is watched)

A server that ran before and goes on running can be counted too (Linux): what it uses meanwhile.
"""

import ctypes
import os
import platform
import re
import resource
import subprocess
import sys
import threading
import time
from pathlib import Path

LAUNCHER = Path(__file__).resolve().parent.parent / "sluice"
FIGURES = ["wall", "cpu", "memory"]
UNITS = {"wall": "s", "cpu": "s", "memory": "MB", "written": "MB", "disk": "MB"}
SAMPLE_SECONDS = 0.2
ORPHAN_SECONDS = 20
PR_SET_CHILD_SUBREAPER = 36


def process_tree(root):
    """The process and its descendants, as far as they are still children of one another."""
    children = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            children.setdefault(parent, []).append(int(entry.name))
    tree, todo = [], [root]
    while todo:
        tree.append(todo.pop())
        todo.extend(children.get(tree[-1], []))
    return tree


def proportional_bytes(process):
    try:
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass  # it has just ended
    return 0


def tree_bytes(root):
    """The memory of a process tree; 0 where it cannot be told."""
    if not Path("/proc/self/smaps_rollup").exists():
        return 0
    return sum(map(proportional_bytes, process_tree(root)))


def allocated_bytes(directory):
    """What the files below a directory take on the disk."""
    total = 0
    for parent, _, names in os.walk(directory):
        for name in names:
            try:
                total += os.lstat(os.path.join(parent, name)).st_blocks * 512
            except OSError:
                pass  # it has just been deleted
    return total


class Watch:
    """Samples process trees, and a directory where one is given, until stopped."""

    def __init__(self, *roots, directory=None):
        self.roots = roots
        self.directory = directory
        self.memory = self.disk = 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.ended.wait(SAMPLE_SECONDS):
            self.memory = max(self.memory, sum(map(tree_bytes, self.roots)))
            if self.directory:
                self.disk = max(self.disk, allocated_bytes(self.directory))

    def stop(self):
        self.ended.set()
        self.thread.join()


def adopt_orphans():
    """Makes processes whose parent ends before them children of this one, which counts them."""
    if platform.system() == "Linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def written_bytes(process="self"):
    """Of a process and all that it has waited for."""
    try:
        counts = Path(f"/proc/{process}/io").read_text()
        return int(re.search(r"^write_bytes: (\d+)", counts, re.M)[1])
    except OSError:
        return 0


def used_by(server):
    """CPU seconds and bytes written of a process so far; nothing where none is given."""
    if not server:
        return 0, 0
    fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK"), written_bytes(server.pid)


def await_orphans(server):
    """Waits for processes that a program has left behind, but not for a server."""
    deadline = time.monotonic() + ORPHAN_SECONDS
    while time.monotonic() < deadline:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                if server and process_tree(os.getpid()) == [os.getpid(), server.pid]:
                    return
                time.sleep(0.05)
        except ChildProcessError:
            return
    print(f"processes still run after {ORPHAN_SECONDS} s and are not counted", file=sys.stderr)


def measure(command, log, directory=None, server=None):
    """Runs a command to its end, with nothing of others left to be written to the disk before it.
    Fails with the end of its output when it fails."""
    os.sync()
    seconds, written = children_seconds(), written_bytes()
    server_seconds, server_written = used_by(server)
    with log.open("wb") as out:
        load = os.getloadavg()[0]
        begun = time.monotonic()
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        roots = [process.pid, server.pid] if server else [process.pid]
        watch = Watch(*roots, directory=directory)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        later_seconds, later_written = used_by(server)
    await_orphans(server)
    watch.stop()
    seconds = children_seconds() - seconds + later_seconds - server_seconds
    written = written_bytes() - written + later_written - server_written
    largest = usage.ru_maxrss * (1 if platform.system() == "Darwin" else 1024)
    if process.returncode != 0:
        tail = log.read_text("utf-8", "replace")[-2000:]
        sys.exit(f"{' '.join(command)} ended with {process.returncode}:\n{tail}")
    return {
        "wall": round(wall, 2),
        "cpu": round(seconds, 2),
        "memory": round((watch.memory or largest) / 1e6),
        "written": round(written / 1e6),
        "disk": round(watch.disk / 1e6),
        "load_before": round(load, 1),
    }


def machine():
    model = platform.processor()
    information = Path("/proc/cpuinfo")
    if information.exists():
        lines = information.read_text().splitlines()
        models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        model = models[0] if models else model
    return {"processor": model, "processors": os.cpu_count(), "system": platform.system()}

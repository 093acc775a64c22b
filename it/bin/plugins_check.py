"""See plugins-check."""

import hashlib
import json
import pathlib
import random
import subprocess
import sys
import time

import pyarrow.compute as compute
import pyarrow.parquet as parquet

SLUICE, WORK = sys.argv[1], pathlib.Path(sys.argv[2])
JAR = WORK / "plugins-1.0.0" / "vowels.jar"
OPERATORS = "[lowercase, {vowels: {min: 0.29}}]"
RUN = ["run", "-q", "--progress", "none", "--set", "sink.cut-bytes=256KiB"]
failed = False


def check(what, good, detail=""):
    global failed
    failed |= not good
    print(f"{'ok  ' if good else 'FAIL'} {what}{'' if good else ': ' + str(detail)[:500]}", flush=True)


def sluice(*arguments, code=0, version="1.0.0"):
    plugins = ["--plugins", f"plugins-{version}"] if version else []
    done = subprocess.run([SLUICE, *map(str, arguments), *plugins], capture_output=True, cwd=WORK, text=True)
    if done.returncode != code:
        sys.exit(f"sluice {arguments[0]} ended with {done.returncode}: {done.stderr}")
    return done.stdout + done.stderr


def vowels(text):
    text = text.lower()
    units = len(text.encode("utf-16-le")) // 2
    return sum(text.count(vowel) for vowel in "aeiou") / max(1, units)


def digests(output):
    return {str(file.relative_to(output)): hashlib.sha256(file.read_bytes()).hexdigest()
            for part in ("en", "_sluice/dumps") for file in sorted((output / part).rglob("*"))
            if file.is_file()}


def rows(output):
    tables = [parquet.read_table(file, partitioning=None) for file in sorted((output / "en").rglob("*.parquet"))]
    return [row for table in tables for row in zip(*(table[name].to_pylist() for name in ("id", "text", "score")))]


def source():
    sluice("generate", "--output", "made", "--docs", 3000, "--dumps", 2, "--seed", 5, "-q", version=None)
    for file in sorted((WORK / "made").rglob("*.parquet")):  # an id of a row's place would differ after process
        table = parquet.read_table(file)
        target = WORK / "in" / file.relative_to(WORK / "made")
        target.parent.mkdir(parents=True, exist_ok=True)
        parquet.write_table(table.filter(compute.greater(compute.utf8_length(table["id"]), 0)), target)


def cuts():
    return sum(1 for _ in (WORK / "killed/_sluice/cuts").rglob("*.json"))


def kill_and_continue():
    seed = random.Random(7)
    for _ in range(2):
        started = subprocess.Popen([SLUICE, *RUN, "--input", "in", "--output", "killed", "--plugins", "plugins-1.0.0",
                                    "--set", f"operators={OPERATORS}"], cwd=WORK, stderr=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL)
        wanted = cuts() + seed.randrange(1, 4)
        while started.poll() is None and cuts() < wanted:
            time.sleep(0.01)
        started.kill()
        started.wait()
    sluice(*RUN, "--input", "in", "--output", "killed", "--set", f"operators={OPERATORS}")


def main():
    source()
    (WORK / "recipe.yaml").write_text(f"process: {OPERATORS}\n")
    sluice("process", "-q", "-c", "recipe.yaml", "--input", "in", "--output", "processed")
    report = json.loads((WORK / "processed/_sluice/process.json").read_text())
    plugin = f"vowels 1.0.0 sha256:{hashlib.sha256(JAR.read_bytes()).hexdigest()}"
    check("the report names the plug-in", report["process"][1].get("plugin") == plugin, report["process"])
    texts = [text for file in sorted((WORK / "in").rglob("*.parquet"))
             for text in parquet.read_table(file, columns=["text"], partitioning=None)["text"].to_pylist()]
    few = sum(1 for text in texts if text is not None and vowels(text) < 0.29)
    dropped = report["operators"][1]["dropped"].get("few_vowels", 0)
    check(f"{dropped} of {len(texts)} documents dropped, as computed here", 0 < dropped < len(texts) and dropped == few, few)

    sluice(*RUN, "--input", "processed", "--output", "by-files", version=None)
    sluice(*RUN, "--input", "in", "--output", "by-stream", "--set", f"operators={OPERATORS}")
    files, stream = rows(WORK / "by-files"), rows(WORK / "by-stream")
    check(f"the same {len(stream)} rows by process and by run", files == stream and len(stream) > 100, len(files))
    record = next((WORK / "by-stream").glob("*-v*.json")).read_text()
    check("the version record names the plug-in", plugin.split(" ", 1)[1] in record, record[:300])
    valid = sluice("validate", "by-stream", "--source", "in")
    check("validate applies it to the source", "nothing was compared" not in valid, valid)
    kill_and_continue()
    killed, calm = digests(WORK / "killed"), digests(WORK / "by-stream")
    differing = sorted(name for name in killed.keys() | calm.keys() if killed.get(name) != calm.get(name))
    check(f"the same bytes of {len(calm)} files after kills", not differing and len(calm) > 5, differing)
    refused = sluice(*RUN, "--input", "in", "--output", "by-stream", code=2, version="1.0.1")
    check("another version is refused", "operators.plugin.vowels: is 1.0.1 sha256:" in refused, refused)
    refused = sluice(*RUN, "--input", "in", "--output", "by-stream", code=2, version=None)
    check("no plug-in is refused", "made with plug-in vowels 1.0.0" in refused, refused)
    refused = sluice("process", "-q", "-c", "recipe.yaml", "--input", "in", "--output", "processed", code=2,
                     version="1.0.1")
    check("process refuses another version", "vowels 1.0.1" in refused, refused)
    sys.exit(1 if failed else 0)


main()

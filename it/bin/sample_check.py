#!/usr/bin/env python3
"""Makes data sets to be sampled, and computes plainly, by other means than the program's, what a
sample of them is: pyarrow, hashlib and a sort.

sample_check.py make WORK     writes WORK/in and WORK/sample.yaml
sample_check.py check WORK    compares WORK/sample; exit code 1 where a row differs
"""
import gzip
import hashlib
import json
import pathlib
import random
import sys

import pyarrow
import pyarrow.parquet as parquet

SEED = 42
# data set: (name, text column, {bucket: (directory, count, rule)}), as in sample.yaml
DATASETS = {
    "fineweb_en": ("fineweb_edu_en", "text", {
        "4.0": ("4.0", 900, "path"), "3.5": ("3.5", 333, "path"), "4.10": ("4.10", 50, "path"), "2.8": ("2.8", 41, "name")}),
    "fineweb_zh": ("fineweb_zh", "text", {"4.0": ("4_5", 300, "name"), "3.0": ("3_4", 5000, "name")}),
    "github_code": ("github_code", "content", {"above_2": ("above-2-stars", 500, "name"), "below_2": ("below-2-stars", 77, "name")}),
    "nemotron": ("nemotron_cc_math", "text", {"4plus": ("4plus", 150, "name"), "4plus_MIND": ("4plus_MIND", 0, "name"), "3": ("3", 211, "name")}),
}
WORDS = "the of größe 漢字 数学 emoji 😀 code\t{} line\nbreak \x07 é".split(" ")


def text(rng):
    roll = rng.random()
    if roll < 0.02:
        return None
    return " ".join(rng.choice(WORDS) for _ in range(rng.choice([0, 1, 5, 40, 400 if roll < 0.1 else 9])))


def write(rng, path, rows, **columns):
    path.parent.mkdir(parents=True, exist_ok=True)
    for name in columns.keys() & {"text", "content"}:
        columns[name] = pyarrow.array(columns[name], pyarrow.string())
    parquet.write_table(
        pyarrow.table(columns), path, row_group_size=rng.choice([7, 100, 10_000]),
        compression=rng.choice(["zstd", "snappy", "gzip", "none"]), use_dictionary=rng.random() < 0.5,
        data_page_version=rng.choice(["1.0", "2.0"]), data_page_size=rng.choice([200, 5_000, 1 << 20]), write_page_index=rng.random() < 0.5)


def make(work):
    rng, root = random.Random(7), work / "in"
    for bucket in ("4.0", "3.5", "4.10", "2.8"):
        for dump in ("CC-MAIN-2013-20", "CC-MAIN-2024-10", "unknown"):
            for rank in (0, 1, 10, 2):
                n = rng.choice([0, 1, 60, 250])
                write(rng, root / f"fineweb_en/{bucket}/{dump}/{rank}.parquet", n,
                      id=[f"<urn:uuid:{i}>" for i in range(n)], text=[text(rng) for _ in range(n)], score=[3.0] * n)
    for directory in ("4_5", "3_4"):
        for number in range(3):
            n = rng.choice([80, 300])
            write(rng, root / f"fineweb_zh/{directory}/{number:05d}.parquet", n,
                  text=[text(rng) for _ in range(n)], score=[0.9] * n, source=["x"] * n)
        lines = [json.dumps({"score": 1, "text": text(rng)}, ensure_ascii=rng.random() < 0.5) for _ in range(90)]
        (root / f"fineweb_zh/{directory}/more.jsonl").write_text("\n\n".join(lines), encoding="utf-8")
        with gzip.open(root / f"fineweb_zh/{directory}/packed.jsonl.gz", "wt", encoding="utf-8") as packed:
            packed.write("\n".join(lines) + "\n")
    for directory in ("above-2-stars", "below-2-stars"):
        for number in range(4):
            n = rng.choice([40, 400])
            write(rng, root / f"github_code/{directory}/train-{number:05d}-of-00004.parquet", n,
                  repo_id=list(range(n)), file_path=["a.py"] * n, content=[text(rng) for _ in range(n)])
    for directory in ("4plus", "4plus_MIND", "3"):
        for number in range(2):
            n = rng.choice([100, 200])
            write(rng, root / f"nemotron/{directory}/part_{number:06d}.parquet", n, id=[str(i) for i in range(n)],
                  text=[text(rng) for _ in range(n)], metadata=[{"finemath_scores": 4.5}] * n)
    (work / "sample.yaml").write_text(configuration(work))


def configuration(work):
    lines = ["datasets:"]
    for key, (name, column, buckets) in DATASETS.items():
        kind = "stars_filter" if key == "github_code" else "buckets"
        lines += [f"  {key}:", f"    name: {name}", f"    source: {work}/in/{key}", f"    {kind}:"]
        for bucket, (directory, count, rule) in buckets.items():
            forced = ", ids: name" if key == "fineweb_en" and rule == "name" else ""
            lines.append(f"      {bucket}: {{count: {count}, path: {directory}{forced}}}")
    return "\n".join(lines + [f"random_seed: {SEED}", "output_format: parquet", f"output_dir: {work}/sample", ""])


def rows(path, column):
    if path.name.endswith(".parquet"):
        return parquet.read_table(path, columns=[column])[column].to_pylist()
    opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else open(path, encoding="utf-8")
    with opened:
        return [json.loads(line).get(column) for line in opened if line.strip()]


def chosen(root, bucket, column, count, rule):
    files = sorted((p for p in root.rglob("*") if p.is_file()), key=lambda p: p.relative_to(root).as_posix().encode())
    found = []
    for number, path in enumerate(files):
        name = path.name if rule == "name" else path.relative_to(root).as_posix()
        for row, value in enumerate(rows(path, column)):
            digest = hashlib.md5(f"{SEED}_{bucket}#{name}#{row}".encode()).digest()
            found.append((int.from_bytes(digest[:8], "big"), number, row, value))
    taken = sorted(found, key=lambda entry: entry[:3])[:count]
    return [entry[3] for entry in sorted(taken, key=lambda entry: entry[1:3])]


def check(work):
    wanted, sources = [], {}
    for key, (name, column, buckets) in DATASETS.items():
        told = {}
        for bucket, (directory, count, rule) in buckets.items():
            texts = chosen(work / "in" / key / directory, bucket, column, count, rule) if count else []
            wanted += [(value, name, bucket) for value in texts]
            told[bucket] = {"requested": count, "sampled": len(texts), "ids": rule}
        sources[key] = {"name": name, "source": f"{work}/in/{key}", "requested": sum(b["requested"] for b in told.values()),
                        "sampled": sum(b["sampled"] for b in told.values()), "buckets": told}
    info = {"total_requested": sum(s["requested"] for s in sources.values()),
            "total_sampled": len(wanted), "random_seed": SEED, "sources": sources}
    files = sorted((work / "sample").glob("*.parquet"))
    found = [tuple(row.values()) for path in files for row in parquet.read_table(path).to_pylist()]
    problems = []
    if found != wanted:
        at = next((i for i, pair in enumerate(zip(found, wanted)) if pair[0] != pair[1]), min(len(found), len(wanted)))
        problems.append(f"row {at} differs: {found[at:at + 1]} instead of {wanted[at:at + 1]}; {len(found)} and {len(wanted)} rows")
    if [p.name for p in files] != [f"train-{i:05d}-of-{len(files):05d}.parquet" for i in range(len(files))]:
        problems.append(f"names: {[p.name for p in files]}")
    if json.dumps(json.load(open(work / "sample/sampling_info.json"))) != json.dumps(info):
        problems.append("sampling_info.json is not " + json.dumps(info))
    schema = parquet.read_schema(files[0])
    if [(f.name, str(f.type)) for f in schema] != [(c, "string") for c in ("text", "source_dataset", "source_bucket")]:
        problems.append(f"schema: {schema}")
    print("\n".join(problems) or f"{len(found)} rows of {len(files)} files are as computed")
    return 1 if problems else 0


if __name__ == "__main__":
    command, directory = sys.argv[1], pathlib.Path(sys.argv[2])
    sys.exit(make(directory) if command == "make" else check(directory))

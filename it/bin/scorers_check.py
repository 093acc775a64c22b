"""Trains classifiers with fastText, and compares Sluice's scores with those of its own library. The same for ONNX.

golden DIR: small models, and the features and probabilities of some texts, for FastTextModelTest.
check SLUICE DIR [--documents N] [--parquet DIR]: scores N documents with both, by models of each loss, a quantized and a
pruned one; and as many with models in ONNX format, one of which answers a number that differs if any token does. Those
documents are made up, contain each character there is, or are texts of Parquet files.
"""

import argparse
import base64
import itertools
import json
import pathlib
import random
import re
import subprocess
import sys
import time

import fasttext
import numpy
import onnx_models

SPACE = re.compile("[ \n\r\t\v\f\0]+")
MASK = (1 << 64) - 1


def fnv(token):
    """The hash of fastText, as a signed number."""
    value = 2166136261
    for byte in token.encode():
        value = ((value ^ (byte | 0xFFFFFF00 if byte > 127 else byte)) * 16777619) & 0xFFFFFFFF
    return value - (1 << 32) if value >> 31 else value


def features(model, text):
    """Rows of words, subwords and word sequences, computed anew from the model's parts."""
    arguments = model.f.getArgs()
    words = len(model.words)
    labels = set(model.labels)
    rows, hashes = [], []
    for token in [token for token in SPACE.split(text) if token] + ["</s>"]:
        number = model.get_word_id(token)
        if not (token in labels or number < 0 and token.startswith("__label__")):
            rows += model.get_subwords(token)[1].tolist()
            hashes.append(fnv(token))
        if token == "</s>":
            break
    for first in range(len(hashes)):
        value = hashes[first] & MASK
        for other in hashes[first + 1 : first + arguments.wordNgrams]:
            value = (value * 116049371 + other) & MASK
            rows.append(words + value % arguments.bucket)
    return rows


def check_features(model, text, rows):
    """The mean of the rows is what the library itself makes of the text."""
    mean = numpy.mean([model.get_input_vector(row) for row in rows], axis=0)
    theirs = model.get_sentence_vector(text.replace("\n", " "))
    assert numpy.allclose(mean, theirs, atol=1e-6), (text, mean, theirs)


def probabilities(model, text):
    labels, values = model.predict(text.replace("\n", " "), k=-1)
    return dict(zip(labels, (float(value) for value in values)))


WORDS = (
    "the of and to in a is that for it as was with be by on not he his but at are this have from "
    "water river mountain history science energy method results data theory proof number café naïve "
    "日本語 中文 文章 数学 Привет мир данные buy now cheap click here free offer win prize 🎉 <b> x1 "
    "don't e-mail co-operate"
).split()
TOPICS = {"hq": range(25, 37), "lq": range(46, 57), "zh": range(39, 43), "ru": range(43, 46)}


def sentence(rng, labels):
    topic = rng.choice(labels)
    length = rng.randint(4, 14)
    chosen = [
        WORDS[rng.choice(list(TOPICS[topic]))] if rng.random() < 0.5 else rng.choice(WORDS)
        for _ in range(length)
    ]
    return topic, " ".join(chosen)


def train(path, labels, lines=400, seed=7, **options):
    rng = random.Random(seed)
    file = path.with_suffix(".txt")
    with open(file, "w", encoding="utf-8") as out:
        for _ in range(lines):
            topic, text = sentence(rng, labels)
            out.write(f"__label__{topic} {text}\n")
    model = fasttext.train_supervised(input=str(file), thread=1, verbose=0, **{"lr": 0.5, **options})
    model.save_model(str(path))
    file.unlink()
    return model


def texts(rng, count, labels):
    yield from [
        "water",
        "",
        " \n\t",
        "unknown",
        "the </s> water is never seen",
        "__label__hq water __label__other river",
        "nul\0byte and\vtabs\fform\rfeeds",
        "line one\nline two\n\nline three",
        "é 日 🎉 <b> ><",
        "a" * 300,
        "x " * 400,
    ]
    for _ in range(count):
        text = sentence(rng, labels)[1]
        if rng.random() < 0.5:
            text = "".join(
                rng.choice("abcé日🎉 \n\t") if rng.random() < 0.1 else letter for letter in text
            )
        yield text


GOLDEN = {
    "softmax": (["hq", "lq"], dict(dim=4, wordNgrams=2, bucket=64, minn=0, maxn=0)),
    "subwords": (["hq", "lq", "zh"], dict(dim=3, wordNgrams=3, bucket=97, minn=2, maxn=4)),
    "tree": (["hq", "lq", "zh", "ru"], dict(dim=4, wordNgrams=1, bucket=50, minn=1, maxn=3, loss="hs")),
    "ova": (["hq", "lq", "ru"], dict(dim=5, wordNgrams=2, bucket=40, minn=0, maxn=0, loss="ova")),
    "words": (["hq", "lq"], dict(dim=6, wordNgrams=1, bucket=0, minn=0, maxn=0)),
}


def golden(directory):
    for name, (labels, options) in GOLDEN.items():
        model = train(directory / f"{name}.bin", labels, **options)
        write(directory, name, model, labels, check=True)
    labels = ["hq", "lq"]
    model = train(directory / "full.bin", labels, lines=4000, dim=8, wordNgrams=2, bucket=600, minn=2, maxn=3)
    (directory / "full.bin").unlink()
    model.quantize(input=None, dsub=2, qnorm=True)
    model.save_model(str(directory / "quantized.ftz"))
    write(directory, "quantized", model, labels, check=True)
    model = train(directory / "full.bin", labels, lines=2000, dim=4, bucket=600, minn=2, maxn=3)
    (directory / "full.bin").unlink()
    model.quantize(input=None, dsub=2, qnorm=True, cutoff=300)
    model.save_model(str(directory / "pruned.ftz"))
    # Read again, as others read it.
    write(directory, "pruned", fasttext.load_model(str(directory / "pruned.ftz")), labels, check=True)


def write(directory, name, model, labels, check):
    rng = random.Random(11)
    with open(directory / f"{name}.tsv", "w", encoding="utf-8") as out:
        for text in texts(rng, 60, labels):
            rows = features(model, text)
            if check and rows and name not in ("quantized", "pruned"):
                check_features(model, text, rows)
            parts = [f"{label}={value!r}" for label, value in sorted(probabilities(model, text).items())]
            out.write(
                "\t".join([base64.b64encode(text.encode()).decode(), ",".join(map(str, rows)), *parts]) + "\n"
            )


MODELS = {
    "softmax.bin": (["hq", "lq"], dict(dim=32, wordNgrams=2, bucket=20_000)),
    "subwords.bin": (["hq", "lq", "zh"], dict(dim=16, wordNgrams=3, bucket=30_000, minn=2, maxn=5)),
    "tree.bin": (["hq", "lq", "zh", "ru"], dict(dim=16, bucket=5_000, minn=1, maxn=3, loss="hs")),
    "ova.bin": (["hq", "lq", "ru"], dict(dim=16, wordNgrams=2, bucket=10_000, loss="ova")),
    "quantized.ftz": (["hq", "lq"], dict(dim=16, wordNgrams=2, bucket=3_000, minn=2, maxn=3)),
    "pruned.ftz": (["hq", "lq"], dict(dim=16, wordNgrams=2, bucket=3_000, minn=2, maxn=3)),
}


def documents(count):
    rng = random.Random(3)
    known = list(texts(rng, 0, ["hq"]))
    for number in range(count):
        if number < len(known):
            yield known[number]
        elif number % 3:
            yield sentence(rng, ["hq", "lq", "zh", "ru"])[1]
        else:
            yield " ".join("".join(rng.choices("aeiounrtsбд日é🎉", k=rng.randint(1, 9))) for _ in range(rng.randint(1, 40)))


def compare(theirs, ours):
    """The largest difference; fastText leaves out what a tree makes less probable than 0.00001."""
    if ours is None:
        return 0 if theirs is None else 1
    if theirs is None:
        return 1
    return 0 if theirs == 0 and ours <= 1.1e-5 else abs(theirs - ours)


def check(sluice, work, count):
    chosen = list(documents(count))
    source = work / "in"
    source.mkdir()
    with open(source / "documents.jsonl", "w", encoding="utf-8") as out:
        out.writelines(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(chosen))
    models, scorers = {}, []
    for name, (labels, options) in MODELS.items():
        path = work / name
        model = train(path.with_suffix(".bin"), labels, lines=8_000, **options)
        if name.endswith(".ftz"):
            model.quantize(dsub=2, qnorm=True, cutoff=1_000 if name == "pruned.ftz" else 0)
            model.save_model(str(path))
        column = path.stem
        models[column] = model
        scorers.append(f"  - fasttext: {{model: {path}, label: hq, column: {column}}}\n")
    recipe = work / "score.yaml"
    recipe.write_text("scorers:\n" + "".join(scorers))
    began = time.monotonic()
    subprocess.run([sluice, "process", "-c", recipe, "--input", source, "--output", work / "out"], check=True, stdout=subprocess.DEVNULL)
    took = time.monotonic() - began
    failed = False
    rows = [json.loads(line) for line in open(work / "out/documents.jsonl", encoding="utf-8")]
    assert [row["text"] for row in rows] == chosen
    for column, model in models.items():
        largest, worst = 0, ""
        for row in rows:
            blank = not row["text"].strip()
            theirs = None if blank else probabilities(model, row["text"]).get("__label__hq", 0)
            difference = compare(theirs, row[column])
            if difference > largest:
                largest, worst = difference, row["text"]
        good = largest <= 1e-6
        failed |= not good
        print(f"{'equal' if good else 'DIFFERENT'}: {column}: {len(rows):,} documents, largest difference {largest:.1e}" + ("" if good else f" of {worst!r}"))
    print(f"sluice took {took:.1f} s for all of them")
    return 1 if failed else 0


ONNX = {
    "regression": ("classifier.onnx", "none", 0),
    "probability": ("classifier.onnx", "softmax", 2),
    "chance": ("classifier.onnx", "sigmoid", 1),
    "tokens": ("fingerprint.onnx", "none", 0),
}
MOST = 256


def real(directory):
    import pyarrow.parquet

    for file in sorted(directory.glob("*.parquet")):
        for batch in pyarrow.parquet.ParquetFile(file).iter_batches(1_000, columns=["text"]):
            yield from (text for text in batch.column(0).to_pylist() if text is not None)


def check_onnx(sluice, work, count, parquet):
    rng = random.Random(9)
    half = list(itertools.islice(real(parquet), count // 2)) if parquet else []
    chosen = half + list(onnx_models.every_character())
    chosen += list(onnx_models.made_up(count // 8))
    chosen += list(onnx_models.texts(rng, max(0, count - len(chosen))))
    source = work / "in-onnx"
    source.mkdir()
    with open(source / "documents.jsonl", "w", encoding="utf-8") as out:
        out.writelines(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(chosen))
    failed = False
    for steps in ({"lowercase": True}, {"lowercase": False, "handle_chinese_chars": False, "clean_text": False}):
        kind = "uncased" if steps["lowercase"] else "cased"
        place = work / kind
        place.mkdir()
        learnt = half[:2_000] + list(onnx_models.texts(random.Random(8), 2_000))
        tokenizer = onnx_models.train_tokenizer(place / "tokenizer.json", learnt, 8_000, **steps)
        onnx_models.classifier(place / "classifier.onnx", tokenizer.get_vocab_size(), 32, MOST, 3)
        onnx_models.fingerprint(place / "fingerprint.onnx")
        recipe = place / "score.yaml"
        recipe.write_text(
            "scorers:\n"
            + "".join(
                f"  - onnx: {{model: {place}/{file}, tokenizer: {place}/tokenizer.json, max-tokens: {MOST}, "
                f"activation: {activation}, label: {label}, column: {column}}}\n"
                for column, (file, activation, label) in ONNX.items()
            )
        )
        subprocess.run([sluice, "process", "-c", recipe, "--input", source, "--output", place / "out"], check=True, stdout=subprocess.DEVNULL)
        runtimes = {file: onnx_models.session(place / file) for file in ("classifier.onnx", "fingerprint.onnx")}
        largest, rows = dict.fromkeys(ONNX, 0.0), 0
        with open(place / "out/documents.jsonl", encoding="utf-8") as lines:
            for line, text in zip(lines, chosen, strict=True):
                row, rows = json.loads(line), rows + 1
                assert row["text"] == text
                if row["tokens"] is None:
                    assert not text.strip(), text
                    continue
                tokens = onnx_models.ids(tokenizer, text, MOST)
                numbers = {file: onnx_models.numbers(runtime, tokens) for file, runtime in runtimes.items()}
                for column, (file, activation, label) in ONNX.items():
                    difference = abs(row[column] - onnx_models.score(numbers[file], activation, label))
                    if difference > largest[column] and difference > 1e-6 and largest[column] <= 1e-6:
                        print(f"{kind} {column}: {text[:200]!r}")
                    largest[column] = max(largest[column], difference)
        for column, difference in largest.items():
            good = difference <= (0 if column == "tokens" else 1e-6)
            failed |= not good
            print(f"{'equal' if good else 'DIFFERENT'}: onnx {kind} {column}: {rows:,} documents, largest difference {difference:.1e}")
    return 1 if failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="what", required=True)
    one = commands.add_parser("golden")
    one.add_argument("directory", type=pathlib.Path)
    other = commands.add_parser("check")
    other.add_argument("sluice")
    other.add_argument("directory", type=pathlib.Path)
    other.add_argument("--documents", type=int, default=100_000)
    other.add_argument("--parquet", type=pathlib.Path)
    given = parser.parse_args()
    if given.what == "golden":
        golden(given.directory)
    else:
        different = check(given.sluice, given.directory, given.documents)
        different |= check_onnx(given.sluice, given.directory, given.documents, given.parquet)
        sys.exit(different)

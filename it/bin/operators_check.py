"""The comparisons of it/bin/operators-check."""

import collections
import random
import re
import subprocess
import sys
import unicodedata

import pyarrow.parquet as pq
from datatrove.data import Document
from datatrove.pipeline.filters import (
    C4QualityFilter,
    FineWebQualityFilter,
    GopherQualityFilter,
    GopherRepetitionFilter,
)
from datatrove.utils.text import TERMINAL_PUNCTUATION
from datatrove.utils.word_tokenizers import WordTokenizer

CLOSING = "\"')]}\u00bb\u2019\u201d\u300d\u300f\uff09"
SEED = 42
SHOWN = 3

failed = False


class WhitespaceWords(WordTokenizer):
    """Words and sentences by Sluice's rules, written down once more."""

    def __init__(self):
        super().__init__("en")

    def word_tokenize(self, text):
        return text.split()

    def sent_tokenize(self, text):
        return [text[a:b] for a, b in self.span_tokenize(text)]

    def span_tokenize(self, text):
        spans, start = [], 0
        while start < len(text):
            while start < len(text) and text[start].isspace():
                start += 1
            if start < len(text):
                end = self.sentence_end(text, start)
                spans.append((start, end))
                start = end
        return spans

    @staticmethod
    def sentence_end(text, at):
        while at < len(text):
            if text[at] not in TERMINAL_PUNCTUATION:
                at += 1
                continue
            run = at
            while at < len(text) and (text[at] in TERMINAL_PUNCTUATION or text[at] in CLOSING):
                at += 1
            anywhere = any(c in TERMINAL_PUNCTUATION and c not in ".?!" for c in text[run:at])
            if at == len(text) or text[at].isspace() or anywhere:
                return at
        return at


def sluice(classpath, texts, operator, *parameters):
    """Sluice's decisions as tuples: kept, dropped and reason, changed and text."""
    command = ["java", "-cp", classpath, "dev.sluice.operators.bench.OperatorDecisions", operator, *parameters]
    data = b"".join(text.encode() + b"\0" for text in texts)
    out = subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout.decode()
    decisions = out.split("\0")[:-1]
    assert len(decisions) == len(texts), (len(decisions), len(texts))
    return [tuple(decision.split(" ", 1)) for decision in decisions]


def judged(decision):
    return ("dropped", decision[1].split(" ")[0]) if decision[0] == "dropped" else decision


def datatrove(filter_, texts):
    decisions = []
    for text in texts:
        document = Document(text=text, id="")
        result = filter_.filter(document)
        if result is True:
            decisions.append(("kept",) if document.text == text else ("changed", document.text))
        else:
            decisions.append(("dropped", result[1]))
    return decisions


def compare(name, texts, ours, theirs):
    global failed
    different = [i for i in range(len(texts)) if ours[i] != theirs[i]]
    answers = collections.Counter(t[0] if t[0] != "dropped" else t[1] for t in theirs)
    print(f"{name}: {len(texts) - len(different)} of {len(texts)} the same;", dict(answers.most_common()), flush=True)
    for i in different[:SHOWN]:
        failed = True
        print(f"  differs: ours {ours[i]!r:.200}\n           theirs {theirs[i]!r:.200}\n           text {texts[i]!r:.300}")


def tabulate(name, texts, ours, theirs):
    """Where the rules for words differ: how often, and from which answer to which."""
    short = [tuple(d[0] if d[0] != "dropped" else d[1] for d in pair) for pair in zip(ours, theirs)]
    pairs = collections.Counter(pair for pair in short if pair[0] != pair[1])
    same = sum(a == b for a, b in short)
    kept = sum((a in ("kept", "changed")) == (b in ("kept", "changed")) for a, b in short)
    print(f"{name}: same answer {same} of {len(texts)}, kept or not the same {kept};", flush=True)
    for (a, b), n in pairs.most_common(12):
        print(f"  {n:6d} ours {a}, theirs {b}")


def made_up(count):
    """Texts that reach the rules: few words, repeated lines, bullets, ellipses, other scripts."""
    rng = random.Random(SEED)
    words = "the be to of and that have with cat dog house a I 12 3.5 -- ... … # • - 你好 世界。 été naïve word".split()
    lines = ["• item", "- item", "lorem ipsum", "Use cookies here.", "JavaScript is off.", "a { b", "[12] cited[edit]", "same line here.", "再见。"]
    for _ in range(count):
        parts = []
        vocabulary = rng.sample(words, rng.randint(2, len(words)))
        for _ in range(rng.randint(0, 40)):
            kind = rng.random()
            if kind < 0.1:
                parts.append(rng.choice(lines))
            else:
                parts.append(" ".join(rng.choices(vocabulary, k=rng.randint(0, 14))) + rng.choice(["", ".", "!", "...", "…", ' "', " ", "?", "。"]))
            parts.append(rng.choice(["\n", "\n", "\n", "\n\n", "\r\n", "\n\n\n", " ", "\u2028", "\x1c", "\t"]))
        yield "".join(parts)


def repetitive(count):
    """Texts of many words in which lines, paragraphs or parts of lines come again."""
    rng = random.Random(SEED)
    words = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(1, 16))) for _ in range(2000)]
    for _ in range(count):
        pool = [" ".join(rng.choices(words, k=rng.randint(1, 25))) + rng.choice([".", "", "!"]) for _ in range(rng.randint(3, 40))]
        phrase = " ".join(rng.choices(words, k=rng.randint(4, 14)))
        parts = []
        for line in rng.sample(pool, len(pool)) if rng.random() < 0.5 else rng.choices(pool, k=len(pool)):
            parts.append(line if rng.random() < 0.8 else line + " " + phrase)
            parts.append(rng.choice(["\n", "\n", "\n\n"]))
        yield rng.choice(["", "• ", "- "]) + "".join(parts) * rng.choice([1, 1, 1, 2])
    yield "the of word " * 40000


def odd(count):
    """Texts of characters from everywhere that Python's version of Unicode knows."""
    rng = random.Random(SEED)
    known = [chr(c) for c in range(1, 0x30000) if not 0xD800 <= c < 0xE000 and unicodedata.category(chr(c)) != "Cn"]
    marks = [c for c in known if unicodedata.combining(c)]
    for _ in range(count):
        yield "".join(rng.choice(rng.choice([known, marks, "aé \n@1<>", known[:256]])) for _ in range(rng.randint(0, 60)))


def normalised(text):
    text = unicodedata.normalize("NFKC", text.lower())
    return re.sub(r"\d+", "<NUM>", re.sub(r"[^\x00-\x7F]+", "", text))


def mapped(texts, function):
    return [("kept",) if function(text) == text else ("changed", function(text)) for text in texts]


def regular_expressions(classpath, texts):
    def check(name, function, operator, *parameters):
        compare(name, texts, sluice(classpath, texts, operator, *parameters), mapped(texts, function))

    check("lowercase", str.lower, "lowercase")
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        check(form, lambda text: unicodedata.normalize(form, text), "unicode-normalise", f"form={form}")
    check("ascii-only", lambda text: re.sub(r"[^\x00-\x7F]+", "", text), "ascii-only")
    check("numbers", lambda text: re.sub(r"\d+", "<NUM>", text), "numbers")
    check("html tags", lambda text: re.sub(r"<.*?>", "", text), "html", "method=tags")
    check("urls", lambda text: re.sub(r"https?://\S+", "", text), "urls")
    check("emails", lambda text: re.sub(r"\S+@\S+", "", text), "emails", "match=run")
    words = [("kept",) if 10 <= len(text.split()) <= 1000 else ("dropped", "few" if len(text.split()) < 10 else "many") for text in texts]
    ours = [judged(decision) for decision in sluice(classpath, texts, "word-count", "words=whitespace")]
    compare("word-count", texts, [(d[0], d[1].split("_")[1]) if d[0] == "dropped" else d for d in ours], words)


def filters(classpath, texts, parameters, tokenizer, report):
    arguments = {"language": tokenizer} if tokenizer else {}
    for name, filter_, extra in (
        ("gopher-quality", GopherQualityFilter(**arguments), parameters),
        ("gopher-repetition", GopherRepetitionFilter(**arguments), parameters),
        ("fineweb-quality", FineWebQualityFilter(**arguments), parameters),
        ("c4-quality", C4QualityFilter(**arguments), []),
        ("c4-quality", C4QualityFilter(filter_no_terminal_punct=False, **arguments), ["terminal-punctuation=false"]),
    ):
        ours = [judged(decision) for decision in sluice(classpath, texts, name, *extra)]
        report(" ".join([name, *extra]), texts, ours, datatrove(filter_, texts))


def main():
    classpath, *inputs = sys.argv[1:]
    real = [
        text
        for path in inputs
        for text in pq.read_table(path, columns=["text"]).column(0).to_pylist()
        if text and "\0" not in text
    ]
    print(f"{len(real)} documents of {len(inputs)} files")
    texts = real + list(made_up(6000)) + list(repetitive(3000))
    filters(classpath, texts, ["words=whitespace"], WhitespaceWords(), compare)
    regular_expressions(classpath, real[:1000] + list(made_up(500)) + list(odd(4000)))
    try:
        import spacy  # noqa: F401
    except ImportError:
        print("no spacy: datatrove's own words are not compared")
    else:
        filters(classpath, real[:1000], ["words=unicode"], None, tabulate)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Asks HF tokenizers what its BERT normalizer and pre-tokenizer do with each character, and prints the answers.

The output is characters.txt of dev.sluice.algorithms.wordpiece. PYTHON needs tokenizers 0.23.3.
"""

import textwrap
import unicodedata

import tokenizers
from tokenizers import normalizers, pre_tokenizers

NO_SURROGATES = [point for point in range(0x110000) if not 0xD800 <= point <= 0xDFFF]
FIRST_SYLLABLE, LAST_SYLLABLE = 0xAC00, 0xD7A3
LEAST_CLASS, GREATEST_CLASS = "\u0334", "\u0345"  # combining classes 1 and 240


def bert(**only):
    steps = dict(clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    return normalizers.BertNormalizer(**{**steps, **only}).normalize_str


def ranges(points):
    spans = []
    for point in points:
        if spans and (point == spans[-1][1] + 1 or (spans[-1][1], point) == (0xD7FF, 0xE000)):
            spans[-1][1] = point
        else:
            spans.append([point, point])
    return [f"{low:X}" if low == high else f"{low:X}..{high:X}" for low, high in spans]


def mapping(point, text):
    return f"{point:X}=" + "+".join(f"{ord(each):X}" for each in text)


def main():
    clean, chinese, strip, lower = bert(clean_text=True), bert(handle_chinese_chars=True), bert(strip_accents=True), bert(lowercase=True)
    decompose = normalizers.NFD().normalize_str
    words = pre_tokenizers.BertPreTokenizer().pre_tokenize_str
    removed, white, ideographs, marks, punctuation = [], [], [], [], []
    separating, decomposed, lowered, classes = [], [], [], []
    for point in NO_SURROGATES:
        text = chr(point)
        if not clean(text):
            removed.append(point)
        if chinese(text) != text:
            ideographs.append(point)
        if lower(text) != text:
            lowered.append(mapping(point, lower(text)))
        parts = [part for part, _ in words(f"a{text}b")]
        if parts == ["a", "b"]:
            white.append(point)
        elif len(parts) == 3:
            punctuation.append(point)
        if clean(text) == " ":
            assert point in white
        if decompose(text) != text:
            if not FIRST_SYLLABLE <= point <= LAST_SYLLABLE:
                decomposed.append(mapping(point, decompose(text)))
            continue
        # One that does not combine keeps apart the marks around it, which would change places.
        apart = f"a{GREATEST_CLASS}{text}{LEAST_CLASS}"
        combines = decompose(apart) != apart
        if not strip(text):
            marks.append(point)
            if not combines:
                separating.append(point)
        elif combines:
            classes.append(f"{point:X}={unicodedata.combining(text):X}")
    print(f"# What HF tokenizers {tokenizers.__version__} does with each character; made by it/bin/bert_characters.py.")
    for name, values in (
        ("removed", ranges(removed)),
        ("white", ranges(white)),
        ("ideographs", ranges(ideographs)),
        ("marks", ranges(marks)),
        ("separating-marks", ranges(separating)),
        ("punctuation", ranges(punctuation)),
        ("combining-classes", classes),
        ("decompositions", decomposed),
        ("lower-case", lowered),
    ):
        for line in textwrap.wrap(" ".join(values), 110):
            print(name, line)


if __name__ == "__main__":
    main()
